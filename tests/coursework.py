"""How a step of the course is done: its moves, for tests that make them by call, by typing, by form and in a page."""

from __future__ import annotations

from doublesix.study.course import Place, scene
from doublesix.study.steps import Step, attempt, begin

MOST = 60
"""Moves after which a task that is still open will not end."""


def way(place: Place, step: Step) -> list[str]:
    """Moves that do the task: the one that does it at once, else the first that is allowed, and on from there."""
    position = scene(place)
    assert position is not None
    now = begin(position)
    moves: list[str] = []
    while now.verdict != "done":
        assert len(moves) < MOST
        tried = [(str(move), attempt(step, now, str(move))) for move in now.position.legal_moves]
        tried.sort(key=lambda one: ("done", "open", "again").index(one[1].verdict))
        text, now = tried[0]
        assert now.verdict in ("done", "open"), f"nothing does the task: {text}"
        moves.append(text)
    return moves
