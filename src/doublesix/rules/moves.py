"""Moves as values and as text: `6-4` leads, `6-4L` plays, `draw`, `draw:2-0`, `pass`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from doublesix.errors import BadNotation
from doublesix.rules.tiles import Tile

MoveKind = Literal["lead", "play", "draw", "pass"]

_WORDS: Final = {"left": "L", "right": "R", "up": "U", "down": "D"}
_SIDE = r"(?:left|right|up|down|[lrud])"
_MOVE: Final = re.compile(
    rf"(?P<tile>\d{{1,2}}\s*[-|]\s*\d{{1,2}}|\d\d)(?:\s*(?P<side>{_SIDE})(?:\s*(?P<arm>\d{{1,2}}))?)?", re.IGNORECASE
)


class Move(NamedTuple):
    """Whatever a turn allows. The seat is not part of it: the position knows whose turn it is."""

    kind: MoveKind
    tile: Tile | None = None
    """The tile led or played; of a draw the tile drawn, where the reader may see it."""
    side: str | None = None
    """The open end it is played on: `L`, `R`, `U`, `D`, or with every double a spinner `U6`, `D6` and the like."""

    def __str__(self) -> str:
        if self.kind == "draw":
            return "draw" if self.tile is None else f"draw:{self.tile}"
        if self.kind == "pass":
            return "pass"
        return f"{self.tile}{self.side or ''}"

    def __repr__(self) -> str:
        return f'Move.parse("{self}")'

    @staticmethod
    def parse(text: str) -> Move:
        """Read a move; also `64L`, `6-4 left`, `4-6 r`. Raises `BadNotation` saying how it is written."""
        if not isinstance(text, str):
            raise BadNotation(f"a move is a text such as 6-4L, draw or pass, not {text!r}")
        return _parse(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Move:
    plain = text.strip().lower()
    if plain == "draw":
        return DRAW
    if plain == "pass":
        return PASS
    if plain.startswith("draw:"):
        return Move("draw", Tile(plain[5:].strip()))
    found = _MOVE.fullmatch(plain)
    if not found or not plain.isascii():
        raise BadNotation(
            f"{text!r} is not a move: write a lead as 6-4, a play as tile and side such as 6-4L or 6-4R, "
            "or draw, or pass"
        )
    tile = Tile("".join(found["tile"].split()))
    if found["side"] is None:
        return Move("lead", tile)
    side = _WORDS.get(found["side"], found["side"].upper())
    if found["arm"] is not None:
        if side in "LR":
            raise BadNotation(f"{text!r} is not a move: only the side arms U and D name a spinner, such as 6-4U6")
        side += str(int(found["arm"]))
    return Move("play", tile, side)


DRAW: Final = Move("draw")
PASS: Final = Move("pass")


def played(tile: Tile, side: str) -> Move:
    """The play of `tile` on `side`."""
    return Move("play", tile, side)
