"""Rounds of small sets solved as a whole: the exact values that levels are measured against."""

from __future__ import annotations

import pytest
from small_sets import Game, Plan, Seat, best_response, equilibrium, game_of, plan_of, small, worth

from doublesix.rules import preset

VALUES = {
    "reserve of one": ({"reserve": 1}, 5 / 6, 90),
    "all may be drawn": ({"reserve": 0}, 49 / 60, 102),
    "block": ({"draw_limit": 0}, 73 / 90, 48),
}
"""Double-two with two tiles each: what the first seat wins a round in equilibrium (the value of the linear program in
sequence form), and the information sets with a choice."""


def game(name: str) -> Game:
    return game_of(small(preset("ply-yard"), 2, 2, **VALUES[name][0]))


def even(seat: Seat) -> Plan:
    """Every move equally likely."""
    return plan_of(seat, lambda at: [1 / len(seat.moves[at])] * len(seat.moves[at]))


@pytest.mark.parametrize("name", VALUES)
def test_the_equilibrium_of_double_two_has_the_value_of_the_linear_program(name: str) -> None:
    found = game(name)
    _, value, sets = VALUES[name]
    assert sum(len(seat.before) for seat in found.seats) == sets
    *_, solved = equilibrium(found, 1e-4)
    assert solved.low - 1e-9 <= value <= solved.high + 1e-9
    assert solved.high - solved.low <= 1e-4
    assert solved.low <= worth(found, solved.plans) <= solved.high


def test_a_best_response_wins_at_least_what_an_equilibrium_does_and_any_move_can_be_exploited() -> None:
    found = game("reserve of one")
    first, second = map(even, found.seats)
    assert best_response(found, 0, second) > 5 / 6
    assert best_response(found, 1, first) > -5 / 6
    assert (best_response(found, 0, second) + best_response(found, 1, first)) / 2 == pytest.approx(0.1291667)


def test_a_plan_s_chances_of_any_moves_that_end_a_set_add_up_to_those_before_it() -> None:
    found = game("block")
    for seat in found.seats:
        plan = even(seat)
        for at, before in enumerate(seat.before):
            first = seat.first[at]
            assert sum(plan[first : first + len(seat.moves[at])]) == pytest.approx(plan[before])
