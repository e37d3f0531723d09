"""The shape of messages: what all of them have in common; each family in `acts` has its own."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NewType, TypeVar

import msgspec

Frame = NewType("Frame", str)
"""Text of one outgoing message. Made by `frame` alone, which only the gate and the table's answers call."""

M = TypeVar("M")
Cid = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
N = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Place = Annotated[int, msgspec.Meta(ge=0, le=15)]


class Message(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, gc=False):
    """Any client message."""

    needs_hand: ClassVar[bool] = False
    """Whether only the person whose hand is open may send it, where several share a device."""


class CommandMessage(Message):
    """A message that is answered, once for each `cid`."""

    cid: Cid


class NumberedMessage(CommandMessage):
    """A command that says what its sender knew: events up to `n`."""

    n: N


class BadMessageError(ValueError):
    """A message of the wrong shape; the text says where."""


def read(decoder: msgspec.json.Decoder[M], text: str | bytes) -> M:
    """Read a message. Raises `BadMessageError` naming the place of the mistake."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise BadMessageError(f"This message is not understood: {problem}.") from problem


def frame(message: dict[str, Any]) -> Frame:
    """The text of an outgoing message."""
    return Frame(msgspec.json.encode(message).decode())
