"""Real sockets on a real server."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import uvicorn
from process import open_socket, receive
from starlette.applications import Starlette
from websockets.exceptions import ConnectionClosed, InvalidStatus

from doublesix.adapters.clock import RealClock
from doublesix.server import limits, socket
from doublesix.server.app import create_app, seams, uvicorn_config
from doublesix.server.settings import Settings
from doublesix.server.wire import Frame


@dataclass
class Server:
    address: str
    app: Starlette
    cookie: str
    table: str


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A server in this process with a table of the reserve game."""
    import socket as sockets

    with sockets.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = Settings(origins=(address,), bot_delay=0.0, seed=1)
        app = create_app(settings, seams(settings))
        running = uvicorn.Server(uvicorn_config(app))
        serving = asyncio.create_task(running.serve(sockets=[listening]))
        while not running.started:
            await asyncio.sleep(0.005)
        async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
            answer = await client.post("/api/tables", json={"rules": "ply-yard"}, headers={"origin": address})
        yield Server(address, app, answer.headers["set-cookie"].partition(";")[0], answer.json()["table"])
        running.should_exit = True
        await serving


def to(server: Server, cookie: bool = True, **more: Any) -> Any:
    return open_socket(server.address, more.pop("table", server.table), server.cookie if cookie else None, **more)


async def test_a_whole_round_over_a_real_socket(server: Server) -> None:
    async with to(server) as ws:
        state = (await receive(ws, "snapshot"))["state"]
        assert state["you"] == 0
        n, sent = 1, 0
        while state["outcome"] is None:
            if state["turn"] == 0:
                sent += 1
                await ws.send(json.dumps({"t": "move", "n": n, "cid": f"c{sent}", "move": state["legal"][0]}))
                answer = await receive(ws)
                assert (answer["t"], answer["cid"]) == ("ok", f"c{sent}")
                assert answer["n"] in (n + 1, n + 2), "a move is one event, the last one ends the round as well"
            message = await receive(ws, "events")
            assert message["from"] == n + 1
            n, state = message["n"], message["state"]
    assert state["outcome"]["ending"] in ("domino", "blocked")


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "https://127.0.0.1"])
async def test_a_foreign_page_gets_no_socket(server: Server, origin: str | None) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with to(server, origin=origin):
            pass
    assert refused.value.response.status_code == 403


async def test_without_the_cookie_one_watches(server: Server) -> None:
    async with to(server, cookie=False) as ws:
        assert (await receive(ws))["state"]["you"] is None


async def test_a_table_that_is_not_there_is_said_and_closed(server: Server) -> None:
    async with to(server, table="nothing") as ws:
        with pytest.raises(ConnectionClosed):
            await ws.recv()
        assert ws.close_code == socket.NO_TABLE


BAD = [
    "",
    "x",
    "[]",
    "null",
    "{}",
    '{"t":"move"}',
    '{"t":"fly","n":1,"cid":"c"}',
    '{"t":"move","n":1,"cid":"c","move":"6-6","seat":1}',
    '{"t":"move","n":-1,"cid":"c","move":"6-6"}',
    '{"t":"move","n":1.5,"cid":"c","move":"6-6"}',
    '{"t":"move","n":1,"cid":"","move":"6-6"}',
    '{"t":"move","n":1,"cid":"c","move":"' + "6" * 99 + '"}',
    '{"t":"sync","n":99999999999}',
    '{"t":"ping","a":' + "[" * 1500 + "]" * 1500 + "}",
    b"\xff\xfe",
]


@pytest.mark.parametrize("message", BAD)
async def test_a_message_of_the_wrong_shape_is_refused_and_the_socket_stays(
    server: Server, message: str | bytes
) -> None:
    async with to(server) as ws:
        await receive(ws, "snapshot")
        await ws.send(message)
        answer = await receive(ws)
        assert answer["t"] == "refused"
        assert answer["cid"] is None
        assert answer["error"]
        await ws.send('{"t":"ping"}')
        assert await receive(ws) == {"t": "pong"}


async def test_an_oversize_message_closes_the_socket(server: Server) -> None:
    async with to(server) as ws:
        await receive(ws, "snapshot")
        await ws.send('{"t":"ping"}' + " " * 5000)
        with pytest.raises(ConnectionClosed):
            await ws.recv()
        assert ws.close_code == 1009


async def test_an_oversize_message_in_fragments_closes_the_socket(server: Server) -> None:
    async with to(server) as ws:
        await receive(ws, "snapshot")
        with contextlib.suppress(ConnectionClosed):
            await ws.send(["x" * 1000] * 30)
        with pytest.raises(ConnectionClosed):
            await ws.recv()


async def test_too_many_messages_close_the_socket_and_no_other(server: Server) -> None:
    async with to(server) as ws, to(server) as other:
        await receive(other, "snapshot")
        with contextlib.suppress(ConnectionClosed):
            for _ in range(limits.MESSAGES_BURST + 10):
                await ws.send('{"t":"ping"}')
        with contextlib.suppress(ConnectionClosed):
            while True:
                await ws.recv()
        assert ws.close_code == socket.TOO_MANY
        await other.send('{"t":"ping"}')
        assert await receive(other, "pong")


async def test_messages_are_not_compressed(server: Server) -> None:
    async with to(server) as ws:
        assert "sec-websocket-extensions" not in ws.response.headers


async def test_a_socket_that_goes_leaves_its_table(server: Server) -> None:
    table = await server.app.state.lobby.find(server.table)
    async with to(server) as ws:
        await receive(ws, "snapshot")
        assert len(table.listeners) == 1
    while table.listeners:
        await asyncio.sleep(0.005)
    assert server.app.state.sockets.connected == 0


async def test_after_a_lost_socket_the_rest_is_sent_and_a_resent_move_is_answered(server: Server) -> None:
    async with to(server) as ws:
        state = (await receive(ws, "snapshot"))["state"]
        command = {"t": "move", "n": 1, "cid": "c1", "move": state["legal"][0]}
        await ws.send(json.dumps(command))
        await receive(ws, "ok")
    async with to(server) as ws:
        n = (await receive(ws, "snapshot"))["n"]
        await ws.send(json.dumps(command))
        assert await receive(ws, "ok") == {"t": "ok", "cid": "c1", "n": 2}
        await ws.send('{"t":"sync","n":1}')
        answer = await receive(ws, "events")
        while answer["from"] != 2:
            answer = await receive(ws, "events")
        assert answer["n"] >= n
    table = await server.app.state.lobby.find(server.table)
    first = [event for event in table.course.events if event.event.kind == "led"]
    assert len(first) == 1


async def test_a_reader_that_takes_nothing_is_dropped_alone() -> None:
    sent: list[dict[str, Any]] = []
    blocked = asyncio.Event()

    async def never(message: Any) -> None:
        sent.append(message)
        if message["type"] == "websocket.send":
            await blocked.wait()

    gone = asyncio.Event()

    async def reader() -> socket.Connection:
        task = asyncio.current_task()
        assert task is not None
        connection = socket.Connection((), task, never)
        try:
            for _ in range(limits.SEND_QUEUE + 3):
                connection.tell(Frame('{"t":"pong"}'))
                await asyncio.sleep(0)
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            gone.set()
        finally:
            await connection.stop()
        return connection

    connection = await asyncio.create_task(reader())
    assert gone.is_set()
    assert connection.closing == (socket.TOO_SLOW, "too slow: connect again for how things stand")


async def test_a_server_that_stops_tells_its_sockets() -> None:
    import socket as sockets

    with sockets.create_server(("127.0.0.1", 0)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        settings = Settings(origins=(address,), bot_delay=0.0)
        app = create_app(settings, seams(settings))
        running = uvicorn.Server(uvicorn_config(app))
        serving = asyncio.create_task(running.serve(sockets=[listening]))
        while not running.started:
            await asyncio.sleep(0.005)
        async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
            table = (await client.post("/api/tables", json={"rules": "ply-yard"})).json()["table"]
        async with open_socket(address, table, None) as ws:
            await receive(ws, "snapshot")
            app.state.sockets.close()
            with pytest.raises(ConnectionClosed):
                await ws.recv()
            assert ws.close_code == socket.GOING_AWAY
        running.should_exit = True
        await serving


def test_the_real_clock_goes_forward() -> None:
    clock = RealClock()
    assert clock.now() <= clock.now()
