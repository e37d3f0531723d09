"""Whole evenings over two deals that differ only in hidden tiles: all are sent the same bytes (P22, P24, P25, P30).

What is compared are the eyes of a player, of people who share a device, of somebody who watches, of a second screen,
and of a stranger who opens every page: moves, refusals, repeated commands, chat, comings and goings, the clock,
questions and answers, a computer player that stands in, locking, and all of it in every language.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from evenings import BESIDES, Evening, Sort, other_deal, plain, random_round

from doublesix.rules import Tile
from doublesix.server import lobby, state
from doublesix.server.parts import Needs, Reader, Truth

SORTS = (
    Sort("ply-yard", ("open", "you"), frozenset({0})),
    Sort("ranked-draw", ("open", "you", "normal"), frozenset({1})),
    Sort("partners", ("you", "open", "open", "open"), frozenset({2})),
    Sort("all-fives", ("you", "open"), frozenset({0})),
    Sort("draw-100", ("you", "here", "open"), frozenset({0, 1})),
    Sort("cross", ("open", "you", "hard", "open"), frozenset({3})),
)


async def evening(sort: Sort, deal: list[Tile], script: list[str], shown: int, seed: int) -> dict[str, list[str]]:
    """What everybody who is compared was sent."""
    _ids[0] = itertools.count()
    found = Evening(sort, deal, script, random.Random(seed))
    await found.open()
    await found.play(shown)
    return found.eyes()


@pytest.fixture(autouse=True)
def _same_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables and guests are called the same in every evening."""
    monkeypatch.setattr(lobby, "new_id", lambda length=10: f"id{next(_ids[0]):0{length - 2}d}")


_ids = [itertools.count()]


@pytest.mark.parametrize("sort", SORTS, ids=lambda sort: sort.rules)
async def test_nobody_can_tell_two_deals_apart_by_what_he_is_sent(sort: Sort) -> None:
    other, seed = None, 0
    while other is None:
        seed += 1
        deal, final = random_round(sort, seed)
        shown = random.Random(seed).randrange(6, max(7, len(final.moves)))
        other = other_deal(random.Random(seed), sort, final, deal, shown)
    mine = await evening(sort, deal, plain(final), shown, seed)
    same = await evening(sort, other, plain(final), shown, seed)
    assert mine.keys() == same.keys()
    for eye in mine:
        for one, two in zip(mine[eye], same[eye], strict=True):
            assert one == two, eye
    assert sum(map(len, mine.values())) > 100


async def test_what_people_do_beside_playing_is_done_indeed() -> None:
    """A question that is refused in every evening would compare nothing."""
    done: set[str] = set()
    for sort in (SORTS[1], SORTS[4]):
        deal, final = random_round(sort, 1)
        found = Evening(sort, deal, plain(final), random.Random(1))
        await found.open()
        for beside in BESIDES:
            while found.position.turn not in found.names:
                await found.move()
            await beside(found)
            await found.move()
        await found.give_up()
        done |= {numbered.event.kind for numbered in found.table.course.events}
        done |= {message["t"] for ear in found.ears.values() for message in ear.heard}
    assert done >= {"resigned", "asked", "declined", "stood", "returned", "locked", "talk"}
    assert done >= {"snapshot", "events", "refused", "chat", "said", "hand", "counts", "presence", "clock"}


async def test_an_evening_that_tells_of_a_hidden_tile_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(truth: Truth, reader: Reader) -> Needs:
        assert truth.now.position is not None
        turn, _boneyard, *others = state._line_needs(truth, reader)
        return turn, truth.now.position.boneyard[0].pips, *others

    parts = [replace(part, needs=leaky) if part.needs is state._line_needs else part for part in state.PARTS]
    monkeypatch.setattr(state, "PARTS", parts)
    sort = SORTS[0]
    deal, final = random_round(sort, 1)
    other = other_deal(random.Random(1), sort, final, deal, 3)
    assert other is not None
    mine, same = [await evening(sort, one, plain(final), 3, 1) for one in (deal, other)]
    assert mine["watching"] != same["watching"]
    assert mine["pages of nobody"] != same["pages of nobody"]
