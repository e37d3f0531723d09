"""The models of analysis: each says what it is, exact ones are exact, weighted worlds count as much as they weigh."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from doublesix.analysis import MODELS, Analysis, analyse, mean_of, model_named, share_of, usual_model
from doublesix.analysis.tally import Batch, Tally
from doublesix.cli import main
from doublesix.errors import BadRecord
from doublesix.inference import belief
from doublesix.notation import Record
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import Position, View, deal, preset
from doublesix.solver import solve_hidden


def last(view: View, model: str, worlds: int = 40) -> Analysis:
    *_, found = analyse(view, random.Random(1), Thinking(Limit(worlds=worlds), None), model_named(model))
    return found


def an_ending(worlds: int, seed: int = 0) -> View:
    """A choice near the end of a round, nothing left to draw, with so many worlds at most."""
    rng = random.Random(seed)
    while True:
        position = deal(preset("ply-yard"), 2, rng)
        while position.turn is not None:
            view = position.view(position.turn)
            if len(view.legal) > 1 and not view.drawable and 1 < belief(view).worlds <= worlds:
                return view
            position = position.play(rng.choice(position.legal_moves))


def a_choice(name: str = "ply-yard") -> Position:
    rng = random.Random(3)
    position = deal(preset(name), 2, rng)
    while position.turn is None or len(position.legal_moves) < 3 or len(position.moves) < 5:
        position = position.play(rng.choice(position.legal_moves))
    return position


@pytest.mark.parametrize("name", MODELS)
def test_every_model_values_every_move_and_says_what_it_is(name: str) -> None:
    view = an_ending(12)
    found = last(view, name)
    assert set(found.moves) == set(view.legal)
    assert found.model == MODELS[name].text
    assert found.exact == (name == "exact")
    for chances in found.moves.values():
        assert chances.win.value + chances.tie.value + chances.loss.value == pytest.approx(1)


def test_an_unknown_model_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadRecord, match="random, engine, face-up, exact"):
        model_named("oracle")


def test_the_exact_model_gives_the_numbers_of_solved_endings_and_intervals_of_no_width() -> None:
    for seed in range(4):
        view = an_ending(20, seed)
        found = last(view, "exact")
        for move, outlook in solve_hidden(view).items():
            chances = found.moves[move]
            assert chances.win.value == pytest.approx(float(outlook.win))
            assert chances.tie.value == pytest.approx(float(outlook.tie))
            assert chances.margin.value == pytest.approx(float(outlook.margin))
            assert chances.win.low == chances.win.value == chances.win.high
        best = found.best
        assert best is not None
        for move in found.moves:
            gap = found.behind(move, best)
            assert gap.low == gap.value == gap.high
            assert gap.value == pytest.approx(found.moves[best].score - found.moves[move].score)


def test_the_exact_model_refuses_a_view_with_too_many_worlds() -> None:
    position = a_choice()
    assert position.turn is not None
    with pytest.raises(BadRecord, match="up to 2000"):
        last(position.view(position.turn), "exact")


def test_small_endings_are_solved_and_the_rest_is_played_as_the_engine_plays() -> None:
    position = a_choice()
    assert position.turn is not None
    assert usual_model(position.view(position.turn)).name == "engine"
    assert usual_model(an_ending(3)).name == "exact"


def test_points_in_play_keep_an_ending_from_being_solved() -> None:
    rng = random.Random(2)
    position = deal(preset("all-fives"), 2, rng)
    while position.turn is not None:
        assert usual_model(position.view(position.turn)).name == "engine"
        position = position.play(rng.choice(position.legal_moves))


def test_rules_that_the_kernel_does_not_take_are_played_at_random_only() -> None:
    rules = preset("ply-yard").replace(max_pip=15)
    position = deal(rules, 2, random.Random(1))
    assert position.turn is not None
    view = position.view(position.turn)
    assert usual_model(view).name == "random"
    assert last(view, "random", 2).worlds == 2
    with pytest.raises(BadRecord, match="random play-outs"):
        last(view, "engine")


def test_the_command_takes_a_model(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "round.jsonl"
    record.write_text(json.dumps(Record.of(a_choice()).to_json()), encoding="utf-8")
    for name in ("random", "engine", "face-up"):
        assert main(["analyse", str(record), "--worlds", "10", "--seed", "1", "--json", "--model", name]) == 0
        assert json.loads(capsys.readouterr().out)["model"] == MODELS[name].text
    assert main(["review", str(record), "--worlds", "10", "--seed", "1", "--model", "random"]) == 0
    assert MODELS["random"].text in capsys.readouterr().out
    assert main(["analyse", str(record), "--model", "exact"]) == 1
    assert "up to 2000" in capsys.readouterr().err


# --- worlds that weigh differently -----------------------------------------------------------------------------------

RANKS = [[2, 0, 1, 2], [0, 0, 2, 1]]
MARGINS = [[5.0, -3.0, 0.0, 8.0], [-4.0, -6.0, 2.0, 0.0]]


def tally(weights: list[float] | None, times: int = 1) -> Tally:
    made = Tally(2)
    for _ in range(times):
        made.add(Batch(RANKS, MARGINS, weights))
    return made


def test_equal_weights_change_nothing() -> None:
    one, other = tally(None), tally([0.3] * 4)
    for move in (0, 1):
        for a, b in zip(one.chances(move, 99), other.chances(move, 99), strict=True):
            assert a == pytest.approx(b)
    assert one.gap(1, 0) == pytest.approx(other.gap(1, 0))


def test_a_gap_is_the_mean_over_the_same_worlds_and_its_interval_that_of_the_differences() -> None:
    gaps = [1.0, 0.0, -0.5, 0.5]
    wanted = mean_of(sum(gaps), sum(gap * gap for gap in gaps), 4, 1.0)
    assert tally(None).gap(1, 0) == pytest.approx(wanted)


def test_a_world_counts_as_much_as_it_weighs_and_uneven_weights_widen_the_interval() -> None:
    even, uneven = tally(None, 25), tally([3.0, 1.0, 1.0, 1.0], 25)
    assert uneven.chances(0, 99).win.value == pytest.approx(4 / 6)
    assert uneven.chances(0, 99).margin.value == pytest.approx((3 * 5 - 3 + 0 + 8) / 6)
    assert uneven.gap(1, 0).value == pytest.approx((3 * 1.0 + 0 - 0.5 + 0.5) / 6)
    share = uneven.chances(0, 99).win
    worth = 100 * 36 / 48  # the squared sum of the weights over the sum of their squares
    assert share == pytest.approx(share_of(worth * 4 / 6, worth))
    assert share.high - share.low > even.chances(0, 99).win.high - even.chances(0, 99).win.low


def test_batches_weigh_as_many_worlds_as_they_have_whatever_the_size_of_their_weights() -> None:
    made = Tally(2)
    made.add(Batch(RANKS, MARGINS, [1.0, 2.0, 1.0, 2.0]))
    made.add(Batch(RANKS, MARGINS, [1000.0, 2000.0, 1000.0, 2000.0]))
    assert made.worlds == 8
    assert made.gap(1, 0) == pytest.approx(tally([1.0, 2.0, 1.0, 2.0], 2).gap(1, 0))


def test_a_snapshot_does_not_change_when_more_worlds_come() -> None:
    first, second = (
        found
        for found in analyse(an_ending(500), random.Random(2), Thinking(Limit(worlds=20), None), MODELS["face-up"])
    )
    assert (first.worlds, second.worlds) == (10, 20)
    assert first.tally.worlds == 10
