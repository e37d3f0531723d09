"""The three levels of practice: which drills belong to each and when one is passed; and days of practice in a row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from doublesix.rules.phrases import Phrase
from doublesix.study.progress import Progress

IN_A_ROW: Final = 3
"""Drills of each kind, one after the other with every answer right, that pass a level."""
DAYS_OFF: Final = 1
"""Days without practice that do not end a row."""
KEPT: Final = "days"
"""What the days are kept under, beside the kinds of drills."""


class Level(NamedTuple):
    """A level of practice."""

    title: Phrase
    kinds: tuple[str, ...]

    def rows(self, progress: Mapping[str, Progress]) -> dict[str, int]:
        """By kind: the longest row of faultless drills so far, at most what is asked for."""
        return {kind: min(IN_A_ROW, progress[kind].best if kind in progress else 0) for kind in self.kinds}

    def passed(self, progress: Mapping[str, Progress]) -> bool:
        """Whether each kind has once been right often enough in a row; that stays."""
        return all(row == IN_A_ROW for row in self.rows(progress).values())


LEVELS: Final = (
    Level(Phrase("Know what fits"), ("ends",)),
    Level(Phrase("Compare two placements"), ("compare",)),
    Level(Phrase("Replay a draw turn and a blocked finish"), ("drawing", "blocked")),
)


class Days(NamedTuple):
    """The days on which somebody has practised without a longer break."""

    last: int = 0
    """The last of them, as `date.toordinal` counts."""
    number: int = 0

    def with_(self, day: date) -> Days:
        """With this day, too."""
        now = day.toordinal()
        return self if now <= self.last else Days(now, self.on(day) + 1)

    def on(self, day: date) -> int:
        """How many there are as of this day: none after a longer break."""
        return self.number if day.toordinal() - self.last <= 1 + DAYS_OFF else 0

    def to_text(self) -> str:
        """As it is kept."""
        return json.dumps(list(self))

    @staticmethod
    def kept(texts: Mapping[str, str]) -> Days:
        """What is kept of somebody's practice."""
        return Days(*json.loads(texts[KEPT])) if KEPT in texts else Days()
