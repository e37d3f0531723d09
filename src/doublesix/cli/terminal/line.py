"""The line of play: drawn in rows that read left to right, or told in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from doublesix.rules import Line

from .look import Look, wrap
from .tiles import Block, cell_of, join, lying, pack, small, standing

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Lying:
    """One tile as it lies: the half to the left first, the arm it belongs to ("" is the lead)."""

    left: int
    right: int
    newest: bool = False


def draw_line(line: Line, look: Look, *, max_pip: int = 6, newest: str | None = None) -> list[str]:
    """The line as text, no row wider than `look.width`.

    `newest` is the side of the last play (`""` for the lead): that tile has a heavy border. Rows read from left to
    right, a row that is not the last ends in a mark, and both ends carry their side and value. The arms of a spinner
    follow one below the other, each read outwards from its spinner. Long lines on low screens use one text row a tile.
    """
    if line.lead is None:
        return ["(an empty table)"]
    if look.plain:
        return [tell_line(line)]
    tall = _draw(line, look, max_pip, newest, boxes=True)
    if len(tall) <= max(9, look.height - 14):
        return tall
    return _draw(line, look, max_pip, newest, boxes=False)


def tell_line(line: Line) -> str:
    """The line in one sentence, tiles as they lie; for a screen reader or a log."""
    if line.lead is None:
        return "The table is empty."
    row = " ".join(f"{tile.left}|{tile.right}" for tile in _row(line, None))
    left, right = _outer(line, "L"), _outer(line, "R")
    told = f"Line from left to right: {row}. Left end {left}, right end {right}."
    for side, spinner in side_arms(line):
        arm = line.arms.get(side, ())
        name = f"{arm_name(side)} arm of {spinner}-{spinner}"
        if arm:
            told += f" {name}, outwards: {' '.join(f'{a}|{b}' for a, b in arm)}, end {arm[-1][1]}."
        else:
            told += f" {name}: open, takes a {spinner}."
    return told


def side_arms(line: Line) -> list[tuple[str, int]]:
    """The spinners' arms that are open or begun, with the value of their spinner; up before down."""
    names = sorted((set(line.arms) | set(line.ends)) - {"L", "R"}, key=lambda side: (side[1:], side[0] == "D"))
    found: list[tuple[str, int]] = []
    for side in names:
        arm = line.arms.get(side, ())
        if arm:
            found.append((side, arm[0][0]))
        elif side in line.ends:
            found.append((side, line.ends[side]))
    return found


def arm_name(side: str) -> str:
    """ "Up" or "Down" for a side such as `U` or `D6`."""
    return "Up" if side.startswith("U") else "Down"


def side_name(side: str) -> str:
    """What players call a side: `L` is "left", `U6` is "up from 6-6"."""
    plain = {"L": "left", "R": "right", "U": "up", "D": "down"}
    if side in plain:
        return plain[side]
    return f"{plain[side[0]]} from {side[1:]}-{side[1:]}"


def end_values(line: Line) -> dict[str, int]:
    """The value at every side, also where the round is over and nothing may be played any more."""
    if line.lead is None:
        return {}
    shown = {"L": _outer(line, "L"), "R": _outer(line, "R")}
    shown.update({side: value for side, value in line.ends.items() if side not in shown})
    return shown


def tell_ends(ends: Mapping[str, int]) -> str:
    """ "left 6, right 4" and so on."""
    order = sorted(ends, key=lambda side: ("LRUD".index(side[0]), side))
    return ", ".join(f"{side_name(side)} {ends[side]}" for side in order)


def _outer(line: Line, side: str) -> int:
    arm = line.arms.get(side, ())
    if arm:
        return arm[-1][1]
    assert line.lead is not None
    return line.lead.high if side == "L" else line.lead.low


def _row(line: Line, newest: str | None) -> list[Lying]:
    assert line.lead is not None
    left = line.arms.get("L", ())
    right = line.arms.get("R", ())
    return [
        *(Lying(b, a, newest == "L" and i == len(left) - 1) for i, (a, b) in reversed(list(enumerate(left)))),
        Lying(line.lead.high, line.lead.low, newest == ""),
        *(Lying(a, b, newest == "R" and i == len(right) - 1) for i, (a, b) in enumerate(right)),
    ]


def _draw(line: Line, look: Look, max_pip: int, newest: str | None, *, boxes: bool) -> list[str]:
    glyphs = look.glyphs
    roomy = look.width >= 60
    left, right = _outer(line, "L"), _outer(line, "R")
    before = f"left {left} {glyphs.leftwards} " if roomy else f"L{left}{glyphs.leftwards}"
    after = f" {glyphs.rightwards} {right} right" if roomy else f"{glyphs.rightwards}{right}R"
    drawn = _rows(_blocks(_row(line, newest), look, max_pip, boxes), look, before, after)
    for side, spinner in side_arms(line):
        arm = line.arms.get(side, ())
        if not arm:
            drawn += wrap(f"{arm_name(side)} arm of {spinner}-{spinner}: takes a {spinner}", look.width, "  ")
            continue
        drawn += wrap(f"{arm_name(side)} arm of {spinner}-{spinner}, outwards:", look.width, "  ")
        tiles = [Lying(a, b, newest == side and i == len(arm) - 1) for i, (a, b) in enumerate(arm)]
        value = arm[-1][1]
        mark = f" {glyphs.rightwards} {value} {side_name(side[0])}" if roomy else f"{glyphs.rightwards}{value}{side[0]}"
        drawn += _rows(_blocks(tiles, look, max_pip, boxes), look, "  ", mark)
    return drawn


def _blocks(tiles: Iterable[Lying], look: Look, max_pip: int, boxes: bool) -> list[Block]:
    cell = cell_of(max_pip)
    drawn: list[Block] = []
    for tile in tiles:
        style = "last" if tile.newest else None
        box = look.glyphs.heavy if tile.newest else look.glyphs.light
        if not boxes:
            drawn.append(small(tile.left, tile.right, style))
        elif tile.left == tile.right:
            drawn.append(standing(tile.left, box, cell, style))
        else:
            drawn.append(lying(tile.left, tile.right, box, cell, style))
    return drawn


def _rows(blocks: list[Block], look: Look, before: str, after: str) -> list[str]:
    goes_on = look.glyphs.goes_on
    rows = pack(blocks, look.width - len(before) - len(after))
    drawn: list[str] = []
    for number, row in enumerate(rows):
        lines = join(row, look)
        middle = len(lines) // 2
        first, last = number == 0, number == len(rows) - 1
        for i, text in enumerate(lines):
            start = before if first and i == middle else _indent(goes_on if not first and i == middle else "", before)
            end = (after if last else f" {goes_on}"[: len(after)]) if i == middle else ""
            drawn.append((start + text + end).rstrip())
    return drawn


def _indent(mark: str, before: str) -> str:
    return f"{mark} ".rjust(len(before)) if len(before) > 1 else mark
