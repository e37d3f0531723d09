"""Random house rules, repeatable by their number."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from doublesix.errors import BadRules
from doublesix.rules import PRESETS, Rules

_VALUES: Final[dict[str, Callable[[random.Random], Any]]] = {
    "max_pip": lambda rng: rng.choice([2, 3, 6, 6, 7, 9, 12, 15]),
    "hand_size": lambda rng: {str(n): rng.randint(1, 9) for n in rng.sample(range(2, 11), rng.randint(1, 4))},
    "partners": lambda rng: rng.random() < 0.5,
    "leader": lambda rng: rng.choice(["seat", "lot", "highest"]),
    "lead_tile": lambda rng: rng.choice(["any", "qualifying"]),
    "next_leader": lambda rng: rng.choice(["again", "rotate", "winner"]),
    "draw_limit": lambda rng: rng.choice([None, 0, 1, 2, 3, 17]),
    "voluntary_draw": lambda rng: rng.random() < 0.5,
    "reserve": lambda rng: rng.choice([0, 1, 2]),
    "spinner": lambda rng: rng.choice(["none", "lead", "first", "all"]),
    "arms": lambda rng: rng.choice(["sides-first", "fill-first"]),
    "count": lambda rng: rng.choice(
        [None, {"multiples": [5], "score": "total"}, {"multiples": [3, 5], "score": "quotient"}]
    ),
    "pay": lambda rng: {
        "out": rng.choice(["losers", "others", "none", rng.randint(0, 50)]),
        "blocked": rng.choice(["margin", "losers", "all", "none"]),
        "round_to": rng.choice([1, 3, 5]),
    },
    "out_when": lambda rng: rng.choice(["first", "side"]),
    "target": lambda rng: rng.choice(
        [None, {"points": 5 * rng.randint(1, 60), "mode": rng.choice(["at-least", "exact"]), "when": "now"}]
    ),
}
_TITLES: Final = ("Club night", 'The "Nine" & <b>friends</b>', "Día de dominó", "\\ backslash", "骨牌", "'")


def club_rules(number: int) -> Rules:
    """House rules `number`: some preset with one to five fields changed, written by base or in full."""
    rng = random.Random(f"club {number}")
    while True:
        base = rng.choice(list(PRESETS))
        fields = rng.sample(list(_VALUES), rng.randint(1, 5))
        value: dict[str, Any] = {"base": base} | {field: _VALUES[field](rng) for field in fields}
        if rng.random() < 0.8:
            value["title"] = rng.choice(_TITLES)
        try:
            rules = Rules.from_json(value)
        except BadRules:
            continue
        return rules if rng.random() < 0.7 else Rules.from_json(rules.fields_json() | {"title": rules.title})
