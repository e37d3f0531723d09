"""What everybody could know and what bears on a decision, in tiles and numbers; never what was hidden."""

from __future__ import annotations

from collections.abc import Collection

from doublesix.inference import voids
from doublesix.rules.legality import side_name
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase, Who, listed
from doublesix.rules.tiles import tile_set
from doublesix.rules.view import View


def facts(view: View, played: Move, best: Move) -> tuple[Phrase, ...]:
    """Facts about the ends that the move played and the best move leave: unseen tiles, voids, own answers."""
    moves = [played] if played == best else [played, best]
    told = [leaves(view, move) for move in moves]
    values = sorted({value for move in moves for value in ends_after(view, move)})
    told += [_unseen(view, value) for value in values]
    told += _voids(view, values)
    return tuple(told)


def ends_after(view: View, move: Move) -> tuple[int, ...]:
    """The values that are open after a move."""
    if move.tile is None or move.kind == "draw":
        return tuple(view.ends.values())
    line = view.line.led(move.tile) if move.side is None else view.line.played(move.tile, move.side)
    return tuple(line.ends.values())


def leaves(view: View, move: Move) -> Phrase:
    """What a move leaves: the ends, and how many tiles of one's own fit them."""
    if move.tile is None or move.kind == "draw":
        return Phrase("{move}: the ends stay as they are", move=move)
    kept = answers(view, move)
    values = {"tile": move.tile, "ends": listed(ends_after(view, move)), "rest": len(view.hand) - 1}
    if move.side is None:
        return Phrase.plural(
            "Leading {tile} leaves {ends}, and you keep {n} tile of {rest} that would fit",
            "Leading {tile} leaves {ends}, and you keep {n} tiles of {rest} that would fit",
            kept,
            **values,
        )
    return Phrase.plural(
        "{tile} on the {side} leaves {ends}, and you keep {n} tile of {rest} that would fit",
        "{tile} on the {side} leaves {ends}, and you keep {n} tiles of {rest} that would fit",
        kept,
        side=side_name(move.side),
        **values,
    )


def answers(view: View, move: Move) -> int:
    """How many tiles of one's own fit the ends after a move."""
    rest = [tile for tile in view.hand if tile is not move.tile or move.kind == "draw"]
    return sum(any(value in tile for value in ends_after(view, move)) for tile in rest)


def unseen_of(view: View, values: Collection[int]) -> int:
    """How many tiles with one of these values are neither on the line nor in one's own hand."""
    seen = {*view.line.tiles, *view.hand}
    return sum(any(value in tile for value in values) for tile in tile_set(view.rules.max_pip) if tile not in seen)


def _unseen(view: View, value: int) -> Phrase:
    suit = view.rules.max_pip + 1
    left = suit - sum(value in tile for tile in (*view.line.tiles, *view.hand))
    if left == 0:
        return Phrase("All {n} tiles with a {value} are on the line or in your hand", n=suit, value=value)
    return Phrase.plural("{n} tile with a {value} is unseen", "{n} tiles with a {value} are unseen", left, value=value)


def _voids(view: View, values: list[int]) -> list[Phrase]:
    told = []
    for seat in range(view.players):
        if seat == view.seat:
            continue
        known = voids(view, seat)
        told += [
            Phrase("{who} has shown no {value} since move {at}", who=Who(seat), value=value, at=known[value])
            for value in values
            if value in known
        ]
    return told
