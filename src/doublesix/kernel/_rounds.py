# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Many random rounds without the interpreter's lock: from the deal, from a state, and from worlds of a view."""

from __future__ import annotations

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import u32
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


def rounds_dealt(setup: Setup, seed: cython.uint, first: cython.uint, count: cython.uint) -> Tally:
    """Deal and play rounds `first` .. `first + count - 1` of a seed, by the general state."""
    tally: Tally = Tally(setup.seats)
    state: State = State(setup)
    i: cython.uint
    dealt: cython.int = setup.seats * setup.size
    with cython.nogil:
        for i in range(count):
            state.seed(seed, u32(first + i))
            state.deal()
            state.finish()
            tally.add(state, 0, dealt)
    return tally


def rounds_from(state: State, seed: cython.uint, first: cython.uint, count: cython.uint) -> Tally:
    """Play on from a state, once for each stream `first` .. `first + count - 1` of a seed; the state stays."""
    tally: Tally = Tally(state.setup.seats)
    now: State = State(state.setup)
    quick: TwoSeats = TwoSeats(state.setup)
    two: cython.bint = state.setup.two_seats
    i: cython.uint
    with cython.nogil:
        for i in range(count):
            now.set_to(state)
            now.seed(seed, u32(first + i))
            if two:
                quick.finish_state(now)
            else:
                now.finish()
            tally.add(now, state.steps, state.at)
    return tally


def rounds_of_worlds(
    root: State, code: cython.int, worlds: bytes, count: cython.uint, seed: cython.uint, first: cython.uint
) -> Tally:
    """Name the hidden tiles of `root` by each of `count` worlds, make the move, and play on to the end.

    World number i plays with stream `first + i`, whatever the move: moves are compared over equal chances.
    """
    tally: Tally = Tally(root.setup.seats)
    now: State = State(root.setup)
    quick: TwoSeats = TwoSeats(root.setup)
    two: cython.bint = root.setup.two_seats
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
            now.step(code)
            if two:
                quick.finish_state(now)
            else:
                now.finish()
            tally.add(now, root.steps, at)
    return tally
