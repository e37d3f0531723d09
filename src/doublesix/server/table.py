"""One table: one owner, one queue, one command after the other.

    command -> judge (pure) -> store (durable) -> take -> acknowledge -> tell every seat

Nothing is taken, acknowledged or shown before it is stored. A command that loses its number, or whose transaction
failed, changes nothing: the table is read again from its log. What the commands are is said by the families in `acts`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeVar

from doublesix.rules.phrases import Phrase
from doublesix.server.acts import ASIDES, STEPS, TALKS
from doublesix.server.acts.absence import give_back
from doublesix.server.acts.leaving import resign
from doublesix.server.acts.mixing import committed
from doublesix.server.acts.seating import shut, sit
from doublesix.server.acts.sharing import acting, cover
from doublesix.server.auth import new_id
from doublesix.server.bots import Bots
from doublesix.server.chat import Chat, Said, elsewhere
from doublesix.server.countdown import Countdown
from doublesix.server.course import Course
from doublesix.server.dealing import Added, Dealer
from doublesix.server.parts import Moment
from doublesix.server.presence import Presence
from doublesix.server.rated import results_of
from doublesix.server.seams import Seams
from doublesix.server.sentences import refused
from doublesix.server.setup import Setup
from doublesix.server.state import (
    chat_frame,
    clock_frame,
    counts_frame,
    events_frame,
    hand_frame,
    presence_frame,
    ratings_frame,
    said_frame,
    snapshot,
    snapshot_frame,
    texts_of_a_table,
)
from doublesix.server.step import Json, Numbered, RefusedError, Step
from doublesix.server.turns import Turns
from doublesix.server.wire import CommandMessage, Frame, Message, NumberedMessage, frame, quoted
from doublesix.store import Append, ChangeRow, NotStored, SeatRow

log: Final = logging.getLogger("doublesix.table")

LOCKED: Final = 4403
"""Code with which a socket is closed that may not watch."""
LOCKED_SENTENCE: Final = Phrase("Those who sit at this table keep it to themselves.")
NOT_YET_SENTENCE: Final = Phrase("A duplicate is watched when all its tables have played the deal.")
NOT_STORED: Final = Phrase("That could not be stored, so nothing has changed; please try again.")
T = TypeVar("T")


class Listener(Protocol):
    """A socket at the table; `tell` never waits."""

    seat: int | None
    """The seat whose facts it may get; None for a spectator, and for a shared device while the hands are covered."""

    seats: tuple[int, ...]
    """The seats it acts for: none for a spectator, several where people share the device."""
    insider: bool
    """Whether its guest sits here, though it may only watch: the table on a second screen."""

    def tell(self, message: Frame) -> None:
        """Queue a message for it."""
        ...

    def tell_both(self, first: Frame, second: Frame) -> None:
        """Queue two messages for it, to be sent together."""
        ...

    def end(self, code: int, reason: str) -> None:
        """Close it."""
        ...


Work = Callable[[], Awaitable[None]]
Rematch = Callable[["Table"], Awaitable[str]]
"""Makes a table with the same settings and people; its id."""


class _Judged(NamedTuple):
    """A step that is to be stored."""

    step: Step
    append: Append
    ends: bool
    """Whether nothing more will be played here after it."""


class Table:
    """The one owner of a table inside this process. Methods are called on the event loop."""

    def __init__(
        self,
        table: str,
        course: Course,
        seams: Seams,
        bots: Bots,
        delay: float,
        rematch: Rematch,
        ended: Callable[[Table], None] = lambda _table: None,
    ) -> None:
        """`ended` is called when a table has ended that is rated, or part of a duplicate."""
        self.id = table
        self.course = course
        self.presence = Presence(self, seams.clock)
        self.countdown = Countdown(self, seams.clock)
        self.turns = Turns(self, bots, seams.clock, delay)
        self.chat = Chat()
        self._talk = course.setup.talk
        self.listeners: set[Listener] = set()
        self.used = seams.clock.now()
        """When somebody last asked for anything."""
        self._seams = seams
        self._rematch = rematch
        self._ended = ended
        self._owners = course.company.owners
        """Who sat here when its listeners were last told."""
        self._texts = texts_of_a_table()
        self._queue: deque[Work] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._storing: asyncio.Future[bool] | None = None
        """The step that came while nothing was under way, until it is stored."""

    # --- asking ------------------------------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        """The agreement, with who sits there now."""
        return self.course.setup

    @property
    def dealer(self) -> Dealer:
        """Where deals come from."""
        return Dealer(self._seams.rng, self._seams.fair)

    @property
    def now(self) -> float:
        """Seconds since 1970."""
        return self._seams.clock.now()

    @property
    def seats(self) -> Mapping[int, str]:
        """The guest of each seat that is a person's."""
        return self.course.company.owners

    def seat_of(self, guest: str | None) -> int | None:
        """The first seat of a guest, None for everybody else."""
        return self.course.company.seat_of(guest)

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """All seats of a guest: several where people share his device."""
        return self.course.company.seats_of(guest)

    def closed_to(self, guest: str | None) -> bool:
        """Whether nobody may watch: the deal is still to be played at another table of a duplicate."""
        return self.course.withheld and not self.seats_of(guest)

    @property
    def thinking(self) -> bool:
        """Whether a computer player is at its turn."""
        return self.turns.thinking

    @property
    def working(self) -> bool:
        """Whether a command is being carried out."""
        return self._worker is not None or self._storing is not None

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return bool(self._queue) or self.working or self.thinking

    @property
    def idle(self) -> bool:
        """Whether nobody listens and nothing is under way, so that the table may be forgotten until it is asked for."""
        return not self.listeners and not self.busy

    # --- coming and going ------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let the player whose turn it is go on: a bot thinks, and forced moves are made where the table makes them."""
        self.countdown.update()
        self.turns.make_forced()
        self.turns.go_on()

    def snapshot(self, seats: Sequence[int]) -> Json:
        """Everything that who owns these seats may know, as his first message; where people share a device no hand."""
        seat = seats[0] if len(seats) == 1 else None
        return snapshot(self.id, self.course, seat, self.countdown.reading, seats)

    def join(self, listener: Listener) -> None:
        """Send the snapshot, and everything that happens from now on."""
        self.used = self._seams.clock.now()
        self.listeners.add(listener)
        self._watch_clock(listener)
        self._show(listener)
        if listener.seats and elsewhere(self.setup):
            listener.tell(chat_frame(self.setup, self.chat.lines))
        if len(self.setup.people) > 1:
            self.presence.came(listener)
        for seat in listener.seats:
            if self._stood_in(seat):
                self.put(lambda seat=seat: self._give_back(seat))  # type: ignore[misc]
        self.turns.go_on()

    def leave(self, listener: Listener) -> None:
        """Send nothing more."""
        self.listeners.discard(listener)
        self.used = self._seams.clock.now()
        self._watch_clock()
        if len(self.setup.people) > 1:
            self.presence.went(listener)

    async def sit(
        self,
        guest: str,
        name: str,
        wished: int | None = None,
        account: bool = False,
        added: Added | None = None,
        program: bool = False,
    ) -> int:
        """A guest's seat: the one he has, else the wished or the next free one. Raises `RefusedError`, `NotStored`.

        `added` is what he adds to the first deal; None where he has not been asked, so that the deal waits for it.
        """

        async def seated() -> int:
            while (seat := self.seat_of(guest)) is None:
                string = self._string(added)
                await self.carry_out(sit(self.course, guest, name, self.dealer, wished, account, string, program))
            return seat

        return await self.ask(seated)

    def _string(self, added: Added | None) -> str | None:
        """What is added to the next deal: nothing by who has seen another commitment."""
        pledge = self.course.now.pledge
        if added is None or pledge is None:
            return None
        return added.string if added.commitment == pledge.commitment else ""

    async def shut(self) -> bool:
        """Close the table, for nobody is there; whether it was."""

        async def closed() -> bool:
            try:
                await self.carry_out(shut(self.course, None))
            except (RefusedError, NotStored):
                log.exception("table %s: not closed", self.id)
            return self.course.over

        return await self.ask(closed)

    async def give_up(self, seat: int) -> None:
        """The seat resigns, for its owner goes for good. Raises `RefusedError` and `NotStored`."""
        await self.ask(lambda: self.carry_out(resign(self.course, seat)))

    async def rematch(self) -> str:
        """A new table with the same settings and people; its id. Raises `NotStored`."""
        return await self._rematch(self)

    async def close(self) -> None:
        """Stop thinking and finish what is queued."""
        self.presence.close()
        self.countdown.close()
        await self.turns.close()
        while (under_way := self._worker or self._storing) is not None:
            await asyncio.wait([under_way])

    # --- the queue ---------------------------------------------------------------------------------------------------

    def hear(self, listener: Listener, message: Message) -> None:
        """Queue what a socket said; a step is judged at once where nothing is under way, as it is with nearly all."""
        self.used = self._seams.clock.now()
        aside = ASIDES.get(type(message))
        if aside is not None:
            aside(self, listener, message)
        elif self.working or not listener.seats or not isinstance(message, NumberedMessage):
            self.put(partial(self._answer, listener, message))
        else:
            self._answer_now(listener, message)

    def notice(self, n: int) -> None:
        """Another process says that the log has reached `n`."""
        if n > self.course.n:
            self.put(lambda: self.catch_up(n))

    def put(self, work: Work) -> None:
        """Queue something to be done in the table's turn, between two commands."""
        self._queue.append(work)
        if not self.working:
            self._worker = asyncio.create_task(self._work())

    async def ask(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in the table's turn and wait for its answer; what it raises is raised here."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def asked() -> None:
            try:
                found = await work()
            except Exception as problem:
                if not answer.done():
                    answer.set_exception(problem)
            else:
                if not answer.done():
                    answer.set_result(found)

        self.put(asked)
        return await answer

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
        self.turns.go_on()

    # --- commands ----------------------------------------------------------------------------------------------------

    async def _answer(self, listener: Listener, message: Message) -> None:
        """Carry out what a socket said, or say why not."""
        cid = message.cid if isinstance(message, CommandMessage) else None
        talk = TALKS.get(type(message))
        if not listener.seats and (talk is None or not talk.watchers):
            self.refuse(listener, cid, Phrase("Only those who sit at this table may play; you are watching."))
            return
        try:
            if talk is not None:
                await talk.answer(self, listener, message)
            elif isinstance(message, NumberedMessage):
                await self._step(listener, message)
        except RefusedError as problem:
            self.refuse(listener, cid, refused(self.setup, problem))
        except NotStored:
            log.exception("table %s: not stored", self.id)
            await self._failed(listener, cid)

    def _answer_now(self, listener: Listener, message: NumberedMessage) -> None:
        """The same for a step when nothing is under way: no task waits for the store, and none is needed before it."""
        try:
            judged = self._judge(listener, message)
            if judged is not None:
                answer = self._seams.store.append(judged.append)
                self._storing = answer if isinstance(answer, asyncio.Future) else asyncio.ensure_future(answer)
                self._storing.add_done_callback(partial(self._stored, listener, message, judged))
        except RefusedError as problem:
            self.refuse(listener, message.cid, refused(self.setup, problem))
        except Exception:
            log.exception("table %s: a command failed", self.id)

    def _stored(
        self, listener: Listener, message: NumberedMessage, judged: _Judged, answer: asyncio.Future[bool]
    ) -> None:
        """The store has answered: what is left to do needs no waiting, but where it went wrong."""
        self._storing = None
        try:
            if answer.result():
                self._done(listener, message.cid, judged)
            else:
                self._queue.appendleft(partial(self._lost, listener, message, judged))
        except NotStored:
            log.exception("table %s: not stored", self.id)
            self._queue.appendleft(partial(self._failed, listener, message.cid))
        except Exception:
            log.exception("table %s: a command failed", self.id)
        if not self.working:
            if self._queue:
                self._worker = asyncio.create_task(self._work())
            else:
                self.turns.go_on()

    async def _step(self, listener: Listener, message: NumberedMessage) -> None:
        """A command that is one step."""
        judged = self._judge(listener, message)
        if judged is None:
            return
        if await self._seams.store.append(judged.append):
            self._done(listener, message.cid, judged)
        else:
            await self._lost(listener, message, judged)

    def _judge(self, listener: Listener, message: NumberedMessage) -> _Judged | None:
        """What is to be stored for a command: once for its cid, and only where its sender knew how things stand.

        None where that was answered already. Raises `RefusedError`.
        """
        key = _key(listener, message.cid)
        if self._answered(listener, key, message):
            return None
        if message.n != self.course.n:
            self._stale(listener, message.cid)
            return None
        seat = acting(listener, message)
        assert seat is not None, "who only watches was refused before"
        return self._to_store(STEPS[type(message)](self, seat, message), key)

    def _done(self, listener: Listener, cid: str, judged: _Judged) -> None:
        """A command is stored."""
        taken = self._take(judged)
        self._tell(taken, listener, self._acknowledgement(cid))
        self.turns.make_forced()

    async def _lost(self, listener: Listener, message: NumberedMessage, judged: _Judged) -> None:
        """Another writer was first, perhaps with the same command."""
        await self.catch_up(judged.append.n)
        if not self._answered(listener, _key(listener, message.cid), message):
            self._stale(listener, message.cid)

    async def _failed(self, listener: Listener, cid: str | None) -> None:
        """The store could not write: nothing is known but the log itself."""
        self.refuse(listener, cid, NOT_STORED)
        await self.catch_up()

    def _answered(self, listener: Listener, key: str, message: NumberedMessage) -> bool:
        """Answer a command that was carried out before, as it was answered then."""
        stored = self.course.answers.get(key)
        if stored is None:
            return False
        if stored[0] == message.n:
            self.acknowledge(listener, message.cid, stored[1])
        else:
            self.refuse(listener, message.cid, Phrase("This command id was used before, for another command."))
        return True

    async def carry_out(self, step: Step) -> bool:
        """Store a step of the table's own and tell of it; False when another writer was first. Raises `NotStored`."""
        taken = await self._store(step)
        self._tell(taken)
        return bool(taken)

    async def attempt(self, judge: Callable[[], Step]) -> bool:
        """Carry out a step of the table's own; False where it could not be stored and is to be tried again."""
        try:
            await self.carry_out(judge())
        except RefusedError:
            log.exception("table %s: what the table does by itself was refused", self.id)
        except NotStored:
            log.exception("table %s: not stored", self.id)
            await self.catch_up()
            return False
        return True

    async def _store(self, step: Step) -> list[Numbered]:
        """Store a step of the table's own, then take it: its events, none when another writer was first."""
        judged = self._to_store(step, None)
        if await self._seams.store.append(judged.append):
            return self._take(judged)
        await self.catch_up(judged.append.n)
        return []

    def _to_store(self, step: Step, cid: str | None) -> _Judged:
        """A step with what is written of it."""
        step = self._promising(step)
        before, owners = self.seats, step.after.company.owners
        taken, freed = ((), ()) if owners is before else _seats_between(before, owners)
        over = step.after.over
        ends = over and not self.course.over
        results = results_of(self.id, step.after, self._seams.clock.now()) if ends else ()
        append = Append(self.id, self.course.n + 1, step.texts(), cid, over, taken, results, freed)
        return _Judged(step, append, ends)

    def _take(self, judged: _Judged) -> list[Numbered]:
        """Go where a stored step leads; its events."""
        taken = self.course.take(judged.step, judged.append.cid)
        if judged.ends and (self.setup.part is not None or any(row.pool is not None for row in judged.append.results)):
            self._ended(self)
        return taken

    def _promising(self, step: Step) -> Step:
        """Where a round ends here, the commitment to the next deal belongs to the step: here, or where people go on."""
        if step.after.running or "ended" not in [event.kind for event in step.events] or not step.after.setup.people:
            return step
        if step.after.setup.part is not None:
            return step
        over = step.after.over
        pledge = self.dealer.pledge(new_id() if over else self.id, 1 if over else step.after.match.number)
        return committed(step, pledge) if pledge is not None else step

    def show(self, open_now: bool, following: str | None) -> None:
        """At a table of a duplicate: whether its deal may be shown now, and the table of the next one."""
        before = (self.course.withheld, self.course.following)
        self.course.withheld, self.course.following = not open_now, following
        if (self.course.withheld, self.course.following) != before:
            for listener in tuple(self.listeners):
                self._show(listener)

    async def catch_up(self, n: int = 0) -> None:
        """Read on in the log, which is said to have reached `n`: after another writer or a failed transaction."""
        try:
            rows = await self._seams.store.events(self.id, self.course.n)
        except Exception:
            log.exception("table %s: the log cannot be read", self.id)
            return
        before = self.course.n
        self.course.fold(rows)
        taken = [numbered for numbered in self.course.events if numbered.n > before]
        if taken:
            self._tell(taken)
        elif n > self.course.n:
            log.warning("table %s: told of event %s, but the log ends at %s", self.id, n, self.course.n)

    def _stood_in(self, seat: int | None) -> bool:
        """Whether a computer player looks after this seat until its owner is back."""
        company = self.course.company
        return seat in company.standing and seat not in company.resigned

    async def _give_back(self, seat: int | None) -> None:
        """The owner of a seat that a computer player looked after is back."""
        if seat is None or not self._stood_in(seat):
            return
        await self.attempt(lambda: give_back(self.course, seat))

    # --- telling -----------------------------------------------------------------------------------------------------

    def acknowledge(self, listener: Listener, cid: str, n: int | None = None) -> None:
        """Say that a command was carried out, and that its last event is `n`."""
        listener.tell(self._acknowledgement(cid, n))

    def _acknowledgement(self, cid: str, n: int | None = None) -> Frame:
        return Frame(f'{{"t":"ok","cid":{quoted(cid)},"n":{self.course.n if n is None else n}}}')

    def send_on(self, listener: Listener, cid: str, table: str) -> None:
        """Send somebody on to another table."""
        listener.tell(frame({"t": "goto", "cid": cid, "url": f"/table/{table}"}))

    def tell_counts(self, listener: Listener) -> None:
        """What the owner of the open hand could count by itself."""
        listener.tell(counts_frame(self.course, listener.seat))

    def pong(self, listener: Listener) -> None:
        """Answer a ping."""
        listener.tell(frame({"t": "pong"}))

    def refuse(self, listener: Listener, cid: str | None, sentence: str, stale: bool = False) -> None:
        """Tell the sender of a command, and nobody else, why it is not carried out."""
        message = {"t": "refused", "cid": cid, "n": self.course.n, "error": sentence, "stale": stale}
        listener.tell(frame(message))

    def _stale(self, listener: Listener, cid: str) -> None:
        """The sender did not know what had happened: it is refused and told what is current."""
        moved_on = Phrase("The table had moved on before this arrived; here is how it stands.")
        self.refuse(listener, cid, moved_on, stale=True)
        self._show(listener)

    @property
    def _moment(self) -> Moment | None:
        """How the table stands now, None while it waits for its first deal."""
        return self._texts.now(self.course) if self.course.position is not None else None

    def _show(self, listener: Listener) -> None:
        """How the table stands, as this listener may see it."""
        reading = self.countdown.reading
        listener.tell(snapshot_frame(self.id, self.course, listener.seat, reading, listener.seats))

    def tell_hand(self, listener: Listener) -> None:
        """A hand that was taken, at a device that several people share."""
        listener.tell(hand_frame(self.course, listener.seat, listener.seats))

    def tell_said(self, said: Said) -> None:
        """What somebody said, to all who sit here."""
        line = said_frame(said)
        for listener in tuple(self.listeners):
            if listener.seats:
                listener.tell(line)

    def tell_since(self, listener: Listener, since: int) -> None:
        """The events after `since` where they belong to the present round, else a snapshot."""
        missed = [numbered for numbered in self.course.events if numbered.n > since]
        whole = missed and missed[0].n == since + 1
        if whole and since <= self.course.n:
            reading = self.countdown.reading
            listener.tell(events_frame(self.course, listener.seat, listener.seats, missed, reading, self._moment))
        else:
            self._show(listener)

    def _tell(self, taken: Sequence[Numbered], by: Listener | None = None, answer: Frame | None = None) -> None:
        """The same events for every listener, as its seat may see them; each seat's text is made once.

        Who made them happen gets its answer right before them.
        """
        if not taken:
            return
        self.presence.moved()
        course, now, moment = self.course, self.course.now, self._moment
        reading = None
        if now.setup.pace.turn is not None:
            self.countdown.update()
            reading = self.countdown.reading
        frames: dict[tuple[int | None, tuple[int, ...]], Frame] = {}
        left = False
        owners, locked = now.company.owners, now.company.locked
        moved_seats, self._owners = owners is not self._owners, owners
        for listener in tuple(self.listeners):
            if moved_seats:
                left |= self._unseat(listener)
            if len(listener.seats) > 1:
                cover(course, listener)
            whose = (listener.seat, listener.seats)
            told = frames.get(whose)
            if told is None:
                told = frames[whose] = events_frame(course, *whose, taken, reading, moment)
            if listener is by and answer is not None:
                listener.tell_both(answer, told)
            else:
                listener.tell(told)
            if locked and not listener.insider:
                listener.end(LOCKED, LOCKED_SENTENCE)
        if answer is not None and by is not None and by not in self.listeners:
            by.tell(answer)
        if left:
            self.tell_presence()
        if now.setup.talk != self._talk:
            self._talk = now.setup.talk
            self._tell_chat()

    def _tell_chat(self) -> None:
        """What may be said from now on, to all who sit here."""
        told = chat_frame(self.setup, self.chat.lines)
        for listener in tuple(self.listeners):
            if listener.seats:
                listener.tell(told)

    def _unseat(self, listener: Listener) -> bool:
        """Who got up, or was sent away, watches from now on; whether he did."""
        owners = self.seats
        seats = tuple([seat for seat in listener.seats if seat in owners])
        if len(seats) == len(listener.seats):
            return False
        listener.seats, listener.seat, listener.insider = seats, None, False
        return True

    def replace(self, course: Course) -> None:
        """The same table from its log, in which something was rewritten that changes nothing of the play: names."""
        course.withheld, course.following = self.course.withheld, self.course.following
        self.course = course
        for listener in tuple(self.listeners):
            self._show(listener)
        if elsewhere(self.setup):
            self._tell_chat()

    def rated(self, changes: Sequence[ChangeRow]) -> None:
        """The ratings that this table has changed are stored: everybody is told."""
        self.course.ratings = tuple(changes)
        for listener in tuple(self.listeners):
            listener.tell(ratings_frame(self.course))

    def _watch_clock(self, newcomer: Listener | None = None) -> None:
        """Somebody came or went: the clock may stop or go on, and all but who is told of it anyhow must know."""
        if self.countdown.update():
            message = clock_frame(self.course, self.countdown.reading)
            for listener in self.listeners - {newcomer}:
                listener.tell(message)

    def tell_presence(self, alone: Listener | None = None) -> None:
        """Say who is here, to everybody or to one listener alone, where there is more than one person."""
        if len(self.setup.people) > 1:
            message = presence_frame(self.course, self.presence.told, *self.presence.awaited)
            for listener in tuple(self.listeners) if alone is None else (alone,):
                listener.tell(message)


def _seats_between(
    before: Mapping[int, str], after: Mapping[int, str]
) -> tuple[tuple[SeatRow, ...], tuple[int, ...]]:
    """The seats that somebody took, and those that became free."""
    taken = tuple([SeatRow(seat, guest) for seat, guest in after.items() if seat not in before])
    return taken, tuple([seat for seat in before if seat not in after])


def _key(listener: Listener, cid: str) -> str:
    """The command id as it is stored: clients of two seats do not know each other's."""
    return f"{listener.seats[0]}:{cid}"
