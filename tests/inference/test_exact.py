"""The belief against brute force over all deals and boneyard orders, on the small sets."""

from __future__ import annotations

import random

import pytest

from doublesix.inference import Belief, voids
from doublesix.inference.cases import cases_of
from doublesix.inference.hands import OneSeat
from doublesix.inference.history import read_history
from doublesix.inference.table import Table
from doublesix.rules import Position, Rules, View, deal, preset

from .brute import Witness, random_round


def small(max_pip: int, players: int, hand: int, **changes: object) -> Rules:
    return preset("ply-yard").replace(max_pip=max_pip, hand_size={players: hand}, **changes)


CASES = {
    "two seats draw until a tile fits": small(3, 2, 3, reserve=0),
    "two seats with a reserve": small(3, 2, 3, reserve=2),
    "two seats draw one": small(3, 2, 3, reserve=1, draw_limit=1),
    "two seats draw two": small(2, 2, 1, reserve=0, draw_limit=2),
    "two seats may draw at will": small(2, 2, 2, reserve=0, voluntary_draw=True),
    "two seats may draw two at will": small(2, 2, 1, reserve=0, voluntary_draw=True, draw_limit=2),
    "two seats block": small(3, 2, 3, draw_limit=0),
    "the highest double leads": small(2, 2, 2, reserve=0, leader="highest", lead_tile="qualifying"),
    "the highest double leads, double-three": small(3, 2, 3, reserve=0, leader="highest", lead_tile="qualifying"),
    "the holder of the highest double leads anything": small(2, 2, 2, reserve=0, leader="highest"),
    "the same on double-three, drawing one": small(3, 2, 3, reserve=0, leader="highest", draw_limit=1),
    "a given seat leads its highest double": small(2, 2, 2, reserve=0, lead_tile="qualifying"),
    "three seats": small(2, 3, 1, reserve=0),
    "three seats, the highest double leads": small(3, 3, 2, reserve=0, leader="highest", lead_tile="qualifying"),
    "three seats lead anything": small(2, 3, 1, reserve=0, leader="highest", draw_limit=1),
    "three seats block": small(3, 3, 2, draw_limit=0),
    "four seats": small(2, 4, 1, reserve=0, leader="highest", lead_tile="qualifying"),
    "four seats draw one": small(2, 4, 1, reserve=0, draw_limit=1),
    "four seats block": small(2, 4, 1, draw_limit=0),
    "four seats with a spinner": small(2, 4, 1, reserve=0, spinner="first"),
}


def compare(position: Position, witness: Witness) -> None:
    view = position.view(witness.seat)
    made = Belief(view)
    counted = witness.holdings()
    total = sum(counted.values())
    assert made.exact
    assert made.worlds == len(counted)
    assert {holding: chance * total for holding, chance in made.holdings().items()} == dict(counted)
    for tile, odds in made.odds().items():
        assert sum(chance for chance in odds.seats if chance is not None) + odds.boneyard == 1
        for seat, chance in enumerate(odds.seats):
            assert chance == (None if seat == view.seat else witness.chance(tile, seat))
    for seat in range(view.players):
        for value, number in voids(view, seat).items():
            assert 1 <= number <= len(view.moves)
            if seat != view.seat:
                assert not any(value in tile for other in witness.candidates for tile in other.hands[seat])


@pytest.mark.parametrize("rules", CASES.values(), ids=CASES.keys())
def test_worlds_odds_and_voids_are_those_of_brute_force(rules: Rules) -> None:
    rng = random.Random(len(rules.to_json()))
    (players,) = rules.players
    first = deal(rules, players, rng)
    witness = Witness(first, rng.randrange(players))
    compare(first, witness)
    for position, move in random_round(first, rng):
        witness.see(position, move)
        compare(position._after(move), witness)


@pytest.mark.nightly
@pytest.mark.parametrize("rules", CASES.values(), ids=CASES.keys())
@pytest.mark.parametrize("seed", range(20))
def test_worlds_odds_and_voids_are_those_of_brute_force_at_length(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    (players,) = rules.players
    first = deal(rules, players, rng)
    witness = Witness(first, rng.randrange(players))
    for position, move in random_round(first, rng):
        witness.see(position, move)
        compare(position._after(move), witness)


def test_the_table_of_several_seats_gives_the_same_for_one() -> None:
    rng = random.Random(7)
    for _ in range(6):
        for position, _ in random_round(deal(preset("draw-100"), 2, rng), rng):
            for case in cases_of(view := position.view(0), read_history(view)):
                one, table = OneSeat(case.seats[0], case.unseen), Table(case.seats, case.unseen)
                assert (one.total, one.worlds) == (table.total, table.worlds)


def test_a_view_read_from_json_has_the_same_belief() -> None:
    rng = random.Random(3)
    for position, _ in random_round(deal(preset("ranked-draw"), 3, rng), rng):
        view = position.view(1)
        read = View.from_json(view.to_json())
        assert Belief(read).worlds == Belief(view).worlds
        assert Belief(read).odds() == Belief(view).odds()
