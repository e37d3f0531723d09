"""Floor 2: what is exactly true of a round whose tiles are all known."""

from doublesix.solver.perft import perft

__all__ = ["perft"]
