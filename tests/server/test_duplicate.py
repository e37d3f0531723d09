"""Duplicates: the same deals at several tables, nothing of them shown too early, results with the luck taken out."""

from __future__ import annotations

import asyncio
import io
import json
import random
import re
import zipfile
from dataclasses import replace
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from world import Ear, World

from doublesix.notation.verify import verify_json
from doublesix.rules import Tile, preset
from doublesix.server.api.routes import ROUTES
from doublesix.server.duplicate import Agreement, Duplicate, Result, folded, result_of
from doublesix.server.duplicate_http import _mine, sheet
from doublesix.server.duplicates import GRACE, agreed
from doublesix.server.mydata import MyData
from doublesix.server.records import records_of
from doublesix.server.setup import BadSetupError
from doublesix.server.step import RefusedError
from doublesix.server.table import Table
from doublesix.store import MemoryStore

TILE = re.compile(r"\b(\d)[-|](\d)\b")


async def made(
    world: World, rules: str = "ply-yard", players: int = 2, deals: int = 2, tables: int = 2, guests: int = 2
) -> Duplicate:
    """A duplicate where Ann and others sit: with two seats in two teams, Ann's partner at the other table."""
    duplicates = world.lobby.duplicates
    agreement = agreed(preset(rules), players, deals, tables, "easy", duplicates.secret)
    found = await duplicates.create(agreement, (0, 0), "guest0")
    for number in range(1, guests):
        await duplicates.sit(found.id, None, f"guest{number}", f"string {number}")
    return found


async def calm(world: World) -> None:
    """Until nothing is under way anywhere."""
    for _ in range(40):
        await asyncio.sleep(0)
        for table in list(world.lobby._tables.values()):
            await world.settle(table)
        tasks = tuple(world.lobby.duplicates._tasks)
        if tasks:
            await asyncio.gather(*tasks)


async def now(world: World, found: Duplicate) -> Duplicate:
    """The duplicate as it stands."""
    again = await world.lobby.duplicates.find(found.id)
    assert again is not None
    return again


async def shown_to(world: World, found: Duplicate, guest: str | None) -> dict[str, Any]:
    """What somebody may see of it."""
    found = await now(world, found)
    return sheet(found, guest, await world.lobby.duplicates.names(found))


async def table_at(world: World, found: Duplicate, deal: int, table: int) -> Table:
    """A table of it."""
    there = await world.lobby.find(found.table_id(deal, table))
    assert there is not None
    return there


async def play(world: World, table: Table) -> dict[int, Ear]:
    """Play all people's seats of a table to the end of its round; their ears."""
    ears = {}
    for seat, guest in table.seats.items():
        ears[seat] = Ear(table.seat_of(guest))
        table.join(ears[seat])
    await calm(world)
    while (position := table.course.position) is not None and position.turn is not None:
        await world.move(table, ears[position.turn])
    await calm(world)
    return ears


async def test_the_same_deals_lie_at_both_tables_with_the_seats_of_the_teams_exchanged() -> None:
    world = World(fair=True)
    found = await made(world, guests=4)
    await world.lobby.duplicates.start(found.id, "guest0")
    await calm(world)
    found = await now(world, found)
    first, second = [await table_at(world, found, 1, table) for table in range(2)]
    assert first.course.position is not None
    assert second.course.position is not None
    assert first.course.position.hands == second.course.position.hands
    assert first.course.position.boneyard == second.course.position.boneyard
    assert [found.team(*place) for place in found.places] == [0, 1, 1, 0]
    assert first.seats == {0: "guest0", 1: "guest1"}
    assert second.seats == {0: "guest2", 1: "guest3"}


async def test_a_guest_has_one_place_and_never_meets_a_deal_twice() -> None:
    world = World(fair=True)
    found = await made(world, guests=1)
    duplicates = world.lobby.duplicates
    places = await asyncio.gather(*(duplicates.sit(found.id, (1, 0), "ben", "") for _ in range(5)))
    assert places == [(1, 0)] * 5
    assert await duplicates.sit(found.id, (1, 1), "ben", "") == (1, 0)
    assert await duplicates.sit(found.id, (0, 1), "guest0", "") == (0, 0)
    with pytest.raises(RefusedError, match="taken"):
        await duplicates.sit(found.id, (1, 0), "cleo", "")
    with pytest.raises(RefusedError, match="starts it"):
        await duplicates.start(found.id, "ben")
    await duplicates.start(found.id, "guest0")
    with pytest.raises(RefusedError, match="All places"):
        await duplicates.sit(found.id, None, "cleo", "")
    with pytest.raises(RefusedError, match="before the first deal"):
        await duplicates.add(found.id, "ben", "late")
    await calm(world)


async def test_a_person_plays_a_duplicate_against_computers_and_sees_the_board_at_the_end() -> None:
    world = World(fair=True)
    found = await made(world, deals=3, guests=1)
    await world.lobby.duplicates.add(found.id, "guest0", "mine | and more")
    await world.lobby.duplicates.start(found.id, "guest0")
    await calm(world)
    for deal in range(1, 4):
        table = await table_at(world, found, deal, 0)
        assert not (await shown_to(world, found, "guest0"))["over"]
        assert (await shown_to(world, found, "guest0"))["table"] == f"/table/{table.id}"
        ears = await play(world, table)
        state = ears[0].state
        assert state["duplicate"]["withheld"] is False, "the computers have played it already"
        assert state["duplicate"]["next"] == (f"/table/{found.table_id(deal + 1, 0)}" if deal < 3 else None)
        assert len(state["outcome"]["hands"]) == 2
    done = await now(world, found)
    assert done.over
    shown = await shown_to(world, done, None)
    assert shown["over"]
    assert shown["totals"][0]["total"] == sum(deal["difference"] for deal in shown["deals"])
    assert await world.store.duplicates.unfinished(5) == []
    proved = 0
    for deal in range(1, 4):
        for table_number in range(2):
            records = records_of((await table_at(world, found, deal, table_number)).course)
            answer = verify_json(records[0])
            assert (answer["ok"], answer["deal"]) == (True, "proved"), answer
            assert records[0].extras["fair"]["commitment"] == shown["commitments"][deal - 1]
            assert records[0].extras["fair"]["strings"] == ["mine / and more", ""]
            proved += 1
    assert proved == 6


@pytest.mark.parametrize(
    ("rules", "players", "last"),
    [("draw-100", 3, "Seat 3"), ("draw-100", 4, "Seat 4"), ("partners", 4, "Seats 2 and 4")],
)
async def test_the_sheet_names_the_sides_of_more_seats_and_tables(
    world: World, app: Starlette, rules: str, players: int, last: str
) -> None:
    found = await made(world, rules, players, tables=3, guests=1)
    await world.lobby.duplicates.start(found.id, "guest0")
    await calm(world)
    await play(world, await table_at(world, found, 1, 0))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        answer = await client.get(f"/duplicate/{found.id}")
    assert answer.status_code == 200
    assert answer.text.count(f"<small>{last} <b>") == 2 * 3, "for each table once beside the deal, once below"


OF_A_TABLE = sorted((method, address) for method, address in ROUTES if "{table}" in address)


@pytest.mark.parametrize("locked", [False, True])
async def test_no_address_shows_who_may_not_watch_a_table_that_others_play_at(
    world: World, app: Starlette, locked: bool
) -> None:
    """At a duplicate's other table lies the deal that one is still to play; a host may have locked his own."""
    ours = {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"}
    world.lobby = app.state.lobby
    found = await made(world, "ranked-block", 2, 1, 2, 4)
    await world.lobby.duplicates.start(found.id, "guest0")
    await calm(world)
    table = await table_at(world, found, 1, 0)
    if locked:
        table.show(True, None)
        table.course.now = replace(table.course.now, company=replace(table.course.company, locked=True))
    seat = table.course.position.turn if table.course.position else None
    ear = await world.ear(table, table.seats[seat or 0])
    await world.say(table, ear, {"t": "move", "n": table.course.n, "cid": "lead", "move": ear.state["legal"][0]})
    assert len(OF_A_TABLE) > 8
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ours["origin"], headers=ours) as client:
        for method, address in OF_A_TABLE:
            data = {"about": "", "note": ""} if method == "POST" else None
            answer = await client.request(method, address.replace("{table}", table.id), data=data)
            if "join" in address:
                assert answer.status_code in (303, 409, 415), "there is no seat for him"
            elif answer.status_code == 303:
                assert answer.headers["location"] == f"/duplicate/{found.id}"
                assert not locked
            else:
                assert answer.status_code in (403, 415), f"{method} {address}"


class Searched(Ear):
    """An ear at one table that must hear nothing of a deal but what its seat has seen."""

    def __init__(self, seat: int | None, table: Table) -> None:
        super().__init__(seat)
        self.table = table
        self.known: set[Tile] = set()

    def tell(self, message: Any) -> None:
        super().tell(message)
        position, withheld = self.table.course.position, self.table.course.withheld
        assert position is not None
        if not withheld:
            return
        self.known |= set(position.line.tiles)
        if self.seat is not None:
            self.known |= set(position.hands[self.seat])
        told = {Tile(int(a), int(b)) for a, b in TILE.findall(message)}
        assert not told - self.known, message
        proof = self.table.course.now.proof
        assert proof is not None
        assert proof.secret is not None
        assert proof.secret.hex() not in message


@pytest.mark.parametrize(
    ("rules", "players", "tables", "guests"),
    [("ply-yard", 2, 2, 4), ("draw-100", 3, 2, 6), ("partners", 4, 2, 8), ("ranked-block", 4, 3, 12)],
)
async def test_hands_are_shown_only_when_every_table_has_finished_the_deal(
    rules: str, players: int, tables: int, guests: int
) -> None:
    world = World(fair=True, seed=3)
    found = await made(world, rules, players, 1, tables, guests)
    await world.lobby.duplicates.start(found.id, "guest0")
    await calm(world)
    order = random.Random(players).sample(range(tables), tables)
    heard: list[Searched] = []
    for place, number in enumerate(order):
        table = await table_at(world, found, 1, number)
        assert table.closed_to(None)
        assert table.closed_to("a stranger")
        assert not table.closed_to(table.seats[0])
        searched = [Searched(seat, table) for seat in range(players)]
        for ear in searched:
            table.join(ear)
        heard += searched
        await play(world, table)
        last = place == tables - 1
        assert table.course.withheld is not last
        for ear in searched:
            await world.say(table, ear, {"t": "sync", "n": 0})
            if not last:
                assert ear.state["outcome"]["winners"] is not None
                assert ear.state["outcome"]["hands"] == ear.state["outcome"]["boneyard"] == []
                assert ear.state["outcome"]["pips"] == ear.state["outcome"]["sums"] == []
                assert "secret" not in ear.state["fair"]
        assert bool(records_of(table.course)) is last
        shown = json.dumps(await shown_to(world, found, "guest0"))
        if not last:
            assert "scores" not in shown
            assert not [secret for secret in found.agreement.secrets if secret.hex() in shown]
    for ear in heard:
        assert len(ear.state["outcome"]["hands"]) == players, "told without asking, when the last table is done"
        assert ear.state["fair"]["secret"]
    assert not (await table_at(world, found, 1, order[0])).closed_to(None)


async def begun(world: World, **more: Any) -> Duplicate:
    """A duplicate that has started, nobody being at its tables."""
    found = await made(world, **more)
    await world.lobby.duplicates.start(found.id, "guest0")
    await calm(world)
    return found


async def test_who_is_away_too_long_loses_his_place_to_the_computer_when_the_others_say_so() -> None:
    world = World(fair=True)
    found = await made(world, guests=1)
    duplicates = world.lobby.duplicates
    await duplicates.sit(found.id, (1, 0), "ben", "Ben's")
    await duplicates.start(found.id, "guest0")
    await calm(world)
    strings = (await now(world, found)).proof(2).strings
    for deal in (1, 2):
        await play(world, await table_at(world, found, deal, 0))
    assert await duplicates.away(await now(world, found)) == frozenset()
    with pytest.raises(RefusedError, match="long enough"):
        await duplicates.stand_in(found.id, "guest0", (1, 0))
    world.clock.advance(GRACE)
    assert await duplicates.away(await now(world, found)) == {(1, 0)}
    told = await full_sheet(world, found, "guest0")
    assert [place["away"] for place in told["places"]] == [False, False, True, False]
    for stranger in (None, "cleo"):
        with pytest.raises(RefusedError, match="Only those who play"):
            await duplicates.stand_in(found.id, stranger, (1, 0))
    await duplicates.stand_in(found.id, "guest0", (1, 0))
    await calm(world)
    done = await now(world, found)
    assert done.over
    assert done.results[1, 1].ending == "forfeit"
    assert done.results[2, 1].ending != "forfeit", "the computer has played it"
    assert done.proof(2).strings == strings, "the deal is the one that was promised"
    assert (await table_at(world, found, 2, 1)).course.position.hands  # type: ignore[union-attr]
    with pytest.raises(RefusedError, match="Only those who play"):
        await duplicates.stand_in(found.id, "ben", (0, 0))
    restarted = await World(world.store, fair=True).lobby.duplicates.find(found.id)
    assert restarted == done


async def full_sheet(world: World, found: Duplicate, guest: str | None) -> dict[str, Any]:
    """What somebody may see of it, with those who are away."""
    found, duplicates = await now(world, found), world.lobby.duplicates
    return sheet(found, guest, await duplicates.names(found), await duplicates.away(found))


async def test_nobody_who_is_there_or_whose_computer_thinks_beside_him_counts_as_away() -> None:
    world = World(fair=True)
    found = await begun(world, guests=1)
    table = await table_at(world, found, 1, 0)
    table.join(Ear(0))
    await calm(world)
    world.clock.advance(10 * GRACE)
    await calm(world)
    assert await world.lobby.duplicates.away(await now(world, found)) == frozenset()


async def test_who_has_his_data_removed_keeps_no_duplicate_waiting() -> None:
    world = World(fair=True)
    waiting, running = await made(world, guests=2), await begun(world, guests=2)
    data = MyData(world.seams, world.lobby)
    assert {one.id for one in await world.lobby.duplicates.of("guest1")} == {waiting.id, running.id}
    exported = zipfile.ZipFile(io.BytesIO(await data.export("guest1")))
    assert len(json.loads(exported.read("duplicates.json"))) == 2
    await data.forget("guest1")
    await calm(world)
    assert (0, 1) in (await now(world, waiting)).free, "his place can be taken by somebody else"
    left = await now(world, running)
    assert left.results[1, 0].ending == "forfeit"
    table = await table_at(world, running, 2, 0)
    assert table.setup.seats[1].kind == "bot"
    await play(world, table)
    assert (await now(world, running)).over
    assert await world.lobby.duplicates.of("guest1") == []


async def test_a_guest_finds_his_duplicates_and_how_they_stand() -> None:
    world = World(fair=True)
    waiting, running = await made(world, guests=2), await begun(world, guests=2)
    found = await world.lobby.duplicates.of("guest1")
    assert [one.id for one in found] == [running.id, waiting.id]
    assert [_mine(one, "guest1")["stands"] for one in found] == ["yours", "waits"]
    assert [_mine(one, "guest1")["stands"] for one in found[1:]] == ["waits"]
    for deal in (1, 2):
        await play(world, await table_at(world, running, deal, 0))
    assert [_mine(one, "guest1")["stands"] for one in await world.lobby.duplicates.of("guest1")] == ["over", "waits"]
    assert await world.lobby.duplicates.of(None) == await world.lobby.duplicates.of("cleo") == []


async def test_nothing_is_taken_back_made_void_or_played_again() -> None:
    world = World(fair=True)
    found = await made(world, deals=1, guests=1)
    await world.lobby.duplicates.start(found.id, "guest0")
    await calm(world)
    table = await table_at(world, found, 1, 0)
    ear = await world.ear(table, "guest0")
    await world.move(table, ear)
    for ask in ("void", "take_back"):
        answer = await world.say(table, ear, {"t": ask, "n": ear.n, "cid": ask})
        assert answer["t"] == "refused"
    await world.say(table, ear, {"t": "resign", "n": table.course.n, "cid": "r"})
    await calm(world)
    answer = await world.say(table, ear, {"t": "again", "cid": "a"})
    assert "last deal of the duplicate" in answer["error"]
    result = (await now(world, found)).results[1, 0]
    assert result.ending == "forfeit"
    assert result.values is not None
    assert result.values[0] < 0 == result.values[1]


@pytest.mark.parametrize("kill_after", range(0, 40, 5))
async def test_a_server_killed_at_any_moment_goes_on_with_the_same_deals(kill_after: int) -> None:
    store = MemoryStore()
    world = World(store, fair=True)
    found = await made(world, deals=2, guests=1)
    secrets = found.agreement.secrets
    await world.lobby.duplicates.start(found.id, "guest0")
    table = await table_at(world, found, 1, 0)
    ear = Ear(0)
    table.join(ear)
    for _ in range(kill_after):
        await asyncio.sleep(0)
    if ear.state["legal"]:
        await world.move(table, ear)
    again = World(store, seed=8, fair=True)
    await again.lobby.resume()
    await again.lobby.duplicates.resume()
    await calm(again)
    for deal in (1, 2):
        await play(again, await table_at(again, found, deal, 0))
    done = await now(again, found)
    assert done.over
    assert done.agreement.secrets == secrets
    third = World(store, seed=9, fair=True)
    await third.lobby.duplicates.resume()
    reread = await now(third, found)
    assert reread == done
    for table_number in range(2):
        there = await table_at(third, found, 1, table_number)
        await calm(third)
        assert not there.course.withheld
        assert verify_json(records_of(there.course)[0])["deal"] == "proved"


# --- scoring ----------------------------------------------------------------------------------------------------------


def sat(players: int, tables: int, rules: str, results: dict[tuple[int, int], Result]) -> Duplicate:
    """A started duplicate with these results."""
    found = Duplicate("d", Agreement(preset(rules), players, tables, "easy", (bytes(32),)), started=True)
    return Duplicate("d", found.agreement, 0, {}, True, results)


def test_two_teams_get_the_difference_of_both_tables() -> None:
    found = sat(2, 2, "ply-yard", {(1, 0): Result("domino", (0, -20)), (1, 1): Result("blocked", (-4, -9))})
    assert found.teams
    assert found.scores(1) == [[20, -20], [5, -5]]
    assert found.difference(1) == 15, "team 0 made 20 with the first hand, and the others 5"
    assert found.totals() == {(0, 0): 15, (0, 1): -15, (1, 0): -15, (1, 1): 15}


def test_equal_play_gives_nothing_and_a_void_deal_counts_for_nobody() -> None:
    same = Result("domino", (0, -31))
    assert sat(2, 2, "ply-yard", {(1, 0): same, (1, 1): same}).difference(1) == 0
    void = sat(2, 2, "ply-yard", {(1, 0): same, (1, 1): Result("void", None)})
    assert void.difference(1) is None
    assert set(void.totals().values()) == {0}


def test_more_seats_are_compared_with_the_same_seat_at_the_other_tables() -> None:
    results = {
        (1, 0): Result("domino", (30, 0, 0)),
        (1, 1): Result("domino", (0, 12, 0)),
        (1, 2): Result("domino", (0, 0, 18)),
    }
    found = sat(3, 3, "draw-100", results)
    assert not found.teams
    assert found.scores(1)[0] == [30, -15, -15]
    assert found.against(1, 0, 0) == 30 - (-6 - 9) / 2
    assert sum(found.totals().values()) == pytest.approx(0)


async def test_a_side_makes_its_points_or_loses_its_pips() -> None:
    for rules, pays in (("ply-yard", False), ("draw-100", True)):
        world = World(seed=6)
        table, ear = await world.table(rules, match=False)
        await world.play_round(table, ear)
        position = table.course.position
        assert position is not None
        assert position.outcome is not None
        result = result_of(position)
        pips = [sum(tile.pips for tile in hand) for hand in position.hands]
        assert result.values == (tuple(position.outcome.points) if pays else tuple(-held for held in pips))


def test_an_agreement_says_what_is_possible() -> None:
    rules = preset("ply-yard")
    for deals, tables in ((0, 2), (25, 2), (3, 3), (3, 1)):
        with pytest.raises(BadSetupError):
            agreed(rules, 2, deals, tables, "easy", lambda: bytes(32))
    with pytest.raises(ValueError, match="players"):
        agreed(rules, 3, 2, 2, "easy", lambda: bytes(32))
    agreement = agreed(preset("draw-100"), 3, 2, 4, "hard", lambda: bytes(32))
    assert Agreement.from_text(agreement.text()) == agreement
    assert folded("x", agreement, ()).free == [(table, seat) for table in range(4) for seat in range(3)]


async def test_who_waits_for_something_to_happen_is_told_at_once_and_else_after_a_while() -> None:
    world = World()
    duplicates = world.lobby.duplicates
    made = await duplicates.create(agreed(preset("block"), 2, 1, 2, "easy", duplicates.secret), (0, 0), "ann")
    waiting = asyncio.create_task(duplicates.wait(made.id))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not waiting.done()
    await duplicates.sit(made.id, None, "ben", "")
    await waiting
    patient = asyncio.create_task(duplicates.wait(made.id))
    for _ in range(3):
        await asyncio.sleep(0)
    world.clock.advance(20.0)
    await patient
    leaving = asyncio.create_task(duplicates.wait(made.id))
    await asyncio.sleep(0)
    duplicates.release()
    await leaving


async def test_my_data_holds_the_record_of_a_deal_once_all_tables_have_played_it() -> None:
    world = World(fair=True)
    found = await made(world, deals=1, guests=4)
    await world.lobby.duplicates.start(found.id, "guest0")
    await calm(world)
    for number, records in ((0, 0), (1, 1)):
        await play(world, await table_at(world, found, 1, number))
        exported = zipfile.ZipFile(io.BytesIO(await MyData(world.seams, world.lobby).export("guest0")))
        assert len(exported.read("records.jsonl").splitlines()) == records
