"""One table: one owner, one queue, one command after the other.

    command -> judge (pure) -> store (durable) -> take -> acknowledge -> tell every seat

Nothing is taken, acknowledged or shown before it is stored. A command that loses its number, or whose transaction
failed, changes nothing: the table is read again from its log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Protocol

from doublesix.errors import DominoError
from doublesix.rules import Move
from doublesix.server.bots import Bots
from doublesix.server.company import Company
from doublesix.server.course import STAND_IN, Course, Numbered, RefusedError, Step
from doublesix.server.presence import Presence
from doublesix.server.seams import Seams
from doublesix.server.setup import Setup
from doublesix.server.state import events_frame, named, presence_frame, snapshot_frame
from doublesix.server.wire import (
    AgainMessage,
    AnyMessage,
    ClaimMessage,
    CloseMessage,
    Frame,
    NextMessage,
    NumberedMessage,
    PingMessage,
    ResignMessage,
    StandInMessage,
    StartMessage,
    SyncMessage,
    frame,
)
from doublesix.store import Append, NotStored, SeatRow

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
        self,
        table: str,
        setup: Setup,
        seats: dict[int, str],
        seams: Seams,
        bots: Bots,
        delay: float,
        rematch: Rematch,
        grace: float = 60.0,
    ) -> None:
        self.id = table
        self.course = Course(setup, Company(seats))
        self.presence = Presence(self, seams.clock, grace)
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

    @property
    def setup(self) -> Setup:
        """The agreement, with who sits there now."""
        return self.course.setup

    @property
    def seats(self) -> Mapping[int, str]:
        """The guest of each seat that is a person's."""
        return self.course.company.owners

    def seat_of(self, guest: str | None) -> int | None:
        """The seat of a guest, None for everybody else."""
        return self.course.company.seat_of(guest)

    def join(self, listener: Listener) -> None:
        """Send the snapshot, and everything that happens from now on."""
        self.used = self._seams.clock.now()
        self.listeners.add(listener)
        listener.tell(snapshot_frame(self.id, self.course, listener.seat))
        if len(self.setup.people) > 1:
            self.presence.came(listener)
            if listener.seat in self.course.company.standing:
                self._put(lambda: self._give_back(listener.seat))
            self._go_on()

    def leave(self, listener: Listener) -> None:
        """Send nothing more."""
        self.listeners.discard(listener)
        self.used = self._seams.clock.now()
        if len(self.setup.people) > 1:
            self.presence.went(listener)

    async def sit(self, guest: str, name: str) -> int:
        """A guest's seat: the one he has, else the next that is free. Raises `RefusedError` and `NotStored`."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        async def sit() -> None:
            try:
                seat = self.seat_of(guest)
                while seat is None:
                    self._tell(await self._store(self.course.sit(guest, name, self._seams.rng)))
                    seat = self.seat_of(guest)
                if not answer.done():
                    answer.set_result(seat)
            except Exception as problem:
                if not answer.done():
                    answer.set_exception(problem)

        self._put(sit)
        return await answer

    async def shut(self) -> bool:
        """Close the table, for nobody is there; whether it was."""
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def shut() -> None:
            try:
                self._tell(await self._store(self.course.shut(None)))
            except (RefusedError, NotStored):
                log.exception("table %s: not closed", self.id)
            answer.set_result(self.course.over)

        self._put(shut)
        return await answer

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
        self.presence.close()
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
        self, listener: Listener, message: NumberedMessage | AgainMessage | SyncMessage
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

    def _step(self, seat: int, message: NumberedMessage) -> Step:
        if isinstance(message, NextMessage):
            return self.course.deal(self._seams.rng)
        if isinstance(message, StartMessage):
            return self.course.fill(seat, self._seams.rng)
        if isinstance(message, CloseMessage):
            return self.course.shut(seat)
        if isinstance(message, ResignMessage):
            return self.course.resign(seat)
        if isinstance(message, StandInMessage):
            self.presence.check_away(message.seat, seat)
            return self.course.stand_in(message.seat, seat)
        if isinstance(message, ClaimMessage):
            self.presence.check_away(message.seat, seat)
            return self.course.claim(message.seat, seat)
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
        owners = step.company.owners if step.company is not None else {}
        taken = tuple(SeatRow(seat, guest) for seat, guest in owners.items() if seat not in self.seats)
        append = Append(self.id, self.course.n + 1, step.texts(), cid, self.course.ends_with(step), taken)
        if await self._seams.store.append(append):
            return self.course.take(step, cid)
        await self._catch_up(append.n)
        return []

    async def _again(self, listener: Listener, cid: str) -> None:
        """One new table, however often and by however many it is asked for, once all people wish it."""
        if len(self.setup.people) > 1 and listener.seat is not None and self.course.again is None:
            while listener.seat not in self.course.company.wishes:
                self._tell(await self._store(self.course.wish(listener.seat)))
            if not self.course.all_wish:
                listener.tell(frame({"t": "ok", "cid": cid, "n": self.course.n}))
                return
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
        self.presence.moved()
        frames: dict[int | None, Frame] = {}
        for listener in tuple(self.listeners):
            if listener.seat not in frames:
                frames[listener.seat] = events_frame(self.course, listener.seat, taken)
            listener.tell(frames[listener.seat])

    def tell_presence(self, alone: Listener | None = None) -> None:
        """Say who is here, to everybody or to one listener alone, where there is more than one person."""
        if len(self.setup.people) > 1:
            message = presence_frame(self.course, self.presence.here, *self.presence.awaited)
            for listener in tuple(self.listeners) if alone is None else (alone,):
                listener.tell(message)

    async def _give_back(self, seat: int | None) -> None:
        """The owner of a seat that a computer player looked after is back."""
        if seat is None or seat not in self.course.company.standing:
            return
        try:
            self._tell(await self._store(self.course.give_back(seat)))
        except NotStored:
            log.exception("table %s: not stored", self.id)
            await self._catch_up(self.course.n)

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
        if seat in self.course.company.standing:
            return
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
        stands_in = position.turn in self.course.company.standing and any(self.presence.here)
        if self.setup.seats[position.turn].kind == "bot" or stands_in:
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
                level = self.setup.seats[seat].level or self.course.company.standing.get(seat) or STAND_IN
                move = await self._bots.move(level, position.view(seat))
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
