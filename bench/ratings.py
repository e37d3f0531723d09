"""Which rating model is honest: players of known skill, games by their skill, and what the models then say.

    python3 bench/ratings.py

For each model and number of seats, after 10, 30 and 100 games each: the error of the means (root mean square, in
points) and the share of players whose true skill lies in the stated 95 % interval. Skills have a standard deviation of
100 points; a game is decided by Gumbel performances on the scale of Elo, and 4 % of the games have two winners.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any, Final

from openskill.models import BradleyTerryFull, PlackettLuce, ThurstoneMostellerFull

from doublesix.ratings.model import CHANCE, DRIFT, MIDDLE, SPREAD, TIE

PLAYERS: Final = 240
SKILL: Final = 100.0
GAMES: Final = (10, 30, 100)
_ELO: Final = math.log(10) / 400
_LOGISTIC: Final = 1 / _ELO / math.sqrt(2)


def _normal() -> Any:
    return ThurstoneMostellerFull(mu=MIDDLE, sigma=SPREAD, beta=CHANCE, epsilon=TIE, tau=DRIFT)


def _pairs() -> Any:
    return BradleyTerryFull(mu=MIDDLE, sigma=SPREAD, beta=_LOGISTIC, tau=DRIFT)


def _orders() -> Any:
    return PlackettLuce(mu=MIDDLE, sigma=SPREAD, beta=_LOGISTIC, tau=DRIFT)


MODELS: Final[dict[str, Callable[[], Any]]] = {
    "Thurstone-Mosteller": _normal,
    "Bradley-Terry": _pairs,
    "Plackett-Luce": _orders,
}


def finish(skills: list[float], rng: random.Random) -> list[float]:
    """The places of one game."""
    done = [skill * _ELO - math.log(-math.log(rng.random())) for skill in skills]
    order = sorted(range(len(skills)), key=lambda side: -done[side])
    places = [0.0] * len(skills)
    for place, side in enumerate(order, 1):
        places[side] = float(place)
    if rng.random() < 0.04:
        places[order[1]] = places[order[0]]
    return places


def run(model: Any, sides: int, partners: int, seed: int) -> list[tuple[int, float, float]]:
    """Games, error and coverage at each of `GAMES`."""
    rng = random.Random(seed)
    skill = [rng.gauss(MIDDLE, SKILL) for _ in range(PLAYERS)]
    known = [model.rating() for _ in range(PLAYERS)]
    out = []
    for game in range(1, GAMES[-1] + 1):
        everybody = rng.sample(range(PLAYERS), PLAYERS)
        for start in range(0, PLAYERS, sides * partners):
            seats = everybody[start : start + sides * partners]
            teams = [seats[side::sides] for side in range(sides)]
            places = finish([sum(skill[one] for one in team) for team in teams], rng)
            after = model.rate([[known[one] for one in team] for team in teams], ranks=places)
            for team, new in zip(teams, after, strict=True):
                for one, rating in zip(team, new, strict=True):
                    known[one] = rating
        if game in GAMES:
            errors = [rating.mu - true for rating, true in zip(known, skill, strict=True)]
            within = sum(abs(error) < 1.96 * one.sigma for error, one in zip(errors, known, strict=True))
            out.append((game, math.sqrt(sum(error**2 for error in errors) / PLAYERS), within / PLAYERS))
    return out


def main() -> None:
    """Print the table."""
    print("| model | seats | games | error | in the 95 % interval |\n|---|---|---|---|---|")
    for name, make in MODELS.items():
        for sides, partners in ((2, 1), (3, 1), (4, 1), (2, 2)):
            seats = f"{sides}" if partners == 1 else "partners"
            for game, error, within in run(make(), sides, partners, seed=7):
                print(f"| {name} | {seats} | {game} | {error:.0f} | {within:.0%} |", flush=True)


if __name__ == "__main__":
    main()
