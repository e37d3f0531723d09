"""Families of rules: tables that ask for the same skill count for one rating.

A family is read from the rules themselves, so that a new preset finds its own. The first that fits counts:

1. partners          two sides of two
2. points            points in play, from the open ends
3. arms              a spinner opens side arms
4. block             nothing is drawn
5. reserve           drawing, and some tiles of the boneyard stay out of reach
6. draw              drawing to the last tile

The size of the set and the number of seats do not make a family: they would split few players into many small pools.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from doublesix.rules import Rules
from doublesix.rules.phrases import Phrase


@dataclass(frozen=True, slots=True)
class Family:
    """A family: its id in addresses and in the store, and what pages call it."""

    id: str
    title: str


FAMILIES: Final = {
    family.id: family
    for family in (
        Family("reserve", Phrase("Draw with a reserve")),
        Family("draw", Phrase("Draw")),
        Family("block", Phrase("Block")),
        Family("points", Phrase("Points in play")),
        Family("arms", Phrase("Side arms")),
        Family("partners", Phrase("Partners")),
    )
}
"""All families by id, as pages list them."""


def family_of(rules: Rules) -> Family:
    """The family that a table of these rules counts for."""
    return FAMILIES[_name(rules)]


def _name(rules: Rules) -> str:
    if rules.partners:
        return "partners"
    if rules.count is not None:
        return "points"
    if rules.spinner != "none":
        return "arms"
    if not rules.draws:
        return "block"
    return "reserve" if rules.reserve else "draw"


def why_unrated(rules: Rules) -> str | None:
    """Why a table of these rules cannot be rated, as a sentence, or None where it can.

    House rules may favour a seat, and whoever makes the table chooses them; presets are the same for all.
    """
    if rules.id is None:
        return Phrase("House rules are not rated: choose one of the tables that everybody knows.")
    return None
