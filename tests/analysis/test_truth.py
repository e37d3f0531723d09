"""The truth afterwards: what the others held, said of choices only, and never a word of it in what judges them."""

from __future__ import annotations

import random

import pytest

from doublesix.analysis import review
from doublesix.analysis.truth import truth
from doublesix.players.hard import distinct
from doublesix.players.limit import Limit, Thinking
from walks import played


@pytest.mark.parametrize(("rules", "players"), [("ply-yard", 2), ("ranked-block", 3), ("partners", 4)])
def test_each_other_hand_is_told_by_the_tiles_it_held_that_fit(rules: str, players: int) -> None:
    positions = played(rules, players, 4)
    for seat in range(players):
        found = truth(positions, seat)
        assert found
        for one in found:
            assert len(distinct(positions[one.at].view(seat))) > 1
            after = positions[one.at + 1]
            ends = set(after.line.ends.values())
            others = [other for other in range(players) if other != seat]
            for other, told in zip(others, one.told, strict=True):
                fitting = {str(tile) for tile in after.hands[other] if ends & set(tile)}
                assert {word.strip(",.") for word in told.split() if "-" in word} == fitting


def test_a_review_says_nothing_of_the_truth() -> None:
    positions = played("ply-yard", 2, 6)
    hidden = {one.at: one.told for one in truth(positions, 0)}
    for decision in review(positions, random.Random(1), lambda: Thinking(Limit(worlds=20), None), 0):
        assert not set(map(str, decision.facts)) & set(map(str, hidden.get(decision.at, ())))
