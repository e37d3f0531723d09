"""Hands that several cases about the leader's best tile share are counted once."""

from __future__ import annotations

import random

import pytest

from doublesix.inference import Belief
from doublesix.inference.cases import cases_of, others
from doublesix.inference.history import read_history
from doublesix.inference.holdings import holdings_of
from doublesix.inference.union import count_union
from doublesix.rules import Rules, deal, preset

from .brute import random_round

ANY = preset("draw-100").replace(lead_tile="any", hand_size={2: 3}, max_pip=3)


@pytest.mark.parametrize(
    "rules",
    [
        ANY,
        ANY.replace(draw_limit=1),
        ANY.replace(max_pip=4, hand_size={2: 4}),
        ANY.replace(max_pip=4, hand_size={2: 3}, draw_limit=1),
        ANY.replace(max_pip=4, hand_size={2: 4}, voluntary_draw=True),
    ],
)
def test_the_count_is_that_of_listing_every_hand(rules: Rules) -> None:
    rng = random.Random(6)
    checked = 0
    for _ in range(12):
        for position, _ in random_round(deal(rules, 2, rng), rng):
            view = position.view(1 - position.leader)
            history = read_history(view)
            cases = cases_of(view, history)
            if len(cases) > 1:
                listed = {holding for case in cases for holding, _ in holdings_of(case, others(view))}
                assert count_union(cases, history.unseen) == len(listed)
                checked += 1
    assert checked > 20


def test_it_is_exact_and_quick_on_double_six() -> None:
    rng = random.Random(2)
    rules = preset("draw-100").replace(lead_tile="any")
    for position, _ in random_round(deal(rules, 2, rng), rng):
        assert Belief(position.view(1 - position.leader)).exact
