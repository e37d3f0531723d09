"""What a drill consists of, and what the kinds of drills have in common."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from doublesix.rules import Move, Position, Rules
from doublesix.rules.phrases import Phrase

Options = tuple[tuple[str, Phrase], ...]


class Item(NamedTuple):
    """One question of a drill, with the answers to choose from."""

    name: str
    label: Phrase
    options: Options
    """Each with its key and its words."""
    right: str
    """The key of the right answer."""
    why: Phrase
    facts: tuple[Phrase, ...] = ()
    """What else bears on the answer, a sentence each; nothing hidden."""


Made = tuple[int | None, Phrase, list[Item]]
"""Whose eyes, the question above all, and the questions one by one."""


class Kind(NamedTuple):
    """A kind of drill, by the skill that it trains."""

    title: Phrase
    about: Phrase
    skill: str
    """`ends`, `drawing`, `counting`, `blocking` or `pips`."""
    rules: str
    """The table whose rules the rounds are played by, unless another one is named."""
    make: Callable[[Position, random.Random], Made | None]
    """The drill of a position; None where the position is good for none."""
    suits: Callable[[Rules, int], bool]
    """Whether there are such drills by these rules with so many players."""
    level: str = "easy"
    """Who plays the rounds: `easy` comes through more kinds of positions, `normal` plays sensibly."""


LEFT, RIGHT = Phrase("left end"), Phrase("right end")
BOTH, NEITHER = Phrase("both ends"), Phrase("neither end")
SIDES: Final[Options] = (("L", LEFT), ("R", RIGHT), ("LR", BOTH), ("none", NEITHER))
YES_NO: Final[Options] = (("yes", Phrase("Yes")), ("no", Phrase("No")))


def numbers(right: int, rng: random.Random, least: int = 0) -> Options:
    """A few whole numbers around the right one, in order."""
    low = max(least, right - rng.randint(0, 3))
    return tuple((str(n), Phrase("{n}", n=n)) for n in range(low, low + 5))


def running(position: Position, tiles: int = 3) -> bool:
    """Whether somebody is to move and so many tiles lie on the line."""
    return position.turn is not None and len(position.line.tiles) >= tiles


def both(ends: Mapping[str, int]) -> dict[str, int]:
    """The values of the two ends of a line, to be put in a sentence."""
    return {"left": ends["L"], "right": ends["R"]}


def next_other(position: Position, seat: int) -> int:
    """The next seat that plays against `seat`."""
    own = position.rules.side(seat, position.players)
    return next(
        (seat + step) % position.players
        for step in range(1, position.players)
        if (seat + step) % position.players not in own
    )


def closes(position: Position, move: Move, known: Mapping[int, int]) -> bool:
    """Whether a play leaves open only numbers out of `known`, those that a hand has shown to lack."""
    return set(position.play(move).line.ends.values()) <= set(known)


def line_of_two(rules: Rules, _players: int) -> bool:
    """Whether there are a left and a right end, and no others."""
    return rules.spinner == "none"


def draws_on(rules: Rules, players: int) -> bool:
    """Whether a hand that cannot play draws until it can."""
    return line_of_two(rules, players) and rules.draws and rules.draw_limit is None


def always(_rules: Rules, _players: int) -> bool:
    """For every table."""
    return True
