"""The shape of messages: what all of them have in common; each family in `acts` has its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Self, TypeVar

import msgspec

from doublesix.rules.phrases import Phrase
from doublesix.server.plainly import in_words
from doublesix.speech import ENGLISH, Speech


class Frame(str):
    """One outgoing message as English text. Made by `frame` alone, which only the gate and the table's answers call.

    It may be said in other languages too; each is written once, however many listeners speak it.
    """

    __slots__ = ("_message", "_others")

    _message: Mapping[str, Any] | None
    _others: dict[str, str]

    def __new__(cls, text: str, message: Mapping[str, Any] | None = None) -> Self:
        self = str.__new__(cls, text)
        self._message, self._others = message, {}
        return self

    def said(self, speech: Speech) -> str:
        """The text in a language."""
        if speech is ENGLISH or self._message is None:
            return self
        text = self._others.get(speech.language)
        if text is None:
            text = self._others[speech.language] = encoded(self._message, speech)
        return text


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
        raise BadMessageError(f"This message is not understood. {in_words(problem)}") from problem


class Writing:
    """A part of a message that writes itself."""

    __slots__ = ()

    def written(self, speech: Speech) -> str:
        """Its JSON text in a language."""
        raise NotImplementedError


def encoded(value: object, speech: Speech = ENGLISH) -> str:
    """JSON text with the phrases in it said in a language."""
    if speech is ENGLISH:
        return _english.encode(value).decode()
    return msgspec.json.encode(value, enc_hook=partial(_said, speech)).decode()


def _said(speech: Speech, part: object) -> object:
    """What stands in a message for a part that JSON does not know."""
    if isinstance(part, Phrase):
        return part.english if speech is ENGLISH else speech.say(part)
    if isinstance(part, Writing):
        return msgspec.Raw(part.written(speech).encode())
    raise TypeError(f"a {type(part).__name__} cannot be sent")


_english: Final = msgspec.json.Encoder(enc_hook=partial(_said, ENGLISH))


def frame(message: Mapping[str, Any]) -> Frame:
    """The text of an outgoing message."""
    return Frame(encoded(message), message)
