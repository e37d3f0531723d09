"""SQLite as a durable store: write-ahead log, every commit on the disk before it is answered."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from doublesix.adapters.folder import CannotStart

_FULL: Final = 2
_GROWN: Final = 16
"""MiB that the write-ahead log is grown to at the start: a file that still grows makes every sync slower."""
_PAGES: Final = 12_000
"""Pages of the write-ahead log, 48 MiB, at which they go into the database: who writes next waits for that. After every
1,000 pages, as SQLite has it, three of a hundred transactions of a busy server wait; so it is one of 400."""


def open_engine(path: Path) -> AsyncEngine:
    """An engine on the database at `path`, made where it is missing.

    Every connection runs in WAL mode with `synchronous=FULL`. Raises `CannotStart` when the file is no database or
    its folder takes no files.
    """
    try:
        _prepare(path)
    except sqlite3.Error as problem:
        raise CannotStart(f"The database {path} cannot be used ({problem}); choose another folder with --data.") from (
            problem
        )
    logging.getLogger("aiosqlite").setLevel(logging.INFO)  # below, it logs what it is given: hands and secrets
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}",
        pool_size=4,
        max_overflow=0,
        hide_parameters=True,  # an error that is logged must not show hidden tiles
    )
    sa.event.listen(engine.sync_engine, "connect", configure)
    return engine


def _prepare(path: Path) -> None:
    """Switch to WAL, which stays with the database."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")


def configure(connection: Any, _record: object) -> None:
    """Make a new connection sync every commit. Raises `CannotStart` where this SQLite does not."""
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA busy_timeout=5000")
        _grow(cursor)
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute(f"PRAGMA wal_autocheckpoint={_PAGES}")
        level = _answer(cursor, "PRAGMA synchronous")
        mode = _answer(cursor, "PRAGMA journal_mode")
    finally:
        cursor.close()
    if level != _FULL or mode != "wal":
        raise CannotStart(f"This SQLite does not sync every commit (synchronous {level}, journal {mode}).")


def _answer(cursor: Any, pragma: str) -> Any:
    cursor.execute(pragma)
    return cursor.fetchone()[0]


def _grow(cursor: Any) -> None:
    """Spill a transaction into the log and roll it back: the file keeps its size, the database gets nothing.

    The log is deleted with the last connection, so that the first of every run finds it small.
    """
    cursor.execute("PRAGMA database_list")
    log = Path(cursor.fetchone()[2] + "-wal")
    if log.exists() and log.stat().st_size >= (_GROWN - 1) << 20:
        return
    usual = _answer(cursor, "PRAGMA cache_size")
    cursor.execute("PRAGMA cache_size=-256")
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.execute("BEGIN IMMEDIATE")
    cursor.execute("CREATE TABLE growing (filler BLOB)")
    for _ in range(_GROWN):
        cursor.execute("INSERT INTO growing VALUES (zeroblob(1 << 20))")
    cursor.execute("ROLLBACK")
    cursor.execute(f"PRAGMA cache_size={usual}")
