"""`doublesix convert`, and that every command reads the text form as it reads JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from doublesix.cli import main

TEXT = """\
[Rules "ply-yard"]
[Version "1"]
[Players "2"]
[Hand0 "6-5 6-3 6-1 5-5 5-0 3-1 0-0"]
[Hand1 "6-6 6-4 6-0 4-4 4-2 3-3 1-1"]
[Boneyard "2-0 5-1 2-2 3-0 4-1 6-2 5-2 1-0 5-3 2-1 4-0 3-2 4-3 5-4"]

1. 5-5 2. draw draw 5-1L *
"""


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    path = tmp_path / "round.txt"
    path.write_text(f"{TEXT}\n{TEXT}", encoding="utf-8")
    return path


def test_text_to_json_and_back(text_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(text_file), "--to", "json"]) == 0
    lines = capsys.readouterr().out
    assert [json.loads(line)["moves"] for line in lines.splitlines()] == [["5-5", "draw", "draw", "5-1L"]] * 2
    path = tmp_path / "round.jsonl"
    path.write_text(lines, encoding="utf-8")
    assert main(["convert", str(path), "--to", "text"]) == 0
    assert capsys.readouterr().out == f"{TEXT}\n{TEXT}"


def test_a_bad_record_is_told_with_its_place_and_the_others_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"[Rules ply-yard]\n5-5 5+1\n\n{TEXT}", encoding="utf-8")
    assert main(["convert", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out == TEXT
    assert said.err.startswith("line 2, column 5: expected a move")


def test_replay_and_perft_read_the_text_form(text_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(text_file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["ends"] == {"L": 1, "R": 5}
    assert main(["perft", str(text_file), "--depth", "2"]) == 0
    assert capsys.readouterr().out == "4 11\n4 11\n"


def test_an_illegal_move_in_text_is_told_with_its_line_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(TEXT.replace("5-1L", "6-6L"), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    assert capsys.readouterr().err.startswith("line 8, column 21: move 3, 6-6L: 6-6 does not match the left end (5)")
    assert main(["replay", str(path), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["at"], answer["line"], answer["column"]) == (3, 8, 21)
