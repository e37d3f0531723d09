"""Fitted weights of the model of choices, in 128ths of a natural logarithm: written by bench/fit_choice.py."""

from __future__ import annotations

from typing import Any, Final

WEIGHTS: Final[dict[str, tuple[int, ...]]] = {
    "two-draw": (9, 132, -2, 2, -108, -48, 42, 61, 0, 0, 0, 80, -462, 16, 16),
    "two-block": (40, 51, -49, 16, -87, -46, 111, 87, 0, 0, 0, 98, 0, 23, 0),
    "several-draw": (10, 160, -85, 22, -47, -33, 21, 40, -7, 0, 0, 22, 0, 26, -7),
    "several-block": (23, 165, -79, 46, -25, -27, 58, 44, -10, 0, 0, 96, 0, 4, -17),
    "pairs": (16, 156, -18, -10, -27, -22, 73, 80, 12, -49, 0, 4, 0, 4, 35),
    "points": (13, 164, -13, -5, -137, -44, 4, 89, 49, 0, -1, 53, 0, 7, -11),
}
"""By family of rules, in the order of `doublesix.kernel.CHOICE_FEATURES`."""

PROVENANCE: Final[dict[str, dict[str, Any]]] = {
    "two-draw": {
        "command": "bench/fit_choice.py --only two-draw --rounds 600 --level hard --worlds 200 --seed 20261129",
        "date": "2026-11-29",
        "commit": "c4a4fe5-dirty",
        "rounds": 600,
        "choices": 5529,
        "test choices": 1348,
        "log-loss": 0.7434,
        "log-loss uniform": 1.0582,
        "same move": 0.6721,
    },
    "several-draw": {
        "command": "bench/fit_choice.py --only several-draw --rounds 200 --level hard --worlds 200 --seed 20261129",
        "date": "2026-11-29",
        "commit": "4016221",
        "rounds": 200,
        "choices": 1579,
        "test choices": 370,
        "log-loss": 0.7332,
        "log-loss uniform": 0.9519,
        "same move": 0.6649,
    },
    "two-block": {
        "command": "bench/fit_choice.py --only two-block --rounds 200 --level hard --worlds 200 --seed 20261129",
        "date": "2026-11-29",
        "commit": "4016221-dirty",
        "rounds": 200,
        "choices": 894,
        "test choices": 227,
        "log-loss": 0.7274,
        "log-loss uniform": 0.9486,
        "same move": 0.6916,
    },
    "pairs": {
        "command": "bench/fit_choice.py --only pairs --rounds 200 --level hard --worlds 200 --seed 20261129",
        "date": "2026-11-29",
        "commit": "4016221-dirty",
        "rounds": 200,
        "choices": 2158,
        "test choices": 566,
        "log-loss": 0.8689,
        "log-loss uniform": 0.9865,
        "same move": 0.5919,
    },
    "points": {
        "command": "bench/fit_choice.py --only points --rounds 200 --level hard --worlds 200 --seed 20261129",
        "date": "2026-11-29",
        "commit": "4016221-dirty",
        "rounds": 200,
        "choices": 2099,
        "test choices": 525,
        "log-loss": 1.1245,
        "log-loss uniform": 1.3012,
        "same move": 0.5543,
    },
    "several-block": {
        "command": "bench/fit_choice.py --only several-block --rounds 200 --level hard --worlds 200 --seed 20261129",
        "date": "2026-11-29",
        "commit": "4016221-dirty",
        "rounds": 200,
        "choices": 1850,
        "test choices": 456,
        "log-loss": 0.8262,
        "log-loss uniform": 1.0013,
        "same move": 0.6228,
    },
}
"""By family: how its weights were made, and how well they tell choices that were kept apart."""
