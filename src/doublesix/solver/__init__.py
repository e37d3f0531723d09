"""Floor 2: what is exactly true of a round whose tiles are all known, and of its small hidden endings."""

from doublesix.solver.faceup import Progress, Value, solve, solving
from doublesix.solver.hidden import MOST_WORLDS, Outlook, count_endings, positions_of, solve_hidden
from doublesix.solver.perft import perft

__all__ = [
    "MOST_WORLDS",
    "Outlook",
    "Progress",
    "Value",
    "count_endings",
    "perft",
    "positions_of",
    "solve",
    "solve_hidden",
    "solving",
]
