"""The store on SQLAlchemy Core: group commit, two unique keys, and nothing that one database alone would know."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from doublesix.adapters import schema
from doublesix.adapters.sql_base import SqlPart, chunks
from doublesix.adapters.sql_duplicates import SqlDuplicates
from doublesix.adapters.sql_mistakes import SqlMistakes
from doublesix.adapters.sql_notes import SqlNotes
from doublesix.adapters.sql_people import SqlPeople
from doublesix.adapters.sql_practice import SqlPractice
from doublesix.adapters.sql_standings import SqlStandings, add_results
from doublesix.adapters.sqlite_appends import SqliteAppends
from doublesix.store import (
    DEALT,
    Append,
    Create,
    EventRow,
    Forget,
    GroupCommit,
    GuestRow,
    Loaded,
    Merge,
    NotStored,
    TableRow,
    Unit,
    last_n,
    only_events,
    table_of,
)

Committed = Callable[[list[tuple[str, int]]], None]
"""Told once a transaction which tables are now at which number."""


class _Insert(Protocol):
    """What the inserts of SQLite and PostgreSQL have in common."""

    def on_conflict_do_nothing(self) -> sa.Insert: ...


def _insert_of(dialect: str) -> Callable[[sa.Table], Any]:
    """The insert of a database; that of PostgreSQL is loaded where it is needed, for that takes a while."""
    if dialect != "postgresql":
        return sqlite.insert
    from sqlalchemy.dialects import postgresql

    return postgresql.insert


class SqlStore(SqlPart):
    """Tables in a database behind an async SQLAlchemy engine, which is the adapter's to make and to configure."""

    def __init__(self, engine: AsyncEngine, linger: float = 0.002, committed: Committed | None = None) -> None:
        super().__init__(engine)
        self.people = SqlPeople(engine)
        self.standings = SqlStandings(engine)
        self.duplicates = SqlDuplicates(engine)
        self.practice = SqlPractice(engine)
        self.mistakes = SqlMistakes(engine)
        self.notes = SqlNotes(engine)
        self._committed = committed
        self._writer: AsyncConnection | None = None
        self._group = GroupCommit(self._commit, table_of, linger)
        file = engine.url.database if engine.dialect.name == "sqlite" else None
        self._appends = SqliteAppends(file) if file else None
        insert = _insert_of(engine.dialect.name)
        self._heads = _ignoring(insert(schema.event)).returning(schema.event.c.table_id)
        self._new_tables = _ignoring(insert(schema.tables)).returning(schema.tables.c.id)
        self._guests = _ignoring(insert(schema.guest))

    async def start(self) -> None:
        """Make the schema where it is missing. Raises `NotStored` when a newer program wrote this database."""
        async with self._engine.begin() as connection:
            await connection.run_sync(schema.metadata.create_all)
        version = await self.setting("schema")
        if version is None:
            await self.set_setting("schema", schema.VERSION)
        elif version != schema.VERSION:
            raise NotStored(f"the database has schema {version}, and this program knows schema {schema.VERSION}")

    # --- writing ---------------------------------------------------------------------------------------------------

    def append(self, append: Append) -> asyncio.Future[bool]:
        return self._group.put(append)

    async def create(self, create: Create) -> bool:
        return await self._group.put(create)

    async def _commit(self, units: list[Unit]) -> list[bool]:
        """One transaction for the batch, which holds at most one unit a table."""
        if await self._commit_moves(units):
            answers = [True] * len(units)
        else:
            won = await self._commit_any(units)
            answers = [table_of(unit) in won for unit in units]
        if self._committed is not None:
            heads = [(table_of(unit), last_n(unit)) for unit, answer in zip(units, answers, strict=True) if answer]
            if heads:
                self._committed(heads)
        return answers

    async def _commit_moves(self, units: list[Unit]) -> bool:
        """The short way of a batch that is nothing but events, none of which is there already; else nothing is done."""
        if self._appends is None or not all(map(only_events, units)):
            return False
        rows = [
            (unit.table, n, unit.cid if n == unit.n else None, body)
            for unit in cast(list[Append], units)
            for n, body in enumerate(unit.bodies, unit.n)
        ]
        return await self._appends.write(rows)

    async def _commit_any(self, units: list[Unit]) -> set[str]:
        """The way of any batch, in which some may lose; the tables that won."""
        creates = [unit for unit in units if isinstance(unit, Create)]
        appends = [unit for unit in units if isinstance(unit, Append)]
        if self._writer is None:
            self._writer = await self._engine.connect()
        try:
            async with self._writer.begin():
                won = await self._create(self._writer, creates) if creates else set()
                if appends:
                    won |= await self._append(self._writer, appends)
        except BaseException:
            await self._drop_writer()
            raise
        return won

    async def _drop_writer(self) -> None:
        """Let go of the connection that writes; the next batch takes a fresh one."""
        writer, self._writer = self._writer, None
        if writer is not None:
            await writer.close()

    async def _create(self, connection: AsyncConnection, creates: list[Create]) -> set[str]:
        rows = [
            {"id": row.id, "setup": row.setup, "created": row.created, "over": row.over}
            for row in (create.table for create in creates)
        ]
        won = set((await connection.execute(self._new_tables, rows)).scalars())
        mine = [create for create in creates if create.table.id in won]
        seats = [
            {"table_id": create.table.id, "seat": seat.seat, "guest_id": seat.guest}
            for create in mine
            for seat in create.seats
        ]
        if seats:
            await connection.execute(sa.insert(schema.seat), seats)
        events = [
            {"table_id": create.table.id, "n": n, "cid": None, "body": body}
            for create in mine
            for n, body in enumerate(create.bodies, 1)
        ]
        if events:
            await connection.execute(sa.insert(schema.event), events)
        return won

    async def _append(self, connection: AsyncConnection, appends: list[Append]) -> set[str]:
        """Only the first event of a move competes for its number and cid; the others follow where it won.

        That is enough: a log has no gaps, so whoever has the first number has the next ones too.
        """
        heads = [{"table_id": unit.table, "n": unit.n, "cid": unit.cid, "body": unit.bodies[0]} for unit in appends]
        won = set((await connection.execute(self._heads, heads)).scalars())
        tails = [
            {"table_id": unit.table, "n": n, "cid": None, "body": body}
            for unit in appends
            if unit.table in won
            for n, body in enumerate(unit.bodies[1:], unit.n + 1)
        ]
        if tails:
            await connection.execute(sa.insert(schema.event), tails)
        for unit in appends:
            if unit.freed and unit.table in won:
                column = schema.seat.c
                left = sa.delete(schema.seat).where(column.table_id == unit.table, column.seat.in_(unit.freed))
                await connection.execute(left)
        seats = [
            {"table_id": unit.table, "seat": seat.seat, "guest_id": seat.guest}
            for unit in appends
            if unit.table in won
            for seat in unit.seats
        ]
        if seats:
            await connection.execute(sa.insert(schema.seat), seats)
        await add_results(connection, [row for unit in appends if unit.table in won for row in unit.results])
        over = [unit.table for unit in appends if unit.over and unit.table in won]
        if over:
            await connection.execute(sa.update(schema.tables).where(schema.tables.c.id.in_(over)).values(over=True))
        return won

    # --- reading ---------------------------------------------------------------------------------------------------

    async def load(self, tables: Sequence[str]) -> dict[str, Loaded]:
        seat, event = schema.seat.c, schema.event.c
        seats = sa.select(seat.table_id, seat.seat, seat.guest_id).where(seat.table_id.in_(tables))
        events = sa.select(event.table_id, event.n, event.cid, event.body).where(event.table_id.in_(tables))
        async with self._engine.connect() as connection:
            rows = (await connection.execute(_TABLE.where(schema.tables.c.id.in_(tables)))).all()
            found = {row.id: Loaded(TableRow(*row), {}, []) for row in rows}
            if not found:
                return found
            for table, place, guest in await connection.execute(seats):
                found[table].seats[place] = guest
            for table, n, cid, body in await connection.execute(events.order_by(event.table_id, event.n)):
                if table in found:
                    found[table].events.append(EventRow(n, cid, body))
        return found

    async def events(self, table: str, since: int = 0) -> list[EventRow]:
        event = schema.event.c
        query = sa.select(event.n, event.cid, event.body).where(event.table_id == table, event.n > since)
        return [EventRow(*row) for row in await self._rows(query.order_by(event.n))]

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        event = schema.event.c
        query = sa.select(event.table_id, sa.func.max(event.n)).where(event.table_id.in_(tables))
        return {row[0]: row[1] for row in await self._rows(query.group_by(event.table_id))}

    async def unfinished(self, limit: int) -> list[str]:
        table = schema.tables.c
        query = sa.select(table.id).where(table.over.is_(sa.false())).order_by(table.seq.desc()).limit(limit)
        return [row.id for row in await self._rows(query)]

    async def unbegun(self, limit: int) -> list[str]:
        table, event = schema.tables.c, schema.event.c
        begun = sa.exists().where(event.table_id == table.id, event.body.startswith(DEALT))
        query = sa.select(table.id).where(table.over.is_(sa.false()), ~begun).order_by(table.seq.desc()).limit(limit)
        return [row.id for row in await self._rows(query)]

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        mine = sa.select(schema.seat.c.table_id).where(schema.seat.c.guest_id == guest)
        query = _TABLE.where(schema.tables.c.id.in_(mine)).order_by(schema.tables.c.seq.desc()).limit(limit)
        return [TableRow(*row) for row in await self._rows(query)]

    async def guests(self, cookies: Sequence[bytes]) -> dict[bytes, str]:
        return {row.cookie: row.guest for row in await self._rows(_GUESTS.params(cookies=list(cookies)))}

    async def add_guest(self, guest: GuestRow) -> str:
        async with self._engine.begin() as connection:
            row = {"id": guest.id, "cookie": guest.cookie, "created": guest.created}
            await connection.execute(self._guests, [row])
        return (await self.guests([guest.cookie])).get(guest.cookie, guest.id)

    async def name(self, guest: str) -> str:
        column = schema.guest_name.c
        rows = await self._rows(sa.select(column.name).where(column.guest_id == guest))
        return rows[0].name if rows else ""

    async def set_name(self, guest: str, name: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(schema.guest_name).where(schema.guest_name.c.guest_id == guest))
            await connection.execute(sa.insert(schema.guest_name).values(guest_id=guest, name=name))

    async def forget(self, forget: Forget) -> None:
        guest = forget.guest
        statements: list[sa.Executable] = [
            sa.update(schema.tables).where(schema.tables.c.id == table).values(setup=setup)
            for table, setup in forget.setups.items()
        ]
        event = schema.event.c
        statements += [
            sa.update(schema.event).where(event.table_id == table, event.n == n).values(body=body)
            for (table, n), body in forget.bodies.items()
        ]
        owned = {
            schema.seat: "guest_id", schema.guest: "id", schema.guest_name: "guest_id", schema.account: "guest_id",
            schema.session: "guest_id", schema.passkey: "guest_id", schema.recovery: "guest_id",
            schema.practice: "guest_id", schema.mistake: "guest_id", schema.answered: "guest_id",
            schema.program: "guest_id", schema.challenge: "guest_id",
            schema.note: "guest_id", schema.duplicate_guest: "guest_id",
            schema.result: "player", schema.rating: "player", schema.rating_change: "player",
        }  # fmt: skip
        statements += [sa.delete(table).where(table.c[whose] == guest) for table, whose in owned.items()]
        await self._write(*statements)

    async def merge(self, merge: Merge) -> None:
        event, deal = schema.event.c, schema.duplicate_event.c
        statements: list[sa.Executable] = [
            sa.update(schema.event).where(event.table_id == table, event.n == n).values(body=body)
            for (table, n), body in merge.bodies.items()
        ]
        statements += [
            sa.update(schema.duplicate_event).where(deal.duplicate_id == name, deal.n == n).values(body=body)
            for (name, n), body in merge.duplicates.items()
        ]
        for part in chunks(merge.tables):
            for table, whose in ((schema.seat, "guest_id"), (schema.result, "player")):
                his = (table.c[whose] == merge.guest) & table.c.table_id.in_(part)
                statements.append(sa.update(table).where(his).values({whose: merge.into}))
        for family, pool in merge.pools:
            for table in (schema.rating, schema.rating_change):
                his = (table.c.player == merge.guest) & (table.c.family == family) & (table.c.pool == pool)
                statements.append(sa.update(table).where(his).values(player=merge.into))
        sat = schema.duplicate_guest
        his = (sat.c.guest_id == merge.guest) & sat.c.duplicate_id.in_({name for name, _ in merge.duplicates})
        statements.append(sa.update(sat).where(his).values(guest_id=merge.into))
        practice = schema.practice.c
        his = (practice.guest_id == merge.guest) & practice.kind.in_(merge.kinds)
        statements.append(sa.update(schema.practice).where(his).values(guest_id=merge.into))
        owned = (
            (schema.guest, "id"), (schema.guest_name, "guest_id"), (schema.practice, "guest_id"),
            (schema.mistake, "guest_id"), (schema.answered, "guest_id"),
        )  # fmt: skip
        statements += [sa.delete(table).where(table.c[whose] == merge.guest) for table, whose in owned]
        await self._write(*statements)

    async def setting(self, key: str) -> str | None:
        rows = await self._rows(sa.select(schema.setting.c.value).where(schema.setting.c.key == key))
        return rows[0].value if rows else None

    async def set_setting(self, key: str, value: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(schema.setting).where(schema.setting.c.key == key))
            await connection.execute(sa.insert(schema.setting).values(key=key, value=value))

    async def close(self) -> None:
        await self._group.close()
        if self._appends is not None:
            await self._appends.close()
        await self._drop_writer()
        await self._engine.dispose()


_COOKIES: Any = sa.bindparam("cookies", expanding=True)
_SESSION, _GUEST = schema.session.c, schema.guest.c
_GUESTS: Any = sa.union_all(
    sa.select(_GUEST.cookie, _GUEST.id.label("guest"), sa.literal(0).label("signed_in")).where(
        _GUEST.cookie.in_(_COOKIES)
    ),
    sa.select(_SESSION.cookie, _SESSION.guest_id, sa.literal(1)).where(_SESSION.cookie.in_(_COOKIES)),
).order_by("signed_in")
"""Who has these cookies; whoever is signed in with one comes last, and so counts."""
_TABLE = sa.select(schema.tables.c.id, schema.tables.c.setup, schema.tables.c.created, schema.tables.c.over)


def _ignoring(insert: object) -> sa.Insert:
    return cast(_Insert, insert).on_conflict_do_nothing()
