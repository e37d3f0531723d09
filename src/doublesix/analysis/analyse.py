"""Analysis of a position from a view: every legal move tried in the same worlds, with intervals.

What comes out says how a move does if everybody plays on as the model has it, and so the model is named: it is no proof
of a best move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from doublesix.analysis.calibration import Calibration, calibration_for
from doublesix.analysis.intervals import Mean
from doublesix.analysis.models import Model, usual_model
from doublesix.analysis.tally import Chances, Tally
from doublesix.inference import belief
from doublesix.players.hard import distinct
from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase
from doublesix.rules.view import View

RARER = 1.125
"""Snapshots come at so many times the worlds of the one before, or after a batch."""


class Analysis(NamedTuple):
    """What has been found so far."""

    model: Phrase
    """In words."""
    exact: bool
    """Whether no number is an estimate."""
    worlds: int
    moves: dict[Move, Chances]
    columns: dict[Move, int]
    """By move: which of those tried it stands for."""
    tally: Tally
    calibration: Calibration | None = None
    """What set the chances right; the tally is as it was counted."""

    @property
    def best(self) -> Move | None:
        """The move with the best score so far; None where there is no move."""
        return max(self.moves, key=lambda move: self.moves[move].score, default=None)

    def behind(self, move: Move, other: Move) -> Mean:
        """How far `move` is behind `other` in score, over the same worlds."""
        gap = self.tally.gap(self.columns[move], self.columns[other])
        if self.calibration is None or not gap.value:
            return gap
        scale = (self.moves[other].score - self.moves[move].score) / gap.value
        return Mean(*(scale * bound for bound in gap))

    def score(self, move: Move) -> Mean:
        """What a move is worth in wins and half the ties."""
        raw = self.tally.score(self.columns[move])
        if self.calibration is None:
            return raw
        return self.calibration.score(raw, self.moves[move].tie.value)

    def to_json(self) -> dict[str, Any]:
        """The contract's shape, the moves sorted as plain text."""
        return {
            "model": self.model,
            "exact": self.exact,
            "worlds": self.worlds,
            "moves": {str(move): chances.to_json() for move, chances in sorted(self.moves.items(), key=_text)},
        }


def _text(item: tuple[Move, Chances]) -> str:
    return str(item[0])


def analyse(view: View, rng: random.Random, thinking: Thinking, model: Model | None = None) -> Iterator[Analysis]:
    """Snapshots that improve until the limit is reached; at least one. Repeatable for a seed under a limit in worlds.

    `model`: by default the one that `usual_model` finds. Of two mirror-image plays on a line with equal ends one is
    tried and both are told. Raises `BadRecord` where the model does not take the view.
    """
    by = model or usual_model(view)
    moves = distinct(view)
    if not moves:
        yield Analysis(by.text, by.exact, 0, {}, {}, Tally(0))
        return
    text = by.text
    if not belief(view).exact:
        text = Phrase("{model}, by sample worlds, the belief being too large to be exact", model=by.text)
    columns = {move: at for at, move in enumerate(moves)}
    for move in view.legal:
        if move not in columns:  # the mirror image of one that is tried
            columns[move] = next(at for at, other in enumerate(moves) if other.tile is move.tile)
    right = calibration_for(view) if by.calibrated else None
    widest = float(view.rules.size * view.rules.max_pip)
    tally = Tally(len(moves), exact=by.exact)

    def snapshot() -> Analysis:
        found = {move: tally.chances(columns[move], widest) for move in view.legal}
        if right is not None:
            found = {move: right.chances(chances) for move, chances in found.items()}
        return Analysis(text, by.exact, tally.worlds, found, columns, tally.copy(), right)

    told = 0
    for batch in by.batches(view, moves, rng, thinking):
        tally.add(batch)
        if tally.worlds >= told * RARER:
            told = tally.worlds
            yield snapshot()
    if told < tally.worlds:
        yield snapshot()
