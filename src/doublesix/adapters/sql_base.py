"""What the parts of the SQL store share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine


class SqlPart:
    """Questions and single writes, each in a transaction of its own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def _rows(self, query: sa.Select[*tuple[Any, ...]]) -> list[Any]:
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).all())

    async def _write(self, *statements: sa.Executable) -> int:
        """Carry the statements out together; how many rows the last one changed."""
        async with self._engine.begin() as connection:
            for statement in statements:
                changed = await connection.execute(statement)
            return changed.rowcount

    async def _add(self, table: sa.Table, row: Mapping[str, object]) -> bool:
        """Insert a row: False where one of its unique keys is taken."""
        try:
            await self._write(sa.insert(table).values(**row))
        except IntegrityError:
            return False
        return True


def chunks(keys: Sequence[str], size: int = 500) -> list[Sequence[str]]:
    """Parts that fit into one question."""
    return [keys[start : start + size] for start in range(0, len(keys), size)]
