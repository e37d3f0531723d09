"""The commitment to a deal that is to come, and the strings that the seats add to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts.family import Family, Own, Talk
from doublesix.server.acts.sharing import acting
from doublesix.server.dealing import STRING_LENGTH, BadStringError, Pledge, good_string
from doublesix.server.step import Body, Json, RefusedError, Step, own
from doublesix.server.wire import CommandMessage

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Listener, Table

COMMITTED: Final = "committed"
"""The kind of the event that tells of a commitment."""
CHANGES: Final = 8
"""How often a seat may change its string before a deal."""


class MixMessage(CommandMessage, tag="mix"):
    """Add the sender's string to the deal of this commitment, in place of one that was added before."""

    commitment: Annotated[str, msgspec.Meta(min_length=64, max_length=64)]
    string: Annotated[str, msgspec.Meta(max_length=STRING_LENGTH)]


def committed(step: Step, pledge: Pledge) -> Step:
    """The step, and behind it the commitment to the deal that comes next."""
    return Step((*step.events, own(COMMITTED, None, **pledge.to_json())), replace(step.after, pledge=pledge))


def mix(course: Course, seat: int, string: str) -> Step:
    """The seat adds its string to the next deal. Raises `RefusedError` where there is none to come."""
    pledge = course.now.pledge
    if pledge is None:
        raise RefusedError(Phrase("No deal is to come to which a string could be added."))
    return Step((own("mixed", seat, string=string),), replace(course.now, pledge=pledge.adding(seat, string)))


async def _mix(table: Table, listener: Listener, message: MixMessage) -> None:
    """Once for each string, however often it is sent; who adds to another deal than the next one learns so."""
    course, seat = table.course, acting(listener, message)
    try:
        string = good_string(message.string)
    except BadStringError as problem:
        raise RefusedError(str(problem)) from problem
    assert seat is not None
    while (pledge := course.now.pledge) is None or pledge.strings.get(seat) != string:
        if pledge is None or pledge.commitment != message.commitment:
            raise RefusedError(Phrase("This is not the commitment of the next deal."))
        told = [(str(numbered.event.kind), numbered.event.seat) for numbered in course.events]
        if told.count(("mixed", seat)) >= CHANGES:
            raise RefusedError(Phrase("Your string for this deal was changed often enough: the last one stands."))
        step = mix(course, seat, string)
        await table.carry_out(course.with_deal(step, table.dealer) if _complete(step) else step)
    table.acknowledge(listener, message.cid)


def _complete(step: Step) -> bool:
    """Whether the first deal waited for this string alone."""
    pledge = step.after.pledge
    return pledge is not None and step.after.gathering and set(pledge.strings) >= set(step.after.setup.people)


async def deal_anyway(table: Table) -> None:
    """The first deal, without the strings of those who have sent none."""
    if table.course.now.gathering:
        await table.carry_out(table.course.with_deal(Step((), table.course.now), table.dealer))


def _committed_again(course: Course, body: Body) -> Step:
    return committed(Step((), course.now), Pledge.from_json(body))


def _mixed_again(course: Course, body: Body) -> Step:
    return mix(course, body["seat"], body["string"])


def _says_committed(_course: Course, _you: int | None, _event: Event) -> str:
    return Phrase("The next deal is committed to.")


def _says_mixed(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    return Phrase.told("{who} added to the next deal.", "You added to the next deal.", who=who)


def _shows_committed(_course: Course, event: Event) -> Json:
    pledge = Pledge.from_json(dict(event.data))
    return {"seat": None, "round": pledge.round, "commitment": pledge.commitment}


FAMILY = Family(
    talks={MixMessage: Talk(_mix)},
    own={
        COMMITTED: Own(_committed_again, _says_committed, _shows_committed),
        "mixed": Own(_mixed_again, _says_mixed, brings=("dealt",)),
    },
)
