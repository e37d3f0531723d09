"""`doublesix verify`: an answer for every record, the exit status, and the bar on a terminal."""

from __future__ import annotations

import io
import json
import random
from pathlib import Path

import pytest

from doublesix.cli import main, progress
from doublesix.notation import Record, to_text
from doublesix.rules import Position, deal, preset


def whole_round(seed: int) -> Position:
    rng = random.Random(seed)
    position = deal(preset("ply-yard"), 2, rng)
    while position.outcome is None:
        position = position.play(rng.choice(position.legal_moves))
    return position


@pytest.fixture
def records() -> list[Record]:
    out = []
    for seed in range(3):
        position = whole_round(seed)
        assert position.outcome is not None
        out.append(Record.of(position, outcome=position.outcome.to_json()))
    return out


def test_every_record_is_answered(tmp_path: Path, records: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rounds.jsonl"
    lines = [json.dumps(record.to_json()) for record in records]
    path.write_text("\n".join([lines[0], '{"rules": 1}', lines[1].replace('"winners": [', '"winners": [0, 1, ')]))
    assert main(["verify", str(path), "--json"]) == 1
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, False]
    assert [answer["deal"] for answer in answers] == ["no commitment"] * 3
    assert answers[2]["field"] == "outcome.winners"
    assert main(["verify", str(path)]) == 1
    said = capsys.readouterr()
    assert said.out == "3 records: 1 right, 2 wrong; no deal with a revealed commitment\n"
    assert [line.split(":")[0] for line in said.err.splitlines()] == ["line 2", "line 3"]


def test_the_text_form_is_verified_too(
    tmp_path: Path, records: list[Record], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rounds.txt"
    path.write_text("\n".join(map(to_text, records)), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.startswith("3 records: 3 right")


def test_a_file_without_records_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty"
    path.write_text("\n")
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err == f"doublesix: {path} holds no record\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_bar_shows_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "WAIT", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    for out, shown in ((Terminal(), True), (io.StringIO(), False)):
        with progress.Progress(10, "verifying", out) as bar:
            bar.step(5)
        assert ("verifying [###############               ]  50%" in out.getvalue()) is shown
        assert out.getvalue().endswith("\r\x1b[K") is shown
    assert list(progress.progress(range(3), 3, "counting")) == [0, 1, 2]
