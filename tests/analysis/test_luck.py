"""Skill and luck: the parts of a result sum to it, and each step belongs to what happened in it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.analysis import Mean
from doublesix.analysis.luck import Luck, Worth, luck, result_of, worth
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import deal, preset
from walks import played


def total(found: Luck) -> float:
    return sum(part.value for part in (found.deal, found.choices, found.draws, found.others))


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 1000),
    table=st.sampled_from([("ply-yard", 2), ("ranked-draw", 3), ("all-fives", 2), ("partners", 4)]),
)
def test_the_parts_sum_to_the_result(seed: int, table: tuple[str, int]) -> None:
    positions, rng = played(*table, seed), random.Random(seed)
    moves = positions[-1].moves

    def worth_at(at: int) -> Worth:
        return worth(positions[at], moves[at], rng, Thinking(Limit(worlds=20), None))

    for seat in range(table[1]):
        found = luck(positions, seat, worth_at)
        assert found.even + total(found) == pytest.approx(found.result)
        assert found.result == result_of(positions[-1], seat)
        assert found.even + sum(step.value for step in found.steps) == pytest.approx(found.result)
        for part in ("deal", "choices", "draws", "others"):
            assert getattr(found, part).value == pytest.approx(sum(s.value for s in found.steps if s.part == part))
        assert found.choices.value <= 1e-9, "within the same worlds no move is better than the best"


def test_steps_belong_to_the_deal_the_choice_the_draw_or_the_others() -> None:
    position = deal(preset("ply-yard"), 2, random.Random(3))
    positions = [position]
    while positions[-1].outcome is None:
        positions.append(positions[-1].play(positions[-1].legal_moves[0]))
    last = positions[-1]
    own = [at for at, turn in enumerate(last.turns) if turn == 1]
    drawn = [at for at in own if last.moves[at].kind == "draw"]
    assert drawn, "the round has draws of seat 1"

    def worth_at(at: int) -> Worth:
        sure = Mean(0.5, 0.5, 0.5)
        if at == own[0]:
            return Worth(Mean(0.7, 0.6, 0.8), Mean(0.6, 0.5, 0.7))
        if at - 1 in drawn and last.turns[at] == 1:
            return Worth(Mean(0.9, 0.9, 0.9), sure)
        return Worth(Mean(0.6, 0.6, 0.6), sure)

    found = luck(positions, 1, worth_at)
    assert found.deal.value == pytest.approx(0.2)
    after_draws = sum(1 for at in own if at - 1 in drawn and last.turns[at] == 1 and at != own[0])
    assert found.draws.value == pytest.approx(0.4 * after_draws)
    assert found.deal.high > found.deal.value > found.deal.low
