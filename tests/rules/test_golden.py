"""Golden rounds: what the rules make of ten rounds is what it was."""

from __future__ import annotations

import pytest

from golden_rounds import FOLDER, ROUNDS, file_of, told


@pytest.mark.parametrize(("rules", "players"), ROUNDS)
def test_a_golden_round_has_not_shifted(rules: str, players: int) -> None:
    assert told(rules, players) == file_of(rules, players).read_text(encoding="utf-8")


def test_no_golden_round_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(*one).name for one in ROUNDS}
