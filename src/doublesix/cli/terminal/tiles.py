"""Tiles as small blocks of text, and blocks packed into rows of a given width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .look import Box, Look


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of text: its rows are equally long. `style` names the colour of the whole."""

    rows: tuple[str, ...]
    style: str | None = None

    @property
    def width(self) -> int:
        """In characters."""
        return len(self.rows[0])


def lying(left: int, right: int, box: Box, cell: int, style: str | None = None) -> Block:
    """A tile lying along the line, `left` half first: three rows, `cell` characters to a half."""
    edge = box.across * cell
    return Block(
        (
            f"{box.top_left}{edge}{box.top_joint}{edge}{box.top_right}",
            f"{box.down}{_middle(left, cell)}{box.down}{_middle(right, cell)}{box.down}",
            f"{box.bottom_left}{edge}{box.bottom_joint}{edge}{box.bottom_right}",
        ),
        style,
    )


def standing(value: int, box: Box, cell: int, style: str | None = None) -> Block:
    """A double lying crosswise: three rows, one half above the other."""
    half = str(value).center(cell, box.across)
    return Block(
        (
            f"{box.top_left}{half}{box.top_right}",
            f"{box.left_joint}{box.across * cell}{box.right_joint}",
            f"{box.bottom_left}{half}{box.bottom_right}",
        ),
        style,
    )


def small(left: int, right: int, style: str | None = None) -> Block:
    """A tile in one row, for long lines and low screens."""
    return Block((f"[{left}|{right}]",), style)


def cell_of(max_pip: int) -> int:
    """Characters to a half, so that every value of the set has a space on either side."""
    return len(str(max_pip)) + 2


def under(block: Block, text: str) -> Block:
    """`block` with one more row below it, widened where the text is longer."""
    width = max(block.width, len(text))
    return Block((*(row.ljust(width) for row in block.rows), text.center(width)), block.style)


def pack(blocks: Iterable[Block], width: int, gap: int = 0) -> list[list[Block]]:
    """The blocks in order, broken into rows that are at most `width` wide (one block a row at the least)."""
    rows: list[list[Block]] = []
    used = 0
    for block in blocks:
        need = block.width + (gap if rows and rows[-1] else 0)
        if rows and used + need <= width:
            rows[-1].append(block)
            used += need
        else:
            rows.append([block])
            used = block.width
    return rows


def join(row: Sequence[Block], look: Look, gap: int = 0) -> list[str]:
    """The text lines of one packed row."""
    space = " " * gap
    height = max(len(block.rows) for block in row)
    return [space.join(look.paint(block.rows[i], block.style) for block in row) for i in range(height)]


def _middle(value: int, cell: int) -> str:
    return f"{value!s:^{cell}}"
