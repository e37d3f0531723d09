"""Reading the characters of the text form: places, blanks, tags, quoted texts and comments."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Any, Final, NamedTuple

from doublesix.errors import BadNotation, BadRecord
from doublesix.notation.entry import Place
from doublesix.notation.json_text import DECODER, check_plain
from doublesix.notation.text_values import unescape
from doublesix.rules.phrases import Phrase
from doublesix.rules.refusals import json_fault

_BLANK: Final = re.compile(r"(?:\s|\ufeff)+")
_NAME: Final = re.compile(r"\[\s*(?:(hand|seat)\s*([0-9]{1,2})(?![0-9|-])|([A-Za-z]+))\s*[:=]?\s*", re.IGNORECASE)
_BARE: Final = re.compile(r"[^\]\n]*")
_WORD: Final = re.compile(r"[^\s{}\[\];]+")
_NUMBER: Final = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
_CLOCK: Final = re.compile(rf"\s*\[\s*%?(?:clock|clk)\s+(?:([0-9]+):)?(?:([0-9]+):)?({_NUMBER})\s*\]\s*", re.IGNORECASE)
_QUOTES: Final = {'"': '"', "“": '”"“', "”": '”"“', "„": '“”"'}


class TextError(BadRecord):
    """A fault at one place of a text; the message begins with the place."""

    def __init__(self, message: str, place: Place, at: int | None = None) -> None:
        super().__init__(Phrase("line {line}, column {column}: {why}", line=place[0], column=place[1], why=message), at)
        self.line, self.column = place


class Tag(NamedTuple):
    """One tag pair."""

    name: str
    """In small letters, with its seat for `hand0` and `seat0`."""
    value: str
    json: Any
    """The value where it stands as JSON, else None."""
    start: int
    """Where the tag begins."""
    inner: int
    """Where its value begins."""


class Scan:
    """A text and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._breaks = [found.start() for found in re.finditer("\n", text)]

    def place(self, at: int | None = None) -> Place:
        """Line and column of a place, by default of this one."""
        where = self.at if at is None else at
        line = bisect_right(self._breaks, where - 1) if where else 0
        return line + 1, where - (self._breaks[line - 1] if line else -1)

    def error(self, message: str, at: int | None = None, move: int | None = None) -> TextError:
        """A fault at a place, by default at this one; of a move also its index."""
        return TextError(message, self.place(at), move)

    def more(self) -> bool:
        """Skip blanks and `;` remarks, which run to the end of their line; whether anything follows."""
        while self.at < len(self.text):
            found = _BLANK.match(self.text, self.at)
            if found:
                self.at = found.end()
            elif self.text[self.at] == ";":
                self.at = self._line_end(self.at)
            else:
                return True
        return False

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def peek(self) -> str:
        """The next character, empty at the end."""
        return self.text[self.at : self.at + 1]

    def word(self) -> str:
        """The next word, for error texts."""
        found = _WORD.match(self.text, self.at)
        return found[0][:40] if found else self.peek()

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what the pattern matches here, if it does."""
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    # --- tags ----------------------------------------------------------------------------------------------------

    def tag_name(self) -> str | None:
        """The name of the tag that begins here, not read yet."""
        found = _NAME.match(self.text, self.at)
        return _name(found) if found else None

    def tag(self) -> Tag:
        """Read a tag."""
        start = self.at
        found = self.match(_NAME)
        if not found:
            raise self.error(Phrase("expected a tag such as {tag}", tag='[Rules "ply-yard"]'), start)
        inner, value, data = self.at, "", None
        first = self.peek()
        if first in _QUOTES and first:
            inner += 1
            value = self._quoted(_QUOTES[first])
        elif first and first in "{[":
            data = self._json()
        else:
            bare = self.match(_BARE)
            assert bare is not None
            value = bare[0].strip()
        while self.peek() in (" ", "\t"):
            self.at += 1
        if self.peek() != "]":
            near = self.word() if self.peek() not in ("", "\n", "\r") else ""
            raise self.error(
                Phrase('expected "]" to close the tag, found {found}', found=repr(near))
                if near
                else Phrase('expected "]" to close the tag on this line')
            )
        self.at += 1
        return Tag(_name(found), value, data, start, inner)

    def _quoted(self, closing: str) -> str:
        start = self.at
        self.at += 1
        out: list[str] = []
        while True:
            char = self.peek()
            if not char or char == "\n":
                raise self.error(Phrase("expected closing quotes on this line"), start)
            self.at += 1
            if char in closing:
                return "".join(out)
            out.append(self._escaped() if char == "\\" else char)

    def _escaped(self) -> str:
        try:
            char, self.at = unescape(self.text, self.at)
        except BadNotation as fault:
            raise self.error(str(fault)) from None
        return char

    def _json(self) -> Any:
        start = self.at
        try:
            value, self.at = DECODER.raw_decode(self.text, start)
            check_plain(value)
        except json.JSONDecodeError as fault:
            raise self.error(Phrase("expected JSON: {why}", why=json_fault(fault.msg)), fault.pos) from None
        except (RecursionError, ValueError) as fault:
            said = Phrase("nested too deeply") if isinstance(fault, RecursionError) else str(fault)
            raise self.error(Phrase("expected JSON that can be read: {why}", why=said), start) from None
        return value

    # --- comments ------------------------------------------------------------------------------------------------

    def comment(self) -> tuple[int | float | None, str | None]:
        """Read `{…}`: the clock, if one stands in it, and the comment, if there is one besides."""
        start = self.at
        if self.text.find("}", start) < 0:
            raise self.error(Phrase("this comment has no closing {brace}", brace='"}"'), start)
        self.at += 1
        found = self.match(_CLOCK)
        clock = self._seconds(found, start) if found else None
        chars: list[str] = []
        soft: list[bool] = []
        while (char := self.peek()) != "}":
            if not char:
                raise self.error(Phrase("this comment has no closing {brace}", brace='"}"'), start)
            self.at += 1
            chars.append(self._escaped() if char == "\\" else char)
            soft.append(char in " \t\r\n")
        self.at += 1
        text = _fold(chars, soft)
        return clock, text if text or clock is None else None

    def _seconds(self, found: re.Match[str], start: int) -> int | float:
        """A clock in seconds: `93.5`, or hours and minutes before it as `0:01:33.5`."""
        try:
            last = DECODER.decode(found[3])
            first, second = found[1], found[2]
            return last if first is None else _whole_seconds(first, second) + last  # type: ignore[no-any-return]
        except (ValueError, OverflowError):
            raise self.error(Phrase("expected a clock in seconds, such as [clock 93.5]"), start) from None


def _whole_seconds(first: str, second: str | None) -> int:
    return int(first) * 60 if second is None else int(first) * 3600 + int(second) * 60


def _fold(chars: list[str], soft: list[bool]) -> str:
    """A comment's text: soft blanks at its ends go, and those around a line break become one blank."""
    out: list[str] = []
    at = 0
    while at < len(chars):
        end = at
        while end < len(chars) and soft[end]:
            end += 1
        if end == at:
            out.append(chars[at])
            at += 1
            continue
        if out and end < len(chars):
            out.append(" " if "\n" in chars[at:end] else "".join(chars[at:end]))
        at = end
    return "".join(out)


def _name(found: re.Match[str]) -> str:
    return f"{found[1]}{int(found[2])}".lower() if found[1] else str(found[3]).lower()
