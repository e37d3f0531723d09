"""Belief by brute force: every deal and boneyard order is replayed against what a seat has seen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from doublesix.errors import BadRecord
from doublesix.rules import Move, Position, Rules, Tile, start, tile_set

Holding = tuple[frozenset[Tile], ...]


def deals(rules: Rules, first: Position, seat: int) -> Iterator[Position]:
    """Every first position that agrees with the seat's own tiles and with who leads."""
    size = rules.hand_size[first.players]
    own = first.hands[seat]
    unseen = [tile for tile in tile_set(rules.max_pip) if tile not in own]
    others = [other for other in range(first.players) if other != seat]
    for hands in _hands(unseen, size, len(others)):
        dealt = dict(zip(others, hands, strict=True)) | {seat: own}
        rest = [tile for tile in unseen if not any(tile in hand for hand in hands)]
        ordered = [dealt[other] for other in range(first.players)]
        try:
            opened = start(rules, ordered, rest, leader=first.leader, later=first.later)
        except BadRecord:  # another seat would lead
            continue
        for boneyard in permutations(rest):
            copy = opened._copy()
            copy.boneyard = boneyard
            yield copy


def _hands(tiles: Sequence[Tile], size: int, seats: int) -> Iterator[tuple[tuple[Tile, ...], ...]]:
    if not seats:
        yield ()
        return
    for hand in combinations(tiles, size):
        for more in _hands([tile for tile in tiles if tile not in hand], size, seats - 1):
            yield (hand, *more)


class Witness:
    """One seat's brute-force belief, kept up move by move."""

    def __init__(self, first: Position, seat: int) -> None:
        self.seat = seat
        self.candidates = list(deals(first.rules, first, seat))

    def see(self, before: Position, move: Move) -> None:
        """Drop the candidates in which the move, as this seat sees it, was not legal."""
        shown = move if move.kind != "draw" else Move("draw")
        drawn = before.boneyard[0] if move.kind == "draw" and before.turn == self.seat else None
        self.candidates = [
            candidate._after(shown)
            for candidate in self.candidates
            if shown in candidate.legal_moves and (drawn is None or candidate.boneyard[0] is drawn)
        ]

    def holdings(self) -> Counter[Holding]:
        """Each holding of the other seats with the number of deals and orders that lead to it."""
        return Counter(
            tuple(frozenset(hand) for i, hand in enumerate(candidate.hands) if i != self.seat)
            for candidate in self.candidates
        )

    def chance(self, tile: Tile, seat: int) -> Fraction:
        """The share of candidates in which the seat holds the tile."""
        return Fraction(sum(tile in candidate.hands[seat] for candidate in self.candidates), len(self.candidates))


def random_round(first: Position, rng: random.Random) -> Iterator[tuple[Position, Move]]:
    """A round of random legal moves: each position with the move made there, draws with their tile."""
    position = first
    while position.turn is not None:
        move = rng.choice(position.legal_moves)
        yield position, move
        position = position._after(move)
