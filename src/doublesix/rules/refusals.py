"""Texts of refusals that are written as plain English where they are raised, as phrases.

Tiles, moves and rules are read far from any reader, and say in plain English what is wrong with them. Whoever shows
such a text to people asks here for the phrase that says the same; `DominoError` does so by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from doublesix.rules.phrases import Phrase, in_bounds, shortened

Say = Callable[..., Phrase]

_JSON_FAULTS: Final = (
    ("Expecting value", Phrase("a value is missing")),
    ("Expecting property name", Phrase("a key in double quotes is missing")),
    ("Expecting ','", Phrase("a comma is missing")),
    ("Expecting ':'", Phrase("a colon is missing")),
    ("Extra data", Phrase("something follows its end")),
    ("Unterminated string", Phrase("a text is not closed")),
    ("Invalid control character", Phrase("a text holds a control character")),
    ("Invalid \\", Phrase("a backslash is followed by a wrong sign")),
    ("Illegal trailing comma", Phrase("nothing follows a comma")),
)
"""What Python says of a text that is not JSON, by its beginning."""


def json_fault(said: str) -> Phrase:
    """What is wrong where a text is not JSON, in words of ours."""
    for begins, phrase in _JSON_FAULTS:
        if said.startswith(begins):
            return phrase
    return Phrase("something is wrong")

_KINDS: Final = {
    "an object": Phrase("an object"),
    "a list": Phrase("a list"),
    "a larger number": Phrase("a larger number"),
    "a smaller number": Phrase("a smaller number"),
}
_WRITTEN: Final = ("text", "said", "name", "key", "ending", "version")
"""The places that repeat what somebody wrote: nobody needs more of it than how it begins."""
_JSON: Final = ("said", "kind", "example")
"""The places that hold a JSON value or say its kind: these are said in words, all others stand as they were written."""


def _worded(text: str) -> Any:
    """A JSON value, or what a value should be, with its kind in words."""
    if text.startswith("null or an object such as "):
        return Phrase("null or an object such as {example}", example=text.removeprefix("null or an object such as "))
    if text.startswith("an object such as "):
        return Phrase("an object such as {example}", example=text.removeprefix("an object such as "))
    return _KINDS.get(text, text)


def _text(say: Say, **shapes: str) -> tuple[re.Pattern[str], Say]:
    """A phrase, and the pattern of its English: what stands in each place has a shape, by default anything."""
    template = say(**shapes).template
    pattern = re.escape(template)
    for name, shape in shapes.items():
        pattern = pattern.replace(re.escape(f"{{{name}}}"), f"(?P<{name}>{shape})")
    return re.compile(pattern, re.DOTALL), say


_ANY: Final = r".*"
_SEAT: Final = r"\d"
_NAME: Final = r"\S+"
_WORD: Final = r'"[\w-]+"'
_OBJECT: Final = r"(?:null or )?an object such as "
_TEXTS: Final = (
    _text(
        lambda **v: Phrase("{text} is not a tile: write two values, such as 6-4 (or 64), at most {n} each", **v),
        text=r".+", n=r"\d+",
    ),
    _text(lambda **v: Phrase("{text} is not a tile: a half carries 0 to {n} pips", **v), text=r".+", n=r"\d+"),
    _text(
        lambda **v: Phrase(
            "{text} is not a move: write a lead as 6-4, a play as tile and side such as 6-4L or 6-4R, "
            "or draw, or pass",
            **v,
        ),
        text=r".+",
    ),
    _text(
        lambda **v: Phrase("{text} is not a move: only the side arms U and D name a spinner, such as 6-4U6", **v),
        text=r".+",
    ),
    _text(lambda **v: Phrase("a move is a text such as 6-4L, draw or pass, not {said}", **v), said=_ANY),
    _text(
        lambda **v: Phrase('there is no preset "{name}"; the nearest is "{near}". All: {all}', **v),
        name=_ANY, near=_ANY, all=_ANY,
    ),
    _text(
        lambda **v: Phrase('preset "{name}" has no version {version}: only version 1 exists', **v),
        name=_ANY, version=_ANY,
    ),
    _text(
        lambda **v: Phrase('preset "{name}" has no version {version}: versions 1 to {newest} exist', **v),
        name=_ANY, version=_ANY, newest=r"\d+",
    ),
    _text(lambda **v: Phrase("rules are a preset id or an object, not {said}", **v), said=_ANY),
    _text(lambda **v: Phrase('rules have no field "{key}"; the nearest is "{near}"', **v), key=_ANY, near=_ANY),
    _text(
        lambda **v: Phrase('{what} has no key "{key}"; the nearest is "{near}"', **v),
        what=_NAME, key=_ANY, near=_ANY,
    ),
    _text(
        lambda **v: Phrase('{what} needs all its keys, and "{key}" is missing: it is {example}', **v),
        what=_NAME, key=_ANY, example=_OBJECT + _ANY,
    ),
    _text(lambda **v: Phrase("{what} is {kind}, not {said}", **v), what=_NAME, kind=_OBJECT + r"\{.*?\}", said=_ANY),
    _text(lambda **v: Phrase("pay.out is {words} or a number of points, not {said}", **v), words=_ANY, said=_ANY),
    _text(
        lambda **v: Phrase("{what} is {words} or {last}, not {said}", **v),
        what=_NAME, words=f"(?:{_WORD}, )*{_WORD}", last=_WORD, said=_ANY,
    ),
    _text(
        lambda **v: Phrase(
            "hand_size gives the tiles dealt for each number of players, such as {example}, not "
            "{said}",
            **v,
        ),
        example=r"\{.*?\}", said=_ANY,
    ),
    _text(
        lambda **v: Phrase('hand_size has the key "{key}"; its keys are 2 to {most} players', **v),
        key=_ANY, most=r"\d+",
    ),
    _text(
        lambda **v: Phrase("count.multiples is a list of whole numbers such as {example}, not {said}", **v),
        example=r"\[.*?\]", said=_ANY,
    ),
    _text(lambda **v: Phrase("pay.round_to is 1, 3 or 5, not {said}", **v), said=_ANY),
    _text(lambda **v: Phrase("{what} is true or false, not {said}", **v), what="partners|voluntary_draw", said=_ANY),
    _text(lambda **v: Phrase("base is the id of a preset, not {said}", **v), said=_ANY),
    _text(
        lambda **v: Phrase(
            'rules without a "base" need every field, and "{key}" is missing; give it, or start from a '
            'preset: {example}',
            **v,
        ),
        key=_ANY, example=_ANY,
    ),
    _text(lambda **v: Phrase("id is a text, not {said}", **v), said=_ANY),
    _text(
        lambda **v: Phrase("hidden hands do not show who leads, so the record has to name it: {field}: a seat", **v),
        field=_ANY,
    ),
    _text(
        lambda **v: Phrase(
            "seat {seat} leads, for it holds {tile}, the highest double or heaviest tile dealt; the "
            "record names seat {said}",
            **v,
        ),
        seat=_SEAT, tile=_NAME, said=_SEAT,
    ),
    _text(
        lambda **v: Phrase(
            "seat {said} does not lead, for seat {seat} holds {tile}, which is higher than all it can "
            "hold",
            **v,
        ),
        said=_SEAT, seat=_SEAT, tile=_NAME,
    ),
    _text(
        lambda **v: Phrase("the round has already ended ({how}); it cannot end as {ending}", **v),
        how=r"\w+", ending=r"\w+",
    ),
    _text(
        lambda **v: Phrase(
            'end.ending is "forfeit" or "void", not "{ending}": the moves themselves show any other '
            'ending',
            **v,
        ),
        ending=_ANY,
    ),
    _text(lambda **v: Phrase("end.seats names who forfeits, seats from 0 to {last}", **v), last=_SEAT),
    _text(
        lambda **v: Phrase("a round that every side forfeits has no result: end it as {example}", **v),
        example=r"\{.*\}",
    ),
)


def phrased(text: str) -> str:
    """The phrase that says the same as a plain text, where there is one; everything else as it is.

    What was written in the place of something else is repeated in short: here, for every refusal comes by.
    """
    if isinstance(text, Phrase):
        return in_bounds(text)
    for pattern, say in _TEXTS:
        found = pattern.fullmatch(text)
        if found is not None:
            return say(**{name: _repeated(name, value) for name, value in found.groupdict().items()})
    return in_bounds(text)


def _repeated(name: str, value: str) -> Any:
    short = shortened(value) if name in _WRITTEN else in_bounds(value)
    return _worded(short) if name in _JSON else short
