"""Worked numbers and facts about what moves show."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest

from doublesix.inference import Belief, belief, count_worlds, odds, voids
from doublesix.rules import Position, Rules, Tile, deal, preset, start, tile_set

HANDS = ["6-5 6-3 6-1 5-5 5-0 3-1 0-0", "6-6 6-4 6-0 4-4 4-2 3-3 1-1"]
BONEYARD = "2-0 5-1 2-2 3-0 4-1 6-2 5-2 1-0 5-3 2-1 4-0 3-2 4-3 5-4"


def tiles(text: str) -> list[Tile]:
    return [Tile(word) for word in text.split()]


def opening(*moves: str, rules: str | Rules = "ply-yard") -> Position:
    position = start(Rules.from_json(rules), [tiles(hand) for hand in HANDS], tiles(BONEYARD))
    for move in moves:
        position = position.play(move)
    return position


def test_after_two_draws_and_the_play_there_are_24310_worlds() -> None:
    view = opening("5-5", "draw", "draw", "5-1L").view(0)
    assert count_worlds(view) == 24_310 == comb(17, 8)
    found = odds(view)
    assert found[Tile("6-6")].seats == (None, Fraction(8, 17))
    assert found[Tile("6-6")].boneyard == Fraction(9, 17)
    assert [str(tile) for tile, odd in found.items() if odd.seats[1] == 0] == ["5-4", "5-3", "5-2"]
    assert voids(view, 1) == {5: 2}


def test_inside_a_draw_turn_the_newest_tile_is_open() -> None:
    once = opening("5-5", "draw").view(0)
    assert count_worlds(once) == comb(17, 8) + 4 * comb(17, 7)
    assert odds(once)[Tile("5-4")].seats[1] == Fraction(1, 14)
    assert voids(once, 1) == {}
    twice = opening("5-5", "draw", "draw").view(0)
    assert odds(twice)[Tile("5-4")].seats[1] == Fraction(1, 13)
    """The second draw proves that the first gave no five; the third tile may."""


def test_a_voluntary_draw_proves_nothing() -> None:
    rules = preset("ply-yard").replace(voluntary_draw=True)
    view = opening("5-5", "draw", "draw", rules=rules).view(0)
    assert count_worlds(view) == comb(21, 9)
    assert voids(view, 1) == {}
    assert {odd.seats[1] for odd in odds(view).values()} == {Fraction(9, 21)}


def test_before_the_first_draw_every_hand_is_possible() -> None:
    assert count_worlds(opening().view(0)) == comb(21, 7)
    assert count_worlds(opening("6-5").view(1)) == comb(20, 6)


def test_a_lead_under_highest_bars_higher_doubles_from_every_dealt_hand() -> None:
    """Canon A38, fact 4; a tile drawn later may outrank the lead."""
    hands = [tiles("4-4 6-5 6-3 6-1 5-0 3-1 0-0"), tiles("6-4 6-0 4-2 3-3 1-1 2-0 3-2")]
    boneyard = [tile for tile in reversed(tile_set(6)) if tile not in hands[0] and tile not in hands[1]]
    position = start(preset("draw-100"), hands, boneyard)
    assert position.leader == 0
    seen = position.play("4-4").view(1)
    found = odds(seen)
    assert [found[Tile(d)].seats[0] for d in ("6-6", "5-5")] == [0, 0]
    assert count_worlds(seen) == comb(18, 6)
    hands[1] = tiles("6-0 5-2 2-1 3-3 1-1 2-0 3-2")
    rest = [tile for tile in tile_set(6) if tile not in hands[0] and tile not in hands[1]]
    drawing = start(preset("draw-100"), hands, rest[::-1])
    after = drawing.play("4-4").play("draw").view(0)
    assert count_worlds(after) == comb(13, 8) + 8 * comb(13, 7), "8 tiles that only the drawn one can be"
    assert odds(after)[Tile("6-6")].seats[1] == Fraction(1, 14)


def test_before_the_lead_the_seat_that_will_lead_is_known_to_hold_the_best_tile() -> None:
    hands = [tiles("4-4 6-5 6-3 6-1 5-0 3-1 0-0"), tiles("6-4 6-0 4-2 3-3 1-1 2-0 3-2")]
    boneyard = [tile for tile in reversed(tile_set(6)) if tile not in hands[0] and tile not in hands[1]]
    position = start(preset("ranked-block"), hands, boneyard)
    follower = Belief(position.view(1))
    assert follower.worlds == comb(21, 7) - comb(18, 7)
    """All hands but those without a double above the follower's 3-3: 6-6, 5-5, 4-4."""
    leader = Belief(position.view(0))
    assert leader.worlds == comb(19, 7)
    assert leader.odds()[Tile("5-5")].boneyard == 1


def test_a_void_lasts_only_until_the_seat_draws_again() -> None:
    """Canon A38: a tile drawn later may have the number."""
    first = opening("5-5", "draw", "draw", "5-1L")
    assert voids(first.view(0), 1) == {5: 2}
    later = first.play("5-0R").play("6-0R").play("6-5R")
    assert later.ends == {"L": 1, "R": 5}
    assert voids(later.view(0), 1) == voids(later.view(1), 1) == {5: 2}, "all seats see the same voids"


def test_a_pass_proves_both_ends() -> None:
    rules = preset("ranked-block")
    rng = random.Random(1)
    for _ in range(20):
        position = deal(rules, 4, rng)
        while position.turn is not None:
            seat, ends, forced = position.turn, set(position.ends.values()), position.forced
            position = position.play(rng.choice(position.legal_moves))
            if forced is not None and forced.kind == "pass":
                assert voids(position.view((seat + 1) % 4), seat).keys() >= ends
                return


def test_what_white_sees_after_three_draws_and_a_play() -> None:
    """Canon W33 after W05: 4-3 came from the boneyard, and none of Black's four tiles has a 3 or a 5."""
    rules = preset("ply-yard").replace(hand_size={2: 2})
    hands = [tiles("1-0 2-2"), tiles("5-3 6-6")]
    boneyard = tiles("2-0 6-4 4-3 2-1 0-0")
    boneyard += [tile for tile in tile_set(6) if tile not in boneyard and not any(tile in hand for hand in hands)]
    position = start(rules, hands, boneyard, leader=1)
    for move in ("5-3", "draw", "draw", "draw"):
        position = position.play(move)
    assert [str(move) for move in position.legal_moves] == ["4-3R"]
    position = position.play("4-3R")
    assert set(position.hands[0]) == set(tiles("1-0 2-2 2-0 6-4"))
    after = position.view(1)
    held = {tile for tile, odd in odds(after).items() if odd.seats[0]}
    assert not any(3 in tile or 5 in tile for tile in held)
    assert held == {tile for tile in tile_set(6) if not {3, 5} & set(tile)} - {Tile("6-6")}
    assert count_worlds(after) == comb(len(held), 4)
    assert voids(after, 0) == {3: 2, 5: 2}


def test_the_belief_of_the_same_view_is_made_once() -> None:
    view = opening().view(0)
    assert belief(view) is belief(view)


@pytest.mark.parametrize("seat", [0, 1])
def test_permuting_hidden_tiles_changes_no_belief(seat: int) -> None:
    position = opening("5-5", "draw", "draw", "5-1L")
    view = position.view(seat)
    swapped = Belief(view).sample(random.Random(2)).position(view)
    assert Belief(swapped.view(seat)).odds() == Belief(view).odds()
