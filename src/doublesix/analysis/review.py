"""Review of a round by decision: what was known, what was played, what it cost, a verdict where the interval allows it.

Every decision is judged from the view of the seat that made it; what was hidden then plays no part.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from doublesix.analysis.analyse import Analysis, analyse
from doublesix.analysis.facts import facts
from doublesix.analysis.intervals import Mean, sure
from doublesix.analysis.models import Model
from doublesix.kernel import compiled
from doublesix.players.hard import distinct
from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase
from doublesix.rules.position import Position

INACCURACY: Final = 0.02
"""Score behind the best move from which a move is an inaccuracy; surely less than that makes it equal."""
MISTAKE: Final = 0.06
BLUNDER: Final = 0.12
CLEAR: Final = 0.01
"""What a move surely has to be behind to be called worse."""
WORLDS: Final = 40_000 if compiled else 400
"""Worlds for a decision at most; fewer where the verdict is clear before. `bench/review_quality.py` measures it."""
FIRM: Final = 1.75
"""How many times wider the interval may be and the verdict still be clear: it is looked at many times."""
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
    """How far the move played is behind the best one, in wins and half the ties: 0 or more."""
    verdict: str
    facts: tuple[Phrase, ...]
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
    positions: Sequence[Position],
    rng: random.Random,
    thinking: Callable[[], Thinking],
    seat: int | None = None,
    model: Model | None = None,
) -> Iterator[Decision]:
    """Every decision of a round in order, of all seats or of one: positions before each move and after the last.

    `thinking` gives the budget of one decision. Forced moves get the verdict `forced` and cost nothing. `model` is that
    of `analyse`.
    """
    last = positions[-1]
    for at, (before, move) in enumerate(zip(positions, last.moves, strict=False)):
        turn = last.turns[at]
        if seat is None or turn == seat:
            yield decide(at, before, move, rng, thinking(), model)


def decide(
    at: int,
    before: Position,
    move: Move,
    rng: random.Random,
    thinking: Thinking,
    model: Model | None = None,
    firm: float = FIRM,
) -> Decision:
    """The verdict on one move. It stops before its budget is used up where an interval `firm` times as wide would say
    the same."""
    turn = before.turn
    assert turn is not None
    played = Move("draw") if move.kind == "draw" else move
    view = before.view(turn)
    if len(distinct(view)) == 1:
        return Decision(at, turn, played, (played,), Mean(0.0, 0.0, 0.0), "forced", (), None)
    found = _clear(analyse(view, rng, thinking, model), played, firm)
    best = found.best
    assert best is not None
    loss = loss_of(found, played)
    level = tuple(sorted((m for m in found.moves if found.behind(m, best).low <= 0), key=str))
    return Decision(at, turn, played, level, loss, verdict(loss), facts(view, played, best), found)


def _clear(snapshots: Iterator[Analysis], played: Move, firm: float) -> Analysis:
    """The first snapshot that makes the verdict clear, else the last one."""
    last = next(snapshots)
    while True:
        wide = loss_of(last, played, firm)
        if grade(wide.low) == grade(wide.high):
            return last
        following = next(snapshots, None)
        if following is None:
            return last
        last = following


def loss_of(found: Analysis, move: Move, stretch: float = 1.0) -> Mean:
    """How far a move is behind the best one. The bounds are those over all other moves, `stretch` times as far off:
    surely so much behind one of them, surely no more behind any."""
    gaps = [found.behind(move, other) for other in found.moves] or [sure(0.0)]
    low = max(gap.value - stretch * (gap.value - gap.low) for gap in gaps)
    high = max(gap.value + stretch * (gap.high - gap.value) for gap in gaps)
    return Mean(max(gap.value for gap in gaps), low, high)


def grade(loss: float) -> str:
    """What a loss is called."""
    if loss < INACCURACY:
        return "equal"
    if loss < MISTAKE:
        return "inaccuracy"
    return "mistake" if loss < BLUNDER else "blunder"


def verdict(loss: Mean) -> str:
    """What a loss with its interval allows to say."""
    if loss.high == 0:
        return "best"
    if loss.high < INACCURACY:
        return "equal"
    if loss.low < CLEAR or loss.value < INACCURACY:
        return "too-close"
    return grade(loss.value)
