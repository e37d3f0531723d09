"""Texts that hold records: one JSON object a line, one JSON value spread over many lines, or the text form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from doublesix.errors import BadRecord, DominoError
from doublesix.notation.entry import Entry
from doublesix.notation.json_text import DECODER, check_plain, load, unreadable
from doublesix.notation.record import read_record
from doublesix.notation.text_reader import is_text_form, read_text_form
from doublesix.rules.phrases import Phrase
from doublesix.rules.refusals import json_fault


def json_values(text: str) -> Iterator[tuple[int, Any, BadRecord | None]]:
    """Every JSON value of a text with its line; a bad one gives the error, and the others are still read.

    A text that is one JSON value over several lines is read whole; a list of records gives each of them.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    whole = _whole(text) if len(lines) > 1 else None
    if whole is not None:
        yield from ((1, value, None) for value in whole)
        return
    if len(lines) > 1 and lines[0][1].strip() in _OPENINGS:
        yield from _spread(text)
        return
    for number, line in lines:
        try:
            value = load(line)
        except BadRecord as error:
            yield number, None, BadRecord(Phrase("line {n}: {what}", n=number, what=str(error)))
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


_OPENINGS: Final = ("{", "[")
"""First lines that show values to be spread over several lines: no record fits on them."""


def _spread(text: str) -> Iterator[tuple[int, Any, BadRecord | None]]:
    """The JSON values of a text that spreads them over several lines, one after another; the last may be bad.

    Behind a bad one nothing tells where the next would begin.
    """
    at, line = 0, 1
    while at < len(text):
        begun, at = at, _after_blanks(text, at)
        line += text.count("\n", begun, at)
        if at == len(text):
            return
        begun = at
        try:
            value, at = DECODER.raw_decode(text, at)
            check_plain(value)
        except json.JSONDecodeError as error:
            yield line, None, BadRecord(
                Phrase(
                    "line {n}: {what}",
                    n=error.lineno,
                    what=Phrase("not JSON: {what} at column {column}", what=json_fault(error.msg), column=error.colno),
                )
            )
            return
        except (RecursionError, ValueError) as error:
            said = Phrase(
                "from line {n} on the text is not JSON that can be read: {why}", n=line, why=unreadable(error)
            )
            yield line, None, BadRecord(said)
            return
        yield from ((line, part, None) for part in (value if isinstance(value, list) else [value]))
        line += text.count("\n", begun, at)


def _after_blanks(text: str, at: int) -> int:
    """Where the next sign that is no blank stands."""
    blanks = _BLANKS.match(text, at)
    return at if blanks is None else blanks.end()


_BLANKS: Final = re.compile(r"\s*")


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
