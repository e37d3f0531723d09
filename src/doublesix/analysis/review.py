"""Review of a round by decision: what was known, what was played, what it cost, a verdict where the interval allows it.

Every decision is judged from the view of the seat that made it; what was hidden then plays no part.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from doublesix.analysis.analyse import Analysis, analyse
from doublesix.analysis.facts import facts
from doublesix.analysis.intervals import Mean
from doublesix.players.hard import distinct
from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.position import Position

INACCURACY: Final = 0.02
"""Score behind the best move from which a move is an inaccuracy; surely less than that makes it equal."""
MISTAKE: Final = 0.06
BLUNDER: Final = 0.12
VERDICTS: Final = ("best", "equal", "inaccuracy", "mistake", "blunder", "forced", "too-close")


class Decision(NamedTuple):
    """One move of the round, judged."""

    at: int
    """The index of the move."""
    seat: int
    played: Move
    best: tuple[Move, ...]
    """The move with the best score and all that cannot be told from it."""
    loss: Mean
    """How far the move played is behind the best one, in wins and half the ties."""
    verdict: str
    facts: tuple[str, ...]
    """What everybody could know and what bears on it; nothing hidden."""
    analysis: Analysis | None
    """None where the move was forced."""

    def to_json(self) -> dict[str, Any]:
        """The contract's shape."""
        return {
            "at": self.at,
            "seat": self.seat,
            "played": str(self.played),
            "best": [str(move) for move in self.best],
            "loss": self.loss.value,
            "ci95": [self.loss.low, self.loss.high],
            "verdict": self.verdict,
            "facts": list(self.facts),
            "moves": {} if self.analysis is None else self.analysis.to_json()["moves"],
        }


def review(
    positions: Sequence[Position], rng: random.Random, thinking: Callable[[], Thinking], seat: int | None = None
) -> Iterator[Decision]:
    """Every decision of a round in order, of all seats or of one: positions before each move and after the last.

    `thinking` gives the budget of one decision. Forced moves get the verdict `forced` and cost nothing.
    """
    last = positions[-1]
    for at, (before, move) in enumerate(zip(positions, last.moves, strict=False)):
        turn = last.turns[at]
        if seat is None or turn == seat:
            yield _decision(at, before, move, rng, thinking())


def _decision(at: int, before: Position, move: Move, rng: random.Random, thinking: Thinking) -> Decision:
    turn = before.turn
    assert turn is not None
    played = Move("draw") if move.kind == "draw" else move
    view = before.view(turn)
    if len(distinct(view)) == 1:
        return Decision(at, turn, played, (played,), Mean(0.0, 0.0, 0.0), "forced", (), None)
    *_, found = analyse(view, rng, thinking)
    best = found.best
    assert best is not None
    loss = found.behind(played, best)
    level = tuple(sorted((m for m in found.moves if found.behind(m, best).low <= 0), key=str))
    return Decision(at, turn, played, level, loss, verdict(loss), facts(view, played, best), found)


def verdict(loss: Mean) -> str:
    """What a loss with its interval allows to say."""
    if loss.value == 0 and loss.high == 0:
        return "best"
    if loss.high < INACCURACY:
        return "equal"
    if loss.low <= 0:
        return "too-close"
    if loss.value < INACCURACY:
        return "equal"
    if loss.value < MISTAKE:
        return "inaccuracy"
    return "mistake" if loss.value < BLUNDER else "blunder"
