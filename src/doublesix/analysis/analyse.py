"""Analysis of a position from a view: every legal move tried in the same worlds, with intervals.

What comes out says how a move does if everybody plays on as the model has it, and so the model is named: it is no proof
of a best move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from doublesix.analysis.intervals import Mean
from doublesix.analysis.models import Model, usual_model
from doublesix.analysis.tally import Chances, Tally
from doublesix.inference import belief
from doublesix.players.hard import distinct
from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase
from doublesix.rules.view import View


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

    @property
    def best(self) -> Move | None:
        """The move with the best score so far; None where there is no move."""
        return max(self.moves, key=lambda move: self.moves[move].score, default=None)

    def behind(self, move: Move, other: Move) -> Mean:
        """How far `move` is behind `other` in score, over the same worlds."""
        return self.tally.gap(self.columns[move], self.columns[other])

    def score(self, move: Move) -> Mean:
        """What a move is worth in wins and half the ties."""
        return self.tally.score(self.columns[move])

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
    widest = float(view.rules.size * view.rules.max_pip)
    tally = Tally(len(moves), exact=by.exact)
    for batch in by.batches(view, moves, rng, thinking):
        tally.add(batch)
        found = {move: tally.chances(columns[move], widest) for move in view.legal}
        yield Analysis(text, by.exact, tally.worlds, found, columns, tally.copy())
