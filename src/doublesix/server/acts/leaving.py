"""Giving a round up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from doublesix.rules import Event
from doublesix.rules.events import ended
from doublesix.server.acts.family import Family, Own
from doublesix.server.sentences import person
from doublesix.server.step import Body, RefusedError, Step, own
from doublesix.server.wire import NumberedMessage

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Table


class ResignMessage(NumberedMessage, tag="resign"):
    """The sender's seat forfeits the round."""

    needs_hand = True


def resign(course: Course, seat: int) -> Step:
    """The seat forfeits the round. Raises `RefusedError`."""
    return forfeited(course, own("resigned", seat), seat)


def forfeited(course: Course, event: Event, seat: int) -> Step:
    """The round ends, for this seat forfeits it because of `event`. Raises `RefusedError`."""
    if course.position is None or course.position.outcome is not None:
        raise RefusedError("The round is over: there is nothing left to resign or claim.")
    after = course.position.end("forfeit", (seat,))
    return Step((event, ended(after)), replace(course.now, position=after, match=course.match.after(after)))


def _resign(table: Table, seat: int, _message: ResignMessage) -> Step:
    return resign(table.course, seat)


def _resigned_again(course: Course, body: Body) -> Step:
    return resign(course, body["seat"])


def _says_resigned(course: Course, you: int | None, event: Event) -> str:
    return f"{person(course.setup, event.seat, you)} resigned."


FAMILY = Family(steps={ResignMessage: _resign}, own={"resigned": Own(_resigned_again, _says_resigned)})
