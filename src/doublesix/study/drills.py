"""Drills: a position out of a round played at random, questions about it, and what the right answers are and why.

A drill is made from its kind and a number, so that whoever has both can make it again: nothing needs to be kept
between the question and the answer. Answers are read off the position by the rules themselves (`kinds`), or an analysis
gives them beyond doubt (`judged`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from doublesix.players import make_player
from doublesix.rules import PRESETS, Position, Rules, deal
from doublesix.rules.phrases import Phrase
from doublesix.study.items import Item, Kind, always, draws_on, line_of_two
from doublesix.study.judged import judgeable, make_best_end, make_block_or_open
from doublesix.study.kinds import (
    make_blocked,
    make_blocking,
    make_compare,
    make_counting,
    make_drawing,
    make_ends,
    make_holding,
)


class Drill(NamedTuple):
    """A position and the questions about it. What is asked can be answered from what `seat` sees."""

    kind: str
    number: int
    table: tuple[str, int]
    """The preset by whose rules the round is played, and the number of players."""
    position: Position
    seat: int | None
    """Whose eyes; None where all hands are shown."""
    question: Phrase
    items: tuple[Item, ...]


class Assessment(NamedTuple):
    """The answers held against the right ones."""

    right: int
    of: int
    answers: tuple[tuple[Item, str | None, bool], ...]
    """Each question with the key that was given, None where there was none, and whether it was right."""


@lru_cache(maxsize=64)
def drill(kind: str, number: int, table: tuple[str, int] | None = None) -> Drill:
    """The drill of this kind with this number at a table, a preset and a number of players; the same every time.

    Raises `KeyError` for a kind that is none, and for a table that has no such drills.
    """
    made, rng = KINDS[kind], random.Random(f"{kind}/{number}")
    name, players = at = table or usual_table(kind)
    if at != usual_table(kind):
        rng.seed(f"{kind}/{number}/{name}/{players}")
        if at not in tables_for(kind):
            raise KeyError(at)
    while True:
        for position in _rounds(PRESETS[name].rules, players, made.level, rng):
            found = made.make(position, rng)
            if found is not None:
                seat, question, items = found
                return Drill(kind, number, at, position, seat, question, tuple(items))


def assess(asked: Drill, given: Mapping[str, str]) -> Assessment:
    """What was given (the key of an answer by the name of its question) against what is right."""
    answers = tuple((item, given.get(item.name), given.get(item.name) == item.right) for item in asked.items)
    return Assessment(sum(right for *_, right in answers), len(answers), answers)


def _rounds(rules: Rules, players: int, level: str, rng: random.Random) -> Iterator[Position]:
    """The positions of a few rounds, in random order: neighbours are too much alike."""
    found = []
    for _ in range(3):
        player = make_player(level, seed=rng.getrandbits(32))
        position = deal(rules, players, rng)
        found.append(position)
        while position.turn is not None:
            position = position.play(player.choose(position.view(position.turn)))
            found.append(position)
    rng.shuffle(found)
    yield from found


KINDS: Final[Mapping[str, Kind]] = {
    "ends": Kind(
        Phrase("Both ends"),
        Phrase("Label each tile of a hand: left, right, both or neither."),
        "ends",
        "ply-yard",
        make_ends,
        line_of_two,
    ),
    "compare": Kind(
        Phrase("Two placements"),
        Phrase("A tile fits both ends: what is open then, and what of yours fits?"),
        "ends",
        "ply-yard",
        make_compare,
        line_of_two,
    ),
    "best-end": Kind(
        Phrase("The better end"),
        Phrase("A tile fits both ends, and one of them is clearly better. Which?"),
        "ends",
        "ply-yard",
        make_best_end,
        judgeable,
        "normal",
    ),
    "drawing": Kind(
        Phrase("A draw turn"),
        Phrase("Must it draw or pass, how many tiles are left to draw, and whose turn is it then?"),
        "drawing",
        "ply-yard",
        make_drawing,
        draws_on,
    ),
    "blocked": Kind(
        Phrase("A blocked finish"),
        Phrase("Add up the hands and say who wins."),
        "pips",
        "ply-yard",
        make_blocked,
        always,
    ),
    "counting": Kind(
        Phrase("Counting a suit"),
        Phrase("How many tiles of an open number are unseen?"),
        "counting",
        "draw",
        make_counting,
        always,
    ),
    "holding": Kind(
        Phrase("Who can hold it"),
        Phrase("A hand that drew or passed has shown what it lacks: which tiles can it hold?"),
        "counting",
        "ply-yard",
        make_holding,
        always,
    ),
    "blocking": Kind(
        Phrase("Close both ends"),
        Phrase("Find the play that leaves the next hand nothing to play."),
        "blocking",
        "ply-yard",
        make_blocking,
        line_of_two,
    ),
    "block-or-open": Kind(
        Phrase("Block or open"),
        Phrase("You can leave the next hand nothing to play. Is that better than to keep the line open?"),
        "blocking",
        "ply-yard",
        make_block_or_open,
        judgeable,
        "normal",
    ),
}
"""The kinds in the order of the course."""


def tables_for(kind: str) -> Sequence[tuple[str, int]]:
    """The tables that have such drills: a preset and a number of players each, the usual one first."""
    made = KINDS[kind]
    usual = usual_table(kind)
    every = [(name, n) for name, preset in PRESETS.items() for n in sorted(preset.rules.hand_size)]
    return [usual, *(table for table in every if table != usual and made.suits(PRESETS[table[0]].rules, table[1]))]


def usual_table(kind: str) -> tuple[str, int]:
    """The table of a kind's drills unless another one is named."""
    return KINDS[kind].rules, 2


def skills() -> Sequence[str]:
    """The skills that there are drills for, in the order of the course."""
    return tuple(dict.fromkeys(kind.skill for kind in KINDS.values()))
