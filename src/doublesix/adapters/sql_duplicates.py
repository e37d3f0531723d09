"""Duplicates in a SQL database."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from doublesix.adapters import schema
from doublesix.adapters.sql_base import SqlPart
from doublesix.store import DuplicateRow

_ROW = schema.duplicate.c
_EVENT = schema.duplicate_event.c
_GUEST = schema.duplicate_guest.c


class SqlDuplicates(SqlPart):
    """`doublesix.store.Duplicates` on SQLAlchemy Core."""

    async def create(self, row: DuplicateRow, guest: str | None = None) -> bool:
        new = {"id": row.id, "agreement": row.agreement, "created": row.created, "over": False}
        events = [{"duplicate_id": row.id, "n": n, "body": body} for n, body in enumerate(row.bodies, 1)]
        try:
            async with self._engine.begin() as connection:
                await connection.execute(sa.insert(schema.duplicate).values(**new))
                if events:
                    await connection.execute(sa.insert(schema.duplicate_event), events)
                await _sat(connection, row.id, guest)
        except IntegrityError:
            return False
        return True

    async def append(
        self, duplicate: str, n: int, body: str, over: bool = False, guest: str | None = None
    ) -> bool:
        try:
            async with self._engine.begin() as connection:
                event = {"duplicate_id": duplicate, "n": n, "body": body}
                await connection.execute(sa.insert(schema.duplicate_event).values(**event))
                await _sat(connection, duplicate, guest)
                if over:
                    ended = sa.update(schema.duplicate).where(_ROW.id == duplicate).values(over=True)
                    await connection.execute(ended)
        except IntegrityError:
            return False
        return True

    async def load(self, duplicate: str) -> DuplicateRow | None:
        rows = await self._rows(sa.select(_ROW.id, _ROW.agreement, _ROW.created).where(_ROW.id == duplicate))
        if not rows:
            return None
        events = sa.select(_EVENT.body).where(_EVENT.duplicate_id == duplicate).order_by(_EVENT.n)
        name, agreement, created = rows[0]
        return DuplicateRow(name, agreement, created, tuple(row.body for row in await self._rows(events)))

    async def of(self, guest: str, limit: int) -> list[str]:
        mine = sa.select(_GUEST.duplicate_id).where(_GUEST.guest_id == guest)
        query = sa.select(_ROW.id).where(_ROW.id.in_(mine)).order_by(_ROW.seq.desc()).limit(limit)
        return [row.id for row in await self._rows(query)]

    async def unfinished(self, limit: int) -> list[str]:
        query = sa.select(_ROW.id).where(_ROW.over.is_(sa.false())).order_by(_ROW.seq.desc()).limit(limit)
        return [row.id for row in await self._rows(query)]


async def _sat(connection: AsyncConnection, duplicate: str, guest: str | None) -> None:
    """A guest sits there; he may have sat there before and gone."""
    if guest is not None:
        row = {"guest_id": guest, "duplicate_id": duplicate}
        known = sa.delete(schema.duplicate_guest).where(_GUEST.guest_id == guest, _GUEST.duplicate_id == duplicate)
        await connection.execute(known)
        await connection.execute(sa.insert(schema.duplicate_guest).values(**row))
