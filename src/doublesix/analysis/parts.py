"""A review in parts, which workers do one by one while somebody watches."""

from __future__ import annotations

import random

from doublesix.analysis.luck import Worth, worth, worth_in
from doublesix.analysis.review import Decision, decide
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Position


def review_part(positions: list[Position], at: int, worlds: int, seed: int) -> tuple[Decision, Worth]:
    """The decision at move `at`, and what it was worth; forced moves too, for the luck needs theirs.

    Repeatable for a seed: each part has a source of its own, whatever is asked before it.
    """
    rng, thinking = random.Random(f"{seed}/{at}"), Thinking(Limit(worlds=worlds), None)
    before, move = positions[at], positions[-1].moves[at]
    decision = decide(at, before, move, rng, thinking)
    if decision.analysis is None:
        return decision, worth(before, move, rng, thinking)
    return decision, worth_in(decision.analysis, move)


def own_moves(positions: list[Position], seat: int) -> list[int]:
    """The indexes of a seat's moves, forced ones among them."""
    return [at for at, turn in enumerate(positions[-1].turns) if turn == seat]
