"""Floor 4: what was good here and why, from what a seat may know."""

from doublesix.analysis.analyse import MODEL, Analysis, Chances, analyse
from doublesix.analysis.intervals import Mean, mean_of, share_of

__all__ = ["MODEL", "Analysis", "Chances", "Mean", "analyse", "mean_of", "share_of"]
