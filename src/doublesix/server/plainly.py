"""What is wrong with JSON that was sent, in words of ours: what was found where, and what would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

import msgspec

from doublesix.rules.phrases import Phrase, either

_PLACE: Final = re.compile(r" - at `\$(?P<place>[^`]*)`$")
_KINDS: Final = {
    "int": Phrase("a whole number"),
    "str": Phrase("a text"),
    "bool": Phrase("true or false"),
    "float": Phrase("a number"),
    "array": Phrase("a list"),
    "object": Phrase("an object"),
    "null": Phrase("null"),
}


def _letters_most(n: str) -> Phrase:
    return Phrase.plural("it has at most {n} letter", "it has at most {n} letters", int(n))


def _letters_least(n: str) -> Phrase:
    return Phrase.plural("it has at least {n} letter", "it has at least {n} letters", int(n))


def _entries_most(n: str) -> Phrase:
    return Phrase.plural("it has at most {n} entry", "it has at most {n} entries", int(n))


_FAULTS: Final[tuple[tuple[str, Callable[..., Phrase]], ...]] = (
    (
        r"Object contains unknown field `(.*)`",
        lambda name: Phrase("it has a field {name} that is not known here", name=name),
    ),
    (r"Object missing required field `(.*)`", lambda name: Phrase("it lacks the field {name}", name=name)),
    (r"Expected `str` of length >= 1", lambda: Phrase("it must not be empty")),
    (r"Expected `str` of length <= (\d+)", _letters_most),
    (r"Expected `str` of length >= (\d+)", _letters_least),
    (r"Expected `array` of length <= (\d+)", _entries_most),
    (r"Expected `(?:int|float)` >= (\S+)", lambda least: Phrase("it is {least} or more", least=least)),
    (r"Expected `(?:int|float)` <= (\S+)", lambda most: Phrase("it is at most {most}", most=most)),
    (r"Invalid (?:enum )?value '?(.*?)'?", lambda name: Phrase("there is no {name} here", name=name)),
    (r"Integer value out of range|Number out of range", lambda: Phrase("the number is too large")),
    (
        r"Expected `(.*)`, got `(.*)`",
        lambda wanted, found: Phrase("it must be {wanted}, not {found}", wanted=_kinds(wanted), found=_kinds(found)),
    ),
)
"""What `msgspec` says, and what is said instead."""


def in_words(problem: Exception) -> str:
    """A sentence about what could not be read; the text of any other exception as it is."""
    if isinstance(problem, RecursionError):
        return Phrase("This is nested too deep.")
    if isinstance(problem, UnicodeError):
        return Phrase("This is not UTF-8 text.")
    if isinstance(problem, msgspec.ValidationError):
        return _misshapen(str(problem))
    if isinstance(problem, (msgspec.DecodeError, json.JSONDecodeError)):
        return Phrase("This is not JSON, or it ends too early.")
    return str(problem)


def _misshapen(text: str) -> Phrase:
    """What `msgspec` found, retold."""
    found = _PLACE.search(text)
    place = found["place"].lstrip(".") if found else ""
    what = _what(text[: found.start()] if found else text)
    place = re.sub(r"\[(?:\.\.\.)?\]", "", re.sub(r"\[(\d+)\]", r" \1", place))[:60]
    return Phrase("In {place}: {what}.", place=place, what=what) if place else Phrase("As a whole: {what}.", what=what)


def _what(text: str) -> Phrase:
    for pattern, say in _FAULTS:
        matched = re.fullmatch(pattern, text)
        if matched:
            return say(*(part[:60] for part in matched.groups()))
    return Phrase("it does not have the form that is described at {address}", address="/api")


def _kinds(names: str) -> str:
    """What a value may be: `a text or null`."""
    kinds: str = either([_KINDS.get(name.strip(), name.strip()) for name in names.split("|")])
    return kinds
