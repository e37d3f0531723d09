"""Getting up from a table that waits, being sent away, handing the table on, and locking it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from world import Ear, World

from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.server.setup import make_setup
from doublesix.server.step import RefusedError
from doublesix.server.table import LOCKED, Table
from doublesix.store import MemoryStore

THREE = ("you", "open", "open")


async def ask(world: World, table: Table, ear: Ear, kind: str, **more: Any) -> dict[str, Any]:
    """A command, and its answer."""
    cid = world.cid()
    await world.say(table, ear, {"t": kind, "n": ear.n, "cid": cid, **more})
    await table.close()  # a store on a disk takes its time: until the queue is empty
    return next(message for message in reversed(ear.heard) if message.get("cid") == cid)


async def three(store: Any = None) -> tuple[World, Table, Ear, Ear]:
    """A table of three where Ann, who hosts it, and Ben sit."""
    world = World(store)
    table, ann = await world.waiting("ranked-draw", THREE)
    await table.sit("ben", "Ben")
    return world, table, ann, await world.ear(table, "ben")


async def test_a_guest_gets_up_and_his_seat_is_free_again() -> None:
    world, table, ann, ben = await three()
    assert (await ask(world, table, ben, "leave"))["t"] == "ok"
    assert table.course.free == (1, 2)
    assert ben.state["you"] is None
    assert ann.last("events")["events"][0]["text"] == "Ben has left."
    assert ann.state["seats"][1]["free"]
    assert ann.last("presence")["here"] == [True, False, False]
    assert await table.sit("ben", "Ben") == 1, "he may come back"


async def test_the_host_sends_somebody_away_who_cannot_come_back() -> None:
    world, table, ann, ben = await three()
    assert (await ask(world, table, ann, "remove", seat=1))["t"] == "ok"
    assert ben.state["you"] is None
    assert ben.seats == ()
    assert ben.last("events")["events"][0]["text"] == "Ben was sent away by the host."
    with pytest.raises(RefusedError, match="sent you away"):
        await table.sit("ben", "Benjamin")
    assert await table.sit("cleo", "Cleo") == 1
    assert "ben" not in "".join(ann.raw + ben.raw).replace("Ben", ""), "no guest's id is told"


async def test_only_the_host_sends_away_and_never_himself() -> None:
    world, table, ann, ben = await three()
    assert "Only who hosts" in (await ask(world, table, ben, "remove", seat=0))["error"]
    assert "your own" in (await ask(world, table, ann, "remove", seat=0))["error"]
    assert "Nobody sits" in (await ask(world, table, ann, "remove", seat=2))["error"]


async def test_a_host_who_leaves_hands_the_table_on_and_the_last_one_closes_it() -> None:
    world, table, ann, ben = await three()
    assert (await ask(world, table, ann, "leave"))["t"] == "ok"
    assert table.setup.host == 1
    assert ben.last("events")["events"][0]["text"] == "Ann has left; you may now start or close the table."
    assert ben.state["host"] == 1
    assert (await ask(world, table, ann, "close"))["t"] == "refused"
    await ask(world, table, ben, "leave")
    assert table.course.over
    assert await world.store.unfinished(5) == []


async def test_nobody_gets_up_once_the_table_has_begun() -> None:
    world, table, ears = await _begun()
    assert "has begun" in (await ask(world, table, ears[1], "leave"))["error"]
    assert "has begun" in (await ask(world, table, ears[0], "remove", seat=1))["error"]


async def _begun() -> tuple[World, Table, list[Ear]]:
    world = World()
    table, ears = await world.people()
    return world, table, ears


@pytest.fixture(params=["memory", "sql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "memory":
        return MemoryStore()
    kept = SqlStore(open_engine(tmp_path / "tables.sqlite"))
    await kept.start()
    return kept


async def test_a_restart_knows_who_left_who_hosts_and_who_may_not_come_back(store: Any) -> None:
    world, table, ann, _ = await three(store)
    await ask(world, table, ann, "remove", seat=1)
    await table.sit("cleo", "Cleo")
    await ask(world, table, ann, "leave")
    await table.sit("dan", "Dan")
    again = World(store)
    found = await again.lobby.find(table.id)
    assert found is not None
    assert dict(found.seats) == {0: "dan", 1: "cleo"}
    assert found.setup.host == 1
    assert [row.id for row in await store.tables_of("ann", 5)] == []
    assert [row.id for row in await store.tables_of("cleo", 5)] == [table.id]
    with pytest.raises(RefusedError, match="sent you away"):
        await found.sit("ben", "Ben")
    assert await found.sit("eve", "Eve") == 2
    assert found.course.running
    await store.close()


async def test_everybody_at_a_device_gets_up_together() -> None:
    world = World()
    setup, _ = make_setup("ranked-draw", 3, ["you", "open", "here"], False)
    table = await world.lobby.create(setup, dict.fromkeys(setup.device, "ann"))
    ann = await world.ear(table, "ann")
    await table.sit("ben", "Ben") if len(table.course.free) > 1 else None
    assert (await ask(world, table, ann, "leave"))["t"] == "ok"
    assert table.course.over, "nobody is left"


async def test_a_locked_table_is_seen_by_those_who_sit_there_alone() -> None:
    world, table, ears = await _begun()
    watcher, screen = await world.ear(table, None), await world.ear(table, None)
    screen.insider = True
    assert "Only who hosts" in (await ask(world, table, ears[1], "lock", on=True))["error"]
    assert (await ask(world, table, ears[0], "lock", on=True))["t"] == "ok"
    assert ears[1].state["locked"]
    assert watcher.ended is not None
    assert watcher.ended[0] == LOCKED
    assert screen.ended is ears[0].ended is None
    restarted = World(world.store)
    found = await restarted.lobby.find(table.id)
    assert found is not None
    assert found.course.company.locked
    await ask(world, table, ears[0], "lock", on=False)
    assert not ears[1].state["locked"]


async def test_people_who_found_each_other_can_lock_their_table_too() -> None:
    world = World()
    table = await world.lobby.seat_together("ply-yard", ["ann", "ben"])
    first = await world.ear(table, table.seats[0])
    assert first.state["host"] == 0
    assert (await ask(world, table, first, "lock", on=True))["t"] == "ok"
