"""What guests practise, in a SQL database."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from doublesix.adapters import schema
from doublesix.adapters.sql_base import SqlPart

_PRACTICE = schema.practice.c


class SqlPractice(SqlPart):
    """`doublesix.store.Practice` on SQLAlchemy Core."""

    async def kept(self, guest: str) -> dict[str, str]:
        rows = await self._rows(sa.select(_PRACTICE.kind, _PRACTICE.text).where(_PRACTICE.guest_id == guest))
        return {row.kind: row.text for row in rows}

    async def keep(self, guest: str, kind: str, text: str, answer: str = "") -> bool:
        old = sa.delete(schema.practice).where(_PRACTICE.guest_id == guest, _PRACTICE.kind == kind)
        new = sa.insert(schema.practice).values(guest_id=guest, kind=kind, text=text)
        counted = [sa.insert(schema.answered).values(guest_id=guest, answer=answer)] if answer else []
        try:
            await self._write(*counted, old, new)
        except IntegrityError:
            return False
        return True
