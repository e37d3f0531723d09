"""The notes that players make, in a SQL database."""

from __future__ import annotations

import sqlalchemy as sa

from doublesix.adapters import schema
from doublesix.adapters.sql_base import SqlPart
from doublesix.store import NoteRow

_NOTE = schema.note.c


class SqlNotes(SqlPart):
    """`doublesix.store.Notes` on SQLAlchemy Core."""

    async def of(self, table: str) -> list[NoteRow]:
        columns = (_NOTE.round, _NOTE.at, _NOTE.seat, _NOTE.guest_id, _NOTE.move, _NOTE.text)
        query = sa.select(*columns).where(_NOTE.table_id == table).order_by(_NOTE.round, _NOTE.at, _NOTE.seat)
        return [NoteRow(*row) for row in await self._rows(query)]

    async def write(self, table: str, row: NoteRow) -> None:
        same = (_NOTE.table_id == table, _NOTE.round == row.round, _NOTE.at == row.at, _NOTE.seat == row.seat)
        statements: list[sa.Executable] = [sa.delete(schema.note).where(*same)]
        if row.text:
            values = {"round": row.round, "at": row.at, "seat": row.seat, "guest_id": row.guest}
            values |= {"table_id": table, "move": row.move, "text": row.text}
            statements.append(sa.insert(schema.note).values(**values))
        await self._write(*statements)
