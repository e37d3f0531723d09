"""The stores that the contract tests run on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.store import MemoryStore, Store


@pytest.fixture(params=["memory", "sqlite", "sqlite, the plain way"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    if request.param == "memory":
        memory = MemoryStore()
        yield memory
        await memory.close()
        return
    sql = SqlStore(open_engine(tmp_path / "t.sqlite"), linger=0.0)
    if request.param != "sqlite":
        sql._appends = None
    await sql.start()
    yield sql
    await sql.close()
