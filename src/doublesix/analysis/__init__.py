"""Floor 4: what was good here and why, from what a seat may know."""

from doublesix.analysis.analyse import MODEL, Analysis, Chances, analyse
from doublesix.analysis.facts import facts
from doublesix.analysis.intervals import Mean, mean_of, share_of
from doublesix.analysis.review import VERDICTS, Decision, review, verdict

__all__ = [
    "MODEL",
    "VERDICTS",
    "Analysis",
    "Chances",
    "Decision",
    "Mean",
    "analyse",
    "facts",
    "mean_of",
    "review",
    "share_of",
    "verdict",
]
