"""What a person types, read into a command; nothing here knows the position."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from doublesix.errors import BadNotation
from doublesix.rules import Tile
from doublesix.rules.phrases import shortened

Kind = Literal["tile", "number", "draw", "pass", "ask", "why", "quit", "undo", "nothing", "unclear"]

_ASK = {
    "?": "help",
    "h": "help",
    "help": "help",
    "hand": "hand",
    "tiles": "hand",
    "ends": "ends",
    "e": "ends",
    "line": "line",
    "table": "table",
    "show": "table",
    "moves": "moves",
    "m": "moves",
    "who": "who",
    "w": "who",
    "rules": "rules",
    "score": "score",
    "scores": "score",
}
_WORDS = {"left": "L", "right": "R", "up": "U", "down": "D"}
_SIDE = r"(?P<side>left|right|up|down|[lrud])(?:\s*(?:from\s*)?(?P<arm>\d{1,2})(?:-\d{1,2})?)?"
_TILE = re.compile(
    rf"(?:(?:play|lead)\s+)?(?P<tile>\d{{1,2}}\s*[-|]\s*\d{{1,2}}|\d\d)(?:\s*(?:on\s+)?(?:the\s+)?{_SIDE})?(?:\s+end)?"
)
_NUMBER = re.compile(rf"(?:(?:play|lead)\s+)?(?:#\s*(?P<many>\d{{1,2}})|(?P<one>\d))(?:\s*{_SIDE})?")
_ONLY_SIDE = re.compile(rf"(?:the\s+)?{_SIDE}(?:\s+end)?")


@dataclass(frozen=True, slots=True)
class Command:
    """One line of input.

    `tile` and `side` belong to a move or to `why`; `number` counts the tiles of the hand from 1; `word` is what is
    asked for (`help`, `hand`, …) or, where `kind` is `unclear`, a sentence that says how it is written.
    """

    kind: Kind
    tile: Tile | None = None
    number: int | None = None
    side: str | None = None
    word: str = ""


def read_command(text: str) -> Command:
    """Reads a line of input; never fails."""
    plain = " ".join(text.strip().lower().split())
    if not plain:
        return Command("nothing")
    if plain in _ASK:
        return Command("ask", word=_ASK[plain])
    if plain in ("draw", "d"):
        return Command("draw")
    if plain in ("pass", "p"):
        return Command("pass")
    if plain in ("quit", "exit"):
        return Command("quit")
    if plain in ("undo", "take back", "u"):
        return Command("undo")
    if plain.split()[0] == "why":
        return _read_why(plain[3:].strip())
    return _read_move(plain)


def read_side(text: str) -> str | None:
    """The side in an answer such as "left", "l", "u6"; None where it is none."""
    found = _ONLY_SIDE.fullmatch(" ".join(text.strip().lower().split()))
    return _side(found) if found else None


def _read_why(rest: str) -> Command:
    if rest in ("draw", "pass"):
        return Command("why", word=rest)
    move = _read_move(rest) if rest else Command("unclear")
    if move.kind == "tile":
        return Command("why", tile=move.tile, side=move.side)
    if move.kind == "number":
        return Command("why", number=move.number, side=move.side)
    return Command("unclear", word="Ask why about a tile, such as: why 6-4. Also: why draw, why pass.")


def _read_move(plain: str) -> Command:
    found = _NUMBER.fullmatch(plain)
    if found:
        return Command("number", number=int(found["many"] or found["one"]), side=_side(found))
    found = _TILE.fullmatch(plain)
    if not found or not plain.isascii():
        if plain in ("q", "x", "bye"):
            return Command("unclear", word="Type quit to leave the table.")
        if read_side(plain):
            return Command("unclear", word="Say which tile, such as: 6-4 left.")
        how = "Type a move such as 6-4 left, or ? for help."
        return Command("unclear", word=f'I do not understand "{_short(plain)}". {how}')
    try:
        tile = Tile("".join(found["tile"].split()))
    except BadNotation as error:
        text = str(error)
        return Command("unclear", word=text[:1].upper() + text[1:] + ".")
    return Command("tile", tile=tile, side=_side(found))


def _side(found: re.Match[str]) -> str | None:
    side = found["side"]
    if side is None:
        return None
    letter = _WORDS.get(side, side.upper())
    return letter + str(int(found["arm"])) if found["arm"] and letter in "UD" else letter


def _short(text: str) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text)
    return shortened(shown)
