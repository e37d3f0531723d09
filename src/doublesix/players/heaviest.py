"""A yardstick, not a level: always the heaviest tile that fits."""

from __future__ import annotations

import random

from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.view import View


def choose_heaviest(view: View, rng: random.Random, thinking: Thinking) -> Move:
    """The heaviest tile, equal ones by lot; a tile before a draw by choice."""
    del thinking
    top = max(move.tile.pips if move.tile is not None else -1 for move in view.legal)
    return rng.choice([move for move in view.legal if (move.tile.pips if move.tile is not None else -1) == top])
