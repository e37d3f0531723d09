"""The SQLite adapter: durable settings, one server a folder, plain sentences."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import traceback
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from doublesix.adapters.folder import CannotStart, DataFolder
from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.store import Append, Create, NotStored, TableRow


async def test_every_connection_syncs_every_commit(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "t.sqlite")
    async with engine.connect() as one, engine.connect() as two:
        for connection in (one, two):
            assert (await connection.execute(sa.text("PRAGMA synchronous"))).scalar() == 2
            assert (await connection.execute(sa.text("PRAGMA journal_mode"))).scalar() == "wal"
            pages = (await connection.execute(sa.text("PRAGMA wal_autocheckpoint"))).scalar()
            assert (pages or 0) > 4000, "the log is not put into the database every few transactions"
        wal = tmp_path / "t.sqlite-wal"
        assert wal.stat().st_size > 15 << 20, "the log is grown before the first move"
        assert (tmp_path / "t.sqlite").stat().st_size < 1 << 20
    await engine.dispose()


async def test_a_table_outlives_the_store(tmp_path: Path) -> None:
    store = SqlStore(open_engine(tmp_path / "t.sqlite"), linger=0.0)
    await store.start()
    await store.create(Create(TableRow("t1", "{}", 1.0), (), ("a",)))
    await store.append(Append("t1", 2, ("b",), "c1"))
    await store.close()
    again = SqlStore(open_engine(tmp_path / "t.sqlite"), linger=0.0)
    await again.start()
    assert [row.body for row in await again.events("t1")] == ["a", "b"]
    assert not await again.append(Append("t1", 3, ("c",), "c1"))
    await again.close()


async def test_a_batch_that_cannot_be_written_is_not_stored_and_the_next_one_is(tmp_path: Path) -> None:
    store = SqlStore(open_engine(tmp_path / "t.sqlite"), linger=0.0)
    await store.start()
    await store.create(Create(TableRow("t1", "{}", 1.0), (), ("a",)))
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as other:
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON event WHEN new.n = 3 BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
        other.commit()
    hidden = "-".join("64")
    with pytest.raises(NotStored, match="disk full") as failed:
        await store.append(Append("t1", 2, (hidden, "c")))
    trace = "".join(traceback.format_exception(failed.value))
    assert "disk full" in trace
    assert hidden not in trace, "what is logged shows no hidden tile"
    assert [row.n for row in await store.events("t1")] == [1], "the move is not torn"
    assert await store.append(Append("t1", 2, ("b",)))
    await store.close()


async def test_the_batch_is_announced_once_after_the_commit(tmp_path: Path) -> None:
    told: list[list[tuple[str, int]]] = []
    store = SqlStore(open_engine(tmp_path / "t.sqlite"), linger=0.0, committed=told.append)
    await store.start()
    await store.create(Create(TableRow("t1", "{}", 1.0), (), ("a",)))
    await store.append(Append("t1", 2, ("b", "c")))
    assert not await store.append(Append("t1", 2, ("x",)))
    await store.close()
    assert told == [[("t1", 1)], [("t1", 3)]]


async def test_the_short_way_of_moves_answers_and_stores_as_the_plain_one_does(tmp_path: Path) -> None:
    """Batches of random moves, in which numbers and command ids are taken now and then."""
    rng, stores = random.Random(1), [SqlStore(open_engine(tmp_path / f"{n}.sqlite"), linger=0.0) for n in range(2)]
    stores[1]._appends = None
    for store in stores:
        await store.start()
        for table in range(4):
            await store.create(Create(TableRow(f"t{table}", "{}", 1.0), (), ("a",)))
    lost = 0
    for _ in range(40):
        heads = await stores[0].heads([f"t{table}" for table in range(4)])
        batch = [
            Append(table, n + rng.choice((1, 1, 1, 0)), ("b",) * rng.randrange(1, 4), f"c{rng.randrange(60)}")
            for table, n in heads.items()
        ]
        answers = [await asyncio.gather(*map(store.append, batch)) for store in stores]
        assert answers[0] == answers[1]
        lost += answers[0].count(False)
    assert 10 < lost < 120
    for table in range(4):
        assert await stores[0].events(f"t{table}") == await stores[1].events(f"t{table}")
    for store in stores:
        await store.close()


async def test_a_database_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    store = SqlStore(open_engine(tmp_path / "t.sqlite"), linger=0.0)
    await store.start()
    await store.set_setting("schema", "99")
    with pytest.raises(NotStored, match="schema 99"):
        await store.start()
    await store.close()


def test_a_file_that_is_no_database_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_bytes(b"no database at all, really" * 100)
    with pytest.raises(CannotStart, match="cannot be used"):
        open_engine(tmp_path / "t.sqlite")


def test_a_second_server_on_the_same_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with DataFolder(tmp_path / "data"), pytest.raises(CannotStart, match="Another doublesix server is using"):
        DataFolder(tmp_path / "data")
    with DataFolder(tmp_path / "data"):
        pass


def test_a_folder_that_cannot_be_made_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotStart, match="cannot be written"):
        DataFolder(tmp_path / "file" / "data")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_write_permission_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o500)
    with pytest.raises(CannotStart, match="cannot be written"):
        DataFolder(tmp_path / "data")
