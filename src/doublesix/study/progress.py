"""What was practised of a skill, and when to meet it again: spaced repetition, with the library fsrs.

A drill is a review of its kind: all answers right is a good one, half of them a hard one, fewer mean that the skill is
learned anew. Nothing is lost by waiting longer than until it is due.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler

from doublesix.study.drills import Assessment

_SCHEDULER = Scheduler(enable_fuzzing=False)


class Progress(NamedTuple):
    """One kind of drill, as one person practised it."""

    card: str
    """The card of fsrs, as JSON."""
    drills: int
    right: int
    asked: int
    """Answers, and how many of them were right."""
    row: int = 0
    """Drills in a row without a wrong answer, up to the last."""
    best: int = 0
    """The longest such row."""

    @property
    def share(self) -> float:
        """The share of right answers."""
        return self.right / self.asked

    @property
    def due(self) -> datetime:
        """When to meet it again, in UTC."""
        return Card.from_json(self.card).due

    def to_text(self) -> str:
        """As it is kept."""
        return json.dumps(self._asdict())

    @staticmethod
    def from_text(text: str) -> Progress:
        """What was kept."""
        return Progress(**json.loads(text))


def practised(before: Progress | None, found: Assessment, now: datetime) -> Progress:
    """The progress after one more drill, answered at `now` (UTC)."""
    card = Card(card_id=1, due=now) if before is None else Card.from_json(before.card)
    card, _ = _SCHEDULER.review_card(card, _rating(found), now)
    old = before or Progress("", 0, 0, 0)
    row = old.row + 1 if found.right == found.of else 0
    asked = old.asked + found.of
    return Progress(card.to_json(), old.drills + 1, old.right + found.right, asked, row, max(old.best, row))


def _rating(found: Assessment) -> Rating:
    if found.right == found.of:
        return Rating.Good
    return Rating.Hard if 2 * found.right >= found.of else Rating.Again
