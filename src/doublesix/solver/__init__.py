"""Floor 2: what is exactly true of a round whose tiles are all known, and of its small hidden endings."""

from doublesix.solver.faceup import Progress, Value, solve, solving
from doublesix.solver.hidden import Outlook, count_endings, solve_hidden
from doublesix.solver.perft import perft

__all__ = ["Outlook", "Progress", "Value", "count_endings", "perft", "solve", "solve_hidden", "solving"]
