"""A round with a decision that a few deals show to be a blunder, for everything that lives on mistakes."""

from __future__ import annotations

from typing import Any, Final

BLUNDER: Final[dict[str, Any]] = {
    "rules": "ply-yard",
    "version": 1,
    "players": 2,
    "leader": 0,
    "names": ["Ana", "Ben"],
    "hands": [["6-5", "6-3", "6-1", "5-4", "4-2", "4-0", "2-2"], ["6-4", "6-2", "5-2", "5-0", "2-0", "1-1", "0-0"]],
    "boneyard": ["4-3", "6-6", "3-2", "4-1", "2-1", "3-0", "5-5", "6-0", "3-3", "3-1", "1-0", "5-1", "5-3", "4-4"],
    "moves": [
        "4-2", "5-2R", "4-0L", "5-0R", "draw", "draw", "draw", "draw", "draw", "draw", "3-0L", "2-0R", "6-3L",
        "6-2R", "6-5R", "6-4L", "4-3L", "draw", "5-5R", "3-2L", "draw", "draw", "draw", "draw", "draw", "5-1R",
        "2-1L", "1-0R", "4-1L", "6-0R", "6-1R", "1-1R", "5-4L", "3-1R", "pass", "3-3R", "pass", "pass",
    ],
}
AT: Final = 30
"""The move: 6-1R, which gives away what 5-4L would have kept."""
SEAT: Final = 0
HIDDEN: Final = ("1-1", "0-0", "3-3", "3-1", "5-3", "4-4")
"""Tiles that the seat did not see then."""
