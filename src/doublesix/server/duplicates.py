"""All duplicates: made, found, and led from deal to deal. Their tables are the lobby's like any others."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from doublesix.errors import DominoError
from doublesix.notation.fair import Fair, draw_secret
from doublesix.rules import Match, Rules
from doublesix.rules.phrases import Phrase
from doublesix.server.auth import new_id
from doublesix.server.dealing import good_string
from doublesix.server.duplicate import (
    MOST_DEALS,
    MOST_TABLES,
    Agreement,
    Duplicate,
    Names,
    Place,
    folded,
    result_of,
)
from doublesix.server.seams import Seams
from doublesix.server.setup import BadSetupError, Seat, Setup
from doublesix.server.step import RefusedError
from doublesix.server.table import Table
from doublesix.store import DuplicateRow, NotStored

log: Final = logging.getLogger("doublesix.duplicates")
_RESUMED: Final = 500
GRACE: Final = 300.0
"""Seconds that somebody may be away while the other tables wait for his."""
_MINE: Final = 50
"""Duplicates that a guest is shown at most."""
_PATIENCE: Final = 20.0
"""Seconds after which who waits for something to happen is answered though nothing has."""


class Tables(Protocol):
    """What is needed of the lobby."""

    async def find(self, table: str) -> Table | None:
        """The table of that id, None where there is none."""
        ...

    async def create_dealt(self, name: str, setup: Setup, owners: dict[int, str], proof: Fair) -> Table:
        """A table of that id, made once, dealt from this proof. Raises `NotStored`."""
        ...

    def held(self, table: str) -> Table | None:
        """The table of that id where this process holds it."""
        ...

    async def sitting(self, guest: str) -> Seat:
        """The seat of a guest, by the name he has now."""
        ...


def agreed(rules: Rules, players: int, deals: int, tables: int, level: str, secret: Callable[[], bytes]) -> Agreement:
    """An agreement from what a visitor asks for. Raises `BadSetupError`, also for seats that the rules do not have."""
    try:
        Match.new(rules, players)
    except DominoError as problem:
        raise BadSetupError(Phrase("{why}.", why=str(problem))) from problem
    if not 1 <= deals <= MOST_DEALS:
        raise BadSetupError(Phrase("A duplicate has 1 to {most} deals.", most=MOST_DEALS))
    if not 2 <= tables <= MOST_TABLES or (players == 2 and tables != 2):
        raise BadSetupError(
            Phrase("A duplicate has 2 to {most} tables, and of two seats each exactly 2.", most=MOST_TABLES)
        )
    return Agreement(rules, players, tables, level, tuple(secret() for _ in range(deals)))


class Duplicates:
    """The duplicates of this process over the store they share with others."""

    def __init__(self, tables: Tables, seams: Seams) -> None:
        self._tables = tables
        self._seams = seams
        self._held: dict[str, Duplicate] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._happened: dict[str, asyncio.Event] = {}
        """Set, and let go of, when something happens in a duplicate that somebody waits for."""

    def secret(self) -> bytes:
        """A secret for a deal. All tables get the deal that follows from it, also where a seed makes it repeatable."""
        return draw_secret(self._seams.rng)

    async def find(self, duplicate: str) -> Duplicate | None:
        """The duplicate of that id, None where there is none."""
        held = self._held.get(duplicate)
        if held is None:
            row = await self._seams.store.duplicates.load(duplicate)
            if row is None:
                return None
            held = self._held.setdefault(duplicate, folded(row.id, Agreement.from_text(row.agreement), row.bodies))
        return held

    async def current(self, duplicate: str) -> Duplicate | None:
        """The same, after the tables that it names have been made: a crash may have come between."""
        found = await self.find(duplicate)
        if found is None or not found.started or found.over:
            return found
        async with self._lock(duplicate):
            await self._advance(duplicate)
        return await self.find(duplicate)

    async def wait(self, duplicate: str) -> None:
        """Until something happens there, at most a while: another process may have been told of it."""
        happened = self._happened.setdefault(duplicate, asyncio.Event())
        either = [asyncio.create_task(happened.wait()), asyncio.create_task(self._seams.clock.sleep(_PATIENCE))]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in either:
                task.cancel()

    def release(self) -> None:
        """Let nobody wait any longer."""
        for happened in self._happened.values():
            happened.set()
        self._happened.clear()

    # --- commands -------------------------------------------------------------------------------------------------

    async def names(self, found: Duplicate) -> Names:
        """What its people are called."""
        return {guest: await self._tables.sitting(guest) for guest in found.guests}

    async def create(self, agreement: Agreement, place: Place, guest: str) -> Duplicate:
        """A new duplicate, whose maker sits there. Raises `NotStored`."""
        first = _sat(place, guest, "")
        row = DuplicateRow(new_id(), agreement.text(), self._seams.clock.now(), (first,))
        if not await self._seams.store.duplicates.create(row, guest):
            raise NotStored("the name of a duplicate was taken")
        made = self._held[row.id] = folded(row.id, agreement, row.bodies)
        return made

    async def sit(self, duplicate: str, place: Place | None, guest: str, string: str) -> Place:
        """The place of a guest: the one he has, else the wished or the next free one.

        Raises `RefusedError` and `BadStringError`.
        """
        good = _string(string)
        async with self._lock(duplicate):
            while (found := (await self._get(duplicate)).place_of(guest)) is None:
                now = await self._get(duplicate)
                if now.started or not now.free:
                    raise RefusedError(Phrase("All places of this duplicate are taken."))
                if place is not None and place not in now.free:
                    raise RefusedError(Phrase("This place is taken; choose another one."))
                await self._append(now, _sat(place or now.free[0], guest, good), guest)
            return found

    async def add(self, duplicate: str, guest: str | None, string: str) -> None:
        """A guest adds his string to all deals, before the first one. Raises `RefusedError` and `BadStringError`."""
        good = _string(string)
        async with self._lock(duplicate):
            while True:
                now = await self._get(duplicate)
                place = now.place_of(guest)
                if place is None or now.started:
                    raise RefusedError(Phrase("Strings are added by those who sit here, before the first deal."))
                if now.sitters[place].string == good:
                    return
                body = {"kind": "added", "table": place[0], "seat": place[1], "string": good}
                await self._append(now, json.dumps(body))

    async def start(self, duplicate: str, guest: str | None) -> None:
        """Begin: computer players take the free places. The host's, or anybody's who sits there once nobody is missing.

        Raises `RefusedError` and `NotStored`.
        """
        async with self._lock(duplicate):
            now = await self._get(duplicate)
            if now.place_of(guest) is None or (now.free and guest != now.host):
                raise RefusedError(
                    Phrase("The one who made the duplicate starts it, or when it is full anybody who sits there.")
                )
            while not now.started:
                await self._append(now, json.dumps({"kind": "started"}))
                now = await self._get(duplicate)
            await self._advance(duplicate)

    async def away(self, found: Duplicate) -> frozenset[Place]:
        """The places whose people have been away for so long that the others may let the computer play on there."""
        gone = set()
        for table in range(found.agreement.tables):
            deal = found.deal_at(table)
            there = await self._tables.find(found.table_id(deal, table)) if deal is not None else None
            for seat in there.seats if there is not None else ():
                since = there.presence.away_since(seat) if there is not None else None
                if since is not None and self._seams.clock.now() - since >= GRACE and found.plays((table, seat)):
                    gone.add((table, seat))
        return frozenset(gone)

    async def stand_in(self, duplicate: str, guest: str | None, place: Place) -> None:
        """Somebody who plays lets the computer take the place of who has been away for too long.

        Raises `RefusedError` and `NotStored`.
        """
        found = await self._get(duplicate)
        mine = found.place_of(guest)
        if mine is None or found.plays(mine) is None:
            raise RefusedError(Phrase("Only those who play in this duplicate may do that."))
        if place not in await self.away(found):
            raise RefusedError(Phrase("Nobody waits for this place, or not for long enough."))
        await self._gone(duplicate, place)

    async def leave(self, guest: str) -> None:
        """A guest goes for good: his place is free again, or the computer plays on. Raises `NotStored`."""
        for row in await self._seams.store.duplicates.of(guest, _RESUMED):
            found = await self.find(row)
            place = found.place_of(guest) if found is not None else None
            if found is not None and place is not None and not found.over and found.plays(place):
                await self._gone(row, place)

    async def _gone(self, duplicate: str, place: Place) -> None:
        """The computer plays from the next deal on, and the present one is given up."""
        async with self._lock(duplicate):
            while (now := await self._get(duplicate)).plays(place):
                await self._append(now, json.dumps({"kind": "gone", "table": place[0], "seat": place[1]}))
            deal = now.deal_at(place[0])
            there = await self._tables.find(now.table_id(deal, place[0])) if deal is not None else None
        if there is not None and there.course.running:
            with contextlib.suppress(RefusedError):  # the round has just ended, or he had given up
                await there.give_up(place[1])
        self.wake(duplicate)

    async def of(self, guest: str | None) -> list[Duplicate]:
        """The duplicates where a guest sits, newest first."""
        names = await self._seams.store.duplicates.of(guest, _MINE) if guest is not None else []
        found = [await self.find(name) for name in names]
        return [one for one in found if one is not None and one.place_of(guest) is not None]

    # --- from deal to deal ----------------------------------------------------------------------------------------

    def wake(self, duplicate: str) -> None:
        """Something has ended at a table of it, or was read again: take note of results and deal what comes next."""
        task = asyncio.create_task(self._wake(duplicate), name=f"duplicate {duplicate}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wake(self, duplicate: str) -> None:
        try:
            async with self._lock(duplicate):
                await self._advance(duplicate)
        except Exception:
            log.exception("duplicate %s could not go on; it does when somebody comes to it", duplicate)

    async def resume(self) -> None:
        """After a restart: every duplicate goes on."""
        for duplicate in await self._seams.store.duplicates.unfinished(_RESUMED):
            await self._wake(duplicate)

    def forget_idle(self) -> None:
        """Let go of duplicates of whose tables none is held; the store keeps them."""
        for name, found in list(self._held.items()):
            lock = self._locks.get(name)
            rounds = range(1, found.agreement.deals + 1)
            tables = [found.table_id(deal, table) for deal in rounds for table in range(found.agreement.tables)]
            if not (lock is not None and lock.locked()) and not any(map(self._tables.held, tables)):
                del self._held[name]
                self._locks.pop(name, None)

    def forget(self, duplicates: Iterable[str]) -> None:
        """Let go of these, for their logs were rewritten."""
        for duplicate in duplicates:
            self._held.pop(duplicate, None)

    async def close(self) -> None:
        """Let what is under way end."""
        await asyncio.gather(*tuple(self._tasks), return_exceptions=True)

    async def _advance(self, duplicate: str) -> None:
        """Take the results of finished tables, make those of the next deals, and let each table show what it may."""
        now = await self._get(duplicate)
        for table in range(now.agreement.tables):
            while (deal := now.deal_at(table)) is not None:
                found = await self._table(now, deal, table)
                position = found.course.position
                if position is None or position.outcome is None:
                    break
                result = result_of(position)
                values = list(result.values) if result.values is not None else None
                body = {"kind": "finished", "deal": deal, "table": table, "ending": result.ending, "values": values}
                await self._append(now, json.dumps(body))
                now = await self._get(duplicate)
        self._show(now)

    async def _table(self, now: Duplicate, deal: int, table: int) -> Table:
        name = now.table_id(deal, table)
        found = await self._tables.find(name)
        if found is None:
            setup, owners = now.setup(deal, table, await self.names(now))
            found = await self._tables.create_dealt(name, setup, owners, now.proof(deal))
        return found

    def _show(self, now: Duplicate) -> None:
        """Tell each held table whether its hands may be shown, and which one comes next."""
        for table in range(now.agreement.tables):
            for deal in range(1, now.agreement.deals + 1):
                held = self._tables.held(now.table_id(deal, table))
                if held is not None:
                    more = deal < now.agreement.deals and (deal, table) in now.results
                    held.show(now.open(deal), now.table_id(deal + 1, table) if more else None)

    # --- the log --------------------------------------------------------------------------------------------------

    def _lock(self, duplicate: str) -> asyncio.Lock:
        return self._locks.setdefault(duplicate, asyncio.Lock())

    async def _get(self, duplicate: str) -> Duplicate:
        found = await self.find(duplicate)
        if found is None:
            raise RefusedError(Phrase("There is no such duplicate, or not any more."))
        return found

    async def _append(self, now: Duplicate, body: str, guest: str | None = None) -> None:
        """Store an event, by which a guest may sit down, and take it.

        Where another writer was first, the log is read again.
        """
        after = now.after(json.loads(body))
        if await self._seams.store.duplicates.append(now.id, after.n, body, after.over, guest):
            self._held[now.id] = after
            if (happened := self._happened.pop(now.id, None)) is not None:
                happened.set()
        else:
            del self._held[now.id]


def _string(wished: str) -> str:
    """A string that can be joined with those of the same seat at other tables. Raises `BadStringError`."""
    return good_string(wished).replace("|", "/")


def _sat(place: Place, guest: str, string: str) -> str:
    return json.dumps({"kind": "sat", "table": place[0], "seat": place[1], "guest": guest, "string": string})
