"""What moves came to, world by world: kept so that any two moves can be compared over the same worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import repeat
from typing import Final, NamedTuple

from doublesix.analysis.intervals import Mean, share_of, sure, weighted_mean

WIN: Final = 2
TIE: Final = 1
"""Ranks of a move in a world: first place alone, shared; 0 for none."""

Ranks = tuple[int, ...]
"""The ranks of all moves in a world, or in all worlds in which they are the same."""


class Batch(NamedTuple):
    """Some worlds, and how each move did in them."""

    ranks: Sequence[Sequence[int]]
    """By move: its rank in each world."""
    margins: Sequence[Sequence[float]]
    """By move: its margin in pips in each world."""
    weights: Sequence[float] | None
    """By world; None where all weigh the same. Weights of different batches need not be comparable."""


class Chances(NamedTuple):
    """How a move does: first place alone, shared, or not, and the margin in pips."""

    win: Mean
    tie: Mean
    loss: Mean
    margin: Mean
    """The opponents' remaining pips together, less those of one's own side."""

    @property
    def score(self) -> float:
        """Wins and half the ties."""
        return self.win.value + self.tie.value / 2

    def to_json(self) -> dict[str, object]:
        """The contract's shape."""
        names = self._fields
        return {
            **{name: getattr(self, name).value for name in names},
            "ci95": {name: [getattr(self, name).low, getattr(self, name).high] for name in names},
        }


class Tally:
    """The results of some moves so far. `exact`: the weights are probabilities and nothing is estimated."""

    def __init__(self, moves: int, *, exact: bool = False) -> None:
        self.worlds = 0
        self._exact = exact
        self._ranks: dict[Ranks, list[float]] = {}
        """By ranks: the sum of the weights, and of their squares."""
        self._margins = [[0.0] * 4 for _ in range(moves)]
        """By move: sums of weight times margin and margin squared, and the same with the weights squared."""
        self._whole = self._squares = 0.0

    def add(self, batch: Batch) -> None:
        """Take in more worlds. Their weights are set to a mean of 1, unless they are probabilities."""
        count = len(batch.ranks[0])
        self.worlds += count
        weights = batch.weights
        if weights is None:
            for ranks, times in Counter(zip(*batch.ranks, strict=True)).items():
                self._put(ranks, times, times)
            weights = tuple(repeat(1.0, count))
        else:
            if not self._exact:
                scale = count / sum(weights)
                weights = [weight * scale for weight in weights]
            for ranks, weight in zip(zip(*batch.ranks, strict=True), weights, strict=True):
                self._put(ranks, weight, weight * weight)
        self._whole += sum(weights)
        self._squares += sum(weight * weight for weight in weights)
        for sums, margins in zip(self._margins, batch.margins, strict=True):
            for weight, margin in zip(weights, margins, strict=True):
                part = weight * margin
                sums[0] += part
                sums[1] += part * margin
                sums[2] += part * weight
                sums[3] += part * part

    def _put(self, ranks: Ranks, weight: float, square: float) -> None:
        held = self._ranks.get(ranks)
        if held is None:
            self._ranks[ranks] = [weight, square]
        else:
            held[0] += weight
            held[1] += square

    def chances(self, move: int, widest: float) -> Chances:
        """What is known of a move, by its number."""
        shares = [0.0, 0.0, 0.0]
        for ranks, (weight, _) in self._ranks.items():
            shares[ranks[move]] += weight / self._whole
        loss, tie, win = map(sure, shares) if self._exact else (share_of(s * self._worth, self._worth) for s in shares)
        return Chances(win, tie, loss, self._margin(move, widest))

    @property
    def _worth(self) -> float:
        """How many equal worlds the weighted ones are worth."""
        return self._whole * self._whole / self._squares

    def _margin(self, move: int, widest: float) -> Mean:
        once, _, squared, both = self._margins[move]
        mean = once / self._whole
        if self._exact:
            return sure(mean)
        spread = max(0.0, both - 2 * mean * squared + mean * mean * self._squares)
        return weighted_mean(mean, self._whole, self.worlds, spread, widest)

    def gap(self, move: int, other: int) -> Mean:
        """How far a move is behind another in wins and half the ties, over the same worlds."""
        return self._mean([((ranks[other] - ranks[move]) / 2, sums[0], sums[1]) for ranks, sums in self._ranks.items()])

    def score(self, move: int) -> Mean:
        """What a move is worth in wins and half the ties."""
        return self._mean([(ranks[move] / 2, sums[0], sums[1]) for ranks, sums in self._ranks.items()])

    def _mean(self, parts: Sequence[tuple[float, float, float]]) -> Mean:
        """The mean of values, each with the sum of its worlds' weights and of their squares."""
        mean = sum(value * weight for value, weight, _ in parts) / self._whole
        if self._exact:
            return sure(mean)
        spread = sum(square * (value - mean) ** 2 for value, _, square in parts)
        return weighted_mean(mean, self._whole, self.worlds, spread, 1.0)

    def copy(self) -> Tally:
        """The same, not to change when more worlds are added."""
        new = Tally(0, exact=self._exact)
        new.worlds, new._whole, new._squares = self.worlds, self._whole, self._squares
        new._ranks = {ranks: list(sums) for ranks, sums in self._ranks.items()}
        new._margins = [list(sums) for sums in self._margins]
        return new
