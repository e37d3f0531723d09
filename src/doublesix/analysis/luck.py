"""What a result is made of: the deal, one's own choices, one's draws, and what the others did.

The worth of a position is what `analyse` finds for it, from what the seat could know then. Between the chance that
everybody has before the deal and the result lie the steps from one worth to the next; each belongs to what happened
in it, so the parts sum to the result exactly. How finely each part is known its interval says.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from doublesix.analysis.analyse import Analysis, analyse
from doublesix.analysis.intervals import Mean
from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.position import Position


class Step(NamedTuple):
    """One step from a worth to the next."""

    at: int
    """The move before which the new worth was looked at; for a choice the move itself, at the end one past the last."""
    part: str
    """`deal`, `choices`, `draws` or `others`."""
    value: float


class Luck(NamedTuple):
    """Parts of a result, in wins and half the ties, from the eyes of one seat."""

    even: float
    """What everybody has before the deal."""
    deal: Mean
    """What the hand dealt, and who leads, were worth more than that."""
    choices: Mean
    """What the own choices gave away against the best ones: never above 0 but by chance."""
    draws: Mean
    """What the tiles drawn brought against what could be expected of them."""
    others: Mean
    """What the others' plays, draws and passes brought, and the end of the round."""
    result: float
    steps: tuple[Step, ...] = ()
    """All steps in order, which sum to the result less `even`."""

    def to_json(self) -> dict[str, Any]:
        """Each part by name, the intervals beside them."""
        parts = {name: getattr(self, name) for name in ("deal", "choices", "draws", "others")}
        return {
            "even": self.even,
            **{name: part.value for name, part in parts.items()},
            "result": self.result,
            "ci95": {name: [part.low, part.high] for name, part in parts.items()},
            "steps": [list(step) for step in self.steps],
        }


class Worth(NamedTuple):
    """A position of the seat's own turn: what its best move and the move played are worth."""

    best: Mean
    played: Mean


class _Part:
    """A sum of steps and the spread of its error; the steps are also put into a list that all parts share."""

    def __init__(self, name: str, steps: list[Step]) -> None:
        self.value = 0.0
        self._spread = 0.0
        self._name, self._steps = name, steps

    def add(self, at: int, step: float, *errors: Mean) -> None:
        if step:
            self._steps.append(Step(at, self._name, step))
        self.value += step
        self._spread += sum(((error.high - error.low) / 2) ** 2 for error in errors)

    def mean(self) -> Mean:
        half = math.sqrt(self._spread)
        return Mean(self.value, self.value - half, self.value + half)


def worth(position: Position, move: Move, rng: random.Random, thinking: Thinking) -> Worth:
    """What the best move and `move` are worth to the seat to move, from what it knows."""
    assert position.turn is not None
    *_, found = analyse(position.view(position.turn), rng, thinking)
    return worth_in(found, move)


def worth_in(found: Analysis, move: Move) -> Worth:
    """The same, where the position has been analysed."""
    best = found.best
    assert best is not None
    plain = Move("draw") if move.kind == "draw" else move
    return Worth(found.score(best), found.score(plain))


def luck(positions: Sequence[Position], seat: int, worth_at: Callable[[int], Worth]) -> Luck:
    """The parts of a finished round's result for `seat`.

    `worth_at` gives the worth of the position before move number `at`, for each move of the seat, forced ones too:
    `worth` computes it, and a review has most of them already.
    """
    last = positions[-1]
    even, result = 1 / len(last.rules.sides(last.players)), result_of(last, seat)
    steps: list[Step] = []
    deal, choices, draws, others = (_Part(name, steps) for name in ("deal", "choices", "draws", "others"))
    before: Mean | None = None
    drew = False
    for at, turn in enumerate(last.turns):
        if turn == seat:
            now = worth_at(at)
            if before is None:
                deal.add(at, now.best.value - even, now.best)
            else:
                part = draws if drew and last.turns[at - 1] == seat else others
                part.add(at, now.best.value - before.value, now.best, before)
            errors = [] if now.best == now.played else [now.best, now.played]
            choices.add(at, now.played.value - now.best.value, *errors)
            before, drew = now.played, last.moves[at].kind == "draw"
    if before is None:
        others.add(len(last.moves), result - even)
    else:
        others.add(len(last.moves), result - before.value, before)
    return Luck(even, deal.mean(), choices.mean(), draws.mean(), others.mean(), result, tuple(steps))


def result_of(last: Position, seat: int) -> float:
    """1 for first place alone (with one's side), half for a shared one, else 0."""
    assert last.outcome is not None
    firsts = sum(place == 1 for place in last.outcome.places)
    if not firsts or last.outcome.places[seat] != 1:
        return 0.0
    return 1.0 if firsts == len(last.rules.side(seat, last.players)) else 0.5
