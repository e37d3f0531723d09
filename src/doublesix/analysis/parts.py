"""A review in parts, which workers do one by one while somebody watches."""

from __future__ import annotations

import random

from doublesix.analysis.analyse import Analysis, analyse
from doublesix.analysis.luck import Worth, worth_in
from doublesix.analysis.review import Decision, decide
from doublesix.notation import MatchRecord, Record
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Position


def positions_of(record: Record | MatchRecord, number: int = 0) -> list[Position]:
    """The positions of a record's round `number` from 0. Raises `BadRecord`, and `IndexError` beyond the last."""
    return (record.replay()[0] if isinstance(record, MatchRecord) else [record.positions()])[number]


def review_part(positions: list[Position], at: int, worlds: int, seed: int) -> tuple[Decision, Worth]:
    """The decision at move `at`, and what it was worth; forced moves too, for the luck needs theirs.

    Repeatable for a seed: each part has a source of its own, whatever is asked before it.
    """
    rng, thinking = random.Random(f"{seed}/{at}"), Thinking(Limit(worlds=worlds), None)
    before, move = positions[at], positions[-1].moves[at]
    decision = decide(at, before, move, rng, thinking)
    found = decision.analysis or _analysed(before, rng, thinking)
    return decision, worth_in(found, move)


def _analysed(before: Position, rng: random.Random, thinking: Thinking) -> Analysis:
    assert before.turn is not None
    *_, found = analyse(before.view(before.turn), rng, thinking)
    return found


def own_moves(positions: list[Position], seat: int) -> list[int]:
    """The indexes of a seat's moves, forced ones among them."""
    return [at for at, turn in enumerate(positions[-1].turns) if turn == seat]
