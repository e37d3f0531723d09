# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Rounds of two seats on one line with the double-six set, played out by the model of choices on 32-bit masks.

Valid Python; Cython compiles this same file to C. `_two_choice.pxd` holds its C types. The same rounds as those of
`_choice.rounds_by_choice`, at more than twice the pace.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import bit, ctz, popcount, u32
    from cython.cimports.doublesix.kernel._choice import EXP, Chooser
    from cython.cimports.doublesix.kernel._state import State
    from cython.cimports.doublesix.kernel._tally import Tally
    from cython.cimports.doublesix.kernel._two import HIGH, MATCH, SUM, TwoSeats
else:
    from doublesix.kernel._bits import bit, ctz, popcount, u32
    from doublesix.kernel._choice import EXP, Chooser
    from doublesix.kernel._state import State
    from doublesix.kernel._tally import Tally
    from doublesix.kernel._two import HIGH, MATCH, SUM, TwoSeats


class TwoChoosers:
    """The model of choices for both seats, and what it knows of the round."""

    def __init__(self, begun: Chooser) -> None:
        i: cython.int
        if not cython.compiled:
            self.weights, self.tiles, self.scores = [0] * 144, [0] * 64, [0] * 64
            self.laid = self.lacks0 = self.lacks1 = self.moves = self.rights = 0
        for i in range(144):
            self.weights[i] = begun.weights[i]

    def know(self, begun: Chooser) -> cython.void:
        """Know what the model knows."""
        self.laid = u32(begun.laid)
        self.lacks0 = begun.lacks[0]
        self.lacks1 = begun.lacks[1]

    def score(
        self,
        base: cython.int,
        tile: cython.int,
        value: cython.int,
        other: cython.int,
        mine: cython.uint,
        lacks: cython.int,
        few: cython.bint,
    ) -> cython.int:
        """The score of laying a tile of the hand `mine` that leaves the ends `value`, which is new, and `other`.

        `lacks`: the values that the other seat has shown it lacks; `few`: whether it holds two tiles or fewer.
        """
        rest: cython.uint = mine ^ bit(tile)
        fits: cython.uint = MATCH[value] | MATCH[other]
        pips: cython.int = SUM[tile]
        high: cython.int = HIGH[tile]
        low: cython.int = pips - high
        matches: cython.int = popcount(rest & fits)
        lacked: cython.int = lacks >> value & 1
        total: cython.int = pips * self.weights[base]
        if high == low:
            total += self.weights[base + 1]
        elif not rest & MATCH[low]:
            total += self.weights[base + 2]
        if not rest & MATCH[high]:
            total += self.weights[base + 2]
        if matches:
            total += matches * self.weights[base + 3]
        else:
            total += self.weights[base + 4]
        total += popcount(fits & ~(self.laid | mine)) * self.weights[base + 5]
        if value == other:
            total += self.weights[base + 11]
            if lacked:
                total += self.weights[base + 6] + self.weights[base + 7]
        else:
            lacked += lacks >> other & 1
            total += lacked * self.weights[base + 6]
            if lacked == 2:
                total += self.weights[base + 7]
        if few:
            total += pips * self.weights[base + 13]
        return total + popcount(rest & MATCH[value]) * self.weights[base + 14]

    def find(self, left: cython.int, right: cython.int, mine: cython.uint) -> cython.void:
        """Find the moves of a hand; on equal ends only those at the left."""
        fits: cython.uint = mine & MATCH[left]
        self.moves = 0
        while fits:
            self.tiles[self.moves] = ctz(fits)
            self.moves += 1
            fits &= fits - 1
        self.rights = self.moves
        if left != right:
            fits = mine & MATCH[right]
            while fits:
                self.tiles[self.moves] = ctz(fits)
                self.moves += 1
                fits &= fits - 1

    def weigh(
        self,
        left: cython.int,
        right: cython.int,
        mine: cython.uint,
        base: cython.int,
        lacks: cython.int,
        few: cython.bint,
    ) -> cython.uint:
        """Turn the moves found into shares; gives their sum."""
        i: cython.int
        tile: cython.int
        below: cython.int
        best: cython.int = -(1 << 30)
        total: cython.uint = 0
        for i in range(self.moves):
            tile = self.tiles[i]
            if i < self.rights:
                below = self.score(base, tile, SUM[tile] - left, right, mine, lacks, few)
            else:
                below = self.score(base, tile, SUM[tile] - right, left, mine, lacks, few)
            self.scores[i] = below
            best = max(best, below)
        for i in range(self.moves):
            below = best - self.scores[i]
            self.scores[i] = EXP[below] if below < 2048 else 0
            total += self.scores[i]
        return total

    def chance_of(
        self,
        left: cython.int,
        right: cython.int,
        mine: cython.uint,
        base: cython.int,
        lacks: cython.int,
        few: cython.bint,
        code: cython.int,
        mixed: cython.double,
    ) -> cython.double:
        """The chance of a play, the model mixed with a share of any move."""
        i: cython.int
        total: cython.double
        part: cython.double = 0
        self.find(left, right, mine)
        if self.moves == 1:
            return 1.0
        total = self.weigh(left, right, mine, base, lacks, few)
        for i in range(self.moves):
            if self.tiles[i] << 6 | (0 if i < self.rights else 1) == code:
                part = self.scores[i]
        return (1 - mixed) * part / total + mixed / self.moves

    def pick(self, quick: TwoSeats) -> cython.int:
        """Choose among the moves of the seat to move, of which there are two or more; gives their place."""
        i: cython.int = 0
        number: cython.uint
        turn: cython.int = quick.turn
        mine: cython.uint = quick.hand1 if turn else quick.hand0
        lacks: cython.int = self.lacks0 if turn else self.lacks1
        size: cython.int = popcount(quick.hand0 if turn else quick.hand1)
        drawable: cython.int = quick.limit - quick.at
        base: cython.int = 16 * (3 * ((drawable > 0) + (drawable > 6)) + (size > 2) + (size > 4))
        number = quick.below(self.weigh(quick.left, quick.right, mine, base, lacks, size <= 2))
        while number >= u32(self.scores[i]):
            number -= self.scores[i]
            i += 1
        return i

    def finish(self, quick: TwoSeats) -> cython.void:
        """Play a round that was loaded to its end."""
        mine: cython.uint
        fits: cython.uint
        i: cython.int
        tile: cython.int
        ends: cython.int
        shown: cython.int
        while True:
            quick.turns += 1
            mine = quick.hand1 if quick.turn else quick.hand0
            shown = self.lacks1 if quick.turn else self.lacks0
            ends = 1 << quick.left | 1 << quick.right
            fits = MATCH[quick.left] | MATCH[quick.right]
            while not mine & fits and quick.at < quick.limit:
                mine |= bit(quick.order[quick.at])
                quick.at += 1
                shown = ends
            self.find(quick.left, quick.right, mine)
            if quick.turn:
                quick.hand1 = mine
                self.lacks1 = shown
            else:
                quick.hand0 = mine
                self.lacks0 = shown
            if self.moves == 0:
                if quick.turn:
                    self.lacks1 |= ends
                else:
                    self.lacks0 |= ends
                quick.passes += 1
                if quick.passes == 2:
                    break
            else:
                i = self.pick(quick) if self.moves > 1 else 0
                tile = self.tiles[i]
                if i < self.rights:
                    quick.left = SUM[tile] - quick.left
                else:
                    quick.right = SUM[tile] - quick.right
                self.laid |= bit(tile)
                mine ^= bit(tile)
                if quick.turn:
                    quick.hand1 = mine
                else:
                    quick.hand0 = mine
                quick.passes = 0
                if not mine:
                    break
            quick.turn ^= 1
        if quick.turn:
            quick.settle(quick.hand1, quick.hand0, 1)
        else:
            quick.settle(quick.hand0, quick.hand1, 0)


def rounds_by_choice_of_two(
    root: State, begun: Chooser, code: cython.int, worlds: bytes, count: cython.uint, seed: cython.uint,
    first: cython.uint,
) -> Tally:  # fmt: skip
    """As `rounds_by_choice`, of two seats on one line."""
    tally: Tally = Tally(2)
    now: State = State(root.setup)
    chooser: Chooser = begun.copy()
    quick: TwoSeats = TwoSeats(root.setup)
    both: TwoChoosers = TwoChoosers(begun)
    size: cython.int = root.unseen()
    i: cython.uint
    at: cython.int
    data: cython.p_const_uchar = worlds
    with cython.nogil:
        for i in range(count):
            now.set_to(root)
            now.fill_from(data, i * size)
            now.seed(seed, u32(first + i))
            at = now.at
            chooser.renew(begun)
            chooser.advance(now, code)
            if now.turn >= 0:
                quick.load(now)
                both.know(chooser)
                both.finish(quick)
                quick.unload(now)
            tally.add(now, root.steps, at)
    return tally
