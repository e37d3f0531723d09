"""All tables: made, found, kept while they are used, and brought back after a restart."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from doublesix.notation.fair import Fair, draw_secret
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.server.accounts import Accounts
from doublesix.server.acts.mixing import committed
from doublesix.server.auth import digest, id_after, new_id
from doublesix.server.bots import Bots
from doublesix.server.company import Company
from doublesix.server.course import Course
from doublesix.server.dealing import Added, Dealer, Pledge, Promises
from doublesix.server.duplicates import Duplicates
from doublesix.server.fetching import Fetching
from doublesix.server.pace import Pace
from doublesix.server.rated import TURN
from doublesix.server.rater import Rater
from doublesix.server.seams import Heads, Seams
from doublesix.server.setup import Seat, Setup, make_setup
from doublesix.server.step import BrokenLogError, RefusedError, Step
from doublesix.server.table import Table
from doublesix.store import ChangeRow, Create, GuestRow, Loaded, NoteRow, NotStored, SeatRow, TableRow

log: Final = logging.getLogger("doublesix.lobby")

_FORGET_AFTER: Final = 600.0
"""Seconds without anybody after which a table is only kept in the store."""
ABANDONED_AFTER: Final = 600.0
"""Seconds without anybody who sits there after which a table that has not begun is closed."""
_RESUMED: Final = 5000
"""Tables that have not begun and are read again after a restart."""
_SHOWN: Final = 100
"""Tables that the lobby shows at most."""
_PROMISES: Final = "promises"
"""The setting that holds the key of all promises."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table in the lobby: its rules, who made it, and how many of its seats are free."""

    id: str
    title: str
    host: str
    players: int
    free: int
    seats: tuple[str | None, ...]
    """Who sits where; None where somebody may sit down."""
    target: int | None
    """The points that a match goes to; None for a single round."""
    turn: int | None
    """Seconds for each move; None for no clock."""


STRANGERS: Final = Pace(45, "computer", 60, "computer")
"""The pace among people who found each other in the lobby: strangers wait for nobody."""
STRANGERS_RATED: Final = Pace(TURN, "move", 60, "forfeit")


class Lobby:
    """The tables of this process over the store they share with others."""

    def __init__(self, seams: Seams, bots: Bots, delay: float) -> None:
        self._seams = seams
        self._bots = bots
        self._delay = delay
        self._tables: dict[str, Table] = {}
        self._promises: Promises | None = None
        self._promising = asyncio.Lock()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._stored = Fetching(seams.store.load)
        self._guests = Fetching(seams.store.guests)
        self.accounts = Accounts(seams)
        self.rater = Rater(seams, self._rated)
        self.duplicates = Duplicates(self, seams)
        seams.bus.subscribe(self._told)

    # --- guests ------------------------------------------------------------------------------------------------------

    async def guest(self, token: str | None) -> str | None:
        """The guest of a cookie, None where the cookie is unknown."""
        return await self._guests.get(digest(token)) if token else None

    async def greet(self, token: str) -> str:
        """The guest of a cookie, who is kept from now on; the account where it is a session's."""
        known = await self.guest(token)
        if known is not None:
            return known
        return await self._seams.store.add_guest(GuestRow(new_id(), digest(token), self._seams.clock.now()))

    async def name(self, guest: str | None) -> str:
        """What a guest wishes to be called, empty where he has not said."""
        return await self._seams.store.name(guest) if guest else ""

    async def called(self, guest: str, wished: str | None = None) -> tuple[str, bool]:
        """What a guest is called at a table, and whether that is his account's name, which no wish changes.

        A guest's wish is kept. Raises `BadNameError`.
        """
        name, account = await self.would_be_called(guest, wished)
        if wished is not None and not account:
            await self.rename(guest, name)
        return name, account

    async def notes_of(self, table: str) -> list[NoteRow]:
        """What the players of a table noted on their rounds."""
        return await self._seams.store.notes.of(table)

    async def would_be_called(self, guest: str | None, wished: str | None = None) -> tuple[str, bool]:
        """What `called` would say; nothing is kept. Raises `BadNameError`."""
        account = await self.accounts.of(guest)
        if account is not None:
            return account.name, True
        return await self.name(guest) if wished is None else await self.accounts.guest_name(wished), False

    async def sitting(self, guest: str) -> Seat:
        """The seat of a guest, by the name he has now."""
        return Seat("person", None, *await self.called(guest), await self.is_program(guest))

    async def is_program(self, guest: str | None) -> bool:
        """Whether this guest is a program."""
        return guest is not None and await self._seams.store.people.is_program(guest)

    async def mark_program(self, guest: str) -> None:
        """A guest is a program, and stays one. Raises `RefusedError` where it has an account, which is a person's."""
        if await self.accounts.of(guest) is not None:
            raise RefusedError(Phrase("An account is a person's: let the program come as a guest of its own."))
        await self._seams.store.people.mark_program(guest)

    async def rename(self, guest: str, name: str) -> None:
        """Keep what a guest wishes to be called; tables where he sits keep the name he sat down with."""
        await self._seams.store.set_name(guest, name)

    # --- tables ------------------------------------------------------------------------------------------------------

    @property
    def dealer(self) -> Dealer:
        """Where deals come from."""
        return Dealer(self._seams.rng, self._seams.fair)

    async def promise(self) -> Pledge | None:
        """What the first deal of a table is bound to that is still to be made; None where deals are not fair."""
        return (await self._promises_kept()).pledge(new_id()) if self.dealer.fair else None

    async def promised(self, added: Added, seat: int) -> Pledge | None:
        """What was promised, with what the seat adds; None where the commitment is not one of ours."""
        pledge = (await self._promises_kept()).kept(added) if added.promise and self.dealer.fair else None
        return pledge.adding(seat, added.string) if pledge is not None and added.string else pledge

    async def _promises_kept(self) -> Promises:
        """The promises of all processes over this store; the key is drawn with the first of them."""
        async with self._promising:
            if self._promises is None:
                store = self._seams.store
                if await store.setting(_PROMISES) is None:
                    await store.set_setting(_PROMISES, draw_secret(self._seams.rng).hex())
                self._promises = Promises(bytes.fromhex(await store.setting(_PROMISES) or ""))
            return self._promises

    async def create(
        self,
        setup: Setup,
        owners: dict[int, str],
        pledge: Pledge | None = None,
        *,
        gathers: bool = False,
    ) -> Table:
        """A new table, stored before it is returned, with its first deal unless it waits. Raises `NotStored`.

        `pledge` is what its first deal was committed to before; it names the table. Where the table `gathers`, people
        learn of the commitment at the table, and the deal waits a moment for what they add.
        """
        for _ in range(5):
            course = Course(setup, Company(owners), new_id() if pledge is None else pledge.table)
            made = await self._begun(course, self._opening(course, pledge, gathers))
            if made is not None:
                return made
            pledge = None
        raise NotStored("no free name for a table was found")

    async def _begun(self, course: Course, step: Step) -> Table | None:
        """The table of a course, stored with its first step; None where its name is taken. Raises `NotStored`."""
        row = TableRow(course.table, course.setup.text(), self._seams.clock.now())
        seats = tuple(SeatRow(seat, guest) for seat, guest in course.company.owners.items())
        if not await self._seams.store.create(Create(row, seats, step.texts())):
            return None
        if step.events:
            course.take(step)
        table = self._tables[row.id] = self._table(row.id, course)
        table.wake()
        return table

    async def _begun_once(self, course: Course, step: Step) -> Table:
        """The same table however often it is asked for, also after a crash in between. Raises `NotStored`."""
        made = await self._begun(course, step) or await self.find(course.table)
        if made is None:
            raise NotStored("a table that had been made is not there")
        return made

    def _opening(self, course: Course, pledge: Pledge | None, gathers: bool) -> Step:
        """How a table begins: with its first deal, or where it waits with what this is committed to."""
        pledge = pledge or self.dealer.pledge(course.table, 1)
        nothing = Step((), course.now)
        if course.waiting or (gathers and pledge is not None):
            return committed(nothing, pledge) if pledge is not None else nothing
        return course.with_deal(Step((), replace(course.now, pledge=pledge)), self.dealer)

    async def seat_together(self, rules: str, guests: Sequence[str], *, rated: bool = False) -> Table:
        """A table for people who found each other in the lobby, its seats drawn by lot. Raises `NotStored`."""
        drawn = list(guests)
        self._seams.rng.shuffle(drawn)
        seats = ["you", *["open"] * (len(drawn) - 1)]
        setup, _ = make_setup(rules, len(drawn), seats)
        named = tuple([await self.sitting(guest) for guest in drawn])
        setup = replace(setup, seats=named, host=None, lot=True, talk="phrases", met=True, rated=rated)
        setup = replace(setup, pace=STRANGERS_RATED if rated else STRANGERS)
        return await self.create(setup, dict(enumerate(drawn)), gathers=True)

    async def _rematch(self, table: Table) -> str:
        """The table that people go on to: made once, for its name is known before it is made."""
        by = 1 if table.setup.moves_on else 0
        players = table.setup.players
        owners = {(seat + by) % players: guest for seat, guest in table.seats.items()}
        pledge = table.course.now.pledge
        if pledge is not None:
            strings = {(seat + by) % players: string for seat, string in pledge.strings.items()}
            pledge = replace(pledge, strings=strings)
        name = pledge.table if pledge is not None else id_after(table.id)
        course = Course(table.setup.rotated(), Company(owners), name)
        return (await self._begun_once(course, self._opening(course, pledge, gathers=False))).id

    def by_lot(self, setup: Setup, mine: int) -> tuple[Setup, int]:
        """The setup with everybody moved on by a number of seats that was drawn by lot, and the maker's seat."""
        by = self._seams.rng.randrange(setup.players)
        return replace(setup.moved(by), lot=True), (mine + by) % setup.players

    def _table(self, table: str, course: Course) -> Table:
        watched = course.setup.people or course.setup.part is None
        delay = self._delay if watched else 0.0
        return Table(table, course, self._seams, self._bots, delay, self._rematch, self._ended)

    def _ended(self, table: Table) -> None:
        """A table is over whose result counts for more than itself."""
        if table.setup.part is not None:
            self.duplicates.wake(table.setup.part.duplicate)
        if table.setup.rated:
            self.rater.wake()

    def held(self, table: str) -> Table | None:
        """The table of that id where this process holds it."""
        return self._tables.get(table)

    async def create_dealt(self, name: str, setup: Setup, owners: dict[int, str], proof: Fair) -> Table:
        """A table of that id, made once, dealt from this proof. Raises `NotStored`."""
        course = Course(setup, Company(owners), name)
        return await self._begun_once(course, course.deal_from(proof))

    def _rated(self, table: str, changes: Sequence[ChangeRow]) -> None:
        held = self._tables.get(table)
        if held is not None:
            held.rated(changes)

    async def find(self, table: str) -> Table | None:
        """The table of that id, read from the store where this process does not hold it; None where there is none."""
        held = self._tables.get(table)
        if held is not None:
            held.used = self._seams.clock.now()
            return held
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.create_task(self._load(table), name=f"load {table}")
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def _load(self, table: str) -> Table | None:
        loaded = await self._stored.get(table)
        if loaded is None:
            return None
        found = self._restore(loaded)
        if found.setup.rated and found.course.over:
            found.course.ratings = tuple(await self._seams.store.standings.changes(table))
        return found

    async def read_again(self, tables: Sequence[str]) -> None:
        """Read those of these tables that are held from the store again, where names in their logs were rewritten."""
        for held in [self._tables[table] for table in tables if table in self._tables]:

            async def again(held: Table = held) -> None:
                loaded = (await self._seams.store.load([held.id]))[held.id]
                course = _course(loaded)
                course.ratings = held.course.ratings
                held.replace(course)

            await held.ask(again)

    def _restore(self, loaded: Loaded) -> Table:
        """A table from all that is stored of it. Raises `BrokenLogError`."""
        table = self._table(loaded.row.id, _course(loaded))
        self._tables[table.id] = table
        table.wake()
        if table.setup.part is not None:
            self.duplicates.wake(table.setup.part.duplicate)
        return table

    async def tables_of(self, guest: str, limit: int = 8) -> list[Table]:
        """The guest's unfinished tables, newest first."""
        rows = await self._seams.store.tables_of(guest, limit)
        found = [await self.find(row.id) for row in rows if not row.over]
        return [table for table in found if table is not None and table.course.again is None]

    def open_tables(self) -> list[OpenTable]:
        """The tables that wait for people and that their makers listed, newest first."""
        found = []
        for table in self._tables.values():
            setup, course = table.setup, table.course
            if not (course.waiting and setup.listed and course.free) or course.over:
                continue
            host = setup.host if setup.host is not None else 0
            free = course.free
            people = setup.sitting(free)
            seats = tuple(None if seat in free else name for seat, name in enumerate(people))
            goal = setup.rules.target.points if setup.match and setup.rules.target is not None else None
            who, turn = people[host], setup.pace.turn
            found.append(OpenTable(table.id, titled(setup.rules), who, setup.players, len(free), seats, goal, turn))
        return found[::-1][:_SHOWN]

    # --- over time ---------------------------------------------------------------------------------------------------

    async def resume(self) -> int:
        """Read the tables again that wait for their first deal: the lobby shows them; how many there are.

        All others rest in the store until somebody opens them: nobody waits there for a computer player or a clock.
        """
        self.rater.wake()
        ids = await self._seams.store.unbegun(_RESUMED)
        found = await asyncio.gather(*map(self.find, ids), return_exceptions=True)
        for table, problem in zip(ids, found, strict=True):
            if isinstance(problem, BrokenLogError):
                log.error("table %s cannot be read: %s", table, problem)
            elif isinstance(problem, BaseException):
                raise problem
        return len(ids)

    async def catch_up(self) -> None:
        """Ask the store how far the tables are that somebody listens to: for a bus that may lose messages.

        Without it the other seat would wait for ever for a move whose message was the last one and got lost.
        """
        heard = [table.id for table in self._tables.values() if table.listeners]
        if heard:
            self._told(list((await self._seams.store.heads(heard)).items()))

    def forget_idle(self) -> int:
        """Let go of tables that nobody has used for a while; the store keeps them. How many were let go."""
        limit = self._seams.clock.now() - _FORGET_AFTER
        old = [
            table.id
            for table in self._tables.values()
            if table.idle and table.used < limit and (table.course.over or not table.course.waiting)
        ]
        for table in old:
            del self._tables[table]
        return len(old)

    async def close_abandoned(self) -> int:
        """Close tables that have not begun and where nobody has been for a while; how many were closed."""
        limit = self._seams.clock.now() - ABANDONED_AFTER
        closed = 0
        for table in list(self._tables.values()):
            waits = table.course.waiting and not table.course.over
            if waits and table.presence.last < limit and not any(table.presence.here) and await table.shut():
                closed += 1
        return closed

    def _told(self, heads: Heads) -> None:
        for table, n in heads:
            held = self._tables.get(table)
            if held is not None:
                held.notice(n)

    async def close(self) -> None:
        """Let every table finish what is queued."""
        for loading in list(self._loading.values()):
            loading.cancel()
        await self.duplicates.close()
        await self.rater.close()
        await self._stored.close()
        await self._guests.close()
        await asyncio.gather(*(table.close() for table in self._tables.values()))


def _course(loaded: Loaded) -> Course:
    """The course of a table from all that is stored of it. Raises `BrokenLogError`."""
    course = Course(Setup.from_text(loaded.row.setup), Company(loaded.seats), loaded.row.id)
    course.fold(loaded.events)
    return course
