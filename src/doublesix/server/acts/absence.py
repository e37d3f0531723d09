"""What happens to a seat whose owner is away at its turn or out of time, and his coming back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts.consent import at_one_device
from doublesix.server.acts.family import Family, Own
from doublesix.server.acts.leaving import give_up, given_up_again
from doublesix.server.step import STAND_IN, Body, RefusedError, Step, own
from doublesix.server.wire import NumberedMessage, Place

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Table


GIVEN_UP: Final = Phrase("You gave this seat up; the computer plays it to the end.")
"""Why who resigned can neither move nor come back."""


class StandInMessage(NumberedMessage, tag="stand_in"):
    """Let the computer play on for a seat whose owner is away."""

    seat: Place


class ClaimMessage(NumberedMessage, tag="claim"):
    """Claim the round from a seat whose owner is away."""

    seat: Place


class BackMessage(NumberedMessage, tag="back"):
    """Take one's seat back from the computer player that looks after it."""


# --- steps -----------------------------------------------------------------------------------------------------------


def claim(course: Course, seat: int, by: int) -> Step:
    """The seat gives up because its owner is away; that he is must be checked before. Raises `RefusedError`."""
    return give_up(course, "claimed", seat, by=by)


def stand_in(course: Course, seat: int, by: int | None, why: str = "away") -> Step:
    """A computer player goes on for the seat until its owner is back: because he is `away`, or `late`."""
    event = own("stood", seat, level=STAND_IN, by=by, why=why)
    return Step((event,), replace(course.now, company=course.company.stood_in(seat, STAND_IN)))


def give_back(course: Course, seat: int) -> Step:
    """The owner is back and plays again. Raises `RefusedError`."""
    if seat in course.company.resigned:
        raise RefusedError(GIVEN_UP)
    if seat not in course.company.standing:
        raise RefusedError(Phrase("The seat is yours: the computer does not play for you."))
    return Step((own("returned", seat),), replace(course.now, company=course.company.returned(seat)))


# --- commands --------------------------------------------------------------------------------------------------------


def _stand_in(table: Table, seat: int, message: StandInMessage) -> Step:
    if table.setup.rated:
        raise RefusedError(Phrase("At a rated table the computer plays for nobody: claim the round instead."))
    if table.setup.pace.away == "forfeit":
        raise RefusedError(Phrase("At this table who stays away forfeits; the computer plays for nobody."))
    table.presence.check_away(message.seat, seat)
    return stand_in(table.course, message.seat, seat)


def _claim(table: Table, seat: int, message: ClaimMessage) -> Step:
    if table.setup.pace.away == "computer":
        raise RefusedError(Phrase("At this table the computer plays on for who is away; there is nothing to claim."))
    table.presence.check_away(message.seat, seat)
    return claim(table.course, message.seat, seat)


def _back(table: Table, seat: int, _message: BackMessage) -> Step:
    company = table.course.company
    mine = sorted(company.standing.keys() & at_one_device(table.course, seat) - company.resigned)
    return give_back(table.course, mine[0] if mine else seat)


# --- events ----------------------------------------------------------------------------------------------------------


def _stood_again(course: Course, body: Body) -> Step:
    return stand_in(course, body["seat"], body["by"], body.get("why", "away"))


def _returned_again(course: Course, body: Body) -> Step:
    return give_back(course, body["seat"])


def _says_stood(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    if event.data["why"] == "late":
        return Phrase.told(
            "Time was up for {who}; the computer plays on until {who} takes the seat back.",
            "Your time was up; the computer plays on for you until you take the seat back.",
            who=who,
        )
    return Phrase.told(
        "{who} is away; the computer plays on until {who} is back.",
        "The computer plays on for you until you are back.",
        who=who,
    )


def _says_claimed(_course: Course, you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    by = Who(event.data["by"])
    if not event.data["ends"]:
        if by == you:
            return Phrase("{who} has been away and forfeited at your wish.", who=who)
        return Phrase.told(
            "{who} has been away and forfeited at the wish of {by}.",
            "You have been away and forfeited at the wish of {by}.",
            who=who,
            by=by,
        )
    if by == you:
        return Phrase("You claimed the round, for {who} has been away.", who=who)
    return Phrase.told(
        "{by} claimed the round, for {who} has been away.",
        "{by} claimed the round, for you have been away.",
        by=by,
        who=who,
    )


def _says_returned(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    return Phrase.told("{who} came back.", "You came back.", who=who)


FAMILY = Family(
    steps={StandInMessage: _stand_in, ClaimMessage: _claim, BackMessage: _back},
    own={
        "claimed": Own(given_up_again, _says_claimed),
        "stood": Own(_stood_again, _says_stood),
        "returned": Own(_returned_again, _says_returned),
    },
)
