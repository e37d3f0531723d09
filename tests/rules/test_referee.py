"""Thousands of random rounds, refused ones included, judged by the package and by the slow referee: no difference."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import referee
import rounds
from doublesix.notation import parse_records, replay_json
from doublesix.notation.replay import error_json
from doublesix.rules import PRESETS, Rules

Json = dict[str, Any]


def answer_of(record: Json) -> Json:
    """What `doublesix replay --legal` answers for a record, without the error text."""
    (entry,) = parse_records(json.dumps(record))
    if entry.record is None:
        assert entry.error is not None
        answer = error_json(entry.error)
    else:
        answer = replay_json(entry.record, legal=True)
    error = answer.pop("error", None)
    assert answer["ok"] == (error is None)
    assert error is None or (isinstance(error, str) and error.strip())
    return answer


def agree(record: Json) -> Json:
    """Both answers, which must be the same."""
    wanted = referee.judge(record)
    assert answer_of(record) == wanted, json.dumps(record)
    return wanted


def compare(rules: str | Json, players: Callable[[random.Random], int], size: int, seed: str) -> None:
    """`size` rounds under some rules, each as played and broken."""
    rng = random.Random(seed)
    refused = 0
    for _ in range(size):
        record = rounds.random_round(rules, players(rng), rng)
        agree(record)
        refused += not agree(rounds.broken(record, rng))["ok"]
    assert refused > size * 0.3, "hardly anything was refused: the breaking is too gentle"


def any_of(rules: str | Json) -> Callable[[random.Random], int]:
    """A random number of players that the rules allow."""
    allowed = rounds.players_of(rules)
    return lambda rng: rng.choice(allowed)


def label(value: Any) -> str | None:
    """A readable name of a test's rules."""
    return json.dumps(value).replace('"', "").replace(" ", "") if isinstance(value, dict) else None


@pytest.mark.parametrize(("table", "players"), rounds.TABLES)
def test_replay_agrees_with_the_referee(table: str, players: int) -> None:
    compare(table, lambda _: players, 60, f"{table}/{players}")


@pytest.mark.nightly
@pytest.mark.parametrize(("table", "players"), rounds.TABLES)
def test_replay_agrees_with_the_referee_2000_rounds(table: str, players: int) -> None:
    compare(table, lambda _: players, 2000, f"full/{table}/{players}")


@pytest.mark.parametrize("name", rounds.OTHERS)
def test_replay_agrees_with_the_referee_on_every_other_preset(name: str) -> None:
    compare(name, any_of(name), 15, name)


@pytest.mark.nightly
@pytest.mark.parametrize("name", rounds.OTHERS)
def test_replay_agrees_with_the_referee_on_every_other_preset_1000_rounds(name: str) -> None:
    compare(name, any_of(name), 1000, f"full/{name}")


@pytest.mark.parametrize("rules", rounds.OVERRIDES, ids=label)
def test_replay_agrees_with_the_referee_on_changed_rules(rules: Json) -> None:
    compare(rules, any_of(rules), 10, json.dumps(rules))


@pytest.mark.nightly
@pytest.mark.parametrize("rules", rounds.OVERRIDES, ids=label)
def test_replay_agrees_with_the_referee_on_changed_rules_500_rounds(rules: Json) -> None:
    compare(rules, any_of(rules), 500, "full/" + json.dumps(rules))


WITH_MATCHES = [name for name, fields in referee.CANON.items() if fields["target"] is not None]
CHANGED_MATCHES = [rules for rules in rounds.OVERRIDES if referee.rules_of(rules)["target"] is not None]


def compare_matches(rules: str | Json, size: int, seed: str) -> None:
    """`size` matches under some rules, each as played and broken."""
    rng = random.Random(seed)
    for _ in range(size):
        match = rounds.random_match(rules, rng.choice(rounds.players_of(rules)), rng)
        agree(match)
        agree(rounds.broken(match, rng))


@pytest.mark.parametrize("rules", [*WITH_MATCHES, *CHANGED_MATCHES], ids=label)
def test_match_agrees_with_the_referee(rules: str | Json) -> None:
    compare_matches(rules, 1, json.dumps(rules))


@pytest.mark.nightly
@pytest.mark.parametrize("rules", [*WITH_MATCHES, *CHANGED_MATCHES], ids=label)
def test_match_agrees_with_the_referee_60_matches(rules: str | Json) -> None:
    compare_matches(rules, 60, "full/" + json.dumps(rules))


def test_presets_are_those_of_the_canon() -> None:
    assert set(PRESETS) == set(referee.CANON)
    assert list(PRESETS)[:4] == ["ply-yard", "draw-100", "ranked-draw", "ranked-block"]
    for name, fields in referee.CANON.items():
        assert PRESETS[name].rules.fields_json() == fields, name


@pytest.mark.parametrize("rules", rounds.OVERRIDES, ids=label)
def test_override_replaces_whole_fields(rules: Json) -> None:
    assert Rules.from_json(rules).fields_json() == referee.rules_of(rules)
