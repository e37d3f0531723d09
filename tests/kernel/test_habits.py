"""A model of choices: its features are those of the rules, its chances add up, and it plays as they say."""

from __future__ import annotations

import random
from math import exp, isclose, prod
from typing import Any

import pytest

from doublesix.rules import Move, Position, deal, pips, preset, tile_set

from .twins import Stream, interpreted, random_deal

WEIGHTS = (0.05, 0.4, 0.3, 0.6, -0.2, -0.15, 0.5, 1.2, -0.7)


def lacked(position: Position, seat: int) -> set[int]:
    """The values that a seat has shown it lacks, by its last draws and by passes since: the round played again."""
    from doublesix.rules.line import Line

    line, lacks = Line(position.rules), set[int]()
    for by, move in zip(position.turns, position.moves, strict=True):
        ends = set(line.ends.values())
        if move.kind == "lead" and move.tile:
            line = line.led(move.tile)
        elif move.kind == "play" and move.tile and move.side:
            line = line.played(move.tile, move.side)
        elif by == seat and move.kind == "pass":
            lacks |= ends
        elif by == seat and not position.rules.voluntary_draw:
            lacks = ends
    return lacks


def features(position: Position, move: Move) -> list[int]:
    """What FEATURES says, by the readable rules, for seats that all hold tiles."""
    if move.tile is None:
        return [0] * 8 + [1]
    assert position.turn is not None
    hand = [tile for tile in position.hands[position.turn] if tile is not move.tile]
    ends = {value for side, value in position.ends.items() if side != move.side}
    if move.side is None:
        ends = set(move.tile)
    else:
        ends.add(move.tile.other(position.ends[move.side]))
    seen = {*position.line.tiles, *position.hands[position.turn]}
    lacks = lacked(position, (position.turn + 1) % position.players) & ends
    return [
        pips([move.tile]),
        move.tile.is_double,
        len({value for tile in hand for value in tile}),
        sum(bool(ends & set(tile)) for tile in hand),
        len(ends) == 1,
        sum(bool(ends & set(tile)) for tile in tile_set(position.rules.max_pip) if tile not in seen),
        0 < len(lacks) < len(ends),
        lacks == ends,
        0,
    ]


@pytest.mark.parametrize("name", ["ply-yard", "draw", "block", "draw-12", "all-fives", "five-up", "puerto-rico"])
def test_features_and_chances_are_those_of_the_rules(kernel: Any, name: str) -> None:
    rules, rng = preset(name), random.Random(name)
    habits = kernel.Habits(WEIGHTS)
    for _ in range(3):
        position = random_deal(rules, rules.players[0], rng)
        state = kernel.state_of(position)
        while position.turn is not None:
            legal = position.legal_moves
            options = {kernel.move_of(code, rules): found for code, found in state.options()}
            if legal[0].tile is None:
                assert options == {}
            else:
                assert set(options) == set(legal)
                wanted = {move: features(position, move) for move in legal}
                assert options == wanted
                assert kernel.state_of(position).options() == state.options()
                scores = {m: exp(sum(w * f for w, f in zip(WEIGHTS, wanted[m], strict=True))) for m in legal}
                for code, chance in state.chances(habits, 0.1):
                    share = scores[kernel.move_of(code, rules)] / sum(scores.values())
                    assert isclose(chance, 0.9 * share + 0.1 / len(legal), abs_tol=0.012)
                assert isclose(sum(chance for _, chance in state.chances(habits, 0.1)), 1)
            move = rng.choice(legal)
            state.play(kernel.code_of(move, rules))
            position = position.play(move)


def test_play_by_habits_follows_its_stream_and_chances(kernel: Any) -> None:
    rules, habits = preset("ply-yard"), kernel.Habits(WEIGHTS)
    start = kernel.state_of(deal(rules, 2, random.Random(3)))
    for index in range(4):
        state, stream = start.copy(), Stream(9, index)
        while state.turn >= 0:
            options = state.chances(habits)
            if len(options) < 2:
                state.play(state.moves()[0])
                continue
            parts = _parts(state, options)
            k = stream.below(sum(parts))
            place = next(at for at in range(len(parts)) if k < sum(parts[: at + 1]))
            state.play(options[place][0])
        totals = kernel.playouts_from(start, seed=9, first=index, count=1, habits=habits)
        assert totals.pips == state.result()[0]


def _parts(state: Any, options: list[tuple[int, float]]) -> list[int]:
    """Shares of 2^20 at most, from scores in 1/1024 taken down to 1/64."""
    weights = [round(weight * 1024) for weight in WEIGHTS]
    scores = [sum(w * f for w, f in zip(weights, found, strict=True)) for _, found in state.options()]
    assert len(scores) == len(options)
    return [round(exp(-((max(scores) - score) >> 4) / 64) * 2**20) for score in scores]


def test_habits_of_no_weight_choose_evenly(kernel: Any) -> None:
    state = kernel.state_of(deal(preset("ply-yard"), 2, random.Random(4)))
    assert {chance for _, chance in state.chances(kernel.Habits((0,) * 9))} == {1 / 7}


def test_play_by_habits_is_the_same_compiled_or_not_and_from_worlds(kernel: Any) -> None:
    for name in ("ply-yard", "draw", "five-up"):
        rules = preset(name)
        position = deal(rules, 2, random.Random(5), leader=0)
        position = position.play(position.legal_moves[0])
        assert position.turn is not None
        plain = interpreted()
        for form in (kernel, plain):
            root = form.root_of(position.view(position.turn))
            world = bytes(map(form.number, [*position.hands[1 - position.turn], *position.boneyard]))
            found = form.playouts_of_worlds(root, root.moves(), world * 3, seed=6, habits=form.Habits(WEIGHTS))
            if form is kernel:
                first = [tuple(totals) for totals in found]
                for code, totals in zip(root.moves(), found, strict=True):
                    state = root.fill(world)
                    state.play(code)
                    alone = form.playouts_from(state, seed=6, count=3, habits=form.Habits(WEIGHTS))
                    assert alone.pips == totals.pips
            else:
                assert [tuple(totals) for totals in found] == first


def test_worlds_are_weighed_by_the_chance_of_what_was_played(kernel: Any) -> None:
    rng = random.Random(8)
    habits = kernel.Habits(WEIGHTS)
    for name, players in (("ply-yard", 2), ("ranked-draw", 3), ("draw", 2), ("partners", 4)):
        rules = preset(name)
        first = position = random_deal(rules, players, rng)
        chances = []
        for _ in range(12):
            if position.turn is None:
                break
            move = rng.choice(position.legal_moves)
            if position.turn != 0:
                known = dict(kernel.state_of(position).chances(habits, 0.05))
                chances.append(known.get(kernel.code_of(move, rules), 1.0))
            position = position.play(move)
        start, codes = kernel.deal_of(position.view(0))
        hidden = [tile for hand in first.hands[1:] for tile in hand]
        world = bytes(map(kernel.number, [*hidden, *first.boneyard]))
        assert start.fill(world).moves() == kernel.state_of(first).moves()
        wrong = bytes(reversed(world))
        found = kernel.chances(start, 0, codes, world + wrong, habits=habits, even=0.05)
        assert isclose(found[0], prod(chances))
        assert found[1] < found[0]


def test_habits_that_are_no_nine_weights_are_refused(kernel: Any) -> None:
    with pytest.raises(ValueError, match="nine weights"):
        kernel.Habits((1.0, 2.0))
