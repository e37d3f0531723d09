"""Texts of refusals that are written as plain English where they are raised, as phrases.

Tiles, moves and rules are read far from any reader, and say in plain English what is wrong with them. Whoever shows
such a text to people asks here for the phrase that says the same; `DominoError` does so by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from doublesix.rules.phrases import Phrase

Say = Callable[[re.Match[str]], Phrase]

_VALUES: Final = {
    "an object": Phrase("an object"),
    "a list": Phrase("a list"),
    "a larger number": Phrase("a larger number"),
    "a smaller number": Phrase("a smaller number"),
}


def _value(text: str) -> Any:
    """A JSON value in an error text: its kind is said in words, anything else stands as it was written."""
    return _VALUES.get(text, text)


def _object_of(example: str) -> Phrase:
    null, _, rest = example.partition("null or ")
    shown = (rest or null).removeprefix("an object such as ")
    if rest:
        return Phrase("null or an object such as {example}", example=shown)
    return Phrase("an object such as {example}", example=shown)


_TEXTS: Final[tuple[tuple[str, Say], ...]] = (
    (
        r"(.+) is not a tile: write two values, such as 6-4 \(or 64\), at most (\d+) each",
        lambda found: Phrase(
            "{text} is not a tile: write two values, such as 6-4 (or 64), at most {n} each", text=found[1], n=found[2]
        ),
    ),
    (
        r"(.+) is not a tile: a half carries 0 to (\d+) pips",
        lambda found: Phrase("{text} is not a tile: a half carries 0 to {n} pips", text=found[1], n=found[2]),
    ),
    (
        r"(.+) is not a move: write a lead as 6-4, a play as tile and side such as 6-4L or 6-4R, or draw, or pass",
        lambda found: Phrase(
            "{text} is not a move: write a lead as 6-4, a play as tile and side such as 6-4L or 6-4R, or draw, or pass",
            text=found[1],
        ),
    ),
    (
        r"(.+) is not a move: only the side arms U and D name a spinner, such as 6-4U6",
        lambda found: Phrase(
            "{text} is not a move: only the side arms U and D name a spinner, such as 6-4U6", text=found[1]
        ),
    ),
    (
        r"a move is a text such as 6-4L, draw or pass, not (.*)",
        lambda found: Phrase("a move is a text such as 6-4L, draw or pass, not {said}", said=found[1]),
    ),
    (
        r'there is no preset "(.*)"; the nearest is "(.*)"\. All: (.*)',
        lambda found: Phrase(
            'there is no preset "{name}"; the nearest is "{near}". All: {all}',
            name=found[1],
            near=found[2],
            all=found[3],
        ),
    ),
    (
        r'preset "(.*)" has no version (.*): only version 1 exists',
        lambda found: Phrase(
            'preset "{name}" has no version {version}: only version 1 exists', name=found[1], version=found[2]
        ),
    ),
    (
        r'preset "(.*)" has no version (.*): versions 1 to (\d+) exist',
        lambda found: Phrase(
            'preset "{name}" has no version {version}: versions 1 to {newest} exist',
            name=found[1],
            version=found[2],
            newest=found[3],
        ),
    ),
    (
        r"rules are a preset id or an object, not (.*)",
        lambda found: Phrase("rules are a preset id or an object, not {said}", said=_value(found[1])),
    ),
    (
        r'rules have no field "(.*)"; the nearest is "(.*)"',
        lambda found: Phrase('rules have no field "{key}"; the nearest is "{near}"', key=found[1], near=found[2]),
    ),
    (
        r'(\S+) has no key "(.*)"; the nearest is "(.*)"',
        lambda found: Phrase(
            '{what} has no key "{key}"; the nearest is "{near}"', what=found[1], key=found[2], near=found[3]
        ),
    ),
    (
        r'(\S+) needs all its keys, and "(.*)" is missing: it is ((?:null or )?an object such as .*)',
        lambda found: Phrase(
            '{what} needs all its keys, and "{key}" is missing: it is {example}',
            what=found[1],
            key=found[2],
            example=_object_of(found[3]),
        ),
    ),
    (
        r"(\S+) is ((?:null or )?an object such as \{.*?\}), not (.*)",
        lambda found: Phrase(
            "{what} is {kind}, not {said}", what=found[1], kind=_object_of(found[2]), said=_value(found[3])
        ),
    ),
    (
        r"pay\.out is (.*) or a number of points, not (.*)",
        lambda found: Phrase(
            "pay.out is {words} or a number of points, not {said}", words=found[1], said=_value(found[2])
        ),
    ),
    (
        r'(\S+) is ((?:"[\w-]+", )*)("[\w-]+") or ("[\w-]+"), not (.*)',
        lambda found: Phrase(
            "{what} is {words} or {last}, not {said}",
            what=found[1],
            words=found[2] + found[3],
            last=found[4],
            said=_value(found[5]),
        ),
    ),
    (
        r"hand_size gives the tiles dealt for each number of players, such as (\{.*?\}), not (.*)",
        lambda found: Phrase(
            "hand_size gives the tiles dealt for each number of players, such as {example}, not {said}",
            example=found[1],
            said=_value(found[2]),
        ),
    ),
    (
        r'hand_size has the key "(.*)"; its keys are 2 to (\d+) players',
        lambda found: Phrase(
            'hand_size has the key "{key}"; its keys are 2 to {most} players', key=found[1], most=found[2]
        ),
    ),
    (
        r"count\.multiples is a list of whole numbers such as (\[.*?\]), not (.*)",
        lambda found: Phrase(
            "count.multiples is a list of whole numbers such as {example}, not {said}",
            example=found[1],
            said=_value(found[2]),
        ),
    ),
    (
        r"pay\.round_to is 1, 3 or 5, not (.*)",
        lambda found: Phrase("pay.round_to is 1, 3 or 5, not {said}", said=_value(found[1])),
    ),
    (
        r"(partners|voluntary_draw) is true or false, not (.*)",
        lambda found: Phrase("{what} is true or false, not {said}", what=found[1], said=_value(found[2])),
    ),
    (
        r"base is the id of a preset, not (.*)",
        lambda found: Phrase("base is the id of a preset, not {said}", said=_value(found[1])),
    ),
    (
        r'rules without a "base" need every field, and "(.*)" is missing; give it, or start from a preset: (.*)',
        lambda found: Phrase(
            'rules without a "base" need every field, and "{key}" is missing; '
            "give it, or start from a preset: {example}",
            key=found[1],
            example=found[2],
        ),
    ),
    (r"id is a text, not (.*)", lambda found: Phrase("id is a text, not {said}", said=_value(found[1]))),
    (
        r"hidden hands do not show who leads, so the record has to name it: (.*): a seat",
        lambda found: Phrase(
            "hidden hands do not show who leads, so the record has to name it: {field}: a seat", field=found[1]
        ),
    ),
    (
        r"seat (\d) leads, for it holds (\S+), the highest double or heaviest tile dealt; the record names seat (\d)",
        lambda found: Phrase(
            "seat {seat} leads, for it holds {tile}, the highest double or heaviest tile dealt; "
            "the record names seat {said}",
            seat=found[1],
            tile=found[2],
            said=found[3],
        ),
    ),
    (
        r"seat (\d) does not lead, for seat (\d) holds (\S+), which is higher than all it can hold",
        lambda found: Phrase(
            "seat {said} does not lead, for seat {seat} holds {tile}, which is higher than all it can hold",
            said=found[1],
            seat=found[2],
            tile=found[3],
        ),
    ),
    (
        r"the round has already ended \((\w+)\); it cannot end as (\w+)",
        lambda found: Phrase(
            "the round has already ended ({how}); it cannot end as {ending}", how=found[1], ending=found[2]
        ),
    ),
    (
        r'end\.ending is "forfeit" or "void", not "(.*)": the moves themselves show any other ending',
        lambda found: Phrase(
            'end.ending is "forfeit" or "void", not "{ending}": the moves themselves show any other ending',
            ending=found[1],
        ),
    ),
    (
        r"end\.seats names who forfeits, seats from 0 to (\d)",
        lambda found: Phrase("end.seats names who forfeits, seats from 0 to {last}", last=found[1]),
    ),
    (
        r'a round that every side forfeits has no result: end it as (\{.*\})',
        lambda found: Phrase(
            "a round that every side forfeits has no result: end it as {example}", example=found[1]
        ),
    ),
)
_KNOWN: Final = tuple((re.compile(pattern, re.DOTALL), say) for pattern, say in _TEXTS)


def phrased(text: str) -> str:
    """The phrase that says the same as a plain text, where there is one; everything else as it is."""
    if isinstance(text, Phrase):
        return text
    for pattern, say in _KNOWN:
        found = pattern.fullmatch(text)
        if found is not None:
            return say(found)
    return text
