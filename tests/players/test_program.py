"""Programs of others: whatever they do, the arena goes on or says in one sentence why not."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from doublesix.adapters.program import ProgramPlayer
from doublesix.errors import DominoError
from doublesix.rules import View, deal, preset


def a_view() -> View:
    return deal(preset("ply-yard"), 2, random.Random(1)).view(0)


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], str]:
    def make(source: str) -> str:
        path = tmp_path / "player.py"
        path.write_text(source, encoding="utf-8")
        return f"{sys.executable} {path}"

    return make


def test_a_program_that_ends_at_once_raises_and_closes_quietly(program: Callable[[str], str]) -> None:
    player = ProgramPlayer(program("pass"))
    player._process.wait()
    with pytest.raises(DominoError, match="ended"):
        player.choose(a_view())
    player.close()


@pytest.mark.parametrize(
    "answer",
    ["'[' * 100_000", "'x' * 300_000", "'[1]'", "'null'", "'{\"move\": [1]}'", '\'{"move": "9-9"}\''],
)
def test_an_answer_that_is_no_legal_move_raises(program: Callable[[str], str], answer: str) -> None:
    player = ProgramPlayer(program(f"input()\nprint({answer}, flush=True)\ninput()"))
    try:
        with pytest.raises(DominoError):
            player.choose(a_view())
    finally:
        player.close()


@pytest.mark.parametrize("command", ["", "  ", "'"])
def test_a_command_that_names_no_program_is_one_sentence(command: str) -> None:
    with pytest.raises(DominoError):
        ProgramPlayer(command)
