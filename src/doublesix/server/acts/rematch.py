"""Playing again: a new table with the same settings, once all people wish it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts.family import Family, Own, Talk
from doublesix.server.step import Body, Json, RefusedError, Step, own
from doublesix.server.wire import CommandMessage

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Listener, Table


class AgainMessage(CommandMessage, tag="again"):
    """A new table with the same settings."""


def wish(course: Course, seat: int) -> Step:
    """The seat wishes to play again. Raises `RefusedError` while something is still played here."""
    if not course.over:
        raise RefusedError(Phrase("It is not over: play again when it is."))
    return Step((own("wished", seat),), replace(course.now, company=course.company.wished(seat)))


def leave(course: Course, table: str) -> Step:
    """People go on to another table."""
    return Step((own("again", None, table=table),), replace(course.now, again=table))


def all_wish(course: Course) -> bool:
    """Whether every person wishes to play again."""
    return course.company.wishes >= set(course.setup.people)


async def _again(table: Table, listener: Listener, message: AgainMessage) -> None:
    """One new table, however often and by however many it is asked for."""
    course = table.course
    part = table.setup.part
    if part is not None and part.deal == part.deals:
        raise RefusedError(Phrase("This was the last deal of the duplicate: its sheet says how it ends."))
    if part is not None:
        raise RefusedError(Phrase("The duplicate goes on with its next deal."))
    if len(table.setup.people) > 1 and course.again is None:
        for seat in listener.seats:
            while seat not in course.company.wishes:
                await table.carry_out(wish(course, seat))
        if not all_wish(course):
            table.acknowledge(listener, message.cid)
            return
    while course.again is None:
        await table.carry_out(leave(course, await table.rematch()))
    table.send_on(listener, message.cid, course.again)


def _wished_again(course: Course, body: Body) -> Step:
    return wish(course, body["seat"])


def _left_again(course: Course, body: Body) -> Step:
    return leave(course, body["table"])


def _says_wished(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    return Phrase.told("{who} would like to play again.", "You would like to play again.", who=who)


def _says_again(_course: Course, _you: int | None, _event: Event) -> str:
    return Phrase("A new table was opened with the same settings.")


def _shows_again(course: Course, event: Event) -> Json:
    """Where several people sit, all of them are told where to; who sits alone is sent there by the answer."""
    return {"url": f"/table/{event.data['table']}"} if len(course.setup.people) > 1 else {}


FAMILY = Family(
    talks={AgainMessage: Talk(_again)},
    own={"wished": Own(_wished_again, _says_wished), "again": Own(_left_again, _says_again, _shows_again)},
)
