"""What a player is, and the levels by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Protocol

from doublesix.errors import DominoError
from doublesix.players.easy import choose_easy
from doublesix.players.normal import choose_normal
from doublesix.rules.moves import Move
from doublesix.rules.view import View

Chooser = Callable[[View, random.Random], Move]

_CHOOSERS: Final[dict[str, tuple[Chooser, str]]] = {
    "easy": (choose_easy, "Plays any tile that fits. Ignores pips, suits and everything the others have shown."),
    "normal": (
        choose_normal,
        "Sheds heavy tiles and doubles, keeps a variety of numbers and turns the ends to its long suit. "
        "Ignores what the others have shown by drawing and passing.",
    ),
}
LEVELS: Final = tuple(_CHOOSERS)
"""Levels from weakest to strongest."""


class Player(Protocol):
    """Anything that chooses a move from a view."""

    level: str
    description: str

    def choose(self, view: View) -> Move:
        """One of `view.legal`; it is never asked when that is empty."""


class LevelPlayer:
    """A player of a named level, repeatable for a seed: equal views get equal answers."""

    def __init__(self, level: str, seed: int | None = None) -> None:
        self.level = level
        self._choose, self.description = _CHOOSERS[level]
        self._seed = random.SystemRandom().getrandbits(64) if seed is None else seed

    def choose(self, view: View) -> Move:
        if len(view.legal) == 1:
            return view.legal[0]
        number = view.match.round if view.match is not None else 1
        hand = " ".join(map(str, sorted(view.hand)))
        rng = random.Random(f"{self._seed}/{self.level}/{view.seat}/{number}/{len(view.moves)}/{hand}")
        return self._choose(view, rng)


def make_player(level: str, seed: int | None = None) -> Player:
    """A player of a level. Raises `DominoError` naming the levels there are."""
    if level not in _CHOOSERS:
        raise DominoError(f'there is no level "{level}"; the levels are {", ".join(LEVELS)}')
    return LevelPlayer(level, seed)


def level_description(level: str) -> str:
    """Which knowledge a level uses and which it ignores."""
    return _CHOOSERS[level][1]
