"""Reading move text: turn numbers, moves, comments and clocks in braces, and the result."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from doublesix.errors import BadNotation
from doublesix.notation.text_scan import Scan, Tag
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase
from doublesix.rules.scoring import ENDINGS
from doublesix.rules.tiles import Tile

_TILE: Final = r"[0-9]{1,2}[ \t]?[-–|/][ \t]?[0-9]{1,2}(?![0-9])|[0-9]{2}(?![0-9])"
_SIDE: Final = r"(?:(?:on\s+(?:the\s+)?)?(left|right|up|down|[lrud])(?:([0-9]{1,2})(?![0-9–|/-]))?)"
_MOVE: Final = re.compile(rf"({_TILE})(?:\s*{_SIDE})?(?![^\s{{}}\[\],;*])", re.IGNORECASE)
_DRAW: Final = re.compile(rf"draws?(?:\s*:\s*({_TILE})|\s*\(\s*({_TILE})\s*\))?(?![^\s{{}}\[\],;*])", re.IGNORECASE)
_PASS: Final = re.compile(r"(?:pass|passes|knock|knocks)(?![^\s{}\[\],;*])", re.IGNORECASE)
_RESULT: Final = re.compile(rf"(?:({'|'.join(ENDINGS)})(?![^\s{{}}\[\],;*])|\*)", re.IGNORECASE)
_TURN: Final = re.compile(r"([0-9]{1,6})\s*(?:\.+|\)|:)")
_DASH: Final = re.compile(r"\s*[-–|/]\s*")


@dataclass
class Section:
    """The tags and the move text of one round, or the tags of a match, as they stand."""

    start: int
    tags: dict[str, Tag] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    comments: dict[str, str] = field(default_factory=dict)
    clocks: dict[int, int | float] = field(default_factory=dict)
    result: str | None = None
    result_at: int = 0


def read_moves(scan: Scan, section: Section, players: int | None) -> None:
    """Read move text up to the next tag or the end of the text."""
    turns = 0
    while scan.more() and scan.peek() != "[":
        at = scan.at
        if scan.peek() == "{":
            _note(scan, section)
        elif scan.peek() == ",":
            scan.at += 1
        elif section.result is not None:
            raise scan.error(
                Phrase(
                    "expected the tags of the next record after {result}, found {found}",
                    result=repr(section.result),
                    found=repr(scan.word()),
                )
            )
        elif found := scan.match(_TURN):
            _check_turn(scan, int(found[1]), turns, players, at)
        elif found := scan.match(_RESULT):
            section.result, section.result_at = (found[1] or "*").lower(), at
        else:
            section.moves.append(_move(scan, len(section.moves)))
            section.starts.append(at)
            turns += not section.moves[-1].startswith("draw")


def _check_turn(scan: Scan, number: int, turns: int, players: int | None, at: int) -> None:
    """Turns are counted one by one, or, as some people do, once round the table."""
    if number == turns + 1:
        return
    if players and turns % players == 0 and number == turns // players + 1:
        return
    if players and turns % players == 0:
        raise scan.error(
            Phrase(
                "expected turn number {n}, or {round}. counting rounds of the table, found {found}: "
                "is a move missing or given twice?",
                n=turns + 1,
                round=turns // players + 1,
                found=number,
            ),
            at,
        )
    raise scan.error(
        Phrase(
            "expected turn number {n}, found {found}: is a move missing or given twice?", n=turns + 1, found=number
        ),
        at,
    )


def _note(scan: Scan, section: Section) -> None:
    """A comment or clock belongs to the move before it; one before the first move, to the first."""
    at, start = max(len(section.moves) - 1, 0), scan.at
    clock, comment = scan.comment()
    if clock is not None:
        if not section.moves:
            raise scan.error(Phrase("a clock stands behind its move, and there is no move before this one"), start)
        section.clocks[at] = clock
    if comment is not None:
        key = str(at)
        section.comments[key] = f"{section.comments[key]} {comment}" if key in section.comments else comment


def _move(scan: Scan, index: int) -> str:
    at = scan.at
    try:
        if scan.match(_PASS):
            return "pass"
        if found := scan.match(_DRAW):
            tile = found[1] or found[2]
            return str(Move("draw", tile_of(tile))) if tile else "draw"
        if found := scan.match(_MOVE):
            side, arm = found[2], found[3]
            tile = tile_of(found[1])
            return str(tile) if side is None else str(Move.parse(f"{tile}{side}{arm or ''}"))
    except BadNotation as fault:
        raise scan.error(str(fault), at, index) from None
    raise scan.error(
        Phrase(
            "expected a move (a lead as 6-4, a play as 6-4L or 6-4 left, draw, pass), a comment in braces, or the "
            "result ({words} or *), found {found}",
            words=", ".join(ENDINGS),
            found=repr(scan.word()),
        ),
        at,
        index,
    )


@lru_cache(maxsize=4096)
def tile_of(text: str) -> Tile:
    """A tile as people type it: `6-4`, `64`, `6|4`, `6/4`. Raises `BadNotation`."""
    return Tile(_DASH.sub("-", text))
