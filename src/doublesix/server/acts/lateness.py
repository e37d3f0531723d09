"""A move that the table makes for a seat: its time was up, or its computer player failed. It is said publicly."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from doublesix.rules import Event, Move
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts.family import Family, Own
from doublesix.server.step import MOVES, Body, Step, own

if TYPE_CHECKING:
    from doublesix.server.course import Course


def move_for(course: Course, seat: int, move: Move, why: str) -> Step:
    """A legal move for a seat whose time was up (`late`), or whose player did not answer well (`failed`)."""
    step = course.judge(seat, move)
    return replace(step, events=(own("helped", seat, why=why, move=str(move)), *step.events))


def _helped_again(course: Course, body: Body) -> Step:
    return move_for(course, body["seat"], Move.parse(body["move"]), body["why"])


def _says_helped(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    if event.data["why"] == "failed":
        return Phrase("{who} did not answer well, so a legal move was made instead.", who=who)
    return Phrase.told(
        "Time was up for {who}, so a legal move was made.",
        "Your time was up, so a legal move was made for you.",
        who=who,
    )


FAMILY = Family(own={"helped": Own(_helped_again, _says_helped, brings=MOVES)})
