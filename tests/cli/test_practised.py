"""What is practised in the terminal is kept after each drill, comes back when it is due, and is never lost."""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from doublesix.cli import main, practised
from doublesix.cli.answers import seat_names
from doublesix.cli.own_files import write_whole
from doublesix.study import KINDS, drill
from doublesix.study.diary import Diary

from .typing_keys import type_in

EASY = {kind: drill(kind, 11) for kind in ("ends", "compare")}


def right(kind: str) -> list[str]:
    """The words that answer the drill number 11 of a kind."""
    return [str(dict(item.options)[item.right].called(seat_names(EASY[kind].position))) for item in EASY[kind].items]


@pytest.fixture(autouse=True)
def one_drill_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("doublesix.cli.practice.drill", lambda kind, _number, _table: EASY.get(kind) or drill(kind, 11))


def practise(monkeypatch: pytest.MonkeyPatch, typed: list[str], *words: str) -> None:
    type_in(monkeypatch, typed)
    assert main(["practice", "--plain", *words]) == 0


def kept(data: Path) -> Diary:
    return Diary.from_text((data / "practice.json").read_text(encoding="utf-8"))


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """So many days have passed."""
    real = practised.now()
    for module in ("practised", "practice", "course"):
        monkeypatch.setattr(f"doublesix.cli.{module}.now", lambda: real + timedelta(days=days))


def test_drills_are_kept_and_counted_on_the_next_time(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    practise(monkeypatch, right("ends"), "ends", "--drills", "1")
    assert "Both ends: 1 drill, 100% of the answers right, due again at " in capsys.readouterr().out
    practise(monkeypatch, right("ends") * 2, "ends", "--drills", "2")
    out = capsys.readouterr().out
    assert "Level passed: Know what fits." in out
    assert "Both ends: 3 drills" in out
    assert kept(data).progress["ends"].best == 3


def test_a_drill_that_is_done_is_kept_though_the_next_one_is_broken_off(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    practise(monkeypatch, [*right("ends"), "1"], "ends")
    assert kept(data).progress["ends"].drills == 1


def test_what_is_due_is_asked_first(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    practise(monkeypatch, right("compare"), "compare", "--drills", "1")
    later(monkeypatch, 30)
    capsys.readouterr()
    practise(monkeypatch, [])
    assert capsys.readouterr().out.startswith(f"{KINDS['compare'].title} - ")


def test_days_of_practice_are_told_wherever_one_practised(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    practise(monkeypatch, right("ends"), "ends", "--drills", "1")
    assert "without a longer break" not in capsys.readouterr().out
    later(monkeypatch, 1)
    practise(monkeypatch, ["skip"] * 9, "course", "matching")
    practise(monkeypatch, right("ends"), "ends", "--drills", "1")
    assert "You have practised on 2 days without a longer break" in capsys.readouterr().out


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    practise(monkeypatch, right("ends"), "ends", "--drills", "1")
    capsys.readouterr()
    practise(monkeypatch, [], "progress")
    out = capsys.readouterr().out
    assert "  Know what fits: ends 1 of 3 in a row\n" in out
    assert "  ends: 1 drill, 100% of the answers right" in out
    assert "  compare: not practised yet" in out
    later(monkeypatch, 30)
    practise(monkeypatch, [], "progress")
    assert "  ends: 1 drill, 100% of the answers right, due again (Both ends)\n" in capsys.readouterr().out


def test_the_course_goes_on_where_it_was_left(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_whole(data / "practice.json", json.dumps({"course": ["tiles/tiles"]}))
    practise(monkeypatch, [], "course")
    assert "\n1 of " in capsys.readouterr().out


def test_another_file_can_be_named_and_nothing_be_kept(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.json"
    practise(monkeypatch, right("ends"), "ends", "--drills", "1", "--progress", str(mine))
    practise(monkeypatch, right("ends"), "ends", "--drills", "1", "--no-progress")
    assert Diary.from_text(mine.read_text(encoding="utf-8")).progress["ends"].drills == 1
    assert not data.exists()


def test_what_another_window_has_kept_meanwhile_stays(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(right("ends"))

    def ask(_prompt: str = "") -> str:
        if not (data / "practice.json").exists():
            write_whole(data / "practice.json", '{"course": ["tiles/tiles"]}')
        return next(typed)

    monkeypatch.setattr("builtins.input", ask)
    assert main(["practice", "ends", "--drills", "1"]) == 0
    assert kept(data).course.steps == {"tiles/tiles"}
    assert kept(data).progress["ends"].drills == 1


@pytest.mark.parametrize("what", [b"\xff\xfe{", b"[" * 100_000, b"5\n", b'{"ends": 1}', b""])
@pytest.mark.parametrize("words", [["ends"], ["course"], ["progress"]], ids=" ".join)
def test_a_broken_file_is_told_in_a_sentence_and_left_as_it_is(
    what: bytes, words: list[str], data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, [])
    data.mkdir(parents=True)
    (data / "practice.json").write_bytes(what)
    assert main(["practice", *words]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"doublesix: {data / 'practice.json'} is not ")
    assert said.count("\n") == 1
    assert (data / "practice.json").read_bytes() == what


def test_what_cannot_be_kept_is_told_once_and_practice_goes_on(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data.parent.mkdir()
    data.write_text("a file where the folder should be", encoding="utf-8")
    practise(monkeypatch, right("ends") * 2, "ends", "--drills", "2")
    said = capsys.readouterr()
    assert said.err.count("What you practise is not kept") == 1
    assert "Both ends: 2 drills" in said.out


def test_a_crash_while_a_file_is_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "practice.json"
    write_whole(file, "old")

    def crash(_file: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, "new")
    assert [one.name for one in tmp_path.iterdir()] == ["practice.json"]
    assert file.read_text(encoding="utf-8") == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="links are for administrators there")
def test_a_file_behind_a_link_is_written_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old", encoding="utf-8")
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real")
    write_whole(link, "new")
    assert link.is_symlink()
    assert (tmp_path / "real").read_text(encoding="utf-8") == "new"
