"""Kill the server at random points while tables play: what it acknowledged is there, once, and every round goes on."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from process import SERVE, Process, receive
from test_ratings_kill import settled
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from doublesix.client import Client
from doublesix.server.course import Course
from doublesix.server.setup import Setup
from doublesix.server.socket import TOO_MANY
from doublesix.store import EventRow

RULES = ["ply-yard", "draw-100", "ranked-draw", "ranked-block"]
HASTY = (str(Path(__file__).with_name("hasty_serve.py")),)


@dataclass
class Visitor:
    """Somebody at a table, who remembers what was acknowledged and sends again what was not."""

    table: str
    cookie: str | None
    acknowledged: dict[str, int] = field(default_factory=dict)
    pending: dict[str, Any] | None = None
    state: dict[str, Any] = field(default_factory=dict)
    n: int = 0
    finished: int = 0
    counter: int = 0

    @property
    def done(self) -> bool:
        """Whether this table needs no more moves: a round is over and nothing waits for an answer."""
        return self.finished > 0 and self.pending is None

    def command(self) -> dict[str, Any] | None:
        """What to send now."""
        if self.pending is None and self.state["outcome"] is None and self.state["legal"]:
            self.counter += 1
            cid = f"{self.table}-{self.state['you']}-{self.counter}"
            self.pending = {"t": "move", "n": self.n, "cid": cid, "move": self.state["legal"][0]}
        return self.pending

    def hear(self, message: dict[str, Any]) -> bool:
        """Take a message in; whether it acknowledged something."""
        if message["t"] == "ok":
            self.acknowledged[message["cid"]] = message["n"]
            self.pending = None
            return True
        if message["t"] == "refused":
            assert message["stale"], message
            self.pending = None
        if "state" in message:
            self.n, self.state = message["n"], message["state"]
            self.finished += self.state["outcome"] is not None
        return False


SILENT = 1011
"""How the server closes a line that went silent, as it may be on a busy machine: clients come again."""
TURN = 600
"""Seconds for each move at every second table: a clock runs there while the server is killed."""


class Interrupted(Exception):
    """Enough has been acknowledged: time to kill."""


async def play(server: Process, visitors: list[Visitor], acks: int) -> None:
    """Play at all tables; `Interrupted` in the moment of the last of `acks` acknowledgements."""
    left = [acks]

    async def sit(visitor: Visitor) -> None:
        while not visitor.done:
            try:
                await meet(visitor)
            except ConnectionClosed as closed:  # a test plays faster than a socket may, or answers no ping in time
                if closed.rcvd is None or closed.rcvd.code not in (TOO_MANY, SILENT):
                    raise

    async def meet(visitor: Visitor) -> None:
        async with server.connect(visitor.table, visitor.cookie) as ws:
            message = await receive(ws, "snapshot")
            if message["clock"] is not None and message["n"] > visitor.n:
                assert message["clock"]["left"] > TURN - 60, "a move has its full time again"
            visitor.hear(message)
            sent = None
            while not visitor.done:
                command = visitor.command()
                if command is not None and command is not sent:
                    await ws.send(json.dumps(command))
                    sent = command
                if visitor.hear(await receive(ws)):
                    left[0] -= 1
                    if left[0] == 0:
                        server.kill()
                        raise Interrupted

    async with asyncio.TaskGroup() as group:
        for visitor in visitors:
            if not visitor.done:
                group.create_task(sit(visitor))


def stored(data: Path) -> tuple[dict[str, str], dict[str, list[EventRow]]]:
    """Setups and logs of all tables, as they lie on the disk."""
    with closing(sqlite3.connect(f"file:{data / 'doublesix.sqlite'}?mode=ro", uri=True)) as database:
        setups = dict(database.execute("SELECT id, setup FROM tables").fetchall())
        logs: dict[str, list[EventRow]] = {table: [] for table in setups}
        for table, n, cid, body in database.execute("SELECT table_id, n, cid, body FROM event ORDER BY table_id, n"):
            logs[table].append(EventRow(n, cid, body))
    return setups, logs


def lost(data: Path, visitors: list[Visitor]) -> int:
    """How many acknowledged moves are not in the log. Gaps, doubles and moves that do not follow fail at once."""
    setups, logs = stored(data)
    missing = 0
    for visitor in visitors:
        course = Course(Setup.from_text(setups[visitor.table]))
        course.fold(logs[visitor.table])  # numbers without gap or double, every move legal where it stands
        answers = {cid.partition(":")[2]: last for cid, (_, last) in course.answers.items()}
        missing += sum(answers.get(cid) != n for cid, n in visitor.acknowledged.items())
    return missing


def alone(server: Process, place: int, cookie: str | None) -> list[Visitor]:
    """Somebody against the computer, at every second table with a clock, and rated where the rules are."""
    rules = RULES[place % len(RULES)]
    pace = {"turn": TURN, "late": "forfeit"} if place % 2 else None
    rated = rules.startswith("ranked")
    table, cookie = server.make_table(cookie, rules=rules, match=False, pace=pace, rated=rated, name="Ann")
    return [Visitor(table, cookie)]


def company(server: Process, place: int) -> list[Visitor]:
    """A rated table of two people with a clock."""
    rules, pace = RULES[2 + place // 4 % 2], {"turn": TURN, "late": "forfeit"}
    more = {"seats": ["you", "open"], "rated": True, "name": "Ben"}
    table, cookie = server.make_table(None, rules=rules, match=False, pace=pace, **more)
    other = Client(server.address, program=False)
    other.join(table, "Cleo")
    return [Visitor(table, cookie), Visitor(table, other.cookie)]


def wrongly_rated(data: Path) -> list[str]:
    """What is wrong with the ratings: each rated table that is over changed two once, and each rating is the sum."""
    setups, _ = stored(data)
    rated = {table for table, setup in setups.items() if Setup.from_text(setup).rated}
    with closing(sqlite3.connect(f"file:{data / 'doublesix.sqlite'}?mode=ro", uri=True)) as database:
        over = {table for (table,) in database.execute("SELECT id FROM tables WHERE over")} & rated
        changes = database.execute(
            "SELECT player, family, pool, games, mean_before, mean, table_id FROM rating_change "
            "ORDER BY player, family, pool, games"
        ).fetchall()
        ratings = database.execute("SELECT player, family, pool, games, mean FROM rating").fetchall()
    wrong = []
    if sorted(change[6] for change in changes) != sorted([*over, *over]):
        wrong.append("not every table that is over changed two ratings once")
    for *who, games, mean in ratings:
        mine = [change for change in changes if list(change[:3]) == who]
        if [change[3] for change in mine] != list(range(1, games + 1)) or mine[-1][5] != mean:
            wrong.append(f"{who} is not the sum of its changes")
        if [change[4] for change in mine] != [1500.0, *(change[5] for change in mine[:-1])]:
            wrong.append(f"{who} has a change that does not follow on the one before")
    return wrong if over else ["no rated table is over"]


async def kill_often(data: Path, kills: int, tables: int, program: tuple[str, ...] = SERVE) -> list[Visitor]:
    """Play at `tables` tables and kill the server `kills` times; each restart goes on with the same visitors."""
    rng = random.Random(7)
    visitors: list[Visitor] = []
    for number in range(kills):
        with Process(data, program=program) as server:
            if not visitors:
                cookie: str | None = None
                for place in range(tables):
                    cookie = cookie if place % 50 else None
                    come = company(server, place) if place % 4 == 3 else alone(server, place, cookie)
                    visitors += come
                    cookie = come[0].cookie
            try:
                await play(server, visitors, rng.randrange(3, 25))
            except* (Interrupted, ConnectionClosed, InvalidHandshake, OSError):
                pass
        if program is SERVE:
            assert lost(data, visitors) == 0, f"after kill {number + 1}"
    return visitors


async def test_killed_at_random_points_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path) -> None:
    visitors = await kill_often(tmp_path, kills=3, tables=12)
    with Process(tmp_path) as server:
        await play(server, visitors, acks=10**9)
        await settled(server, tmp_path / "doublesix.sqlite")
    assert all(visitor.done for visitor in visitors), "every round is played to its end"
    assert lost(tmp_path, visitors) == 0
    assert wrongly_rated(tmp_path) == []
    assert sum(len(visitor.acknowledged) for visitor in visitors) > 50


async def test_a_server_that_acknowledges_before_the_commit_is_found_out(tmp_path: Path) -> None:
    visitors = await kill_often(tmp_path, kills=1, tables=8, program=HASTY)
    assert lost(tmp_path, visitors) > 0


@pytest.mark.nightly
async def test_fifty_kills_while_two_hundred_tables_play_lose_and_double_nothing_and_rate_once(tmp_path: Path) -> None:
    visitors = await kill_often(tmp_path, kills=50, tables=200)
    with Process(tmp_path) as server:
        await play(server, visitors, acks=10**9)
        await settled(server, tmp_path / "doublesix.sqlite")
    assert all(visitor.done for visitor in visitors), "every round is played to its end"
    assert len({visitor.table for visitor in visitors}) == 200
    assert sum(len(visitor.acknowledged) for visitor in visitors) > 1000
    assert lost(tmp_path, visitors) == 0
    assert wrongly_rated(tmp_path) == []


@pytest.mark.nightly
async def test_two_hundred_tables_find_out_a_server_that_acknowledges_before_the_commit(tmp_path: Path) -> None:
    visitors = await kill_often(tmp_path, kills=1, tables=200, program=HASTY)
    assert lost(tmp_path, visitors) > 0
