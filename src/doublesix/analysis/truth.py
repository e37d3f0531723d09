"""The truth of a round that is over: what the others held when a decision was made. No decision is judged by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from doublesix.players.hard import distinct
from doublesix.rules.phrases import Phrase, Who, listed
from doublesix.rules.position import Position


class Truth(NamedTuple):
    """What was hidden from a seat when it made a move."""

    at: int
    """The index of the move."""
    told: tuple[Phrase, ...]
    """A sentence for each other seat: what it held that fits the ends that were left."""


def truth(positions: Sequence[Position], seat: int) -> list[Truth]:
    """For each play of a seat that had a choice; positions before each move and after the last."""
    last = positions[-1]

    def chosen(at: int) -> bool:
        move = last.moves[at]
        return move.tile is not None and move.kind != "draw" and len(distinct(positions[at].view(seat))) > 1

    return [
        Truth(at, tuple(_held(positions[at + 1], other) for other in range(last.players) if other != seat))
        for at, turn in enumerate(last.turns)
        if turn == seat and chosen(at)
    ]


def _held(after: Position, seat: int) -> Phrase:
    open_values = set(after.line.ends.values())
    fitting = [tile for tile in after.hands[seat] if any(value in tile for value in open_values)]
    if not fitting:
        return Phrase("{who} held nothing that fits the ends you left.", who=Who(seat))
    return Phrase("{who} held {tiles}, which fit the ends you left.", who=Who(seat), tiles=listed(fitting))
