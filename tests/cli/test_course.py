"""`doublesix practice course`: all of it at a keyboard, left and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from coursework import way
from doublesix.cli import main
from doublesix.study.course import places, questions
from doublesix.study.lessons import LESSONS
from doublesix.study.steps import Step

from .typing_keys import type_in


def keys_for(step: Step, where: str) -> list[str]:
    """What to type to get a step done."""
    place = next(place for place, _, _ in places() if str(place) == where)
    asked = questions(place)
    if asked is not None:
        said = []
        for item in asked.items:
            words = [str(words) for _, words in item.options]
            at = [key for key, _ in item.options].index(item.right)
            said.append(words[at] if all(word.isdigit() for word in words) else str(at + 1))
        return said
    return way(place, step)


def course(monkeypatch: pytest.MonkeyPatch, typed: list[str], *words: str) -> None:
    type_in(monkeypatch, typed)
    assert main(["practice", "course", *words, "--plain"]) == 0


def test_the_whole_course_is_done_by_typing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    steps = list(places())
    course(monkeypatch, [key for place, _, step in steps for key in keys_for(step, str(place))])
    out = capsys.readouterr().out
    for lesson in LESSONS.values():
        assert f": {lesson.title}\n" in out
    assert out.endswith(f"{len(steps)} of {len(steps)} steps of the course done.\n")


def test_a_refusal_is_explained_and_the_position_stays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    course(monkeypatch, ["?", "pass", "skip"], "reserve")
    out = capsys.readouterr().out
    assert "Answer with a move" in out
    assert "Done." in out
    course(monkeypatch, ["draw", "6-6L", "pass"], "reserve")
    out = capsys.readouterr().out
    assert "The last 2 tiles are the reserve and never drawn" in out
    assert "Done." in out


def test_what_is_done_is_kept_in_a_file_and_not_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "done.json"
    first, second, *_ = places()
    course(monkeypatch, keys_for(first[2], str(first[0])), "--done", str(kept))
    assert "1 of " in capsys.readouterr().out
    course(monkeypatch, keys_for(second[2], str(second[0])), "--done", str(kept))
    assert "2 of " in capsys.readouterr().out
