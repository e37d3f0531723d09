"""Questions with answers to choose from, asked in the terminal and explained at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from doublesix.rules import Position
from doublesix.rules.presets import labels_of
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
        for fact in item.facts:
            print(f"    {fact.called(names)}")
    return given


def _answer(item: Item, names: Sequence[Any], ask: Ask) -> str:
    """The key of the option that is chosen by its number or by its words."""
    words = [str(text.called(names)) for _, text in item.options]
    keys = [key for key, _ in item.options]
    label = item.label.called(names)
    if all(key.isdigit() for key in words):  # a count: whatever number is said is the answer
        while True:
            said = ask(f"{label} > ").strip()
            if said.isascii() and said.isdigit():
                return keys[words.index(said)] if said in words else said
            print("  Answer with a number.")
    choices = "  ".join(f"{number}) {text}" for number, text in enumerate(words, 1))
    while True:
        said = ask(f"{label}  {choices}  > ").strip().lower()
        for number, (text, key) in enumerate(zip(words, keys, strict=True), 1):
            if said in (str(number), text.lower()):
                return key
        print(f"  Answer with a number from 1 to {len(words)}, or with the words themselves.")


def seat_names(position: Position) -> Sequence[str]:
    """What the table calls its seats."""
    return labels_of(position.rules, position.players) or [f"Seat {seat + 1}" for seat in range(position.players)]
