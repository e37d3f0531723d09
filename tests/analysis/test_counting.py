"""What a learner counts: the seeds' example, and every placement held against the rules at every table."""

from __future__ import annotations

import random

import pytest

from doublesix.analysis import fits, placements
from doublesix.rules import PRESETS, Position, deal, pips, preset, tile_set


def rounds(name: str, seed: int) -> list[Position]:
    """The positions of a round played at random in which the seat to move may play a tile."""
    rng = random.Random(seed)
    position = deal(preset(name), preset(name).players[0], rng)
    found = []
    while position.turn is not None:
        if position.legal_moves[0].tile is not None:
            found.append(position)
        position = position.play(rng.choice(position.legal_moves))
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_every_placement_is_what_the_rules_make_of_it(name: str) -> None:
    for position in rounds(name, 5):
        seat = position.turn
        assert seat is not None
        view = position.view(seat)
        plays = placements(view)
        assert [one.move for one in plays] == [move for move in position.legal_moves if move.kind in ("lead", "play")]
        for one in plays:
            after = position.play(one.move)
            assert one.ends == dict(after.line.ends)
            assert one.pips == pips(after.hands[seat])
            own = [tile for tile in after.hands[seat] if any(value in tile for value in after.line.ends.values())]
            assert one.matches == len(own)
            seen = {*after.line.tiles, *view.hand}
            others = [tile for tile in tile_set(view.rules.max_pip) if tile not in seen]
            assert one.unseen == sum(any(value in tile for value in after.line.ends.values()) for tile in others)
            if after.outcome is None and view.rules.target is not None and view.rules.target.mode == "at-least":
                assert one.points == after.points[seat] - position.points[seat]


@pytest.mark.parametrize("name", ["ply-yard", "all-fives", "five-up"])
def test_a_tile_fits_where_it_may_be_played(name: str) -> None:
    for position in rounds(name, 8):
        if position.line.lead is None:
            continue
        view = position.view(position.turn or 0)
        for tile, sides in fits(view).items():
            assert {str(move) for move in view.legal if move.tile is tile} == {f"{tile}{side}" for side in sides}


def test_a_tile_that_shows_both_values_leaves_one_of_them_twice() -> None:
    """With ends 2 and 5, 2-5 at the five leaves 2 and 2, so 1-2 matches; at the two it leaves 5 and 5, so 5-6 does."""
    found = 0
    for position in (position for seed in range(6) for position in rounds("ply-yard", seed)):
        view = position.view(position.turn or 0)
        for tile in view.hand:
            if set(tile) == set(view.ends.values()) and not tile.is_double:
                both = {one.move.side: one for one in placements(view) if one.move.tile is tile}
                for side, other in (("L", "R"), ("R", "L")):
                    assert set(both[side].ends.values()) == {view.ends[other]}
                    rest = [held for held in view.hand if held is not tile and view.ends[other] in held]
                    assert both[side].matches == len(rest)
                found += 1
    assert found
