"""A server that is killed while people wait and play: who sat down sits there, and what was agreed holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from process import Process, receive


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
