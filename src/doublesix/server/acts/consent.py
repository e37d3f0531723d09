"""What needs everybody's consent: to make a round void, and to take the last play back.

Computer players consent at once. A play may be taken back until somebody has drawn, passed or moved after it, so never
across anything that was revealed, and never in rated play; a void round changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts.family import Family, Own
from doublesix.server.company import Asked, What
from doublesix.server.step import TAKEN_BACK, Body, Json, RefusedError, Step, own
from doublesix.server.wire import NumberedMessage

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Table


class VoidMessage(NumberedMessage, tag="void"):
    """Ask that the round be void, or agree to it."""


class TakeBackMessage(NumberedMessage, tag="take_back"):
    """Ask to take one's last play back, or agree to it."""


class DeclineMessage(NumberedMessage, tag="decline"):
    """Say no to what is asked, or ask it no longer."""


# --- steps -----------------------------------------------------------------------------------------------------------


def wish(course: Course, seat: int, what: What) -> Step:
    """The seat asks for something, or agrees to it where it is asked. Raises `RefusedError`."""
    if not course.running:
        raise RefusedError(Phrase("The round is over: nothing of it can be changed."))
    if seat in course.company.resigned:
        raise RefusedError(Phrase("You gave this round up."))
    asked = course.company.asked
    if asked is None:
        _check(course, seat, what)
        asked = Asked(what, seat, frozenset())
    elif asked.what != what:
        raise RefusedError(Phrase("Something else is asked now; answer that first."))
    elif seat in asked.yes:
        raise RefusedError(Phrase("You have said yes already; the others have not answered yet."))
    yes = asked.yes | at_one_device(course, seat)
    if yes >= voters(course, what):
        return _granted(course, what, asked.by)
    return _asked(course, seat, Asked(what, asked.by, yes))


def at_one_device(course: Course, seat: int) -> frozenset[int]:
    """The seats of all who share the device of this one: they sit together, so what one says all of them say."""
    owners = course.company.owners
    return frozenset(other for other, guest in owners.items() if guest == owners.get(seat)) | {seat}


def voters(course: Course, what: What) -> frozenset[int]:
    """The people who must agree; who is away does so to a take-back through the computer that stands in."""
    people = frozenset(course.setup.people) - course.company.resigned
    return people if what == "void" else people - course.company.standing.keys()


def _check(course: Course, seat: int, what: What) -> None:
    rated = course.setup.rated
    if course.setup.part is not None:
        raise RefusedError(Phrase("In a duplicate every deal counts as it is played."))
    if (seat, what) in course.company.declined:
        raise RefusedError(Phrase("That was declined; ask again after the next move."))
    if what == "void":
        if rated and len(course.setup.people) == 1:
            raise RefusedError(Phrase("A rated round against the computer cannot be made void; you may resign."))
    elif rated:
        raise RefusedError(Phrase("In rated play nothing is taken back."))
    elif course.now.undo is None or course.now.undo.turn != seat:
        raise RefusedError(
            Phrase("Only your own last play can be taken back, before anybody has drawn, passed or moved.")
        )


def _asked(course: Course, seat: int, asked: Asked) -> Step:
    event = own("asked" if seat == asked.by else "agreed", seat, what=asked.what)
    return Step((event,), replace(course.now, company=replace(course.company, asked=asked)))


def _granted(course: Course, what: What, by: int) -> Step:
    company = replace(course.company, asked=None)
    if what == "void":
        assert course.position is not None
        return course.ended(own("voided", by), course.position.end("void"), company)
    took = course.moves[-1].n
    now = replace(course.now, position=course.now.undo, undo=None, company=company)
    return Step((own(TAKEN_BACK, by, took=took),), now)


def decline(course: Course, seat: int) -> Step:
    """The seat says no to what is asked, or takes its question back. Raises `RefusedError`."""
    asked = course.company.asked
    if asked is None or seat in course.company.resigned:
        raise RefusedError(Phrase("Nothing is asked of you now."))
    declined = course.company.declined | {(asked.by, asked.what)}
    event = own("declined", seat, what=asked.what, by=asked.by)
    return Step((event,), replace(course.now, company=replace(course.company, asked=None, declined=declined)))


# --- commands --------------------------------------------------------------------------------------------------------


def _void(table: Table, seat: int, _message: VoidMessage) -> Step:
    return wish(table.course, seat, "void")


def _take_back(table: Table, seat: int, _message: TakeBackMessage) -> Step:
    asked, undo = table.course.company.asked, table.course.now.undo
    mine = at_one_device(table.course, seat)
    if asked is None and undo is not None and undo.turn in mine:
        seat = undo.turn  # at a shared device it may be the play of another who sits there
    return wish(table.course, seat, "take_back")


def _decline(table: Table, seat: int, _message: DeclineMessage) -> Step:
    return decline(table.course, seat)


# --- events ----------------------------------------------------------------------------------------------------------


def _asked_again(course: Course, body: Body) -> Step:
    seat, asked = body["seat"], course.company.asked
    by, yes = (seat, frozenset[int]()) if asked is None else (asked.by, asked.yes)
    return _asked(course, seat, Asked(body["what"], by, yes | at_one_device(course, seat)))


def _voided_again(course: Course, body: Body) -> Step:
    return _granted(course, "void", body["seat"])


def _taken_back_again(course: Course, body: Body) -> Step:
    if course.now.undo is None:
        raise RefusedError(Phrase("no play can be taken back here"))
    return _granted(course, "take_back", body["seat"])


def _declined_again(course: Course, body: Body) -> Step:
    return decline(course, body["seat"])


def _says_asked(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    if event.data["what"] == "void":
        return Phrase.told(
            "{who} would like to make this round void.", "You would like to make this round void.", who=who
        )
    return Phrase.told(
        "{who} would like to take the last play back.", "You would like to take the last play back.", who=who
    )


def _says_agreed(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    return Phrase.told("{who} agrees.", "You agree.", who=who)


def _says_declined(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    if event.data["by"] != event.seat:
        return Phrase.told("{who} said no; the round goes on.", "You said no; the round goes on.", who=who)
    return Phrase.told("{who} no longer asks for it.", "You no longer ask for it.", who=who)


def _says_voided(_course: Course, _you: int | None, _event: Event) -> str:
    return Phrase("The round is void by agreement; it counts for nothing.")


def _says_taken_back(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    return Phrase.told("{who} took the last play back.", "You took the last play back.", who=who)


def _shows_what(_course: Course, event: Event) -> Json:
    return {"seat": event.seat, "what": event.data["what"]}


def _shows_taken(_course: Course, event: Event) -> Json:
    """The number of the event that no longer counts among the moves."""
    return {"seat": event.seat, "took": event.data["took"]}


FAMILY = Family(
    steps={VoidMessage: _void, TakeBackMessage: _take_back, DeclineMessage: _decline},
    own={
        "asked": Own(_asked_again, _says_asked, _shows_what),
        "agreed": Own(_asked_again, _says_agreed, _shows_what),
        "declined": Own(_declined_again, _says_declined, _shows_what),
        "voided": Own(_voided_again, _says_voided),
        TAKEN_BACK: Own(_taken_back_again, _says_taken_back, _shows_taken),
    },
)
