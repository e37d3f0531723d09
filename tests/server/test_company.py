"""Tables for people: seats that wait, invitations, names, and the first deal when everybody is there."""

from __future__ import annotations

import asyncio
import json

import pytest
from world import Ear, World

from doublesix.server.company import BadNameError, good_name
from doublesix.server.lobby import ABANDONED_AFTER
from doublesix.server.setup import Setup, make_setup
from doublesix.server.step import RefusedError
from doublesix.store import MemoryStore

FOUR = ("ben", "cleo", "dan")


async def test_a_table_waits_until_all_seats_are_taken_and_then_deals() -> None:
    world = World()
    table, ann = await world.waiting("ranked-draw", ("you", "open", "easy", "open"))
    assert ann.state["waiting"]
    assert [seat["free"] for seat in ann.state["seats"]] == [False, True, False, True]
    assert await table.sit("ben", "Ben") == 1
    assert ann.state["waiting"]
    assert ann.last("events")["events"][0]["text"] == "Ben sat down."
    assert await table.sit("cleo", "") == 3
    await world.settle(table)
    assert "waiting" not in ann.state
    assert [seat["name"] for seat in ann.state["seats"]] == ["You", "Ben", "Computer", "Guest"]


async def test_twenty_joins_of_one_guest_at_once_take_one_seat() -> None:
    world = World()
    table, ann = await world.waiting("ranked-draw", ("you", "open", "open"))
    seats = await asyncio.gather(*(table.sit("ben", "Ben") for _ in range(20)))
    assert set(seats) == {1}
    assert table.course.free == (2,)
    assert ann.state["waiting"]


async def test_of_many_who_want_the_last_seat_one_gets_it() -> None:
    world = World()
    table, _ = await world.waiting()
    answers = await asyncio.gather(*(table.sit(f"guest{i}", "") for i in range(20)), return_exceptions=True)
    assert answers.count(1) == 1
    refused = [str(answer) for answer in answers if isinstance(answer, RefusedError)]
    assert refused == ["All seats of this table are taken."] * 19
    assert table.course.running


async def test_the_host_sits_once_even_where_he_opens_his_own_link() -> None:
    world = World()
    table, _ = await world.waiting()
    assert await table.sit("ann", "Ann") == 0
    assert table.course.free == (1,)


@pytest.mark.parametrize(("rules", "others"), [("ply-yard", ("ben",)), ("ranked-draw", FOUR), ("partners", FOUR)])
async def test_people_play_a_whole_round(rules: str, others: tuple[str, ...]) -> None:
    world = World(seed=3)
    table, ears = await world.people(rules, others)
    watcher = await world.ear(table, None)
    await world.play_together(table, ears)
    assert all(ear.state["outcome"]["hands"] == watcher.state["outcome"]["hands"] for ear in ears)
    assert watcher.state["outcome"]["ending"] in ("domino", "blocked")
    names = [seat["name"] for seat in watcher.state["seats"]]
    assert names == ["Ann", *map(str.capitalize, others)]


async def test_the_host_may_start_early_with_the_computer_in_the_open_seats() -> None:
    world = World()
    table, ann = await world.waiting("ranked-draw", ("you", "open", "open"))
    await table.sit("ben", "Ben")
    ben = await world.ear(table, "ben")
    answer = await world.say(table, ben, {"t": "start", "n": ben.n, "cid": "b1"})
    assert answer["error"] == "Only who made the table may start before all seats are taken."
    await world.say(table, ann, {"t": "start", "n": ann.n, "cid": "a1"})
    assert [seat["kind"] for seat in ann.state["seats"]] == ["person", "person", "bot"]
    assert ben.state["hand"]
    answer = await world.say(table, ann, {"t": "close", "n": ann.n, "cid": "a2"})
    assert answer["t"] == "refused"


async def test_only_the_host_closes_a_table_and_then_nobody_sits_down() -> None:
    world = World()
    table, ann = await world.waiting()
    watcher = await world.ear(table, None)
    answer = await world.say(table, watcher, {"t": "close", "n": watcher.n, "cid": "w"})
    assert answer["t"] == "refused"
    await world.say(table, ann, {"t": "close", "n": ann.n, "cid": "a"})
    assert ann.state["closed"]
    assert watcher.last("events")["events"][0]["text"] == "The table was closed by its host."
    with pytest.raises(RefusedError, match="closed"):
        await table.sit("ben", "Ben")
    assert await world.store.unfinished(10) == []
    assert await world.lobby.tables_of("ann") == []


async def test_a_table_that_waits_deals_to_nobody_who_asks_for_the_next_round() -> None:
    world = World()
    table, ann = await world.waiting()
    for message in ({"t": "next", "n": 0, "cid": "1"}, {"t": "move", "n": 0, "cid": "2", "move": "6-6"},
                    {"t": "resign", "n": 0, "cid": "3"}, {"t": "again", "cid": "4"}):  # fmt: skip
        answer = await world.say(table, ann, message)
        assert answer["t"] == "refused", message
    assert table.course.n == 0


async def test_who_is_there_is_told_to_the_others() -> None:
    world = World()
    table, ann = await world.waiting("ranked-draw", ("you", "open", "open"))
    assert ann.last("presence")["here"] == [True, False, False]
    await table.sit("ben", "Ben")
    ben = await world.ear(table, "ben")
    assert ann.last("presence")["here"] == [True, True, False]
    table.leave(ben)
    assert ann.last("presence")["here"] == [True, False, False]


async def test_a_restart_keeps_who_sits_where_and_what_was_agreed() -> None:
    store = MemoryStore()
    world = World(store)
    table, _ = await world.waiting("ranked-draw", ("you", "open", "open"))
    await table.sit("ben", "Ben")
    again = World(store)
    assert await again.lobby.resume() == 1
    found = await again.lobby.find(table.id)
    assert found is not None
    assert found.course.free == (2,)
    assert await found.sit("ben", "Ben") == 1
    assert await found.sit("cleo", "Cleo") == 2
    ear = await again.ear(found, "cleo")
    assert [seat["name"] for seat in ear.state["seats"]] == ["Ann", "Ben", "You"]
    third = World(store)
    later = await third.lobby.find(table.id)
    assert later is not None
    assert later.course.position is not None
    assert found.course.position is not None
    assert later.course.position.hands == found.course.position.hands
    assert later.course.answers == found.course.answers
    assert [row.id for row in await store.tables_of("cleo", 5)] == [table.id]


async def test_a_table_whose_people_are_all_gone_before_it_began_closes_after_a_while() -> None:
    world = World()
    table, ann = await world.waiting()
    watcher = await world.ear(table, None)
    world.clock.advance(ABANDONED_AFTER * 2)
    assert await world.lobby.close_abandoned() == 0, "its host is there"
    table.leave(ann)
    world.clock.advance(ABANDONED_AFTER - 1)
    assert await world.lobby.close_abandoned() == 0
    world.clock.advance(2)
    assert world.lobby.forget_idle() == 0
    assert await world.lobby.close_abandoned() == 1
    assert watcher.state["closed"]
    assert await world.lobby.close_abandoned() == 0


async def test_the_lobby_shows_tables_that_were_listed_and_wait() -> None:
    world = World()
    await world.waiting()
    assert world.lobby.open_tables() == []
    setup, _ = make_setup("ply-yard", 2, ["you", "open"])
    listed = await world.lobby.create(Setup(setup.rules, setup.seats, False, host=0, listed=True), {0: "ann"})
    (shown,) = world.lobby.open_tables()
    assert (shown.id, shown.players, shown.free, shown.host) == (listed.id, 2, 1, "Guest")
    await listed.sit("ben", "Ben")
    assert world.lobby.open_tables() == []


@pytest.mark.parametrize("wished", ["Ann", "Zoë B.", "李小龍", "O'Neil-Smith", "ann_2", "  Ann   B  ", "", "नमस्ते"])
def test_a_name_is_kept_without_needless_spaces(wished: str) -> None:
    assert good_name(wished) == " ".join(wished.split())


@pytest.mark.parametrize(
    "wished", ["<b>", "a" * 21, "6-4", "x\u202ey", "x\u200by",
               "Computer", "computer 2", "You", "Seat 1", "Black", "a" + 3 * "\u0300"]
)  # fmt: skip
def test_a_name_that_nobody_can_have_is_refused_with_what_would_work(wished: str) -> None:
    with pytest.raises(BadNameError):
        good_name(wished)


async def test_two_of_the_same_name_are_told_apart() -> None:
    world = World()
    table, _ = await world.waiting("ranked-draw", ("you", "open", "open"))
    await table.sit("ben", "Ann")
    await table.sit("cleo", "Cleo")
    watcher = await world.ear(table, None)
    assert [seat["name"] for seat in watcher.state["seats"]] == ["Ann 1", "Ann 2", "Cleo"]


async def test_the_lot_moves_everybody_on_and_the_table_says_so() -> None:
    world = World()
    seats = set()
    for _ in range(20):
        setup, seat = make_setup("ply-yard", 2, ["you", "open"])
        drawn, mine = world.lobby.by_lot(setup, seat)
        assert drawn.lot
        assert drawn.host == mine
        seats.add(mine)
    assert seats == {0, 1}
    table = await world.lobby.create(drawn, {mine: "ann"})
    await table.sit("ben", "Ben")
    assert table.seat_of("ben") == 1 - mine


async def test_a_waiting_table_tells_a_spectator_no_guest_and_no_tile() -> None:
    world = World()
    table, ann = await world.waiting("ranked-draw", ("you", "open", "open"))
    watcher: Ear = await world.ear(table, None)
    await table.sit("the-id-of-ben", "Ben")
    await world.settle(table)
    for raw in (*watcher.raw, *ann.raw):
        assert "the-id-of-ben" not in raw
        assert not json.loads(raw).get("state", {}).get("hand")
