"""Analysis: from the view only, paired worlds, honest intervals, repeatable under a seed."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from doublesix.analysis import Analysis, analyse, mean_of, share_of
from doublesix.inference import belief
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import PRESETS, Position, View, deal, preset
from walks import first_where, level_ends


def last(view: View, seed: int, worlds: int = 60) -> Analysis:
    *_, found = analyse(view, random.Random(seed), Thinking(Limit(worlds=worlds), None))
    return found


def choice(name: str, players: int, seed: int, skip: int = 6) -> Position:
    """A position with a choice, some moves into a round."""
    return first_where(name, players, seed, lambda at: len(at.moves) >= skip and len(at.legal_moves) > 1)


@pytest.mark.parametrize("name", PRESETS)
def test_every_legal_move_of_every_preset_gets_chances_that_add_up(name: str) -> None:
    position = choice(name, min(preset(name).players[-1], 4), 3)
    assert position.turn is not None
    found = last(position.view(position.turn), 1, 10)
    assert set(found.moves) == set(position.legal_moves)
    for chances in found.moves.values():
        assert chances.win.value + chances.tie.value + chances.loss.value == pytest.approx(1)
        for part in (chances.win, chances.tie, chances.loss, chances.margin):
            assert part.low <= part.value <= part.high


def test_the_same_seed_gives_the_same_analysis_and_another_seed_another_one() -> None:
    position = choice("ply-yard", 2, 4)
    view = position.view(position.turn or 0)
    assert last(view, 1).to_json() == last(view, 1).to_json()
    assert last(view, 1).to_json() != last(view, 2).to_json()


def test_tiles_that_the_seat_cannot_see_change_nothing() -> None:
    position = choice("draw-100", 3, 5)
    view = position.view(position.turn or 0)
    other = belief(view).sample(random.Random(1)).position(view).view(view.seat)
    assert last(other, 7).to_json() == last(view, 7).to_json()


def test_mirror_images_on_equal_ends_get_the_same_chances() -> None:
    position = first_where("ply-yard", 2, 6, level_ends)
    found = last(position.view(position.turn or 0), 1).to_json()["moves"]
    pairs = [(move, move[:-1] + "R") for move in found if move.endswith("L")]
    assert pairs
    assert all(found[one] == found[other] for one, other in pairs)


def test_going_out_is_certain_to_win() -> None:
    rng = random.Random(8)
    while True:
        position = deal(preset("ply-yard"), 2, rng)
        while position.turn is not None:
            turn = position.turn
            if len(position.hands[turn]) == 1 and not position.forced:
                found = last(position.view(turn), 1, 20)
                assert all(chances.win.value == 1 for chances in found.moves.values())
                return
            position = position.play(rng.choice(position.legal_moves))


def test_snapshots_grow_and_a_seat_that_is_not_to_move_has_no_moves() -> None:
    position = choice("ply-yard", 2, 9)
    turn = position.turn or 0
    worlds = [
        found.worlds for found in analyse(position.view(turn), random.Random(1), Thinking(Limit(worlds=120), None))
    ]
    assert worlds == sorted(worlds)
    assert worlds[-1] == 120
    assert last(position.view(1 - turn), 1).moves == {}


def test_a_comparison_over_the_same_worlds_is_tighter_than_over_others() -> None:
    position = choice("ply-yard", 2, 10)
    found = last(position.view(position.turn or 0), 3, 400)
    best = found.best
    assert best is not None
    assert found.behind(best, best) == (0.0, 0.0, 0.0)


def test_wilson_s_interval_stays_between_0_and_1_and_holds_the_share() -> None:
    for hits, tries in [(0, 10), (10, 10), (3, 10), (500, 1000)]:
        found = share_of(hits, tries)
        assert 0 <= found.low <= found.value <= found.high <= 1
    assert share_of(500, 1000).low == pytest.approx(0.469, abs=1e-3)
    assert mean_of(10, 30, 5, 9).value == 2


def test_the_command_answers_as_the_contract_says() -> None:
    record = {
        "rules": "ply-yard",
        "leader": 0,
        "hands": [["6-5", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"], ["?"] * 7],
        "boneyard": ["?"] * 14,
        "moves": ["5-5", "draw", "draw", "5-1L"],
    }
    done = subprocess.run(
        [sys.executable, "-m", "doublesix", "analyse", "-", "--seat", "0", "--worlds", "30", "--seed", "1", "--json"],
        input=json.dumps(record),
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert set(told) == {"model", "exact", "worlds", "moves"}
    assert told["worlds"] == 30
    assert list(told["moves"]) == ["3-1L", "5-0R", "6-1L", "6-5R"]
    for chances in told["moves"].values():
        assert set(chances) == {"win", "tie", "loss", "margin", "ci95"}
        assert set(chances["ci95"]) == {"win", "tie", "loss", "margin"}
