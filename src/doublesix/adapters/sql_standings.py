"""Results and ratings in a SQL database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from doublesix.adapters import schema
from doublesix.adapters.sql_base import SqlPart, chunks
from doublesix.store import BOT, NEARLY, ChangeRow, LeaderRow, RatingRow, ResultRow

_RESULT = schema.result.c
_PENDING = schema.pending.c
_RATING = schema.rating.c
_CHANGE = schema.rating_change.c
_RESULTS = sa.select(
    _RESULT.table_id, _RESULT.seat, _RESULT.player, _RESULT.name, _RESULT.rules, _RESULT.title, _RESULT.family,
    _RESULT.pool, _RESULT.side, _RESULT.place, _RESULT.players, _RESULT.at,
)  # fmt: skip
_RATING_COLUMNS = (
    _RATING.player, _RATING.family, _RATING.pool, _RATING.mean, _RATING.deviation, _RATING.games, _RATING.at,
)  # fmt: skip
_CHANGES = sa.select(schema.rating_change)


async def add_results(connection: AsyncConnection, results: Iterable[ResultRow]) -> None:
    """Keep results inside the transaction that finishes their tables."""
    rows = list(results)
    if not rows:
        return
    await connection.execute(sa.insert(schema.result), [_table_id(asdict(row)) for row in rows])
    rated = dict.fromkeys(row.table for row in rows if row.pool is not None)
    if rated:
        await connection.execute(sa.insert(schema.pending), [{"table_id": table} for table in rated])


class SqlStandings(SqlPart):
    """`doublesix.store.Standings` on SQLAlchemy Core."""

    async def pending(self, limit: int) -> dict[str, list[ResultRow]]:
        tables = [row[0] for row in await self._rows(sa.select(_PENDING.table_id).order_by(_PENDING.seq).limit(limit))]
        found = await self.seats(tables)
        return {table: found.get(table, []) for table in tables}

    async def rate(self, table: str, changes: Sequence[ChangeRow]) -> bool:
        """Begins with a write, so that two writers wait for each other; the unique keys then judge what was read."""
        try:
            async with self._engine.begin() as connection:
                gone = await connection.execute(sa.delete(schema.pending).where(_PENDING.table_id == table))
                if gone.rowcount != 1:
                    return False
                if changes:
                    await self._apply(connection, changes)
        except IntegrityError:
            return False
        return True

    async def _apply(self, connection: AsyncConnection, changes: Sequence[ChangeRow]) -> None:
        await connection.execute(sa.insert(schema.rating_change), [_change_values(change) for change in changes])
        for after in (change.after for change in changes):
            mine = (_RATING.player == after.player) & (_RATING.family == after.family) & (_RATING.pool == after.pool)
            await connection.execute(sa.delete(schema.rating).where(mine))
            values = asdict(after) | {"sure": after.mean - NEARLY * after.deviation}
            await connection.execute(sa.insert(schema.rating).values(**values))

    async def ratings(self, players: Sequence[str], family: str, pool: str) -> dict[str, RatingRow]:
        there = _RATING.player.in_(players) & (_RATING.family == family) & (_RATING.pool == pool)
        return {row[0]: RatingRow(*row) for row in await self._rows(sa.select(*_RATING_COLUMNS).where(there))}

    async def ratings_of(self, player: str) -> list[RatingRow]:
        query = sa.select(*_RATING_COLUMNS).where(_RATING.player == player)
        rows = await self._rows(query.order_by(_RATING.games.desc(), _RATING.family, _RATING.pool))
        return [RatingRow(*row) for row in rows]

    async def changes(self, table: str) -> list[ChangeRow]:
        rows = await self._rows(_CHANGES.where(_CHANGE.table_id == table).order_by(_CHANGE.seat))
        return [_change(row) for row in rows]

    async def history(self, player: str, family: str, pool: str, limit: int) -> list[ChangeRow]:
        mine = (_CHANGE.player == player) & (_CHANGE.family == family) & (_CHANGE.pool == pool)
        rows = await self._rows(_CHANGES.where(mine).order_by(_CHANGE.games.desc()).limit(limit))
        return [_change(row) for row in reversed(rows)]

    async def results(self, player: str, limit: int, offset: int = 0, rated: bool = False) -> list[ResultRow]:
        query = _RESULTS.where(_mine(player, rated)).order_by(_RESULT.seq.desc()).limit(limit).offset(offset)
        return [ResultRow(*row) for row in await self._rows(query)]

    async def seats(self, tables: Sequence[str]) -> dict[str, list[ResultRow]]:
        found: dict[str, list[ResultRow]] = {}
        for some in chunks(tables):
            for row in await self._rows(_RESULTS.where(_RESULT.table_id.in_(some)).order_by(_RESULT.seat)):
                found.setdefault(row[0], []).append(ResultRow(*row))
        return found

    async def favourites(self, player: str, limit: int, rated: bool = False) -> list[tuple[str, str, int]]:
        times = sa.func.count()
        query = sa.select(_RESULT.rules, _RESULT.title, times).where(_mine(player, rated))
        query = query.group_by(_RESULT.rules, _RESULT.title).order_by(times.desc(), _RESULT.title).limit(limit)
        return [(row[0], row[1], row[2]) for row in await self._rows(query)]

    async def leaders(self, family: str, pool: str, games: int, limit: int, offset: int = 0) -> list[LeaderRow]:
        name = schema.account.c.name
        joined = schema.rating.outerjoin(schema.account, schema.account.c.guest_id == _RATING.player)
        there = (_RATING.family == family) & (_RATING.pool == pool) & (_RATING.games >= games)
        there &= name.is_not(None) | _RATING.player.like(BOT + "%")
        query = sa.select(name, *_RATING_COLUMNS).select_from(joined).where(there)
        query = query.order_by(_RATING.sure.desc(), _RATING.player).limit(limit).offset(offset)
        return [LeaderRow(row[0] or "", RatingRow(*row[1:])) for row in await self._rows(query)]


def _mine(player: str, rated: bool) -> sa.ColumnElement[bool]:
    mine = _RESULT.player == player
    return mine & _RESULT.pool.is_not(None) if rated else mine


def _table_id(row: dict[str, Any]) -> dict[str, Any]:
    return {"table_id" if name == "table" else name: value for name, value in row.items()}


def _change_values(change: ChangeRow) -> dict[str, Any]:
    before = {"mean_before": change.before[0], "deviation_before": change.before[1]}
    whose = {"table_id": change.table, "seat": change.seat, "place": change.place, "players": change.players}
    return asdict(change.after) | before | whose


def _change(row: Any) -> ChangeRow:
    after = RatingRow(row.player, row.family, row.pool, row.mean, row.deviation, row.games, row.at)
    return ChangeRow(
        row.table_id, row.seat, (row.mean_before, row.deviation_before), after, row.place, row.players
    )
