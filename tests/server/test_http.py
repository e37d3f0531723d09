"""Pages and the JSON API over real requests, without a network."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

import httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Message
from world import World

from doublesix.notation import Record
from doublesix.server import bodies, limits
from doublesix.server.account_http import AnswerBody, NameBody, NoBody
from doublesix.server.analysis_http import AnalyseBody, ReviewBody
from doublesix.server.api.answers import HouseBody
from doublesix.server.api.routes import ROUTES
from doublesix.server.app import create_app
from doublesix.server.auth import new_token
from doublesix.server.duplicate_http import AwayBody, DuplicateBody, PlaceBody, StringBody
from doublesix.server.http import TablesBody
from doublesix.server.joining import JoinBody
from doublesix.server.notes_http import NoteBody
from doublesix.server.settings import Settings
from doublesix.server.web.assets import PAGE_HEADERS
from doublesix.store import Create, NotStored

HERE = "http://127.0.0.1:8000"
OURS = {"origin": HERE, "sec-fetch-site": "same-origin"}


def as_read(page: str) -> str:
    """The HTML of a page without the elements that keep a tile such as 6-4 on one line."""
    return re.sub(r'<span class="whole">(.*?)</span>', r"\1", page)



@pytest.fixture
async def client(world: World) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(Settings(bot_delay=0.0), world.seams)
    world.lobby = app.state.lobby
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        yield client
    await app.state.lobby.close()


async def make(client: httpx.AsyncClient, **body: Any) -> httpx.Response:
    return await client.post("/api/tables", json=body, headers=OURS)


def snapshot(page: str) -> dict[str, Any]:
    found = re.search(r'<script[^>]*id="snapshot"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    read: dict[str, Any] = json.loads(found[1])
    return read


@pytest.mark.parametrize("address", ["/", "/new", "/rules", "/rules/ply-yard", "/rules/draw-100", "/healthz"])
async def test_a_page_answers_with_every_protecting_header(client: httpx.AsyncClient, address: str) -> None:
    answer = await client.get(address)
    assert answer.status_code == 200
    for name, value in PAGE_HEADERS.items():
        if name != "cache-control":
            assert answer.headers[name] == value


@pytest.mark.parametrize(
    "address", ["/nothing", "/table/nothing", "/rules/nothing", "/s/0000/nothing.css", "/api/nothing"]
)
async def test_what_is_not_there_is_said_in_a_sentence(client: httpx.AsyncClient, address: str) -> None:
    answer = await client.get(address)
    assert answer.status_code == 404
    assert "here is no such" in answer.text or "no rules of that name" in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(("side", "you"), [("black", 0), ("white", 1), ("", 0)])
async def test_play_now_seats_the_visitor_at_once(client: httpx.AsyncClient, side: str, you: int) -> None:
    answer = await client.post("/play-now", data={"side": side}, headers=OURS)
    assert answer.status_code == 303
    page = await client.get(answer.headers["location"])
    first = snapshot(page.text)
    assert first["t"] == "snapshot"
    assert first["state"]["you"] == you
    assert [seat["label"] for seat in first["state"]["seats"]] == ["Black", "White"]
    assert first["state"]["rules"]["tap"] == "two"
    assert first["state"]["leader"] == 0


async def test_the_visitor_keeps_his_cookie_and_finds_his_tables_again(client: httpx.AsyncClient) -> None:
    first = await client.post("/play-now", headers=OURS)
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    second = await client.post("/play-now", headers=OURS)
    assert "set-cookie" not in second.headers
    home = (await client.get("/")).text
    for answer in (first, second):
        assert answer.headers["location"] in home


async def test_a_cookie_of_another_server_on_this_host_is_kept(client: httpx.AsyncClient) -> None:
    token = new_token()
    for _ in range(2):
        answer = await client.post("/play-now", headers={**OURS, "cookie": f"doublesix={token}"})
        page = await client.get(answer.headers["location"], headers={"cookie": f"doublesix={token}"})
        assert snapshot(page.text)["state"]["you"] == 0


async def test_two_tables_made_at_once_with_one_unknown_cookie_are_both_the_visitors(client: httpx.AsyncClient) -> None:
    client.cookies.set("doublesix", "a" * 43)
    made = await asyncio.gather(*(client.post("/play-now", data={"side": "black"}, headers=OURS) for _ in range(5)))
    for answer in made:
        assert snapshot((await client.get(answer.headers["location"])).text)["state"]["you"] == 0


async def test_the_database_does_not_know_the_cookie(client: httpx.AsyncClient, world: World) -> None:
    answer = await client.post("/play-now", headers=OURS)
    token = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert token not in repr(vars(world.store))


async def test_the_address_of_a_table_is_not_its_seat(client: httpx.AsyncClient) -> None:
    answer = await client.post("/play-now", headers=OURS)
    client.cookies.clear()
    page = await client.get(answer.headers["location"])
    first = snapshot(page.text)
    assert first["state"]["you"] is None
    assert first["state"]["hand"] == []


@pytest.mark.parametrize(
    "headers", [{}, {"origin": "http://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}]
)
@pytest.mark.parametrize("address", ["/play-now", "/new"])
async def test_a_form_from_another_site_is_refused(
    client: httpx.AsyncClient, address: str, headers: dict[str, str]
) -> None:
    answer = await client.post(address, data={"rules": "ply-yard"}, headers=headers)
    assert answer.status_code == 403


async def test_the_api_takes_json_from_here_or_from_programs_only(client: httpx.AsyncClient) -> None:
    body = {"rules": "ply-yard"}
    assert (await client.post("/api/tables", json=body)).status_code == 201
    assert (await client.post("/api/tables", json=body, headers=OURS)).status_code == 201
    assert (await client.post("/api/tables", json=body, headers={"origin": "http://evil.example"})).status_code == 403
    assert (await client.post("/api/tables", json=body, headers={"sec-fetch-site": "cross-site"})).status_code == 403
    assert (await client.post("/api/tables", data={"rules": "ply-yard"}, headers=OURS)).status_code == 415
    plain = {**OURS, "content-type": "text/plain"}
    assert (await client.post("/api/tables", content=json.dumps(body), headers=plain)).status_code == 415


async def test_an_unknown_host_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.get("/", headers={"host": "rebound.example"})
    assert answer.status_code == 421
    assert "--origin" in answer.text


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ({"rules": "nonsense"}, "nonsense"),
        ({"rules": "ply-yard", "players": 3}, "for 2 players"),
        ({"rules": "ply-yard", "seats": ["you", "you"]}, "Exactly one seat is yours"),
        ({"rules": "ply-yard", "seats": ["easy", "easy"]}, "Exactly one seat is yours"),
        ({"rules": "ply-yard", "seats": ["you", "grandmaster"]}, "grandmaster"),
        ({"rules": "ply-yard", "seats": ["you"]}, "for 2 players"),
        ({"rules": "ranked-draw", "players": 4, "seats": ["you", "easy"]}, "4 seats"),
        ({"rules": "ply-yard", "match": True}, "no target"),
        ({"rules": "ply-yard", "secret": 1}, "secret"),
        ({"rules": {"base": "draw-100", "reserv": 2}}, "reserve"),
        ({"rules": 7}, "rules"),
        ({}, "rules"),
    ],
)
async def test_a_table_that_cannot_be_made_is_refused_with_what_would_work(
    client: httpx.AsyncClient, body: dict[str, Any], part: str
) -> None:
    answer = await make(client, **body)
    assert answer.status_code == 422
    assert part in answer.json()["error"]


@pytest.mark.parametrize("body", [b"", b"{", b"[" * 10_000, b"\xff\xfe", b'"x"', b"null", b'{"rules":"ply-yard"} x'])
async def test_a_broken_body_is_refused(client: httpx.AsyncClient, body: bytes) -> None:
    headers = {**OURS, "content-type": "application/json"}
    answer = await client.post("/api/tables", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["error"]


TWICE = {
    TablesBody: '{"rules": "ply-yard", "rules": "draw-100"}',
    JoinBody: '{"name": "Ann", "name": "Ben"}',
    DuplicateBody: '{"rules": "ply-yard", "deals": 2, "deals": 4}',
    PlaceBody: '{"table": 0, "seat": 0, "seat": 1}',
    StringBody: '{"string": "a", "string": "b"}',
    AwayBody: '{"table": 1, "table": 0, "seat": 0}',
    HouseBody: '{"rules": "draw", "rules": "block"}',
    NameBody: '{"name": "Ann", "name": "Ben"}',
    AnswerBody: '{"credential": {"id": "a", "id": "b"}}',
    NoteBody: '{"round": 1, "skill": "ends", "round": 2}',
    ReviewBody: '{"record": {"rules": "draw", "rules": "block"}, "seat": 0}',
    AnalyseBody: '{"at": 1, "at": 2}',
}
"""Of each kind of body one that says something twice."""
TAKEN = [(address, route.takes) for (_, address), route in ROUTES.items() if route.takes not in (None, NoBody)]


def test_of_every_kind_of_body_there_is_one_that_says_something_twice() -> None:
    assert {kind for _, kind in TAKEN} == set(TWICE)


@pytest.mark.parametrize(("address", "kind"), TAKEN)
async def test_what_says_something_twice_is_refused(client: httpx.AsyncClient, address: str, kind: Any) -> None:
    """Else the reader would choose for the sender, and another reader otherwise."""
    headers = {**OURS, "content-type": "application/json"}
    answer = await client.post(re.sub("{.*?}", "nothing", address), content=TWICE[kind], headers=headers)
    assert answer.status_code == 422
    assert re.fullmatch(
        r'This request is not understood. It is not plain JSON: "\w+" is given twice\.', answer.json()["error"]
    )


async def test_a_large_body_is_refused(client: httpx.AsyncClient) -> None:
    headers = {**OURS, "content-type": "application/json"}
    assert (await client.post("/api/tables", content=b" " * 20_000, headers=headers)).status_code == 413


async def test_a_body_that_is_said_to_be_too_large_is_not_waited_for(client: httpx.AsyncClient) -> None:
    headers = {**OURS, "content-type": "application/json", "content-length": "999999999"}
    assert (await client.post("/api/tables", content=b"{", headers=headers)).status_code == 413


async def test_a_body_that_does_not_come_to_its_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "BODY_PATIENCE", 0.01)
    begun = {"type": "http.request", "body": b"{", "more_body": True}

    async def stuck() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    for rest, says in ((stuck, "send it again"), (gone, "never came")):
        parts = iter([begun])

        async def receive(parts: Iterator[Message] = parts, rest: Callable[[], Awaitable[Message]] = rest) -> Message:
            part = next(parts, None)
            return part if part is not None else await rest()

        with pytest.raises(HTTPException, match=says) as refused:
            await bodies.body_of(Request({"type": "http", "method": "POST", "headers": []}, receive))
        assert refused.value.status_code == 408


async def test_every_table_and_seat_count_can_be_made(client: httpx.AsyncClient) -> None:
    for rules, counts in (
        ("ply-yard", (2,)),
        ("draw-100", (2, 3, 4)),
        ("ranked-draw", (2, 3, 4)),
        ("ranked-block", (2, 3, 4)),
    ):
        for count in counts:
            answer = await make(client, rules=rules, players=count)
            assert answer.status_code == 201, answer.text
            assert answer.json()["url"] == f"/table/{answer.json()['table']}"


async def test_house_rules_are_taken_and_kept(client: httpx.AsyncClient) -> None:
    answer = await make(client, rules={"base": "draw-100", "reserve": 2}, seats=["easy", "you", "normal"])
    first = snapshot((await client.get(answer.json()["url"])).text)
    assert first["state"]["rules"]["reserve"] == 2
    assert first["state"]["you"] == 1
    assert first["state"]["match"]["target"] == 100


@pytest.mark.parametrize(
    ("fields", "you", "levels"),
    [
        ({"rules": "ply-yard", "players": "2", "seat": "1", "level1": "easy"}, 1, ["easy", None]),
        ({"rules": "ply-yard", "players": "4", "level1": "normal", "level3": "easy"}, 0, [None, "normal"]),
        (
            {"rules": "draw-100", "players": "3", "seat": "1", "level1": "easy", "level2": "normal"},
            0,
            [None, "easy", "normal"],
        ),
        ({"rules": "ranked-block", "players": "4"}, 0, [None, "normal", "normal", "normal"]),
    ],
)
async def test_the_form_of_the_new_game_page_works_without_script(
    client: httpx.AsyncClient, fields: dict[str, str], you: int, levels: list[str | None]
) -> None:
    answer = await client.post("/new", data=fields, headers=OURS)
    assert answer.status_code == 303
    state = snapshot((await client.get(answer.headers["location"])).text)["state"]
    assert state["you"] == you
    assert [seat["level"] for seat in state["seats"]] == levels


@pytest.mark.parametrize("fields", [{"rules": "nonsense"}, {"rules": "draw-100", "players": "x"}, {"players": "9"}, {}])
async def test_a_form_that_was_not_filled_in_comes_back_with_a_sentence(
    client: httpx.AsyncClient, fields: dict[str, str]
) -> None:
    answer = await client.post("/new", data=fields, headers=OURS)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


async def test_too_many_tables_by_one_visitor_are_refused(client: httpx.AsyncClient) -> None:
    codes = [(await make(client, rules="ply-yard")).status_code for _ in range(limits.TABLES_BURST + 5)]
    assert codes.count(429) == 4, "the first was made before he was known"


async def test_a_table_that_cannot_be_stored_is_not_shown(
    client: httpx.AsyncClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_create: Create) -> bool:
        raise NotStored("disk full")

    monkeypatch.setattr(world.store, "create", fails)
    answer = await make(client, rules="ply-yard")
    assert answer.status_code == 503
    assert "disk" not in answer.text


async def test_finished_rounds_are_records_that_replay(client: httpx.AsyncClient, world: World) -> None:
    table, ear = await world.table("draw-100", ("you", "easy", "normal"))
    address = f"/api/tables/{table.id}/record"
    assert (await client.get(address)).text == ""
    for _ in range(3):
        await world.play_round(table, ear)
        if ear.state["match"]["over"]:
            break
        await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})
    answer = await client.get(address)
    assert answer.headers["content-type"] == "application/x-ndjson"
    records = [Record.from_json(json.loads(line)) for line in answer.text.splitlines()]
    assert len(records) == len(table.course.finished)
    for record, played in zip(records, table.course.finished, strict=True):
        replayed = record.positions()[-1]
        assert replayed.outcome == played.outcome
        assert (
            json.loads(json.dumps(record.to_json()))["outcome"] == played.outcome.to_json() if played.outcome else False
        )


async def test_static_files_are_kept_for_good_and_pages_are_not(client: httpx.AsyncClient) -> None:
    page = await client.get("/")
    assert page.headers["cache-control"] == "no-store"
    found = re.search(r'href="(/s/[0-9a-f]+/css/[a-z]+\.css)"', page.text)
    assert found
    answer = await client.get(found[1])
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]


async def test_headers_beyond_all_measure_are_refused(client: httpx.AsyncClient) -> None:
    many = {f"x-{n}": "a" * 1000 for n in range(20)}
    answer = await client.get("/healthz", headers=many)
    assert answer.status_code == 431
    assert (await client.get("/healthz", headers={"x-one": "a" * 1000})).status_code == 200


async def test_the_table_page_is_small_where_the_browser_takes_it_packed(client: httpx.AsyncClient) -> None:
    made = (await make(client, rules="draw-12", players=4, seats=["you", "here", "here", "here"])).json()
    plain = await client.get(made["url"], headers={"accept-encoding": "identity"})
    small = await client.get(made["url"], headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert (small.headers["content-encoding"], small.headers["vary"]) == ("gzip", "accept-encoding")
    assert small.text == plain.text
    assert int(small.headers["content-length"]) < 8_000, "with 40 kB of script and 15 of style it is not much"
