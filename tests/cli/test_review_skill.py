"""`doublesix review` answers first on the skill that a seat worked on, with the reasons that it gave, win or lose."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blunders import AT, BLUNDER
from doublesix.cli import main


def reviewed(tmp_path: Path, capsys: pytest.CaptureFixture[str], record: object, *words: str) -> str:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert main(["review", str(path), "--worlds", "60", "--seed", "1", *words]) == 0
    return capsys.readouterr().out


def test_the_skill_of_the_record_is_answered_first_with_its_reasons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    comments = {"0": "[ends]", str(AT): "[ends] my suit stays open"}
    out = reviewed(tmp_path, capsys, {**BLUNDER, "comments": comments})
    assert out.startswith("Seat 0 worked on: Both ends.")
    assert f"move {AT}, 6-1R: blunder. You kept 1 tile that fits; another move would have kept 2." in out
    assert "the reason given: my suit stays open" in out


def test_a_skill_may_be_asked_for_and_without_one_nothing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "worked on" not in reviewed(tmp_path, capsys, BLUNDER)
    assert reviewed(tmp_path, capsys, BLUNDER, "--skill", "pips", "--seat", "1").startswith("Seat 1 worked on: Pips.")
