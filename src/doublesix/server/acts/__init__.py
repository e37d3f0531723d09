"""What may be done at a table, one module a family: its messages, the pure steps they cause, and the table's own
events with their folding and their sentences. A new family is a new module and one line here.
"""

from __future__ import annotations

from typing import Final, Union

import msgspec

from doublesix.server.acts import (
    absence,
    chatting,
    consent,
    counting,
    hosting,
    lateness,
    leaving,
    mixing,
    play,
    rematch,
    seating,
    sharing,
    watching,
)
from doublesix.server.acts.family import Aside, Family, Judge, Own, Talk
from doublesix.server.wire import Message, NumberedMessage, check_once, read

FAMILIES: Final[tuple[Family, ...]] = (
    watching.FAMILY,
    play.FAMILY,
    seating.FAMILY,
    hosting.FAMILY,
    leaving.FAMILY,
    absence.FAMILY,
    lateness.FAMILY,
    consent.FAMILY,
    rematch.FAMILY,
    sharing.FAMILY,
    chatting.FAMILY,
    counting.FAMILY,
    mixing.FAMILY,
)

STEPS: Final[dict[type[NumberedMessage], Judge]] = {kind: step for one in FAMILIES for kind, step in one.steps.items()}
TALKS: Final[dict[type[Message], Talk]] = {kind: talk for one in FAMILIES for kind, talk in one.talks.items()}
ASIDES: Final[dict[type[Message], Aside]] = {kind: aside for one in FAMILIES for kind, aside in one.asides.items()}
OWN: Final[dict[str, Own]] = {kind: own for one in FAMILIES for kind, own in one.own.items()}
"""The events that are the table's own and not the round's; all of them are public."""
MESSAGES: Final[tuple[type[Message], ...]] = (*STEPS, *TALKS, *ASIDES)
"""Everything that a client may say."""

_decoder: Final[msgspec.json.Decoder[Message]] = msgspec.json.Decoder(Union[MESSAGES])  # noqa: UP007


def decode(text: str | bytes) -> Message:
    """Read a message. Raises `BadMessageError` naming the place of the mistake."""
    message = read(_decoder, text)
    if type(message) is not play.MoveMessage or _quotes(text) != _QUOTES_OF_A_MOVE:
        check_once(text)
    return message


_QUOTES_OF_A_MOVE: Final = 14
"""Quotes around the four names and three texts of a move: with so many it cannot name anything twice."""


def _quotes(text: str | bytes) -> int:
    return text.count('"') if isinstance(text, str) else text.count(b'"')
