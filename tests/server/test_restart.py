"""A server that ends and begins again on the same store: the log is the table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

import pytest
from stacked import MUST_DRAW, Stacked
from world import Ear, World

from doublesix.rules import Move, View
from doublesix.server.course import Course
from doublesix.server.setup import Setup
from doublesix.server.step import BrokenLogError
from doublesix.store import Append, EventRow, Loaded, MemoryStore


def last(_level: str, view: View, _seed: int | None) -> Move:
    return view.legal[-1]


async def test_a_round_goes_on_where_it_was_with_the_same_hands() -> None:
    store = MemoryStore()
    world = World(store)
    table, ear = await world.table("ranked-draw", ("you", "normal", "easy"))
    await world.move(table, ear)
    again = World(store, seed=99)
    found = await again.lobby.find(table.id)
    assert found is not None
    tab = Ear(found.seat_of("ann"))
    found.join(tab)
    await again.settle(found)
    assert tab.state == ear.state
    assert tab.n == ear.n
    await again.play_round(found, tab)
    assert tab.state["outcome"]


@pytest.mark.parametrize("drawn", [0, 1, 2, 3])
async def test_a_restart_in_the_middle_of_drawing_draws_the_same_next_tiles(drawn: int) -> None:
    async def begin(store: MemoryStore) -> tuple[World, Ear, str]:
        world = World(store, choose=last)
        object.__setattr__(world.seams, "rng", Stacked(MUST_DRAW))
        table, ear = await world.table("ply-yard", ("easy", "you"))
        for _ in range(drawn):
            await world.move(table, ear, "draw")
        return world, ear, table.id

    store = MemoryStore()
    _, _, name = await begin(store)
    again = World(store, seed=1234, choose=last)
    found = await again.lobby.find(name)
    assert found is not None
    ear = Ear(1)
    found.join(ear)
    while ear.state["legal"] == ["draw"]:
        await again.move(found, ear, "draw")
    assert [move["move"] for move in ear.state["moves"][1:]] == ["draw:5-4", "draw:5-3", "draw:5-2", "draw:6-1"]


async def test_a_bot_whose_turn_it_was_plays_after_the_restart_as_soon_as_somebody_is_there() -> None:
    store = MemoryStore()
    world = World(store, delay=0.6)
    table, ear = await world.table("ply-yard", ("easy", "you"))
    assert ear.n == 1
    again = World(store)
    assert await again.lobby.resume() == 0, "nobody waits for it"
    found = await again.lobby.find(table.id)
    assert found is not None
    await again.settle(found)
    assert found.course.n == 2


async def test_a_command_sent_again_after_the_restart_gets_its_stored_answer() -> None:
    store = MemoryStore()
    world = World(store)
    table, ear = await world.table()
    move = {"t": "move", "n": 1, "cid": "c1", "move": ear.state["legal"][0]}
    await world.say(table, ear, move)
    again = World(store)
    found = await again.lobby.find(table.id)
    assert found is not None
    tab = Ear(ear.seat)
    found.join(tab)
    assert await again.say(found, tab, move) == {"t": "ok", "cid": "c1", "n": 2}


async def test_every_log_folds_to_the_table_it_came_from() -> None:
    store = MemoryStore()
    world = World(store, seed=8)
    table, ear = await world.table("draw-100", ("easy", "you", "normal"))
    while not ear.state["match"]["over"]:
        await world.play_round(table, ear)
        if ear.state["match"]["over"]:
            break
        await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})
    rows = await store.events(table.id)
    kinds = [json.loads(row.body)["kind"] for row in rows]
    inside = ("counted", "ended", "committed")  # they belong to the command before them
    whole = [end for end in range(1, len(rows) + 1) if end == len(rows) or kinds[end] not in inside]
    for end in whole[::7]:
        course = Course(Setup.from_text(table.setup.text()))
        course.fold(rows[:end])
        assert course.n == end
    course = Course(table.setup)
    course.fold(rows)
    assert course.match == table.course.match
    assert course.answers == table.course.answers
    assert [position.outcome for position in course.finished] == [p.outcome for p in table.course.finished]


async def test_a_log_with_a_gap_or_a_wrong_move_is_not_played_on() -> None:
    store = MemoryStore()
    world = World(store)
    table, _ = await world.table()
    rows = await store.events(table.id)
    with pytest.raises(BrokenLogError, match="event 2 is missing"):
        Course(table.setup).fold([*rows, EventRow(3, None, '{"kind":"passed","seat":0}')])
    with pytest.raises(BrokenLogError, match="event 2 does not follow"):
        Course(table.setup).fold([*rows, EventRow(2, None, '{"kind":"passed","seat":0}')])
    await store.append(Append(table.id, 2, ('{"kind":"passed","seat":0}',)))
    again = World(store)
    with pytest.raises(BrokenLogError):
        await again.lobby.find(table.id)


async def test_a_broken_table_does_not_keep_the_others_from_coming_back() -> None:
    store = MemoryStore()
    world = World(store)
    broken, _ = await world.waiting()
    whole, _ = await world.waiting()
    await store.append(Append(broken.id, broken.course.n + 1, ('{"kind":"passed","seat":0}',)))
    again = World(store)
    assert await again.lobby.resume() == 2
    found = await again.lobby.find(whole.id)
    assert found is not None
    assert found.course.waiting


async def test_tables_that_are_asked_for_at_once_are_read_together() -> None:
    store = MemoryStore()
    world = World(store)
    tables = [(await world.table())[0].id for _ in range(20)]
    asked: list[int] = []
    load = store.load

    async def counted(names: Sequence[str]) -> dict[str, Loaded]:
        asked.append(len(names))
        await asyncio.sleep(0)
        return await load(names)

    store.load = counted  # type: ignore[method-assign, assignment]
    lobby = World(store).lobby
    found = await asyncio.gather(*(lobby.find(table) for table in [*tables, *tables, "nowhere"]))
    assert [table.id for table in found[:20] if table is not None] == tables
    assert found[:20] == found[20:40]
    assert found[40] is None
    assert (len(asked), sum(asked)) == (1, 21)


async def test_tables_that_nobody_uses_are_forgotten_and_found_again() -> None:
    world = World()
    table, ear = await world.table()
    assert world.lobby.forget_idle() == 0
    table.leave(ear)
    world.clock.advance(599)
    assert world.lobby.forget_idle() == 0
    world.clock.advance(2)
    assert world.lobby.forget_idle() == 1
    found = await world.lobby.find(table.id)
    assert found is not None
    assert found is not table
    assert found.course.n == table.course.n


async def test_many_who_open_a_table_at_once_get_one_owner() -> None:
    store = MemoryStore()
    world = World(store)
    table, _ = await world.table()
    again = World(store)
    found = await asyncio.gather(*(again.lobby.find(table.id) for _ in range(20)))
    assert len({id(one) for one in found}) == 1
