"""Rounds of two seats played out by the model on 32-bit masks are those of the general state, one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from doublesix.rules import deal, preset

from .test_choice import begun


@pytest.mark.parametrize("name", ["ply-yard", "draw-100", "ranked-draw", "ranked-block", "draw-classic"])
def test_play_outs_of_two_seats_are_those_of_the_general_state(kernel: Any, name: str) -> None:
    rules, rng = preset(name), random.Random(f"{name}/two")
    compared = 0
    for _ in range(6 if kernel.compiled else 2):
        position = deal(rules, 2, rng)
        state, chooser = begun(kernel, position)
        assert state.setup.two_seats
        while position.turn is not None:
            view = position.view(position.turn)
            root = kernel.root_of(view)
            world = [*position.hands[1 - view.seat], *position.boneyard]
            packed = bytes(map(kernel.number, world)) * (40 if kernel.compiled else 2)
            for code in root.moves()[:2]:
                count = len(packed) // len(world)
                slow = kernel._choice.rounds_by_choice(root, chooser, code, packed, count, 5, 7)
                fast = kernel._two_choice.rounds_by_choice_of_two(root, chooser, code, packed, count, 5, 7)
                assert fast.sums() == slow.sums()
                compared += 1
            move = rng.choice(position.legal_moves)
            chooser.play(state, kernel.code_of(move, rules))
            position = position.play(move)
    assert compared > 20
