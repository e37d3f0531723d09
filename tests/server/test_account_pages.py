"""Accounts, profiles and my data over real requests."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from test_rated import CLOCK
from world import World

from doublesix.server.accounts import TOO_MANY, WRONG
from doublesix.server.api.routes import ROUTES
from doublesix.server.lobby import Lobby
from doublesix.server.names import REMOVED
from doublesix.server.setup import Seat, make_setup
from doublesix.server.table import Table

HERE = "http://127.0.0.1:8000"
OURS = {"origin": HERE, "sec-fetch-site": "same-origin"}
PASSWORD = "seven tiles each"


def browser(app: Starlette) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=HERE, headers=OURS)


@pytest.fixture
async def ann(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client
    await app.state.lobby.close()


@pytest.fixture
async def ben(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    async with browser(app) as client:
        yield client


async def sign_up(client: httpx.AsyncClient, name: str = "Ann") -> httpx.Response:
    return await client.post("/account/new", data={"name": name, "password": PASSWORD})


async def sign_in(client: httpx.AsyncClient, name: str = "Ann", password: str = PASSWORD) -> httpx.Response:
    return await client.post("/account/in", data={"name": name, "password": password})


async def guest_of(client: httpx.AsyncClient, lobby: Lobby) -> str | None:
    return await lobby.guest(client.cookies.get("doublesix"))


async def played(world: World, guests: dict[str, str], rated: bool = True) -> Table:
    """A finished table of accounts: guest ids and names by seat; the first seat resigns."""
    setup, _ = make_setup("ranked-block", len(guests), ("you", *["open"] * (len(guests) - 1)), False)
    seats = tuple(Seat("person", None, name, True) for name in guests.values())
    setup = replace(setup, rated=rated, pace=CLOCK, host=None, seats=seats)
    table = await world.lobby.create(setup, dict(enumerate(guests)))
    await table.give_up(0)
    await world.lobby.rater.drain()
    return table


async def test_a_guest_signs_up_and_keeps_his_table_under_another_cookie(
    ann: httpx.AsyncClient, world: World
) -> None:
    made = await ann.post("/api/tables", json={"rules": "ply-yard"})
    before = ann.cookies["doublesix"]
    answer = await sign_up(ann)
    assert answer.status_code == 303
    assert ann.cookies["doublesix"] != before
    table = await world.lobby.find(made.json()["table"])
    assert table is not None
    assert table.seat_of(await guest_of(ann, world.lobby)) == 0
    assert await world.lobby.guest(before) is None
    assert "Ann" in (await ann.get("/account")).text


async def test_another_device_signs_in_and_out(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    await sign_up(ann)
    assert (await sign_in(ben)).status_code == 303
    assert await guest_of(ben, world.lobby) == await guest_of(ann, world.lobby)
    await ben.post("/account/out")
    assert await guest_of(ben, world.lobby) is None
    assert await guest_of(ann, world.lobby) is not None
    await sign_in(ben)
    await ann.post("/account/out-everywhere")
    assert await guest_of(ben, world.lobby) is None


async def test_the_guest_of_a_browser_waits_while_an_account_is_signed_in(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    await sign_up(ann)
    await ben.post("/api/tables", json={"rules": "ply-yard"})
    guest = await guest_of(ben, world.lobby)
    await sign_in(ben)
    assert await guest_of(ben, world.lobby) != guest
    assert "waits for you to sign out" in (await ben.get("/account")).text
    await ben.post("/account/out")
    assert await guest_of(ben, world.lobby) == guest
    assert "doublesix-guest" not in ben.cookies


@pytest.mark.parametrize(("name", "password"), [("Ann", "not the password"), ("Nobody", PASSWORD), ("", "")])
async def test_a_refused_sign_in_says_the_same_whatever_was_wrong(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, name: str, password: str
) -> None:
    await sign_up(ann)
    answer = await sign_in(ben, name, password)
    assert answer.status_code == 422
    assert WRONG in answer.text
    assert "set-cookie" not in answer.headers
    forms = dict(re.findall(r'action="/account/(\w+)">(.*?)</form>', answer.text, re.DOTALL))
    typed = {action: f'name="name" value="{name}"' in form for action, form in forms.items() if 'name="name"' in form}
    if name:
        assert typed == {"new": False, "in": True, "recover": True}, "it need not be typed again, nor stands elsewhere"


async def test_too_many_tries_are_refused_with_429(ann: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    await sign_up(ann)
    answers = [await sign_in(ben, "Ann", "not the password") for _ in range(9)]
    assert [answer.status_code for answer in answers] == [422] * 8 + [429]
    assert TOO_MANY in answers[-1].text


async def test_forms_of_other_sites_do_nothing(ann: httpx.AsyncClient) -> None:
    await sign_up(ann)
    for form in ("out", "password", "delete", "export", "codes", "in", "new"):
        answer = await ann.post(f"/account/{form}", headers={"origin": "http://evil.example"})
        assert answer.status_code == 403
    assert "Sign out" in (await ann.get("/account")).text


async def test_a_guest_cannot_take_the_name_of_an_account(ann: httpx.AsyncClient, ben: httpx.AsyncClient) -> None:
    await sign_up(ann)
    answer = await ben.post("/name", data={"name": "ANN"})
    assert answer.status_code == 422
    assert "belongs to an account" in answer.text
    made = await ben.post("/api/tables", json={"rules": "ply-yard", "seats": ["you", "open"], "name": "Ann"})
    assert made.status_code == 422
    waiting = await ann.post("/api/tables", json={"rules": "ply-yard", "seats": ["you", "open"]})
    joined = await ben.post(f"/api/tables/{waiting.json()['table']}/join", json={"name": "Ann"})
    assert joined.status_code == 422
    assert (await sign_up(ben, "ann")).status_code == 422


async def test_an_account_sits_under_its_name_and_with_its_profile(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    await sign_up(ann, "Ann Lee")
    await sign_up(ben, "Ben")
    made = await ann.post("/api/tables", json={"rules": "ply-yard", "seats": ["you", "open"], "name": "Other"})
    await ben.post(f"/api/tables/{made.json()['table']}/join", json={"name": "Somebody else"})
    text = (await ben.get(made.json()["url"])).text
    state = json.loads(re.search(r'id="snapshot">(.*?)</script>', text, re.DOTALL)[1])["state"]  # type: ignore[index]
    assert [(seat["name"], seat["player"]) for seat in state["seats"]] == [
        ("Ann Lee", "/player/Ann%20Lee"), ("You", "/player/Ben"),
    ]  # fmt: skip


async def test_a_rated_table_needs_a_name_a_clock_and_known_rules(ann: httpx.AsyncClient) -> None:
    asked = {"rules": "ranked-block", "seats": ["you", "open"], "rated": True}
    assert "clock" in (await ann.post("/api/tables", json=asked | {"name": "Ann"})).json()["error"]
    timed = asked | {"pace": {"turn": 30}}
    assert "name" in (await ann.post("/api/tables", json=timed)).json()["error"]
    house = timed | {"rules": {"base": "draw-100", "reserve": 2}, "name": "Ann"}
    assert "not rated" in (await ann.post("/api/tables", json=house)).json()["error"]
    assert (await ann.post("/api/tables", json=timed | {"name": "Ann"})).status_code == 201


async def test_the_form_makes_a_rated_table_by_lot(ann: httpx.AsyncClient, world: World) -> None:
    fields = {"rules": "ranked-block", "players": "2", "level1": "open", "name": "Ann", "rated": "on"}
    answer = await ann.post("/new", data=fields)
    assert answer.status_code == 303, answer.text
    table = await world.lobby.find(answer.headers["location"].removeprefix("/table/"))
    assert table is not None
    assert table.setup.rated
    assert table.setup.lot
    assert table.setup.pace.turn == 30


async def test_nobody_can_write_a_rating_through_any_address(ann: httpx.AsyncClient, world: World) -> None:
    await sign_up(ann)
    tier = {"rating": 3000, "mean": 3000.0, "games": 50, "family": "block", "pool": "people"}
    for address in sorted({path.replace("{name}", "Ann") for _, path in ROUTES}):
        served = {method for method, path in ROUTES if path.replace("{name}", "Ann") == address}
        for method in {"POST", "PUT", "PATCH", "DELETE"} - served:
            assert (await ann.request(method, address, json=tier)).status_code in (404, 405), (method, address)
    for described in ROUTES.values():
        if described.takes is not None and issubclass(described.takes, msgspec.Struct):
            assert not set(described.takes.__struct_fields__) & set(tier), described.does
    assert await world.store.standings.ratings_of(await guest_of(ann, world.lobby) or "") == []


async def test_a_profile_shows_rating_graph_results_and_favourite_rules(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    await sign_up(ann)
    await sign_up(ben, "Ben")
    guests = {await guest_of(ann, world.lobby) or "": "Ann", await guest_of(ben, world.lobby) or "": "Ben"}
    tables = [await played(world, guests) for _ in range(3)]
    casual = await played(world, guests, rated=False)
    text = (await ben.get("/player/Ann")).text
    assert re.search(r"<b>1[34]\d\d</b> <span>± \d+</span>", text)
    assert '<svg class="graph"' in text
    assert 'role="img"' in text
    assert all(f'href="/table/{table.id}"' in text for table in tables)
    assert casual.id not in text, "others see the rated games only"
    assert casual.id in (await ann.get("/player/Ann")).text
    assert 'href="/player/Ben"' in text
    assert "/rules/ranked-block" in text
    told = (await ben.get("/api/players/Ann")).json()
    assert told["ratings"][0]["games"] == 3
    assert [row["place"] for row in told["results"]] == [2, 2, 2]


DATES = {
    "en": ("Account since 7 Mar 2031", "1 of 2", "Ranked block"),
    "es": ("Cuenta desde el 7 mar 2031", "1 de 2", "Cierre clasificatorio"),
    "pt": ("Conta desde 7 de mar. de 2031", "1 de 2", "Bloqueio ranqueado"),
    "fr": ("Compte depuis le 7 mars 2031", "1 sur 2", "Bloqué classé"),
}
"""How a profile says since when, how it says a place, and what it calls the rules."""


async def test_a_profile_writes_days_as_the_reader_s_language_does(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    world.clock.time = datetime(2031, 3, 7, 12, tzinfo=UTC).timestamp()
    await sign_up(ann)
    await sign_up(ben, "Ben")
    await played(world, {await guest_of(ann, world.lobby) or "": "Ann", await guest_of(ben, world.lobby) or "": "Ben"})
    for language, (since, place, rules) in DATES.items():
        text = (await ann.get("/player/Ben", headers={"accept-language": language})).text
        assert since in text
        assert place in text
        assert text.count(rules) == 2, "the favourite rules and the results"
        day = since.partition("7")[2]
        assert text.count(f"7{day}") >= 3, "the graph, its numbers and the results say the day in the same way"


async def test_a_profile_is_found_however_its_name_is_written_and_404_where_there_is_none(
    ann: httpx.AsyncClient,
) -> None:
    await sign_up(ann, "Ann Lee")
    moved = await ann.get("/player/annlee")
    assert (moved.status_code, moved.headers["location"]) == (303, "/player/Ann%20Lee")
    assert (await ann.get("/player/Ann%20Lee")).status_code == 200
    assert (await ann.get("/player/Nobody")).status_code == 404


async def test_a_leaderboard_lists_accounts_with_enough_games(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    await sign_up(ann)
    await sign_up(ben, "Ben")
    guests = {await guest_of(ann, world.lobby) or "": "Ann", await guest_of(ben, world.lobby) or "": "Ben"}
    for _ in range(4):
        await played(world, guests)
    assert "Nobody stands here yet" in (await ann.get("/ratings?family=block")).text
    await played(world, guests)
    text = (await ann.get("/ratings?family=block")).text
    assert text.index('href="/player/Ben"') < text.index('href="/player/Ann"')
    assert "Nobody stands here yet" in (await ann.get("/ratings?family=block&pool=computer")).text
    leaders = (await ann.get("/api/ratings?family=block")).json()["leaders"]
    assert [one["name"] for one in leaders] == ["Ben", "Ann"]
    for query in ("family=no", "pool=no", "page=x", "page=0"):
        assert (await ann.get(f"/ratings?{query}")).status_code == 404
        assert (await ann.get(f"/api/ratings?{query}")).status_code == 404


def files(answer: httpx.Response) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


async def test_the_export_holds_profile_tables_records_results_and_ratings(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    await sign_up(ann)
    await sign_up(ben, "Ben")
    guests = {await guest_of(ann, world.lobby) or "": "Ann", await guest_of(ben, world.lobby) or "": "Ben"}
    table = await played(world, guests)
    running = await ann.post("/api/tables", json={"rules": "ply-yard"})
    answer = await ann.post("/account/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    data = files(answer)
    assert json.loads(data["profile.json"])["name"] == "Ann"
    assert [row["table"] for row in json.loads(data["results.json"])] == [table.id]
    assert json.loads(data["ratings.json"])[0]["changes"][0]["table"] == table.id
    tables = {json.loads(line)["table"] for line in data["tables.jsonl"].splitlines()}
    assert tables == {table.id, running.json()["table"]}
    assert len(data["records.jsonl"].splitlines()) == 1, "of finished rounds only: no hidden tile leaves the server"


async def test_an_export_is_not_made_all_the_time(ann: httpx.AsyncClient) -> None:
    await sign_up(ann)
    answers = [(await ann.post("/account/export")).status_code for _ in range(4)]
    assert answers == [200, 200, 200, 429]


async def test_deleting_removes_the_player_everywhere_and_leaves_the_others_theirs(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    await sign_up(ann, "Annabel")
    await sign_up(ben, "Ben")
    guest, other = await guest_of(ann, world.lobby) or "", await guest_of(ben, world.lobby) or ""
    table = await played(world, {guest: "Annabel", other: "Ben"})
    waiting = await ben.post("/api/tables", json={"rules": "ply-yard", "seats": ["you", "open"]})
    await ann.post(f"/api/tables/{waiting.json()['table']}/join", json={})
    assert (await ann.post("/account/delete", data={"password": "not the password"})).status_code == 422
    assert (await ann.get("/player/Annabel")).status_code == 200
    answer = await ann.post("/account/delete", data={"password": PASSWORD})
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert await guest_of(ann, world.lobby) is None
    assert (await ben.get("/player/Annabel")).status_code == 404
    assert await world.store.standings.ratings_of(guest) == []
    for found in (table.id, waiting.json()["table"]):
        stored = (await world.store.load([found]))[found]
        kept = stored.row.setup + "".join(row.body for row in stored.events)
        assert "Annabel" not in kept
        assert guest not in kept
        assert REMOVED in (await ben.get(f"/table/{found}")).text
    mine = await world.store.standings.ratings_of(other)
    assert [row.games for row in mine] == [1], "Ben keeps what he won"
    assert REMOVED in (await ben.get("/player/Ben")).text
    assert (await sign_up(ann, "Annabel")).status_code == 303


async def test_a_removed_players_table_is_read_again_after_a_restart(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    made = await ben.post("/api/tables", json={"rules": "ranked-draw", "seats": ["you", "open"], "name": "Ben"})
    table = made.json()["table"]
    await ann.post(f"/api/tables/{table}/join", json={"name": "Annabel"})
    await ann.post("/account/delete", data={"sure": "on"})
    other = World(world.store)
    found = await other.lobby.find(table)
    assert found is not None
    assert REMOVED in [found.setup.who(seat) for seat in range(2)]
    assert found.course.position is not None
    assert found.course.position.outcome is not None


async def test_a_guest_may_delete_his_data_too(ann: httpx.AsyncClient, world: World) -> None:
    await ann.post("/api/tables", json={"rules": "ply-yard", "name": "Ann"})
    guest = await guest_of(ann, world.lobby)
    assert "Tick the box" in (await ann.post("/account/delete")).text
    await ann.post("/account/delete", data={"sure": "on"})
    assert await world.store.tables_of(guest or "", 5) == []
    assert await world.store.name(guest or "") == ""


async def test_recovery_codes_are_shown_once_and_open_the_account(
    ann: httpx.AsyncClient, ben: httpx.AsyncClient, world: World
) -> None:
    await sign_up(ann)
    shown = await ann.post("/account/codes", data={"password": PASSWORD})
    codes = re.findall(r"<code>([a-z0-9-]+)</code>", shown.text)
    assert len(codes) == 8
    assert codes[0] not in (await ann.get("/account")).text
    fields = {"name": "Ann", "code": codes[0], "new": "another set of words"}
    assert (await ben.post("/account/recover", data=fields)).status_code == 303
    assert await guest_of(ben, world.lobby) is not None
    assert await guest_of(ann, world.lobby) is None, "the old sessions have ended"


async def test_passkey_addresses_refuse_nonsense_clearly(ann: httpx.AsyncClient) -> None:
    assert (await ann.post("/api/passkeys/new", json={})).status_code == 422
    asked = await ann.post("/api/passkeys/new", json={"name": "Ann"})
    assert asked.json()["user"]["name"] == "Ann"
    broken: list[dict[str, object]] = [{}, {"credential": {}}, {"credential": {"response": {"clientDataJSON": "x"}}}]
    for body in broken:
        for address in ("/api/passkeys", "/api/passkeys/in"):
            answer = await ann.post(address, json=body)
            assert answer.status_code == 422
            assert answer.json()["error"]
    assert (await ann.post("/api/passkeys/ask", json={})).json()["challenge"]
    assert (await ann.post("/api/passkeys/ask", json={}, headers={"origin": "http://evil.example"})).status_code == 403
