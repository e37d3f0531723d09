"""The short way through a socket says and hears what the usual way does, in the same order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from serving import Serving, serving
from starlette.applications import Starlette
from uvicorn.server import ServerState
from websockets.protocol import OPEN

from doublesix.server.app import PING_EVERY, uvicorn_config
from doublesix.server.direct import DirectProtocol
from doublesix.server.wire import frame

Json = dict[str, Any]
MASK = b"\x37\xfa\x21\x3d"


def masked(payload: bytes, first: int = 0x81) -> bytes:
    """A frame as a browser sends it."""
    size = len(payload)
    head = bytes([first, 128 | size]) if size < 126 else bytes([first, 254]) + size.to_bytes(2, "big")
    return head + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))


class Raw:
    """A socket whose bytes the test writes itself."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer

    async def frame(self) -> tuple[int, bytes]:
        """The next frame: its first byte and what it holds."""
        first, size = await self._reader.readexactly(2)
        if size > 125:
            size = int.from_bytes(await self._reader.readexactly(2 if size == 126 else 8), "big")
        return first, await self._reader.readexactly(size)

    async def heard(self, kind: str) -> Json:
        """The next message of a kind."""
        while True:
            first, payload = await self.frame()
            assert first == 0x81, "a whole text"
            message: Json = json.loads(payload)
            if message["t"] == kind:
                return message


@asynccontextmanager
async def sitting(server: Serving, language: str = "en") -> AsyncIterator[Raw]:
    """A table of one's own, and a raw socket there that has its snapshot."""
    table, client = await server.make_table()
    host = server.address.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    writer.write(
        f"GET /ws?table={table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        f"Origin: {server.address}\r\nCookie: {client.cookie}\r\nAccept-Language: {language}\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    raw = Raw(reader, writer)
    await raw.heard("snapshot")
    try:
        yield raw
    finally:
        writer.close()


PING = b'{"t":"ping"}'


def late(number: int, text: str = "draw") -> bytes:
    """A move that comes too late: it is refused, with its command id in the answer."""
    return json.dumps({"t": "move", "cid": f"{number}", "n": 9_999_999, "move": text}).encode()


LONG = late(2) + b" " * 200
WAYS = {
    "one frame a piece": [masked(late(1)), masked(LONG), masked(late(3))],
    "all in one piece": [masked(late(1)) + masked(LONG) + masked(late(3))],
    "byte after byte": [bytes([byte]) for byte in masked(late(1)) + masked(LONG) + masked(late(3))],
    "cut within a frame": [masked(late(1))[:9], masked(late(1))[9:] + masked(LONG), masked(late(3))],
    "a message in parts": [
        masked(late(1)[:20], 0x01) + masked(late(1)[20:], 0x80), masked(LONG), masked(late(3)),
    ],
    "a pong between": [masked(late(1)), masked(b"abcd", 0x8A), masked(LONG), masked(late(3))],
}  # fmt: skip


@pytest.mark.parametrize("way", list(WAYS))
async def test_messages_are_heard_in_order_however_their_bytes_come(way: str) -> None:
    async with serving() as server, sitting(server) as raw:
        for piece in WAYS[way]:
            raw.writer.write(piece)
            await raw.writer.drain()
            await asyncio.sleep(0)
        assert [(await raw.heard("refused"))["cid"] for _ in range(3)] == ["1", "2", "3"]


async def test_a_text_that_is_no_text_ends_the_socket() -> None:
    async with serving() as server, sitting(server) as raw:
        raw.writer.write(masked(b'{"t":"\xff"}'))
        first, payload = await raw.frame()
        assert first == 0x88
        assert int.from_bytes(payload[:2], "big") == 1007


async def test_too_many_short_messages_end_the_socket() -> None:
    async with serving() as server, sitting(server) as raw:
        for _ in range(200):
            raw.writer.write(masked(PING))
        while (answer := await raw.frame())[0] == 0x81:
            assert json.loads(answer[1])["t"] != "snapshot"
        assert int.from_bytes(answer[1][:2], "big") == 4429


@pytest.mark.parametrize("language", ["en", "es"])
async def test_both_ways_say_the_same_bytes(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def evening() -> list[bytes]:
        said = []
        async with serving() as server, sitting(server, language) as raw:
            for number in range(4):
                raw.writer.write(masked(late(number)))
                said.append((await raw.frame())[1])
                await raw.heard("snapshot")
            raw.writer.write(masked(b'{"t":"move","n":1}'))
            said.append((await raw.frame())[1])
        return said

    short = await evening()
    with monkeypatch.context() as patched:
        patched.setattr(DirectProtocol, "say", lambda *_: False)
        patched.setattr(DirectProtocol, "_hear", lambda *_: False)
        usual = await evening()
    assert short == usual
    assert len(short) == 5


async def test_a_reader_that_takes_nothing_is_dropped_by_the_usual_way() -> None:
    async with serving() as server, sitting(server) as raw:
        (connection,) = server.app.state.sockets._open
        filler = frame({"t": "refused", "cid": None, "n": 1, "error": "x" * 60_000, "stale": False})
        while connection.closing is None:
            connection.tell(filler)
            await asyncio.sleep(0)
        assert connection.closing[0] == 1013
        raw.writer.transport.abort()


async def test_the_short_way_is_the_one_that_is_taken() -> None:
    """It rests on parts of uvicorn that may change: then all goes the usual way, which is right, but slow."""
    async with serving() as server, sitting(server) as raw:
        (connection,) = server.app.state.sockets._open
        direct = connection._direct
        assert direct is not None, "uvicorn opens its sockets in another way"
        heard, said, hears, say = list[str](), list[bytes](), direct.hears, direct.say

        def hearing(text: str) -> None:
            heard.append(text)
            hears(text)

        def saying(*texts: bytes) -> bool:
            done = bool(say(*texts))
            if done:
                said.extend(texts)
            return done

        direct.hears, direct.say = hearing, saying
        raw.writer.write(masked(PING))
        answer = json.dumps(await raw.heard("pong"), separators=(",", ":"))
        assert heard == [PING.decode()], "uvicorn hands messages on in another way"
        assert said == [answer.encode()], "uvicorn writes in another way"


class Waiting:
    """An event loop of which nothing but time passes, when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0
        self.later: list[tuple[float, Any]] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, call: Any) -> None:
        self.later.append((self.now + delay, call))

    def wait(self) -> None:
        """Until the next call is due."""
        self.now, call = self.later.pop(0)
        call()


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def is_closing(self) -> bool:
        return False

    def write(self, data: bytes) -> None:
        self.written.append(data)


def test_a_line_is_pinged_when_it_was_silent_for_as_long_as_pings_are_apart_and_not_before() -> None:
    config, loop, line = uvicorn_config(Starlette()), Waiting(), Line()
    config.load()
    socket = DirectProtocol(config, ServerState(), {}, loop)  # type: ignore[arg-type]
    socket.transport = line  # type: ignore[assignment]
    socket.conn.state = OPEN
    socket.handshake_initiated = socket._whole = True
    socket.hears = lambda _text: None
    socket.start_keepalive()
    loop.now += PING_EVERY - 1
    socket.data_received(masked(PING))
    spoken = loop.now
    loop.wait()
    assert not line.written, "it spoke a second ago"
    loop.wait()
    assert [text[0] for text in line.written] == [0x89]
    assert loop.now == spoken + PING_EVERY
