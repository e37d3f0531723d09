"""A store that keeps everything in memory: for tests and for a server that should leave no trace."""

from __future__ import annotations

from collections.abc import Sequence

from doublesix.store.duplicates import MemoryDuplicates
from doublesix.store.mistakes import MemoryMistakes
from doublesix.store.notes import MemoryNotes
from doublesix.store.people import MemoryPeople
from doublesix.store.practice import MemoryPractice
from doublesix.store.rows import Append, Create, EventRow, Forget, GuestRow, Loaded, Merge, TableRow, deals
from doublesix.store.standings import MemoryStandings


class MemoryStore:
    """The keys and the answers of a real store without a disk."""

    def __init__(self) -> None:
        self._tables: dict[str, TableRow] = {}
        self._seats: dict[str, dict[int, str]] = {}
        self._events: dict[str, list[EventRow]] = {}
        self._cids: set[tuple[str, str]] = set()
        self._guests: dict[bytes, str] = {}
        self._names: dict[str, str] = {}
        self._settings: dict[str, str] = {}
        self.people = MemoryPeople(self._guests)
        self.duplicates = MemoryDuplicates()
        self.practice = MemoryPractice()
        self.mistakes = MemoryMistakes()
        self.notes = MemoryNotes()
        self.standings = MemoryStandings(self.people)

    async def append(self, append: Append) -> bool:
        log = self._events.setdefault(append.table, [])
        if append.n != len(log) + 1 or (append.cid is not None and (append.table, append.cid) in self._cids):
            return False
        for index, body in enumerate(append.bodies):
            log.append(EventRow(append.n + index, append.cid if index == 0 else None, body))
        if append.cid is not None:
            self._cids.add((append.table, append.cid))
        for freed in append.freed:
            self._seats[append.table].pop(freed, None)
        for seat in append.seats:
            self._seats[append.table][seat.seat] = seat.guest
        if append.over:
            row = self._tables[append.table]
            self._tables[append.table] = TableRow(row.id, row.setup, row.created, over=True)
        self.standings.add(append.results)
        return True

    async def create(self, create: Create) -> bool:
        if create.table.id in self._tables:
            return False
        self._tables[create.table.id] = create.table
        self._seats[create.table.id] = {seat.seat: seat.guest for seat in create.seats}
        self._events[create.table.id] = [EventRow(n, None, body) for n, body in enumerate(create.bodies, 1)]
        return True

    async def load(self, tables: Sequence[str]) -> dict[str, Loaded]:
        return {
            table: Loaded(self._tables[table], dict(self._seats[table]), list(self._events[table]))
            for table in tables
            if table in self._tables
        }

    async def events(self, table: str, since: int = 0) -> list[EventRow]:
        return self._events.get(table, [])[since:]

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        return {table: len(self._events[table]) for table in tables if self._events.get(table)}

    async def unfinished(self, limit: int) -> list[str]:
        return [row.id for row in reversed(self._tables.values()) if not row.over][:limit]

    async def unbegun(self, limit: int) -> list[str]:
        running = await self.unfinished(len(self._tables))
        return [table for table in running if not any(map(deals, self._events[table]))][:limit]

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        mine = [row for row in reversed(self._tables.values()) if guest in self._seats[row.id].values()]
        return mine[:limit]

    async def guests(self, cookies: Sequence[bytes]) -> dict[bytes, str]:
        known = ((cookie, self.people.signed_in(cookie) or self._guests.get(cookie)) for cookie in cookies)
        return {cookie: guest for cookie, guest in known if guest is not None}

    async def add_guest(self, guest: GuestRow) -> str:
        return self._guests.setdefault(guest.cookie, guest.id)

    async def name(self, guest: str) -> str:
        return self._names.get(guest, "")

    async def set_name(self, guest: str, name: str) -> None:
        self._names[guest] = name

    async def forget(self, forget: Forget) -> None:
        guest = forget.guest
        for table, setup in forget.setups.items():
            row = self._tables[table]
            self._tables[table] = TableRow(row.id, setup, row.created, row.over)
        for (table, n), body in forget.bodies.items():
            self._events[table][n - 1] = EventRow(n, self._events[table][n - 1].cid, body)
        for seats in self._seats.values():
            for seat in [seat for seat, owner in seats.items() if owner == guest]:
                del seats[seat]
        for cookie in [cookie for cookie, owner in self._guests.items() if owner == guest]:
            del self._guests[cookie]
        self._names.pop(guest, None)
        self.people.forget(guest)
        self.standings.forget(guest)
        self.duplicates.forget(guest)
        self.practice.forget(guest)
        self.mistakes.forget(guest)
        self.notes.forget(guest)

    async def merge(self, merge: Merge) -> None:
        for (table, n), body in merge.bodies.items():
            self._events[table][n - 1] = EventRow(n, self._events[table][n - 1].cid, body)
        for table in merge.tables:
            seats = self._seats[table]
            self._seats[table] = {seat: merge.into if one == merge.guest else one for seat, one in seats.items()}
        for cookie in [cookie for cookie, owner in self._guests.items() if owner == merge.guest]:
            del self._guests[cookie]
        self._names.pop(merge.guest, None)
        self.duplicates.rewrite(merge.duplicates)
        self.duplicates.forget(merge.guest, merge.into)
        self.standings.merge(merge.guest, merge.into, merge.tables, merge.pools)
        self.practice.merge(merge.guest, merge.into, merge.kinds)
        self.mistakes.forget(merge.guest)

    async def setting(self, key: str) -> str | None:
        return self._settings.get(key)

    async def set_setting(self, key: str, value: str) -> None:
        self._settings[key] = value

    async def close(self) -> None:
        """Nothing is pending here."""
