"""A server that is killed while people wait and play: who sat down sits there, and what was agreed holds."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from process import Process, receive
from websockets.exceptions import ConnectionClosed

KILLED = (str(Path(__file__).with_name("killed_serve.py")),)


def join(server: Process, table: str, name: str, cookie: str | None = None) -> tuple[int, str]:
    headers = {"content-type": "application/json", "origin": server.address}
    if cookie:
        headers["cookie"] = cookie
    body = json.dumps({"name": name, "program": False}).encode()
    request = Request(f"{server.address}/api/tables/{table}/join", body, headers)
    with urlopen(request) as answer:
        given = answer.headers.get("set-cookie")
        return json.load(answer)["seat"], given.partition(";")[0] if given else cookie or ""


async def state_of(server: Process, table: str, cookie: str | None) -> dict[str, Any]:
    async with server.connect(table, cookie) as socket:
        state: dict[str, Any] = (await receive(socket, "snapshot"))["state"]
        return state


async def test_who_sat_down_sits_there_after_a_kill(tmp_path: Path) -> None:
    with Process(tmp_path) as server:
        table, ann = server.make_table(rules="ranked-draw", seats=["you", "open", "open"])
        seat, ben = join(server, table, "Ben")
        assert seat == 1
    with Process(tmp_path) as server:
        assert join(server, table, "Ben", ben)[0] == 1
        waiting = await state_of(server, table, ann)
        assert [place["free"] for place in waiting["seats"]] == [False, False, True]
        assert join(server, table, "Cleo")[0] == 2
        dealt = await state_of(server, table, ben)
        async with server.connect(table, ann) as socket:
            n = (await receive(socket, "snapshot"))["n"]
            await socket.send(json.dumps({"t": "resign", "n": n, "cid": "r"}))
            await receive(socket, "ok")
    with Process(tmp_path) as server:
        ended = await state_of(server, table, ben)
        assert ended["company"]["resigned"] == [0]
        assert ended["hand"] == dealt["hand"]
        assert [place["name"] for place in ended["seats"]] == ["Guest", "You", "Cleo"]

async def ask(server: Process, table: str, cookie: str | None, what: str) -> dict[str, Any]:
    """Send a command and wait for its answer."""
    async with server.connect(table, cookie) as socket:
        first = await receive(socket, "snapshot")
        numbered = {} if what == "again" else {"n": first["n"]}
        await socket.send(json.dumps({"t": what, "cid": f"{what}{first['state']['you']}", **numbered}))
        return await receive(socket, "ok", "refused", "goto")


async def test_a_rematch_that_a_kill_cut_off_is_the_one_table_that_both_go_on_to(tmp_path: Path) -> None:
    with Process(tmp_path, program=KILLED) as server:
        table, ann = server.make_table(rules="ply-yard", seats=["you", "open"])
        _, ben = join(server, table, "Ben")
        assert (await ask(server, table, ann, "resign"))["t"] == "ok"
        promised = (await state_of(server, table, ben))["pledge"]["commitment"]
        assert (await ask(server, table, ann, "again"))["t"] == "ok"
        with pytest.raises(ConnectionClosed):
            await ask(server, table, ben, "again")
    tables = "SELECT count(*) FROM tables"
    with closing(sqlite3.connect(tmp_path / "doublesix.sqlite")) as database:
        assert database.execute(tables).fetchone() == (2,), "the table to go on to was stored before the kill"
    with Process(tmp_path) as server:
        urls = {(await ask(server, table, cookie, "again"))["url"] for cookie in (ben, ann)}
        (url,) = urls
        following = url.removeprefix("/table/")
        for cookie, seat in ((ben, 0), (ann, 1)):
            shown = await state_of(server, following, cookie)
            assert (shown["you"], shown["fair"]["commitment"]) == (seat, promised)
    with closing(sqlite3.connect(tmp_path / "doublesix.sqlite")) as database:
        assert database.execute(tables).fetchone() == (2,), "no table is left that nobody was sent to"
