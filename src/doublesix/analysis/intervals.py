"""Means and shares with their 95 % intervals, of samples that may weigh differently."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054


class Mean(NamedTuple):
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float


def sure(value: float) -> Mean:
    """A number that is no estimate."""
    return Mean(value, value, value)


def share_of(hits: float, tries: float) -> Mean:
    """A share of `tries` with Wilson's interval; from nothing at all, anything between 0 and 1.

    Of weighted samples, `tries` is how many equal ones they are worth.
    """
    if not tries:
        return Mean(0.5, 0.0, 1.0)
    share = min(1.0, max(0.0, hits / tries))
    spread = Z95 * Z95 / tries
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / tries + spread / tries / 4) / (1 + spread)
    return Mean(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def mean_of(total: float, squares: float, tries: int, widest: float) -> Mean:
    """A mean from the sum and the sum of squares; below two tries the interval is `widest` to each side."""
    if tries == 0:
        return Mean(0.0, -widest, widest)
    mean = total / tries
    return weighted_mean(mean, tries, tries, max(0.0, squares - tries * mean * mean), widest)


def weighted_mean(mean: float, whole: float, tries: int, spread: float, widest: float) -> Mean:
    """The interval of a weighted mean: `whole` is the sum of the weights, `spread` that of the squares of weight times
    distance from the mean; below two tries the interval is `widest` to each side."""
    if tries < 2:
        return Mean(mean, mean - widest, mean + widest)
    half = Z95 * math.sqrt(spread * tries / (tries - 1)) / whole
    return Mean(mean, mean - half, mean + half)
