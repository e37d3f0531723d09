"""`doublesix practice studies`: every study is listed, and asked with its answer hidden."""

from __future__ import annotations

import pytest

from doublesix.cli import main
from doublesix.study.studies import THEMES, studies

from .typing_keys import type_in

ONE = "both-ends-1"


def asked(monkeypatch: pytest.MonkeyPatch, typed: list[str], *words: str) -> int:
    type_in(monkeypatch, typed)
    return main(["practice", "studies", *words, "--plain"])


def test_every_study_is_listed_by_its_theme(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(monkeypatch, []) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in studies())
    assert all(theme.title in out for theme in THEMES.values())


def test_a_study_hides_its_answer_until_a_legal_move_is_chosen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    study = studies()[ONE]
    assert asked(monkeypatch, ["nonsense", "6-6L"], ONE) == 0
    assert "The answer" not in capsys.readouterr().out
    assert asked(monkeypatch, [str(study.best)], ONE) == 0
    before, after = capsys.readouterr().out.split(f"The answer: {study.best}.")
    assert study.position.rules.title in before
    assert "unknown is which they are" in before
    assert "That is what you chose." in after
    assert "deals: 10,000. Worked out beforehand." in after
    assert "no proof" in after


def test_what_is_no_study_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "studies", "tiles"]) == 2
    assert 'no study "tiles"' in capsys.readouterr().err
