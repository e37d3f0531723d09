"""Face-up values against plain minimax, and the examples of the command."""

from __future__ import annotations

import random

import pytest

from doublesix.errors import BadRecord, HiddenTile
from doublesix.rules import HIDDEN, Move, Position, Rules, Tile, deal, preset, start
from doublesix.solver import solve, solving
from doublesix.solver.ends import EndStates

from .plain import plain_values


def small(name: str, players: int, hand: int, max_pip: int = 3, **changes: object) -> Rules:
    return preset(name).replace(max_pip=max_pip, hand_size={players: hand}, count=None, target=None, **changes)


SMALL = {
    "draw to the reserve": small("ply-yard", 2, 3),
    "draw all": small("draw-100", 2, 3),
    "draw one": small("ply-yard", 2, 3, draw_limit=1, reserve=0),
    "draw two": small("ply-yard", 2, 2, draw_limit=2, reserve=1),
    "draw at will": small("draw", 2, 2, max_pip=2, leader="seat", reserve=1),
    "draw one at will": small("draw", 2, 3, leader="seat", draw_limit=1, reserve=2),
    "block": small("block", 2, 4),
    "spinner": small("all-fives", 2, 3, leader="seat"),
    "every double a spinner": small("five-up", 2, 3, leader="seat"),
    "cross": small("cross", 2, 3),
    "cross from the lead": small("cross", 2, 3, spinner="lead", lead_tile="any", leader="seat"),
    "every double filled first": small("cross", 2, 3, spinner="all"),
}
PAIRS = {
    "pairs": small("partners", 4, 2),
    "pairs, both must be out": small("partners", 4, 2, out_when="side"),
    "pairs that draw": small("partners", 4, 2, draw_limit=None, reserve=0),
    "pairs with a spinner": small("partners", 4, 2, spinner="all", lead_tile="any", leader="seat"),
}


def plies(rules: Rules, players: int, rng: random.Random) -> list[Position]:
    position, out = deal(rules, players, rng), []
    while position.turn is not None:
        out.append(position)
        position = position.play(rng.choice(position.legal_moves))
    return out


@pytest.mark.parametrize("rules", [*SMALL.values(), *PAIRS.values()], ids=[*SMALL, *PAIRS])
def test_every_move_has_the_value_of_plain_minimax(rules: Rules) -> None:
    rng = random.Random(4)
    (players,) = rules.players
    for _ in range(3):
        for position in plies(rules, players, rng):
            assert solve(position, partners=True) == plain_values(position)


@pytest.mark.parametrize("name", ["ply-yard", "draw-100", "ranked-block", "draw", "cross"])
def test_late_positions_of_the_presets_have_the_value_of_plain_minimax(name: str) -> None:
    rng = random.Random(6)
    rules = preset(name)
    for _ in range(3):
        first = deal(rules, 2, rng, leader=0 if rules.leader == "lot" else None)
        position, late = first, []
        while position.turn is not None:
            if position.drawable + sum(map(len, position.hands)) <= 8:
                late.append(position)
            position = position.play(rng.choice(position.legal_moves))
        for position in late:
            assert solve(position) == plain_values(position)


@pytest.mark.parametrize("spinner", ["none", "lead", "first", "all"])
@pytest.mark.parametrize("arms", ["sides-first", "fill-first"])
def test_states_of_the_ends_follow_the_line(spinner: str, arms: str) -> None:
    rng = random.Random(9)
    rules = preset("sebastopol").replace(spinner=spinner, arms=arms)
    for _ in range(6):
        states = EndStates(rules)
        for position in plies(rules, 4, rng)[1:]:
            line, state = position.line, states.of(position.line)
            fits = [t for t in states.tiles if any(value in t for value in line.ends.values())]
            assert states.accepts[state] == states.mask(tuple(fits))
            for tile in set(fits) - set(line.tiles):
                after = {states.of(line.played(tile, side)) for side, value in line.ends.items() if value in tile}
                assert after == set(states.after(state, states.bits[tile]))


HANDS = ["6-5 6-3 6-1 5-5 5-0 3-1 0-0", "6-6 6-4 6-0 4-4 4-2 3-3 1-1"]
BONEYARD = "2-0 5-1 2-2 3-0 4-1 6-2 5-2 1-0 5-3 2-1 4-0 3-2 4-3 5-4"


def test_the_leads_of_the_worked_deal() -> None:
    """The results by lead were found by an independent prototype."""
    tiles = [[Tile(word) for word in hand.split()] for hand in (*HANDS, BONEYARD)]
    values = solve(start(preset("ply-yard"), tiles[:2], tiles[2]))
    assert [str(move) for move, value in values.items() if value.result == "win"] == ["0-0", "5-0", "6-1"]
    assert [str(move) for move, value in values.items() if value.result == "loss"] == ["3-1", "5-5", "6-3", "6-5"]
    assert all(value.margin is not None and value.margin > 0 for value in values.values() if value.result == "win")


def test_the_result_comes_first_and_then_the_margin() -> None:
    steps = list(solving(deal(preset("ranked-block"), 2, random.Random(1))))
    assert [step.done for step in steps] == list(range(1, steps[-1].steps + 1))
    last = steps[-1].moves
    results = steps[len(last) - 1].moves
    assert {move: value.result for move, value in results.items()} == {m: v.result for m, v in last.items()}
    assert all(value.margin is not None for value in last.values())


def test_a_finished_round_has_no_moves_to_value() -> None:
    position = deal(preset("ranked-block"), 2, random.Random(1))
    while position.turn is not None:
        position = position.play(position.legal_moves[0])
    assert solve(position) == {}


def test_more_than_two_sides_are_refused_and_pairs_are_an_option() -> None:
    with pytest.raises(BadRecord, match="two seats"):
        solve(deal(preset("draw-100"), 3, random.Random(1)))
    pairs = deal(preset("partners"), 4, random.Random(1))
    with pytest.raises(BadRecord, match="partners"):
        solve(pairs)


def test_a_hidden_tile_is_refused_but_the_reserve_may_stay_hidden() -> None:
    tiles = [[Tile(word) for word in hand.split()] for hand in (*HANDS, BONEYARD)]
    rules = preset("ply-yard")
    whole = solve(start(rules, tiles[:2], tiles[2]).play("5-0"))
    assert solve(start(rules, tiles[:2], [*tiles[2][:-2], HIDDEN, HIDDEN]).play("5-0")) == whole
    with pytest.raises(HiddenTile):
        solve(start(rules, tiles[:2], [HIDDEN, *tiles[2][1:]]))


def test_draws_and_passes_are_moves_too() -> None:
    rng = random.Random(2)
    kinds = set()
    for position in plies(preset("draw-100"), 2, rng):
        if position.forced is not None:
            (move,) = solve(position)
            kinds.add(move.kind)
            assert isinstance(move, Move)
    assert "draw" in kinds
