"""Worlds weighed by what the other seats chose: the exact belief, and on top of it a model of choices.

Uniform worlds weigh as much as the model finds the past choices likely in them; then worlds are drawn again in
proportion to their weights, so that what comes out may be counted as if all were equally likely.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from doublesix.kernel import tiles_of
from doublesix.players.choice import MIXED, Known, Weights, read
from doublesix.players.worlds import believed
from doublesix.rules.tiles import Tile
from doublesix.rules.view import View

MORE = 3
"""Uniform worlds drawn for each weighted one."""
LEAST = 0.05
"""Of equal worlds, the share that the weighted ones must at least be worth; below it the weights are flattened."""


class Weighted:
    """The weighted belief of a view whose rules the kernel supports."""

    def __init__(self, view: View, weights: Weights | None = None) -> None:
        """Raises `BadRecord` where no deal fits the view. `weights`: of the model, if not the fitted ones."""
        self.view = view
        self.known: Known = read(view, weights)
        self._belief = believed(view)
        self.unseen = self._belief.unseen

    def weigh(self, worlds: bytes, seed: int) -> Sequence[float]:
        """The chance of the past choices in each packed world, flattened where too few worlds would count."""
        width = len(self.unseen)
        count = len(worlds) // width if width else 1
        if not self.known.decisions:
            return [1.0] * count
        return self.known.past.weights(worlds, count, width, seed % 2**32, MIXED, LEAST)

    def packed(self, count: int, *, seed: int) -> bytes:
        """So many worlds as the kernel reads them, each as likely as its weight says; some come several times."""
        width = len(self.unseen)
        if not self.known.decisions or not width:
            return self._belief.packed(count, seed=seed)
        past = self.known.past
        worlds = self._belief.packed(MORE * count, seed=seed)
        weights = past.weights(worlds, MORE * count, width, seed % 2**32, MIXED, LEAST)
        return past.select(worlds, width, weights, count, random.Random(seed).random())

    def odds(self, count: int, *, seed: int, weighted: bool = True) -> dict[Tile, tuple[float, ...]]:
        """For each unseen tile the estimated chance that each seat holds it, 0 for the viewer; from `count` worlds."""
        width, view = len(self.unseen), self.view
        worlds = self._belief.packed(count, seed=seed)
        weights = self.weigh(worlds, seed) if weighted else [1.0] * count
        sums = [[0.0] * view.players for _ in range(128)]
        for at, weight in enumerate(weights):
            place = at * width
            for seat, size in enumerate(view.hand_sizes):
                if seat != view.seat:
                    for tile in worlds[place : place + size]:
                        sums[tile][seat] += weight
                    place += size
        whole = sum(weights)
        all_tiles = tiles_of((1 << 128) - 1, view.rules.max_pip)
        places = {tile: place for place, tile in enumerate(all_tiles)}
        return {tile: tuple(part / whole for part in sums[places[tile]]) for tile in self.unseen}


def worth(weights: Sequence[float]) -> float:
    """How many equal worlds the weighted ones are worth (the effective sample size)."""
    squares = sum(weight * weight for weight in weights)
    return sum(weights) ** 2 / squares if squares else float(len(weights))
