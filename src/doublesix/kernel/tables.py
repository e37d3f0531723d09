"""The rules at one number of seats, derived into the numbers and tables of a `Setup`."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from doublesix.errors import BadRules
from doublesix.kernel import _codes
from doublesix.kernel._setup import Setup
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import tile_set

NO_LIMIT: Final = 1 << 20
LARGEST: Final = 1 << 24
"""Larger targets and payments are left to the plain rules."""
MOST_TILES: Final = 128
MOST_MULTIPLES: Final = 8


def supports(rules: Rules) -> bool:
    """Whether the kernel plays these rules: a set of at most 128 tiles, and no number beyond its ints."""
    numbers = [rules.draw_limit or 0, rules.target.points if rules.target else 0]
    if isinstance(rules.pay.out, int):
        numbers.append(rules.pay.out)
    few = rules.count is None or len(rules.count.multiples) <= MOST_MULTIPLES
    return rules.size <= MOST_TILES and max(numbers) < LARGEST and few


@lru_cache(maxsize=64)
def arm_names(spinner: str, max_pip: int) -> tuple[str, ...]:
    """Names of the arms by their number: L, R, then the side arms."""
    if spinner == "none":
        return ("L", "R")
    if spinner == "all":
        return ("L", "R", *(f"{side}{value}" for value in range(max_pip + 1) for side in "UD"))
    return ("L", "R", "U", "D")


@lru_cache(maxsize=64)
def setup_of(rules: Rules, seats: int) -> Setup:
    """The rules for a number of seats as ints. Raises `BadRules` where the kernel does not play them."""
    if not supports(rules):
        raise BadRules(f"{rules.title} is left to the plain rules: the kernel ends at 128 tiles and numbers of 2^24")
    made = Setup(_numbers(rules, seats))
    tiles = tile_set(rules.max_pip)
    numbers = range(len(tiles))
    arms = arm_names(rules.spinner, rules.max_pip)
    made.set_multiples(list(rules.count.multiples) if rules.count else [])
    made.set_tiles([tile.high for tile in tiles], [tile.low for tile in tiles])
    made.set_orders(
        sorted(numbers, key=lambda number: f"{tiles[number]}L"),  # the letter of an arm sorts behind every digit
        sorted(numbers, key=lambda number: str(tiles[number])),
        sorted(range(len(arms)), key=lambda arm: arms[arm]),
    )
    return made


def _numbers(rules: Rules, seats: int) -> dict[str, int]:
    pay, target, count = rules.pay, rules.target, rules.count
    fixed = pay.out if isinstance(pay.out, int) else None
    plain = rules.spinner == "none" and count is None and not rules.voluntary_draw
    return {
        "tiles": rules.size,
        "values": rules.max_pip + 1,
        "seats": seats,
        "size": rules.hand_size[seats],
        "arms": len(arm_names(rules.spinner, rules.max_pip)),
        "reserve": rules.reserve,
        "draw_limit": NO_LIMIT if rules.draw_limit is None else rules.draw_limit,
        "voluntary": rules.voluntary_draw,
        "partners": rules.partners and seats == 4,
        "fill_first": rules.arms == "fill-first",
        "out_side": rules.out_when == "side",
        "spinner": ("none", "lead", "first", "all").index(rules.spinner),
        "leader": ("seat", "lot", "highest").index(rules.leader),
        "qualifying": rules.lead_tile == "qualifying",
        "two_seats": seats == 2 and rules.max_pip == 6 and plain and rules.draw_limit in (0, None),
        "multiples": len(count.multiples) if count else 0,
        "quotient": count is not None and count.score == "quotient",
        "out": _codes.OUT_FIXED if fixed is not None else ("none", "losers", "others").index(str(pay.out)),
        "out_fixed": fixed or 0,
        "blocked": ("none", "margin", "losers", "all").index(pay.blocked),
        "round_to": pay.round_to,
        "target": target.points if target else 0,
        "exact": target is not None and target.mode == "exact",
        "now": target is not None and target.when == "now",
    }
