"""The search on a line, compiled and as plain Python, against the search that knows every rule."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest

from doublesix.rules import Position, Rules, deal, preset
from doublesix.solver import _line
from doublesix.solver.search import Search

from .plain import plain_values


def as_plain_python() -> ModuleType:
    """The module from its source, whatever was compiled."""
    source = Path(_line.__file__).with_name("_line.py")
    spec = importlib.util.spec_from_file_location("plain_line", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SOURCES = {"as imported": _line, "plain Python": as_plain_python()}
RULES = {
    "draw to the reserve": preset("ply-yard"),
    "draw all": preset("draw-100"),
    "block": preset("ranked-block"),
    "draw one": preset("ply-yard").replace(draw_limit=1),
    "draw two": preset("ply-yard").replace(draw_limit=2, reserve=0),
    "draw at will": preset("draw"),
    "draw two at will": preset("draw").replace(draw_limit=2),
    "double-nine": preset("draw-9"),
    "double-three": preset("ply-yard").replace(max_pip=3, hand_size={2: 3}),
}
WINDOWS = [(-8192, 8192), (0, 1), (-1, 0), (4096, 8192), (-4100, -4090)]


def late(rules: Rules, rng: random.Random, tiles: int) -> list[Position]:
    position, out = deal(rules, 2, rng, leader=0 if rules.leader == "lot" else None), []
    while position.turn is not None:
        if position.line.lead is not None and position.drawable + sum(map(len, position.hands)) <= tiles:
            out.append(position)
        position = position.play(rng.choice(position.legal_moves))
    return out


def agree(one: int, other: int, alpha: int, beta: int) -> bool:
    """Equal inside the window, on the same side of it outside."""
    return one == other or (one <= alpha and other <= alpha) or (one >= beta and other >= beta)


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_values_and_bounds_are_those_of_the_general_search(source: ModuleType, rules: Rules) -> None:
    rng = random.Random(8)
    line = source.LineSearch(rules.max_pip, 10)
    for _ in range(3):
        for position in late(rules, rng, 12)[:6]:
            search = Search.of(position)
            mine, theirs = hands = search.hands(position)
            order = [bit.bit_length() - 1 for bit in search.order]
            line.begin(order, 999 if rules.draw_limit is None else rules.draw_limit, rules.voluntary_draw)
            left, right = position.ends.values()
            for low, high in WINDOWS:
                wanted = search.value(
                    hands, search.ends.of(position.line), 0, position.passes, position.drawn, low, high
                )
                found = line.worth(mine, theirs, left, right, 0, position.passes, position.drawn, low, high)
                assert agree(found, wanted, low, high)


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_a_round_that_has_not_begun_is_worth_its_best_lead(source: ModuleType) -> None:
    rng = random.Random(3)
    rules = preset("ply-yard").replace(max_pip=3, hand_size={2: 3})
    line = source.LineSearch(3, 10)
    for _ in range(10):
        position = deal(rules, 2, rng)
        search = Search.of(position)
        mine, theirs = search.hands(position)
        line.begin([bit.bit_length() - 1 for bit in search.order], 99)
        values = plain_values(position).values()
        sign = max({"win": 1, "tie": 0, "loss": -1}[result] for result, _ in values)
        margin = max(m for result, m in values if {"win": 1, "tie": 0, "loss": -1}[result] == sign)
        assert line.lead(mine, theirs, mine, -8192, 8192) == 4096 * sign + margin


def test_a_new_round_forgets_the_values_of_the_last() -> None:
    line = _line.LineSearch(6, 4)
    rng = random.Random(1)
    for _ in range(40):
        position = deal(preset("ply-yard").replace(max_pip=3, hand_size={2: 3}), 2, rng)
        search = Search.of(position)
        mine, theirs = search.hands(position)
        order = [bit.bit_length() - 1 for bit in search.order]
        fresh = _line.LineSearch(6, 4)
        for one in (line, fresh):
            one.begin(order, 99)
        assert line.lead(mine, theirs, mine, -8192, 8192) == fresh.lead(mine, theirs, mine, -8192, 8192)
