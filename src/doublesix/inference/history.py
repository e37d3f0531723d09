"""What the public moves of a round say about each other seat, as a list of small steps."""

from __future__ import annotations

from typing import NamedTuple

from doublesix.rules import Line, Tile, View, tile_set


class Drew(NamedTuple):
    """The seat took a tile from the boneyard."""

    number: int
    """The number of the move, counted from 1."""


class Lacked(NamedTuple):
    """The seat showed that nothing it held fitted the open ends: it had to draw, or it passed."""

    number: int
    values: frozenset[int]
    """The values that no tile of its hand had."""


class Laid(NamedTuple):
    """The seat laid a tile."""

    number: int
    tile: Tile


Step = Drew | Lacked | Laid


class History(NamedTuple):
    """A view read for belief: what is unseen, and what each other seat did."""

    unseen: tuple[Tile, ...]
    """Tiles that lie neither on the line nor in the viewer's hand, lightest first."""
    dealt: tuple[Tile, ...]
    """The viewer's tiles as dealt."""
    steps: tuple[tuple[Step, ...], ...]
    """By seat, oldest first; the viewer's own as the others see them."""


def read_history(view: View) -> History:
    """What the moves show to everybody, and what the viewer has not seen.

    A forced draw and a pass prove that nothing held at that moment fitted an open end; where drawing is voluntary a
    draw proves nothing, a pass still does.
    """
    rules, line = view.rules, Line(view.rules)
    steps: list[list[Step]] = [[] for _ in range(view.players)]
    dealt, drawn = list(view.hand), set()
    for number, (move, seat) in enumerate(zip(view.moves, view.turns, strict=True), start=1):
        if move.kind in ("draw", "pass"):
            if move.kind == "pass" or not rules.voluntary_draw:
                steps[seat].append(Lacked(number, frozenset(line.ends.values())))
            if move.kind == "draw":
                steps[seat].append(Drew(number))
                drawn.add(move.tile)
            continue
        assert move.tile is not None
        line = line.led(move.tile) if move.side is None else line.played(move.tile, move.side)
        steps[seat].append(Laid(number, move.tile))
        if seat == view.seat:
            dealt.append(move.tile)
    seen = {*view.hand, *line.tiles}
    return History(
        unseen=tuple(tile for tile in tile_set(rules.max_pip) if tile not in seen),
        dealt=tuple(tile for tile in dealt if tile not in drawn),
        steps=tuple(map(tuple, steps)),
    )
