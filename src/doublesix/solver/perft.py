"""Counts of move sequences: the check that the move generator is exact."""

from __future__ import annotations

from doublesix.rules.moves import Move
from doublesix.rules.position import Position


def perft(position: Position, depth: int) -> list[int]:
    """Move sequences of each length 1 to `depth` from a position, always `depth` numbers.

    A draw or a pass is one step; a finished round adds nothing. Only where the rules have no spinner and both ends
    show the same value do a tile's two plays count as one (contract). Raises `HiddenTile` where a hand is not known.
    """
    counts = [0] * depth
    _count(position, counts, 0)
    return counts


def _count(position: Position, counts: list[int], at: int) -> None:
    if at == len(counts) or position.turn is None:
        return
    moves = distinct(position)
    counts[at] += len(moves)
    if at + 1 < len(counts):
        for move in moves:
            _count(position.play(move), counts, at + 1)


def distinct(position: Position) -> tuple[Move, ...]:
    """The legal moves, mirror images on a line with equal ends counted once."""
    moves = position.legal_moves
    ends = position.ends
    if position.rules.spinner != "none" or not ends or ends["L"] != ends["R"]:
        return moves
    return tuple(move for move in moves if move.side != "R")
