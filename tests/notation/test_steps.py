"""A round told step by step: the ends before and after, the halves laid, what could have been played, why."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix.notation import Record
from doublesix.notation.steps import steps_of
from doublesix.notation.verify import verify_json
from doublesix.rules import PRESETS, deal, preset
from walks import played


@pytest.mark.parametrize("rules", sorted(PRESETS))
@given(seed=st.integers(0, 10_000))
def test_what_is_laid_shows_the_old_end_inside_and_the_new_end_outside(rules: str, seed: int) -> None:
    players = min(preset(rules).hand_size)
    for step in steps_of(played(rules, players, seed)):
        if step.side is None:
            continue
        assert step.laid is not None
        assert step.laid[0] == step.before[step.side]
        if step.side in step.after:
            assert step.laid[1] == step.after[step.side]


@given(seed=st.integers(0, 10_000))
def test_the_steps_tell_the_moves_of_the_round_with_every_drawn_tile(seed: int) -> None:
    positions = played("ply-yard", 2, seed)
    _, boneyard = positions[-1].first_deal()
    steps = steps_of(Record.of(positions[-1]).positions())
    drawn = [step.move.removeprefix("draw:") for step in steps if step.move.startswith("draw")]
    assert drawn == [str(tile) for tile in boneyard[: len(drawn)]]
    assert [step.seat for step in steps] == list(positions[-1].turns)
    assert [step.choices for step in steps] == [len(position.legal_moves) for position in positions[:-1]]


def test_draws_passes_points_and_the_end_carry_their_reasons() -> None:
    codes = set()
    for seed in range(30):
        for step in steps_of(played("all-fives", 2, seed)):
            codes |= {reason.code for reason in step.reasons}
    assert {"must-draw", "must-pass", "counts", "out", "pips-left"} <= codes


def test_hidden_tiles_leave_the_number_of_choices_unknown() -> None:
    last = played("block", 2, 1)[-1]
    record = Record.of(last).to_json()
    record["hands"][1] = ["?"] * len(record["hands"][1])
    steps = steps_of(Record.from_json(record).positions())
    assert {step.choices for step in steps if step.seat == 1} == {None}
    assert None not in {step.choices for step in steps if step.seat == 0}


@pytest.mark.parametrize(("ending", "seats"), [("forfeit", (1,)), ("forfeit", (0, 2)), ("void", ())])
def test_a_record_of_a_round_ended_from_outside_says_so_and_verifies(ending: str, seats: tuple[int, ...]) -> None:
    position = deal(preset("ranked-draw"), 3, random.Random(4))
    ended = position.play(position.legal_moves[0]).end(ending, seats)
    assert ended.outcome is not None
    record = Record.of(ended, outcome=ended.outcome.to_json())
    assert record.extras["end"] == {"ending": ending} | ({"seats": list(seats)} if seats else {})
    again = Record.from_json(record.to_json())
    assert again.last().outcome == ended.outcome
    assert verify_json(again)["ok"]
