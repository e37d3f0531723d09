"""Applies ratings: one table after the other, each exactly once.

A rated table's results are stored with its last event, in the same transaction, and stay pending until its ratings are
stored. So nothing is lost between the two, however the server ends: what is pending is rated when it starts again. Two
tables that end at once are rated one after the other, so that both count.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final

from doublesix.ratings import START, Rating, rate
from doublesix.server.seams import Seams
from doublesix.store import ChangeRow, NotStored, RatingRow, ResultRow

log: Final = logging.getLogger("doublesix.ratings")

_AT_ONCE: Final = 50
_PAUSE: Final = 5.0
"""Seconds before another try, after one that failed."""

Told = Callable[[str, Sequence[ChangeRow]], None]
"""Told of each table that has been rated, with its changes."""


class Rater:
    """The one who rates inside this process; another process may do the same over the same store."""

    def __init__(self, seams: Seams, told: Told) -> None:
        self._standings = seams.store.standings
        self._clock = seams.clock
        self._told = told
        self._task: asyncio.Task[None] | None = None
        self._more = False

    def wake(self) -> None:
        """A rated table has ended, or may have before this process began."""
        self._more = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="rater")

    async def drain(self) -> None:
        """Rate everything that is pending now."""
        stuck: set[str] = set()
        while tables := await self._standings.pending(_AT_ONCE):
            rated = [await self._rate(table, rows) for table, rows in tables.items()]
            if not any(rated) and stuck == set(tables):
                raise NotStored(f"{len(tables)} tables cannot be rated, {min(tables)} among them")
            stuck = set(tables)

    async def close(self) -> None:
        """Stop; what is pending is rated another time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._more:
            self._more = False
            try:
                await self.drain()
            except Exception:
                log.exception("ratings could not be stored; they are pending")
                self._more = True
                await self._clock.sleep(_PAUSE)

    async def _rate(self, table: str, rows: list[ResultRow]) -> bool:
        """Rate a table: False where another process was faster, or moved a rating since it was read."""
        changes: tuple[ChangeRow, ...] = ()
        if rows:
            known = await self._standings.ratings([row.player for row in rows], rows[0].family, rows[0].pool or "")
            changes = changes_of(rows, known)
        if not await self._standings.rate(table, changes):
            return False
        self._told(table, changes)
        return True


def changes_of(rows: Sequence[ResultRow], known: dict[str, RatingRow]) -> tuple[ChangeRow, ...]:
    """What a table changes for its seats, from the ratings before it.

    A computer player of one level at several seats is one player: its rating moves once, by the mean of its seats.
    """
    before = [_rating(known.get(row.player)) for row in rows]
    sides: dict[int, list[int]] = {}
    for index, row in enumerate(rows):
        sides.setdefault(row.side, []).append(index)
    if len(sides) < 2 or len(rows) != rows[0].players:
        return ()
    after = rate(before, [row.place for row in rows], list(sides.values()))
    changes = []
    for index, row in enumerate(rows):
        same = [after[other] for other, one in enumerate(rows) if one.player == row.player]
        if any(one.player == row.player for one in rows[:index]):
            continue
        mean = sum(one.mean for one in same) / len(same)
        deviation = sum(one.deviation for one in same) / len(same)
        new = RatingRow(row.player, row.family, row.pool or "", mean, deviation, before[index].games + 1, row.at)
        was = (before[index].mean, before[index].deviation)
        changes.append(ChangeRow(row.table, row.seat, was, new, row.place, row.players))
    return tuple(changes)


def _rating(row: RatingRow | None) -> Rating:
    return Rating(row.mean, row.deviation, row.games) if row is not None else START
