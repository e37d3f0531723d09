"""Means and shares with their 95 % intervals."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054


class Mean(NamedTuple):
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float


def share_of(hits: int, tries: int) -> Mean:
    """A share of `tries` with Wilson's interval; from nothing at all, anything between 0 and 1."""
    if tries == 0:
        return Mean(0.5, 0.0, 1.0)
    share = hits / tries
    spread = Z95 * Z95 / tries
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / tries + spread / tries / 4) / (1 + spread)
    return Mean(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def mean_of(total: float, squares: float, tries: int, widest: float) -> Mean:
    """A mean from the sum and the sum of squares; below two tries the interval is `widest` to each side."""
    if tries == 0:
        return Mean(0.0, -widest, widest)
    mean = total / tries
    if tries < 2:
        return Mean(mean, mean - widest, mean + widest)
    spread = max(0.0, squares / tries - mean * mean) * tries / (tries - 1)
    half = Z95 * math.sqrt(spread / tries)
    return Mean(mean, mean - half, mean + half)
