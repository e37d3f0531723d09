"""Drills that an analysis judges: only clear ones, found again at ten times the budget, told without hidden tiles."""

from __future__ import annotations

import random

import pytest

from doublesix.analysis import analyse
from doublesix.kernel import compiled
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Move
from doublesix.study import Drill, drill
from doublesix.study.judged import BUDGET

TABLES = [("ply-yard", 2), ("ranked-draw", 3), ("block", 4)]
NUMBERS = range(8 if compiled else 1)


def moves_of(asked: Drill) -> dict[str, Move]:
    """The move that each answer stands for."""
    (item,) = asked.items
    if asked.kind == "best-end":
        tile = str(item.label).split(" ")[2].removesuffix(".")
        return {side: Move.parse(f"{tile}{side}") for side, _ in item.options}
    return {key: Move.parse(str(words).split(": ")[1].split(",")[0]) for key, words in item.options}


@pytest.mark.parametrize("kind", ["best-end", "block-or-open"])
@pytest.mark.parametrize("table", TABLES)
def test_p90_an_answer_is_found_again_at_ten_times_the_budget(kind: str, table: tuple[str, int]) -> None:
    for number in NUMBERS:
        asked = drill(kind, number, table)
        moves = moves_of(asked)
        right = moves.pop(asked.items[0].right)
        (wrong,) = moves.values()
        assert asked.seat is not None
        view = asked.position.view(asked.seat)
        *_, found = analyse(view, random.Random(90 + number), Thinking(Limit(worlds=10 * BUDGET), None))
        assert found.behind(wrong, right).low > 0, f"{kind} {number} at {table}: {wrong} may be as good as {right}"


@pytest.mark.parametrize("kind", ["best-end", "block-or-open"])
def test_an_explanation_holds_for_every_deal_that_fits(kind: str) -> None:
    """What is told depends on the view alone: the same round with the hidden tiles dealt otherwise is told the same."""
    asked = drill(kind, 3)
    (item,) = asked.items
    assert asked.seat is not None
    hidden = set(map(str, (*asked.position.hands[1 - asked.seat], *asked.position.boneyard)))
    told = " ".join([str(asked.question), str(item.label), str(item.why), *map(str, item.facts)])
    assert not [tile for tile in hidden if tile in told]


def test_to_block_is_not_always_right() -> None:
    answers = {drill("block-or-open", number).items[0].right for number in range(30 if compiled else 4)}
    assert answers == {"block", "open"} or not compiled
