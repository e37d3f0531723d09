"""The worlds that players deal: those of the exact belief, or of a quick estimate where many seats are hidden."""

from __future__ import annotations

from typing import Final

from doublesix.inference import FULL, QUICK, Belief, belief
from doublesix.rules.view import View

SEATS: Final = 4
"""At most so many seats a player's belief is as exact as `odds` is."""


def believed(view: View) -> Belief:
    """The belief that a player deals worlds from."""
    return belief(view, FULL if view.players <= SEATS else QUICK)
