"""The model of choices read from a view, and worlds weighed by it."""

from __future__ import annotations

import random
from collections import Counter
from math import isclose, log

import pytest

from doublesix.kernel import CHOICE_FEATURES as FEATURES
from doublesix.kernel import code_of, number, root_of, state_of
from doublesix.players.choice import MIXED, family, read, weights_for
from doublesix.players.choice_weights import PROVENANCE, WEIGHTS
from doublesix.players.hard import distinct
from doublesix.players.weighted import Weighted, worth
from doublesix.rules import PRESETS, Position, deal, preset, start


def rounds(name: str, players: int, count: int) -> list[Position]:
    """Positions with a choice, of random rounds."""
    rng, out = random.Random(f"{name}/{players}/choice"), []
    for _ in range(count):
        position = deal(preset(name), players, rng)
        while position.turn is not None:
            if len(position.legal_moves) > 1:
                out.append(position)
            position = position.play(rng.choice(position.legal_moves))
    return out


def the_truth(position: Position, seat: int) -> bytes:
    """The world as it is."""
    hidden = [tile for other, hand in enumerate(position.hands) if other != seat for tile in hand]
    return bytes(map(number, (*hidden, *position.boneyard)))


def test_every_preset_has_fitted_weights_and_they_say_where_they_come_from() -> None:
    for known in PRESETS.values():
        for players in known.rules.players:
            assert [len(part) for part in weights_for(known.rules, players)] == [len(FEATURES)] * 9
            about = PROVENANCE[family(known.rules, players)]
            assert about["log-loss"] < about["log-loss uniform"]
    assert WEIGHTS.keys() == PROVENANCE.keys()


@pytest.mark.parametrize(("name", "players"), [("ranked-block", 2), ("ranked-block", 4), ("partners", 4)])
def test_without_draws_the_true_world_weighs_the_product_of_the_chances_of_its_choices(
    name: str, players: int
) -> None:
    rules = preset(name)
    for position in rounds(name, players, 3):
        assert position.turn is not None
        view = position.view(position.turn)
        known = read(view)
        hands, boneyard = position.first_deal()
        chance = 1.0
        again = start(rules, hands, boneyard, leader=position.leader)
        for move in position.moves:
            turn = again.turn
            assert turn is not None
            seen = again.view(turn)
            chances = read(seen).chooser.chances(state_of(again))
            code = code_of(move, rules)
            if code not in chances:
                code -= 1  # the mirror image at the left
            if turn != view.seat and len(chances) > 1:
                chance *= (1 - MIXED) * chances[code] + MIXED / len(chances)
            again = again.play(move)
        world = the_truth(position, view.seat)
        (weight,) = known.past.weights(world, 1, len(world), 1, MIXED)
        assert isclose(weight, chance, rel_tol=1e-9)


@pytest.mark.parametrize("name", PRESETS)
def test_weights_are_chances_in_every_preset(name: str) -> None:
    players = preset(name).players[-1]
    for position in rounds(name, players, 1)[::4]:
        view = position.view(position.turn or 0)
        if root_of(view).unseen() == 0:
            continue
        weighted = Weighted(view)
        packed = weighted.packed(20, seed=3)
        width = len(weighted.unseen)
        assert len(packed) == 20 * width
        for at in range(0, len(packed), width):
            assert sorted(packed[at : at + width]) == sorted(map(number, weighted.unseen))
        assert all(0 < weight <= 1 for weight in weighted.weigh(packed, 1))


def test_worlds_come_as_often_as_their_weights_say() -> None:
    """On double-three the odds of weighted worlds are those of all worlds times their weights."""
    rules = preset("ranked-block").replace(max_pip=3, hand_size={2: 3})
    rng = random.Random(5)
    position = deal(rules, 2, rng)
    while len(position.moves) < 2:
        position = position.play(rng.choice(position.legal_moves))
    weighted = Weighted(position.view(position.turn or 0))
    packed, width = weighted.packed(4_000, seed=1), len(weighted.unseen)
    odds = weighted.odds(8_000, seed=2)
    held = position.view(position.turn or 0).hand_sizes[1 - (position.turn or 0)]
    counts = Counter(tile for at in range(0, len(packed), width) for tile in packed[at : at + held])
    for tile, chances in odds.items():
        assert abs(counts[number(tile)] / 4_000 - sum(chances)) < 0.04


def test_the_worth_of_weights_is_that_of_equal_worlds() -> None:
    assert worth([1.0] * 8) == 8
    assert worth([1.0, 0.0, 0.0, 0.0]) == 1
    assert worth([]) == 0


def test_weighing_tells_more_of_the_true_hands_than_the_exact_belief() -> None:
    """The gain in log-loss for each unseen tile: a small size of bench/bench_weighted.py."""
    from doublesix.players import Limit, make_player

    plain = better = 0.0
    for number_ in range(12):
        position = deal(preset("ply-yard"), 2, random.Random(f"gain/{number_}"))
        player = make_player("hard", number_, Limit(worlds=60))
        while position.turn is not None:
            turn = position.turn
            view = position.view(turn)
            if len(position.legal_moves) > 1 and len(distinct(view)) > 1:
                weighted = Weighted(view)
                truth = set(position.hands[1 - turn])
                for use in (False, True):
                    for tile, chances in weighted.odds(400, seed=1, weighted=use).items():
                        chance = min(max(sum(chances), 0.005), 0.995)
                        loss = -log(chance if tile in truth else 1 - chance)
                        if use:
                            better += loss
                        else:
                            plain += loss
            position = position.play(player.choose(view))
    assert better < plain
