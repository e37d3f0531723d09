"""Floor 4: what was good here and why, from what a seat may know."""

from doublesix.analysis.analyse import Analysis, analyse
from doublesix.analysis.counting import Placement, fits, placements
from doublesix.analysis.facts import facts, leaves
from doublesix.analysis.intervals import Mean, mean_of, share_of
from doublesix.analysis.models import MODELS, Model, model_named, usual_model
from doublesix.analysis.review import VERDICTS, WORLDS, Decision, decide, loss_of, review, verdict
from doublesix.analysis.tally import Chances

__all__ = [
    "MODELS",
    "VERDICTS",
    "WORLDS",
    "Analysis",
    "Chances",
    "Decision",
    "Mean",
    "Model",
    "Placement",
    "analyse",
    "decide",
    "facts",
    "fits",
    "leaves",
    "loss_of",
    "mean_of",
    "model_named",
    "placements",
    "review",
    "share_of",
    "usual_model",
    "verdict",
]
