"""Players of one piece of advice: each prefers what its words say, in every table's views, and stays legal."""

from __future__ import annotations

import random

import pytest

from doublesix.inference import voids
from doublesix.players import make_player
from doublesix.players.advice import (
    ADVICE,
    LOT,
    Advised,
    Follower,
    Uniform,
    ahead,
    avoided,
    ends_after,
    followed,
    line_after,
    opened,
    plays,
    rest_after,
)
from doublesix.rules import PRESETS, Move, Position, View, deal

CHOICES = 40


def views(name: str, players: int, count: int = CHOICES) -> list[tuple[Position, View]]:
    """Positions with two plays or more, and what the seat to move knows, of rounds played at random."""
    rng = random.Random(f"advice/{name}/{players}")
    out: list[tuple[Position, View]] = []
    while len(out) < count:
        position = deal(PRESETS[name].rules, players, rng)
        while position.turn is not None:
            if len(position.plays()) > 1 and rng.random() < 0.4:
                out.append((position, position.view(position.turn)))
            position = position.play(rng.choice(position.legal_moves))
    return out[:count]


YARD = views("ply-yard", 2)
PARTNERS = views("partners", 4)


@pytest.mark.parametrize("name", PRESETS)
def test_all_advice_is_legal_at_every_table(name: str) -> None:
    for _, view in views(name, PRESETS[name].rules.players[-1], 3):
        for advice in ADVICE:
            assert set(followed(advice, view)) <= set(view.legal)
            assert set(avoided(advice, view)) <= set(view.legal)
            for always in (True, False):
                assert Advised(advice, make_player("normal", 1), always=always).choose(view) in view.legal
            assert Follower(advice, random.Random(1)).choose(view) in followed(advice, view)
        assert Uniform(random.Random(1)).choose(view) in plays(view)


def test_who_never_follows_plays_what_advice_leaves_out_while_something_is_left_out() -> None:
    for _, view in YARD:
        follow, avoid = followed("heavy", view), avoided("heavy", view)
        assert not set(follow) & set(avoid) or set(follow) == set(avoid) == set(plays(view))


def test_a_tile_drawn_by_lot_is_the_same_in_equal_views_and_any_tile_in_others() -> None:
    ranks = []
    for _, view in YARD:
        left = followed(LOT, view)
        assert left == followed(LOT, view)
        assert len({move.tile for move in left}) == 1
        tiles = sorted({move.tile for move in plays(view) if move.tile})
        ranks.append(next(move.tile for move in left if move.tile) == tiles[0])
    assert 0.2 < sum(ranks) / len(ranks) < 0.7


def test_heavy_sheds_the_most_pips_and_doubles_a_double() -> None:
    for _, view in YARD:
        most = max(move.tile.pips for move in plays(view) if move.tile)
        assert {move.tile.pips for move in followed("heavy", view) if move.tile} == {most}
        doubles = [move for move in plays(view) if move.tile and move.tile.is_double]
        assert list(followed("doubles", view)) == (doubles or list(plays(view)))


def test_variety_keeps_the_most_numbers_and_suit_the_most_answers() -> None:
    for position, view in YARD:
        seat = view.seat
        after = {move: position.play(move) for move in plays(view)}
        numbers = {move: len({half for tile in held.hands[seat] for half in tile}) for move, held in after.items()}
        answers = {
            move: sum(any(value in tile for value in held.line.ends.values()) for tile in held.hands[seat])
            for move, held in after.items()
        }
        for name, count in (("variety", numbers), ("suit", answers)):
            assert list(followed(name, view)) == [move for move in after if count[move] == max(count.values())]


def test_counting_leaves_the_fewest_tiles_that_the_others_could_answer_with() -> None:
    for position, view in YARD:
        hidden = (*position.hands[1 - view.seat], *position.boneyard)
        fits = {
            move: sum(any(value in tile for value in ends_after(view, move)) for tile in hidden) for move in plays(view)
        }
        assert list(followed("counting", view)) == [move for move in fits if fits[move] == min(fits.values())]


def test_passed_leaves_what_the_other_hand_has_shown_to_lack() -> None:
    told = 0
    for _, view in YARD:
        lacks = set(voids(view, 1 - view.seat))
        shut = [move for move in plays(view) if ends_after(view, move) <= lacks]
        if shut:
            told += 1
            assert list(followed("passed", view)) == shut
    assert told


def test_block_speaks_only_to_who_is_ahead_and_then_leaves_the_fewest_answers_to_anybody() -> None:
    spoken = 0
    for position, view in YARD:
        if not ahead(view):
            assert list(followed("block", view)) == list(plays(view))
            continue
        spoken += 1
        others = (*position.hands[1 - view.seat], *position.boneyard)
        fits = {
            move: sum(
                any(value in tile for value in ends_after(view, move)) for tile in (*others, *rest_after(view, move))
            )
            for move in plays(view)
        }
        assert list(followed("block", view)) == [move for move in fits if fits[move] == min(fits.values())]
    assert spoken


def test_draw_draws_by_choice_where_one_tile_fits_and_nowhere_else() -> None:
    drew = 0
    for _, view in views("draw", 2, 80):
        tiles = {move.tile for move in plays(view)}
        wanted = len(tiles) == 1 and Move("draw") in view.legal
        drew += wanted
        assert (list(followed("draw", view)) == [Move("draw")]) == wanted
    assert drew


def test_points_takes_the_most_that_the_open_ends_pay() -> None:
    for position, view in views("all-fives", 2):
        gains = {move: position.play(move) for move in plays(view)}
        paid = {
            move: after.points[view.seat] - view.points[view.seat]
            for move, after in gains.items()
            if after.outcome is None
        }
        if len(paid) == len(gains):
            assert list(followed("points", view)) == [move for move in paid if paid[move] == max(paid.values())]


def test_partner_keeps_open_what_the_partner_opened() -> None:
    kept = 0
    for _, view in PARTNERS:
        mate = (view.seat + 2) % 4
        shown = opened(view, mate)
        if voids(view, mate):
            continue
        counts = {
            move: sum(value in shown for value in line_after(view, move).ends.values()) for move in plays(view)
        }
        kept += len(set(counts.values())) > 1
        assert list(followed("partner", view)) == [move for move in counts if counts[move] == max(counts.values())]
    assert kept


def test_what_a_seat_opened_are_the_outer_halves_of_its_plays() -> None:
    rng = random.Random(5)
    position = deal(PRESETS["ranked-block"].rules, 2, rng)
    lead = position.legal_moves[0]
    position = position.play(lead)
    assert lead.tile is not None
    assert opened(position.view(1), 0) == set(lead.tile)
    seat, move = position.turn, position.legal_moves[0]
    after = position.play(move)
    if move.side:
        assert seat is not None
        assert opened(after.view(seat), seat) == {after.line.outer(move.side)}
