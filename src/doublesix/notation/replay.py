"""What `doublesix replay` says of a record: turns, ends, outcome and, if asked, the legal moves."""

from __future__ import annotations

from typing import Any

from doublesix.errors import DominoError, HiddenTile
from doublesix.notation.record import MatchRecord, Record, RoundError
from doublesix.rules.explain import move_reasons
from doublesix.rules.position import Position


def replay_json(record: Record | MatchRecord, *, legal: bool = False, reasons: bool = False) -> dict[str, Any]:
    """The contract's answer for a round or a match; `{"ok": false, "at": …, "error": …}` for a bad one.

    `legal` adds the legal moves, `reasons` why each move was made and what it brought about, as reason objects.
    """
    try:
        if isinstance(record, Record):
            return round_json(record.positions(), legal=legal, reasons=reasons)
        played, match = record.replay()
    except DominoError as error:
        return error_json(error)
    return {
        "ok": True,
        "rounds": [round_json(positions, legal=legal, reasons=reasons) for positions in played],
        "scores": list(match.scores) if record.sure(played) else None,
        "winners": None if match.winners is None else list(match.winners),
    }


def error_json(error: DominoError) -> dict[str, Any]:
    """The answer for a record at fault; of a match it also names the round."""
    out: dict[str, Any] = {"ok": False, "at": getattr(error, "at", None), "error": str(error)}
    if isinstance(error, RoundError):
        out["round"] = error.round
    return out


def round_json(positions: list[Position], *, legal: bool = False, reasons: bool = False) -> dict[str, Any]:
    """The answer for one round, from the position before each move and after the last."""
    last = positions[-1]
    out: dict[str, Any] = {
        "ok": True,
        "turns": list(last.turns),
        "ends": dict(last.ends),
        "outcome": None if last.outcome is None else last.outcome.to_json(),
    }
    if legal:
        asked = positions[: len(last.moves)] + ([last] if last.outcome is None else [])
        out["legal"] = [_legal(position) for position in asked]
    if reasons:
        out["reasons"] = reasons_json(positions)
    return out


def reasons_json(positions: list[Position]) -> list[list[dict[str, Any]]]:
    """For each move its reasons and those of what it brought about, the end of the round among them."""
    last = positions[-1]
    steps = zip(positions, last.moves, positions[1:], strict=False)
    return [[reason.to_json() for reason in move_reasons(*step)] for step in steps]


def _legal(position: Position) -> list[str] | None:
    try:
        return [str(move) for move in position.legal_moves]
    except HiddenTile:
        return None
