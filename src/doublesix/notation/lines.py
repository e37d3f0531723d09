"""Texts that hold records: one JSON object a line, or one JSON value spread over many lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from doublesix.errors import BadRecord, DominoError
from doublesix.notation.record import MatchRecord, Record, read_record


class Entry(NamedTuple):
    """One record of a text: read, or the error that kept it from being read."""

    line: int
    """The line it starts at, from 1."""
    record: Record | MatchRecord | None
    error: DominoError | None


def json_values(text: str) -> Iterator[tuple[int, Any, BadRecord | None]]:
    """Every JSON value of a text with its line; a bad one gives the error, and the others are still read.

    A text that is one JSON value over several lines is read whole; a list of records gives each of them.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    whole = _whole(text) if len(lines) > 1 else None
    if whole is not None:
        yield from ((1, value, None) for value in whole)
        return
    for number, line in lines:
        try:
            value = _load(line)
        except BadRecord as error:
            yield number, None, BadRecord(f"line {number} is {error}")
            continue
        for part in value if isinstance(value, list) else [value]:
            yield number, part, None


def _whole(text: str) -> list[Any] | None:
    """The records of a text that is one JSON value as a whole, else None."""
    try:
        value = _load(text)
    except BadRecord:
        return None
    return value if isinstance(value, list) else [value]


def _load(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error.msg} at column {error.colno}") from None
    except (RecursionError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadRecord(f"not JSON that can be read: {reason}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f'"{twice}" is given twice')
    return out


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def parse_records(text: str) -> Iterator[Entry]:
    """Every record of a text, good or bad, in order."""
    for line, value, error in json_values(text):
        if error is not None:
            yield Entry(line, None, error)
            continue
        try:
            yield Entry(line, read_record(value), None)
        except DominoError as fault:
            yield Entry(line, None, fault)
