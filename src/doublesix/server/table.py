"""One table: one owner, one queue, one command after the other.

    command -> judge (pure) -> store (durable) -> take -> acknowledge -> tell every seat

Nothing is taken, acknowledged or shown before it is stored. A command that loses its number, or whose transaction
failed, changes nothing: the table is read again from its log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

from doublesix.errors import DominoError
from doublesix.rules import Move
from doublesix.server.bots import Bots
from doublesix.server.course import Course, Numbered, RefusedError, Step
from doublesix.server.seams import Seams
from doublesix.server.setup import Setup
from doublesix.server.state import events_frame, named, snapshot_frame
from doublesix.server.wire import (
    AgainMessage,
    AnyMessage,
    Frame,
    MoveMessage,
    NextMessage,
    PingMessage,
    SyncMessage,
    frame,
)
from doublesix.store import Append, NotStored

log: Final = logging.getLogger("doublesix.table")

NOT_STORED: Final = "That could not be stored, so nothing has changed; please try again."


class Listener(Protocol):
    """A socket at the table: `seat` is None for a spectator, `tell` never waits."""

    @property
    def seat(self) -> int | None:
        """The seat whose facts it may get."""
        ...

    def tell(self, message: Frame) -> None:
        """Queue a message for it."""
        ...


Work = Callable[[], Awaitable[None]]
Rematch = Callable[["Table"], Awaitable[str]]
"""Makes a table with the same settings and people; its id."""


class Table:
    """The one owner of a table inside this process. Methods are called on the event loop."""

    def __init__(
        self, table: str, setup: Setup, seats: dict[int, str], seams: Seams, bots: Bots, delay: float, rematch: Rematch
    ) -> None:
        self.id = table
        self.setup = setup
        self.seats = seats
        """The guest of each seat that is a person's."""
        self.course = Course(setup)
        self.listeners: set[Listener] = set()
        self.used = seams.clock.now()
        """When somebody last asked for anything."""
        self._seams = seams
        self._bots = bots
        self._delay = delay
        self._rematch = rematch
        self._queue: deque[Work] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._bot: asyncio.Task[None] | None = None
        self._trouble = False
        """Whether the table's last own move could not be stored: the next try waits a little."""

    # --- coming and going ------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the player whose turn it is go on: a bot thinks, and forced moves are made where the table makes them."""
        self._policy()
        self._go_on()

    def seat_of(self, guest: str | None) -> int | None:
        """The seat of a guest, None for everybody else."""
        return next((seat for seat, owner in self.seats.items() if owner == guest), None) if guest else None

    def join(self, listener: Listener) -> None:
        """Send the snapshot, and everything that happens from now on."""
        self.used = self._seams.clock.now()
        self.listeners.add(listener)
        listener.tell(snapshot_frame(self.id, self.course, listener.seat))

    def leave(self, listener: Listener) -> None:
        """Send nothing more."""
        self.listeners.discard(listener)
        self.used = self._seams.clock.now()

    @property
    def thinking(self) -> bool:
        """Whether a computer player is at its turn."""
        return self._bot is not None

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._queue) or self._worker is not None or self._bot is not None

    @property
    def idle(self) -> bool:
        """Whether nobody listens and nothing is under way, so that the table may be forgotten until it is asked for."""
        return not self.listeners and not self.busy

    async def close(self) -> None:
        """Stop thinking and finish what is queued."""
        if self._bot is not None:
            self._bot.cancel()
            await asyncio.gather(self._bot, return_exceptions=True)
        while self._worker is not None:
            await asyncio.wait([self._worker])

    # --- the queue ---------------------------------------------------------------------------------------------------

    def hear(self, listener: Listener, message: AnyMessage) -> None:
        """Queue what a socket said."""
        self.used = self._seams.clock.now()
        if isinstance(message, PingMessage):
            listener.tell(frame({"t": "pong"}))
        else:
            self._put(lambda: self._answer(listener, message))

    def notice(self, n: int) -> None:
        """Another process says that the log has reached `n`."""
        if n > self.course.n:
            self._put(lambda: self._catch_up(n))

    def _put(self, work: Work) -> None:
        self._queue.append(work)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work(), name=f"table {self.id}")

    async def _work(self) -> None:
        try:
            while self._queue:
                work = self._queue.popleft()
                try:
                    await work()
                except Exception:
                    log.exception("table %s: a command failed", self.id)
        finally:
            self._worker = None
        self._go_on()

    # --- commands ----------------------------------------------------------------------------------------------------

    async def _answer(
        self, listener: Listener, message: MoveMessage | NextMessage | AgainMessage | SyncMessage
    ) -> None:
        if isinstance(message, SyncMessage):
            self._sync(listener, message.n)
            return
        cid = message.cid
        if listener.seat is None:
            self._refuse(listener, cid, "Only those who sit at this table may play; you are watching.")
            return
        try:
            if isinstance(message, AgainMessage):
                await self._again(listener, cid)
                return
            if self._answered(listener, cid, message.n):
                return
            if message.n != self.course.n:
                self._stale(listener, cid)
                return
            step = self._step(listener.seat, message)
            taken = await self._store(step, _key(listener, cid))
            if taken:
                listener.tell(frame({"t": "ok", "cid": cid, "n": self.course.n}))
                self._tell(taken)
                self._policy()
            elif not self._answered(listener, cid, message.n):
                self._stale(listener, cid)
        except RefusedError as problem:
            self._refuse(listener, cid, named(self.setup, str(problem)))
        except NotStored:
            log.exception("table %s: not stored", self.id)
            self._refuse(listener, cid, NOT_STORED)
            await self._catch_up(self.course.n)

    def _step(self, seat: int, message: MoveMessage | NextMessage) -> Step:
        if isinstance(message, NextMessage):
            return self.course.deal(self._seams.rng)
        try:
            move = Move.parse(message.move)
        except DominoError as problem:
            raise RefusedError(f"{problem}.") from problem
        return self.course.judge(seat, move)

    def _answered(self, listener: Listener, cid: str, n: int) -> bool:
        """Answer a command that was carried out before, as it was answered then."""
        stored = self.course.answers.get(_key(listener, cid))
        if stored is None:
            return False
        if stored[0] == n:
            listener.tell(frame({"t": "ok", "cid": cid, "n": stored[1]}))
        else:
            self._refuse(listener, cid, "This command id was used before, for another command.")
        return True

    async def _store(self, step: Step, cid: str | None = None) -> list[Numbered]:
        """Store a step, then take it: its events, none when its number or cid was taken by another writer."""
        append = Append(self.id, self.course.n + 1, step.texts(), cid, self.course.ends_with(step))
        if await self._seams.store.append(append):
            return self.course.take(step, cid)
        await self._catch_up(append.n)
        return []

    async def _again(self, listener: Listener, cid: str) -> None:
        """One new table, however often and by however many it is asked for."""
        while self.course.again is None:
            self._tell(await self._store(self.course.leave(await self._rematch(self))))
        listener.tell(frame({"t": "goto", "cid": cid, "url": f"/table/{self.course.again}"}))

    def _sync(self, listener: Listener, since: int) -> None:
        """The events after `since` where they belong to the present round, else a snapshot."""
        missed = [numbered for numbered in self.course.events if numbered.n > since]
        whole = missed and missed[0].n == since + 1
        if whole and since <= self.course.n:
            listener.tell(events_frame(self.course, listener.seat, missed))
        else:
            listener.tell(snapshot_frame(self.id, self.course, listener.seat))

    def _refuse(self, listener: Listener, cid: str, sentence: str, stale: bool = False) -> None:
        message = {"t": "refused", "cid": cid, "n": self.course.n, "error": sentence, "stale": stale}
        listener.tell(frame(message))

    def _stale(self, listener: Listener, cid: str) -> None:
        """The sender did not know what had happened: it is refused and told what is current."""
        self._refuse(listener, cid, "The table had moved on before this arrived; here is how it stands.", stale=True)
        listener.tell(snapshot_frame(self.id, self.course, listener.seat))

    # --- after a command ---------------------------------------------------------------------------------------------

    def _tell(self, taken: Sequence[Numbered]) -> None:
        """The same events for every listener, as its seat may see them; each seat's text is made once."""
        if not taken:
            return
        frames: dict[int | None, Frame] = {}
        for listener in tuple(self.listeners):
            if listener.seat not in frames:
                frames[listener.seat] = events_frame(self.course, listener.seat, taken)
            listener.tell(frames[listener.seat])

    async def _catch_up(self, n: int) -> None:
        """Read on in the log, from another writer or after a failed transaction."""
        try:
            rows = await self._seams.store.events(self.id, self.course.n)
        except Exception:
            log.exception("table %s: the log cannot be read", self.id)
            return
        taken = self.course.fold(rows)
        if taken:
            self._tell(taken)
        elif n > self.course.n:
            log.warning("table %s: told of event %s, but the log ends at %s", self.id, n, self.course.n)

    def _policy(self) -> None:
        """Where the table draws and passes for people: one more move, stored as its own."""
        position = self.course.position
        if not self.setup.automatic or position is None or position.turn is None:
            return
        seat, forced = position.turn, position.forced
        if forced is not None and self.setup.seats[seat].kind == "person":
            self._put(lambda: self._own_move(seat, forced))

    async def _own_move(self, seat: int, move: Move) -> None:
        """A move that the table makes for a seat."""
        try:
            self._tell(await self._store(self.course.judge(seat, move)))
            self._trouble = False
            self._policy()
        except RefusedError:
            log.exception("table %s: the table's own move was refused", self.id)
        except NotStored:
            log.exception("table %s: not stored", self.id)
            self._trouble = True
            await self._catch_up(self.course.n)

    # --- computer players --------------------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Let the player whose turn it is think, unless it does already."""
        position = self.course.position
        if self._bot is not None or self._worker is not None or position is None or position.turn is None:
            return
        if self.setup.seats[position.turn].kind == "bot":
            self._bot = asyncio.create_task(self._think(self.course.n, position.turn), name=f"bot at {self.id}")

    async def _think(self, n: int, seat: int) -> None:
        """Choose from the seat's view alone, then queue the move, if the table still stands where it stood."""
        position = self.course.position
        assert position is not None
        move = position.forced
        delay = self._delay if move is None else self._delay / 2
        try:
            if delay or self._trouble:
                await self._seams.clock.sleep(max(delay, 1.0) if self._trouble else delay)
            if move is None:
                move = await self._bots.move(self.setup.seats[seat].level or "normal", position.view(seat))
        finally:
            self._bot = None
        chosen = move

        async def play() -> None:
            if self.course.n == n:
                await self._own_move(seat, chosen)

        self._put(play)


def _key(listener: Listener, cid: str) -> str:
    """The command id as it is stored: clients of two seats do not know each other's."""
    return f"{listener.seat}:{cid}"
