"""What clients may say over the socket, checked in shape before anything else looks at it."""

from __future__ import annotations

from typing import Annotated, Any, NewType

import msgspec

Frame = NewType("Frame", str)
"""Text of one outgoing message. Made by `frame` alone, which only `state.py` and `table.py` call."""

Cid = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
N = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Place = Annotated[int, msgspec.Meta(ge=0, le=15)]


class Message(msgspec.Struct, tag_field="t", forbid_unknown_fields=True, gc=False):
    """Any client message."""


class MoveMessage(Message, tag="move"):
    """A move of the sender's seat, made knowing events up to `n`."""

    n: N
    cid: Cid
    move: Annotated[str, msgspec.Meta(min_length=1, max_length=16)]


class NextMessage(Message, tag="next"):
    """Deal the next round of the match."""

    n: N
    cid: Cid


class AgainMessage(Message, tag="again"):
    """A new table with the same settings."""

    cid: Cid


class StartMessage(Message, tag="start"):
    """The host: give the open seats to the computer and deal."""

    n: N
    cid: Cid


class CloseMessage(Message, tag="close"):
    """The host: close the table, which has not begun."""

    n: N
    cid: Cid


class ResignMessage(Message, tag="resign"):
    """The sender's seat forfeits the round."""

    n: N
    cid: Cid


class StandInMessage(Message, tag="stand_in"):
    """Let the computer play on for a seat whose owner is away."""

    n: N
    cid: Cid
    seat: Place


class ClaimMessage(Message, tag="claim"):
    """Claim the round from a seat whose owner is away."""

    n: N
    cid: Cid
    seat: Place


class SyncMessage(Message, tag="sync"):
    """What happened after event `n`?"""

    n: N


class PingMessage(Message, tag="ping"):
    """Is anybody there?"""


NumberedMessage = (
    MoveMessage | NextMessage | StartMessage | CloseMessage | ResignMessage | StandInMessage | ClaimMessage
)
"""Commands that say what their sender knew."""
AnyMessage = (
    MoveMessage
    | NextMessage
    | AgainMessage
    | StartMessage
    | CloseMessage
    | ResignMessage
    | StandInMessage
    | ClaimMessage
    | SyncMessage
    | PingMessage
)

_decoder: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)


class BadMessageError(ValueError):
    """A message of the wrong shape; the text says where."""


def decode(text: str | bytes) -> AnyMessage:
    """Read a message. Raises `BadMessageError` naming the place of the mistake."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as problem:
        raise BadMessageError(f"This message is not understood: {problem}.") from problem


def frame(message: dict[str, Any]) -> Frame:
    """The text of an outgoing message."""
    return Frame(msgspec.json.encode(message).decode())
