# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The belief about one hidden seat, carried along move by move: what `origins.py` and `hands.py` do, in floats.

Valid Python; Cython compiles this same file to C. `_carried.pxd` holds its C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.inference._sampling import SeatSampler
else:
    from doublesix.inference._sampling import SeatSampler


class CarriedSeat:
    """The groups of slots of one seat and the ways to fill them.

    Rows of slots are words of nine groups with seven bits each. Where that is too small, `fits` turns false and the
    exact belief has to be asked.
    """

    def __init__(self, max_pip: int, dealt: int, unseen: bytes, barred: bytes) -> None:
        """`dealt`: tiles of the seat's deal; `unseen`: tiles the viewer does not see; `barred`: those of them that
        were not dealt to the seat."""
        high: cython.int
        low: cython.int
        tile: cython.int = 0
        if not cython.compiled:
            self.bounds, self.high, self.low = [0] * 16, [0] * 136, [0] * 136
            self.unseen, self.barred = [0] * 136, [0] * 136
            self.left, self.after = [0] * 4096, [0] * 4096
            self.ways, self.after_ways = [0.0] * 4096, [0.0] * 4096
            self.found = 0
        self.sampler = SeatSampler(136, 4096, 9)
        self.size = (max_pip + 1) * (max_pip + 2) // 2
        for high in range(max_pip + 1):
            for low in range(high + 1):
                self.high[tile] = high
                self.low[tile] = low
                self.unseen[tile] = 0
                self.barred[tile] = 0
                tile += 1
        for tile in unseen:
            self.unseen[tile] = 1
        for tile in barred:
            self.barred[tile] = 1
        for high in range(16):
            self.bounds[high] = 0
        self.width = len(unseen)
        self.hidden = dealt
        self.fits = 1 if dealt < 128 else 0
        self.groups = 1
        self.barred_from = 1
        self.rows = 1
        self.left[0] = dealt
        self.ways[0] = 1.0
        self.total = 1.0
        self.ready = 0

    def floor(self, tile: cython.int) -> cython.int:
        """The first group that may hold the tile."""
        bound: cython.int = self.bounds[self.high[tile]]
        bound = max(bound, self.bounds[self.low[tile]])
        if self.barred[tile] and self.barred_from > bound:
            bound = self.barred_from
        return bound

    # --- what the seat did, and what the viewer saw -----------------------------------------------------------------

    def lacked(self, values: cython.uint) -> cython.void:
        """The seat showed that no tile it held had one of these values, given as a bit set."""
        value: cython.int
        for value in range(16):
            if values >> value & 1:
                self.bounds[value] = self.groups
        self.merge()

    def drew(self) -> cython.void:
        """The seat took a tile from the boneyard."""
        row: cython.int
        slot: cython.ulonglong = 1
        if self.groups >= 9 or self.hidden >= 127:
            self.fits = 0
            return
        slot <<= 7 * self.groups
        for row in range(self.rows):
            self.left[row] |= slot
        self.groups += 1
        self.hidden += 1
        self.merge()

    def laid(self, tile: cython.int) -> cython.void:
        """The seat laid a tile."""
        row: cython.int
        group: cython.int
        slots: cython.int
        one: cython.ulonglong
        floor: cython.int = self.floor(tile)
        self.found = 0
        for row in range(self.rows):
            for group in range(floor, self.groups):
                slots = self.left[row] >> (7 * group) & 127
                if slots:
                    one = 1
                    self.put(self.left[row] - (one << (7 * group)), self.ways[row] * slots)
        self.take()
        self.hidden -= 1
        self.unseen[tile] = 0
        self.width -= 1
        self.merge()

    def saw(self, tile: cython.int) -> cython.void:
        """The viewer drew a tile itself."""
        self.unseen[tile] = 0
        self.width -= 1
        self.merge()

    def put(self, left: cython.ulonglong, ways: cython.double) -> cython.void:
        """Add a row to those of the next step."""
        row: cython.int
        for row in range(self.found):
            if self.after[row] == left:
                self.after_ways[row] += ways
                return
        if self.found == 4096:
            self.fits = 0
            return
        self.after[self.found] = left
        self.after_ways[self.found] = ways
        self.found += 1

    def take(self) -> cython.void:
        """Make the rows of the next step those of now; the ways are kept near 1, for only their ratios count."""
        row: cython.int
        top: cython.double = 0.0
        for row in range(self.found):
            top = max(top, self.after_ways[row])
        for row in range(self.found):
            self.left[row] = self.after[row]
            self.ways[row] = self.after_ways[row] / top
        self.rows = self.found

    # --- fewer groups -----------------------------------------------------------------------------------------------

    def merge(self) -> cython.void:
        """Merge groups that no unseen tile tells apart, and drop groups that are surely empty."""
        self.ready = 0
        tile: cython.int
        kept: cython.uint = 1
        if self.groups == 1:
            return
        for tile in range(self.size):
            if self.unseen[tile]:
                kept |= 1 << self.floor(tile)
        whole: cython.uint = (1 << self.groups) - 1
        kept &= whole
        if kept != whole:
            self.regroup(kept)
        if self.groups > 1:
            self.drop()

    def regroup(self, kept: cython.uint) -> cython.void:
        """Merge every group that is not in the bit set into the one before it."""
        row: cython.int
        group: cython.int
        to: cython.int
        value: cython.int
        slots: cython.ulonglong
        merged: cython.ulonglong
        self.found = 0
        to = 0
        for row in range(self.rows):
            merged = 0
            to = -1
            for group in range(self.groups):
                if kept >> group & 1:
                    to += 1
                slots = self.left[row] >> (7 * group) & 127
                merged += slots << (7 * to)
            self.put(merged, self.ways[row])
        self.take()
        for value in range(17):
            group = self.barred_from if value == 16 else self.bounds[value]
            if group == self.groups:
                to += 1
                group = to
                to -= 1
            else:
                slots = kept & ((1 << (group + 1)) - 1)
                group = -1
                while slots:
                    slots &= slots - 1
                    group += 1
            if value == 16:
                self.barred_from = group
            else:
                self.bounds[value] = group
        self.groups = to + 1

    def drop(self) -> cython.void:
        """Drop the groups in which no row has a slot."""
        row: cython.int
        group: cython.int
        value: cython.int
        used: cython.ulonglong = 0
        low: cython.ulonglong
        high: cython.ulonglong
        one: cython.ulonglong = 1
        for row in range(self.rows):
            used |= self.left[row]
        group = self.groups - 1
        while group >= 0:
            if used >> (7 * group) & 127 == 0 and self.groups > 1:
                for row in range(self.rows):
                    low = self.left[row] & ((one << (7 * group)) - 1)
                    high = self.left[row] >> (7 * group) >> 7
                    self.left[row] = low | high << (7 * group)
                for value in range(16):
                    if self.bounds[value] > group:
                        self.bounds[value] -= 1
                if self.barred_from > group:
                    self.barred_from -= 1
                self.groups -= 1
            group -= 1

    # --- sampling ---------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make ready to sample; done by `worlds` where it is still needed."""
        if not self.ready:
            self.prepare()

    def prepare(self) -> cython.void:
        """Order the tiles, the most restricted first, and weigh the rows by the ways to fill them."""
        tile: cython.int
        group: cython.int
        row: cython.int
        base: cython.int
        place: cython.int = 0
        tail: cython.int
        rest: cython.int = self.width - self.hidden
        free: cython.int
        ways: cython.double
        total: cython.double = 0.0
        to: SeatSampler = self.sampler
        if not self.fits:
            return
        self.ready = 1
        to.width = self.width
        to.hidden = self.hidden
        to.rows = self.rows
        for group in range(self.groups, -1, -1):
            for tile in range(self.size):
                if self.unseen[tile] and self.floor(tile) == group:
                    to.tiles[place] = tile
                    to.floors[place] = group
                    place += 1
        for row in range(self.rows):
            base = row * to.stride
            tail = 0
            to.tails[base + self.groups] = 0
            for group in range(self.groups - 1, -1, -1):
                tail += self.left[row] >> (7 * group) & 127
                to.tails[base + group] = tail
            ways = self.ways[row]
            for place in range(self.width):
                free = rest + to.tails[base + to.floors[place]] - place
                if free <= 0:
                    ways = 0.0
                    break
                ways *= free
            total += ways
            to.until[row] = total
        if total > 0.0:
            for row in range(self.rows):
                to.until[row] /= total
        self.total = total

    def worlds(self, count: cython.int, seed: cython.uint, first: cython.uint) -> bytes:
        """Worlds `first` .. `first + count - 1` of a seed, a byte for every unseen tile: the hand, then the boneyard,
        next to be drawn first."""
        self.build()
        found: bytes = self.sampler.worlds(count, seed, first)
        return found
