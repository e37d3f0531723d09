"""A host lets somebody in again, beside a running server or without one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from doublesix.adapters.sql import SqlStore
from doublesix.adapters.sqlite import open_engine
from doublesix.cli import main
from doublesix.server.auth import digest
from doublesix.store import AccountRow, SessionRow


def made(folder: Path) -> None:
    async def make() -> None:
        store = SqlStore(open_engine(folder / "doublesix.sqlite"))
        await store.start()
        await store.people.add_account(AccountRow("ann", "Ann Lee", "annlee", "hash", 1.0))
        await store.people.open_session(SessionRow(b"1" * 32, "ann", 1.0))
        await store.close()

    asyncio.run(make())


def test_a_reset_gives_one_code_and_ends_all_sessions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made(tmp_path)
    assert main(["account", "reset", "ann lee", "--data", str(tmp_path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["name"] == "Ann Lee"

    async def check() -> None:
        store = SqlStore(open_engine(tmp_path / "doublesix.sqlite"))
        assert await store.guests([b"1" * 32]) == {}
        assert await store.people.codes("ann") == 1
        assert await store.people.take_code("ann", digest(told["code"].replace("-", "")))
        await store.close()

    asyncio.run(check())


def test_who_is_not_there_is_said_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", "reset", "Ann", "--data", str(tmp_path)]) == 1
    assert "There is no" in capsys.readouterr().err
    made(tmp_path)
    assert main(["account", "reset", "Ben", "--data", str(tmp_path)]) == 1
    assert "Nobody here has an account called Ben" in capsys.readouterr().err
