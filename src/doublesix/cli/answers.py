"""Questions with answers to choose from, asked in the terminal and explained at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from doublesix.study import Drill, Item

Ask = Callable[[str], str]
"""Asks for a line of input."""


def answers(made: Drill, names: Sequence[Any], ask: Ask) -> dict[str, str]:
    """The answers given to a drill's questions, one by one; each is explained as soon as it is given."""
    given = {}
    for item in made.items:
        given[item.name] = _answer(item, names, ask)
        good = given[item.name] == item.right
        words = next(words for key, words in item.options if key == item.right)
        verdict = "Right." if good else f"No, it is: {words.called(names)}."
        print(f"  {verdict} {item.why.called(names)}")
    return given
