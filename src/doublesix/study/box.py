"""Mistakes with what was practised of each: which are due, in which order, and how they are kept in a file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from doublesix.errors import BadRecord, DominoError
from doublesix.rules.phrases import Phrase
from doublesix.study.mistakes import Mistake
from doublesix.study.progress import Progress, practised

MOST: Final = 300
"""Mistakes that are kept at a time; when more come, those that come back last go."""


class Card(NamedTuple):
    """A mistake, and how it was practised; None before the first time."""

    mistake: Mistake
    progress: Progress | None = None

    def due(self, now: datetime) -> bool:
        """Whether it is to be met again."""
        return self.progress is None or self.progress.due <= now

    def answered(self, answer: str, now: datetime) -> Card:
        """The same after an answer, a move as text."""
        return self._replace(progress=practised(self.progress, self.mistake.assess(answer), now))


def place(card: Card) -> tuple[bool, float, float]:
    """What a box is sorted by: the dearest new ones first, then the practised ones by when they are due."""
    due = 0.0 if card.progress is None else card.progress.due.timestamp()
    return card.progress is not None, due, -_cost(card.mistake)


def _cost(mistake: Mistake) -> float:
    return next(choice.behind.value for choice in mistake.choices if choice.move == mistake.played)


def to_text(cards: Iterable[Card]) -> str:
    """A box as a file: JSON, one card a line."""
    lines = (
        json.dumps(
            {
                "mistake": json.loads(card.mistake.to_text()),
                "progress": None if card.progress is None else json.loads(card.progress.to_text()),
            },
            ensure_ascii=False,
        )
        for card in cards
    )
    return "".join(f"{line}\n" for line in lines)


def from_text(text: str) -> list[Card]:
    """The cards of such a file. Raises `BadRecord` naming the line at fault."""
    cards = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            kept = json.loads(line)
            mistake = Mistake.from_text(json.dumps(kept["mistake"]))
            progress = None if kept["progress"] is None else Progress.from_text(json.dumps(kept["progress"]))
        except (DominoError, ValueError, KeyError, TypeError, RecursionError) as problem:
            raise BadRecord(
                Phrase("line {n} is no mistake as doublesix keeps them: {why}", n=number, why=str(problem))
            ) from problem
        cards.append(Card(mistake, progress))
    return cards
