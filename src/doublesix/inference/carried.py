"""The belief of a seat in a two-seat round, carried along from view to view: quick to keep up, quick to sample."""

from __future__ import annotations

from typing import Final

from doublesix.errors import BadRecord
from doublesix.inference._carried import CarriedSeat
from doublesix.inference.cases import above
from doublesix.inference.history import read_history
from doublesix.kernel import number
from doublesix.rules import Line, Move, Tile, View, tile_set
from doublesix.rules.tiles import heaviest_first

WORDS: Final = 1 << 32


def carries(view: View) -> bool:
    """Whether the belief of this view can be carried: two seats, and nothing unknown about who had to lead."""
    if view.players != 2:
        return False
    rules = view.rules
    decided = rules.leader == "highest" and not view.later and view.leader != view.seat
    return not decided or (rules.lead_tile == "qualifying" and bool(view.moves))


class CarriedBelief:
    """What `Belief` says, for sampling only: `see` takes the next view of the same seat, `packed` gives worlds."""

    __slots__ = ("_ends", "_line", "_moves", "_seat", "_table", "_view")

    def __init__(self, view: View) -> None:
        """Raises `BadRecord` where the view cannot be carried (see `carries`)."""
        if not carries(view):
            raise BadRecord("only the belief of two seats is carried, once the tile that had to lead is known")
        rules = view.rules
        self._seat = view.seat
        self._line = Line(rules) if rules.spinner != "none" else None
        self._ends = {"L": -1, "R": -1}
        self._moves = 0
        dealt = read_history(view).dealt
        unseen = [tile for tile in tile_set(rules.max_pip) if tile not in dealt]
        barred = _barred(view, dealt).intersection(unseen)
        self._table = CarriedSeat(
            rules.max_pip, rules.hand_size[2], bytes(map(number, unseen)), bytes(map(number, barred))
        )
        self.see(view)

    @property
    def exact(self) -> bool:
        """Whether the tables had room for all cases; where not, `packed` asks the full belief."""
        return bool(self._table.fits)

    def see(self, view: View) -> None:
        """Take in the moves since the last view of the same round."""
        voluntary = view.rules.voluntary_draw
        table, seat = self._table, self._seat
        for at in range(self._moves, len(view.moves)):
            move, mine = view.moves[at], view.turns[at] == seat
            kind = move.kind
            if kind in ("play", "lead"):
                assert move.tile is not None
                if not mine:
                    table.laid(number(move.tile))
                self._lay(move, move.tile)
            elif mine:
                if kind == "draw":
                    assert move.tile is not None
                    table.saw(number(move.tile))
            else:
                if kind == "pass" or not voluntary:
                    table.lacked(self._values())
                if kind == "draw":
                    table.drew()
        self._moves = len(view.moves)
        self._view = view
        table.build()

    def _lay(self, move: Move, tile: Tile) -> None:
        if self._line is not None:
            self._line = self._line.led(tile) if move.side is None else self._line.played(tile, move.side)
        elif move.side is None:
            self._ends = {"L": tile[0], "R": tile[1]}
        else:
            self._ends[move.side] = tile.other(self._ends[move.side])

    def _values(self) -> int:
        ends = self._ends if self._line is None else self._line.ends
        values = 0
        for value in ends.values():
            values |= 1 << value
        return values

    def packed(self, count: int, *, seed: int, first: int = 0) -> bytes:
        """Worlds as those of `Belief.packed`, as likely, though not the same ones for a seed."""
        if not self._table.fits:
            from doublesix.inference.belief import belief

            return belief(self._view).packed(count, seed=seed, first=first)
        return bytes(self._table.worlds(count, seed % WORDS, first % WORDS))


def _barred(view: View, dealt: tuple[Tile, ...]) -> frozenset[Tile]:
    """The tiles that the other seat was surely not dealt."""
    rules = view.rules
    if view.later:
        return frozenset()
    if view.leader == view.seat:
        return above(rules.max_pip, max(dealt, key=heaviest_first)) if rules.leader == "highest" else frozenset()
    lead = view.moves[0].tile if view.moves else None
    if rules.lead_tile != "qualifying" or lead is None:
        return frozenset()
    return above(rules.max_pip, lead)
