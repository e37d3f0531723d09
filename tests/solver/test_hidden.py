"""Small hidden endings against brute force: every deal that fits, solved by plain minimax and averaged."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from doublesix.errors import BadRecord
from doublesix.rules import Rules, deal, preset
from doublesix.solver import count_endings, solve, solve_hidden
from inference.brute import Witness, random_round

from .plain import plain_values

SMALL = {
    "two seats, reserve": preset("ply-yard").replace(max_pip=2, hand_size={2: 2}, reserve=1),
    "two seats draw all": preset("draw-100").replace(max_pip=2, hand_size={2: 2}, target=None),
    "two seats block": preset("ply-yard").replace(max_pip=2, hand_size={2: 2}, draw_limit=0),
    "pairs": preset("partners").replace(max_pip=2, hand_size={4: 1}, target=None, lead_tile="any"),
}


@pytest.mark.parametrize("rules", SMALL.values(), ids=SMALL.keys())
def test_the_outlook_is_the_mean_over_every_deal_that_fits(rules: Rules) -> None:
    rng = random.Random(3)
    (players,) = rules.players
    for at in range(4):
        first = deal(rules, players, rng)
        witness = Witness(first, at % players)
        for position, move in random_round(first, rng):
            if position.turn == witness.seat:
                found = solve_hidden(position.view(witness.seat), partners=True)
                count = len(witness.candidates)
                values = [plain_values(candidate) for candidate in witness.candidates]
                for choice, outlook in found.items():
                    results = [value[choice][0] for value in values]
                    for name in ("win", "tie", "loss"):
                        assert getattr(outlook, name) == Fraction(results.count(name), count)
                    assert outlook.margin == Fraction(sum(value[choice][1] for value in values), count)
            witness.see(position, move)


def test_with_one_world_it_is_the_face_up_value() -> None:
    rng = random.Random(1)
    seen = 0
    for _ in range(30):
        for position, _ in random_round(deal(preset("draw-100"), 2, rng), rng):
            assert position.turn is not None
            view = position.view(position.turn)
            if not position.boneyard:
                assert count_endings(view) == 1
                for move, outlook in solve_hidden(view).items():
                    value = solve(position)[move]
                    assert getattr(outlook, value.result) == 1
                    assert outlook.margin == value.margin
                seen += 1
    assert seen > 20


def test_too_many_worlds_are_refused_and_nobody_elses_turn_is_solved() -> None:
    position = deal(preset("ply-yard"), 2, random.Random(1))
    with pytest.raises(BadRecord, match="worlds"):
        solve_hidden(position.view(0))
    assert solve_hidden(position.view(1)) == {}
