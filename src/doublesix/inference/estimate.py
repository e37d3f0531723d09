"""The belief by weighted samples, for positions whose exact table would be too large.

Seats are filled one after the other, each exactly as if the seats behind it were free; the weight of a sample is the
product of the ways that were open at each seat. That makes the weighted samples fit the belief without bias.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from typing import Final

from doublesix.inference.hands import OneSeat
from doublesix.inference.origins import Origins
from doublesix.inference.world import Chance
from doublesix.rules import Tile

SAMPLES: Final = 2_000
"""Weighted samples behind an estimate."""

Z95: Final = 1.96


class Samples:
    """Weighted fillings of the other seats."""

    __slots__ = ("_sums", "holdings", "size", "total", "weights", "worlds")

    holdings: list[tuple[list[list[Tile]], list[Tile]]]
    """Each sample: the tiles of every seat, and those of the boneyard."""
    weights: list[float]
    """Relative to the largest."""
    total: int
    """Estimated ways to fill every place, slots and boneyard places being distinct."""
    worlds: int
    """Estimated number of different holdings."""

    def __init__(self, seats: Sequence[Origins], unseen: Sequence[Tile], samples: int, chance: random.Random) -> None:
        order = sorted(range(len(seats)), key=lambda i: OneSeat(seats[i], unseen).worlds)
        self.holdings = []
        ways: list[int] = []
        worlds = 0.0
        for _ in range(samples):
            hands: list[list[Tile]] = [[] for _ in seats]
            rest: list[Tile] = list(unseen)
            weight, sets = 1, 1.0
            for i in order:
                seat = OneSeat(seats[i], rest)
                if not seat.total:
                    weight = 0
                    break
                hands[i], rest = seat.draw(chance)
                weight *= seat.total
                sets *= seat.total / seat.ways_of(hands[i])
            self.holdings.append((hands, rest))
            ways.append(weight)
            worlds += sets if weight else 0.0
        self.worlds = round(worlds / samples)
        top = max(ways)
        self.total = sum(ways)
        self.weights = [weight / top if top else 0.0 for weight in ways]
        self.size = samples

    def draw(self, chance: Chance) -> tuple[list[list[Tile]], list[Tile]]:
        """One of the samples, by weight."""
        pick = chance.randrange(1 << 53) / (1 << 53) * sum(self.weights)
        for holding, weight in zip(self.holdings, self.weights, strict=True):
            if pick < weight:
                return holding
            pick -= weight
        return next(h for h, weight in zip(self.holdings, self.weights, strict=True) if weight)


def interval(share: float, size: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share seen in `size` independent samples."""
    square = Z95 * Z95
    middle = (share + square / (2 * size)) / (1 + square / size)
    half = Z95 / (1 + square / size) * sqrt(share * (1 - share) / size + square / (4 * size * size))
    return max(0.0, middle - half), min(1.0, middle + half)
