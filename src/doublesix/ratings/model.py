"""The rating itself: a belief about a player's skill, and how a result changes it.

The model is Thurstone and Mosteller's in the form of Weng and Lin, with full pairing, as openskill has it. It takes two
to many sides, shared places and sides of several players; of the library's models its stated uncertainty came nearest
to the truth in `bench/ratings.py`, with two seats and with four.

The scale is that of Elo: 1500 in the middle, and 400 points more mean winning ten times as often.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from openskill.models import ThurstoneMostellerFull

MIDDLE: Final = 1500.0
SPREAD: Final = 150.0
"""Standard deviation of what is believed of somebody who has not played; our levels from easy to master span 200."""
CHANCE: Final = 196.0
"""Standard deviation of one performance; it puts differences on the scale of Elo."""
TIE: Final = 10.0
"""Half the width of the band in which two performances count as level."""
DRIFT: Final = 2.0
"""How much skill may change between two games: keeps old ratings movable."""
_NINETY_FIVE: Final = 1.96


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief: the mean, its standard deviation, and the games it rests on."""

    mean: float = MIDDLE
    deviation: float = SPREAD
    games: int = 0

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(self.mean)

    @property
    def margin(self) -> int:
        """Half the width of the interval that holds the true skill in 95 of 100 cases."""
        return round(_NINETY_FIVE * self.deviation)

    @property
    def sure(self) -> float:
        """What the player is worth almost certainly: leaderboards run by it, so that luck alone leads none."""
        return self.mean - _NINETY_FIVE * self.deviation


START: Final = Rating()
"""Of everybody before the first game."""


@cache
def _model() -> ThurstoneMostellerFull:
    return ThurstoneMostellerFull(mu=MIDDLE, sigma=SPREAD, beta=CHANCE, epsilon=TIE, tau=DRIFT)


def rate(before: Sequence[Rating], places: Sequence[int], sides: Sequence[Sequence[int]]) -> tuple[Rating, ...]:
    """The ratings by seat after a game in which seat s, rated `before[s]`, finished in place `places[s]`.

    `sides` holds the seats of each side; partners share their place. Places are compared, not counted: 1, 3 is 1, 2.
    Raises `ValueError` where the lists do not fit each other.
    """
    seats = sorted(seat for side in sides for seat in side)
    if seats != list(range(len(before))) or len(places) != len(before) or len(sides) < 2:
        raise ValueError("every seat belongs to one of two sides or more, and has a place")
    if any(places[seat] != places[side[0]] for side in sides for seat in side):
        raise ValueError("partners share their place")
    model = _model()
    teams = [[model.rating(before[seat].mean, before[seat].deviation) for seat in side] for side in sides]
    after = model.rate(teams, ranks=[float(places[side[0]]) for side in sides])
    new = {seat: one for side, team in zip(sides, after, strict=True) for seat, one in zip(side, team, strict=True)}
    return tuple(
        Rating(new[seat].mu, new[seat].sigma, before[seat].games + 1) for seat in range(len(before))
    )
