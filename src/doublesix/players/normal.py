"""The normal level: sheds heavy tiles and doubles, keeps a variety of numbers, turns the ends to its long suit."""

from __future__ import annotations

import random
from typing import Final

from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.tiles import Tile
from doublesix.rules.view import View

PIP: Final = 0.2
"""What a pip shed is worth."""
DOUBLE: Final = 0.6
"""What shedding a double is worth: it connects to one number only."""
VARIETY: Final = 0.24
"""What each number still in the hand is worth."""
ANSWER: Final = 0.3
"""What each tile of the hand that fits the new ends is worth."""
POINT: Final = 0.35
"""What a point in play is worth."""


def choose_normal(view: View, rng: random.Random, thinking: Thinking) -> Move:
    """The legal move with the best sum of simple worths; equal ones by lot."""
    del thinking
    best: list[Move] = []
    top = float("-inf")
    for move in view.legal:
        worth = _worth(view, move)
        if worth > top + 1e-9:
            best, top = [move], worth
        elif worth > top - 1e-9:
            best.append(move)
    return rng.choice(best)


def _worth(view: View, move: Move) -> float:
    tile = move.tile
    if tile is None or move.kind == "draw":
        return -10.0  # a draw by choice only where nothing better is legal
    rest = [other for other in view.hand if other is not tile]
    line = view.line.led(tile) if move.side is None else view.line.played(tile, move.side)
    ends = set(line.ends.values())
    worth = PIP * tile.pips + DOUBLE * tile.is_double
    worth += VARIETY * len({half for other in rest for half in other})
    worth += ANSWER * _answers(rest, ends)
    if view.rules.count is not None:
        worth += POINT * view.rules.count.points(sum(pips for _, pips in line.exposed()))
    return worth


def _answers(rest: list[Tile], ends: set[int]) -> int:
    """Tiles that fit one of the ends."""
    return sum(1 for tile in rest if tile.high in ends or tile.low in ends)
