"""What a learner counts at the table: where each tile fits, and what every placement leaves. Facts, no advice."""

from __future__ import annotations

from typing import NamedTuple

from doublesix.rules.moves import Move
from doublesix.rules.tiles import Tile, pips, tile_set
from doublesix.rules.view import View


class Placement(NamedTuple):
    """What the table and the hand are like after a play."""

    move: Move
    ends: dict[str, int]
    """The sides that then take a tile, each with its value."""
    matches: int
    """Tiles left in the hand that would match one of them."""
    pips: int
    """Pips left in the hand."""
    unseen: int
    """Tiles that the seat does not see and that would match."""
    points: int
    """Points that the open ends make by the play."""


def fits(view: View) -> dict[Tile, tuple[str, ...]]:
    """For each tile of the hand the sides whose open value it shows, whoever is to move; none before the lead."""
    return {tile: tuple(side for side, value in view.ends.items() if value in tile) for tile in view.hand}


def placements(view: View) -> list[Placement]:
    """What each play leaves that the seat may make now, in the order of its legal moves."""
    hidden = set(tile_set(view.rules.max_pip)).difference(view.line.tiles, view.hand)
    return [_placement(view, move, hidden) for move in view.legal if move.tile is not None and move.kind != "draw"]


def _placement(view: View, move: Move, hidden: set[Tile]) -> Placement:
    assert move.tile is not None
    line = view.line.led(move.tile) if move.side is None else view.line.played(move.tile, move.side)
    rest = [tile for tile in view.hand if tile is not move.tile]
    open_values = set(line.ends.values())

    def matching(tiles: list[Tile] | set[Tile]) -> int:
        return sum(not open_values.isdisjoint(tile) for tile in tiles)

    count = view.rules.count
    points = count.points(sum(shown for _, shown in line.exposed())) if count is not None else 0
    return Placement(move, line.ends, matching(rest), pips(rest), matching(hidden), points)
