"""What one person has practised, all in one text: drills by kind, the days, the steps of the course.

It is the `practice.json` of the page's *My data*, so that what was practised there can be gone on with elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from doublesix.errors import BadRecord
from doublesix.notation.json_text import load
from doublesix.study import course, levels
from doublesix.study.course import Done, Place
from doublesix.study.drills import KINDS, Assessment
from doublesix.study.levels import LEVELS, Days, Level
from doublesix.study.progress import Progress, practised


class Diary(NamedTuple):
    """What somebody has practised."""

    progress: Mapping[str, Progress] = {}
    """By kind of drill."""
    days: Days = Days()
    course: Done = Done()
    other: Mapping[str, Any] = {}
    """What this version does not know; it is kept as it is."""

    def drilled(self, kind: str, found: Assessment, now: datetime) -> Diary:
        """With one more drill of a kind."""
        after = practised(self.progress.get(kind), found, now.astimezone(UTC))
        return self._replace(progress={**self.progress, kind: after}).on(now)

    def stepped(self, place: Place, now: datetime) -> Diary:
        """With one more step of the course."""
        return self._replace(course=self.course.with_(place)).on(now)

    def on(self, now: datetime) -> Diary:
        """With this day among those of practice: the date that `now` has in its own time zone."""
        return self._replace(days=self.days.with_(now.date()))

    def order(self, kinds: Iterable[str], now: datetime) -> list[str]:
        """Kinds as they are to be met: those that are due, longest due first, then new ones, then the others."""

        def place(kind: str) -> tuple[int, float]:
            known = self.progress.get(kind)
            if known is None:
                return 1, 0.0
            return (0 if known.due <= now else 2), known.due.timestamp()

        return sorted(kinds, key=place)

    def passed_since(self, before: Diary) -> list[Level]:
        """The levels that are passed and were not `before`."""
        return [level for level in LEVELS if level.passed(self.progress) and not level.passed(before.progress)]

    def to_text(self) -> str:
        """As it is kept: JSON with indents, so that it can be read."""
        kept: dict[str, Any] = {kind: one._asdict() for kind, one in self.progress.items()}
        kept |= {levels.KEPT: list(self.days), course.KEPT: sorted(self.course.steps)}
        return json.dumps({**self.other, **kept}, indent=1, ensure_ascii=False) + "\n"

    @staticmethod
    def from_text(text: str) -> Diary:
        """What was kept. Raises `BadRecord` where the text is nothing of the kind."""
        kept = load(text)
        if not isinstance(kept, dict):
            raise BadRecord("it holds no JSON object")
        progress = {kind: _progress(kind, kept[kind]) for kind in KINDS if kind in kept}
        days, steps = kept.get(levels.KEPT, []), kept.get(course.KEPT, [])
        if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps):
            raise BadRecord("the steps of the course are not a list of names")
        if not isinstance(days, list) or len(days) > len(Days._fields) or not all(type(n) is int for n in days):
            raise BadRecord("the days of practice are not two whole numbers")
        other = {key: kept[key] for key in kept if key not in {*KINDS, levels.KEPT, course.KEPT}}
        return Diary(progress, Days(*days), Done.of_names(steps), other)


def _progress(kind: str, kept: Any) -> Progress:
    """What is kept of one kind of drill, looked over: it is used without a further look afterwards."""
    try:
        found = Progress(**kept)
        counts = (found.drills, found.right, found.asked, found.row, found.best)
        if all(type(n) is int for n in counts) and found.asked > 0 and found.due.tzinfo is not None:
            return found
    except (TypeError, ValueError, KeyError, AttributeError):
        pass
    raise BadRecord(f'what it says of "{kind}" is nothing that was kept of a drill')
