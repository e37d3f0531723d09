"""JSON as records use it: every key once, finite numbers, texts that can be written, and nothing nested without end."""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

from doublesix.errors import BadRecord
from doublesix.rules.phrases import Phrase
from doublesix.rules.refusals import json_fault

DEPTH: Final = 32
"""The deepest that objects and lists of a record may lie in each other."""


def load(text: str) -> Any:
    """The value of a JSON text. Raises `BadRecord` saying what is wrong, and where it can, at which column."""
    try:
        value = DECODER.decode(text)
        check_plain(value)
    except json.JSONDecodeError as error:
        raise BadRecord(
            Phrase("not JSON: {what} at column {column}", what=json_fault(error.msg), column=error.colno)
        ) from None
    except (RecursionError, ValueError) as error:
        raise BadRecord(Phrase("not JSON that can be read: {why}", why=unreadable(error))) from None
    return value


def unreadable(error: RecursionError | ValueError) -> str:
    """Why a text that may be JSON cannot be read, without advice that is meant for programmers."""
    if isinstance(error, RecursionError):
        return Phrase("nested too deeply")
    if isinstance(error, UnicodeDecodeError):
        return Phrase("its bytes are no text")
    return Phrase("a number has thousands of digits") if "set_int_max_str_digits" in str(error) else str(error)


def check_plain(value: object, depth: int = 0) -> None:
    """Raise `ValueError` where a value cannot be written as it was read: half characters, depth beyond `DEPTH`."""
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
            raise ValueError(Phrase("a text holds half of a character (a lone surrogate)"))
    elif isinstance(value, (dict, list)):
        if depth == DEPTH:
            raise ValueError(Phrase("nested too deeply"))
        if isinstance(value, dict):
            for key in value:
                check_plain(key)
        for part in value.values() if isinstance(value, dict) else value:
            check_plain(part, depth + 1)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(Phrase("{key} is given twice", key=f'"{twice}"'))
    return out


def _no_constant(name: str) -> NoReturn:
    raise ValueError(Phrase("{name} is not a JSON number", name=name))


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(Phrase("{text} is too large a number", text=text[:40]))
    return number


DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)
"""Reads JSON; raises `ValueError` for what it refuses."""
