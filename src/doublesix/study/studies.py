"""Position studies: a decision with a hidden answer, and with it how the answer is known."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from doublesix.notation import Record
from doublesix.rules import Move, Position
from doublesix.rules.phrases import Phrase

BUDGET: Final = 1000
"""Worlds in which an answer was found; ten times as many confirm it, and give the numbers that are shown."""


class Theme(NamedTuple):
    """What a study is about."""

    title: Phrase
    lesson: Phrase
    """What it shows, without saying what to play."""


class Study(NamedTuple):
    """A position of somebody's turn, what is asked, and the answer."""

    id: str
    theme: str
    record: Record
    """The round up to there; only what the seat to move knew is shown."""
    best: Move
    """The answer: the best move that the analysis found."""
    basis: str
    """`exact`, where every world was solved, else `engine`."""

    @property
    def position(self) -> Position:
        """The position in question."""
        return self.record.last()


THEMES: Final = {
    "opening": Theme(
        Phrase("Opening"),
        Phrase("A lead can be anything. Heavy doubles are hard to place later; a suit of your own is worth keeping."),
    ),
    "both-ends": Theme(
        Phrase("Both ends"),
        Phrase("The same tile leaves two different pairs of open values. Count for each how many of your others fit."),
    ),
    "counting": Theme(
        Phrase("Counting a suit"),
        Phrase("There are as many tiles of a suit as numbers in the set. Who counts knows when a number is dry."),
    ),
    "closing": Theme(
        Phrase("Closing a suit"),
        Phrase("A hand that drew or passed on a number has none of it until it draws again: leave it that number."),
    ),
    "drawing": Theme(
        Phrase("Drawing by choice"),
        Phrase("Where one may draw although a tile fits, a draw buys choice and costs pips."),
    ),
    "blocks": Theme(
        Phrase("Blocks"),
        Phrase("A block is won by the fewest pips. Before you close the line, compare what everybody can still hold."),
    ),
    "endings": Theme(
        Phrase("Endings"),
        Phrase("With nothing left to draw, every tile that is not yours is in the other hand or in the reserve."),
    ),
    "partnership": Theme(
        Phrase("Partnership"),
        Phrase("Two hands play together: keep open what your partner has shown, and close what the others need."),
    ),
}
"""The themes in the order in which they are listed."""


@cache
def studies() -> dict[str, Study]:
    """All studies by id, in the order of their themes."""
    found: list[Study] = []
    for text in (files(__package__) / "positions.jsonl").read_text(encoding="utf-8").splitlines():
        kept = json.loads(text)
        record = Record.from_json(kept["record"])
        number = 1 + sum(study.theme == kept["theme"] for study in found)
        basis = "exact" if kept.get("exact") else "engine"
        found.append(Study(f"{kept['theme']}-{number}", kept["theme"], record, Move.parse(kept["best"]), basis))
    order = list(THEMES)
    return {study.id: study for study in sorted(found, key=lambda study: order.index(study.theme))}
