"""Sentences that remember how they were made, so that the same can be said in another language or with other names.

A `Phrase` is its English text, as any string is; beside it it keeps the template and the values that were put in. Who
speaks to people looks the template up in a catalogue and puts the same values in again. Templates are whole sentences,
or clauses that a sentence takes in whole; they are literals at the place where the phrase is made, for a tool collects
them from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self, cast

Translate = Callable[[str, str | None, int], str]
"""The template in a language: from the English one, its plural (None where it has none) and the number."""
Write = Callable[[int], str]
"""A number as a language writes it."""

_OPENS: Final = re.compile(r"\{(\w+)\}")


class Who(int):
    """A seat in a sentence: `seat 1`, `Seat 1` where the sentence begins with it, or what the table calls it."""

    __slots__ = ()


class Phrase(str):
    """A sentence in English, with its template and values.

    Values are numbers, `Who`, tiles and names (whose `str` is put in), or phrases themselves.
    """

    __slots__ = ("_named", "many", "number", "template", "values", "yours")

    template: str
    """The English template, with {names} for what changes."""
    values: Mapping[str, Any]
    """What is put in, by name."""
    yours: str | None
    """The template to use where the seat `who` is the reader's own."""
    many: str | None
    """The template for any number but one."""
    number: int
    """The number that decides between `template` and `many`."""
    _named: dict[tuple[int | None, ...], tuple[Sequence[str], Self]]
    """What `called` gave, by the reader's seat and the ids of the names, which are kept beside it for that."""

    def __new__(cls, template: str, /, **values: Any) -> Self:
        return cls._made(template, values)

    @classmethod
    def told(cls, template: str, yours: str, /, **values: Any) -> Self:
        """A sentence about the seat `who`, with another one for the person who sits there: `You pass.`"""
        return cls._made(template, values, yours)

    @classmethod
    def plural(cls, one: str, many: str, number: int, /, **values: Any) -> Self:
        """A sentence that depends on a number, which it may name as `{n}`."""
        return cls._made(one, {"n": number, **values}, None, many, number)

    @classmethod
    def _made(
        cls,
        template: str,
        values: Mapping[str, Any],
        yours: str | None = None,
        many: str | None = None,
        number: int = 1,
    ) -> Self:
        said = values.values()
        key = (template, yours, many, number, *values, *map(type, said), *map(_identity, said))
        found = _MADE.get(key)
        if found is not None:
            return cast(Self, found)
        self = str.__new__(cls, _filled(_english(template, many, number), values, _english, str, True))
        self.template, self.values, self.yours, self.many, self.number = template, values, yours, many, number
        self._named = {}
        if len(_MADE) >= _MOST:
            _MADE.clear()
        _MADE[key] = self
        return self

    def __str__(self) -> str:
        """The phrase itself: it stays one as the text of an exception or of a reason."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.template, dict(self.values), self.yours, self.many, self.number)

    def with_values(self, values: Mapping[str, Any]) -> Self:
        """The same sentence with other values."""
        return self._made(self.template, values, self.yours, self.many, self.number)

    @property
    def english(self) -> str:
        """The text alone."""
        return str.__str__(self)

    def said(self, translate: Translate, write: Write) -> str:
        """The text in another language."""
        return self._said(translate, write, True)

    def _said(self, translate: Translate, write: Write, first: bool) -> str:
        return _filled(translate(self.template, self.many, self.number), self.values, translate, write, first)

    def called(self, names: Sequence[str], you: int | None = None) -> Self:
        """The same with names for the seats, and spoken to the seat `you` where it speaks of that."""
        key = (you, *map(id, names))
        found = self._named.get(key)
        if found is None:
            if len(self._named) >= _NAMINGS:
                self._named.clear()
            found = self._named[key] = names, self._call(names, you)
        return found[1]

    def _call(self, names: Sequence[str], you: int | None) -> Self:
        template, values, yours = self.template, self.values, self.yours
        who = values.get("who")
        if yours is not None and isinstance(who, Who) and who == you:
            template, yours = yours, None
        named = {name: _called(value, names, you) for name, value in values.items()}
        return self._made(template, named, yours, self.many, self.number)


_MADE: Final[dict[tuple[Any, ...], Phrase]] = {}
"""Phrases that were made: the same few thousand are said again and again."""
_MOST: Final = 20_000
_NAMINGS: Final = 50
"""Companies whose names are remembered with a phrase."""


def _identity(value: Any) -> Any:
    """What tells a value from others of its type: a phrase is itself only, for others may read the same in English.

    A phrase that is kept holds its values, so that their ids are not given to others meanwhile.
    """
    return id(value) if isinstance(value, Phrase) else value


def _again(made: type[Phrase], *parts: Any) -> Phrase:
    return made._made(*parts)


def _english(template: str, many: str | None, number: int) -> str:
    return template if many is None or number == 1 else many


def _filled(template: str, values: Mapping[str, Any], translate: Translate, write: Write, first: bool) -> str:
    """The template with its values; `first` where a sentence begins with it."""
    opens = _OPENS.match(template) if first else None
    opening = opens[1] if opens else None
    return template.format_map(
        {name: _part(value, translate, write, name == opening) for name, value in values.items()}
    )


def _part(value: Any, translate: Translate, write: Write, first: bool) -> str:
    if isinstance(value, Phrase):
        return value._said(translate, write, first)
    if isinstance(value, Who):
        return translate("Seat {n}" if first else "seat {n}", None, 1).format(n=int(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return write(value)
    return str(value)


def _called(value: Any, names: Sequence[str], you: int | None) -> Any:
    if isinstance(value, Phrase):
        return value.called(names, you)
    return names[value] if isinstance(value, Who) and value < len(names) else value


SHORT: Final = 60
"""Letters that are repeated at most of a text that somebody wrote where something else belongs."""
_WORD: Final = re.compile(r"\S{121,}")


def shortened(text: str) -> str:
    """A text that somebody wrote, as it is repeated to him: a long one ends in `…`, within its quotation marks."""
    if len(text) <= SHORT:
        return text
    end = text[-1] if text[0] == text[-1] and text[0] in "\"'" else ""
    return f"{text[: SHORT - 1 - len(end)]}…{end}"


def in_bounds(text: str) -> str:
    """A refusal with every word in it cut that no sentence of ours would have; a phrase stays one."""
    if not _WORD.search(text):
        return text
    if not isinstance(text, Phrase):
        return _WORD.sub(lambda found: shortened(found[0]), text)
    values = {name: in_bounds(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return text.with_values(values)


SEAT: Final = (Phrase("Seat {n}", n=0), Phrase("seat {n}", n=0))
"""What a seat without a name is called, first in a sentence and within."""


def either(parts: Sequence[Any]) -> Any:
    """`2`, `2 or 5`, `2 or 5 or 6`."""
    out = parts[0]
    for part in parts[1:]:
        out = Phrase("{some} or {last}", some=out, last=part)
    return out


def listed(parts: Sequence[Any]) -> Any:
    """`a`, `a and b`, `a, b and c`."""
    *before, last = parts
    return Phrase("{some} and {last}", some=enumerated(before), last=last) if before else last


def enumerated(parts: Sequence[Any]) -> Any:
    """`a, b, c`."""
    out = parts[0]
    for part in parts[1:]:
        out = Phrase("{some}, {next}", some=out, next=part)
    return out


def in_a_row(sentences: Sequence[Any]) -> Any:
    """Sentences one after the other."""
    out = sentences[0]
    for sentence in sentences[1:]:
        out = Phrase("{before} {next}", before=out, next=sentence)
    return out
