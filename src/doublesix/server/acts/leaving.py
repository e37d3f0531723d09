"""Giving a round up: of two sides the other has won; at a larger table the others play on.

Where more than one side still plays for itself, a computer player plays the seat of who gave up, to the end of the
table; he cannot come back to it. Who finished where is for the outcome and for `resigned` to say: he is last.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts.family import Family, Own
from doublesix.server.step import STAND_IN, Body, RefusedError, Step, own, sides_left
from doublesix.server.wire import NumberedMessage

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Table


class ResignMessage(NumberedMessage, tag="resign"):
    """The sender's seat gives the round up."""

    needs_hand = True


def resign(course: Course, seat: int) -> Step:
    """The seat gives up. Raises `RefusedError`."""
    return give_up(course, "resigned", seat)


def forfeit(course: Course, seat: int, why: str) -> Step:
    """The seat has run out of time, or its owner stayed away: `late` or `away`. Raises `RefusedError`."""
    return give_up(course, "forfeited", seat, why=why)


def give_up(course: Course, kind: str, seat: int, **data: object) -> Step:
    """An own event by which a seat gives up, and what it causes. Raises `RefusedError`."""
    if not course.running:
        raise RefusedError(Phrase("The round is over: there is nothing left to resign or claim."))
    if seat in course.company.resigned:
        raise RefusedError(Phrase("This seat has given up already."))
    company = course.company.gave_up(seat, STAND_IN)
    people = set(course.setup.people) - company.resigned
    ends = sides_left(course.setup, company) < 2 or not people
    return _given_up(course, own(kind, seat, **data, ends=ends))


def _given_up(course: Course, event: Event) -> Step:
    seat, position = event.seat, course.position
    assert seat is not None
    assert position is not None
    if event.data["ends"]:
        company = course.company.gave_up(seat, None)
        return course.ended(event, position.end("forfeit", sorted(_forfeiting(course, company.resigned))), company)
    return Step((event,), replace(course.now, company=course.company.gave_up(seat, STAND_IN)))


def _forfeiting(course: Course, resigned: frozenset[int]) -> frozenset[int]:
    """Who forfeits: who gave up, but for a seat whose partner plays on."""
    sides = course.setup.rules.sides(course.setup.players)
    people = set(course.setup.people)
    return frozenset(seat for seat in resigned for side in sides if seat in side and people & set(side) <= resigned)


def given_up_again(course: Course, body: Body) -> Step:
    """The step of a stored event; before there was `ends`, every one of them ended the round."""
    data = {key: value for key, value in body.items() if key not in ("kind", "seat")}
    return _given_up(course, own(body["kind"], body["seat"], **{"ends": True} | data))


def _resign(table: Table, seat: int, _message: ResignMessage) -> Step:
    return resign(table.course, seat)


def _says_resigned(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    if event.data["ends"]:
        return Phrase.told("{who} resigned.", "You resigned.", who=who)
    return Phrase.told(
        "{who} resigned; the computer plays on in that seat.",
        "You resigned; the computer plays on in that seat.",
        who=who,
    )


def _says_forfeited(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    late = event.data["why"] == "late"
    if event.data["ends"] and late:
        return Phrase.told("{who} forfeited: time was up.", "You forfeited: time was up.", who=who)
    if event.data["ends"]:
        return Phrase.told(
            "{who} forfeited, having been away too long.", "You forfeited, having been away too long.", who=who
        )
    if late:
        return Phrase.told(
            "{who} forfeited: time was up; the computer plays on in that seat.",
            "You forfeited: time was up; the computer plays on in that seat.",
            who=who,
        )
    return Phrase.told(
        "{who} forfeited, having been away too long; the computer plays on in that seat.",
        "You forfeited, having been away too long; the computer plays on in that seat.",
        who=who,
    )


FAMILY = Family(
    steps={ResignMessage: _resign},
    own={"resigned": Own(given_up_again, _says_resigned), "forfeited": Own(given_up_again, _says_forfeited)},
)
