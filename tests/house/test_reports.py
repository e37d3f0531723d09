"""Reports of users about accessibility and layout elsewhere, and where a test of the same kind of fault is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
REPORTS = {
    62: "tiles of a long line overlapped",
    63: "tiles had one size on every screen",
    64: "pips shrank to nothing",
    65: "a full table covered seats and buttons",
    66: "percent of the height and units of the width collided when the address bar came",
    67: "a long line had to be dragged about like a map",
    68: "a dragged tile was out of sight",
    71: "play worked without sight, review and lessons did not",
    72: "spoken answers vanished after an update",
    73: "taking back and playing again failed between people with and without sight",
    74: "cues were told by colour alone",
    75: "buttons had no names",
    90: "a puzzle with two good answers punished one",
    91: "a player's view of a replay showed the other hand",
}


@pytest.fixture(scope="module")
def sources() -> str:
    """All tests but this one."""
    paths = sorted(path for path in TESTS.rglob("test_*.py") if path != Path(__file__))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("number", REPORTS, ids=lambda number: f"P{number}")
def test_every_report_is_named_by_a_test(number: int, sources: str) -> None:
    assert re.search(rf"\bP{number}\b|def test_p{number}_|_p{number}_", sources), REPORTS[number]
