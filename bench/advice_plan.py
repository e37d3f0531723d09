"""What of advice is compared, where, and over how many deals: the plan of a full run of advice.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from doublesix.players.advice import ADVICE, LOT
from doublesix.study.measured import TOGETHER

DEALS = {"follow": 6000, "always": 3000, "never": 3000}
"""Deals of each comparison in a full run, by how the advice is followed."""
DIRTY = "-dirty"
"""What a commit ends in where the sources were not as it has them."""

Table = tuple[str, int]
TABLES: tuple[Table, ...] = (
    ("ply-yard", 2),
    ("draw-100", 2), ("draw-100", 3), ("draw-100", 4),
    ("ranked-draw", 2), ("ranked-draw", 3), ("ranked-draw", 4),
    ("ranked-block", 2), ("ranked-block", 3), ("ranked-block", 4),
    ("partners", 4),
    ("all-fives", 2),
    ("draw-9", 4),
)  # fmt: skip
"""The four tables at every number of seats, and a few others."""
GOOD_TABLES: tuple[Table, ...] = (("ply-yard", 2), ("ranked-block", 2), ("partners", 4))
OWN: dict[str, tuple[Table, ...]] = {
    "draw": (("draw", 2), ("draw", 3), ("draw", 4)),
    "points": (("all-fives", 2), ("muggins", 2), ("five-up", 2), ("fives-and-threes", 2), ("all-fives", 4)),
    "partner": (("partners", 4), ("puerto-rico", 4), ("cuban", 4)),
}
"""Advice that only some tables know a use for."""


class Comparison(NamedTuple):
    """A piece of advice, how it is followed, and where."""

    advice: str
    how: str
    rules: str
    seats: int


def comparisons() -> Iterator[Comparison]:
    """All of them, in the order in which they are played and kept."""
    for advice in (*ADVICE, TOGETHER):
        for rules, seats in OWN.get(advice, TABLES):
            yield Comparison(advice, "follow", rules, seats)
    for advice in (*ADVICE, LOT):
        for rules, seats in OWN.get(advice, GOOD_TABLES)[:3]:
            yield Comparison(advice, "always", rules, seats)
            yield Comparison(advice, "never", rules, seats)
