"""The mistakes that guests keep, in a SQL database."""

from __future__ import annotations

from dataclasses import asdict

import sqlalchemy as sa

from doublesix.adapters import schema
from doublesix.adapters.sql_base import SqlPart
from doublesix.store import MistakeRow

_MISTAKE = schema.mistake.c


class SqlMistakes(SqlPart):
    """`doublesix.store.Mistakes` on SQLAlchemy Core."""

    async def kept(self, guest: str) -> list[MistakeRow]:
        columns = (_MISTAKE.id, _MISTAKE.text, _MISTAKE.at, _MISTAKE.progress)
        query = sa.select(*columns).where(_MISTAKE.guest_id == guest).order_by(_MISTAKE.at, _MISTAKE.id)
        return [MistakeRow(*row) for row in await self._rows(query)]

    async def keep(self, guest: str, row: MistakeRow) -> bool:
        return await self._add(schema.mistake, {"guest_id": guest, **asdict(row)})

    async def practise(self, guest: str, mistake: str, progress: str) -> None:
        await self._write(sa.update(schema.mistake).where(*_one(guest, mistake)).values(progress=progress))

    async def remove(self, guest: str, mistake: str) -> None:
        await self._write(sa.delete(schema.mistake).where(*_one(guest, mistake)))


def _one(guest: str, mistake: str) -> tuple[sa.ColumnElement[bool], ...]:
    return _MISTAKE.guest_id == guest, _MISTAKE.id == mistake
