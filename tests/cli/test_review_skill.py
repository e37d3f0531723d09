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


def test_the_skill_stands_in_json_with_how_its_decisions_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.loads(reviewed(tmp_path, capsys, {**BLUNDER, "comments": {str(AT): "[ends] my suit"}}, "--json"))
    (worked,) = told["skills"]
    assert (worked["seat"], worked["skill"]) == (0, "ends")
    assert worked["of"] == worked["good"] + worked["worse"] + worked["too-close"] == len(worked["decisions"])
    (reasoned,) = [one for one in worked["decisions"] if one["at"] == AT]
    assert reasoned["reason"] == "my suit"
    assert reasoned["shows"].startswith("You kept 1 tile that fits")


def test_the_truth_is_told_only_when_asked_for_after_everything_else_and_sums_to_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "The truth" not in reviewed(tmp_path, capsys, BLUNDER, "--seat", "0")
    out = reviewed(tmp_path, capsys, BLUNDER, "--seat", "0", "--truth")
    review, truth = out.split("The truth afterwards, for seat 0")
    assert " held " not in review
    assert f"move {AT}: Seat 1 held " in truth
    told = json.loads(reviewed(tmp_path, capsys, BLUNDER, "--seat", "0", "--truth", "--json"))
    (after,) = told["truth"]
    luck = after["luck"]
    parts = sum(luck[name] for name in ("even", "deal", "choices", "draws", "others"))
    assert parts == pytest.approx(luck["result"])
