"""How single values stand in the text form: quoted texts with escapes, outcomes, endings, lists of numbers, JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from doublesix.errors import BadNotation
from doublesix.rules.phrases import Phrase
from doublesix.rules.scoring import ENDINGS

_NAMED: Final = {"\n": "n", "\t": "t", "\r": "r"}
_READ: Final = {"n": "\n", "t": "\t", "r": "\r"}
_CODE: Final = re.compile(r"u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})")
_LISTS: Final = ("winners", "pips", "places", "points")
_WHOLE: Final = re.compile(r"-?[0-9]{1,4000}")


def escape(text: str, special: str) -> str:
    """A text with a backslash before each of `special`, and everything that does not print written out."""
    out = []
    for char in text:
        if char == "\\" or char in special:
            out.append("\\" + char)
        elif char in _NAMED:
            out.append("\\" + _NAMED[char])
        elif char.isprintable():
            out.append(char)
        else:
            code = ord(char)
            out.append(f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}")
    return "".join(out)


def unescape(text: str, at: int) -> tuple[str, int]:
    """The character that a backslash just before `at` stands for, and the place after it. Raises `BadNotation`."""
    if at >= len(text):
        raise BadNotation(Phrase("a backslash stands before another character, and nothing follows this one"))
    char = text[at]
    if char in _READ:
        return _READ[char], at + 1
    if char in "uU":
        code = _CODE.match(text, at)
        number = int(code[1] or code[2], 16) if code else 0x110000
        if number > 0x10FFFF or 0xD800 <= number < 0xE000:
            digits = 4 if char == "u" else 8
            raise BadNotation(
                Phrase("{sign} is followed by the {n} hexadecimal digits of a character", sign=f"\\{char}", n=digits)
            )
        assert code is not None
        return chr(number), code.end()
    if char.isascii() and (char.isalnum() or char == "\n"):
        raise BadNotation(
            Phrase(
                "{sign} means nothing here: write {signs}, or {mark} before a sign",
                sign=f"\\{char.strip()}",
                signs=r"\n, \t, \r, \u0041",
                mark="\\",
            )
        )
    return char, at + 1


def quoted(text: str) -> str:
    """A text in quotes, as it stands in a tag."""
    return f'"{escape(text, chr(34))}"'


def as_json(value: object) -> str:
    """A value as JSON on one line, which may stand in a tag without quotes."""
    return json.dumps(value, ensure_ascii=False)


def write_whole(numbers: Sequence[int]) -> str:
    """Whole numbers with blanks between."""
    return " ".join(map(str, numbers))


def read_whole(text: str) -> list[int]:
    """Whole numbers with blanks or commas between. Raises `BadNotation`."""
    return [_whole(word) for word in text.replace(",", " ").split()]


def _whole(word: str) -> int:
    if not _WHOLE.fullmatch(word):
        raise BadNotation(Phrase("expected a whole number, found {found}", found=repr(word[:40])))
    return int(word)


def write_outcome(outcome: Mapping[str, Any]) -> str | None:
    """`domino; winners 0; pips 0 21; places 1 2; points 0 0`, or None where an outcome is not of that shape."""
    ending = outcome.get("ending")
    if ending not in ENDINGS:
        return None
    parts = [str(ending)]
    for key in _LISTS:
        if key in outcome:
            values = outcome[key]
            if values is None:
                parts.append(f"{key} unknown")
                continue
            if not isinstance(values, list) or any(value is not None and type(value) is not int for value in values):
                return None
            words = ["?" if value is None else str(value) for value in values]
            parts.append(f"{key} {' '.join(words) or 'none'}")
    text = "; ".join(parts)
    return text if read_outcome(text) == outcome else None


def read_outcome(text: str) -> dict[str, Any]:
    """The outcome that `write_outcome` wrote, or its ending alone. Raises `BadNotation`."""
    first, *parts = [part.strip() for part in text.split(";")]
    ending = first.lower()
    if ending not in ENDINGS:
        raise BadNotation(
            Phrase(
                "expected how the round ended ({words}), found {found}",
                words=", ".join(ENDINGS),
                found=repr(first[:40]),
            )
        )
    out: dict[str, Any] = {"ending": ending}
    for part in parts:
        name, _, rest = part.partition(" ")
        key = name.lower()
        if key not in _LISTS:
            raise BadNotation(
                Phrase(
                    "expected {words} and a list by seat, found {found}",
                    words=", ".join(_LISTS),
                    found=repr(part[:40]),
                )
            )
        if key in out:
            raise BadNotation(Phrase("{key} is given twice", key=key))
        words = rest.replace(",", " ").split()
        if words == ["unknown"]:
            out[key] = None
        elif words == ["none"]:
            out[key] = []
        elif words:
            out[key] = [None if word == "?" else _whole(word) for word in words]
        else:
            raise BadNotation(
                Phrase(
                    'expected a list after "{key}": numbers, ? for one that is unknown, "{none}" for no one',
                    key=key,
                    none="none",
                )
            )
    return out


def write_end(end: Mapping[str, Any]) -> str | None:
    """`forfeit 2` or `void`, or None where an end is not of that shape."""
    text = " ".join([str(end.get("ending")), *map(str, end.get("seats", ()))])
    try:
        return text if read_end(text) == end else None
    except BadNotation:
        return None


def read_end(text: str) -> dict[str, Any]:
    """An end as `write_end` writes it. Raises `BadNotation`."""
    words = text.replace(",", " ").split()
    ending = words[0].lower() if words else ""
    if ending not in ("forfeit", "void"):
        raise BadNotation(
            Phrase(
                'expected "{forfeit}" and the seats that forfeit, or "{void}", found {found}',
                forfeit="forfeit",
                void="void",
                found=repr(text[:40]),
            )
        )
    seats = [_whole(word) for word in words[1:] if word.lower() not in ("seat", "seats", "and")]
    return {"ending": ending} | ({"seats": seats} if seats else {})
