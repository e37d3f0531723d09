"""What the levels that search play for."""

from __future__ import annotations

import random

import pytest

from doublesix.kernel.totals import Totals
from doublesix.players import Limit, hard, make_player
from doublesix.players.aim import aim_of, plain_aim
from doublesix.rules import Position, Rules, deal, preset


@pytest.mark.parametrize(
    ("name", "players", "kind"),
    [
        ("ply-yard", 2, "first"),
        ("ranked-draw", 2, "first"),
        ("ranked-draw", 3, "place"),
        ("ranked-block", 4, "place"),
        ("draw-100", 2, "points"),
        ("draw-100", 4, "points"),
        ("partners", 4, "points"),
        ("all-fives", 2, "points"),
    ],
)
def test_master_plays_for_what_the_rules_count(name: str, players: int, kind: str) -> None:
    assert aim_of(preset(name), players).kind == kind


def test_partners_count_their_side_once_and_the_others_as_they_are() -> None:
    totals = Totals(10, 0, 0, 0, (0,) * 4, (0,) * 4, (0,) * 4, (50, 20, 50, 20), (10,) * 4)
    rules = preset("partners")
    assert aim_of(rules, 4).worth(totals, 2, rules) == 3.0
    assert aim_of(rules, 4).worth(totals, 1, rules) == -3.0


@pytest.mark.parametrize(
    ("name", "kind"), [("ply-yard", "first"), ("draw-100", "first"), ("ranked-block", "first"), ("five-up", "points")]
)
def test_hard_plays_to_win_rounds_and_for_points_where_they_are_counted_in_play(name: str, kind: str) -> None:
    assert plain_aim(preset(name)).kind == kind


def scoring(rules: Rules) -> tuple[Position, str]:
    """A position in which one move alone scores, twenty points or more, and that move."""
    rng = random.Random(3)
    while True:
        position = deal(rules, 2, rng)
        while position.turn is not None:
            had = position.points[position.turn]
            gains = {move: position.play(move).points[position.turn] - had for move in position.legal_moves}
            found = [move for move, gain in gains.items() if gain]
            if len(found) == 1 < len(gains) and gains[found[0]] >= 20 and position.play(found[0]).turn is not None:
                return position, str(found[0])
            position = position.play(rng.choice(position.legal_moves))


@pytest.mark.parametrize("kernel", [True, False], ids=["kernel", "plain rules"])
def test_hard_takes_many_points_that_one_move_alone_scores(kernel: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard, "supports", lambda _: kernel)
    position, move = scoring(preset("all-fives"))
    assert position.turn is not None
    assert str(make_player("hard", 1, Limit(worlds=200)).choose(position.view(position.turn))) == move
