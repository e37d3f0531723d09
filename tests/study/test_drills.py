"""Drills: made again from their number, answerable from what is shown, and right by another way of reckoning."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.inference import Belief
from doublesix.rules import PRESETS, Move, Tile, why_illegal
from doublesix.study import KINDS, assess, drill, tables_for

SPREAD = [
    (kind, tables[at])
    for kind, tables in ((kind, tables_for(kind)) for kind in KINDS)
    for at in (0, len(tables) // 2, len(tables) - 1)
]
"""Kinds with some of their tables: the usual one, one from the middle of the list and the last."""
NUMBERS = st.integers(0, 999_999)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=15, deadline=None)
@given(number=NUMBERS)
def test_a_drill_is_made_again_from_its_number_and_each_answer_is_among_the_options(kind: str, number: int) -> None:
    asked = drill(kind, number)
    again = drill(kind, number)
    assert (again.items, again.seat, again.question) == (asked.items, asked.seat, asked.question)
    assert again.position.moves == asked.position.moves
    names = [item.name for item in asked.items]
    assert len(set(names)) == len(names) > 0
    for item in asked.items:
        keys = [key for key, _ in item.options]
        assert len(set(keys)) == len(keys) > 1
        assert keys.count(item.right) == 1


@pytest.mark.parametrize(("kind", "table"), SPREAD)
def test_a_drill_is_made_at_each_of_its_tables(kind: str, table: tuple[str, int]) -> None:
    asked = drill(kind, 5, table)
    assert (asked.position.rules, asked.position.players) == (PRESETS[table[0]].rules, table[1])
    for item in asked.items:
        assert [key for key, _ in item.options].count(item.right) == 1


def test_there_are_drills_for_all_sets_and_numbers_of_players() -> None:
    every = {(name, players) for name, preset in PRESETS.items() for players in preset.rules.hand_size}
    for kind in ("counting", "holding", "blocked"):
        assert set(tables_for(kind)) == every
    assert ("draw-12", 10) in tables_for("ends")
    assert {players for _, players in tables_for("block-or-open")} == {2, 3, 4}


def test_a_table_without_such_drills_is_refused() -> None:
    with pytest.raises(KeyError):
        drill("drawing", 1, ("block", 2))


@settings(max_examples=30, deadline=None)
@given(number=NUMBERS)
def test_where_a_tile_fits_is_what_the_rules_allow(number: int) -> None:
    asked = drill("ends", number)
    for item in asked.items:
        sides = "".join(
            side for side in "LR" if why_illegal(asked.position, Move("play", Tile(item.name), side)) is None
        )
        assert item.right == (sides or "none")


@settings(max_examples=30, deadline=None)
@given(number=NUMBERS)
def test_what_a_placement_leaves_is_what_the_line_shows_after_it(number: int) -> None:
    asked = drill("compare", number)
    seat = asked.seat
    assert seat is not None
    tile = Tile(str(asked.question).split(" ", maxsplit=1)[0])
    answers = {item.name: item.right for item in asked.items}
    for side in "LR":
        after = asked.position.play(Move("play", tile, side))
        assert answers[f"ends{side}"] == "{L}{R}".format(**after.line.ends)
        fit = sum(any(value in held for value in after.line.ends.values()) for held in after.hands[seat])
        assert answers[f"keep{side}"] == str(fit)


@settings(max_examples=30, deadline=None)
@given(number=NUMBERS)
def test_a_draw_turn_goes_as_the_rules_play_it(number: int) -> None:
    asked = drill("drawing", number)
    answers = {item.name: item.right for item in asked.items}
    (move,) = asked.position.legal_moves
    after = asked.position.play(move)
    assert answers["what"] == move.kind
    assert answers["turn"] == ("no" if after.turn == asked.position.turn else "yes")
    assert int(answers["drawable"]) == max(0, len(asked.position.boneyard) - 2)


@settings(max_examples=20, deadline=None)
@given(number=NUMBERS)
def test_a_blocked_finish_is_won_by_the_outcome_that_the_round_had(number: int) -> None:
    asked = drill("blocked", number)
    outcome = asked.position.outcome
    assert outcome is not None
    answers = {item.name: item.right for item in asked.items}
    assert [int(answers[f"pips{seat}"]) for seat in range(2)] == list(outcome.pips)
    a, b = (pips or 0 for pips in outcome.pips)
    assert answers["winner"] == ("tie" if a == b else "0" if a < b else "1")


@pytest.mark.parametrize("table", [("ranked-block", 3), ("partners", 4), ("draw-9", 4), ("sebastopol", 4)])
def test_a_blocked_finish_of_more_seats_is_won_by_the_outcome_too(table: tuple[str, int]) -> None:
    for number in range(4):
        asked = drill("blocked", number, table)
        outcome = asked.position.outcome
        assert outcome is not None
        assert outcome.winners is not None
        sides = [side for side in asked.position.rules.sides(table[1]) if set(side) <= set(outcome.winners)]
        right = asked.items[-1].right
        assert right == (str(sides[0][0]) if len(sides) == 1 else "tie")


@settings(max_examples=20, deadline=None)
@given(number=NUMBERS)
def test_unseen_tiles_of_a_suit_are_in_the_other_hand_or_the_boneyard(number: int) -> None:
    asked = drill("counting", number)
    seat = asked.seat
    assert seat is not None
    hidden = (*asked.position.hands[1 - seat], *asked.position.boneyard)
    for item in asked.items:
        value = int(item.name.removeprefix("unseen"))
        assert int(item.right) == sum(value in tile for tile in hidden)


@settings(max_examples=15, deadline=None)
@given(number=NUMBERS)
def test_what_a_hand_cannot_hold_the_exact_belief_excludes_too(number: int) -> None:
    asked = drill("holding", number)
    seat = asked.seat
    assert seat is not None
    odds = Belief(asked.position.view(seat)).odds()
    for item in asked.items:
        chance = odds[Tile(item.name)].seats[1 - seat]
        assert (item.right == "no") == (chance == 0)


@pytest.mark.parametrize("table", [("draw-100", 3), ("block", 4), ("all-fives", 2), ("draw-9", 2)])
def test_what_a_hand_cannot_hold_is_in_no_world_of_a_bigger_table_either(table: tuple[str, int]) -> None:
    for number in range(3):
        asked = drill("holding", number, table)
        assert asked.seat is not None
        believed = Belief(asked.position.view(asked.seat))
        if believed.exact:
            odds = believed.odds()
            other = asked.items[0].label.values["who"]
            for item in asked.items:
                assert (item.right == "no") == (odds[Tile(item.name)].seats[other] == 0)


@settings(max_examples=15, deadline=None)
@given(number=NUMBERS)
def test_the_play_that_closes_both_ends_leaves_the_other_hand_without_a_play(number: int) -> None:
    asked = drill("blocking", number)
    (item,) = asked.items
    after = asked.position.play(item.right)
    assert after.outcome is not None or after.plays() == []


def test_answers_are_held_against_the_right_ones() -> None:
    asked = drill("ends", 3)
    given_answers = {item.name: item.right for item in asked.items[1:]}
    found = assess(asked, given_answers)
    assert (found.right, found.of) == (len(asked.items) - 1, len(asked.items))
    assert found.answers[0] == (asked.items[0], None, False)
