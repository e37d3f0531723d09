"""What everybody could know and what bears on a decision, in tiles and numbers; never what was hidden."""

from __future__ import annotations

from doublesix.inference import voids
from doublesix.rules.legality import side_name
from doublesix.rules.moves import Move
from doublesix.rules.view import View


def facts(view: View, played: Move, best: Move) -> tuple[str, ...]:
    """Facts about the ends that the move played and the best move leave: unseen tiles, voids, own answers."""
    moves = [played] if played == best else [played, best]
    told = [_leaves(view, move) for move in moves]
    values = sorted({value for move in moves for value in _ends(view, move)})
    told += [_unseen(view, value) for value in values]
    told += _voids(view, values)
    return tuple(told)


def _ends(view: View, move: Move) -> tuple[int, ...]:
    """The values that are open after a move."""
    if move.tile is None or move.kind == "draw":
        return tuple(view.ends.values())
    line = view.line.led(move.tile) if move.side is None else view.line.played(move.tile, move.side)
    return tuple(line.ends.values())


def _leaves(view: View, move: Move) -> str:
    if move.tile is None or move.kind == "draw":
        return f"{move}: the ends stay as they are"
    rest = [tile for tile in view.hand if tile is not move.tile]
    open_ends = _ends(view, move)
    answers = sum(any(value in tile for value in open_ends) for tile in rest)
    where = "leading it" if move.side is None else f"on the {side_name(move.side)}"
    fit = "1 tile" if answers == 1 else f"{answers} tiles"
    ends = " and ".join(map(str, open_ends))
    return f"{move.tile} {where} leaves {ends}, and you keep {fit} of {len(rest)} that would fit"


def _unseen(view: View, value: int) -> str:
    suit = view.rules.max_pip + 1
    seen = sum(value in tile for tile in (*view.line.tiles, *view.hand))
    left = suit - seen
    if left == 0:
        return f"all {suit} tiles with a {value} are on the line or in your hand"
    are = "tile with a {0} is" if left == 1 else "tiles with a {0} are"
    return f"{left} {are.format(value)} unseen"


def _voids(view: View, values: list[int]) -> list[str]:
    told = []
    for seat in range(view.players):
        if seat == view.seat:
            continue
        known = voids(view, seat)
        told += [f"seat {seat} has shown no {value} since move {known[value]}" for value in values if value in known]
    return told
