"""The shape of messages: what all of them have in common; each family in `acts` has its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Self, TypeVar

import msgspec

from doublesix.notation.json_text import DECODER, unreadable
from doublesix.rules.phrases import Phrase
from doublesix.server.plainly import in_words
from doublesix.speech import ENGLISH, Speech


class Frame(str):
    """One outgoing message as English text. Made by `frame` alone, which only the gate and the table's answers call.

    It may be said in other languages too; each is written once, however many listeners speak it.
    """

    __slots__ = ("_message", "_others")

    _message: Mapping[str, Any] | Writing | None
    _others: dict[str, str] | None

    def __new__(cls, text: str, message: Mapping[str, Any] | Writing | None = None) -> Self:
        self = str.__new__(cls, text)
        self._message, self._others = message, None
        return self

    def said(self, speech: Speech) -> str:
        """The text in a language."""
        if speech is ENGLISH or self._message is None:
            return self
        if self._others is None:
            self._others = {}
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
        raise BadMessageError(Phrase("This message is not understood. {why}", why=in_words(problem))) from problem


def check_once(text: str | bytes) -> None:
    """Raise `BadMessageError` where a message says something twice: who reads it would choose for its sender."""
    try:
        DECODER.decode(text if isinstance(text, str) else text.decode())
    except (ValueError, RecursionError) as problem:
        why = Phrase("It is not plain JSON: {what}.", what=unreadable(problem))
        raise BadMessageError(Phrase("This message is not understood. {why}", why=why)) from problem


class Writing:
    """A part of a message that writes itself."""

    __slots__ = ()

    def written(self, speech: Speech) -> str:
        """Its JSON text in a language."""
        raise NotImplementedError


def encoded(value: object, speech: Speech = ENGLISH) -> str:
    """JSON text with the phrases in it said in a language."""
    if isinstance(value, Writing):
        return value.written(speech)
    if speech is ENGLISH:
        return _english.encode(value).decode()
    return msgspec.json.encode(value, enc_hook=partial(_said, speech)).decode()


_TEXTS: Final[dict[tuple[int, Speech], tuple[Phrase, str, msgspec.Raw]]] = {}
"""Phrases as they were written last, by their identity and the language; a phrase that stands here keeps its id."""
_MOST: Final = 20_000


def _kept(phrase: Phrase, speech: Speech) -> tuple[Phrase, str, msgspec.Raw]:
    key = id(phrase), speech
    kept = _TEXTS.get(key)
    if kept is None:
        if len(_TEXTS) >= _MOST:
            _TEXTS.clear()
        text = msgspec.json.encode(phrase.english if speech is ENGLISH else str(speech.say(phrase)))
        kept = _TEXTS[key] = phrase, text.decode(), msgspec.Raw(text)
    return kept


def quoted(phrase: str, speech: Speech = ENGLISH) -> str:
    """The JSON text of a phrase in a language, or of any other string."""
    return _kept(phrase, speech)[1] if isinstance(phrase, Phrase) else _english.encode(phrase).decode()


def _said(speech: Speech, part: object) -> object:
    """What stands in a message for a part that JSON does not know."""
    if isinstance(part, Phrase):
        return _kept(part, speech)[2]
    if isinstance(part, Writing):
        return msgspec.Raw(part.written(speech).encode())
    raise TypeError(f"a {type(part).__name__} cannot be sent")


_english: Final = msgspec.json.Encoder(enc_hook=partial(_said, ENGLISH))


def frame(message: Mapping[str, Any] | Writing) -> Frame:
    """The text of an outgoing message."""
    return Frame(encoded(message), message)
