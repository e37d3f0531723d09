"""`doublesix arena` as a process: what happens to the deals that are left when it ends early."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from typing import Any, cast

import pytest

from doublesix.cli import arena, main
from doublesix.players import LEVELS, Group
from doublesix.rules import Rules

GROUPS = 5000


def test_who_stops_an_arena_does_not_wait_for_the_deals_that_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    submitted: list[Future[Any]] = []

    class Pool(ProcessPoolExecutor):
        def submit(self, *what: Any, **named: Any) -> Future[Any]:
            submitted.append(super().submit(*what, **named))
            return submitted[-1]

    monkeypatch.setattr(arena, "ProcessPoolExecutor", Pool)
    rules = Rules.from_json("ply-yard")
    job = (("easy", "easy"), rules.to_json(), rules.version, 1, None, False)
    with closing(cast("Generator[Group, None, None]", arena._play(job, GROUPS, 2))) as playing:
        next(playing)
    assert all(future.done() for future in submitted), "no process plays on"
    assert any(future.cancelled() for future in submitted)


def test_who_names_an_unknown_player_hears_of_every_kind_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "easy", "x"]) == 1
    err = capsys.readouterr().err
    assert 'there is no player "x"' in err
    assert all(kind in err for kind in (*LEVELS, "random", "heaviest", "cmd:PROGRAM"))
