"""Saying something to the others at the table: answered at once, told to those who sit there, and never stored.

What may be said is a part of the agreement, which the host may change at any time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase
from doublesix.server.acts.family import Family, Own
from doublesix.server.acts.family import Talk as Talking
from doublesix.server.acts.sharing import acting
from doublesix.server.chat import TEXT_LENGTH, choices
from doublesix.server.setup import Talk
from doublesix.server.step import Body, Json, RefusedError, Step, own
from doublesix.server.wire import CommandMessage

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Listener, Table

_NOW: Final[dict[Talk, Phrase]] = {
    "all": Phrase("People at this table may write lines of text now."),
    "phrases": Phrase("Only the phrases are said at this table now."),
    "none": Phrase("Nothing is said at this table now."),
}


class SayMessage(CommandMessage, tag="say"):
    """Say a phrase, or a line of text."""

    phrase: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=2 * TEXT_LENGTH)] | None = None


class TalkMessage(CommandMessage, tag="talk"):
    """The host: what people here may say to each other from now on."""

    mode: Talk


def talk(course: Course, seat: int, mode: Talk) -> Step:
    """From now on this may be said. Raises `RefusedError` for who is not the host, and among strangers."""
    if seat != course.now.host:
        raise RefusedError(Phrase("Only who hosts the table may say what is said here."))
    if mode not in choices(course.setup):
        raise RefusedError(Phrase("People who found each other in the lobby have the phrases only."))
    return Step((own("talk", seat, mode=mode),), replace(course.now, setup=replace(course.setup, talk=mode)))


async def _talk(table: Table, listener: Listener, message: TalkMessage) -> None:
    """Once for each change, however often it is sent."""
    course = table.course
    host = course.now.host
    seat = host if host in listener.seats else listener.seats[0]
    assert seat is not None
    step = talk(course, seat, message.mode)
    while course.setup.talk != message.mode:
        await table.carry_out(step)
        step = talk(course, seat, message.mode)
    table.acknowledge(listener, message.cid)


def _talk_again(course: Course, body: Body) -> Step:
    return talk(course, body["seat"], body["mode"])


def _says_talk(_course: Course, _you: int | None, event: Event) -> Phrase:
    return _NOW[event.data["mode"]]


def _shows_talk(_course: Course, event: Event) -> Json:
    return {"seat": event.seat, "mode": event.data["mode"]}


def _say(table: Table, listener: Listener, message: SayMessage) -> None:
    seat = acting(listener, message)
    try:
        if seat is None:
            raise RefusedError(Phrase("Only those who sit at this table may speak; you are watching."))
        course = table.course
        line = (message.phrase, message.text)
        said = table.chat.say(course.setup, course.running, seat, table.seats[seat], line, table.now)
    except RefusedError as problem:
        table.refuse(listener, message.cid, str(problem))
        return
    table.acknowledge(listener, message.cid)
    table.tell_said(said)


FAMILY = Family(
    talks={TalkMessage: Talking(_talk)},
    asides={SayMessage: _say},
    own={"talk": Own(_talk_again, _says_talk, _shows_talk)},
)
