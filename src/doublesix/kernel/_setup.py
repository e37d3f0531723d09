# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The rules at one number of seats as ints and tables of ints, for the states that are played under them."""

from __future__ import annotations

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import one, u128, wide_ctz
else:
    from doublesix.kernel._bits import one, wide_ctz

class Setup:
    """Rules for a number of seats. Made by `tables.setup_of`, which derives every number and table."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self.tiles = numbers["tiles"]
        self.values = numbers["values"]
        self.seats = numbers["seats"]
        self.size = numbers["size"]
        self.arms = numbers["arms"]
        self.reserve = numbers["reserve"]
        self.draw_limit = numbers["draw_limit"]
        self.voluntary = numbers["voluntary"]
        self.partners = numbers["partners"]
        self.fill_first = numbers["fill_first"]
        self.out_side = numbers["out_side"]
        self.spinner = numbers["spinner"]
        self.leader = numbers["leader"]
        self.qualifying = numbers["qualifying"]
        self.two_seats = numbers["two_seats"]
        self.multiples = numbers["multiples"]
        self.quotient = numbers["quotient"]
        self.out = numbers["out"]
        self.out_fixed = numbers["out_fixed"]
        self.blocked = numbers["blocked"]
        self.round_to = numbers["round_to"]
        self.target = numbers["target"]
        self.exact = numbers["exact"]
        self.now = numbers["now"]
        if not cython.compiled:
            self.multiple = [0] * 8
            self.match, self.doubles = [0] * 16, 0
            self.high, self.low, self.pips = [0] * 128, [0] * 128, [0] * 128
            self.text_order, self.lead_order, self.arm_order = [0] * 128, [0] * 128, [0] * 40

    def set_multiples(self, multiples: list[int]) -> None:
        """The numbers that the open ends' total is divided by."""
        i: cython.int
        for i in range(self.multiples):
            self.multiple[i] = multiples[i]

    def set_tiles(self, high: list[int], low: list[int]) -> None:
        """The halves of each tile, and what follows from them."""
        i: cython.int
        for i in range(self.tiles):
            self.high[i] = high[i]
            self.low[i] = low[i]
            self.pips[i] = self.high[i] + self.low[i]
            self.match[self.high[i]] |= one(i)
            self.match[self.low[i]] |= one(i)
            if self.high[i] == self.low[i]:
                self.doubles |= one(i)

    def set_orders(self, plays: list[int], leads: list[int], arms: list[int]) -> None:
        """Tiles as the texts of plays sort, tiles as the texts of leads sort, arms as their names sort."""
        i: cython.int
        for i in range(self.tiles):
            self.text_order[i] = plays[i]
            self.lead_order[i] = leads[i]
        for i in range(self.arms):
            self.arm_order[i] = arms[i]

    def heaviest(self, hand: u128) -> cython.int:
        """The tile that leads from a hand: its highest double, else its heaviest, else of the higher half."""
        best: cython.int = -1
        tile: cython.int
        if hand & self.doubles:
            hand &= self.doubles
        while hand:
            tile = wide_ctz(hand)
            hand &= hand - 1
            if best < 0 or self.pips[tile] >= self.pips[best]:  # of equal pips the later has the higher half
                best = tile
        return best

    def count(self, total: cython.int) -> cython.int:
        """Points for a total of the open ends."""
        points: cython.int = 0
        i: cython.int
        if total == 0:
            return 0
        for i in range(self.multiples):
            if total % self.multiple[i] == 0:
                if not self.quotient:
                    return total
                points += total // self.multiple[i]
        return points

    def rounded(self, points: cython.int) -> cython.int:
        """Points as the end pays them."""
        return (points + self.round_to // 2) // self.round_to * self.round_to

    def same_side(self, seat: cython.int, other: cython.int) -> cython.bint:
        """Whether two seats are one side."""
        return seat == other or (self.partners and (seat ^ other) & 1 == 0)
