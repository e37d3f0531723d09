"""How the terminal draws: its width and height, its characters, its colours."""

from __future__ import annotations

import os
import shutil
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

NARROWEST = 20
WIDEST = 200


@dataclass(frozen=True, slots=True)
class Box:
    """The characters of one tile's border, named by where they stand."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str
    top_joint: str
    bottom_joint: str
    left_joint: str
    right_joint: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A family of characters; `heavy` borders say "playable" in a hand and "just played" on the line."""

    light: Box
    heavy: Box
    leftwards: str
    rightwards: str
    goes_on: str
    back: str
    rule: str
    dot: str


UNICODE = Glyphs(Box(*"┌┐└┘─│┬┴├┤"), Box(*"┏┓┗┛━┃┳┻┣┫"), "◂", "▸", "…", "▮", "─", "·")
ASCII = Glyphs(Box(*"++++-|++||"), Box(*"####=|##||"), "<", ">", "~", "#", "-", "-")

_COLOURS = {"fits": "1;32", "last": "1;33", "quiet": "2", "title": "1", "refused": "31"}


@dataclass(frozen=True, slots=True)
class Look:
    """What the drawing functions need to know of the terminal.

    `width` and `height` are in characters; `plain` asks for sentences instead of drawings; `colour` allows
    escape sequences, which never count towards the width.
    """

    width: int = 80
    height: int = 24
    glyphs: Glyphs = UNICODE
    colour: bool = False
    plain: bool = False

    def paint(self, text: str, style: str | None) -> str:
        """`text` in the colour of `style`, unchanged where colours are off."""
        if not self.colour or style is None or not text:
            return text
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m"


def look_of(
    stream: TextIO, environ: Mapping[str, str] | None = None, *, ascii_only: bool = False, plain: bool = False
) -> Look:
    """The look that suits `stream`: COLUMNS and LINES, then the terminal's own size, else 80 by 24.

    Colours need a terminal that is not dumb, and an empty or missing NO_COLOR. A stream that cannot encode box
    characters is drawn in ASCII.
    """
    environ = os.environ if environ is None else environ
    size = _size(stream, environ)
    on_terminal = stream.isatty()
    colour = on_terminal and not plain and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    height = max(size.lines, 10) if on_terminal else 60  # nothing scrolls away in a pipe
    glyphs = ASCII if ascii_only or not _encodes(stream, "┌━▸▮…·") else UNICODE
    width = min(max(size.columns, NARROWEST), WIDEST)
    return Look(width, height, glyphs, colour, plain)


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """`text` in lines of at most `width`, all but the first indented."""
    return textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _size(stream: TextIO, environ: Mapping[str, str]) -> os.terminal_size:
    try:
        own = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError, AttributeError):
        own = os.terminal_size((0, 0))
    fallback = shutil.get_terminal_size((80, 24)) if stream.isatty() else os.terminal_size((80, 24))
    return os.terminal_size(
        (
            _number(environ.get("COLUMNS")) or own.columns or fallback.columns,
            _number(environ.get("LINES")) or own.lines or fallback.lines,
        )
    )


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() else 0


def _encodes(stream: TextIO, text: str) -> bool:
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
