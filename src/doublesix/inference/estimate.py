"""The belief by weighted samples, for positions whose exact table would be too large.

Seats are filled one after the other, each exactly as if the seats behind it were free; the weight of a sample is the
product of the ways that were open at each seat. That makes the weighted samples fit the belief without bias.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import comb, factorial, sqrt
from typing import Final

from doublesix.inference.hands import OneSeat
from doublesix.inference.origins import Origins
from doublesix.inference.world import Chance
from doublesix.rules import Tile

SAMPLES: Final = 1_000
"""Weighted samples behind an estimate."""

Z95: Final = 1.96


class Samples:
    """Weighted fillings of the other seats."""

    __slots__ = ("_until", "holdings", "total", "weights", "worlds")

    holdings: list[tuple[list[list[Tile]], list[Tile]]]
    """Each sample: the tiles of every seat, and those of the boneyard."""
    weights: list[float]
    """Relative to the largest."""
    total: int
    """Estimated ways to fill every place, slots and boneyard places being distinct."""
    worlds: int
    """Estimated number of different holdings."""

    def __init__(self, seats: Sequence[Origins], unseen: Sequence[Tile], samples: int, chance: random.Random) -> None:
        may_hold = [frozenset(t for t in unseen if seat.floor(t) < seat.groups) for seat in seats]
        options = [OneSeat(seat, unseen).worlds for seat in seats]
        order = sorted(range(len(seats)), key=options.__getitem__)
        self.holdings = []
        ways: list[int] = []
        worlds = 0.0
        for _ in range(samples):
            hands: list[list[Tile]] = [[] for _ in seats]
            rest: list[Tile] = list(unseen)
            weight, sets = 1, 1.0
            for i in order:
                hands[i], rest, total, same = _one(seats[i], may_hold[i], rest, chance)
                weight *= total
                if not weight:
                    break
                sets *= total / same
            self.holdings.append((hands, rest))
            ways.append(weight)
            worlds += sets if weight else 0.0
        self.worlds = round(worlds / samples)
        top = max(ways)
        self.total = sum(ways)
        self.weights = [weight / top if top else 0.0 for weight in ways]
        self._until = list(accumulate(self.weights))

    def draw(self, chance: Chance) -> tuple[list[list[Tile]], list[Tile]]:
        """One of the samples, by weight."""
        pick = chance.randrange(1 << 53) / (1 << 53) * self._until[-1]
        return self.holdings[bisect_right(self._until, pick, hi=len(self._until) - 1)]


def _one(
    seat: Origins, may_hold: frozenset[Tile], tiles: list[Tile], chance: random.Random
) -> tuple[list[Tile], list[Tile], int, int]:
    """Fill one seat: its tiles, those left, the ways that were open and those that give it just these tiles."""
    if seat.groups > 1 or len(seat.ways) > 1:
        engine = OneSeat(seat, tiles)
        if not engine.total:
            return [], tiles, 0, 1
        held, rest = engine.draw(chance)
        return held, rest, engine.total, engine.ways_of(held)
    size = seat.hidden
    may = [tile for tile in tiles if tile in may_hold]
    if len(may) < size:
        return [], tiles, 0, 1
    held = chance.sample(may, size)
    same = next(iter(seat.ways.values())) * factorial(size) * factorial(len(tiles) - size)
    taken = set(held)
    return held, [tile for tile in tiles if tile not in taken], comb(len(may), size) * same, same


def interval(share: float, size: float) -> tuple[float, float]:
    """Wilson's 95 % interval for a share seen in `size` independent samples."""
    square = Z95 * Z95
    middle = (share + square / (2 * size)) / (1 + square / size)
    half = Z95 / (1 + square / size) * sqrt(share * (1 - share) / size + square / (4 * size * size))
    return max(0.0, middle - half), min(1.0, middle + half)
