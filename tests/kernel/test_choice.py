"""The model of choices in the kernel: it sees the moves of the rules, and plays the same compiled and interpreted."""

from __future__ import annotations

import random
from typing import Any

import pytest

from doublesix import kernel as installed
from doublesix.rules import PRESETS, Position, deal, preset

from .twins import interpreted

TABLES = [(name, known.rules.players[-1]) for name, known in PRESETS.items()]
WEIGHT = (9, 40, -30, 40, -60, -20, 30, 60, 20, -40, 25, 10, -60, 5, 20)
WEIGHTS = [tuple(weight + part for weight in WEIGHT) for part in range(9)]
"""Others in each part of a round."""


def begun(kernel: Any, position: Position) -> tuple[Any, Any]:
    """State and model of a position before its first move."""
    state = kernel.state_of(position)
    return state, kernel.Chooser(state.setup, WEIGHTS, [len(hand) for hand in position.hands])


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_model_chooses_among_the_moves_of_the_rules_and_knows_their_points(
    kernel: Any, name: str, players: int
) -> None:
    rules, rng = preset(name), random.Random(name)
    points = kernel.CHOICE_FEATURES.index("points")
    for _ in range(2):
        position = deal(rules, players, rng)
        state, chooser = begun(kernel, position)
        while position.turn is not None:
            chances = chooser.chances(state)
            moves = [kernel.move_of(code, rules) for code in chances]
            assert set(moves) <= set(position.legal_moves)
            assert abs(sum(chances.values()) - 1) < 1e-9
            if len(set(position.ends.values())) > 1 or rules.spinner != "none":
                assert set(moves) == set(position.legal_moves)
            move, turn = rng.choice(position.legal_moves), position.turn
            if move.kind in ("lead", "play") and rules.count is not None and len(position.hands[turn]) > 1:
                gained = chooser.features(state, kernel.code_of(move, rules))[points]
                after = position.play(move)
                if after.turn is not None:
                    assert after.points[turn] - position.points[turn] == gained
            chooser.play(state, kernel.code_of(move, rules))
            position = position.play(move)
        assert state.turn == -1


def test_a_seat_lacks_the_ends_at_which_it_drew_or_passed(kernel: Any) -> None:
    rng = random.Random(4)
    passes = draws = 0
    for name, players in (("ranked-block", 3), ("ply-yard", 2), ("draw-100", 4)):
        for _ in range(10):
            position = deal(preset(name), players, rng)
            state, chooser = begun(kernel, position)
            while position.turn is not None:
                for seat, hand in enumerate(position.hands):
                    lacked = chooser.lacked(seat)
                    if name == "ranked-block":
                        assert not any(lacked >> tile.high & 1 or lacked >> tile.low & 1 for tile in hand)
                move, turn = position.legal_moves[0], position.turn
                ends = sum({1 << value for value in position.ends.values()})
                chooser.play(state, kernel.code_of(move, position.rules))
                if move.kind == "draw":
                    assert chooser.lacked(turn) == ends
                    draws += 1
                elif move.kind == "pass":
                    assert chooser.lacked(turn) & ends == ends
                    passes += 1
                position = position.play(move)
    assert passes > 20
    assert draws > 20


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_play_outs_by_the_model_are_the_same_compiled_and_interpreted(name: str, players: int) -> None:
    if not installed.compiled:
        pytest.skip("nothing is compiled")
    position = deal(preset(name), players, random.Random(f"{name}/same"))
    found = []
    for kernel in (installed, interpreted()):
        view = position.view(position.turn or 0)
        root = kernel.root_of(view)
        hidden = [tile for seat, hand in enumerate(position.hands) if seat != view.seat for tile in hand]
        world = bytes(map(kernel.number, (*hidden, *position.boneyard)))
        _, chooser = begun(kernel, position)
        codes = [kernel.code_of(move, view.rules) for move in view.legal[:2]]
        found.append([tuple(each) for each in kernel.playouts_by_choice(root, chooser, codes, world * 3, seed=8)])
    assert found[0] == found[1]


def test_a_model_that_only_likes_heavy_tiles_plays_them(kernel: Any) -> None:
    position = deal(preset("ply-yard"), 2, random.Random(2))
    state = kernel.state_of(position)
    chooser = kernel.Chooser(state.setup, [(UNITS_ENOUGH, *[0] * 14)] * 9, [7, 7])
    chances = chooser.chances(state)
    best = max(chances, key=lambda code: chances[code])
    heaviest = max(tile.pips for tile in position.hands[0])
    move = kernel.move_of(best, position.rules)
    assert move.tile.pips == heaviest


UNITS_ENOUGH = 400
"""Weight of a pip that leaves the others no chance."""
