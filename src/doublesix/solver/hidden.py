"""Small hidden endings: every world listed, and each move's face-up values averaged over them exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from math import perm
from typing import Final, NamedTuple

from doublesix.errors import BadRecord
from doublesix.inference import Belief, World
from doublesix.rules import Move, Position, Tile, View
from doublesix.solver.faceup import solve

MOST_WORLDS: Final = 2_000
"""Most worlds, orders of the drawable tiles among them, that are solved."""


class Outlook(NamedTuple):
    """What a move leads to over all worlds: the chances add up to 1."""

    win: Fraction
    tie: Fraction
    loss: Fraction
    margin: Fraction
    """The mean margin: the other side's remaining pips minus the own."""


def count_endings(view: View, belief: Belief | None = None) -> int:
    """How many worlds there are, those that differ in the order of the tiles that may still be drawn among them."""
    made = belief or Belief(view)
    return made.worlds * perm(view.boneyard, view.drawable)


def solve_hidden(view: View, *, partners: bool = False, most: int = MOST_WORLDS) -> dict[Move, Outlook]:
    """Each legal move's face-up value, averaged over every world that fits the view, by its exact probability.

    That is what the move is worth if all tiles are turned face up once it is made: exact about what is hidden, not
    about what hiding is worth. With one world left it is the exact value. Empty where it is not the seat's turn. Raises
    `BadRecord` where there are more than `most` worlds, or not two sides (pairs only with `partners`).
    """
    if not view.legal:
        return {}
    belief = Belief(view)
    count = count_endings(view, belief)
    if not belief.exact or count > most:
        raise BadRecord(f"the view has {count} worlds; endings are solved up to {most}")
    sums = {move: [Fraction(0)] * 4 for move in view.legal}
    for position, chance in positions_of(view, belief):
        for move, value in solve(position, partners=partners).items():
            held = sums[move]
            held[("win", "tie", "loss").index(value.result)] += chance
            assert value.margin is not None
            held[3] += chance * value.margin
    return {move: Outlook(*held) for move, held in sums.items()}


def positions_of(view: View, belief: Belief) -> Iterator[tuple[Position, Fraction]]:
    """Every world as a position, with its probability; tiles that are never drawn lie in one order only."""
    others = [seat for seat in range(view.players) if seat != view.seat]
    orders = perm(view.boneyard, view.drawable)
    for holding, chance in belief.holdings().items():
        held = frozenset[Tile]().union(*holding)
        boneyard = [tile for tile in belief.unseen if tile not in held]
        hands = [view.hand] * view.players
        for seat, hand in zip(others, holding, strict=True):
            hands[seat] = tuple(sorted(hand))
        for drawn in permutations(boneyard, view.drawable):
            order = (*drawn, *(tile for tile in boneyard if tile not in drawn))
            yield World(tuple(hands), order).position(view), chance / orders
