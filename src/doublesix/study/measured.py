"""What following a piece of advice is worth, as bench/advice.py measured it: rounds of a hundred, with intervals."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from doublesix.rules import preset

FILE: Final = "advice.json"
Z95: Final = 1.959963984540054
HOWS: Final = ("follow", "always", "never")
"""`follow`: a player who knows this advice only, among players who play any tile that fits. `always` and `never`: a
good player who always follows it, or never where it can be helped, among players as good who are free to choose."""
TOGETHER: Final = "together"
"""All advice at once, weighed against each other: the level `normal`, among players who play any tile that fits."""


@dataclass(frozen=True, slots=True)
class Span:
    """A mean with its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """`helps`, `hurts`, or `open` where the interval holds zero."""
        if self.low > 0:
            return "helps"
        return "hurts" if self.high < 0 else "open"


@dataclass(frozen=True, slots=True)
class Measured:
    """One comparison: a player with the advice at a table of players without it, over deals in every seat."""

    advice: str
    how: str
    rules: str
    seats: int
    deals: int
    rounds: int
    first: tuple[float, float]
    """Share of first places above an even one: its sum over deals, and that of its squares."""
    points: tuple[float, float]
    """Points a round more than the others have on average: sum and squares likewise."""
    date: str
    commit: str
    """The commits that played it, where the run went on under another one all of them, with commas between."""

    @property
    def commits(self) -> tuple[str, ...]:
        """The commits one by one; none before the first deal."""
        return tuple(filter(None, self.commit.split(", ")))

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What tells it from other comparisons."""
        return self.advice, self.how, self.rules, self.seats

    @property
    def of_a_hundred(self) -> Span:
        """Rounds more than its share that it wins of a hundred."""
        return _span(self.first, self.deals, 100.0)

    @property
    def points_a_round(self) -> Span:
        """Points a round more than the others."""
        return _span(self.points, self.deals, 1.0)

    @property
    def pays(self) -> bool:
        """Whether the open ends pay at this table, so that points are what is played for there."""
        return preset(self.rules).count is not None

    @property
    def verdict(self) -> str:
        """What is proved of the advice in what is played for: points where the open ends pay, else rounds."""
        return (self.points_a_round if self.pays else self.of_a_hundred).verdict

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "advice": self.advice,
            "how": self.how,
            "rules": self.rules,
            "seats": self.seats,
            "deals": self.deals,
            "rounds": self.rounds,
            "first": list(self.first),
            "points": list(self.points),
            "date": self.date,
            "commit": self.commit,
        }

    @staticmethod
    def from_json(kept: Mapping[str, Any]) -> Measured:
        """What was kept."""
        return Measured(**{**kept, "first": tuple(kept["first"]), "points": tuple(kept["points"])})


def _span(sums: tuple[float, float], deals: int, unit: float) -> Span:
    mean = sums[0] / deals
    half = Z95 * math.sqrt(max(0.0, sums[1] / deals - mean * mean) / (deals - 1)) if deals > 1 else math.inf
    return Span(unit * mean, unit * (mean - half), unit * (mean + half))


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that was measured, and how."""

    about: Mapping[str, Any]
    """The seed of the deals, what the good player is, and the machine."""
    found: Sequence[Measured]

    def of(self, advice: str, how: str = "follow") -> list[Measured]:
        """The comparisons of a piece of advice, in the order of the tables."""
        return [one for one in self.found if (one.advice, one.how) == (advice, how)]

    def at(self, advice: str, how: str, rules: str, seats: int) -> Measured | None:
        """One comparison; None where it was not made."""
        return next((one for one in self.found if one.key == (advice, how, rules, seats)), None)

    def to_text(self) -> str:
        """As it is kept: a line a comparison."""
        lines = ",\n".join(json.dumps(one.to_json()) for one in self.found)
        return f'{{"about": {json.dumps(self.about)},\n"found": [\n{lines}\n]}}\n'

    @staticmethod
    def from_text(text: str) -> Results:
        """What was kept."""
        kept = json.loads(text)
        return Results(kept["about"], tuple(Measured.from_json(one) for one in kept["found"]))


@cache
def results() -> Results:
    """What ships with the program."""
    return Results.from_text((files(__package__) / FILE).read_text(encoding="utf-8"))
