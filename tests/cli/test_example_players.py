"""The example players of docs/bots.md sit down in the arena and make legal moves."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from doublesix.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def faults_of(command: str, capsys: pytest.CaptureFixture[str], *more: str) -> list[int]:
    arena = ["arena", f"cmd:{command}", "easy", "--rounds", "6", "--duplicate", "--seed", "2", "--json", *more]
    assert main(arena) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["rounds"] == 6
    return list(result.get("faults", []))


def test_the_example_in_python_plays(capsys: pytest.CaptureFixture[str]) -> None:
    program = EXAMPLES / "heaviest.py"
    assert len(program.read_text(encoding="utf-8").splitlines()) <= 25
    assert faults_of(f"{sys.executable} {program}", capsys) == []


def test_the_example_in_javascript_plays(capsys: pytest.CaptureFixture[str]) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node.js")
    program = EXAMPLES / "longsuit.mjs"
    assert faults_of(f"{node} {program}", capsys) == []
    assert faults_of(f"{node} {program}", capsys, "--rules", "draw") == []


def test_stop_compares_two_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "normal", "easy", "easy", "--rules", "draw-100", "--stop"]) != 0
    assert "two players" in capsys.readouterr().err
    assert main(["arena", "heaviest", "easy", "--rounds", "90", "--seed", "1", "--stop", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] <= 90
