"""Beliefs stay within their bounds at large tables and large sets, and never call an estimate exact."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from doublesix.inference import Belief
from doublesix.inference.estimate import SAMPLES, Samples
from doublesix.inference.table import MOST_STEPS, Table
from doublesix.rules import PRESETS, Position, Rules, View, deal, preset

LARGE = {
    "ten seats of double-twelve": (preset("draw-12"), 10),
    "ten seats, no drawing": (preset("block-12"), 10),
    "four seats of double-nine": (preset("draw-9"), 4),
    "four seats of double-fifteen": (preset("draw-100").replace(max_pip=15, hand_size={4: 15}), 4),
    "four seats with a spinner": (preset("muggins").replace(max_pip=9, hand_size={4: 10}), 4),
    "two seats of double-fifteen": (preset("ply-yard").replace(max_pip=15, hand_size={2: 20}), 2),
}


def some_views(rules: Rules, players: int, seed: int) -> list[View]:
    """What a seat sees at three moments of a random round."""
    rng = random.Random(seed)
    positions: list[Position] = [deal(rules, players, rng)]
    while positions[-1].turn is not None:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves)))
    return [each.view(rng.randrange(players)) for each in rng.sample(positions[:-1], 3)]


def check(view: View) -> None:
    """Exact numbers are fractions that account for every tile held; estimates are floats with intervals."""
    belief = Belief(view)
    odds = belief.odds()
    for engine in belief._engines:
        if isinstance(engine, Table):
            assert sum(len(steps) for layer in engine._steps for steps in layer.values()) <= MOST_STEPS
        elif isinstance(engine, Samples):
            assert not belief.exact
            assert len(engine.holdings) <= SAMPLES
    others = [seat for seat in range(view.players) if seat != view.seat]
    numbers = [number for told in odds.values() for number in (*told.seats, told.boneyard) if number is not None]
    if belief.exact:
        assert all(isinstance(number, Fraction) for number in numbers)
        assert all(told.ci95 is None for told in odds.values())
        for seat in others:
            assert sum(told.seats[seat] or 0 for told in odds.values()) == view.hand_sizes[seat]
    elif any(isinstance(engine, Samples) for engine in belief._engines):
        assert all(told.ci95 is not None for told in odds.values())
        assert all(isinstance(number, float) for number in numbers)


@pytest.mark.parametrize("name", LARGE)
def test_large_tables_are_answered_within_bounds_and_estimates_say_so(name: str) -> None:
    rules, players = LARGE[name]
    for view in some_views(rules, players, 7):
        check(view)


@pytest.mark.nightly
@pytest.mark.parametrize("max_pip", [None, 9, 12, 15])
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_number_of_seats_and_set_is_answered_within_bounds(name: str, max_pip: int | None) -> None:
    rules = preset(name)
    for players in rules.players:
        played = rules
        if max_pip is not None:
            most = ((max_pip + 1) * (max_pip + 2) // 2 - 2) // players
            size = min(rules.hand_size[players] + max_pip - 6, most)
            played = rules.replace(max_pip=max_pip, hand_size={players: size})
        for view in some_views(played, players, 1):
            check(view)
