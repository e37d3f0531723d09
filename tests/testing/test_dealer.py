"""The dealer is fair, and the tests of it find dealers that are not (P57, P58)."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from doublesix.rules import Tile, deal, preset, tile_set
from doublesix.testing.dealer import chi_square, dealer_of, try_dealer, try_deals

RULES = preset("ranked-block")
Deal = tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]


def cut_into_hands(tiles: list[Tile]) -> Deal:
    return tuple(tuple(tiles[at : at + 7]) for at in range(0, 28, 7)), ()


def test_the_dealer_of_the_tables_is_fair() -> None:
    for test in try_dealer(dealer_of(RULES, 4, random.Random(8)), RULES, 4, 6000):
        assert test.passed, test


def test_a_boneyard_is_part_of_what_is_tested() -> None:
    rules = preset("ply-yard")
    for test in try_dealer(dealer_of(rules, 2, random.Random(9)), rules, 2, 4000):
        assert test.passed, test


def test_one_pass_of_packets_from_the_ordered_set_is_found_out() -> None:
    rng = random.Random(1)

    def packets() -> Deal:
        """A cut, one pass of packets of two to six, another cut, then dealt in a row."""
        tiles = list(tile_set(6))
        for _ in range(2):
            at = rng.randrange(28)
            tiles = tiles[at:] + tiles[:at]
            moved: list[Tile] = []
            while tiles:
                size = rng.randint(2, 6)
                moved = tiles[:size] + moved
                tiles = tiles[size:]
            tiles = moved
        return cut_into_hands(tiles)

    assert not all(test.passed for test in try_dealer(packets, RULES, 4, 3000))


def test_swapping_each_tile_with_any_other_is_found_out() -> None:
    rng = random.Random(2)

    def naive() -> Deal:
        tiles = list(tile_set(6))
        for at in range(28):
            other = rng.randrange(28)
            tiles[at], tiles[other] = tiles[other], tiles[at]
        return cut_into_hands(tiles)

    places, *_ = try_dealer(naive, RULES, 4, 3000)
    assert places.name == "places"
    assert not places.passed


def test_sorting_by_random_comparisons_is_found_out() -> None:
    from functools import cmp_to_key

    rng = random.Random(3)

    def sorted_at_random() -> Deal:
        return cut_into_hands(sorted(tile_set(6), key=cmp_to_key(lambda a, b: rng.choice((-1, 1)))))  # noqa: ARG005

    assert not all(test.passed for test in try_dealer(sorted_at_random, RULES, 4, 2000))


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [(3.841, 1, 0.05), (18.307, 10, 0.05), (0.0, 5, 1.0), (6.635, 1, 0.01), (779.0, 729, 0.0971)],
)
def test_chi_square_agrees_with_printed_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square(statistic, freedom) == pytest.approx(p, abs=2e-3)


def test_p5_the_opener_is_the_holder_of_the_highest_double_in_10000_deals() -> None:
    rng = random.Random(4)
    for _ in range(10_000):
        position = deal(preset("draw-100"), rng.choice((2, 3, 4)), rng)
        doubles = [(tile.high, seat) for seat, hand in enumerate(position.hands) for tile in hand if tile.is_double]
        if doubles:
            assert position.leader == max(doubles)[1]
            assert position.lead_tile == Tile(max(doubles)[0], max(doubles)[0])


def test_the_command_says_what_it_found() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "doublesix", "fairness", "--deals", "2000", "--seed", "1", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert told["ok"]
    assert [test["name"] for test in told["tests"]] == ["places", "pairs", "suits"]
    few = subprocess.run(
        [sys.executable, "-m", "doublesix", "fairness", "--deals", "10"], capture_output=True, text=True, check=False
    )
    assert few.returncode == 2
    assert "--deals" in few.stderr


def record_of(dealt: Deal) -> str:
    """A round without moves as a record, its hands in order: who wrote it down did not keep the order of dealing."""
    hands, boneyard = dealt
    value = {
        "rules": "ply-yard",
        "players": 2,
        "leader": 0,
        "hands": [[str(tile) for tile in sorted(hand, reverse=True)] for hand in hands],
        "boneyard": [str(tile) for tile in boneyard],
        "moves": [],
    }
    return json.dumps(value) + "\n"


def fairness_of(text: str) -> tuple[int, str, str]:
    """What `doublesix fairness --records -` says of records."""
    done = subprocess.run(
        [sys.executable, "-m", "doublesix", "fairness", "--records", "-", "--json"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_deals_from_records_are_tested_without_an_order_inside_the_hands() -> None:
    rules, rng = preset("ply-yard"), random.Random(5)
    deals = [dealer_of(rules, 2, rng)() for _ in range(3000)]
    written = [(tuple(tuple(sorted(hand)) for hand in hands), boneyard) for hands, boneyard in deals]
    for test in try_deals(written, rules, 2):
        assert test.passed, test
    generous = [(tuple(sorted(hands, key=lambda hand: -max(hand)[0])), rest) for hands, rest in written]
    places, *_ = try_deals(generous, rules, 2)
    assert not places.passed, "the first seat always got the highest double"


def test_fairness_of_records_counts_a_deal_once_and_says_when_there_are_too_few() -> None:
    dealer = dealer_of(preset("ply-yard"), 2, random.Random(6))
    lines = [record_of(dealer()) for _ in range(200)]
    code, out, _ = fairness_of("".join(lines + lines))
    told = json.loads(out)
    assert (code, told["deals"], told["proved"]) == (0, 200, 0)
    assert [test["name"] for test in told["tests"]] == ["places", "pairs", "suits"]
    code, _, said = fairness_of("".join(lines[:20] * 20))
    assert code == 1
    assert "20 of one kind, and it takes 140" in said
