"""A server in a process of its own, killed between commitment, deal and reveal: it deals and shows what it promised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from process import Process, receive

from doublesix.notation import Record
from doublesix.notation.verify import verify_json
from doublesix.server.limits import MESSAGES_BURST

Json = dict[str, Any]


def ask(server: Process, path: str, cookie: str | None, body: Json | None = None) -> Any:
    """A request as a page makes it; lines of records as a list."""
    headers = {"content-type": "application/json", "origin": server.address} | ({"cookie": cookie} if cookie else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(server.address + path, data, headers)) as answer:
        text = answer.read().decode()
        return [json.loads(line) for line in text.splitlines()] if "ndjson" in answer.headers["content-type"] else (
            json.loads(text), answer.headers.get("set-cookie", "").partition(";")[0] or cookie
        )


async def play(server: Process, table: str, cookie: str | None, moves: int = 10**6) -> Json:
    """Play the visitor's seat for some moves or to the end; the last state. A socket takes only so many at once."""
    while True:
        state, made = await play_some(server, table, cookie, min(moves, MESSAGES_BURST))
        moves -= made
        if state["outcome"] is not None or not moves:
            return state


async def play_some(server: Process, table: str, cookie: str | None, moves: int) -> tuple[Json, int]:
    """The same over one socket; with it, how many moves were made."""
    async with server.connect(table, cookie) as ws:
        message = await receive(ws, "snapshot")
        state, n, made = message["state"], message["n"], 0
        while state["outcome"] is None and made < moves:
            if state["legal"]:
                made += 1
                move = {"t": "move", "n": n, "cid": f"{n}-{table}", "move": state["legal"][0]}
                await ws.send(json.dumps(move))
            message = await receive(ws, "events", "snapshot")
            state, n = message["state"], message["n"]
        return state, made


async def test_a_promise_outlives_kills_before_the_deal_in_it_and_before_the_next_one(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        table, ann = server.make_table(None, rules="draw-100", seats=["you", "open"])
        async with server.connect(table, ann) as ws:
            seen = (await receive(ws, "snapshot"))["state"]["pledge"]["commitment"]
            await ws.send(json.dumps({"t": "mix", "cid": "m", "commitment": seen, "string": "before the kill"}))
            await receive(ws, "ok")
    with Process(tmp_path) as server:
        async with server.connect(table, ann) as ws:
            await receive(ws, "snapshot")
            state = (await receive(ws, "snapshot", "presence", "events"), await _start(ws))[1]
        assert state["fair"]["commitment"] == seen
        await play(server, table, ann, moves=2)
    with Process(tmp_path) as server:
        state = await play(server, table, ann)
        following = state["pledge"]["commitment"]
        record = Record.from_json(ask(server, f"/api/tables/{table}/record", None)[0])
    assert verify_json(record)["deal"] == "proved"
    assert record.extras["fair"]["commitment"] == seen
    assert record.extras["fair"]["strings"][0] == "before the kill"
    with Process(tmp_path) as server:
        async with server.connect(table, ann) as ws:
            snapshot = await receive(ws, "snapshot")
            assert snapshot["state"]["pledge"]["commitment"] == following
            await ws.send(json.dumps({"t": "next", "n": snapshot["n"], "cid": "next"}))
            state = (await receive(ws, "events"))["state"]
        assert state["fair"]["commitment"] == following


async def _start(ws: Any) -> Json:
    await ws.send(json.dumps({"t": "start", "n": 2, "cid": "s"}))
    state: Json = (await receive(ws, "events"))["state"]
    return state


async def test_a_duplicate_goes_on_after_kills_with_the_deals_it_was_bound_to(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        made, ann = ask(server, "/api/duplicates", None, {"rules": "ply-yard", "deals": 2, "level": "easy"})
        name = made["duplicate"]
        ask(server, f"/api/duplicates/{name}/string", ann, {"string": "Ann's"})
        seen = ask(server, f"/api/duplicates/{name}", ann)[0]["commitments"]
    with Process(tmp_path) as server:
        ask(server, f"/api/duplicates/{name}/start", ann, {})
        first = ask(server, f"/api/duplicates/{name}", ann)[0]["table"].removeprefix("/table/")
        await play(server, first, ann, moves=2)
    with Process(tmp_path) as server:
        await play(server, first, ann)
        server.kill()  # the next deal may not have been made
    with Process(tmp_path) as server:
        shown = ask(server, f"/api/duplicates/{name}", ann)[0]
        while not shown["over"]:
            if shown["table"] is not None:
                await play(server, shown["table"].removeprefix("/table/"), ann)
            shown = ask(server, f"/api/duplicates/{name}", ann)[0]
        assert shown["commitments"] == seen
        records = [
            Record.from_json(ask(server, f"/api/tables/{address.removeprefix('/table/')}/record", None)[0])
            for deal in shown["deals"]
            for address in deal["records"]
        ]
    assert len(records) == 4
    assert [verify_json(record)["deal"] for record in records] == ["proved"] * 4
    assert {record.extras["fair"]["strings"][0] for record in records} == {"Ann's"}
