"""The short way of moves into SQLite: a batch is one statement, which is a transaction of its own.

One call of the driver begins, inserts, syncs and is back. A thread that is needed only once a batch waits only once for
its turn beside a busy event loop; the way through the engine would wait again at every step.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from doublesix.adapters.sqlite import configure

Row = tuple[str, int, str | None, str]
"""Table, number, command id and text of an event."""

_INSERT: Final = "INSERT INTO event (table_id, n, cid, body) VALUES "
_AT_MOST: Final = 2000
"""Rows of one statement: SQLite takes 32,766 values."""


class SqliteAppends:
    """One connection on a thread of its own, opened with the first batch."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, "doublesix appends")
        self._connection: sqlite3.Connection | None = None

    async def write(self, rows: Sequence[Row]) -> bool:
        """Insert events durably, all or none of them; False where one of their keys is taken, or they are too many."""
        if len(rows) > _AT_MOST:
            return False
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._insert, rows)

    async def close(self) -> None:
        """Let go of connection and thread."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown(wait=False)

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
