# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Face-up search of two seats on a line without spinners, for sets of up to 55 tiles.

Valid Python; Cython compiles this same file to C. `_line.pxd` holds its C types. Values are those of `search.py`.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.doublesix.solver._words import bit, count, lowest, mixed
else:
    from doublesix.solver._words import bit, count, lowest, mixed

MOST_TILES = 55
"""Tiles of the largest set it takes, double-nine: a word has room for them and a byte more."""


class LineSearch:
    """Values of the positions of one round after another; the table of values found is kept within a round."""

    def __init__(self, max_pip: int, bits: int) -> None:
        """The table has room for 2 to the power `bits` states."""
        high: cython.int
        low: cython.int
        tile: cython.int = 0
        if not cython.compiled:
            self.match, self.high, self.pips, self.order = [0] * 16, [0] * 64, [0] * 64, [0] * 64
            self.pool = [0] * 8192
        for high in range(16):
            self.match[high] = 0
        for high in range(max_pip + 1):
            for low in range(high + 1):
                self.high[tile] = high
                self.pips[tile] = high + low
                self.match[low] |= bit(tile)
                if low != high:
                    self.match[high] |= bit(tile)
                tile += 1
        self.table = array("Q", bytes(32 << bits))
        self.slots = (1 << bits) - 1
        self.stamp = 0
        self.last = self.limit = self.voluntary = 0
        self.nodes = 0
        self.stopped = 0

    def begin(self, order: list[int], limit: int, voluntary: bool = False) -> None:
        """Take up another boneyard: the tiles that may be drawn, as indices with the lightest tile 0, next first, how
        many of them a turn may draw, and whether it may draw while a tile fits."""
        at: cython.int
        self.last = len(order)
        for at in range(self.last):
            self.order[at] = order[at]
        self.limit = limit
        self.voluntary = 1 if voluntary else 0
        self.nodes = 0
        self.stamp += 1
        if self.stamp == 65536:  # older entries could look new again
            self.table = array("Q", bytes(8 * len(self.table)))
            self.stamp = 1

    def worth(
        self,
        mine: cython.ulonglong,
        theirs: cython.ulonglong,
        left: cython.int,
        right: cython.int,
        at: cython.int,
        passes: cython.int,
        drawn: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """The value for the seat that holds `mine` and is to move, between the bounds."""
        own: cython.int = self.sum(mine)
        other: cython.int = self.sum(theirs)
        found: cython.int
        self.stopped = 0
        with cython.nogil:
            found = self.value(mine, theirs, own, other, left, right, at, passes, drawn, alpha, beta, 0)
        if self.stopped:
            raise KeyboardInterrupt
        return found

    def look_up(self) -> cython.void:
        """Between many nodes: stop where the user asked for it."""
        if cython.compiled:
            try:
                PyErr_CheckSignals()
            except KeyboardInterrupt:
                self.stopped = 1

    def after_pass(
        self,
        mine: cython.ulonglong,
        theirs: cython.ulonglong,
        left: cython.int,
        right: cython.int,
        passes: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """The value of a pass, for the seat that makes it; no tile can be drawn in its turn."""
        found: cython.int
        self.stopped = 0
        found = self.passed(mine, theirs, self.sum(mine), self.sum(theirs), left, right, 0, passes, alpha, beta, 0)
        if self.stopped:
            raise KeyboardInterrupt
        return found

    def sum(self, hand: cython.ulonglong) -> cython.int:
        """Pips of a hand."""
        total: cython.int = 0
        while hand:
            total += self.pips[lowest(hand)]
            hand &= hand - 1
        return total

    def lead(
        self,
        mine: cython.ulonglong,
        theirs: cython.ulonglong,
        leads: cython.ulonglong,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """The value of a round that has not begun, for the seat that leads one of the tiles `leads`."""
        best: cython.int = -30000
        found: cython.int
        tile: cython.int
        bound: cython.int = alpha
        order: list[int] = []
        while leads:
            tile = lowest(leads)
            leads &= leads - 1
            low: cython.int = self.pips[tile] - self.high[tile]
            taken: cython.ulonglong = self.match[low] | self.match[self.high[tile]]
            replies: cython.int = count(theirs & taken)
            order.append((63 - replies << 8) + tile)
        for rated in sorted(order, reverse=True):
            tile = rated & 255
            if not mine & (mine - 1):
                found = self.worth(
                    mine, theirs, self.high[tile], self.pips[tile] - self.high[tile], 0, 0, 0, bound, beta
                )
            else:
                found = -self.worth(
                    theirs, mine ^ bit(tile), self.high[tile], self.pips[tile] - self.high[tile], 0, 0, 0, -beta, -bound
                )
            if found > best:
                best = found
                if best >= beta:
                    break
                bound = max(bound, best)
        return best

    def passed(
        self,
        mine: cython.ulonglong,
        theirs: cython.ulonglong,
        own: cython.int,
        other: cython.int,
        left: cython.int,
        right: cython.int,
        at: cython.int,
        passes: cython.int,
        alpha: cython.int,
        beta: cython.int,
        base: cython.int,
    ) -> cython.int:
        """The value of passing."""
        passes += 1
        if passes >= 2 and at >= self.last:
            if own == other:
                return 0
            return other - own + (4096 if own < other else -4096)
        return -self.value(theirs, mine, other, own, left, right, at, passes, 0, -beta, -alpha, base)

    def value(
        self,
        mine: cython.ulonglong,
        theirs: cython.ulonglong,
        own: cython.int,
        other: cython.int,
        left: cython.int,
        right: cython.int,
        at: cython.int,
        passes: cython.int,
        drawn: cython.int,
        alpha: cython.int,
        beta: cython.int,
        base: cython.int,
    ) -> cython.int:
        """The value for the seat to move; `own` and `other` are the pips of the two hands."""
        tile: cython.int
        self.nodes += 1
        if self.nodes & 0xFFFFF == 0:
            self.look_up()
        open_ends: cython.ulonglong = self.match[left] | self.match[right]
        fits: cython.ulonglong = mine & open_ends
        while not fits:
            if at >= self.last or drawn >= self.limit:
                return self.passed(mine, theirs, own, other, left, right, at, passes, alpha, beta, base)
            tile = self.order[at]
            mine |= bit(tile)
            own += self.pips[tile]
            at += 1
            drawn += 1
            fits = mine & open_ends
        draws: cython.bint = self.voluntary and at < self.last and drawn < self.limit
        if mine == fits and not mine & (mine - 1) and not draws:
            return 4096 + other  # the last tile is laid
        if at >= self.last:  # nobody's pips can grow any more
            if 4096 + other <= alpha:
                return 4096 + other
            if -4096 - own >= beta:
                return -4096 - own
        if left > right:
            left, right = right, left

        rest: cython.ulonglong = at << 8 | left << 4 | right
        second: cython.ulonglong = theirs
        if draws and self.limit < 128:
            low_drawn: cython.ulonglong = drawn + 1
            second |= low_drawn << 56
        slot: cython.uint = (mixed(mine, second, rest) & self.slots) * 4
        entry: cython.ulonglong
        low: cython.int = -30000
        top: cython.int = 30000
        if self.table[slot] == mine and self.table[slot + 1] == second:
            entry = self.table[slot + 2]
            if entry >> 48 == self.stamp and entry & 0xFFFF == rest:
                low = (entry >> 16 & 0xFFFF) - 32768
                top = (entry >> 32 & 0xFFFF) - 32768
                if low >= beta or low == top:
                    return low
                if top <= alpha:
                    return top
                alpha = max(alpha, low)
                beta = min(beta, top)

        # the moves, each as a number that grows with its promise
        end: cython.int = base
        place: cython.int
        rated: cython.int
        outer: cython.int
        side: cython.int
        answers: cython.ulonglong
        side = 0
        while side < 2:
            inner: cython.int = right if side else left
            stays: cython.int = left if side else right
            hand: cython.ulonglong = mine & self.match[inner]
            while hand:
                tile = lowest(hand)
                hand &= hand - 1
                outer = self.pips[tile] - inner
                answers = theirs & self.match[outer]
                rated = 63 - count(answers) - count(theirs & self.match[stays])
                rated = rated << 8 | tile << 1 | side
                if not answers and not theirs & self.match[stays]:
                    rated |= 1 << 16
                place = end
                while place > base and self.pool[place - 1] < rated:
                    self.pool[place] = self.pool[place - 1]
                    place -= 1
                self.pool[place] = rated
                end += 1
            side += 2 if left == right else 1

        best: cython.int = -30000
        found: cython.int
        bound: cython.int = alpha
        for place in range(base, end):
            tile = self.pool[place] >> 1 & 127
            if self.pool[place] & 1:
                inner, stays = right, left
            else:
                inner, stays = left, right
            if mine == bit(tile):
                found = 4096 + other
            else:
                found = -self.value(
                    theirs,
                    mine ^ bit(tile),
                    other,
                    own - self.pips[tile],
                    stays,
                    self.pips[tile] - inner,
                    at,
                    0,
                    0,
                    -beta,
                    -bound,
                    end,
                )
            if self.stopped:
                return 0
            if found > best:
                best = found
                if best >= beta:
                    break
                bound = max(bound, best)
        if draws and best < beta:
            tile = self.order[at]
            found = self.value(
                mine | bit(tile),
                theirs,
                own + self.pips[tile],
                other,
                left,
                right,
                at + 1,
                0,
                drawn + 1,
                bound,
                beta,
                end,
            )
            if self.stopped:
                return 0
            best = max(best, found)

        if best <= alpha:
            top = min(top, best)
        elif best >= beta:
            low = max(low, best)
        else:
            low = top = best
        self.table[slot] = mine
        self.table[slot + 1] = second
        lowest_value: cython.ulonglong = low + 32768
        highest_value: cython.ulonglong = top + 32768
        self.table[slot + 2] = rest | lowest_value << 16 | highest_value << 32 | self.stamp << 48
        return best
