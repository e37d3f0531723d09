"""The master level: what it plays for, its endings, its moments of doubt."""

from __future__ import annotations

import random

from doublesix.kernel import compiled
from doublesix.players import LEVELS, Limit, make_player
from doublesix.players.base import default_limit
from doublesix.rules import Position, deal, preset
from doublesix.solver import solve


def endings(count: int) -> list[Position]:
    """Block positions of two seats in which the seat to move knows everything but which tiles sleep."""
    rules = preset("ranked-block").replace(max_pip=3, hand_size={2: 5})
    rng = random.Random(8)
    out: list[Position] = []
    while len(out) < count:
        position = deal(rules, 2, rng)
        while position.turn is not None:
            if len(position.legal_moves) > 1:
                out.append(position)
            position = position.play(rng.choice(position.legal_moves))
    return out[:count]


def test_with_all_tiles_known_it_plays_the_exact_best_move() -> None:
    for position in endings(20):
        assert position.turn is not None
        values = solve(position)
        move = make_player("master", 1, Limit(worlds=20)).choose(position.view(position.turn))
        order = ("loss", "tie", "win")
        assert order.index(values[move].result) == max(order.index(value.result) for value in values.values())


def test_a_limit_in_time_is_kept_to_the_batch() -> None:
    position = deal(preset("ply-yard"), 2, random.Random(1))
    asked = 0

    def clock() -> float:
        nonlocal asked
        asked += 1
        return float(asked)

    move = make_player("master", 1, Limit(ms=1500), clock).choose(position.view(0))
    assert move in position.legal_moves
    assert asked == 3


def test_levels_that_search_have_a_default_limit_in_worlds_so_that_they_repeat_themselves() -> None:
    for level in LEVELS:
        limit = default_limit(level)
        assert limit is None or limit.worlds is not None
    master = default_limit("master")
    assert master is not None
    assert (master.worlds or 0) >= (400 if compiled else 10)


def test_a_set_beyond_the_kernel_is_played_too() -> None:
    rules = preset("draw-12").replace(max_pip=15, hand_size={2: 4})
    position = deal(rules, 2, random.Random(2))
    while len(position.legal_moves) < 2:
        position = position.play(position.legal_moves[0])
    move = make_player("master", 1, Limit(worlds=2)).choose(position.view(position.turn or 0))
    assert move in position.legal_moves

