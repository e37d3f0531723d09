"""Texts that hold records: one JSON object a line, one JSON value spread over many lines, or the text form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from doublesix.errors import BadRecord, DominoError
from doublesix.notation.entry import Entry
from doublesix.notation.json_text import load
from doublesix.notation.record import read_record
from doublesix.notation.text_reader import is_text_form, read_text_form


def json_values(text: str) -> Iterator[tuple[int, Any, BadRecord | None]]:
    """Every JSON value of a text with its line; a bad one gives the error, and the others are still read.

    A text that is one JSON value over several lines is read whole; a list of records gives each of them.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    whole = _whole(text) if len(lines) > 1 else None
    if whole is not None:
        yield from ((1, value, None) for value in whole)
        return
    for number, line in lines:
        try:
            value = load(line)
        except BadRecord as error:
            yield number, None, BadRecord(f"line {number} is {error}")
            continue
        for part in value if isinstance(value, list) else [value]:
            yield number, part, None


def _whole(text: str) -> list[Any] | None:
    """The records of a text that is one JSON value as a whole, else None."""
    try:
        value = load(text)
    except BadRecord:
        return None
    return value if isinstance(value, list) else [value]


def parse_records(text: str) -> Iterator[Entry]:
    """Every record of a text, good or bad, in order; JSON or the text form, as the text begins."""
    if is_text_form(text):
        yield from read_text_form(text)
        return
    for line, value, error in json_values(text):
        if error is not None:
            yield Entry(line, None, error)
            continue
        try:
            yield Entry(line, read_record(value), None)
        except DominoError as fault:
            yield Entry(line, None, fault)
