"""A round move by move, with what each move changed: the ends before and after, the halves laid, the reasons.

The steps hold the whole truth. Who may see which part of it at which moment is for whoever shows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from doublesix.errors import HiddenTile
from doublesix.rules.explain import move_reasons
from doublesix.rules.moves import Move
from doublesix.rules.position import Position
from doublesix.rules.reasons import Reason


class Step(NamedTuple):
    """One move and what it changed."""

    seat: int
    move: str
    """The move as text, a draw with its tile where it is known."""
    side: str | None
    """Where a tile was played; None for a lead, a draw and a pass."""
    laid: tuple[int, int] | None
    """The halves as they lie now, the inner one first; None where nothing was laid."""
    before: dict[str, int]
    """The open ends before the move."""
    after: dict[str, int]
    choices: int | None
    """How many moves were legal; None where hidden tiles leave it unknown."""
    points: tuple[int, ...]
    """Points in play of this round after the move, by seat."""
    reasons: tuple[Reason, ...]

    def to_json(self) -> dict[str, Any]:
        """Every field by its name, the reasons left to the caller, who knows the names of the seats."""
        out = self._asdict()
        del out["reasons"]
        return out


def steps_of(positions: Sequence[Position]) -> tuple[Step, ...]:
    """The steps of a round, given the position before each move and after the last."""
    return tuple(map(_step, positions, positions[-1].moves, positions[1:]))


def _step(before: Position, move: Move, after: Position) -> Step:
    seat = before.turn
    assert seat is not None
    shown, laid = str(move), None
    if move.kind == "draw" and move.tile is None and before.boneyard:
        shown = str(Move("draw", before.boneyard[0]))
    elif move.kind == "lead":
        assert move.tile is not None
        laid = (move.tile.high, move.tile.low)
    elif move.kind == "play":
        assert move.side is not None
        laid = after.line.arms[move.side][-1]
    reasons = move_reasons(before, move, after)
    return Step(
        seat,
        shown,
        move.side,
        laid,
        dict(before.ends),
        dict(after.ends),
        _choices(before),
        tuple(after.points),
        reasons,
    )


def _choices(position: Position) -> int | None:
    try:
        return len(position.legal_moves)
    except HiddenTile:
        return None
