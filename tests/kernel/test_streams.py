"""Each random round has a stream of its own: totals depend on nothing but the seed and the rounds' numbers."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from doublesix.rules import preset

from .twins import interpreted


def added(parts: list[Any]) -> list[Any]:
    """The parts of totals, added up field by field."""
    fields: list[Any] = []
    for values in zip(*parts, strict=True):
        several = isinstance(values[0], tuple)
        fields.append(tuple(map(sum, zip(*values, strict=True))) if several else sum(values))
    return fields


def test_parts_add_up_to_the_whole_on_any_number_of_threads(kernel: Any) -> None:
    for name, players in (("ply-yard", 2), ("draw-100", 3), ("five-up", 2)):
        rules = preset(name)
        whole = kernel.playouts(rules, players, seed=5, count=60)

        def part(first: int) -> Any:
            return kernel.playouts(rules, players, seed=5, first=first, count=20)  # noqa: B023

        with ThreadPoolExecutor(2) as pool:
            assert added(list(pool.map(part, (0, 20, 40)))) == list(whole)


def test_another_seed_gives_other_rounds(kernel: Any) -> None:
    rules = preset("ply-yard")
    assert kernel.playouts(rules, 2, seed=1, count=50) != kernel.playouts(rules, 2, seed=2, count=50)


def test_the_path_for_two_seats_is_the_general_one(kernel: Any) -> None:
    for name in ("ply-yard", "draw-100", "ranked-draw", "ranked-block", "block", "draw-classic"):
        setup = kernel.setup_of(preset(name), 2)
        assert setup.two_seats
        quick = kernel._two.rounds_of_two(setup, 3, 9, 150)
        assert quick.sums() == kernel._rounds.rounds_dealt(setup, 3, 9, 150).sums()


@pytest.mark.parametrize("width", [0, 16, 32, 64])
def test_rounds_side_by_side_are_those_one_by_one(kernel: Any, width: int) -> None:
    count = 3000 if kernel.compiled else 100
    for name in ("ply-yard", "draw-100", "ranked-draw", "block", "draw-classic"):
        setup = kernel.setup_of(preset(name), 2)
        side_by_side = kernel._lanes.rounds_in_lanes(setup, 4, 17, count, width)
        assert side_by_side.sums() == kernel._two.rounds_of_two(setup, 4, 17, count).sums()


def test_the_rounds_of_seed_1_are_those_of_the_plain_c_program(kernel: Any) -> None:
    """As bench/yardstick counts them: 300,000 rounds, and the first 300 where nothing is compiled."""
    rules = preset("ply-yard")
    if not kernel.compiled:
        assert kernel.playouts(rules, 2, seed=1, count=300).wins == (170, 128)
        return
    totals = kernel.playouts(rules, 2, seed=1, count=300_000)
    assert (*totals.wins, totals.ties, totals.turns) == (160_014, 138_491, 1_495, 5_715_973)
    assert totals.pips[1] - totals.pips[0] == 353_720


def test_compiled_and_interpreted_agree(kernel: Any) -> None:
    for name, players in (("ply-yard", 2), ("cuban", 4), ("draw-12", 5), ("five-up", 4)):
        rules = preset(name)
        mine = kernel.playouts(rules, players, seed=77, count=25)
        assert mine == interpreted().playouts(rules, players, seed=77, count=25)
