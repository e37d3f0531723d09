"""Who is slow to say what he wants, or says nothing, keeps no connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from serving import Serving, serving
from starlette.types import Receive, Scope, Send
from test_direct import PING, masked, sitting
from uvicorn.server import ServerState

from doublesix.server.app import uvicorn_config
from doublesix.server.heads import HeadProtocol
from doublesix.server.limits import HEAD_BYTES, HEAD_PATIENCE

UPGRADE = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
BEGUN = {
    "nothing": b"",
    "the first line": b"GET / HTTP/1.1\r\n",
    "a head without its end": b"GET / HTTP/1.1\r\nHost: here\r\nX-A: b\r\n",
    "the handshake of a socket without its end": b"GET /ws HTTP/1.1\r\nHost: here\r\n" + UPGRADE,
    "a handshake with a body, which none has": (
        b"GET /ws HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n" + UPGRADE + b"\r\n"
    ),
    "empty lines after an answer": b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n\r\n",
    "half a second head after an answer": b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\nGET / HTTP/1.1\r\n",
}


@asynccontextmanager
async def line(server: Serving) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that has said nothing yet."""
    reader, writer = await asyncio.open_connection(*server.address.removeprefix("http://").split(":"))
    try:
        yield reader, writer
    finally:
        writer.close()


@pytest.mark.parametrize("begun", list(BEGUN))
async def test_a_line_that_says_no_whole_head_is_closed_and_others_stay(
    begun: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as server, sitting(server) as seated:
        monkeypatch.setattr(HeadProtocol, "patience", 0.05)
        async with line(server) as (reader, writer):
            head, end, rest = BEGUN[begun].partition(b"\r\n\r\n")
            writer.write(head + end)
            if rest:
                answer = await reader.readuntil(b"\r\n\r\n")
                assert answer.startswith(b"HTTP/1.1 421"), "here is another place, which is an answer"
                writer.write(rest)
                await reader.read()
            else:
                assert (await reader.read())[9:12] == (b"400" if end else b"")
        seated.writer.write(masked(PING))
        assert await seated.heard("pong"), "who sits at a table has said his head"


async def test_a_head_that_does_not_end_is_refused_when_it_is_too_long() -> None:
    async with serving() as server, line(server) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\nX-A: " + b"a" * HEAD_BYTES)
        assert (await reader.readuntil(b"\r\n")).split()[1] == b"431"


class Timer:
    """A call that is due later, unless it is taken back."""

    def __init__(self, due: float) -> None:
        self.due = due
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Hours:
    """An event loop on which nothing but requests happens; its clock is set by the test."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[Timer] = []
        self.tasks: list[asyncio.Task[None]] = []

    def call_later(self, delay: float, _call: object) -> Timer:
        self.timers.append(Timer(self.now + delay))
        return self.timers[-1]

    def create_task(self, doing: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        self.tasks.append(asyncio.ensure_future(doing))
        return self.tasks[-1]

    def due(self) -> list[float]:
        """When something will happen."""
        return [timer.due for timer in self.timers if not timer.cancelled]


class Wire(asyncio.Transport):
    """A connection that keeps nothing."""

    def __init__(self) -> None:
        super().__init__({"peername": ("here", 1), "sockname": ("there", 2)})

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        pass

    def resume_reading(self) -> None:
        pass


async def test_each_head_has_its_time_from_its_first_byte_and_an_answer_takes_as_long_as_it_takes() -> None:
    may_answer = asyncio.Event()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
        await send({"type": "http.response.body", "body": b""})

    hours = Hours()
    config = uvicorn_config(app)  # type: ignore[arg-type]
    protocol = HeadProtocol(config, ServerState(), {}, hours)  # type: ignore[arg-type]
    protocol.connection_made(Wire())
    hours.now = 15
    protocol.data_received(b"GET / HTTP/1.1\r\nHost: here\r\n")
    assert hours.due() == [HEAD_PATIENCE], "what came late has no more time"
    protocol.data_received(b"\r\n")
    assert hours.due() == []
    hours.now = 100
    may_answer.set()
    await asyncio.gather(*hours.tasks)
    assert hours.due() == [100 + config.timeout_keep_alive]
    hours.now = 103
    protocol.data_received(b"GET / HTTP/1.1\r\n")
    assert hours.due() == [103 + HEAD_PATIENCE]
    protocol.data_received(b"Host: here\r\n\r\n")
    assert hours.due() == []
    await asyncio.gather(*hours.tasks)
