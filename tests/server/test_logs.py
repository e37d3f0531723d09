"""What the server logs: nothing that is hidden or secret, however much it is asked to say and whatever goes wrong."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from process import open_socket, receive
from serving import Serving, serving

from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.rules import Move, View

TILE = re.compile(r"\b[0-6]-[0-6]\b")
PASSWORD = "my words are hidden here"
STRING = "a string of my own"
OTHERS = ("websockets.client", "httpx", "httpcore", "asyncio")
"""What clients in the test's own process log."""


class Lines(logging.Handler):
    """Everything that is logged, as it would be written, with what was raised."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(OTHERS):
            self.lines.append(self.format(record))


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """The lines of all loggers, each of which is as talkative as it can be made."""
    root = logging.getLogger()
    before, handler = root.level, Lines()
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    uvicorn = logging.getLogger("uvicorn")
    uvicorn.addHandler(handler)
    try:
        yield handler.lines
    finally:
        root.removeHandler(handler)
        uvicorn.removeHandler(handler)
        root.setLevel(before)


_answers = itertools.count(1)


def clumsy(_level: str, view: View, _seed: int | None) -> Move:
    """A player that fails in words, then by a tile that does not fit, and lets the table move for it."""
    if next(_answers) % 2:
        raise ValueError(f"I hold {view.hand}")
    held = {str(tile) for tile in view.hand} - {str(move.tile) for move in view.legal}
    return Move.parse(f"{next(iter(held), '6-6')}L")


async def evening(server: Serving, secrets: set[str]) -> str:
    """Somebody signs up, plays a round against a clumsy player and asks for nonsense; the table."""
    page = {"origin": server.address, "sec-fetch-site": "same-origin"}
    async with httpx.AsyncClient(base_url=server.address, headers=page, trust_env=False) as ann:
        await ann.post("/account/new", data={"name": "Ann Lee", "password": PASSWORD})
        await ann.post("/account/in", data={"name": "Ann Lee", "password": PASSWORD + "!"})
        codes = await ann.post("/account/codes", data={"password": PASSWORD})
        secrets |= set(re.findall(r"\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b", codes.text))
        secrets |= {cookie.value or "" for cookie in ann.cookies.jar}
        promised = (await ann.post("/api/commitment", json={})).json()
        body = {"rules": "ply-yard", "seats": ["you", "easy"], **promised, "string": STRING}
        table: str = (await ann.post("/api/tables", json=body)).json()["table"]
        cookie = "; ".join(f"{one.name}={one.value}" for one in ann.cookies.jar)
        await ann.post("/api/tables", json={"rules": {"base": "draw-100", "reserve": "6-6"}})
        async with open_socket(server.address, table, cookie) as ws:
            message = await receive(ws, "snapshot")
            await ws.send('{"t": "move", "move": "6-6L"')
            await ws.send(json.dumps({"t": "say", "cid": "s", "text": STRING}))
            while (state := message["state"])["outcome"] is None:
                if state["legal"] and state["turn"] == state["you"]:
                    move = {"t": "move", "n": message["n"], "cid": str(message["n"]), "move": state["legal"][0]}
                    await ws.send(json.dumps(move))
                message = await receive(ws, "events")
                await asyncio.sleep(0.05)  # no more than a socket may say
        secrets.add(message["state"]["fair"]["secret"])
        return table


async def test_no_line_holds_a_hidden_tile_a_secret_a_cookie_or_a_password(
    tmp_path: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    secrets = {PASSWORD, STRING}
    store: Any = SqlStore(open_engine(tmp_path / "t.sqlite"))
    await store.start()
    async with serving(store=store, seed=None, choose=clumsy) as server:
        table = await evening(server, secrets)
        logging.getLogger("doublesix.test").debug("a line that is heard")
        await broken(server, store, table, monkeypatch)
    assert "DEBUG doublesix.test a line that is heard" in lines
    said = "\n".join(lines)
    for what in ("player failed", "player answered", "cannot be read", "not stored"):
        assert what in said, "all of this went wrong, and was logged"
    assert len(secrets) > 10
    assert [line for line in lines if TILE.search(line)] == []
    assert [secret for secret in secrets if secret in said] == []


async def broken(server: Serving, store: Any, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full, and a log that does not follow."""
    made, client = await server.make_table("ply-yard", seats=("you", "easy"))
    async with open_socket(server.address, made, client.cookie) as ws:
        state = await receive(ws, "snapshot")
        with monkeypatch.context() as patched:
            patched.setattr(store._group, "_commit", full)
            move = {"t": "move", "n": state["n"], "cid": "x", "move": state["state"]["legal"][0]}
            await ws.send(json.dumps(move))
            await receive(ws, "refused")
    server.app.state.lobby._tables.clear()
    async with store._engine.begin() as connection:
        change = "UPDATE event SET body = replace(body, :one, :two) WHERE table_id = :table"
        await connection.execute(sa.text(change), {"one": '"seat":0', "two": '"seat":1', "table": table})
    async with open_socket(server.address, table, None) as ws:
        await ws.wait_closed()


async def full(units: list[Any]) -> list[bool]:
    """A transaction as SQLAlchemy fails it, with what was to be written."""
    raise sa.exc.OperationalError("INSERT INTO event", [unit.bodies for unit in units], OSError("disk full"), True)
