"""A server that is killed again and again while rated rounds end: every rating is applied once."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from process import Process, receive
from websockets.exceptions import ConnectionClosed

PEOPLE = 4
KILLS = 4


def ask(server: Process, address: str, body: dict[str, Any], cookie: str | None) -> tuple[dict[str, Any], str]:
    page = {"content-type": "application/json", "origin": server.address, "sec-fetch-site": "same-origin"}
    headers = page | ({"cookie": cookie} if cookie else {})
    with urlopen(Request(server.address + address, json.dumps(body).encode(), headers)) as answer:
        given = answer.headers.get("set-cookie")
        return json.load(answer), given.partition(";")[0] if given else cookie or ""


def seated(server: Process, cookies: dict[int, str | None], one: int, other: int) -> str:
    """A rated table of two of the people, dealt; cookies are kept in `cookies`."""
    body = {"rules": "ranked-block", "seats": ["you", "open"], "rated": True, "pace": {"turn": 3600}}
    made, cookies[one] = ask(server, "/api/tables", body | {"name": f"Player {'abcd'[one]}"}, cookies[one])
    table: str = made["table"]
    name = {"name": f"Player {'abcd'[other]}"}
    _, cookies[other] = ask(server, f"/api/tables/{table}/join", name, cookies[other])
    return table


async def resign(server: Process, table: str, cookie: str | None) -> None:
    """One of the two resigns; the server may be gone before the answer."""
    try:
        async with server.connect(table, cookie) as socket:
            snapshot = await receive(socket, "snapshot")
            if snapshot["state"]["outcome"] is None:
                await socket.send(json.dumps({"t": "resign", "n": snapshot["n"], "cid": "r"}))
                await receive(socket, "ok", "refused")
    except (ConnectionClosed, OSError):
        pass


async def evening(server: Process, cookies: dict[int, str | None], rng: random.Random, tables: list[str]) -> None:
    """Tables of random pairs whose rounds all end at about the same time, and a kill in the middle of it."""
    begun = []
    for _ in range(8):
        one, other = rng.sample(range(PEOPLE), 2)
        table = seated(server, cookies, one, other)
        tables.append(table)
        begun.append((table, cookies[rng.choice((one, other))]))
    ends = [asyncio.create_task(resign(server, table, cookie)) for table, cookie in begun]
    for _ in range(rng.randrange(40)):
        await asyncio.sleep(0)
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    server.kill()
    await asyncio.gather(*ends)


async def settled(server: Process, database: Path) -> None:
    """Until nothing is pending."""
    while True:
        with urlopen(f"{server.address}/healthz"), closing(sqlite3.connect(database)) as connection:
            if not connection.execute("select count(*) from pending").fetchone()[0]:
                return
        await asyncio.sleep(0)


def check(database: Path, tables: list[str]) -> int:
    """Every finished table changed both ratings once, and every rating is the sum of its changes; how many tables."""
    with closing(sqlite3.connect(database)) as connection:
        over = {row[0] for row in connection.execute("select id from tables where over")}
        changes = connection.execute(
            "select player, games, mean_before, mean, table_id from rating_change order by player, games"
        ).fetchall()
        ratings = dict(connection.execute("select player, mean from rating").fetchall())
    assert over <= set(tables)
    assert sorted(row[4] for row in changes) == sorted([*over, *over])
    for player, mean in ratings.items():
        mine = [row for row in changes if row[0] == player]
        assert [row[1] for row in mine] == list(range(1, len(mine) + 1))
        assert [row[2] for row in mine] == [1500.0, *(row[3] for row in mine[:-1])]
        assert mine[-1][3] == mean
    return len(over)


async def test_every_rating_is_applied_once_whenever_the_server_is_killed(tmp_path: Path) -> None:
    rng = random.Random(5)
    cookies: dict[int, str | None] = dict.fromkeys(range(PEOPLE))
    tables: list[str] = []
    database = tmp_path / "doublesix.sqlite"
    for _ in range(KILLS):
        with Process(tmp_path) as server:
            await evening(server, cookies, rng, tables)
    with Process(tmp_path) as server:
        await settled(server, database)
        assert check(database, tables) >= KILLS
