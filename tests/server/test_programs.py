"""Programs among people: everybody sees which seats are theirs, and they never count among people (P97)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from test_rated import CLOCK, rated
from world import Ear, World

from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.server.hall import Hall, SeekMessage
from doublesix.server.pairing import Wish
from doublesix.server.rated import NO_PROGRAM, check_rated, results_of
from doublesix.server.records import records_of
from doublesix.server.setup import BadSetupError, Seat, Setup, make_setup

HERE = "http://127.0.0.1:8000"
FROM_A_PAGE = {"origin": HERE, "sec-fetch-site": "same-origin"}
RATED = {"rules": "ranked-block", "seats": ["you", "open"], "rated": True, "pace": {"turn": 30}}


def program(app: Starlette, **headers: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, headers=headers)


@pytest.fixture
async def ann(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    """A person with a browser."""
    async with program(app, **FROM_A_PAGE) as client:
        yield client
    await app.state.lobby.close()


@pytest.fixture
async def engine(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    """A program that says nothing about itself."""
    async with program(app) as client:
        yield client


async def made(client: httpx.AsyncClient, **more: object) -> str:
    answer = await client.post("/api/tables", json={"rules": "block", "seats": ["you", "open"], "name": "Ann", **more})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


async def test_who_comes_from_no_page_is_shown_as_a_program_to_all_everywhere(
    ann: httpx.AsyncClient, engine: httpx.AsyncClient, world: World
) -> None:
    table = await made(ann, seats=["you", "open", "open"], listed=True)
    await engine.post(f"/api/tables/{table}/join", json={"name": "Deep Tile"})
    agreed = (await ann.get(f"/api/tables/{table}")).json()
    assert [seat["program"] for seat in agreed["seats"]] == [False, True, False]
    assert agreed["seats"][1]["name"] == "Deep Tile (program)"
    assert (await ann.get("/api/lobby")).json()["tables"][0]["seats"] == ["Ann", "Deep Tile (program)", None]
    found = await world.lobby.find(table)
    assert found is not None
    watching = await world.ear(found, None)
    assert watching.state["seats"][1]["name"] == "Deep Tile (program)"


async def test_the_record_names_the_program_also_where_seats_have_labels(
    ann: httpx.AsyncClient, engine: httpx.AsyncClient, world: World
) -> None:
    table = await world.lobby.find(await made(ann, rules="ply-yard"))
    assert table is not None
    await engine.post(f"/api/tables/{table.id}/join", json={"name": "Deep Tile"})
    ear = await world.ear(table, table.seats[0])
    await world.say(table, ear, {"t": "resign", "n": table.course.n, "cid": "r"})
    assert records_of(table.course)[0].to_json()["names"] == ["Black", "Deep Tile (program)"]


async def test_a_page_of_somebody_elses_may_say_that_a_person_plays(app: Starlette, ann: httpx.AsyncClient) -> None:
    table = await made(ann)
    async with program(app) as other:
        await other.post(f"/api/tables/{table}/join", json={"name": "Ben", "program": False})
    assert [seat["name"] for seat in (await ann.get(f"/api/tables/{table}")).json()["seats"]] == ["Ann", "Ben"]


async def test_a_program_stays_one_whatever_it_says_later(app: Starlette, ann: httpx.AsyncClient) -> None:
    async with program(app) as other:
        await other.post("/api/tables", json={"rules": "block"})
        other.headers.update(FROM_A_PAGE)
        table = await made(ann)
        await other.post(f"/api/tables/{table}/join", json={"name": "Ben", "program": False})
        assert (await ann.get(f"/api/tables/{table}")).json()["seats"][1]["program"]
        refused = await other.post("/account/new", data={"name": "Ben", "password": "seven tiles each"})
        assert "accounts are people's" in unescape(refused.text)


async def test_an_account_is_not_made_a_program(app: Starlette, ann: httpx.AsyncClient) -> None:
    await ann.post("/account/new", data={"name": "Ann", "password": "seven tiles each"})
    answer = await ann.post("/api/tables", json={"rules": "block", "program": True})
    assert answer.status_code == 409
    assert not await app.state.lobby.is_program(await app.state.lobby.guest(ann.cookies["doublesix"]))


async def test_no_program_sits_down_or_is_host_at_a_rated_table_among_people(
    ann: httpx.AsyncClient, engine: httpx.AsyncClient
) -> None:
    table = await made(ann, **RATED)
    await made(engine)
    refused = await engine.post(f"/api/tables/{table}/join", json={"name": "Deep Tile"})
    assert (refused.status_code, refused.json()["error"]) == (409, NO_PROGRAM)
    assert (await ann.get(f"/api/tables/{table}")).json()["free"] != []
    own = await engine.post("/api/tables", json=RATED | {"name": "Deep Tile"})
    assert (own.status_code, own.json()["error"]) == (422, NO_PROGRAM)
    engine.headers.update(FROM_A_PAGE)  # it is known by its cookie
    fields = {"rules": "ranked-block", "players": "2", "level1": "open", "name": "Deep Tile", "rated": "on"}
    assert (await engine.post("/new", data=fields)).status_code == 422
    assert (await engine.post("/api/tables", json=RATED | {"name": "Deep Tile"})).status_code == 422


async def test_a_program_is_not_paired_for_a_rated_table(world: World) -> None:
    hall = Hall(world.lobby, world.clock)
    ear = Ear(None)
    hall.join(ear)

    async def who() -> str:
        return "deep"

    await world.lobby.rename("deep", "Deep Tile")
    await hall._seek(ear, who, *_wish(SeekMessage("ranked-block", 2, True, True)))
    assert ear.last("refused")["error"] == NO_PROGRAM
    await hall._seek(ear, who, *_wish(SeekMessage("ranked-block", 2, False, False)))
    assert ear.last("seek")["waiting"] == 1
    table = await world.lobby.seat_together("ranked-block", ["deep", "ann"])
    assert sum(seat.program for seat in table.setup.seats) == 1
    await hall.close()


def _wish(message: SeekMessage) -> tuple[Wish, bool]:
    return Wish(message.rules, message.players, message.rated), message.program


def with_program(seats: tuple[str, ...]) -> Setup:
    setup, _ = make_setup("ranked-block", len(seats), seats, False)
    setup = replace(setup, rated=True, pace=CLOCK)
    return setup.with_seat(0, Seat("person", None, "Ann")).with_seat(1, Seat("person", None, "Deep", program=True))


async def test_what_a_program_plays_with_computer_players_counts_in_their_pool_and_never_among_people(
    world: World,
) -> None:
    setup = with_program(("you", "open", "easy"))
    check_rated(setup)
    table = await world.lobby.create(replace(setup, host=None), {0: "ann", 1: "deep"})
    for seat in (0, 1):
        ear = await world.ear(table, table.seats[seat])
        await world.say(table, ear, {"t": "resign", "n": table.course.n, "cid": f"r{seat}"})
    assert table.course.over
    assert {row.pool for row in results_of(table.id, table.course.now, 0.0)} == {"computer"}
    await rated(world)
    assert await world.store.standings.ratings(["ann", "deep"], "block", "people") == {}


def test_no_setup_gets_a_program_into_the_pool_of_people() -> None:
    setup = with_program(("you", "open"))
    with pytest.raises(BadSetupError, match="no program plays"):
        check_rated(setup)
    again = Setup.from_text(setup.text())
    assert again.programs == (1,)


async def test_the_mark_outlives_a_restart_and_goes_with_the_data(tmp_path: Path) -> None:
    store = SqlStore(open_engine(tmp_path / "t.sqlite"))
    await store.start()
    try:
        await store.people.mark_program("deep")
        await store.people.mark_program("deep")
        assert await store.people.is_program("deep")
        assert not await store.people.is_program("ann")
    finally:
        await store.close()


async def test_a_table_that_is_read_again_knows_its_programs(world: World) -> None:
    table, _ = await world.waiting("block", ("you", "open"))
    await table.sit("deep", "Deep Tile", program=True)
    other = World(world.store)
    found = await other.lobby.find(table.id)
    assert found is not None
    assert found.setup.programs == (1,)
    assert json.loads((await world.store.events(table.id))[0].body)["program"]


async def test_the_page_of_a_rated_table_says_that_it_is_rated(ann: httpx.AsyncClient, app: Starlette) -> None:
    table, plain = await made(ann, **RATED), await made(ann)
    async with program(app, **FROM_A_PAGE) as ben:
        for one in (table, plain):
            await ben.post(f"/api/tables/{one}/join", json={"name": "Ben"})
    assert ">Rated</span>" in (await ann.get(f"/table/{table}")).text
    assert ">Rated</span>" not in (await ann.get(f"/table/{plain}")).text
