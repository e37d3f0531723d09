"""How the moves of an analysis stand to each other: the best, equal to it, too close to call, or behind.

What tells two moves apart are the differences over the same worlds, never how far their chances lie apart.
"""

from __future__ import annotations

from typing import NamedTuple

from doublesix.analysis.analyse import Analysis
from doublesix.analysis.intervals import Mean
from doublesix.analysis.review import INACCURACY
from doublesix.rules.moves import Move

BEST, EQUAL, CLOSE, BEHIND = "best", "equal", "too-close", "behind"


class Standing(NamedTuple):
    """A move against the best one."""

    word: str
    """`best`, `equal`, `too-close` or `behind`."""
    behind: Mean
    """How far behind, in wins and half the ties."""


def standings(found: Analysis) -> dict[Move, Standing]:
    """Every move, the best first, then by how far it is behind. Nothing where there is no move."""
    best = found.best
    if best is None:
        return {}
    gaps = {move: found.behind(move, best) for move in found.moves}
    ordered = sorted(gaps, key=lambda move: (move != best, gaps[move].value, str(move)))
    return {move: Standing(BEST if move == best else _word(gaps[move]), gaps[move]) for move in ordered}


def _word(behind: Mean) -> str:
    """`equal`: surely less behind than anything that a review would name."""
    if behind.high < INACCURACY:
        return EQUAL
    return CLOSE if behind.low <= 0 else BEHIND
