# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""How a move does world by world, for moves that are compared in pairs: `_rounds` and `_choice` give sums only.

Valid Python; Cython compiles this same file to C.
"""

from __future__ import annotations

from array import array

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import u32
    from cython.cimports.doublesix.kernel._choice import Chooser
    from cython.cimports.doublesix.kernel._state import State
    from cython.cimports.doublesix.kernel._two import TwoSeats
    from cython.cimports.doublesix.kernel._two_choice import TwoChoosers
else:
    from doublesix.kernel._bits import u32
    from doublesix.kernel._choice import Chooser
    from doublesix.kernel._state import State
    from doublesix.kernel._two import TwoSeats
    from doublesix.kernel._two_choice import TwoChoosers


class Column:
    """The results of one move, world by world, written into what is given."""

    def __init__(self, ranks: bytearray, margins: array[int]) -> None:
        self.ranks = ranks
        self.margins = margins

    def put(self, i: cython.uint, ended: State, seat: cython.int) -> cython.void:
        """The result of world i."""
        self.ranks[i] = rank_of(ended, seat)
        self.margins[i] = margin_of(ended, seat)


def results_of_moves(
    root: State,
    begun: Chooser | None,
    codes: list[int],
    worlds: bytes,
    count: cython.uint,
    seed: cython.uint,
    first: cython.uint,
) -> tuple[list[bytes], list[array[int]]]:
    """For each move, world by world: 2 for first place alone, 1 for a shared one, 0 for none; and the margin in pips.

    Both are those of the seat to move, the margin being the pips of the other side less those of its own. Everybody
    chooses as the model `begun` does, at random where it is None. World number i plays with stream `first + i`,
    whatever the move.
    """
    now: State = State(root.setup)
    quick: TwoSeats = TwoSeats(root.setup)
    by_model: cython.bint = begun is not None
    known: Chooser = begun or Chooser(root.setup, (), ())
    chooser: Chooser = known.copy()
    both: TwoChoosers = TwoChoosers(known)
    two: cython.bint = root.setup.two_seats
    size: cython.int = root.unseen()
    seat: cython.int = root.turn
    code: cython.int
    i: cython.uint
    data: cython.p_const_uchar = worlds
    column: Column
    ranks: list[bytes] = []
    margins: list[array[int]] = []
    for code in codes:
        rank = bytearray(count)
        margin = array("h", bytes(2 * count))
        column = Column(rank, margin)
        with cython.nogil:
            for i in range(count):
                now.set_to(root)
                now.fill_from(data, i * size)
                now.seed(seed, u32(first + i))
                if by_model:
                    chooser.renew(known)
                    chooser.advance(now, code)
                    if not two:
                        chooser.finish(now)
                    elif now.turn >= 0:
                        quick.load(now)
                        both.know(chooser)
                        both.finish(quick)
                        quick.unload(now)
                else:
                    now.step(code)
                    if two:
                        quick.finish_state(now)
                    else:
                        now.finish()
                column.put(i, now, seat)
        ranks.append(bytes(rank))
        margins.append(margin)
    return ranks, margins


def rank_of(ended: State, seat: cython.int) -> cython.int:
    """2 where the seat, with its partner, is first alone, 1 where it shares first place, else 0."""
    i: cython.int
    firsts: cython.int = 0
    if ended.places[seat] != 1:
        return 0
    for i in range(ended.setup.seats):
        firsts += ended.places[i] == 1
    return 2 if firsts == 1 or (ended.setup.partners and firsts == 2) else 1


def margin_of(ended: State, seat: cython.int) -> cython.int:
    """The pips left to the others, less those left to the seat's side."""
    i: cython.int
    margin: cython.int = 0
    mine: cython.bint
    for i in range(ended.setup.seats):
        mine = i == seat or (ended.setup.partners and i % 2 == seat % 2)
        margin += -ended.pips[i] if mine else ended.pips[i]
    return margin
