"""What a rating must do, whatever the model: order does not matter, level players stay level, partners move alike."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doublesix.ratings import START, Rating, rate

ALONE = {n: tuple((seat,) for seat in range(n)) for n in (2, 3, 4)}
PAIRS = ((0, 2), (1, 3))

ratings = st.builds(Rating, st.floats(800, 2400), st.floats(30, 200), st.integers(0, 500))


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Rating], list[int]]:
    seats = draw(st.integers(2, 4))
    before = draw(st.lists(ratings, min_size=seats, max_size=seats))
    return before, draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))


@given(tables(), st.randoms())
def test_the_order_of_the_seats_changes_nothing(table: tuple[list[Rating], list[int]], rng: object) -> None:
    before, places = table
    order = list(range(len(before)))
    rng.shuffle(order)  # type: ignore[attr-defined]
    straight = rate(before, places, ALONE[len(before)])
    turned = rate([before[seat] for seat in order], [places[seat] for seat in order], ALONE[len(before)])
    for new, seat in zip(turned, order, strict=True):
        assert math.isclose(new.mean, straight[seat].mean, abs_tol=1e-6)
        assert math.isclose(new.deviation, straight[seat].deviation, abs_tol=1e-6)


@given(ratings, st.integers(2, 4), st.data())
def test_equal_players_in_the_same_place_change_alike(one: Rating, seats: int, data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(1, 2), min_size=seats, max_size=seats))
    after = rate([one] * seats, places, ALONE[seats])
    for place in set(places):
        alike = [new for new, mine in zip(after, places, strict=True) if mine == place]
        assert all(math.isclose(new.mean, alike[0].mean, abs_tol=1e-9) for new in alike)


@given(st.integers(2, 4), st.floats(30, 200), st.data())
def test_what_equally_known_players_win_others_lose(seats: int, deviation: float, data: st.DataObject) -> None:
    means = data.draw(st.lists(st.floats(1000, 2000), min_size=seats, max_size=seats))
    places = data.draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    before = [Rating(mean, deviation) for mean in means]
    after = rate(before, places, ALONE[seats])
    assert math.isclose(sum(new.mean for new in after), sum(means), abs_tol=1e-6)


@pytest.mark.parametrize("places", [(1, 1), (1, 1, 1), (1, 1, 1, 1)])
def test_when_all_equals_are_level_nobody_moves(places: tuple[int, ...]) -> None:
    after = rate([START] * len(places), places, ALONE[len(places)])
    assert all(math.isclose(new.mean, START.mean, abs_tol=1e-9) for new in after)
    assert all(new.deviation < START.deviation for new in after)


def test_a_better_place_never_earns_less() -> None:
    after = rate([START] * 4, (1, 2, 3, 4), ALONE[4])
    assert [new.mean for new in after] == sorted((new.mean for new in after), reverse=True)
    assert after[0].mean > START.mean > after[3].mean


def test_shared_places_stand_between_the_places_they_share() -> None:
    apart = rate([START] * 4, (1, 2, 3, 4), ALONE[4])
    shared = rate([START] * 4, (1, 2, 2, 4), ALONE[4])
    assert math.isclose(shared[1].mean, shared[2].mean)
    assert apart[1].mean > shared[1].mean > apart[2].mean


def test_a_tie_draws_unequal_players_together() -> None:
    strong, weak = rate([Rating(1700, 80), Rating(1400, 80)], (1, 1), ALONE[2])
    assert 1400 < weak.mean < strong.mean < 1700


def test_a_surprise_counts_more_than_what_was_expected() -> None:
    strong, weak = Rating(1700, 80), Rating(1400, 80)
    expected = rate([strong, weak], (1, 2), ALONE[2])[0].mean - strong.mean
    surprise = rate([strong, weak], (2, 1), ALONE[2])[1].mean - weak.mean
    assert surprise > 3 * expected > 0


@given(ratings, st.lists(ratings, min_size=3, max_size=3), st.booleans())
def test_partners_who_are_known_alike_move_alike(one: Rating, others: list[Rating], first: bool) -> None:
    before = [one, others[0], Rating(others[1].mean, one.deviation), others[2]]
    after = rate(before, (1, 3, 1, 3) if first else (3, 1, 3, 1), PAIRS)
    assert math.isclose(after[0].mean - before[0].mean, after[2].mean - before[2].mean, abs_tol=1e-6)
    assert math.isclose(after[0].deviation, after[2].deviation, abs_tol=1e-9)


def test_of_two_partners_the_less_known_one_moves_more() -> None:
    known, new = Rating(1500, 60, 200), START
    after = rate([known, START, new, START], (1, 3, 1, 3), PAIRS)
    assert after[2].mean - new.mean > after[0].mean - known.mean > 0


def test_every_game_is_counted_and_the_uncertainty_shrinks_with_games() -> None:
    one, other = START, START
    for game in range(40):
        one, other = rate([one, other], (1, 2) if game % 2 else (2, 1), ALONE[2])
    assert one.games == other.games == 40
    assert one.margin < START.margin / 1.5
    assert one.sure == pytest.approx(one.mean - 1.96 * one.deviation)


def test_ten_times_as_many_wins_are_four_hundred_points() -> None:
    one, other = Rating(1500, 40), Rating(1500, 40)
    for game in range(1100):
        one, other = rate([one, other], (1, 2) if game % 11 else (2, 1), ALONE[2])
    assert 330 < one.mean - other.mean < 470


@pytest.mark.parametrize(
    ("seats", "places", "sides"),
    [(2, (1,), ALONE[2]), (2, (1, 2), ((0, 1),)), (4, (1, 2, 3, 4), PAIRS), (3, (1, 2, 3), ALONE[2])],
)
def test_lists_that_do_not_fit_are_refused(
    seats: int, places: tuple[int, ...], sides: tuple[tuple[int, ...], ...]
) -> None:
    with pytest.raises(ValueError, match="place"):
        rate([START] * seats, places, sides)
