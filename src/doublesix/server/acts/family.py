"""What a family of acts consists of: the messages that ask for them, and the table's own events that tell of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from doublesix.rules import Event
from doublesix.server.step import Body, Json, Step
from doublesix.server.wire import Message, NumberedMessage

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Listener, Table

Judge = Callable[["Table", int, Any], Step]
"""What a numbered message of a seat causes. Raises `RefusedError`; changes nothing."""
Aside = Callable[["Table", "Listener", Any], None]
"""Answers a message at once, whatever the table is doing, and whoever sent it: nothing of it is stored."""
Answer = Callable[["Table", "Listener", Any], Awaitable[None]]
"""Answers a message that is no single step. What it raises is told to the sender as for every command."""


def _whose(_course: Course, event: Event) -> Json:
    return {"seat": event.seat}


@dataclass(frozen=True, slots=True)
class Talk:
    """A message that is no single step."""

    answer: Answer
    watchers: bool = False
    """Whether those who only watch may send it too."""


@dataclass(frozen=True, slots=True)
class Own:
    """One kind of the table's own events. Its sentence and what it shows are public."""

    repeat: Callable[[Course, Body], Step]
    """The step that was stored as this body, when a log is read again."""
    says: Callable[[Course, int | None, Event], str]
    """Its sentence for this seat, None for who watches."""
    shows: Callable[[Course, Event], Json] = _whose
    """The fields that are sent beside number, kind and text: never the event's data as it is."""
    brings: Collection[str] = ()
    """The kinds of round events that belong to the same command where they stand right behind it."""


@dataclass(frozen=True, slots=True)
class Family:
    """What a module of this package adds to the server."""

    steps: Mapping[type[NumberedMessage], Judge] = field(default_factory=dict)
    """Commands that are one step, each by the type of its message."""
    talks: Mapping[type[Message], Talk] = field(default_factory=dict)
    """The other messages that wait for their turn."""
    asides: Mapping[type[Message], Aside] = field(default_factory=dict)
    """Those that do not."""
    own: Mapping[str, Own] = field(default_factory=dict)
    """Own events by their kind."""
