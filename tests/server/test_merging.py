"""What somebody played as a guest becomes his account's when he asks for it, once, and nobody else's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from test_account_pages import browser, guest_of, sign_in, sign_up
from test_rated import ranked, rated
from world import World

from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.rules import preset
from doublesix.server.accounts import AccountError
from doublesix.server.app import create_app
from doublesix.server.duplicates import agreed
from doublesix.server.merging import Merging
from doublesix.server.settings import Settings
from doublesix.store import AccountRow, GuestRow, MistakeRow, Store


@pytest.fixture(params=["memory", "sqlite"])
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[World]:
    """A world over each kind of store."""
    if request.param == "memory":
        yield World()
        return
    store: Store = SqlStore(open_engine(tmp_path / "t.sqlite"), linger=0.0)
    await store.start()  # type: ignore[attr-defined]
    yield World(store)
    await store.close()


async def finished(world: World, others: tuple[str, ...] = ("ben",)) -> str:
    """A rated table that Ann has resigned."""
    table, ears = await ranked(world, others)
    await world.say(table, ears[0], {"t": "resign", "n": table.course.n, "cid": world.cid()})
    while not table.course.over:
        await asyncio.sleep(0.001)
    await rated(world)
    return table.id


async def account(world: World, guest: str = "acc") -> Merging:
    await world.store.add_guest(GuestRow("ann", b"a" * 32, 0.0))
    await world.store.people.add_account(AccountRow(guest, "Ann", "ann", "hash", 0.0))
    return Merging(world.seams, world.lobby)


async def test_tables_results_ratings_and_practice_become_the_accounts(world: World) -> None:
    over = await finished(world)
    running, ears = await world.people("block")
    await world.store.practice.keep("ann", "drills", "{}")
    await world.store.mistakes.keep("ann", MistakeRow("m", "{}", 1.0))
    before = (await world.store.standings.ratings(["ann"], "block", "people"))["ann"]
    merging = await account(world)
    assert await merging.merge("ann", "acc") == 2
    standings = world.store.standings
    assert [row.table for row in await standings.results("acc", 10)] == [over]
    assert await standings.results("ann", 10) == []
    after = (await standings.ratings(["acc"], "block", "people"))["acc"]
    assert (after.mean, after.games) == (before.mean, before.games)
    assert {change.after.player for change in await standings.changes(over)} == {"acc", "ben"}
    assert await world.store.practice.kept("acc") == {"drills": "{}"}
    assert [row.id for row in await world.store.mistakes.kept("acc")] == ["m"]
    assert await world.store.mistakes.kept("ann") == []
    assert running.seats[0] == "acc", "the table that runs knows its new owner at once"
    found = await World(world.store).lobby.find(running.id)
    assert found is not None
    assert found.seats_of("acc") == (0,)
    assert await world.store.guests([b"a" * 32]) == {}, "the guest is no more"
    await world.move(running, ears[0])


async def test_where_both_have_a_rating_the_accounts_stays_and_the_results_come(world: World) -> None:
    await finished(world)
    merging = await account(world)
    await finished(world, ("acc",))
    known = await world.store.standings.ratings(["acc"], "block", "people")
    await merging.merge("ann", "acc")
    assert await world.store.standings.ratings(["acc"], "block", "people") == known


async def test_a_table_where_both_have_sat_stays_apart(world: World) -> None:
    table, _ = await world.people("block", ("acc",))
    merging = await account(world)
    assert await merging.merge("ann", "acc") == 0
    assert dict(table.seats) == {0: "ann", 1: "acc"}


async def test_a_programs_games_are_nobody_elses(world: World) -> None:
    merging = await account(world)
    await world.lobby.mark_program("ann")
    with pytest.raises(AccountError, match="stays its own"):
        await merging.merge("ann", "acc")


async def test_a_duplicate_goes_on_under_the_account(world: World) -> None:
    agreement = agreed(preset("block"), 2, 2, 2, "easy", lambda: bytes(32))
    made = await world.lobby.duplicates.create(agreement, (0, 0), "ann")
    merging = await account(world)
    await merging.merge("ann", "acc")
    found = await world.lobby.duplicates.find(made.id)
    assert found is not None
    assert found.place_of("acc") == (0, 0)
    assert found.host == "acc"
    assert found.place_of("ann") is None


async def test_the_account_page_offers_it_and_does_it_once() -> None:
    world = World()
    app: Starlette = create_app(Settings(bot_delay=0.0), world.seams)
    world.lobby = app.state.lobby
    async with browser(app) as first, browser(app) as other, browser(app) as stranger:
        await sign_up(first)
        made = await other.post("/api/tables", json={"rules": "ply-yard"})
        assert (await other.post("/account/merge", data={})).status_code == 422, "nobody is signed in"
        await sign_in(other)
        assert "Bring my guest games" in (await other.get("/account")).text
        assert (await other.post("/account/merge", headers={"origin": "http://evil.example"})).status_code == 403
        assert (await other.post("/account/merge", data={})).status_code == 303
        table = await world.lobby.find(made.json()["table"])
        assert table is not None
        assert table.seats[0] == await guest_of(first, world.lobby)
        page: httpx.Response = await other.get("/account")
        assert "Bring my guest games" not in page.text
        again = await other.post("/account/merge", data={})
        assert "Nothing was played" in again.text
        await sign_up(stranger, "Ben")
        assert (await stranger.post("/account/merge", data={})).status_code == 422
    await world.lobby.close()
