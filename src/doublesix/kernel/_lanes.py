# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Random rounds of two seats many at a time, in the processor's vector registers (`_lanes.h`).

The same rounds with the same totals as one by one; where nothing is compiled they are played one by one.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import u32
    from cython.cimports.doublesix.kernel._lanes import DSX_HAS_LANES, dsx_play, dsx_width
    from cython.cimports.doublesix.kernel._setup import Setup
    from cython.cimports.doublesix.kernel._state import State
    from cython.cimports.doublesix.kernel._tally import Tally
    from cython.cimports.doublesix.kernel._two import TwoSeats
else:
    from doublesix.kernel._bits import u32
    from doublesix.kernel._setup import Setup
    from doublesix.kernel._state import State
    from doublesix.kernel._tally import Tally
    from doublesix.kernel._two import TwoSeats

    DSX_HAS_LANES = 0

    def dsx_play(rounds: Any, count: int, limit: int, width: int) -> None:
        """Not reached: without C there are no lanes."""

    def dsx_width(wanted: int) -> int:
        """No vectors without C."""
        return 0 * wanted


def vector_bytes(wanted: int = 0) -> int:
    """The width of the vectors that play rounds side by side, at most `wanted` bytes (0: any); 0 without lanes."""
    return dsx_width(wanted)


class Lanes:
    """A batch of rounds, each with its own stream."""

    if not cython.compiled:
        batch: Any

    def take(self, i: cython.int, quick: TwoSeats) -> cython.void:
        """Copy a round that has begun into place `i` of the batch."""
        j: cython.int
        self.batch[i].mine = quick.hand1 if quick.turn else quick.hand0
        self.batch[i].theirs = quick.hand0 if quick.turn else quick.hand1
        self.batch[i].left = quick.left
        self.batch[i].right = quick.right
        self.batch[i].at = quick.at
        self.batch[i].passes = quick.passes
        self.batch[i].turn = quick.turn
        self.batch[i].turns = quick.turns
        self.batch[i].s0 = quick.s0
        self.batch[i].s1 = quick.s1
        for j in range(quick.at, quick.limit):
            self.batch[i].order[j] = quick.order[j]

    def give(self, i: cython.int, quick: TwoSeats) -> cython.void:
        """End a round as the batch has."""
        quick.turns = self.batch[i].turns
        quick.at = self.batch[i].at
        quick.settle(self.batch[i].mine, self.batch[i].theirs, self.batch[i].turn)


def rounds_in_lanes(
    setup: Setup, seed: cython.uint, first: cython.uint, count: cython.uint, wanted: cython.int = 0
) -> Tally:
    """As `rounds_of_two`; `wanted` as for `vector_bytes`."""
    width: cython.int = dsx_width(wanted)
    lanes: Lanes = Lanes()
    quick: TwoSeats = TwoSeats(setup)
    done: cython.uint = 0
    size: cython.uint
    i: cython.uint
    limit: cython.int = quick.limit
    with cython.nogil:
        while done < count:
            size = 1024 if count - done > 1024 else count - done
            for i in range(size):
                if DSX_HAS_LANES:
                    quick.begin(seed, u32(first + done + i))
                    lanes.take(i, quick)
                else:
                    quick.begin(seed, u32(first + done + i))
                    quick.finish()
                    quick.account()
            if DSX_HAS_LANES:
                dsx_play(lanes.batch, size, limit, width)
                for i in range(size):
                    lanes.give(i, quick)
                    quick.account()
            done += size
    return quick.tally(count)


def worlds_in_lanes(
    root: State, code: cython.int, worlds: bytes, count: cython.uint, seed: cython.uint, first: cython.uint
) -> Tally:
    """As `rounds_of_worlds`, of two seats on one line."""
    tally: Tally = Tally(2)
    lanes: Lanes = Lanes()
    now: State = State(root.setup)
    quick: TwoSeats = TwoSeats(root.setup)
    width: cython.int = root.unseen()
    data: cython.p_const_uchar = worlds
    begun: cython.int = root.steps
    done: cython.uint = 0
    size: cython.uint
    i: cython.uint
    at: cython.int
    moved_at: cython.int
    moved_steps: cython.int
    limit: cython.int
    with cython.nogil:
        while done < count:
            size = 0
            at = moved_at = moved_steps = limit = 0
            while done < count and size < 1024:
                now.set_to(root)
                now.fill_from(data, done * width)
                now.seed(seed, u32(first + done))
                at = now.at
                now.step(code)
                if now.turn < 0:
                    tally.add(now, begun, at)
                else:
                    limit = quick.load(now)
                    moved_at = now.at
                    moved_steps = now.steps
                    if DSX_HAS_LANES:
                        lanes.take(size, quick)
                        size += 1
                    else:
                        quick.finish()
                        quick.unload(now)
                        tally.add(now, begun, at)
                done += 1
            if size > 0:
                dsx_play(lanes.batch, size, limit, dsx_width(0))
                for i in range(size):
                    lanes.give(i, quick)
                    now.set_to(root)
                    now.at = moved_at
                    now.steps = moved_steps
                    quick.unload(now)
                    tally.add(now, begun, at)
    return tally
