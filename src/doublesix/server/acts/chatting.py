"""Saying something to the others at the table: answered at once, told to those who sit there, and never stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from doublesix.rules.phrases import Phrase
from doublesix.server.acts.family import Family
from doublesix.server.acts.sharing import acting
from doublesix.server.chat import TEXT_LENGTH
from doublesix.server.step import RefusedError
from doublesix.server.wire import CommandMessage

if TYPE_CHECKING:
    from doublesix.server.table import Listener, Table


class SayMessage(CommandMessage, tag="say"):
    """Say a phrase, or a line of text."""

    phrase: Annotated[str, msgspec.Meta(max_length=20)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=2 * TEXT_LENGTH)] | None = None


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


FAMILY = Family(asides={SayMessage: _say})
