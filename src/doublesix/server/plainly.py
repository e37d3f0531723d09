"""What is wrong with JSON that was sent, in words of ours: what was found where, and what would be right."""

from __future__ import annotations

import re
from typing import Final

import msgspec

_PLACE: Final = re.compile(r" - at `\$(?P<place>[^`]*)`$")
_KINDS: Final = {
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "float": "a number",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_PATTERNS: Final = (
    (r"Object contains unknown field `(.*)`", "it has a field {0} that is not known here"),
    (r"Object missing required field `(.*)`", "it lacks the field {0}"),
    (r"Expected `str` of length >= 1", "it must not be empty"),
    (r"Expected `str` of length <= (\d+)", "it has at most {0} letters"),
    (r"Expected `str` of length >= (\d+)", "it has at least {0} letters"),
    (r"Expected `array` of length <= (\d+)", "it has at most {0} entries"),
    (r"Expected `(?:int|float)` >= (\S+)", "it is {0} or more"),
    (r"Expected `(?:int|float)` <= (\S+)", "it is at most {0}"),
    (r"Invalid value '(.*)'", "there is no {0} here"),
    (r"Invalid enum value '?(.*?)'?", "there is no {0} here"),
    (r"Integer value out of range|Number out of range", "the number is too large"),
)


def in_words(problem: Exception) -> str:
    """A sentence about what could not be read; the text of any other exception as it is."""
    if isinstance(problem, RecursionError):
        return "This is nested too deep."
    if isinstance(problem, UnicodeError):
        return "This is not UTF-8 text."
    if isinstance(problem, msgspec.ValidationError):
        return _misshapen(str(problem))
    if isinstance(problem, msgspec.DecodeError):
        return "This is not JSON, or it ends too early."
    return str(problem)


def _misshapen(text: str) -> str:
    """What `msgspec` found, retold."""
    found = _PLACE.search(text)
    place = found["place"].lstrip(".") if found else ""
    what = _what(text[: found.start()] if found else text)
    place = re.sub(r"\[(?:\.\.\.)?\]", "", re.sub(r"\[(\d+)\]", r" \1", place))[:60]
    return f"In {place}: {what}." if place else f"{what[0].upper()}{what[1:]}."


def _what(text: str) -> str:
    for pattern, said in _PATTERNS:
        matched = re.fullmatch(pattern, text)
        if matched:
            return said.format(*(part[:60] for part in matched.groups()))
    kinds = re.fullmatch(r"Expected `(.*)`, got `(.*)`", text)
    if kinds:
        wanted = " or ".join(_KINDS.get(kind.strip(), kind.strip()) for kind in kinds[1].split("|"))
        return f"it must be {wanted}, not {_KINDS.get(kinds[2], kinds[2])}"
    return "it does not have the form that is described at /api"
