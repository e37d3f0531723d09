"""A power cut, simulated: of the database only what was synced is there afterwards.

A file system of APSW stands under SQLite. It keeps, for each file, the bytes that had been written when the file was
last synced, and a cut puts them back. The statements and pragmas are those of the server's store.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

apsw = pytest.importorskip("apsw")

SCHEMA = (
    "CREATE TABLE IF NOT EXISTS event (seq INTEGER PRIMARY KEY AUTOINCREMENT, table_id TEXT NOT NULL, "
    "n INTEGER NOT NULL, body TEXT NOT NULL, UNIQUE (table_id, n))"
)


class PowerDisk(apsw.VFS):  # type: ignore[misc, name-defined]
    """A disk that remembers what was synced."""

    def __init__(self, name: str) -> None:
        self.synced: dict[str, bytes] = {}
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> PowerFile:  # noqa: N802
        return PowerFile(self, name, flags)

    def xDelete(self, name: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(name, syncdir)
        self.synced.pop(name, None)

    def cut(self, folder: Path) -> None:
        """Put back what was synced; everything else never reached the disk."""
        for path in folder.iterdir():
            path.unlink()
        for name, kept in self.synced.items():
            Path(name).write_bytes(kept)


class PowerFile(apsw.VFSFile):  # type: ignore[misc, name-defined]
    """One of its files."""

    def __init__(self, disk: PowerDisk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        filename = name.filename() if hasattr(name, "filename") else name
        self._path = str(filename)
        super().__init__("", name, flags)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        if os.path.exists(self._path):
            self._disk.synced[self._path] = Path(self._path).read_bytes()


def opened(path: Path, disk: str, synchronous: str) -> Any:
    """A connection as the store configures it."""
    connection = apsw.Connection(str(path), vfs=disk)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(f"PRAGMA synchronous={synchronous}")
    connection.execute(SCHEMA)
    return connection


def lost_in_cuts(folder: Path, synchronous: str, cuts: int = 6) -> tuple[int, int]:
    """Acknowledged events, and how many of them are not there after the cuts."""
    disk, rng, path = PowerDisk(f"power-{synchronous}"), random.Random(5), folder / "t.sqlite"
    acknowledged: set[tuple[str, int]] = set()
    opened(path, f"power-{synchronous}", "FULL").close()
    for cut in range(cuts):
        connection = opened(path, f"power-{synchronous}", synchronous)
        for batch in range(rng.randrange(3, 12)):
            rows = [(f"t{table}", cut * 100 + batch + 1, "{}") for table in range(rng.randrange(1, 30))]
            with connection:
                connection.executemany("INSERT INTO event (table_id, n, body) VALUES (?, ?, ?)", rows)
            acknowledged |= {(table, n) for table, n, _ in rows}
        disk_now = dict(disk.synced)
        connection.close()
        disk.synced = disk_now  # what closing wrote came after the cut
        disk.cut(folder)
    connection = opened(path, f"power-{synchronous}", "FULL")
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    there = set(connection.execute("SELECT table_id, n FROM event"))
    connection.close()
    return len(acknowledged), len(acknowledged - there)


def test_what_the_store_acknowledges_outlives_a_power_cut(tmp_path: Path) -> None:
    acknowledged, lost = lost_in_cuts(tmp_path, "FULL")
    assert acknowledged > 100
    assert lost == 0


def test_the_simulated_cut_finds_a_store_that_does_not_sync_every_commit(tmp_path: Path) -> None:
    _, lost = lost_in_cuts(tmp_path, "NORMAL")
    assert lost > 0


@pytest.mark.nightly
def test_two_hundred_power_cuts_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    acknowledged, lost = lost_in_cuts(tmp_path, "FULL", cuts=200)
    assert acknowledged > 5000
    assert lost == 0
