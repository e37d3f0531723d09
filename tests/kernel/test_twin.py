"""The kernel plays as the rules do: same legal moves in the same order, same hands, same result, move by move."""

from __future__ import annotations

import random
from typing import Any

import pytest

from doublesix.errors import BadRecord, BadRules, HiddenTile
from doublesix.rules import HIDDEN, PRESETS, Rules, View, deal, preset, start

from .twins import Stream, follow, play_by_rules, random_deal, round_by_rules

TABLES = [(name, players) for name, known in PRESETS.items() for players in known.rules.players]
ROUNDS = 6
"""Rounds for each preset and number of seats; 20,000 a preset: python3 bench/kernel_equality.py."""


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_move_of_a_round_is_the_rules_own(kernel: Any, name: str, players: int) -> None:
    rng = random.Random(f"{name} {players}")
    for _ in range(ROUNDS):
        follow(kernel, random_deal(preset(name), players, rng), rng)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_random_rounds_have_the_totals_of_the_rules(kernel: Any, name: str, players: int) -> None:
    rules = preset(name)
    totals = kernel.playouts(rules, players, seed=11, first=40, count=ROUNDS)
    ended = [round_by_rules(rules, players, 11, index) for index in range(40, 40 + ROUNDS)]
    outcomes = [position.outcome for position, _ in ended]
    assert totals.rounds == ROUNDS
    assert totals.turns == sum(turns for _, turns in ended)
    assert totals.blocked == sum(outcome.ending == "blocked" for outcome in outcomes if outcome)
    assert totals.ties == sum(not outcome.winners for outcome in outcomes if outcome)
    for seat in range(players):
        assert totals.pips[seat] == sum(outcome.pips[seat] or 0 for outcome in outcomes if outcome)
        assert totals.points[seat] == sum(outcome.points[seat] for outcome in outcomes if outcome)
        assert totals.places[seat] == sum(outcome.places[seat] or 0 for outcome in outcomes if outcome)
        firsts = [outcome.places.count(1) for outcome in outcomes if outcome and outcome.places[seat] == 1]
        assert totals.shares[seat] == sum(kernel.WHOLE // first for first in firsts)
    assert sum(totals.shares) == ROUNDS * kernel.WHOLE


def house_rules(rng: random.Random) -> Rules | None:
    """Rules put together at random, or None where they contradict themselves."""
    players = rng.choice([2, 3, 4, 4, 5])
    max_pip = rng.choice([2, 3, 4, 6, 6, 7, 9, 12, 14])
    size = (max_pip + 1) * (max_pip + 2) // 2
    fields: dict[str, Any] = {
        "max_pip": max_pip,
        "hand_size": {players: rng.randint(1, max(1, min(12, size // players)))},
        "partners": players == 4 and rng.random() < 0.5,
        "leader": rng.choice(["seat", "lot", "highest"]),
        "lead_tile": rng.choice(["any", "qualifying"]),
        "next_leader": rng.choice(["again", "rotate", "winner"]),
        "draw_limit": rng.choice([0, 1, 2, None, None]),
        "voluntary_draw": rng.random() < 0.3,
        "reserve": rng.choice([0, 1, 2]),
        "spinner": rng.choice(["none", "lead", "first", "all"]),
        "arms": rng.choice(["sides-first", "fill-first"]),
        "count": rng.choice([None, {"multiples": [5], "score": "total"}, {"multiples": [3, 5], "score": "quotient"}]),
        "pay": {
            "out": rng.choice(["losers", "others", "none", 3]),
            "blocked": rng.choice(["margin", "losers", "all", "none"]),
            "round_to": rng.choice([1, 3, 5]),
        },
        "out_when": rng.choice(["first", "side"]),
        "target": rng.choice(
            [None, {"points": rng.choice([15, 60]), "mode": rng.choice(["at-least", "exact"]),
                    "when": rng.choice(["round", "now"])}]
        ),
    }  # fmt: skip
    try:
        return Rules.from_json(fields)
    except BadRules:
        return None


def test_house_rules_put_together_at_random_are_played_alike(kernel: Any) -> None:
    rng = random.Random(4)
    played = 0
    while played < 150:
        rules = house_rules(rng)
        if rules is None:
            continue
        played += 1
        leader = rng.randrange(rules.players[0]) if rules.leader != "highest" else None
        if rng.random() < 0.5:
            follow(kernel, deal(rules, rules.players[0], rng, leader=leader), rng)
        else:
            position, _ = round_by_rules(rules, rules.players[0], 3, played)
            totals = kernel.playouts(rules, rules.players[0], seed=3, first=played, count=1)
            assert position.outcome is not None
            assert totals.points == position.outcome.points
            assert totals.places == position.outcome.places


def test_a_view_filled_with_the_true_world_is_the_position(kernel: Any) -> None:
    rng = random.Random(5)
    for name in ("ply-yard", "draw", "partners", "five-up", "cross", "draw-12"):
        rules = preset(name)
        position = random_deal(rules, rules.players[-1], rng)
        for _ in range(12):
            if position.turn is None:
                break
            for seat in range(position.players):
                view = View.from_json(position.view(seat).to_json()) if rng.random() < 0.3 else position.view(seat)
                root = kernel.root_of(view)
                others = [tile for other in range(position.players) if other != seat for tile in position.hands[other]]
                world = bytes(map(kernel.number, [*others, *position.boneyard]))
                assert root.unseen() == len(world)
                filled = root.fill(world)
                assert filled.moves() == kernel.state_of(position).moves()
                assert [filled.hand(s) for s in range(position.players)] == [*map(kernel.mask, position.hands)]
                same = [kernel.playouts_from(state, seed=1, count=3) for state in (filled, kernel.state_of(position))]
                assert same[0] == same[1]
            position = position.play(rng.choice(position.legal_moves))


def test_play_from_a_position_ends_as_the_rules_do(kernel: Any) -> None:
    rng = random.Random(6)
    for name in ("ply-yard", "draw-100", "block", "ranked-draw", "puerto-rico", "all-fives"):
        rules = preset(name)
        position = random_deal(rules, rules.players[0], rng)
        for _ in range(rng.randrange(9)):
            if position.turn is not None:
                position = position.play(rng.choice(position.legal_moves))
        if position.turn is None:
            continue
        totals = kernel.playouts_from(kernel.state_of(position), seed=8, first=3, count=1)
        ended, turns = play_by_rules(position, Stream(8, 3))
        assert ended.outcome is not None
        assert (totals.points, totals.places) == (ended.outcome.points, ended.outcome.places)
        assert (totals.pips, totals.turns) == (ended.outcome.pips, turns)


def test_worlds_are_played_after_each_move_as_one_by_one(kernel: Any) -> None:
    rng = random.Random(7)
    for name in ("ply-yard", "all-fives", "draw"):
        rules = preset(name)
        position = deal(rules, 2, rng, leader=0)
        position = position.play(position.legal_moves[0])
        assert position.turn is not None
        view = position.view(position.turn)
        root = kernel.root_of(view)
        hidden = [*position.hands[1 - position.turn], *position.boneyard]
        worlds = []
        for _ in range(4):
            rng.shuffle(hidden)
            worlds.append(bytes(map(kernel.number, hidden)))
        codes = root.fill(worlds[0]).moves()
        together = kernel.playouts_of_worlds(root, codes, b"".join(worlds), seed=2, first=10)
        for code, totals in zip(codes, together, strict=True):
            parts = []
            for index, world in enumerate(worlds):
                state = root.fill(world)
                state.play(code)
                parts.append(kernel.playouts_from(state, seed=2, first=10 + index, count=1))
            assert totals.rounds == 4
            assert totals.wins == tuple(sum(part.wins[seat] for part in parts) for seat in range(2))
            assert totals.pips == tuple(sum(part.pips[seat] for part in parts) for seat in range(2))
            assert totals.points == tuple(sum(part.points[seat] for part in parts) for seat in range(2))


def test_tiles_and_moves_have_numbers_that_read_back(kernel: Any) -> None:
    rules = preset("draw-12")
    tiles = tuple(kernel.tiles_of((1 << 91) - 1, 12))
    assert [kernel.number(tile) for tile in tiles] == list(range(91))
    position = deal(rules, 2, random.Random(1))
    state = kernel.State(kernel.setup_of(rules, 2))
    state.set_hand(0, kernel.mask(tiles))
    assert state.hand(0) == (1 << 91) - 1
    assert kernel.move_of(kernel.code_of(position.legal_moves[0], rules), rules) == position.legal_moves[0]


def test_what_the_kernel_does_not_play_is_refused_in_a_sentence(kernel: Any) -> None:
    largest = preset("draw-12").replace(max_pip=15)
    assert not kernel.supports(largest)
    assert kernel.supports(preset("draw-12").replace(max_pip=14))
    with pytest.raises(BadRules, match="128 tiles"):
        kernel.playouts(largest, 2, seed=1, count=1)
    with pytest.raises(BadRecord, match="players"):
        kernel.playouts(preset("ply-yard"), 3, seed=1, count=1)
    position = deal(preset("ply-yard"), 2, random.Random(1))
    hidden = start(position.rules, [position.hands[0], [HIDDEN] * 7], [HIDDEN] * 14)
    with pytest.raises(HiddenTile):
        kernel.state_of(hidden)
    root = kernel.root_of(position.view(0))
    with pytest.raises(ValueError, match="21 tiles"):
        root.fill(b"")
    with pytest.raises(BadRecord, match="hidden tiles"):
        kernel.playouts_from(root, seed=1, count=1)
    with pytest.raises(BadRecord, match="21 tiles"):
        kernel.playouts_of_worlds(root, root.moves(), b"abc", seed=1)
