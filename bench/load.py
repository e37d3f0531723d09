"""The load of the server's bench: many seats on raw sockets, in a process of its own.

    python3 bench/load.py < plan.json

The plan names the address, the tables, the cookies of their two people, and phases; each phase is answered with a JSON
line. A move is made when both seats have seen the last one; its time counts from the moment it was due, so that a
server that is late is not spared. Frames are read by hand: only what a move needs is decoded.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

OPCODE_PING, OPCODE_CLOSE = 9, 8
AT_ONCE = 100
"""Handshakes under way at a time."""


class State(msgspec.Struct):
    """What a seat needs of the state."""

    turn: int | None
    legal: list[str]
    outcome: Any = None


class Told(msgspec.Struct):
    """What a seat needs of a message."""

    t: str
    n: int = 0
    cid: str | None = None
    state: State | None = None
    error: str = ""


_decoder = msgspec.json.Decoder(Told)


class Seat(asyncio.Protocol):
    """One socket at a table."""

    def __init__(self, table: Table, seat: int, request: bytes) -> None:
        self.table, self.seat = table, seat
        self.n = -1
        self.state: State | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._request = request
        self._buffer = b""
        self._open = False
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, _problem: Exception | None) -> None:
        self.table.load.lost += 1
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server closed a socket before its snapshot"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head.decode())
            self._open, self._buffer = True, rest
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            opcode, size, head = buffer[at] & 15, buffer[at + 1], 2
            if size == 126:
                size, head = int.from_bytes(buffer[at + 2 : at + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(buffer[at + 2 : at + 10], "big"), 10
            end = at + head + size
            if len(buffer) < end:
                break
            if opcode == OPCODE_PING:
                self.write(10, buffer[at + head : end])
            elif opcode != OPCODE_CLOSE:
                self._heard(buffer[at + head : end])
            at = end
        self._buffer = buffer[at:]

    def _heard(self, text: bytes) -> None:
        told = _decoder.decode(text)
        if told.t == "ok":
            self.table.acknowledged(told.n)
        elif told.t == "refused":
            self.table.load.refused.append(told.error)
        elif told.state is not None:
            self.n, self.state = told.n, told.state
            if not self.ready.done():
                self.ready.set_result(None)
            self.table.seen()

    def write(self, opcode: int, text: bytes) -> None:
        """Send a frame, masked with zeros."""
        size = len(text)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else bytes([128 | opcode, 254]) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        self._transport.abort()


class Table:
    """Two seats that play."""

    def __init__(self, load: Load, name: str) -> None:
        self.load, self.name = load, name
        self.seats: list[Seat] = []
        self.playing = False
        self.interval: float | None = None
        self.due = 0.0
        self.done = 0
        self._sent = 0
        self._begun: float | None = None

    async def connect(self, address: str, cookies: list[str], numbers: list[int]) -> None:
        """Open the sockets of these seats."""
        parts = urlsplit(address)
        for seat in numbers:
            request = (
                f"GET /ws?table={self.name} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                f"Origin: {address}\r\nCookie: {cookies[seat]}\r\n\r\n"
            ).encode()
            loop = asyncio.get_running_loop()
            _, protocol = await loop.create_connection(
                lambda seat=seat, request=request: Seat(self, seat, request),  # type: ignore[misc]
                parts.hostname, parts.port,
            )  # fmt: skip
            await protocol.ready
            self.seats.append(protocol)

    def start(self, interval: float | None, first: float) -> None:
        """Play from now on: a move each `interval` seconds from `first` on, or as fast as it goes."""
        self.playing, self.interval, self.due = True, interval, first
        self.seen()

    def seen(self) -> None:
        """A seat has a new state; where all of them have the newest, the next move may be due."""
        if not self.playing or self._begun is not None or any(seat.n != self.newest for seat in self.seats):
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self.interval is None or now >= self.due:
            self.move(now if self.interval is None else self.due)
        else:
            loop.call_at(self.due, self.seen)

    @property
    def newest(self) -> int:
        """The last event that anybody knows of."""
        return max(self.done, *(seat.n for seat in self.seats))

    def move(self, due: float) -> None:
        """Send the next move, which was due then."""
        state = self.seats[0].state
        assert state is not None
        who = next((seat for seat in self.seats if seat.seat == state.turn), None) if state.turn is not None else None
        self._sent += 1
        command: dict[str, Any] = {"n": self.seats[0].n, "cid": f"{self.load.run}-{self._sent}"}
        if state.turn is None:
            who = self.seats[0]
            command |= {"t": "next"}
        elif who is not None and who.state is not None:
            command |= {"t": "move", "move": self.load.rng.choice(who.state.legal)}
        else:
            return  # a computer player is to move
        self._begun = due
        if self.interval is not None:
            self.due = max(self.due + self.interval, due)
        who.write(1, msgspec.json.encode(command))

    def acknowledged(self, n: int) -> None:
        """The move is stored, and its last event is `n`."""
        self.done = n
        if self._begun is not None:
            self.load.trips.append(asyncio.get_running_loop().time() - self._begun)
            self._begun = None
        self.seen()


class Load:
    """All tables."""

    def __init__(self, address: str, cookies: list[str]) -> None:
        self.address, self.cookies = address, cookies
        self.tables: list[Table] = []
        self.trips: list[float] = []
        self.refused: list[str] = []
        self.lost = 0
        self.rng = random.Random(2026)
        self.run = hex(int(time.time()))[2:]

    async def connect(self, names: list[str], numbers: list[int]) -> dict[str, Any]:
        """Sit down at these tables."""
        begun = time.perf_counter()
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(name: str) -> None:
            table = Table(self, name)
            async with gate:
                await table.connect(self.address, self.cookies, numbers)
            self.tables.append(table)

        await asyncio.gather(*map(one, names))
        return {"sockets": sum(len(table.seats) for table in self.tables), "s": round(time.perf_counter() - begun, 2)}

    async def play(self, tables: int, rate: float | None, seconds: float) -> dict[str, Any]:
        """Play at the first `tables` tables, `rate` moves a second at all of them together."""
        chosen = self.tables[:tables]
        loop = asyncio.get_running_loop()
        interval = len(chosen) / rate if rate else None
        begun = loop.time()
        for table in chosen:
            table.start(interval, begun + self.rng.random() * (interval or 0.0))
        warm = min(2.0, seconds / 4)
        await asyncio.sleep(warm)
        self.trips.clear()
        used, since = time.process_time(), loop.time()
        await asyncio.sleep(seconds - warm)
        passed = loop.time() - since
        trips = sorted(self.trips)
        for table in chosen:
            table.playing = False
        out: dict[str, Any] = {"moves_per_s": round(len(trips) / passed)}
        if trips:
            for name, part in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999)):
                out[f"{name}_ms"] = round(trips[int((len(trips) - 1) * part)] * 1e3, 2)
        out |= {"load_core": round((time.process_time() - used) / passed, 2)}
        out |= {"refused": len(self.refused), "lost": self.lost}
        if self.refused:
            out["why"] = self.refused[0]
        await asyncio.sleep(0.5)
        return out

    def close(self) -> None:
        for table in self.tables:
            for seat in table.seats:
                seat.close()


async def run(plan: dict[str, Any]) -> None:
    """Carry out phases as they are read, a JSON line each, until the input ends."""
    load = Load(plan["address"], plan["cookies"])
    while line := await asyncio.to_thread(sys.stdin.readline):
        phase = json.loads(line)
        if phase["do"] == "connect":
            found = await load.connect(phase["tables"], phase.get("seats", [0, 1]))
        else:
            found = await load.play(phase["tables"], phase.get("rate"), phase["seconds"])
        print(json.dumps(found), flush=True)
    load.close()


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    try:
        import uvloop
    except ImportError:
        asyncio.run(run(json.loads(sys.stdin.readline())))
    else:
        uvloop.run(run(json.loads(sys.stdin.readline())))


if __name__ == "__main__":
    main()
