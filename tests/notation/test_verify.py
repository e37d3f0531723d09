"""Verifying: what a record claims is compared field by field, and the first disagreement is told."""

from __future__ import annotations

import json
import random
import runpy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.notation import MatchRecord, Record, parse_records, to_text
from doublesix.notation.verify import unreadable_json, verify_json
from doublesix.rules import Match, Rules, preset

from .some_records import finished_round, hide, some_rules


def claimed_round(seed: int, rules: Rules | None = None) -> dict[str, Any]:
    """A whole round with its outcome claimed as it was."""
    rng = random.Random(seed)
    rules = rules or some_rules(rng)
    position = finished_round(rng, rules, rng.choice(rules.players))
    assert position.outcome is not None
    return Record.of(position, outcome=position.outcome.to_json()).to_json()


def claimed_match(seed: int, name: str = "draw-100") -> dict[str, Any]:
    """A whole match of two seats with its outcomes claimed as they were."""
    rng, match, rounds = random.Random(seed), Match.new(preset(name), 2), []
    while not match.over:
        position = match.deal(rng)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
        rounds.append(Record.of(position, outcome=position.outcome.to_json(), scores=list(match.scores)).to_json())
        match = match.after(position)
    return {"rules": name, "players": 2, "rounds": rounds}


def verdict(value: dict[str, Any]) -> dict[str, Any]:
    return verify_json(MatchRecord.from_json(value) if "rounds" in value else Record.from_json(value))


GOOD = {"ok": True, "replay": True, "score": True, "deal": "no commitment"}


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_what_was_so_is_borne_out(seed: int) -> None:
    assert verdict(claimed_round(seed)) == GOOD


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from(["ending", "winners", "pips", "places", "points"]))
def test_a_claim_that_is_not_so_is_found_and_named(seed: int, field: str) -> None:
    value = claimed_round(seed)
    claim = value["outcome"]
    claim[field] = "void" if field == "ending" else [*claim[field][:-1], 99]
    answer = verdict(value)
    assert (answer["ok"], answer["replay"], answer["score"]) == (False, True, False)
    assert answer["field"] == f"outcome.{field}"
    assert answer["at"] == len(value["moves"]) - 1
    assert answer["claimed"] == claim[field]
    assert answer["computed"] != claim[field]
    assert str(field) in answer["error"]


def test_the_first_field_that_differs_is_told() -> None:
    value = claimed_round(1, preset("draw-100"))
    value["outcome"] |= {"points": [1, 1], "winners": [0, 1]}
    assert verdict(value)["field"] == "outcome.winners"


def test_only_what_is_claimed_is_compared() -> None:
    value = claimed_round(1, preset("draw-100"))
    value["outcome"] = {"ending": value["outcome"]["ending"]}
    assert verdict(value) == GOOD
    del value["outcome"]
    assert verdict(value) == GOOD


def test_a_field_that_an_outcome_does_not_have_is_a_disagreement() -> None:
    value = claimed_round(1)
    value["outcome"]["bonus"] = 3
    assert verdict(value)["field"] == "outcome.bonus"


def test_an_outcome_of_an_unfinished_round_is_a_disagreement() -> None:
    value = claimed_round(1)
    value["moves"] = value["moves"][:3]
    answer = verdict(value)
    assert (answer["field"], answer["at"], answer["score"]) == ("outcome", 2, False)


def test_a_bad_move_is_told_with_what_was_claimed() -> None:
    value = claimed_round(1, preset("ply-yard"))
    value["moves"][1] = "pass" if value["moves"][1] != "pass" else "draw"
    answer = verdict(value)
    assert (answer["ok"], answer["replay"], answer["score"], answer["field"]) == (False, False, None, "moves")
    assert answer["at"] == 1
    assert answer["claimed"] == value["moves"][1]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_what_hidden_tiles_leave_unknown_agrees(seed: int) -> None:
    rng = random.Random(seed)
    record = Record.from_json(claimed_round(seed, preset(rng.choice(["draw-100", "block", "all-fives", "ply-yard"]))))
    hidden = hide(rng, record)
    leader = record.start().leader
    hidden = Record.from_json(hidden.to_json() | ({} if "leader" in hidden.to_json() else {"leader": leader}))
    if hidden.rules.moves_lead and "leader" not in record.to_json():
        return  # a leader that is named would make it a later round
    assert verify_json(hidden)["score"] is True


def test_a_match_is_verified_round_by_round() -> None:
    value = claimed_match(3)
    assert len(value["rounds"]) > 2
    assert verdict(value) == GOOD
    value["rounds"][2]["outcome"]["points"] = [50, 50]
    answer = verdict(value)
    assert (answer["ok"], answer["round"], answer["field"]) == (False, 2, "outcome.points")
    value["rounds"][1]["scores"] = [98, 0]
    answer = verdict(value)
    assert (answer["replay"], answer["round"], answer["score"]) == (False, 1, None)


def test_a_record_that_cannot_be_read_gets_an_answer_too() -> None:
    (entry,) = parse_records(json.dumps(claimed_round(1) | {"moves": ["6x"]}))
    assert entry.error is not None
    answer = unreadable_json(entry.error)
    assert (answer["ok"], answer["replay"], answer["deal"], answer["at"]) == (False, False, "no commitment", 0)


@pytest.mark.parametrize("ending", [{"ending": "void"}, {"ending": "forfeit", "seats": [1]}])
def test_forfeits_and_void_rounds_are_scored_again(ending: dict[str, Any]) -> None:
    value = claimed_round(2, preset("draw-100"))
    value["moves"], value["end"] = value["moves"][:4], ending
    last = Record.from_json(value).last()
    assert last.outcome is not None
    value["outcome"] = last.outcome.to_json()
    assert verdict(value) == GOOD
    value["outcome"]["ending"] = "domino"
    assert verdict(value)["field"] == "outcome.ending"


def test_the_bench_measures_records_that_are_right_in_both_forms() -> None:
    names = runpy.run_path(str(Path(__file__).resolve().parents[2] / "bench" / "bench_verify.py"))
    records = names["make"](8)
    assert names["measure"]("\n".join(map(to_text, records)))[1] == 8
    assert names["measure"]("\n".join(json.dumps(record.to_json()) for record in records))[1] == 8
