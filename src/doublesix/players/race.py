"""Moves tried in the same worlds, batch after batch; those that are clearly worse get no more worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from doublesix.rules.moves import Move

BATCH = 100
"""Worlds between two looks at which moves are still worth trying."""
CLEAR = 2.0
"""Standard errors by which a move is clearly worse: those of two moves tried in worlds of their own. In the same worlds
the true ones are smaller."""

Trial = Callable[[Sequence[Move], int], Sequence[float]]
"""From moves and a number of worlds: the mean worth of each move over so many new ones."""


def race(moves: Iterable[Move], batches: Iterable[int], trial: Trial, spread: float) -> dict[Move, float]:
    """The summed worth of the moves that stayed in to the end; `spread` is how far single rounds lie apart in it."""
    sums = dict.fromkeys(moves, 0.0)
    done = 0
    for batch in batches:
        left = tuple(sums)
        for move, worth in zip(left, trial(left, batch), strict=True):
            sums[move] += batch * worth
        done += batch
        bound = max(sums.values()) - CLEAR * spread * sqrt(2 * done)
        sums = {move: worth for move, worth in sums.items() if worth >= bound}
        if len(sums) == 1:
            break
    return sums
