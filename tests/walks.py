"""Rounds that the rules play at random, and the first position in them that is of a kind."""

from __future__ import annotations

import random
from collections.abc import Callable

from doublesix.rules import Position, deal, preset


def played(rules: str, players: int, seed: int) -> list[Position]:
    """Every position of one round, from the deal to its end."""
    rng = random.Random(seed)
    positions = [deal(preset(rules), players, rng)]
    while positions[-1].outcome is None:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves)))
    return positions


def first_where(rules: str, players: int, seed: int, holds: Callable[[Position], bool]) -> Position:
    """The first position with a seat to move that is as wished, in round after round."""
    rng = random.Random(seed)
    while True:
        position = deal(preset(rules), players, rng)
        while position.turn is not None:
            if holds(position):
                return position
            position = position.play(rng.choice(position.legal_moves))


def level_ends(position: Position) -> bool:
    """Whether both ends show the same value and there is a choice for them."""
    ends = position.ends
    return bool(ends) and ends["L"] == ends["R"] and len(position.legal_moves) > 2
