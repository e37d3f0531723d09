"""No tile overlaps or leaves the cloth, both ends are in sight, and a tile that lies never moves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.server.web.layout import Arms, Plan, extent, fit, layout, plan_for

from .layouts import CLOTHS, faults, whole_rounds

ROUNDS = 16
doubles = st.lists(st.booleans(), max_size=27)
cloths = st.tuples(st.integers(280, 1900), st.integers(110, 1000))


def apart(tiles: list[bool]) -> list[bool]:
    """The arm without doubles next to each other, or to the spinner: a set has one double of each value."""
    return [double and i > 0 and not (tiles[i - 1]) for i, double in enumerate(tiles)]


@pytest.mark.parametrize(("width", "height"), CLOTHS)
def test_whole_rounds_lie_on_every_cloth_without_overlap(width: int, height: int) -> None:
    plan = plan_for(22, width, height, 56)
    for first_double, arms in whole_rounds(ROUNDS, seed=width):
        assert faults(first_double, arms, plan, width, height) == []


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), CLOTHS)
def test_two_thousand_whole_rounds(width: int, height: int) -> None:
    plan = plan_for(22, width, height, 56)
    for first_double, arms in whole_rounds(2000, seed=height):
        assert faults(first_double, arms, plan, width, height) == []


@settings(max_examples=60, deadline=None)
@given(st.booleans(), doubles, doubles, cloths)
def test_any_doubles_anywhere_lie_without_overlap(
    first: bool, left: list[bool], right: list[bool], cloth: tuple[int, int]
) -> None:
    assert faults(first, {"L": left, "R": right}, plan_for(22, *cloth, 56), *cloth) == []


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_four_arms_of_a_spinner_keep_clear_of_each_other(data: st.DataObject) -> None:
    plan = Plan(
        data.draw(st.integers(10, 30)) / 2, data.draw(st.sampled_from([0, 90])), data.draw(st.integers(10, 30)) / 2
    )
    arms = {side: apart(data.draw(st.lists(st.booleans(), max_size=12))) for side in "LRUD"}
    found = faults(True, arms, plan, 800, 600)
    # a ghost of a double beside the spinner cannot come true: a set has one double of each value
    assert [fault for fault in found if not fault.startswith("a ghost")] == []


@settings(max_examples=40, deadline=None)
@given(st.booleans(), doubles, doubles, cloths)
def test_a_tile_that_lies_never_moves(first: bool, left: list[bool], right: list[bool], cloth: tuple[int, int]) -> None:
    plan = plan_for(22, *cloth, 56)
    arms: Arms = {"L": left, "R": right}
    final = layout(first, arms, plan)
    rng = random.Random(len(left))
    for _ in range(6):
        cut = {side: list(tiles[: rng.randint(0, len(tiles))]) for side, tiles in arms.items()}
        early = layout(first, cut, plan)
        assert all(early[side] == final[side][: len(early[side])] for side in early)


def test_tiles_are_as_large_as_their_number_allows() -> None:
    """At 390 x 844 and 1920 x 1080 a short line has large tiles, and a long one is still readable."""
    few: Arms = {"L": [False], "R": [False, True]}
    many: Arms = {"L": [False, True, False, False] * 3, "R": [False, False, True, False] * 3}
    for width, height, cap, least_few, least_many in [(362, 470, 44, 40, 24), (1440, 760, 56, 56, 42)]:
        plan = plan_for(22, width, height, cap)
        assert fit(extent(True, few, plan), width, height, cap) >= least_few
        assert fit(extent(True, many, plan), width, height, cap) >= least_many


def test_left_lies_left_and_right_lies_right_where_a_line_sets_out() -> None:
    for rot in (0, 90):
        places = layout(False, {"L": [False], "R": [False]}, Plan(8, rot))
        left, right = places["L"][0], places["R"][0]
        assert (left.cx, left.cy) < (right.cx, right.cy)
