"""What the others may do for a seat whose owner is away at its turn, and his coming back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from doublesix.rules import Event
from doublesix.server.acts.family import Family, Own
from doublesix.server.acts.leaving import forfeited
from doublesix.server.sentences import person
from doublesix.server.step import STAND_IN, Body, Step, own
from doublesix.server.wire import NumberedMessage, Place

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Table


class StandInMessage(NumberedMessage, tag="stand_in"):
    """Let the computer play on for a seat whose owner is away."""

    seat: Place


class ClaimMessage(NumberedMessage, tag="claim"):
    """Claim the round from a seat whose owner is away."""

    seat: Place


# --- steps -----------------------------------------------------------------------------------------------------------


def claim(course: Course, seat: int, by: int) -> Step:
    """The round ends because `seat` is away; that it is must be checked before. Raises `RefusedError`."""
    return forfeited(course, own("claimed", seat, by=by), seat)


def stand_in(course: Course, seat: int, by: int) -> Step:
    """A computer player goes on for the seat until its owner is back."""
    event = own("stood", seat, level=STAND_IN, by=by)
    return Step((event,), replace(course.now, company=course.company.stood_in(seat, STAND_IN)))


def give_back(course: Course, seat: int) -> Step:
    """The owner is back and plays again."""
    return Step((own("returned", seat),), replace(course.now, company=course.company.returned(seat)))


# --- commands --------------------------------------------------------------------------------------------------------


def _stand_in(table: Table, seat: int, message: StandInMessage) -> Step:
    table.presence.check_away(message.seat, seat)
    return stand_in(table.course, message.seat, seat)


def _claim(table: Table, seat: int, message: ClaimMessage) -> Step:
    table.presence.check_away(message.seat, seat)
    return claim(table.course, message.seat, seat)


# --- events ----------------------------------------------------------------------------------------------------------


def _stood_again(course: Course, body: Body) -> Step:
    return stand_in(course, body["seat"], body["by"])


def _claimed_again(course: Course, body: Body) -> Step:
    return claim(course, body["seat"], body["by"])


def _returned_again(course: Course, body: Body) -> Step:
    return give_back(course, body["seat"])


def _says_stood(course: Course, you: int | None, event: Event) -> str:
    who = person(course.setup, event.seat, you)
    if who == "You":
        return "The computer plays on for you until you are back."
    return f"{who} is away; the computer plays on until {who} is back."


def _says_claimed(course: Course, you: int | None, event: Event) -> str:
    who = person(course.setup, event.seat, you)
    has = "have" if who == "You" else "has"
    return f"{person(course.setup, event.data['by'], you)} claimed the round, for {who} {has} been away."


def _says_returned(course: Course, you: int | None, event: Event) -> str:
    return f"{person(course.setup, event.seat, you)} came back."


FAMILY = Family(
    steps={StandInMessage: _stand_in, ClaimMessage: _claim},
    own={
        "claimed": Own(_claimed_again, _says_claimed),
        "stood": Own(_stood_again, _says_stood),
        "returned": Own(_returned_again, _says_returned),
    },
)
