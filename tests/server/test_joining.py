"""Invitations, the lobby and names over real requests: the link is not the seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from test_http import HERE, OURS, make, snapshot
from world import World

from doublesix.server.app import create_app
from doublesix.server.settings import Settings


@pytest.fixture
async def app(world: World) -> AsyncIterator[Any]:
    app = create_app(Settings(bot_delay=0.0), world.seams)
    world.lobby = app.state.lobby
    yield app
    await app.state.lobby.close()


def visitor(app: Any) -> httpx.AsyncClient:
    """A browser with a cookie jar of its own."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, raise_app_exceptions=False), base_url=HERE)


async def waiting(client: httpx.AsyncClient, *seats: str, **more: Any) -> str:
    answer = await make(client, rules="ranked-draw", seats=["you", *seats], **more)
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    return table


async def test_the_waiting_page_shows_a_link_that_other_devices_can_open_and_its_code(world: World) -> None:
    app = create_app(Settings(origins=(HERE, "http://192.168.1.5:8000"), bot_delay=0.0), world.seams)
    async with visitor(app) as ann:
        table = await waiting(ann, "open")
        page = (await ann.get(f"/table/{table}")).text
        assert f'value="http://192.168.1.5:8000/join/{table}"' in page
        assert '<svg class="qr"' in page
        assert "Only browsers on this computer" not in page
        assert snapshot(page)["state"]["waiting"]
    await app.state.lobby.close()


async def test_where_no_other_device_can_open_the_link_the_page_says_so(app: Any) -> None:
    async with visitor(app) as ann:
        table = await waiting(ann, "open")
        page = (await ann.get(f"/table/{table}")).text
        assert f'value="{HERE}/join/{table}"' in page
        assert "Only browsers on this computer can open this link." in page


async def test_a_duplicate_says_so_too() -> None:
    app = create_app(Settings(origins=(HERE,), bot_delay=0.0), World(fair=True).seams)
    async with visitor(app) as ann:
        five = {"rules": "ranked-draw", "players": "5"}
        assert "4 players, not 5." in (await ann.post("/duplicate", data=five, headers={"origin": HERE})).text
        made = await ann.post("/duplicate", data={"rules": "ply-yard", "deals": "1"}, headers={"origin": HERE})
        assert made.status_code == 303, made.text
        page = (await ann.get(made.headers["location"])).text
        assert "Only browsers on this computer can open this link." in page
    await app.state.lobby.close()


async def test_looking_at_an_invitation_takes_no_seat_and_the_button_takes_one(app: Any) -> None:
    async with visitor(app) as ann, visitor(app) as ben:
        table = await waiting(ann, "open", "open")
        looked = await ben.get(f"/join/{table}")
        assert looked.status_code == 200
        assert snapshot((await ben.get(f"/table/{table}")).text)["state"]["you"] is None
        sat = await ben.post(f"/join/{table}", data={"name": "Ben"}, headers=OURS)
        assert (sat.status_code, sat.headers["location"]) == (303, f"/table/{table}")
        state = snapshot((await ben.get(f"/table/{table}")).text)["state"]
        assert state["you"] == 1
        assert [seat["free"] for seat in state["seats"]] == [False, False, True]
        assert (await ben.get(f"/join/{table}")).headers["location"] == f"/table/{table}"
        assert "Ben" in (await ann.get(f"/table/{table}")).text


async def test_a_copied_address_bar_makes_a_spectator(app: Any) -> None:
    async with visitor(app) as ann, visitor(app) as eve:
        table = await waiting(ann, "easy", "open")
        assert snapshot((await eve.get(f"/table/{table}")).text)["state"]["you"] is None


async def test_twenty_joins_of_one_browser_that_has_just_come_take_one_seat(app: Any) -> None:
    async with visitor(app) as ann, visitor(app) as ben:
        table = await waiting(ann, "open", "open", "open")
        await ben.get(f"/join/{table}")
        answers = await asyncio.gather(*(ben.post(f"/join/{table}", data={}, headers=OURS) for _ in range(20)))
        assert {answer.status_code for answer in answers} == {303}
        state = snapshot((await ann.get(f"/table/{table}")).text)["state"]
        assert [seat["free"] for seat in state["seats"]] == [False, False, True, True]


async def test_who_comes_too_late_watches(app: Any) -> None:
    async with visitor(app) as ann, visitor(app) as ben, visitor(app) as cleo:
        table = await waiting(ann, "open", "easy")
        await ben.post(f"/join/{table}", data={"name": "Ben"}, headers=OURS)
        late = await cleo.post(f"/join/{table}", data={"name": "Cleo"}, headers=OURS)
        assert late.headers["location"] == f"/table/{table}"
        assert snapshot((await cleo.get(f"/table/{table}")).text)["state"]["hand"] == []
        refused = await cleo.post(f"/api/tables/{table}/join", json={}, headers=OURS)
        assert (refused.status_code, refused.json()) == (409, {"error": "All seats of this table are taken."})


async def test_a_program_sits_down_by_json(app: Any) -> None:
    async with visitor(app) as ann, visitor(app) as ben:
        table = await waiting(ann, "open", "open")
        sat = await ben.post(f"/api/tables/{table}/join", json={"name": "Ben"}, headers=OURS)
        assert sat.json() == {"table": table, "seat": 1, "url": f"/table/{table}"}
        assert "set-cookie" in sat.headers
        again = await ben.post(f"/api/tables/{table}/join", json={}, headers=OURS)
        assert again.json()["seat"] == 1


async def test_another_site_cannot_make_a_visitor_sit_down(app: Any) -> None:
    async with visitor(app) as ann, visitor(app) as ben:
        table = await waiting(ann, "open")
        for headers in ({"origin": "https://evil.example"}, {}):
            assert (await ben.post(f"/join/{table}", data={}, headers=headers)).status_code == 403


async def test_names_are_kept_with_the_cookie_and_escaped(app: Any) -> None:
    async with visitor(app) as ann, visitor(app) as ben:
        kept = await ann.post("/name", data={"name": "O'Neil"}, headers=OURS)
        assert kept.status_code == 303
        assert "O&#39;Neil" in (await ann.get("/lobby")).text
        table = await waiting(ann, "open", listed=True)
        assert "O&#39;Neil" in (await ben.get("/lobby")).text
        assert "O&#39;Neil" in (await ben.get(f"/join/{table}")).text
        bad = await ben.post(f"/join/{table}", data={"name": "<script>"}, headers=OURS)
        assert bad.status_code == 422
        assert "<script>" not in bad.text.replace("<script src", "")
        assert (await ben.post("/name", data={"name": "You"}, headers=OURS)).status_code == 422


async def test_only_listed_tables_are_in_the_lobby(app: Any) -> None:
    async with visitor(app) as ann, visitor(app) as ben:
        private = await waiting(ann, "open")
        listed = await waiting(ann, "open", listed=True)
        page = (await ben.get("/lobby")).text
        assert private not in page
        assert f'action="/join/{listed}"' in page
        told = (await ben.get("/api/lobby")).json()["tables"]
        assert told == [{"id": listed, "title": "Ranked draw", "host": "Guest", "players": 2, "free": 1,
                         "seats": ["Guest", None], "target": None, "turn": None}]  # fmt: skip


async def test_the_form_makes_a_table_for_people(app: Any) -> None:
    async with visitor(app) as ann:
        fields = {"rules": "ply-yard", "players": "2", "seat": "lot", "level1": "open", "name": "Ann", "listed": "on"}
        made = await ann.post("/new", data=fields, headers=OURS)
        assert made.status_code == 303
        state = snapshot((await ann.get(made.headers["location"])).text)["state"]
        assert state["lot"]
        assert state["listed"]
        assert state["host"] == state["you"]
        assert "Ann" in (await ann.get("/lobby")).text
        refused = await ann.post("/new", data=fields | {"name": "<"}, headers=OURS)
        assert refused.status_code == 422
