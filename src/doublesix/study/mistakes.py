"""One's own mistakes as drills: what the seat knew, what it played, and what would have been better.

A mistake is kept only where two analyses over different deals say so. It holds the view of the seat that made it and
nothing else of the round, so that no hidden tile can come back with it.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from doublesix.analysis import Analysis, Decision, Mean, analyse, facts, loss_of, usual_model
from doublesix.errors import BadRecord
from doublesix.players.limit import Thinking
from doublesix.rules import Move, View
from doublesix.rules.phrases import Phrase
from doublesix.study.drills import Assessment

DEFINITE: Final = ("inaccuracy", "mistake", "blunder")
"""The verdicts that say that something was surely lost."""


class Choice(NamedTuple):
    """A legal move, as the second analysis found it."""

    move: Move
    win: float
    tie: float
    behind: Mean
    """How far it is behind the best one, in wins and half the ties."""


class Mistake(NamedTuple):
    """A decision that surely lost something, as its seat saw it."""

    view: View
    names: tuple[str, ...]
    played: Move
    verdict: str
    choices: tuple[Choice, ...]
    """All legal moves, from the best down."""
    worlds: int
    """Deals that were looked at."""

    @property
    def model(self) -> Phrase:
        """How the moves were valued."""
        return usual_model(self.view).text

    @property
    def id(self) -> str:
        """The same for the same move in the same view."""
        text = json.dumps([self.view.to_json(), str(self.played)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:20]

    @property
    def good(self) -> tuple[Move, ...]:
        """The moves that count as right: the best one, and all that cannot be told from it."""
        return tuple(choice.move for choice in self.choices if choice.behind.low <= 0)

    @property
    def facts(self) -> tuple[Phrase, ...]:
        """What everybody could know, a sentence each."""
        return tuple(fact.called(self.names) for fact in facts(self.view, self.played, self.choices[0].move))

    def assess(self, answer: str) -> Assessment:
        """Whether an answer, a move as text, is one of the right ones."""
        return Assessment(int(answer in map(str, self.good)), 1, ())

    def to_text(self) -> str:
        """As it is kept."""
        return json.dumps(
            {
                "view": self.view.to_json(),
                "names": [str(name) for name in self.names],
                "played": str(self.played),
                "verdict": self.verdict,
                "choices": [[str(one.move), one.win, one.tie, *one.behind] for one in self.choices],
                "worlds": self.worlds,
            },
            ensure_ascii=False,
        )

    @staticmethod
    def from_text(text: str) -> Mistake:
        """What was kept. Raises `DominoError` where the text is none of ours."""
        kept: dict[str, Any] = json.loads(text)
        try:
            return Mistake(
                View.from_json(kept["view"]),
                tuple(kept["names"]),
                Move.parse(kept["played"]),
                kept["verdict"],
                tuple(Choice(Move.parse(move), win, tie, Mean(*gap)) for move, win, tie, *gap in kept["choices"]),
                kept["worlds"],
            )
        except (KeyError, TypeError, ValueError) as problem:
            raise BadRecord(f"this is no mistake as doublesix keeps them: {problem}") from problem


def mistake_of(
    decision: Decision, view: View, names: Sequence[str], rng: random.Random, thinking: Thinking
) -> Mistake | None:
    """A decision as a mistake to practise; None where it lost nothing, or other deals leave that in doubt.

    `view` is what the seat knew when it decided.
    """
    if decision.verdict not in DEFINITE:
        return None
    *_, found = analyse(view, rng, thinking)
    if loss_of(found, decision.played).low <= 0:
        return None
    choices = sorted(_choices(found), key=lambda choice: (choice.behind.value, str(choice.move)))
    return Mistake(view, tuple(names), decision.played, decision.verdict, tuple(choices), found.worlds)


def _choices(found: Analysis) -> list[Choice]:
    best = found.best
    assert best is not None
    return [
        Choice(move, chances.win.value, chances.tie.value, found.behind(move, best))
        for move, chances in found.moves.items()
    ]
