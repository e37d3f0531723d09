"""The load of the server's bench: many seats on raw sockets, in a process of its own.

    python3 bench/load.py < plan.json

The plan names the address, the tables, the cookies of their two people, and phases; each phase is answered with a JSON
line. A move is made when both seats have seen the last one; its time counts from the moment it was due, so that a
server that is late is not spared. Whatever this process does counts as the server's time too, so it does little: one
thread that asks Linux which sockets have something to say, frames read by hand, and no more decoded than a move
needs.
"""

from __future__ import annotations

import gc
import json
import os
import random
import resource
import select
import socket
import sys
import time
from heapq import heappop, heappush
from typing import Any
from urllib.parse import urlsplit

import msgspec

OPCODE_TEXT, OPCODE_CLOSE, OPCODE_PING, OPCODE_PONG = 1, 8, 9, 10
AT_ONCE = 100
"""Handshakes under way at a time."""
CROWD = 64
"""Sockets that are read before the next look at which moves are due."""
PATIENCE = 60.0
"""Seconds until a handshake has failed."""


class State(msgspec.Struct, gc=False):
    """What a seat needs of the state."""

    turn: int | None
    legal: list[str]


class Told(msgspec.Struct, gc=False):
    """What a seat needs of a message."""

    t: str
    n: int = 0
    state: State | None = None
    error: str = ""


_decoder = msgspec.json.Decoder(Told)


class Seat:
    """One socket at a table."""

    __slots__ = ("_buffer", "_open", "_socket", "n", "seat", "state", "table")

    def __init__(self, table: Table, seat: int, where: tuple[str, int], request: bytes) -> None:
        self.table, self.seat = table, seat
        self.n = -1
        self.state: State | None = None
        self._buffer = b""
        self._open = False
        self._socket = socket.create_connection(where, PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(request)

    def wait(self) -> int:
        """Wait for the snapshot; the number of the socket, which never waits from now on."""
        while self.n < 0:
            if not self.read():
                raise ConnectionError("the server closed a socket before its snapshot")
        self._socket.setblocking(False)
        return self._socket.fileno()

    def read(self) -> bool:
        """Hear what has come; False where the server closed the socket."""
        try:
            data = self._socket.recv(65536)
        except ConnectionError:
            return False
        if not data:
            return False
        if self._buffer:
            data = self._buffer + data
        if not self._open:
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = data
                return True
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head.decode())
            self._open, data = True, rest
        self._frames(data)
        return True

    def _frames(self, data: bytes) -> None:
        at, length = 0, len(data)
        while length - at >= 2:
            opcode, size, head = data[at] & 15, data[at + 1], 2
            if size == 126:
                size, head = int.from_bytes(data[at + 2 : at + 4], "big"), 4
            elif size == 127:
                size, head = int.from_bytes(data[at + 2 : at + 10], "big"), 10
            begin = at + head
            end = begin + size
            if length < end:
                break
            if opcode == OPCODE_TEXT:
                self._heard(data[begin:end])
            elif opcode == OPCODE_PING:
                self.write(OPCODE_PONG, data[begin:end])
            at = end
        self._buffer = data[at:]

    def _heard(self, text: bytes) -> None:
        told = _decoder.decode(text)
        if told.t == "ok":
            self.table.acknowledged(told.n)
        elif told.t == "refused":
            self.table.load.refused.append(told.error)
        elif told.state is not None:
            self.n, self.state = told.n, told.state
            self.table.seen()

    def write(self, opcode: int, text: bytes) -> None:
        """Send a frame, masked with zeros."""
        size = len(text)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else bytes([128 | opcode, 254]) + size.to_bytes(2, "big")
        self._socket.sendall(head + b"\0\0\0\0" + text)

    def close(self) -> None:
        self._socket.close()


class Table:
    """Two seats that play."""

    __slots__ = ("_begun", "_done", "_sent", "due", "interval", "load", "name", "playing", "seats")

    def __init__(self, load: Load, name: str) -> None:
        self.load, self.name = load, name
        self.seats: list[Seat] = []
        self.playing = False
        self.interval: float | None = None
        self.due = 0.0
        self._done = 0
        self._sent = 0
        self._begun: float | None = None

    def start(self, interval: float | None, first: float) -> None:
        """Play from now on: a move each `interval` seconds from `first` on, or as fast as it goes."""
        self.playing, self.interval, self.due = True, interval, first
        self.seen()

    def seen(self) -> None:
        """A seat has a new state; where all of them have the newest, the next move may be due."""
        if not self.playing or self._begun is not None:
            return
        newest = self.seats[0].n
        if newest < self._done:
            return
        for seat in self.seats:
            if seat.n != newest:
                return
        if self.interval is None:
            self.move(time.perf_counter())
        else:
            self.load.later(self.due, self)

    def move(self, due: float) -> None:
        """Send the next move, which was due then."""
        first = self.seats[0]
        state = first.state
        if state is None or self._begun is not None or not self.playing:
            return
        who, move = first, '"t":"next"'
        if state.turn is not None:
            sitting = next((seat for seat in self.seats if seat.seat == state.turn), None)
            if sitting is None or sitting.state is None:
                return  # a computer player is to move
            who, legal = sitting, sitting.state.legal
            move = f'"t":"move","move":"{legal[int(self.load.chance() * len(legal))]}"'
        self._sent += 1
        self._begun = due
        if self.interval is not None:
            self.due = max(self.due + self.interval, due)
        who.write(OPCODE_TEXT, f'{{{move},"n":{first.n},"cid":"{self.load.run}-{self._sent}"}}'.encode())

    def acknowledged(self, n: int) -> None:
        """The move is stored, and its last event is `n`."""
        self._done = n
        if self._begun is not None:
            self.load.trips.append(time.perf_counter() - self._begun)
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
        self.run = hex(int(time.time()))[2:]
        self.chance = random.Random(2026).random
        self._open: dict[int, Seat] = {}
        self._poll = select.epoll()
        self._due: list[tuple[float, int, Table]] = []
        self._turn = 0

    # --- what happens at the sockets -----

    def later(self, due: float, table: Table) -> None:
        """A move that is due at a time."""
        self._turn += 1  # two that are due at the same time are not compared any further
        heappush(self._due, (due, self._turn, table))

    def listen(self, until: float) -> None:
        """Make the moves that become due and hear what is said, until then."""
        while (now := time.perf_counter()) < until:
            while self._due and self._due[0][0] <= now:
                due, _, table = heappop(self._due)
                table.move(due)
            left = min(until, self._due[0][0] if self._due else until) - time.perf_counter()
            select.select([self._poll], [], [], max(0.0, left))  # in microseconds, where epoll waits whole milliseconds
            self.hear()

    def hear(self) -> bool:
        """Read what has come, of some sockets; whether more may have come."""
        come = self._poll.poll(0, CROWD)
        for number, _ in come:
            if not self._open[number].read():
                self.lost += 1
                self._poll.unregister(number)
                self._open.pop(number).close()
        return len(come) == CROWD

    # --- phases -----

    def connect(self, names: list[str], numbers: list[int]) -> dict[str, Any]:
        """Sit down at these tables."""
        begun = time.perf_counter()
        parts = urlsplit(self.address)
        for at in range(0, len(names), AT_ONCE // 2):
            seats = [self._sit(Table(self, name), numbers, parts.netloc) for name in names[at : at + AT_ONCE // 2]]
            for seat in (seat for some in seats for seat in some):
                number = seat.wait()
                self._open[number] = seat
                self._poll.register(number, select.EPOLLIN)
            while self.hear():
                pass  # a ping that waited until all are connected would be answered too late
        gc.collect()
        gc.freeze()
        gc.disable()  # nothing that is made while playing holds itself
        return {"sockets": len(self._open), "s": round(time.perf_counter() - begun, 2)}

    def _sit(self, table: Table, numbers: list[int], host: str) -> list[Seat]:
        """Ask for the sockets of these seats."""
        name, _, port = host.rpartition(":")
        for seat in numbers:
            request = (
                f"GET /ws?table={table.name} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                f"Origin: {self.address}\r\nCookie: {self.cookies[seat]}\r\n\r\n"
            ).encode()
            table.seats.append(Seat(table, seat, (name, int(port)), request))
        self.tables.append(table)
        return table.seats

    def play(self, tables: int, rate: float | None, seconds: float) -> dict[str, Any]:
        """Play at the first `tables` tables, `rate` moves a second at all of them together."""
        chosen = self.tables[:tables]
        interval = len(chosen) / rate if rate else None
        begun = time.perf_counter()
        for table in chosen:
            table.start(interval, begun + self.chance() * (interval or 0.0))
        self.listen(begun + min(2.0, seconds / 4))
        self.trips.clear()
        used, since = time.process_time(), time.perf_counter()
        self.listen(begun + seconds)
        passed = time.perf_counter() - since
        used = time.process_time() - used
        trips = sorted(self.trips)
        for table in chosen:
            table.playing = False
        out: dict[str, Any] = {"moves_per_s": round(len(trips) / passed)}
        if trips:
            for name, part in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999)):
                out[f"{name}_ms"] = round(trips[int((len(trips) - 1) * part)] * 1e3, 2)
        out |= {"load_core": round(used / passed, 2)}
        out |= {"refused": len(self.refused), "lost": self.lost}
        if self.refused:
            out["why"] = self.refused[0]
        self.listen(time.perf_counter() + 0.5)
        self._due.clear()
        return out

    def until(self, number: int) -> None:
        """Answer the server's pings until there is something to read from the file of this number."""
        while not select.select([number], [], [], 0)[0]:
            select.select([number, self._poll], [], [])
            self.hear()


class Orders:
    """The lines that are written to this process. What is read of them is not hidden in a buffer of Python's."""

    def __init__(self) -> None:
        self._read = b""

    def next(self, load: Load | None = None) -> str:
        """The next line, empty at the end; meanwhile the load stays connected."""
        while b"\n" not in self._read:
            if load is not None:
                load.until(sys.stdin.fileno())
            part = os.read(sys.stdin.fileno(), 65536)
            if not part:
                return ""
            self._read += part
        line, _, self._read = self._read.partition(b"\n")
        return line.decode()


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
    orders = Orders()
    plan = json.loads(orders.next())
    load = Load(plan["address"], plan["cookies"])
    while line := orders.next(load):
        phase = json.loads(line)
        if phase["do"] == "connect":
            found = load.connect(phase["tables"], phase.get("seats", [0, 1]))
        else:
            found = load.play(phase["tables"], phase.get("rate"), phase["seconds"])
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
