"""Floor 2: what is exactly true of a round whose tiles are all known."""

from doublesix.solver.faceup import Progress, Value, solve, solving
from doublesix.solver.perft import perft

__all__ = ["Progress", "Value", "perft", "solve", "solving"]
