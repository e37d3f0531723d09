# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""A model of choices: nine weights; a move is made the oftener, the higher the weighted sum of its features.

Whole numbers throughout, so that a stream gives the same moves compiled or not, on any machine.
"""

from __future__ import annotations

import math
from typing import Any

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

FEATURES = ("pips", "double", "kept", "matches", "equal", "unseen", "one_lacked", "all_lacked", "draw")
"""Of a play: pips of its tile; whether it is a double; values left in the hand; tiles left in the hand that fit the new
ends; whether these are equal; unseen tiles that fit them; whether the next seat has shown it lacks some or all of
them. `draw` stands for a draw that need not be."""


class Habits:
    """Floats in the order of `FEATURES`; the chance of a move is proportional to exp(sum of weight times feature)."""

    def __init__(self, weights: Any) -> None:
        """Raises `ValueError` unless there are nine, each from -1000 to 1000."""
        i: cython.int
        if len(weights) != 9 or not all(-1000 <= weight <= 1000 for weight in weights):
            raise ValueError(f"habits are nine weights from -1000 to 1000: {', '.join(FEATURES)}")
        if not cython.compiled:
            self.weight, self.parts = [0] * 9, [0] * 1024
        for i in range(9):
            self.weight[i] = round(weights[i] * 1024)
        for i in range(1024):
            self.parts[i] = round(math.exp(i * -0.015625) * (1 << 20))  # -i/64; compiled, / would divide ints
