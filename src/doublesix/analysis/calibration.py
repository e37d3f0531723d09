"""What play-outs say, set right by what happened: engine play is too sure of itself by a measured amount.

Among rounds that were won or lost, the odds of winning are raised to a power and multiplied; what is certain stays
certain, ties stay what they are, and no two moves change places. Fitted by `bench/calibration.py --fit`.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from doublesix.analysis.intervals import Mean
from doublesix.analysis.tally import Chances
from doublesix.players.choice import family
from doublesix.rules.view import View


class Calibration(NamedTuple):
    """A straight line between the logarithms of the odds."""

    level: float
    slope: float

    def share(self, share: float) -> float:
        """The share of rounds won among those not tied, set right."""
        won = exp(self.level) * float(share**self.slope)
        return won / (won + float((1 - share) ** self.slope))

    def chances(self, raw: Chances) -> Chances:
        """The chances of a move, set right; the margin is left as it is."""
        decided = 1 - raw.tie.value
        if decided <= 0:
            return raw
        win = Mean(*(decided * self.share(min(1.0, bound / decided)) for bound in raw.win))
        loss = Mean(*(decided * (1 - self.share(max(0.0, 1 - bound / decided))) for bound in raw.loss))
        return Chances(win, raw.tie, loss, raw.margin)

    def score(self, raw: Mean, tie: float) -> Mean:
        """Wins and half the ties, set right."""
        decided = 1 - tie
        if decided <= 0:
            return raw
        shares = (min(1.0, max(0.0, (bound - tie / 2) / decided)) for bound in raw)
        return Mean(*(tie / 2 + decided * self.share(share) for share in shares))


FITTED: Final = {"two-draw": Calibration(-0.0283, 0.7830)}
"""By family of rules, as those of the model of choices; the others are told as the play-outs have them."""
PROVENANCE: Final = {"two-draw": "python3 bench/calibration.py --positions 6000 --seed 6 --fit, 2026-11-30"}


def calibration_for(view: View) -> Calibration | None:
    """That of the view's rules, if one was fitted."""
    return FITTED.get(family(view.rules, view.players))
