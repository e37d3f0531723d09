"""Somebody who types at the terminal."""

from __future__ import annotations

import pytest


def type_in(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    """Every question is shown and gets the next of these lines; after the last one the input is closed."""
    left = iter(lines)

    def ask(prompt: str = "") -> str:
        print(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", ask)
