"""Typed commands, plans and answers about the table, run under Node without a browser."""

from __future__ import annotations

from pathlib import Path

from .node import run_node


def test_typed_lines_plans_and_answers(tmp_path: Path) -> None:
    assert len(run_node("commands.js", tmp_path)) == 12
