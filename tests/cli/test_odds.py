"""`doublesix odds`: fractions for every unseen tile, from the seat that asks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from doublesix.cli import main

ROUND = {
    "rules": "ply-yard", "version": 1, "players": 2, "leader": 0,
    "hands": [["6-5", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"], ["6-6", "6-4", "6-0", "4-4", "4-2", "3-3", "1-1"]],
    "boneyard": ["2-0", "5-1", "2-2", "3-0", "4-1", "6-2", "5-2", "1-0", "5-3", "2-1", "4-0", "3-2", "4-3", "5-4"],
    "moves": ["5-5", "draw", "draw", "5-1L"],
}  # fmt: skip


def run(tmp_path: Path, record: object, *options: str) -> int:
    file = tmp_path / "record.jsonl"
    file.write_text(json.dumps(record), encoding="utf-8")
    return main(["odds", str(file), *options])


def test_the_worked_example_has_its_fractions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, ROUND, "--seat", "0", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["worlds"], answer["exact"]) == ("24310", True)
    assert answer["odds"]["6-6"] == {"seats": [None, "8/17"], "boneyard": "9/17"}
    assert answer["odds"]["5-4"] == {"seats": [None, "0"], "boneyard": "1"}
    assert len(answer["odds"]) == 20


def test_a_record_with_hidden_tiles_answers_for_the_seat_that_wrote_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hidden = ROUND | {"hands": [ROUND["hands"][0], ["?"] * 7], "boneyard": ["?"] * 14}  # type: ignore[index]
    assert run(tmp_path, ROUND, "--seat", "0", "--json") == 0
    full = capsys.readouterr().out
    assert run(tmp_path, hidden, "--seat", "0", "--json") == 0
    assert capsys.readouterr().out == full
    assert run(tmp_path, hidden, "--seat", "1", "--json") == 1
    assert "seat 1" in capsys.readouterr().err


def test_a_seat_that_does_not_sit_there_is_one_plain_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, ROUND, "--seat", "2") == 1
    assert capsys.readouterr().err == "doublesix: --seat is 0 to 1, not 2\n"


def test_people_read_the_voids_and_the_tiles_with_equal_odds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, ROUND, "--seat", "0") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "seat 0 does not see 20 tiles; 24310 worlds are possible"
    assert lines[1] == "seat 1 holds 8: no 5 since move 2"
    assert lines[-1] == "seat 1 0, boneyard 1: 5-4 5-3 5-2"
