"""The JSON Schemas that ship: what the code writes is valid under them, and what the code refuses is not."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from doublesix.cli import COMMANDS, main
from doublesix.errors import DominoError
from doublesix.notation import MatchRecord, Record, read_record, replay_json
from doublesix.notation.record import MATCH_KEYS, ROUND_KEYS
from doublesix.notation.schemas import SCHEMAS, schema, source
from doublesix.notation.verify import verify_json
from doublesix.rules import PRESETS, Move, Tile, preset
from doublesix.rules.ruleset import FIELDS
from doublesix.rules.scoring import ENDINGS

from .some_records import CHANGES, hide, some_match, some_record, some_round, some_rules
from .test_fair import fair_record

jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed (it comes with .[dev])")


def validator(name: str) -> Any:
    return jsonschema.Draft202012Validator(schema(name))


def accepts(name: str, value: object) -> bool:
    """Whether a value is valid; numbers and texts as they come out of JSON."""
    return bool(validator(name).is_valid(json.loads(json.dumps(value))))


def check(name: str, value: object) -> None:
    validator(name).validate(json.loads(json.dumps(value)))


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one_and_stands_alone(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert schema(name)["title"]
    accepts(name, {})  # resolves every reference that it needs


def test_an_unknown_schema_is_refused_with_the_nearest() -> None:
    with pytest.raises(DominoError, match='the nearest is "record"'):
        schema("recor")


def test_the_lists_in_the_schemas_are_those_of_the_code() -> None:
    rules = source("rules")["$defs"]
    assert rules["id"]["enum"] == list(PRESETS)
    assert list(rules["fields"]["properties"]) == list(FIELDS)
    assert rules["full"]["required"] == list(FIELDS)
    assert set(source("round")["properties"]) == set(ROUND_KEYS)
    assert set(source("match")["properties"]) == set(MATCH_KEYS)
    assert source("outcome")["$defs"]["ending"]["enum"] == list(ENDINGS)


def written() -> Iterator[tuple[str, Any]]:
    """What the code writes of random rounds and matches, with the name of its schema."""
    for seed in range(40):
        rng = random.Random(seed)
        rules = some_rules(rng)
        players = rng.choice(rules.players)
        position = some_round(rng, rules, players)
        record = Record.of(position, comments={"0": "x"}, clocks=[1.5], end=None)
        if position.outcome is not None:
            record = Record.of(position, outcome=position.outcome.to_json(), names=["x"] * players)
        yield "record", record.to_json()
        yield "round", hide(rng, record).to_json()
        yield "replay", replay_json(record, legal=True, reasons=True)
        yield "replay", replay_json(hide(rng, record), legal=True)
        yield "verify", verify_json(record)
        yield "outcome", None if position.outcome is None else position.outcome.to_json()
        yield "rules", rules.to_json()
        yield "rules", rules.full_json()
        yield from (("view", position.view(seat).to_json()) for seat in range(players))
        match = some_match(rng, rules, players)
        plain = MatchRecord(rules=rules, players=players, rounds=tuple(Record(**_plain(part)) for part in match.rounds))
        yield "match", plain.to_json()
        yield "record", plain.to_json()
        yield "replay", replay_json(plain, legal=True)
        yield "verify", verify_json(plain)
    yield "record", fair_record()
    yield "verify", verify_json(Record.from_json(fair_record(round=5)))
    yield "replay", replay_json(Record.from_json(fair_record() | {"moves": ["draw"]}))
    yield from (("rules", change) for change in CHANGES)
    yield from (("rules", preset(name).fields_json()) for name in PRESETS)


def _plain(record: Record) -> dict[str, Any]:
    names = ("rules", "players", "leader", "hands", "boneyard", "moves")
    return {name: getattr(record, name) for name in names}


def test_what_the_code_writes_is_valid() -> None:
    validators = {name: validator(name) for name in SCHEMAS}
    for name, value in written():
        validators[name].validate(json.loads(json.dumps(value)))


def test_every_tile_and_move_text_is_valid_and_only_those() -> None:
    pattern = source("common")["$defs"]
    tiles = jsonschema.Draft202012Validator(pattern["tile"])
    for high in range(18):
        for low in range(18):
            text = f"{high}-{low}"
            try:
                good = str(Tile(text)) == text
            except DominoError:
                good = False
            assert tiles.is_valid(text) is good
    moves = jsonschema.Draft202012Validator(pattern["move"])
    for text in ("6-4", "6-4L", "6-4U6", "draw", "draw:2-0", "pass", "12-9D12"):
        assert str(Move.parse(text)) == text
        assert moves.is_valid(text)
    for text in ("4-6", "64", "6-4l", "6-4 left", "6-4L6", "draw:", "draw 2-0", "?", "", "6-4U16", "passes"):
        assert not moves.is_valid(text)


def round_json() -> dict[str, Any]:
    return fair_record()


BROKEN: list[tuple[str, Any]] = [
    ("record", {"hands": None}),
    ("record", {"moves": [7]}),
    ("record", {"moves": ["6-4x"]}),
    ("record", {"leader": -1}),
    ("record", {"leader": "0"}),
    ("record", {"version": 0}),
    ("record", {"rules": "plyyard"}),
    ("record", {"rules": {"base": "draw-100", "reserv": 2}}),
    ("record", {"rules": {"base": "draw-100", "reserve": 3}}),
    ("record", {"rules": {"reserve": 2}}),
    ("record", {"rules": {"base": "draw-100", "pay": {"out": "losers"}}}),
    ("record", {"names": "Ann"}),
    ("record", {"scores": [0, -1]}),
    ("record", {"end": {"ending": "forfeit", "who": 1}}),
    ("record", {"comments": {"first": "x"}}),
    ("record", {"comments": {"0": 3}}),
    ("record", {"clocks": ["0:30"]}),
    ("record", {"fair": []}),
    ("record", {"boneyard": "2-0"}),
    ("record", {"hands": [["6-7x"]]}),
    ("record", {"board": []}),
]


@pytest.mark.parametrize(("name", "change"), BROKEN)
def test_what_the_code_refuses_is_not_valid(name: str, change: dict[str, Any]) -> None:
    value = round_json()
    assert accepts(name, value)
    assert not accepts(name, value | change)
    with pytest.raises(DominoError):
        read_record(value | change)


@pytest.mark.parametrize("key", ["rules", "hands", "boneyard"])
def test_a_record_without_what_it_needs_is_not_valid(key: str) -> None:
    value = round_json()
    del value[key]
    assert not accepts("record", value)


def test_whatever_is_valid_can_be_read_or_is_refused_with_our_error() -> None:
    for seed in range(200):
        value = some_record(seed).to_json()
        if accepts("record", value):
            read_record(value)


# --- answers of the commands, as the contract shows them ---

CHANCES = {"win": 0.61, "tie": 0.01, "loss": 0.38, "margin": 4.2}
CI95 = {"win": [0.5, 0.7], "tie": [0, 0.1], "loss": [0.3, 0.4], "margin": [3.0, 5.0]}
MOVES = {"6-4L": CHANCES | {"ci95": CI95}}
DECISION = {
    "at": 6, "seat": 0, "played": "6-3R", "best": ["6-1L"], "loss": 0.18, "ci95": [0.1, 0.2], "verdict": "mistake",
    "facts": [], "moves": MOVES,
}  # fmt: skip
ANSWERS: list[tuple[str, Any]] = [
    ("perft", {"counts": [7, 16, 44]}),
    ("odds", {"worlds": "24310", "exact": True, "odds": {"6-6": {"seats": [None, "8/17"], "boneyard": "9/17"}}}),
    ("solve", {"moves": {"6-4L": {"result": "win", "margin": 23}}}),
    ("solve", {"moves": {}}),
    ("analyse", {"model": "uniform", "exact": False, "worlds": 500, "moves": MOVES}),
    ("review", {"decisions": [DECISION]}),
    (
        "arena",
        {"rounds": 10, "score": [0.5, 0.5], "ci95": [[0.4, 0.6], [0.4, 0.6]], "elo": 0.0, "ms_per_move": [1, 2]},
    ),
    ("bench", {"playouts_per_s": 1.0, "lanes_playouts_per_s": 2.0, "solver_nodes_per_s": 3, "compiled": True}),
    ("engine-answer", {"id": 1, "move": "6-4L", "info": {}}),
    ("engine-answer", {"id": None, "error": "not JSON"}),
    ("verify", {"ok": True, "replay": True, "score": True, "deal": "proved"}),
    ("replay", {"ok": False, "at": None, "error": "x"}),
]


@pytest.mark.parametrize(("name", "answer"), ANSWERS)
def test_the_answers_of_the_contract_are_valid_and_worse_ones_are_not(name: str, answer: dict[str, Any]) -> None:
    check(name, answer)
    for key in answer:
        if (name, key) != ("engine-answer", "info"):
            assert not accepts(name, {k: v for k, v in answer.items() if k != key})
        assert not accepts(name, answer | {key: {"no": ["such"]}}) or key in ("info",)


def test_an_engine_request_holds_a_view() -> None:
    view = some_round(random.Random(1), preset("ply-yard"), 2).view(0).to_json()
    request = {"id": 1, "do": "move", "level": "hard", "seed": 7, "limit": {"worlds": 500}, "view": view}
    check("engine-request", request)
    assert not accepts("engine-request", request | {"view": {}})
    assert not accepts("engine-request", request | {"limit": {"hours": 1}})


COMMAND_LINES = {
    "replay": ["--legal", "--json"],
    "verify": ["--json"],
    "perft": ["--depth", "2", "--json"],
    "odds": ["--seat", "1", "--json"],
    "solve": ["--json"],
    "analyse": ["--seat", "1", "--json"],
    "review": ["--json"],
}


@pytest.mark.parametrize("command", [name for name in COMMAND_LINES if name in COMMANDS])
def test_the_commands_answer_as_their_schema_says(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.jsonl"
    rng = random.Random(5)
    position = some_round(rng, preset("ply-yard"), 2)
    while len(position.moves) < 12 or position.turn != 1:
        position = some_round(rng, preset("ply-yard"), 2)
    path.write_text(json.dumps(Record.of(position).to_json()), encoding="utf-8")
    assert main([command, str(path), *COMMAND_LINES[command]]) == 0
    for line in capsys.readouterr().out.splitlines():
        check(command, json.loads(line))


def test_arena_answers_as_its_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["easy", "random", "--rules", "ply-yard", "--rounds", "2", "--seed", "1", "--json"]
    assert main(["arena", *arguments]) == 0
    check("arena", json.loads(capsys.readouterr().out))


def test_the_engine_takes_and_gives_lines_as_their_schemas_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    view = some_round(random.Random(1), preset("draw-100"), 2)
    while view.turn is None:
        view = some_round(random.Random(2), preset("draw-100"), 2)
    request = {"id": 1, "do": "move", "level": "easy", "seed": 7, "view": view.view(view.turn).to_json()}
    check("engine-request", request)
    lines = [json.dumps(request), "{", '{"id": "\\ud800", "do": "move"}', "[]", '{"id": 2, "do": "dance"}']
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
    assert main(["engine"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for answer in answers:
        check("engine-answer", answer)
    assert ["move" in answer for answer in answers] == [True, False, False, False, False]


def test_the_command_prints_a_schema_or_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(SCHEMAS)
    assert main(["schema", "view", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == schema("view")
    assert main(["schema", "vew"]) == 1
