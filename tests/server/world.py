"""A server without a network: a clock that stands still, workers that answer at once, and listeners that remember."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, TypeVar

from doublesix.rules import Move, View
from doublesix.server.acts import decode
from doublesix.server.bots import Bots, choose
from doublesix.server.bus import LocalBus
from doublesix.server.lobby import Lobby
from doublesix.server.seams import Seams
from doublesix.server.setup import Seat, make_setup
from doublesix.server.table import Table
from doublesix.server.wire import Frame
from doublesix.store import MemoryStore, Store

T = TypeVar("T")
_CIDS = itertools.count()
Json = dict[str, Any]


class StillClock:
    """Time that moves when the test moves it."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._sleepers: list[tuple[float, asyncio.Event]] = []

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        woken = asyncio.Event()
        self._sleepers.append((self.time + seconds, woken))
        await woken.wait()

    def advance(self, seconds: float) -> None:
        """Let time pass, and wake who slept until then."""
        self.time += seconds
        for due, woken in self._sleepers:
            if due <= self.time:
                woken.set()
        self._sleepers = [sleeper for sleeper in self._sleepers if sleeper[0] > self.time]

    @property
    def sleeping(self) -> int:
        return len(self._sleepers)


class AtOnce:
    """Workers that answer before they are asked twice; a job that hangs is a job without an answer."""

    def __init__(self) -> None:
        self.abandoned: list[Future[Any]] = []

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args))
        except HangError:
            pass
        except Exception as problem:
            future.set_exception(problem)
        return future

    def abandon(self, future: Future[Any]) -> None:
        self.abandoned.append(future)

    def close(self) -> None:
        pass


class HangError(Exception):
    """Raised by a player that is to answer never."""


class Ear:
    """A listener that remembers every byte."""

    def __init__(self, seat: int | None, seats: tuple[int, ...] | None = None) -> None:
        self.seats = seats if seats is not None else () if seat is None else (seat,)
        self.seat = seat if len(self.seats) < 2 else None
        self.insider = bool(self.seats)
        self.ended: tuple[int, str] | None = None
        self.raw: list[str] = []
        self.heard: list[Json] = []
        self.state: Json = {}
        self.n = 0

    def tell(self, message: Frame) -> None:
        self.raw.append(message)
        heard = json.loads(message)
        self.heard.append(heard)
        if "state" in heard:
            self.state, self.n = {"moves": self._moves(heard.get("events", []))} | heard["state"], heard["n"]

    def tell_both(self, first: Frame, second: Frame) -> None:
        self.tell(first)
        self.tell(second)

    def end(self, code: int, reason: str) -> None:
        self.ended = (code, reason)

    def _moves(self, news: list[Json]) -> list[Json]:
        """The list of moves as a client keeps it: what it has, and what the events add."""
        moves: list[Json] = list(self.state.get("moves", []))
        for event in news:
            if event["kind"] == "dealt":
                moves = []
            elif event["kind"] == "taken_back":
                moves = [made for made in moves if made["n"] != event["took"]]
            elif "move" in event and event["n"] > self.n:
                moves.append({key: event[key] for key in ("n", "seat", "move", "ends") if key in event})
        return moves

    def last(self, kind: str) -> Json:
        """The last message of this kind."""
        return next(message for message in reversed(self.heard) if message["t"] == kind)


class World:
    """A lobby over a store, with everything else made for tests."""

    def __init__(
        self,
        store: Store | None = None,
        seed: int = 1,
        choose: Callable[[str, View, int | None], Move] = choose,
        bus: LocalBus | None = None,
        delay: float = 0.0,
        fair: bool = False,
    ) -> None:
        self.store = store or MemoryStore()
        self.clock = StillClock()
        self.pool = AtOnce()
        rng = random.Random(seed)
        self.seams = Seams(self.store, bus or LocalBus(), self.pool, self.pool, self.clock, rng, fair)
        self.bots = Bots(self.pool, self.pool, self.clock, choose, 5.0, seed)
        self.lobby = Lobby(self.seams, self.bots, delay)

    async def table(
        self,
        rules: object = "ply-yard",
        seats: tuple[str, ...] = ("you", "normal"),
        match: bool | None = None,
        **more: Any,
    ) -> tuple[Table, Ear]:
        """A table, and the ear of the person who sits at it."""
        automatic = more.pop("automatic", False)
        setup, seat = make_setup(rules, len(seats), seats, match, automatic)
        setup = replace(setup, **more)
        table = await self.lobby.create(setup, {seat: "ann"})
        ear = Ear(seat)
        table.join(ear)
        await self.settle(table)
        return table, ear

    async def waiting(
        self, rules: object = "ply-yard", seats: tuple[str, ...] = ("you", "open"), **more: Any
    ) -> tuple[Table, Ear]:
        """A table that waits for people, and the ear of Ann, who made it."""
        setup, seat = make_setup(rules, len(seats), seats, more.pop("match", False))
        setup = replace(setup.with_seat(seat, Seat("person", None, "Ann")), **more)
        table = await self.lobby.create(setup, {seat: "ann"})
        return table, await self.ear(table, "ann")

    async def ear(self, table: Table, guest: str | None) -> Ear:
        """The ear of a guest, who sits where he took a seat, or shares his device with others."""
        ear = Ear(table.seat_of(guest), table.seats_of(guest))
        table.join(ear)
        await self.settle(table)
        return ear

    async def people(
        self, rules: object = "ply-yard", others: tuple[str, ...] = ("ben",), **more: Any
    ) -> tuple[Table, list[Ear]]:
        """A table where Ann and the others sit, with their ears by seat."""
        table, ann = await self.waiting(rules, ("you", *["open"] * len(others)), **more)
        ears = [ann]
        for guest in others:
            await table.sit(guest, guest.capitalize())
            ears.append(await self.ear(table, guest))
        await self.settle(table)
        return table, ears

    async def play_together(self, table: Table, ears: list[Ear]) -> None:
        """Play the people's seats until the round is over."""
        while (position := table.course.position) is not None and position.turn is not None:
            before = table.course.n
            await self.move(table, ears[position.turn])
            assert table.course.n > before

    async def settle(self, table: Table) -> None:
        """Until nothing is under way at the table, or it waits for the clock: nothing happens for many turns."""
        still, last = 0, (-1, -1)
        while table.busy and still < 50:
            await asyncio.sleep(0)
            now = (table.course.n, self.clock.sleeping)
            still = still + 1 if now == last else 0
            last = now

    async def say(self, table: Table, ear: Ear, message: Json) -> Json:
        """Send a message and wait for the table to rest; the last message heard."""
        table.hear(ear, decode(json.dumps(message)))
        await self.settle(table)
        return ear.heard[-1]

    def cid(self) -> str:
        return f"t{next(_CIDS)}"

    async def move(self, table: Table, ear: Ear, move: str | None = None) -> Json:
        """Make a move, the first legal one where none is given."""
        text = move if move is not None else ear.state["legal"][0]
        return await self.say(table, ear, {"t": "move", "n": ear.n, "cid": self.cid(), "move": text})

    async def play_round(self, table: Table, ear: Ear) -> None:
        """Play the person's seat until the round is over."""
        while ear.state["outcome"] is None:
            before = ear.n
            await self.move(table, ear)
            assert ear.n > before, ear.heard[-1]
