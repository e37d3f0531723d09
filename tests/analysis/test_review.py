"""Review: judged from the view, forced moves cost nothing, verdicts only where the interval allows, public facts."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from doublesix.analysis import VERDICTS, Mean, facts, review, verdict
from doublesix.notation import Record
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import Position, deal, preset


def a_round(name: str, players: int, seed: int) -> list[Position]:
    rng = random.Random(seed)
    positions = [deal(preset(name), players, rng)]
    while positions[-1].turn is not None:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves)))
    return positions


def few() -> Thinking:
    return Thinking(Limit(worlds=40), None)


@pytest.mark.parametrize(("name", "players"), [("ply-yard", 2), ("ranked-block", 4), ("all-fives", 3)])
def test_every_move_gets_a_verdict_and_forced_ones_cost_nothing(name: str, players: int) -> None:
    positions = a_round(name, players, 1)
    found = list(review(positions, random.Random(1), few))
    assert [decision.at for decision in found] == list(range(len(positions[-1].moves)))
    for decision in found:
        assert decision.verdict in VERDICTS
        legal = positions[decision.at].legal_moves
        if len(legal) == 1:
            assert decision.verdict == "forced"
            assert decision.loss.value == 0
        elif decision.verdict != "forced":
            assert decision.best
            assert set(decision.best) <= set(legal)
            assert decision.facts


def test_a_verdict_is_given_only_where_the_interval_allows_it() -> None:
    assert verdict(Mean(0.0, 0.0, 0.0)) == "best"
    assert verdict(Mean(0.005, -0.005, 0.015)) == "equal"
    assert verdict(Mean(0.10, -0.01, 0.21)) == "too-close"
    assert verdict(Mean(0.04, 0.01, 0.07)) == "inaccuracy"
    assert verdict(Mean(0.09, 0.04, 0.14)) == "mistake"
    assert verdict(Mean(0.30, 0.20, 0.40)) == "blunder"


def test_p88_facts_name_tiles_and_numbers_that_everybody_could_know_and_nothing_hidden() -> None:
    for seed in range(6):
        positions = a_round("draw-100", 3, seed)
        for position, move in zip(positions, positions[-1].moves, strict=False):
            turn = position.turn
            if turn is None or move.kind not in ("play", "lead") or len(position.legal_moves) < 2:
                continue
            told = " ".join(facts(position.view(turn), move, position.legal_moves[0]))
            hidden = {str(tile) for seat, hand in enumerate(position.hands) if seat != turn for tile in hand}
            hidden |= {str(tile) for tile in position.boneyard}
            assert any(mark.isdigit() for mark in told)
            assert not any(tile in told.split() for tile in hidden)


def test_a_review_of_one_seat_leaves_the_others_out_and_repeats_itself() -> None:
    positions = a_round("ply-yard", 2, 3)
    one = [decision.to_json() for decision in review(positions, random.Random(4), few, 1)]
    two = [decision.to_json() for decision in review(positions, random.Random(4), few, 1)]
    assert one == two
    assert {decision["seat"] for decision in one} == {1}


def test_the_command_answers_as_the_contract_says_and_a_match_round_by_round() -> None:
    record = Record.of(a_round("ply-yard", 2, 5)[-1]).to_json()
    command = [sys.executable, "-m", "doublesix", "review", "-", "--worlds", "10", "--seed", "1", "--json"]
    done = subprocess.run(command, input=json.dumps(record), capture_output=True, text=True, check=True)
    decisions = json.loads(done.stdout)["decisions"]
    assert len(decisions) == len(record["moves"])
    wanted = {"at", "seat", "played", "best", "loss", "ci95", "verdict", "facts", "moves"}
    assert all(set(decision) == wanted for decision in decisions)
