# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Rounds played out by a model of choices.

Valid Python; Cython compiles this same file to C. `_choice.pxd` holds its C types. A move's score is a weighted sum of
whole-numbered features, in 128ths; a seat takes it with a chance in proportion to e to the score. Sums and the table
of powers are whole numbers, so that play-outs are the same everywhere, compiled and interpreted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import one, u32, u128, wide_ctz, wide_popcount
    from cython.cimports.doublesix.kernel._codes import DRAW, LED, PASS, SPIN_NONE
    from cython.cimports.doublesix.kernel._setup import Setup
    from cython.cimports.doublesix.kernel._state import State
    from cython.cimports.doublesix.kernel._tally import Tally
else:
    from doublesix.kernel._bits import one, u32, wide_ctz, wide_popcount
    from doublesix.kernel._codes import DRAW, LED, PASS, SPIN_NONE
    from doublesix.kernel._setup import Setup
    from doublesix.kernel._state import State
    from doublesix.kernel._tally import Tally

FEATURES = (
    "pips",  # of the tile
    "double",  # 1 for a double
    "lost",  # numbers that the hand then lacks: 0 to 2
    "matches",  # tiles of the rest of the hand that fit the ends after the move
    "stuck",  # 1 where none does
    "unseen",  # tiles neither on the line nor in the own hand that fit the ends after the move
    "next lacks",  # ends after the move that the next seat has shown it lacks, different numbers
    "next blocked",  # 1 where these are all of them
    "others blocked",  # other opponents of whom the same is true
    "partner blocked",  # 1 where it is true of the partner
    "points",  # gained by the move
    "equal ends",  # 1 where all ends then have one number
    "draw",  # 1 for a draw by choice; all else is 0 then
    "late pips",  # pips, where an opponent holds two tiles or fewer
    "suit",  # tiles of the rest that have the number which the move puts on its end
)
"""What the model looks at, in the order of its weights."""
PHASES = 9
"""The parts of a round that have weights of their own: see `Chooser.phase`."""
UNIT = 128
"""Weights are in these parts of a natural logarithm."""

if not cython.compiled:  # in C this is an array, declared in _choice.pxd
    EXP = [0] * 2048


def _fill_powers() -> None:
    for below in range(2048):
        EXP[below] = round(65536 * exp(-below / 128))


_fill_powers()


class Chooser:
    """The model and what it knows of a round: what is laid, what seats have shown they lack, how many tiles they hold.

    A seat lacks the ends at which it drew or passed; drawing anew forgets what it had shown before.
    """

    def __init__(self, setup: Setup, weights: Sequence[Sequence[int]], sizes: Sequence[int]) -> None:
        """A model with a weight for each of `FEATURES` in each of the `PHASES`, before the first move; `sizes`: tiles
        by seat."""
        self.setup = setup
        if not cython.compiled:
            self.weights, self.found = [0] * 144, [0] * 16
            self.lacks, self.sizes = [0] * 10, [0] * 10
            self.codes, self.scores = [0] * 512, [0] * 512
            self.laid = self.moves = 0
        for phase, row in enumerate(weights):
            for place, weight in enumerate(row):
                self.weights[16 * phase + place] = weight
        for seat, size in enumerate(sizes):
            self.sizes[seat] = size

    def copy(self) -> Chooser:
        """The same, to be changed on its own."""
        new: Chooser = Chooser(self.setup, (), ())
        new.set_to(self)
        return new

    def set_to(self, other: Chooser) -> cython.void:
        """Become what another one is."""
        i: cython.int
        for i in range(144):
            self.weights[i] = other.weights[i]
        self.renew(other)

    def renew(self, other: Chooser) -> cython.void:
        """Know of the round what another one of the same model knows."""
        i: cython.int
        self.laid = other.laid
        for i in range(self.setup.seats):
            self.lacks[i] = other.lacks[i]
            self.sizes[i] = other.sizes[i]

    def lacked(self, seat: cython.int) -> int:
        """The values that a seat has shown it lacks, a bit set."""
        return self.lacks[seat]

    def features(self, state: State, code: cython.int) -> list[int]:
        """The features of a legal move, in the order of `FEATURES`."""
        if code in (DRAW, PASS):
            return [int(place == 12 and code == DRAW) for place in range(len(FEATURES))]
        self.measure(state, code >> 6, code & 63)
        return [self.found[i] for i in range(len(FEATURES))]

    def chances(self, state: State) -> dict[int, float]:
        """The chance of each move of the seat whose turn it is; mirror images on equal ends of a line are one."""
        self.look(state)
        top: cython.int = self.score(state)
        weights = [EXP[min(2047, top - self.scores[i])] for i in range(self.moves)]
        return {self.codes[i]: weights[i] / sum(weights) for i in range(self.moves)}

    def play(self, state: State, code: cython.int) -> None:
        """Make a legal move on the state and note what it shows."""
        self.advance(state, code)

    # --- features ----------------------------------------------------------------------------------------------------

    def open_values(self, state: State) -> cython.int:
        """The values of the open ends, a bit set."""
        i: cython.int
        values: cython.int = 0
        for i in range(state.opened):
            values |= 1 << state.outer[state.open_arm[i]]
        return values

    def measure(self, state: State, tile: cython.int, arm: cython.int) -> cython.void:
        """The features of laying a tile."""
        i: cython.int
        turn: cython.int = state.turn
        seats: cython.int = self.setup.seats
        high: cython.int = self.setup.high[tile]
        low: cython.int = self.setup.low[tile]
        hand: u128 = state.hands[turn]
        rest: u128 = hand ^ one(tile)
        fits: u128 = 0
        values: cython.int
        value: cython.int = -1
        left: cython.int
        seat: cython.int
        partner: cython.int = turn ^ 2 if self.setup.partners else -1
        following: cython.int = turn
        few: cython.bint = False
        if arm == LED:
            values = 1 << high | 1 << low
        else:
            value = high + low - state.outer[arm]
            values = 1 << value
            for i in range(state.opened):
                if state.open_arm[i] != arm:
                    values |= 1 << state.outer[state.open_arm[i]]
        left = values
        i = 0
        while left:
            if left & 1:
                fits |= self.setup.match[i]
            left >>= 1
            i += 1
        for _ in range(seats):
            following += 1
            if following == seats:
                following = 0
            if following != partner and self.sizes[following] > 0:
                break
        for i in range(15):
            self.found[i] = 0
        self.found[0] = self.setup.pips[tile]
        self.found[1] = 1 if high == low else 0
        if not rest & self.setup.match[high]:
            self.found[2] += 1
        if high != low and not rest & self.setup.match[low]:
            self.found[2] += 1
        self.found[3] = wide_popcount(rest & fits)
        self.found[4] = 1 if self.found[3] == 0 else 0
        self.found[5] = wide_popcount(fits & ~self.laid & ~hand)
        left = values & self.lacks[following]
        self.found[7] = 1 if left == values else 0
        while left:
            left &= left - 1
            self.found[6] += 1
        for seat in range(seats):
            if seat != turn:
                if seat == partner:
                    self.found[9] = 1 if values & self.lacks[seat] == values else 0
                else:
                    if seat != following and values & self.lacks[seat] == values:
                        self.found[8] += 1
                    if self.sizes[seat] <= 2:
                        few = True
        if self.setup.multiples > 0:
            self.found[10] = self.gain(state, tile, arm)
        self.found[11] = 1 if values & values - 1 == 0 else 0
        if few:
            self.found[13] = self.setup.pips[tile]
        if value >= 0:
            self.found[14] = wide_popcount(rest & self.setup.match[value])

    def gain(self, state: State, tile: cython.int, arm: cython.int) -> cython.int:
        """Points in play for laying a tile."""
        inner: cython.int
        outer: cython.int
        shown: cython.int
        total: cython.int
        if arm == LED:
            return self.setup.count(self.setup.pips[tile])
        inner = state.outer[arm]
        outer = self.setup.pips[tile] - inner
        shown = 2 * outer if inner == outer else outer
        total = state.side_total
        if arm > 1:
            total += shown - state.shown[arm] + state.shown[0]
        else:
            total += shown
        if arm == 0:
            total += state.shown[1]
        elif arm == 1:
            total += state.shown[0]
        elif (
            state.length[0] > 0
            or state.length[1] > 0
            or self.setup.high[state.lead] != self.setup.low[state.lead]
        ):
            total += state.shown[1]
        return self.setup.count(total)

    def phase(self, state: State) -> cython.int:
        """The part of the round: by the tiles that may still be drawn, none, up to six or more; and by those of the
        other seat that has the fewest, one or two, three or four, or more."""
        i: cython.int
        fewest: cython.int = 5
        drawable: cython.int = state.drawable()
        for i in range(self.setup.seats):
            if i != state.turn and 0 < self.sizes[i] < fewest:
                fewest = self.sizes[i]
        return 3 * ((drawable > 0) + (drawable > 6)) + (fewest > 2) + (fewest > 4)

    # --- choices -----------------------------------------------------------------------------------------------------

    def look(self, state: State) -> cython.void:
        """Find the moves; of mirror images on equal ends of a line only the one at the left."""
        hand: u128 = state.hands[state.turn]
        fits: u128
        i: cython.int
        n: cython.int = 0
        opened: cython.int = state.opened
        if state.lead < 0:
            if state.lead_tile >= 0:
                self.codes[0] = state.lead_tile << 6 | LED
                self.moves = 1
                return
            while hand:
                if n < 512:
                    self.codes[n] = wide_ctz(hand) << 6 | LED
                    n += 1
                hand &= hand - 1
            self.moves = n
            return
        if self.setup.spinner == SPIN_NONE and state.outer[0] == state.outer[1]:
            opened = 1
        for i in range(opened):
            fits = hand & self.setup.match[state.outer[state.open_arm[i]]]
            while fits:
                if n < 510:
                    self.codes[n] = wide_ctz(fits) << 6 | state.open_arm[i]
                    n += 1
                fits &= fits - 1
        if (n == 0 or self.setup.voluntary) and state.may_draw():
            self.codes[n] = DRAW
            n += 1
        if n == 0:
            self.codes[0] = PASS
            n = 1
        self.moves = n

    def score(self, state: State) -> cython.int:
        """Score the moves found; gives the best score."""
        i: cython.int
        j: cython.int
        total: cython.int
        top: cython.int = -(1 << 30)
        base: cython.int = 16 * self.phase(state)
        for i in range(self.moves):
            total = 0
            if self.codes[i] == DRAW:
                total = self.weights[base + 12]
            elif self.codes[i] != PASS:
                self.measure(state, self.codes[i] >> 6, self.codes[i] & 63)
                for j in range(15):
                    total += self.weights[base + j] * self.found[j]
            self.scores[i] = total
            top = max(top, total)
        return top

    def choose(self, state: State) -> cython.void:
        """Make one move as the model does."""
        i: cython.int
        top: cython.int
        below: cython.int
        total: cython.uint = 0
        pick: cython.uint
        self.look(state)
        if self.moves == 1:
            self.advance(state, self.codes[0])
            return
        top = self.score(state)
        for i in range(self.moves):
            below = top - self.scores[i]
            self.scores[i] = EXP[below] if below < 2048 else 0
            total += self.scores[i]
        pick = state.below(total)
        i = 0
        while pick >= u32(self.scores[i]):
            pick -= self.scores[i]
            i += 1
        self.advance(state, self.codes[i])

    def advance(self, state: State, code: cython.int) -> cython.void:
        """Make a move and note what it shows."""
        turn: cython.int = state.turn
        if code == DRAW:
            self.lacks[turn] = 0 if self.setup.voluntary else self.open_values(state)
            self.sizes[turn] += 1
        elif code == PASS:
            self.lacks[turn] |= self.open_values(state)
        else:
            self.laid |= one(code >> 6)
            self.sizes[turn] -= 1
        state.step(code)

    def finish(self, state: State) -> cython.void:
        """Play on to the end of the round."""
        while state.turn >= 0:
            self.choose(state)

    def chance_of(self, state: State, code: cython.int, mixed: cython.double) -> cython.double:
        """The chance of a move, the model mixed with a share of any move."""
        i: cython.int
        top: cython.int
        below: cython.int
        weight: cython.double
        total: cython.double = 0
        mine: cython.double = 0
        self.look(state)
        if self.moves == 1:
            return 1.0
        top = self.score(state)
        for i in range(self.moves):
            below = top - self.scores[i]
            weight = EXP[below] if below < 2048 else 0
            total += weight
            if self.codes[i] == code:
                mine = weight
        return (1 - mixed) * mine / total + mixed / self.moves


def rounds_by_choice(
    root: State, begun: Chooser, code: cython.int, worlds: bytes, count: cython.uint, seed: cython.uint,
    first: cython.uint,
) -> Tally:  # fmt: skip
    """As `rounds_of_worlds`, with every seat choosing as the model `begun`, which knows the moves so far."""
    tally: Tally = Tally(root.setup.seats)
    now: State = State(root.setup)
    chooser: Chooser = begun.copy()
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
            chooser.finish(now)
            tally.add(now, root.steps, at)
    return tally
