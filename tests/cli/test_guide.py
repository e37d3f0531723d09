"""`doublesix practice guide`: advice in the terminal, with the positions and the numbers that were measured."""

from __future__ import annotations

import pytest

from doublesix.cli import main
from doublesix.study.guide import PIECES, shown
from doublesix.study.measured import results

from .typing_keys import type_in


def guide(monkeypatch: pytest.MonkeyPatch, typed: list[str], *words: str) -> int:
    type_in(monkeypatch, typed)
    return main(["practice", "guide", *words, "--plain"])


def test_all_advice_is_listed_with_where_it_helps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guide(monkeypatch, []) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == list(PIECES)
    assert "hurts at 3" in next(line for line in lines if line.startswith("draw"))


def test_positions_are_asked_and_answered_and_every_number_is_a_measured_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right, other = shown()["suit"]
    wrong = next(move for move in other.position.legal_moves if move != other.best)
    assert guide(monkeypatch, ["?", "9-9L", str(right.best), str(wrong)], "suit") == 0
    out = capsys.readouterr().out
    assert "Right: here the advice is right." in out
    assert f"The answer is {other.best}: here the advice is wrong." in out
    for one in results().of("suit"):
        assert f"{one.seats} seats: {one.of_a_hundred.value:+.1f} ({one.of_a_hundred.low:+.1f} to" in out


def test_a_closed_input_leaves_the_positions_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guide(monkeypatch, [], "draw") == 0
    assert "hurts" in capsys.readouterr().out


def test_a_lesson_is_no_advice_and_advice_no_lesson(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guide(monkeypatch, [], "tiles") == 2
    said = 'there is no piece of advice "tiles", that is a lesson: doublesix practice course tiles'
    assert said in capsys.readouterr().err
    assert main(["practice", "course", "suit"]) == 2
    assert 'there is no lesson "suit", that is a piece of advice' in capsys.readouterr().err
