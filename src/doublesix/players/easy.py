"""The easy level: any legal move, all equally likely (as the ranked table describes it)."""

from __future__ import annotations

import random

from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.view import View


def choose_easy(view: View, rng: random.Random, thinking: Thinking) -> Move:
    """Any legal move."""
    del thinking
    return rng.choice(view.legal)
