"""The page's connection and its words, under Node: numbers, ids, lost connections, refusals, names."""

from __future__ import annotations

from pathlib import Path

from .node import run_node


def test_the_connection_keeps_what_was_asked_and_the_words_are_whole(tmp_path: Path) -> None:
    checked = run_node("session.js", tmp_path)
    assert len(checked) == 23
