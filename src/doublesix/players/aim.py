"""What a seat plays for under the rules, and what finished rounds are worth for it."""

from __future__ import annotations

from typing import Final, NamedTuple

from doublesix.kernel.totals import Totals
from doublesix.rules.ruleset import Rules


class Aim(NamedTuple):
    """What a seat plays for, and how far single rounds lie apart in it."""

    kind: str
    """`points`: of its side, less the mean of the others; `place`: in the finishing order; `first`: first places."""
    spread: float

    def worth(self, totals: Totals, seat: int, rules: Rules) -> float:
        """The mean worth of finished rounds for a seat."""
        if self.kind == "place":
            return -totals.places[seat] / totals.rounds
        if self.kind == "first":
            return totals.share[seat]
        return lead_in_points(totals.points, seat, rules) / totals.rounds


FIRST: Final = Aim("first", 0.5)
POINTS: Final = Aim("points", 30.0)
PLACE: Final = Aim("place", 1.0)


def aim_of(rules: Rules, players: int) -> Aim:
    """Points where a match goes to a target, the finishing place at single rounds of three seats or more, and the
    share of first places elsewhere."""
    if rules.target is not None:
        return POINTS
    if players > 2 and not rules.partners:
        return PLACE
    return FIRST


def plain_aim(rules: Rules) -> Aim:
    """First places, but points where they are counted in play: a round may be won there at a great loss."""
    return FIRST if rules.count is None else POINTS


def lead_in_points(points: tuple[int, ...], seat: int, rules: Rules) -> float:
    """By how much the points of a seat's side exceed the mean of the others'."""
    seats = len(points)
    side = rules.side(seat, seats)
    others = [points[other] for other in range(seats) if other not in side]
    return points[seat] - sum(others) / len(others)
