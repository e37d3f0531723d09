"""What every move of a study, or of a position of the guide, is worth: worked out beforehand, in many deals.

The answers were found in as many, by a compiled kernel; where none is compiled, the few deals that a page has time for
would contradict them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from doublesix.analysis.intervals import Mean
from doublesix.analysis.models import MODELS, Model
from doublesix.rules import Move


class Row(NamedTuple):
    """A move and what it is worth."""

    move: Move
    win: float
    tie: float
    standing: str
    """`best`, `equal`, `too-close` or `behind`, as of every analysis."""
    behind: Mean
    """How far behind the best move, in wins and half the ties."""


class Worked(NamedTuple):
    """The moves of one position, the best first."""

    model: Model
    deals: int
    rows: tuple[Row, ...]


def key_of(advice: str, at: int) -> str:
    """What a position of the guide is kept under; a study is kept under its id."""
    return f"{advice}/{at}"


@cache
def worked() -> Mapping[str, Worked]:
    """All that was worked out (`tools/study_chances.py`)."""
    kept = json.loads((files(__package__) / "chances.json").read_text(encoding="utf-8"))
    return {
        key: Worked(MODELS[one["model"]], one["deals"], tuple(map(_row, one["moves"]))) for key, one in kept.items()
    }


def _row(kept: list[str | float]) -> Row:
    move, win, tie, standing, *behind = kept
    return Row(Move.parse(str(move)), float(win), float(tie), str(standing), Mean(*map(float, behind)))
