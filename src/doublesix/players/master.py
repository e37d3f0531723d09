"""The master level: worlds weighed by what the others chose, played out as players choose; exact endings.

Every move is tried in the same worlds with the same chances. Moves that are clearly worse get no more worlds. What is
counted depends on the rules: see `aim_of`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import partial

from doublesix.inference import World
from doublesix.kernel import code_of, compiled, number, playouts_by_choice, root_of, supports
from doublesix.players.aim import Aim, aim_of
from doublesix.players.hard import choose_hard, distinct, shed
from doublesix.players.limit import Thinking
from doublesix.players.race import BATCH, race
from doublesix.players.weighted import Weighted
from doublesix.players.worlds import believed
from doublesix.rules.moves import Move
from doublesix.rules.tiles import Tile
from doublesix.rules.view import View
from doublesix.solver import solve

FEW = 12 if compiled else 3
"""Worlds that are all solved, where no tile can be drawn any more."""


def choose_master(view: View, rng: random.Random, thinking: Thinking) -> Move:
    """The move with the best mean worth; of equal ones the one that sheds most pips.

    Rules that the kernel does not take are left to the hard level's way.
    """
    moves = distinct(view)
    if len(moves) == 1:
        return moves[0]
    if not supports(view.rules):
        return choose_hard(view, rng, thinking)
    aim = aim_of(view.rules, view.players)
    weighted = Weighted(view)
    sums = _solved(view, moves, weighted, rng) if aim.kind == "first" else None
    if sums is None:
        sums = race(moves, thinking.batches(BATCH), partial(_tried, weighted, aim, rng), aim.spread)
    return max(sums, key=lambda move: (sums[move], shed(move)))


def _tried(weighted: Weighted, aim: Aim, rng: random.Random, moves: Sequence[Move], worlds: int) -> list[float]:
    """The mean worth of moves over so many weighted worlds, played out as players choose."""
    view = weighted.view
    packed = weighted.packed(worlds, seed=rng.getrandbits(32))
    codes = [code_of(move, view.rules) for move in moves]
    totals = playouts_by_choice(root_of(view), weighted.known.chooser, codes, packed, seed=rng.getrandbits(32))
    return [aim.worth(total, view.seat, view.rules) for total in totals]


def _solved(
    view: View, moves: tuple[Move, ...], weighted: Weighted, rng: random.Random
) -> dict[Move, float] | None:
    """The share of wins with all tiles face up over all worlds, where they are few and nothing can be drawn."""
    if view.drawable or len(view.rules.sides(view.players)) != 2:
        return None
    known = believed(view)
    if not known.exact or known.worlds > FEW:
        return None
    sums = dict.fromkeys(moves, 0.0)
    for holding, chance in known.holdings().items():
        hidden = [tile for hand in holding for tile in sorted(hand)]
        boneyard = [tile for tile in weighted.unseen if tile not in set(hidden)]
        packed = bytes(map(number, (*hidden, *boneyard)))
        weight = float(chance) * weighted.weigh(packed, rng.getrandbits(32))[0]
        values = solve(_world(view, holding, boneyard).position(view), partners=True)
        for move in moves:
            sums[move] += weight * {"win": 1.0, "tie": 0.5, "loss": 0.0}[values[move].result]
    return sums


def _world(view: View, holding: Iterable[frozenset[Tile]], boneyard: Sequence[Tile]) -> World:
    hands = [tuple(sorted(hand)) for hand in holding]
    hands.insert(view.seat, view.hand)
    return World(tuple(hands), tuple(boneyard))
