# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""How likely the model of choices finds moves of the past in a world.

Valid Python; Cython compiles this same file to C. `_past.pxd` holds its C types.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import sqrt

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import one, u32, u128
    from cython.cimports.doublesix.kernel._choice import Chooser
    from cython.cimports.doublesix.kernel._setup import Setup
    from cython.cimports.doublesix.kernel._state import State
    from cython.cimports.doublesix.kernel._two_choice import TwoChoosers
else:
    from doublesix.kernel._bits import one, u32
    from doublesix.kernel._choice import Chooser
    from doublesix.kernel._setup import Setup
    from doublesix.kernel._state import State
    from doublesix.kernel._two_choice import TwoChoosers


class Decision:
    """A choice that another seat made: the round as all saw it then, and what later moves showed of the hand."""

    def __init__(
        self, state: State, chooser: Chooser, seat: cython.int, code: cython.int, groups: cython.int, known: u128
    ) -> None:
        """State and model are taken over, not copied. `groups`: of the groups of `Past`, how many the seat had been
        given by then; `known`: what later moves showed of its hand at that time, a bit set."""
        self.state = state
        self.chooser = chooser
        self.quick = chooser.setup.two_seats and state.lead >= 0
        if self.quick:
            self.left, self.right = state.outer[0], state.outer[1]
            self.base = 16 * chooser.phase(state)
            self.lacks = chooser.lacks[1 - seat]
            self.few = chooser.sizes[1 - seat] <= 2
            self.laid = u32(chooser.laid)
        self.seat = seat
        self.code = code
        self.groups = groups
        self.known = known


class Past:
    """The choices of the other seats, to weigh worlds by.

    A world says what a seat holds now, not since when. A seat's tiles came in groups: the deal, then each draw. A
    tile has a floor, the first group it may have come with; it is put into any free slot from there on.
    """

    def __init__(self, setup: Setup, decisions: list[Decision]) -> None:
        self.decisions = decisions
        self.chance = State(setup)
        self.two = TwoChoosers(decisions[0].chooser if decisions else Chooser(setup, (), ()))
        self.seats = setup.seats
        if not cython.compiled:
            self.hidden, self.groups, self.start = [0] * 10, [0] * 10, [0] * 10
            self.floors, self.slots = [0] * 1280, [0] * 1280
            self.group, self.free = [0] * 128, [0] * 128

    def set_seat(self, seat: cython.int, hidden: cython.int, floors: Sequence[int], slots: Sequence[int]) -> None:
        """Of a hidden seat: its tiles that worlds name, the floor of each tile, and the free slots of each group."""
        self.hidden[seat] = hidden
        self.groups[seat] = len(slots)
        for tile, floor in enumerate(floors):
            self.floors[seat * 128 + tile] = floor
        for group, free in enumerate(slots):
            self.slots[seat * 128 + group] = free

    def weights(
        self,
        worlds: bytes,
        count: cython.int,
        width: cython.int,
        seed: cython.uint,
        mixed: cython.double,
        least: cython.double = 0.0,
    ) -> array[float]:
        """For each world the chance of all choices of the past, each mixed with a share of any move.

        They are flattened until they are worth `least` of so many equal ones (as an effective sample size).
        """
        i: cython.int
        j: cython.int
        at: cython.int
        seat: cython.int
        hand: u128
        weight: cython.double
        step: Decision
        data: cython.p_const_uchar = worlds
        out = array("d", bytes(8 * count))
        self.by = out
        for i in range(count):
            self.chance.seed(seed, u32(i))
            at = i * width
            for seat in range(self.seats):
                self.start[seat] = at
                if self.hidden[seat] > 0:
                    self.place(seat, data, at)
                at += self.hidden[seat]
            weight = 1.0
            for each in self.decisions:
                step = each
                seat = step.seat
                hand = step.known
                for j in range(self.start[seat], self.start[seat] + self.hidden[seat]):
                    if self.group[data[j]] < step.groups:
                        hand |= one(data[j])
                weight *= self.chance_of(step, hand, mixed)
            self.by[i] = weight
        self.flatten(count, least)
        return out

    def chance_of(self, step: Decision, hand: u128, mixed: cython.double) -> cython.double:
        """The chance of a past choice, had the seat held these tiles."""
        chance: cython.double
        if step.quick:
            self.two.laid = step.laid
            chance = self.two.chance_of(
                step.left, step.right, u32(hand), step.base, step.lacks, step.few, step.code, mixed
            )
        else:
            step.state.hands[step.seat] = hand
            chance = step.chooser.chance_of(step.state, step.code, mixed)
        return chance

    def flatten(self, count: cython.int, least: cython.double) -> cython.void:
        """Take roots until the weights are worth `least` of so many equal ones."""
        i: cython.int
        whole: cython.double
        squares: cython.double
        while True:
            whole = squares = 0.0
            for i in range(count):
                whole += self.by[i]
                squares += self.by[i] * self.by[i]
            if squares <= 0.0 or whole * whole >= least * count * squares:
                return
            for i in range(count):
                self.by[i] = sqrt(self.by[i])

    def select(
        self, worlds: bytes, width: cython.int, weights: array[float], keep: cython.int, start: cython.double
    ) -> bytes:
        """So many of the worlds, each as often as its weight says; `start`, 0 to 1, is where the even steps begin."""
        i: cython.int
        j: cython.int
        count: cython.int = len(weights)
        made: cython.int = 0
        data: cython.p_const_uchar = worlds
        self.by = weights
        self.into = bytearray(keep * width)
        total: cython.double = 0.0
        for i in range(count):
            total += self.by[i]
        step: cython.double = total / keep
        mark: cython.double = step * start
        total = 0.0
        for i in range(count):
            total += self.by[i]
            while made < keep and (mark < total or i == count - 1):  # the last one stands in for what rounding loses
                for j in range(width):
                    self.into[made * width + j] = data[i * width + j]
                made += 1
                mark += step
        return bytes(self.into)

    def place(self, seat: cython.int, tiles: cython.p_const_uchar, at: cython.int) -> cython.void:
        """Give each hidden tile of a seat a slot that is free, the tiles with the highest floors first."""
        floor: cython.int
        group: cython.int
        i: cython.int
        j: cython.int
        pick: cython.int
        tile: cython.int
        base: cython.int = seat * 128
        free: cython.int = 0
        last: cython.int = self.groups[seat] - 1
        for group in range(last + 1):
            self.free[group] = self.slots[base + group]
        for i in range(last + 1):
            floor = last - i
            free += self.free[floor]
            for j in range(self.hidden[seat]):
                tile = tiles[at + j]
                if self.floors[base + tile] == floor or (i == 0 and self.floors[base + tile] > last):
                    group = floor
                    if free > 0:
                        pick = self.chance.below(free)
                        while pick >= self.free[group]:
                            pick -= self.free[group]
                            group += 1
                        self.free[group] -= 1
                        free -= 1
                    self.group[tile] = group
