"""Results world by world are the same rounds that the totals sum up, compiled and as plain Python."""

from __future__ import annotations

import random
from typing import Any

import pytest

import doublesix.kernel
from doublesix.inference import belief
from doublesix.players.choice import weights_for
from doublesix.rules import PRESETS, View, deal, preset

from .twins import interpreted


def a_choice(name: str, players: int) -> View:
    rng = random.Random(f"{name}/{players}/results")
    while True:
        position = deal(preset(name), players, rng)
        while position.turn is not None:
            if len(position.moves) > players and len(position.legal_moves) > 1:
                return position.view(position.turn)
            position = position.play(rng.choice(position.legal_moves))


@pytest.mark.parametrize("name", PRESETS)
def test_results_by_world_add_up_to_the_totals(name: str) -> None:
    rules = preset(name)
    for players in rules.players[:3]:
        view = a_choice(name, players)
        worlds = belief(view).packed(6, seed=3)
        side = rules.side(view.seat, players)
        told = []
        for kernel in (doublesix.kernel, interpreted()):
            told.append([plain(kernel, view, worlds, side, model) for model in (False, True)])
        assert told[0] == told[1]


def plain(kernel: Any, view: View, worlds: bytes, side: tuple[int, ...], model: bool) -> object:
    """The results of one form of the kernel, checked against its own totals."""
    rules = view.rules
    root = kernel.root_of(view)
    codes = [kernel.code_of(move, rules) for move in view.legal]
    chooser = None
    if model:
        setup = kernel.setup_of(rules, view.players)
        chooser = kernel.Chooser(setup, weights_for(rules, view.players), view.hand_sizes)
        totals = kernel.playouts_by_choice(root, chooser, codes, worlds, seed=4, first=9)
    else:
        totals = kernel.playouts_of_worlds(root, codes, worlds, seed=4, first=9)
    ranks, margins = kernel.results_by_world(root, codes, worlds, seed=4, first=9, chooser=chooser)
    for rank, margin, total in zip(ranks, margins, totals, strict=True):
        assert rank.count(2) == total.wins[view.seat]
        assert len(rank) == len(margin) == total.rounds
        assert sum(margin) == sum(total.pips) - 2 * sum(total.pips[seat] for seat in side)
        if view.players == 2:
            assert rank.count(1) == total.rounds - total.wins[0] - total.wins[1]
    return [list(rank) for rank in ranks], [list(margin) for margin in margins]
