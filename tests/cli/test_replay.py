"""`doublesix replay`: shapes, bad records beside good ones, exit codes."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import referee
import rounds

from .records import BEGUN, DEAL, lines, refused, run


def test_the_answer_of_a_running_round() -> None:
    ran = run("replay", "-", "--json", text=lines(BEGUN))
    assert ran.code == 0
    assert ran.err == ""
    assert ran.json == [{"ok": True, "turns": [0, 1, 1, 1], "ends": {"L": 1, "R": 5}, "outcome": None}]


def test_before_the_lead_no_side_accepts_a_tile() -> None:
    assert run("replay", "-", "--json", text=lines(DEAL)).json == [
        {"ok": True, "turns": [], "ends": {}, "outcome": None}
    ]


def test_legal_moves_before_each_move_and_before_the_next() -> None:
    (answer,) = run("replay", "-", "--legal", "--json", text=lines(BEGUN)).json
    assert answer["legal"] == [
        ["0-0", "3-1", "5-0", "5-5", "6-1", "6-3", "6-5"],
        ["draw"],
        ["draw"],
        ["5-1L", "5-1R"],
        ["3-1L", "5-0R", "6-1L", "6-5R"],
    ]


def finished(rules: str, players: int, seed: int) -> referee.Json:
    rng = random.Random(seed)
    record = rounds.random_deal(rules, players, rng)
    record["moves"] = rounds.play_on(rounds.begun(record), rng)
    return record


def test_a_finished_round_has_an_outcome_and_no_moves_after_the_last() -> None:
    record = finished("draw-100", 3, 1)
    (answer,) = run("replay", "-", "--legal", "--json", text=lines(record)).json
    assert len(answer["legal"]) == len(record["moves"]) == len(answer["turns"])
    assert list(answer["outcome"]) == ["ending", "winners", "pips", "places", "points"]
    assert answer == referee.judge(record)


def test_side_arms_are_named_from_when_they_open() -> None:
    for rules, names in (("all-fives", {"U", "D"}), ("five-up", None)):
        seen = set()
        for seed in range(30):
            (answer,) = run("replay", "-", "--json", text=lines(finished(rules, 2, seed))).json
            seen |= set(answer["ends"]) - {"L", "R"}
        assert seen == names if names else all(name[0] in "UD" and name[1:].isdigit() for name in seen)
        assert seen


def test_a_bad_record_is_answered_and_the_others_too() -> None:
    bad = {**BEGUN, "moves": ["5-5", "draw", "pass", "5-1L"]}
    ran = run("replay", "-", "--json", text=lines(BEGUN, bad, DEAL))
    assert ran.code == 1
    good, refusal, other = ran.json
    assert good["ok"]
    assert other["ok"]
    assert set(refusal) == {"ok", "at", "error"}
    assert (refusal["ok"], refusal["at"]) == (False, 2)
    assert "must draw" in refusal["error"]
    assert "5" in refusal["error"]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("{", None),
        ("null", None),
        ("[1]", None),
        ('"ply-yard"', None),
        ('{"rules": "ply-yard"}', None),
        (json.dumps({**DEAL, "rules": "ply-yards"}), None),
        (json.dumps({**DEAL, "version": 2}), None),
        (json.dumps({**DEAL, "players": 3}), None),
        (json.dumps({**DEAL, "leader": 2}), None),
        (json.dumps({**DEAL, "boneyard": DEAL["boneyard"][1:]}), None),
        (json.dumps({**DEAL, "hands": [DEAL["hands"][0], DEAL["hands"][0]]}), None),
        (json.dumps({**DEAL, "mvoes": []}), None),
        (json.dumps({**DEAL, "moves": ["6-6"]}), 0),
        (json.dumps({**DEAL, "moves": ["5-5", "5-1L"]}), 1),
        (json.dumps({**DEAL, "moves": ["5-5", "what"]}), 1),
        (json.dumps({**DEAL, "moves": ["5-5L"]}), 0),
        (json.dumps({**BEGUN, "moves": [*BEGUN["moves"], "draw:6-2"]}), 4),
    ],
)
def test_what_is_at_fault_is_null_or_the_index_of_the_first_bad_move(text: str, at: int | None) -> None:
    ran = run("replay", "-", "--json", text=text + "\n")
    assert ran.code == 1
    (answer,) = ran.json
    assert (answer["ok"], answer["at"]) == (False, at)
    assert isinstance(answer["error"], str)
    assert "Traceback" not in answer["error"]


def test_the_first_bad_move_counts_also_where_a_later_one_is_unreadable() -> None:
    record = {**DEAL, "moves": ["5-5", "5-1L", "what"]}
    assert run("replay", "-", "--json", text=lines(record)).json[0]["at"] == 1
    record = {**DEAL, "boneyard": ["6-6", *DEAL["boneyard"][1:]], "moves": ["what"]}
    assert run("replay", "-", "--json", text=lines(record)).json[0]["at"] is None


def test_moves_are_read_in_every_spelling() -> None:
    record = {**DEAL, "moves": ["55", "draw", "draw:51", "1-5 left", "5|6r", "4-5 Left"]}
    ran = run("replay", "-", "--json", text=lines({**record, "moves": record["moves"][:5]}))
    assert ran.json[0]["ok"], ran.json
    assert ran.json[0]["ends"] == {"L": 1, "R": 6}


def test_a_match_gives_its_rounds_and_a_bad_one_names_its_round() -> None:
    match = rounds.random_match("draw-100", 2, random.Random(2))
    (answer,) = run("replay", "-", "--json", text=lines(match)).json
    assert set(answer) == {"ok", "rounds", "scores", "winners"}
    assert answer["winners"] in ([0], [1])
    assert all(set(one) == {"ok", "turns", "ends", "outcome"} for one in answer["rounds"])
    match["rounds"][1]["moves"][0] = "pass"
    ran = run("replay", "-", "--json", text=lines(match))
    assert ran.code == 1
    assert {key: ran.json[0][key] for key in ("ok", "at", "round")} == {"ok": False, "at": 0, "round": 1}


def test_one_record_over_many_lines_and_a_list_are_read_too() -> None:
    assert run("replay", "-", "--json", text=json.dumps(BEGUN, indent=2)).json[0]["ok"]
    assert len(run("replay", "-", "--json", text=json.dumps([BEGUN, DEAL])).json) == 2
    assert len(run("replay", "-", "--json", text="\n" + lines(BEGUN) + "\n\n" + lines(DEAL)).json) == 2


def test_records_spread_over_many_lines_are_read_one_after_another() -> None:
    ran = run("replay", "-", "--json", text=json.dumps(DEAL, indent=2) + "\n" + json.dumps(BEGUN, indent=2))
    assert ran.code == 0
    assert [len(answer["turns"]) for answer in ran.json] == [0, 4]


@pytest.mark.parametrize(
    ("bad", "said"),
    [('"players": NaN', "NaN"), ('"moves": [], "moves": []', "given twice"), ('"players" 2', "line 3: not JSON")],
)
def test_a_bad_record_spread_over_many_lines_is_answered_once(bad: str, said: str) -> None:
    ran = run("replay", "-", "--json", text="{\n" + f'"rules": "ply-yard",\n{bad}\n' + "}\n")
    assert ran.code == 1
    (answer,) = ran.json
    assert answer["ok"] is False
    assert answer["at"] is None
    assert said in answer["error"]


def test_a_round_of_a_match_cannot_name_another_version_than_the_match() -> None:
    match = rounds.random_match("draw-100", 2, random.Random(2))
    match["rounds"][0]["version"] = 99
    ran = run("replay", "-", "--json", text=lines(match))
    assert ran.code == 1
    assert ran.json[0]["round"] == 0
    assert "99" in ran.json[0]["error"]
    match["rounds"][0]["version"] = 1
    assert run("replay", "-", "--json", text=lines(match)).code == 0


def test_a_number_of_thousands_of_digits_is_named_as_such() -> None:
    ran = run("replay", "-", "--json", text=lines(DEAL)[:-2] + ', "scores": [' + "9" * 5000 + ", 0]}")
    assert "thousands of digits" in ran.json[0]["error"]


def test_a_file_is_read_and_a_missing_or_empty_one_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "rounds.jsonl"
    path.write_text(lines(BEGUN), encoding="utf-8")
    assert run("replay", str(path), "--json").json[0]["ok"]
    assert "none" in refused(run("replay", str(tmp_path / "none"), "--json"))
    refused(run("replay", "-", "--json", text=""))
    refused(run("replay", "-", "--json", text=b"\xff\xfe\x00"))


def test_without_json_it_talks_in_plain_lines() -> None:
    ran = run("replay", "-", "--legal", text=lines(BEGUN, {**BEGUN, "moves": ["6-6"]}))
    assert ran.code == 1
    assert "ends" in ran.out
    assert "5-1" in ran.out
    assert "6-6" in ran.err


@pytest.mark.parametrize("words", [["replay"], ["replay", "-", "--what"], ["what"], []])
def test_wrong_usage_exits_with_2(words: list[str]) -> None:
    assert "usage" in refused(run(*words), code=2)


@pytest.mark.parametrize("command", ["replay", "rules", "deal", "perft"])
def test_every_command_has_help(command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert "--json" in ran.out


def test_a_command_loads_what_it_needs_and_no_other_command() -> None:
    code = (
        "import sys; from doublesix.cli import main\n"
        "assert main(['rules', '--json']) == 0\n"
        "print([name for name in sys.modules if name.startswith('doublesix.cli.') and 'practice' in name])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
