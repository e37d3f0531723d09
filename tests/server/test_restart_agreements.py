"""A restart in the middle of every agreement: nothing of it is lost, and what is sent again counts once (P33, P76).

Each agreement is a row of things that people do. It is gone through without a restart, and with one after each of
them; the log of the table must come to the same, event by event.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from test_clock import clock, pass_time
from test_duplicate import calm, made
from world import Ear, World

from doublesix.server.pace import Pace
from doublesix.server.setup import Seat, make_setup
from doublesix.server.table import Table
from doublesix.store import Append, MemoryStore, NotStored

Say = tuple[int, dict[str, Any]]
ANN, BEN = 0, 1
GUESTS = ("ann", "ben")

RESIGNED = (ANN, {"t": "resign"})
AGREEMENTS: dict[str, Sequence[Say]] = {
    "void": [(ANN, {"t": "void"}), (BEN, {"t": "void"})],
    "void, declined": [(ANN, {"t": "void"}), (BEN, {"t": "decline"})],
    "take back": [(ANN, {"t": "take_back"}), (BEN, {"t": "take_back"})],
    "take back, declined": [(ANN, {"t": "take_back"}), (BEN, {"t": "decline"})],
    "play again": [RESIGNED, (ANN, {"t": "again"}), (BEN, {"t": "again"})],
    "what is said": [(ANN, {"t": "talk", "mode": "phrases"}), (ANN, {"t": "talk", "mode": "none"})],
    "who watches": [(ANN, {"t": "lock", "on": True}), (ANN, {"t": "lock", "on": False})],
}
UNNUMBERED = ("again", "talk")


@dataclass
class Evening:
    """A table of two after Ann's lead, on a server that may end and begin again."""

    store: MemoryStore = field(default_factory=MemoryStore)

    async def open(self, pace: Pace | None = None) -> None:
        self.world = World(self.store)
        self.table: Table
        self.table, self.ears = await (self.world.people() if pace is None else self.world.people(pace=pace))
        await self.world.move(self.table, self.ears[ANN])

    async def restart(self, there: Sequence[int] = (ANN, BEN)) -> None:
        """The server ends, and begins again much later; these two connect again."""
        self.world = World(self.store)
        self.world.clock.advance(1000.0)
        found = await self.world.lobby.find(self.table.id)
        assert found is not None
        self.table = found
        self.ears = [await self.world.ear(found, GUESTS[seat]) if seat in there else Ear(None) for seat in (ANN, BEN)]

    def message(self, at: int, what: dict[str, Any]) -> dict[str, Any]:
        numbered = {} if what["t"] in UNNUMBERED else {"n": self.table.course.n}
        return {"cid": f"c{at}", **numbered, **what}

    async def say(self, seat: int, message: dict[str, Any]) -> dict[str, Any]:
        return await self.world.say(self.table, self.ears[seat], message)

    async def log(self) -> list[tuple[Any, ...]]:
        """What was stored, without what differs from one evening to the next."""
        rows = await self.store.events(self.table.id)
        bodies = [json.loads(row.body) for row in rows]
        return [(body["kind"], body.get("seat"), body.get("what"), body.get("mode")) for body in bodies]


async def gone_through(rows: Sequence[Say], restart_after: int | None) -> Evening:
    """An agreement, with a restart after the message of that place; it is sent again, for its answer may be lost."""
    evening = Evening()
    await evening.open()
    for at, (seat, what) in enumerate(rows):
        message = evening.message(at, what)
        answer = await evening.say(seat, message)
        if at == restart_after:
            told = [ear.state for ear in evening.ears]
            n = evening.table.course.n
            await evening.restart()
            assert [ear.state for ear in evening.ears] == told, "all is as it was"
            again = await evening.say(seat, message)
            assert evening.table.course.n == n, "what was sent again counts once"
            assert again["t"] == answer["t"] if answer["t"] in ("ok", "goto") else True, again
    return evening


@pytest.mark.parametrize("name", AGREEMENTS)
async def test_an_agreement_goes_on_after_a_restart_at_any_place(name: str) -> None:
    rows = AGREEMENTS[name]
    whole = await gone_through(rows, None)
    wanted = await whole.log()
    for place in range(len(rows)):
        evening = await gone_through(rows, place)
        assert await evening.log() == wanted
        assert [ear.state["company"] for ear in evening.ears] == [ear.state["company"] for ear in whole.ears]
        assert len(evening.store._tables) == (2 if name == "play again" else 1)


class Cut(MemoryStore):
    """Fails where a table would say that its people go on: the table to go on to is stored by then."""

    cut = True

    async def append(self, append: Append) -> bool:
        if self.cut and any('"kind":"again"' in body for body in append.bodies):
            raise NotStored("the disk is full")
        return await super().append(append)


@pytest.mark.parametrize("fair", [True, False])
async def test_a_table_to_go_on_to_that_was_made_before_the_store_failed_is_the_one_they_go_on_to(fair: bool) -> None:
    """What a kill at that moment leaves is tried in `test_company_kill`."""
    store = Cut()
    world = World(store, fair=fair)
    table, ear = await world.table(match=False)
    await world.play_round(table, ear)
    promised = ear.state["pledge"]
    refused = await world.say(table, ear, {"t": "again", "cid": "a"})
    assert (refused["t"], len(store._tables)) == ("refused", 2)
    store.cut = False
    answer = await world.say(table, ear, {"t": "again", "cid": "a"})
    assert len(store._tables) == 2, "no table is left that nobody was sent to"
    assert answer["url"].removeprefix("/table/") in store._tables
    following = await world.lobby.find(answer["url"].removeprefix("/table/"))
    assert following is not None
    assert following.course.running
    if fair:
        assert following.course.now.proof is not None
        assert following.course.now.proof.commitment == promised["commitment"]


async def test_after_a_restart_nobody_is_called_away_before_he_could_come_back() -> None:
    evening = Evening()
    await evening.open()
    await evening.restart(there=(ANN,))
    ann = evening.ears[ANN]
    told = [message for message in ann.heard if message["t"] == "presence"]
    assert [(one["here"], one["away"], one["wait"]) for one in told] == [([True, True], None, None)]
    claimed = await evening.say(ANN, {"t": "claim", "n": ann.n, "cid": "early", "seat": BEN})
    assert claimed["error"] == "Ben has 60 seconds left to come back."
    await pass_time(evening.world, evening.table, 10)
    assert ann.last("presence") | {"n": 0} == {"t": "presence", "n": 0, "here": [True, False], "away": 1, "wait": 50}
    await pass_time(evening.world, evening.table, 50)
    assert ann.last("presence")["wait"] == 0


async def test_who_comes_back_in_time_after_a_restart_was_never_away() -> None:
    evening = Evening()
    await evening.open()
    await evening.restart(there=(ANN,))
    await pass_time(evening.world, evening.table, 5)
    await evening.world.ear(evening.table, "ben")
    await pass_time(evening.world, evening.table, 100)
    told = [message for message in evening.ears[ANN].heard if message["t"] == "presence"]
    assert [one["here"] for one in told if not all(one["here"])] == []
    assert {one["away"] for one in told} == {None}


async def test_two_processes_that_both_go_on_go_on_to_one_table() -> None:
    store = MemoryStore()
    first = World(store, fair=True)
    table, ear = await first.table(match=False)
    await first.play_round(table, ear)
    second = World(store, seed=2, fair=True)
    same = await second.lobby.find(table.id)
    assert same is not None
    assert set(await asyncio.gather(table.rematch(), same.rematch())) == {next(reversed(store._tables))}
    assert len(store._tables) == 2


@pytest.mark.parametrize("chosen", [0, 1, None], ids=["chosen black", "chosen white", "drawn by lot"])
async def test_who_leads_is_settled_once_and_alternates_over_restarts(chosen: int | None) -> None:
    """The server ends after the table is made, after the first deal, and at each table that is played after it."""
    store = MemoryStore()
    seeds = itertools.count(5)
    world = World(store, seed=next(seeds))
    seats = ("you", "open") if chosen == 0 else ("open", "you")
    setup, mine = make_setup("ply-yard", 2, seats, match=False)
    if chosen is None:
        setup, mine = world.lobby.by_lot(setup, mine)
    setup = setup.with_seat(mine, Seat("person", None, "Ann"))
    table = await world.lobby.create(setup, {mine: "ann"})
    black = "ann" if mine == 0 else "ben"
    assert chosen is None or mine == chosen

    async def restarted(name: str) -> tuple[World, Table]:
        again = World(store, seed=next(seeds))
        found = await again.lobby.find(name)
        assert found is not None
        return again, found

    world, table = await restarted(table.id)
    assert table.setup.lot == (chosen is None)
    await table.sit("ben", "Ben")
    for _ in range(3):
        world, table = await restarted(table.id)
        assert table.course.position is not None
        assert table.course.position.leader == 0
        assert table.seats[0] == black
        assert [seat.name for seat in table.setup.seats] == [table.seats[seat].capitalize() for seat in (0, 1)]
        ears = [await world.ear(table, table.seats[seat]) for seat in (0, 1)]
        await world.play_together(table, ears)
        world, table = await restarted(table.id)
        for guest in ("ann", "ben"):
            answer = await world.say(table, await world.ear(table, guest), {"t": "again", "cid": guest})
        table_id = answer["url"].removeprefix("/table/")
        world, table = await restarted(table_id)
        black = "ben" if black == "ann" else "ann"


async def test_a_claim_that_was_made_is_made_once_and_a_running_grace_begins_anew() -> None:
    evening = Evening()
    await evening.open()
    evening.table.leave(evening.ears[BEN])
    evening.world.clock.advance(59.0)
    await evening.restart(there=[ANN])
    for seconds in (0.0, 59.0):
        evening.world.clock.advance(seconds)
        early = await evening.say(ANN, evening.message(0, {"t": "claim", "seat": BEN}))
        assert early["t"] == "refused"
    evening.world.clock.advance(2.0)
    claim = evening.message(1, {"t": "claim", "seat": BEN})
    await evening.say(ANN, claim)
    n, outcome = evening.table.course.n, evening.ears[ANN].state["outcome"]
    assert outcome["winners"] == [ANN]
    await evening.restart(there=[ANN])
    assert (await evening.say(ANN, claim))["t"] == "ok"
    assert (evening.table.course.n, evening.ears[ANN].state["outcome"]) == (n, outcome)


async def test_over_a_restart_a_clock_stands_still_and_has_no_less_than_before() -> None:
    evening = Evening()
    await evening.open(Pace(15, "forfeit"))
    evening.world.clock.advance(9.0)
    await evening.restart(there=[])
    evening.world.clock.advance(1000.0)
    await evening.world.settle(evening.table)
    assert evening.table.course.running, "nobody loses by time while nobody can be there"
    ann = await evening.world.ear(evening.table, "ann")
    told = clock(ann)
    assert told is not None
    assert told["left"] >= 6.0
    assert not told["runs"], "Ben is to move, and not there yet"


async def test_a_duplicates_sign_up_goes_on_after_a_restart_at_any_place() -> None:
    world = World(fair=True)
    found = await made(world, guests=1)
    await world.lobby.duplicates.add(found.id, "guest0", "guest0's")
    people = [("guest0", (0, 0)), ("ben", (0, 1)), ("cleo", (1, 0)), ("dan", (1, 1))]
    for guest, place in people:
        for _ in range(2):
            assert await world.lobby.duplicates.sit(found.id, place, guest, f"{guest}'s") == place
            world = World(world.store, fair=True)
    kept = await world.lobby.duplicates.find(found.id)
    assert kept is not None
    assert kept.commitments == found.commitments
    assert not kept.free
    await world.lobby.duplicates.start(found.id, "dan")
    await calm(world)
    again = World(world.store, fair=True)
    await again.lobby.duplicates.resume()
    await again.lobby.duplicates.start(found.id, "guest0")
    await calm(again)
    after = await again.lobby.duplicates.find(found.id)
    assert after is not None
    assert after.proof(1).strings == ("guest0's | cleo's", "ben's | dan's")
    assert isinstance(again.store, MemoryStore)
    assert len(again.store._tables) == found.agreement.tables, "of the first deal, each made once"
