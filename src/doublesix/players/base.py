"""What a player is, what limits its thinking, and the levels by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from doublesix.errors import DominoError
from doublesix.kernel import compiled
from doublesix.players.easy import choose_easy
from doublesix.players.hard import choose_hard
from doublesix.players.heaviest import choose_heaviest
from doublesix.players.limit import Clock, Limit, Thinking
from doublesix.players.master import choose_master
from doublesix.players.normal import choose_normal
from doublesix.rules.moves import Move
from doublesix.rules.view import View

Chooser = Callable[[View, random.Random, Thinking], Move]


class Level(NamedTuple):
    """How a level chooses, what it knows and ignores, and how long it thinks unless told otherwise."""

    choose: Chooser
    description: str
    limit: Limit | None = None
    """At two seats of the double-six set; None where the level does not search."""


_LEVELS: Final[dict[str, Level]] = {
    "easy": Level(choose_easy, "Plays any tile that fits. Ignores pips, suits and everything the others have shown."),
    "normal": Level(
        choose_normal,
        "Sheds heavy tiles and doubles, keeps a variety of numbers and turns the ends to its long suit. "
        "Ignores what the others have shown by drawing and passing.",
    ),
    "hard": Level(
        choose_hard,
        "Knows which numbers the others have shown they lack: it deals the unseen tiles many times as that allows, "
        "plays each round out and takes the move that wins most often, or gains most where points are counted in play. "
        "Ignores why the others chose their tiles.",
        Limit(worlds=800 if compiled else 48),
    ),
    "master": Level(
        choose_master,
        "Knows what hard knows, and asks of every deal how likely the others would have played as they did; plays each "
        "round out as players choose, not at random. Plays for points in a match, for the place at ranked tables of "
        "three or four, else to win, and then solves endings with few deals left. Ignores that others learn from "
        "its own moves, and that players have their own habits.",
        Limit(worlds=2000 if compiled else 48),
    ),
}
_YARDSTICKS: Final[dict[str, Level]] = {
    "random": Level(choose_easy, "Any legal move; the same as easy."),
    "heaviest": Level(choose_heaviest, "The heaviest tile that fits, nothing else."),
}
"""Players to measure by, not offered at a table."""
YARDSTICKS: Final = tuple(_YARDSTICKS)
"""Their names."""

LEVELS: Final = tuple(_LEVELS)
"""Levels from weakest to strongest."""


class Player(Protocol):
    """Anything that chooses a move from a view."""

    level: str
    description: str

    def choose(self, view: View) -> Move:
        """One of `view.legal`; it is never asked when that is empty."""


class LevelPlayer:
    """A player of a named level. Equal views get equal answers under one seed and a limit in worlds."""

    def __init__(
        self, level: str, seed: int | None = None, limit: Limit | None = None, clock: Clock | None = None
    ) -> None:
        self.level = level
        known = _level(level)
        self._choose, self.description = known.choose, known.description
        self._seed = random.SystemRandom().getrandbits(64) if seed is None else seed
        self._limit = limit
        self._default = known.limit or Limit(worlds=1)
        if limit is not None and limit.ms is not None and clock is None:
            raise DominoError("a limit in milliseconds needs a clock")
        self._clock = clock

    def choose(self, view: View) -> Move:
        if len(view.legal) == 1:
            return view.legal[0]
        number = view.match.round if view.match is not None else 1
        hand = " ".join(map(str, sorted(view.hand)))
        rng = random.Random(f"{self._seed}/{self.level}/{view.seat}/{number}/{len(view.moves)}/{hand}")
        return self._choose(view, rng, Thinking(self._limit or fitting(self._default, view), self._clock))


HIDDEN: Final = 42
"""Hidden tiles times seats, at the two-seat tables of the double-six set: what the limits of levels are made for."""
FEWEST: Final = 50
"""Worlds that are looked at in any case where the limit allows more."""


def fitting(limit: Limit, view: View) -> Limit:
    """A level's limit at a table: fewer worlds where each takes longer, with more seats and larger sets."""
    if limit.worlds is None:
        return limit
    share = view.players * (view.rules.size - view.rules.hand_size[view.players]) / HIDDEN
    return Limit(worlds=min(limit.worlds, max(FEWEST, int(limit.worlds / max(1.0, share)))))


def _level(name: str) -> Level:
    known = _LEVELS.get(name) or _YARDSTICKS.get(name)
    if known is None:
        raise DominoError(f'there is no level "{name}"; the levels are {", ".join(LEVELS)}')
    return known


def make_player(
    level: str, seed: int | None = None, limit: Limit | None = None, clock: Clock | None = None
) -> LevelPlayer:
    """A player of a level. A limit in milliseconds needs a `clock` that counts seconds.

    Raises `DominoError` naming the levels there are.
    """
    return LevelPlayer(level, seed, limit, clock)


def level_description(level: str) -> str:
    """Which knowledge a level uses and which it ignores."""
    return _level(level).description


def default_limit(level: str) -> Limit | None:
    """How long a level thinks at two seats of the double-six set unless told otherwise; None where it does not search.

    See `fitting` for other tables."""
    return _level(level).limit
