"""One way in which the hidden tiles may lie."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from doublesix.rules import Position, Tile, View
from doublesix.rules.tiles import qualifying


class Chance(Protocol):
    """What sampling needs of a random source: `random.Random` will do."""

    def randrange(self, stop: int, /) -> int:
        """A uniformly random whole number below `stop`."""

    def shuffle(self, x: list[Tile], /) -> None:
        """Put the list in a uniformly random order."""


class World(NamedTuple):
    """Every tile in its place: the hands by seat, and the boneyard with the next tile to be drawn first."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]

    def position(self, view: View) -> Position:
        """The position of the view with its tiles as in this world."""
        new = Position.__new__(Position)
        new.rules, new.leader, new.later, new.lead_tile = view.rules, view.leader, view.later, None
        new.hands, new.boneyard, new.line = self.hands, self.boneyard, view.line
        new.turn, new.passes, new.drawn = view.turn, view.passes, view.drawn
        new.points, new.scores = view.points, view.scores
        new.round = view.match.round if view.match is not None else 1
        new.moves, new.turns = view.moves, view.turns
        plays = [seat for move, seat in zip(view.moves, view.turns, strict=True) if move.kind in ("lead", "play")]
        new.last_play = plays[-1] if plays else None
        new.outcome = None
        if not plays and view.rules.lead_tile == "qualifying" and not view.later:
            new.lead_tile = qualifying(self.hands[view.leader])
        new._legal = None
        return new
