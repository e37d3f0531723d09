"""The course as a whole: the position of each step, its questions, what comes next, and what was done."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from doublesix.notation import Record
from doublesix.rules import Position
from doublesix.study.drills import Drill, drill
from doublesix.study.lessons import LESSONS
from doublesix.study.steps import Ask, Lesson, Practise, Step, said, seat_of


class Place(NamedTuple):
    """A step of a lesson."""

    lesson: str
    step: str

    def __str__(self) -> str:
        return f"{self.lesson}/{self.step}"


def places() -> Iterator[tuple[Place, Lesson, Step]]:
    """Every step of the course in its order."""
    for name, lesson in LESSONS.items():
        for step in lesson.steps:
            yield Place(name, step.name), lesson, step


@cache
def _by_place() -> dict[Place, Step]:
    return {place: step for place, _, step in places()}


def step_at(lesson: str, step: str) -> Step | None:
    """The step with this name; None where there is none."""
    return _by_place().get(Place(lesson, step))


def after(place: Place) -> Place | None:
    """The step that follows, in the same lesson or the next; None after the last."""
    order = list(_by_place())
    at = order.index(place) + 1
    return order[at] if at < len(order) else None


@cache
def _scenes() -> dict[str, Record]:
    kept = map(json.loads, (files(__package__) / "course.jsonl").read_text(encoding="utf-8").splitlines())
    return {one["step"]: Record.from_json(one["record"]) for one in kept}


def scene(place: Place) -> Position | None:
    """The position of a step; None where it has none of its own."""
    record = _scenes().get(str(place))
    return record.last() if record is not None else None


def questions(place: Place) -> Drill | None:
    """The questions of a step, as a drill; None where its task is moves."""
    step = _by_place()[place]
    if isinstance(step.task, Practise):
        return drill(step.task.kind, step.task.number)
    if not isinstance(step.task, Ask):
        return None
    position = scene(place)
    seat = seat_of(position) if position is not None and position.turn is not None else None
    shown = position if position is not None else drill("ends", 0).position
    table = (step.rules, step.players)
    return Drill("", 0, table, shown, seat, said(step.tell[0], shown), tuple(step.task.items(position)))


# --- what was done ---------------------------------------------------------------------------------------------------


KEPT: Final = "course"
"""What the steps that were done are kept under, beside the kinds of drills."""


class Done(NamedTuple):
    """The steps that somebody has done."""

    steps: frozenset[str] = frozenset()

    def with_(self, place: Place) -> Done:
        """One more."""
        return Done(self.steps | {str(place)})

    def of(self, lesson: str) -> int:
        """How many steps of a lesson are done."""
        return sum(str(Place(lesson, step.name)) in self.steps for step in LESSONS[lesson].steps)

    @property
    def next(self) -> Place | None:
        """The first step that is not done; None where all are."""
        return next((place for place in _by_place() if str(place) not in self.steps), None)

    def to_text(self) -> str:
        """As it is kept."""
        return json.dumps(sorted(self.steps))

    @staticmethod
    def from_text(text: str) -> Done:
        """What was kept; steps that are no more do not count."""
        return Done.of_names(json.loads(text))

    @staticmethod
    def kept(texts: Mapping[str, str]) -> Done:
        """What is done by the texts that are kept of somebody's practice."""
        return Done.from_text(texts[KEPT]) if KEPT in texts else Done()

    @property
    def left(self) -> int:
        """How many steps of the course are not done."""
        return len(_by_place()) - len(self.steps)

    @staticmethod
    def of_names(names: Iterable[str]) -> Done:
        """The steps with these names, as far as there are such."""
        known = {str(place) for place in _by_place()}
        return Done(frozenset(names) & known)
