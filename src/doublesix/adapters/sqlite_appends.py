"""The short way of moves into SQLite: a batch is one statement, which is a transaction of its own.

One call of the driver begins, inserts, syncs and is back. A thread that is needed only once a batch waits only once for
its turn beside a busy event loop; the way through the engine would wait again at every step.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

from doublesix.adapters.sqlite import configure

Row = tuple[str, int, str | None, str]
"""Table, number, command id and text of an event."""

_INSERT: Final = "INSERT INTO event (table_id, n, cid, body) VALUES "
_AT_MOST: Final = 2000
"""Rows of one statement: SQLite takes 32,766 values."""


_Job = tuple[asyncio.AbstractEventLoop, asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]


def _serve(jobs: SimpleQueue[_Job | None]) -> None:
    """Do one job after the other, until there is None."""
    while (job := jobs.get()) is not None:
        loop, answer, work, values = job
        try:
            told, found = answer.set_result, work(*values)
        except BaseException as problem:
            told, found = answer.set_exception, problem
        try:
            loop.call_soon_threadsafe(_tell, answer, told, found)
        except RuntimeError:
            return  # the loop is closed: nobody waits


def _tell(answer: asyncio.Future[Any], told: Callable[[Any], None], found: Any) -> None:
    if not answer.done():
        told(found)


class SqliteAppends:
    """One connection on a thread of its own, opened with the first batch."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._thread: Thread | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: Sequence[Row]) -> bool:
        """Insert events durably, all or none of them; False where one of their keys is taken, or they are too many."""
        if len(rows) > _AT_MOST:
            return False
        return bool(await self._done(self._insert, rows))

    async def close(self) -> None:
        """Let go of connection and thread."""
        if self._thread is not None:
            await self._done(self._disconnect)
            self._jobs.put(None)
            self._thread = None

    def _done(self, work: Callable[..., Any], *values: Any) -> asyncio.Future[Any]:
        """Do something on the thread. An executor would do the same with three times as much ado for each batch."""
        if self._thread is None:
            self._thread = Thread(target=_serve, args=(self._jobs,), name="doublesix appends", daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        answer = loop.create_future()
        self._jobs.put((loop, answer, work, values))
        return answer

    def _insert(self, rows: Sequence[Row]) -> bool:
        if self._connection is None:
            self._connection = sqlite3.connect(self._database, isolation_level=None)
            configure(self._connection, None)
        places = ",".join(["(?,?,?,?)"] * len(rows))
        try:
            self._connection.execute(_INSERT + places, [value for row in rows for value in row])
        except sqlite3.IntegrityError:
            return False
        except sqlite3.Error:
            self._disconnect()
            raise
        return True

    def _disconnect(self) -> None:
        """The next batch takes a fresh connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
