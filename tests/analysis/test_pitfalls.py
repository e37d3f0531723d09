"""What users of other software reported about reviews (P87, P98), held against ours."""

from __future__ import annotations

import random

from blunders import AT, BLUNDER
from doublesix.analysis import decide
from doublesix.analysis.skills import Answer
from doublesix.notation import Record
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Move
from doublesix.server.thinking import review_job

CLEAR = ("mistake", "blunder")


def test_p87_a_definite_verdict_does_not_flip_with_the_seed() -> None:
    positions = Record.from_json(BLUNDER).positions()
    moves = positions[-1].moves
    for at in [at for at, move in enumerate(moves) if len(positions[at].legal_moves) > 1 and move.kind != "draw"]:
        found = {
            decide(at, positions[at], moves[at], random.Random(seed), Thinking(Limit(worlds=100), None)).verdict
            for seed in (1, 2)
        }
        assert not ("best" in found and found & set(CLEAR)), f"move {at}: {found}"


def test_p98_a_forced_move_counts_for_nothing() -> None:
    positions = Record.from_json(BLUNDER).positions()
    at = next(at for at, position in enumerate(positions) if position.forced is not None)
    decision = decide(at, positions[at], positions[-1].moves[at], random.Random(1), Thinking(Limit(worlds=10), None))
    assert (decision.verdict, decision.loss.value, decision.facts) == ("forced", 0.0, ())
    assert review_job(BLUNDER, 0, at, 10, 1)["skills"] == {}


def test_p98_what_is_too_close_to_call_is_held_against_nobody() -> None:
    positions = Record.from_json(BLUNDER).positions()
    thinking = Thinking(Limit(worlds=60), None)
    decision = decide(AT, positions[AT], Move.parse("6-1R"), random.Random(1), thinking)
    assert Answer.to([decision]).worse == 1
    answer = Answer.to([decision._replace(verdict="too-close")])
    assert (answer.good, answer.worse, answer.close) == (0, 0, 1)
