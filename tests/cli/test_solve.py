"""`doublesix solve`: result and margin of every legal move, face up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from doublesix.cli import main

ROUND: dict[str, Any] = {
    "rules": "ply-yard", "version": 1, "players": 2, "leader": 0,
    "hands": [["6-5", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"], ["6-6", "6-4", "6-0", "4-4", "4-2", "3-3", "1-1"]],
    "boneyard": ["2-0", "5-1", "2-2", "3-0", "4-1", "6-2", "5-2", "1-0", "5-3", "2-1", "4-0", "3-2", "4-3", "5-4"],
    "moves": ["5-5", "draw", "draw", "5-1L"],
}  # fmt: skip


def run(tmp_path: Path, record: object, *options: str) -> int:
    file = tmp_path / "record.jsonl"
    file.write_text(json.dumps(record), encoding="utf-8")
    return main(["solve", str(file), *options])


def test_every_legal_move_has_a_result_and_a_margin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, ROUND, "--json") == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert sorted(moves) == ["3-1L", "5-0R", "6-1L", "6-5R"]
    for value in moves.values():
        assert value.keys() == {"result", "margin"}
        assert (value["margin"] > 0) == (value["result"] == "win")
        assert (value["margin"] < 0) == (value["result"] == "loss")


def test_people_read_the_best_move_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, ROUND | {"moves": []}) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["win"] * 3 + ["loss"] * 4


def test_a_forced_draw_is_a_move_with_a_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, ROUND | {"moves": ["5-5"]}, "--json") == 0
    assert json.loads(capsys.readouterr().out)["moves"].keys() == {"draw"}


@pytest.mark.parametrize(
    ("rules", "players", "says"),
    [("draw-100", 3, "two seats"), ("partners", 4, "partners")],
)
def test_more_than_two_seats_are_one_plain_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, players: int, says: str
) -> None:
    assert main(["deal", "--rules", rules, "--players", str(players), "--seed", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert run(tmp_path, record) == 1
    assert says in capsys.readouterr().err
    assert run(tmp_path, record, "--partners") == (0 if rules == "partners" else 1)


def test_hidden_hands_are_at_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, ROUND | {"hands": [ROUND["hands"][0], ["?"] * 7], "moves": []}) == 1
    assert "hidden" in capsys.readouterr().err
