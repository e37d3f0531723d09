"""Random worlds are as likely as the deals that lead to them, and estimates agree with exact numbers."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from doublesix.errors import BadRecord
from doublesix.inference import Belief, TileOdds, sample_world
from doublesix.inference.belief import Effort
from doublesix.inference.cases import cases_of
from doublesix.inference.estimate import Samples
from doublesix.inference.history import read_history
from doublesix.rules import Position, Rules, View, deal, preset, tile_set

from .brute import Holding, random_round


def positions(rules: Rules, players: int, seed: int, rounds: int = 1) -> list[Position]:
    rng = random.Random(seed)
    return [position for _ in range(rounds) for position, _ in random_round(deal(rules, players, rng), rng)]


def chi_square(view: View, rng: random.Random, samples: int) -> tuple[float, int]:
    """Chi-square of sampled holdings against their exact probabilities, and its degrees of freedom."""
    belief = Belief(view)
    exact = belief.holdings()
    counts: Counter[Holding] = Counter()
    for _ in range(samples):
        world = belief.sample(rng)
        counts[tuple(frozenset(hand) for seat, hand in enumerate(world.hands) if seat != view.seat)] += 1
    assert counts.keys() <= exact.keys()
    wanted = {holding: float(chance * samples) for holding, chance in exact.items()}
    return sum((counts[h] - want) ** 2 / want for h, want in wanted.items()), len(exact) - 1


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (preset("ply-yard").replace(max_pip=3, hand_size={2: 3}), 2),
        (preset("draw-100").replace(max_pip=3, hand_size={2: 3}), 2),
        (preset("draw-100").replace(max_pip=3, hand_size={3: 2}), 3),
        (preset("draw-100").replace(max_pip=3, hand_size={4: 2}, draw_limit=1), 4),
        (preset("ranked-block").replace(max_pip=3, hand_size={3: 2}), 3),
        (preset("draw").replace(max_pip=3, hand_size={2: 2}, leader="highest"), 2),
    ],
)
def test_sampled_worlds_pass_a_chi_square_test(rules: Rules, players: int) -> None:
    rng = random.Random(11)
    total, freedom = 0.0, 0
    for position in positions(rules, players, seed=5, rounds=2):
        view = position.view(0)
        if 1 < Belief(view).worlds <= 150:
            part, degrees = chi_square(view, rng, 1_000)
            total, freedom = total + part, freedom + degrees
    assert freedom > 40
    assert abs(total - freedom) < 4.5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(("name", "players"), [("ply-yard", 2), ("draw-100", 3), ("ranked-draw", 4), ("partners", 4)])
def test_a_sampled_world_holds_every_tile_once_and_the_position_plays_on(name: str, players: int) -> None:
    rng = random.Random(2)
    for position in positions(preset(name), players, seed=9):
        view = position.view(1)
        world = sample_world(view, rng)
        assert sorted([*view.line.tiles, *world.boneyard, *(t for hand in world.hands for t in hand)]) == sorted(
            tile_set(view.rules.max_pip)
        )
        assert world.hands[1] == view.hand
        assert tuple(map(len, world.hands)) == view.hand_sizes
        assert len(world.boneyard) == view.boneyard
        assert world.position(view).view(1) == view


def test_the_order_of_the_boneyard_is_uniform() -> None:
    rng = random.Random(4)
    view = positions(preset("ply-yard"), 2, seed=1)[0].view(0)
    belief = Belief(view)
    first = Counter(belief.sample(rng).boneyard[0] for _ in range(4_200))
    assert len(first) == 21
    assert sum((count - 200) ** 2 / 200 for count in first.values()) < 20 + 4.5 * 40**0.5


def test_the_same_seed_gives_the_same_worlds() -> None:
    view = positions(preset("draw-100"), 4, seed=8)[6].view(2)
    assert sample_world(view, random.Random(5)) == sample_world(view, random.Random(5))


def test_estimates_agree_with_exact_odds() -> None:
    position = positions(preset("ranked-draw"), 4, seed=13)[14]
    view = position.view(0)
    exact = Belief(view)
    case = cases_of(view, read_history(view))[0]
    samples = Samples(case.seats, case.unseen, 1_500, random.Random(3))
    whole = sum(samples.weights)
    assert abs(samples.worlds / exact.worlds - 1) < 0.1
    for tile, odds in exact.odds().items():
        for i, seat in enumerate((1, 2, 3)):
            share = sum(w for (hands, _), w in zip(samples.holdings, samples.weights, strict=True) if tile in hands[i])
            wanted = odds.seats[seat]
            assert wanted is not None
            assert abs(share / whole - wanted) < 0.06


def test_a_belief_too_large_for_the_table_says_so_and_gives_intervals() -> None:
    view = positions(preset("ranked-draw"), 3, seed=13)[10].view(0)
    exact = Belief(view)
    belief = Belief(view, Effort(steps=0))
    assert exact.exact
    assert not belief.exact
    inside = wanted = 0
    for tile, odds in belief.odds().items():
        assert isinstance(odds, TileOdds)
        assert odds.ci95 is not None
        for chance, span in zip(exact.odds()[tile].seats, odds.ci95[0], strict=True):
            if chance is not None and span is not None:
                wanted += 1
                inside += span[0] <= chance <= span[1]
    assert inside >= 0.85 * wanted
    assert belief.sample(random.Random(1)).position(view).view(0) == view


def test_a_view_that_no_deal_fits_is_refused() -> None:
    rules = {"base": "ranked-block", "leader": "lot"}
    text = {"rules": rules, "players": 2, "leader": 1, "seat": 0, "moves": ["2-1"]}
    view = View.from_json({**text, "hand": ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"]})
    with pytest.raises(BadRecord, match="no deal fits"):
        Belief(view)


def test_the_odds_of_every_tile_add_up() -> None:
    for position in positions(preset("draw-100"), 4, seed=2):
        view = position.view(3)
        odds = Belief(view).odds()
        for seat in (0, 1, 2):
            assert sum((o.seats[seat] or Fraction(0) for o in odds.values()), Fraction(0)) == view.hand_sizes[seat]
        assert sum(o.boneyard for o in odds.values()) == view.boneyard
