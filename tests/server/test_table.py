"""One table: commands, numbers, ids, and what happens when the store says no."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from stacked import MUST_DRAW, Stacked
from world import Ear, World

from doublesix.server.acts import decode
from doublesix.server.bus import LocalBus
from doublesix.server.course import Course
from doublesix.store import Append, MemoryStore, NotStored


class Moody(MemoryStore):
    """A store that fails or loses when it is told to, and can be held inside a write."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = 0
        self.fails_after_writing = 0
        self.held = asyncio.Event()
        self.held.set()
        self.writing = 0

    async def append(self, append: Append) -> bool:
        self.writing += 1
        await self.held.wait()
        if self.fails:
            self.fails -= 1
            raise NotStored("disk full")
        won = await super().append(append)
        if self.fails_after_writing:
            self.fails_after_writing -= 1
            raise NotStored("the answer got lost")
        return won


def stacked(world: World, *deals: Any) -> World:
    object.__setattr__(world.seams, "rng", Stacked(*deals))
    return world


async def test_joining_sends_the_snapshot_and_a_move_is_acknowledged_before_it_is_shown() -> None:
    world = World()
    table, ear = await world.table()
    assert ear.heard[0]["t"] == "snapshot"
    assert ear.heard[0]["n"] == 1
    first = ear.state["legal"][0]
    await world.say(table, ear, {"t": "move", "n": 1, "cid": "c1", "move": first})
    assert ear.heard[1] == {"t": "ok", "cid": "c1", "n": 2}
    assert ear.heard[2]["t"] == "events"
    assert (ear.heard[2]["from"], ear.heard[2]["n"]) == (2, 2)
    assert ear.heard[2]["events"][0]["move"] == first


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("ply-yard", ("you", "normal")),
        ("ply-yard", ("easy", "you")),
        ("ranked-draw", ("you", "easy", "normal")),
        ("ranked-block", ("normal", "you", "easy", "easy")),
        ("draw-100", ("easy", "easy", "you", "normal")),
    ],
)
async def test_a_round_is_played_to_its_end_and_shows_all_hands(rules: str, seats: tuple[str, ...]) -> None:
    world = World(seed=3)
    table, ear = await world.table(rules, seats, match=False)
    await world.play_round(table, ear)
    outcome = ear.state["outcome"]
    assert outcome["ending"] in ("domino", "blocked")
    shown = [tile for hand in outcome["hands"] for tile in hand] + outcome["boneyard"]
    on_line = 1 + sum(len(arm) for arm in ear.state["line"]["arms"].values())
    assert len(set(shown)) + on_line == 28
    assert ear.last("events")["events"][-1]["kind"] == "ended"
    assert (await world.store.load([table.id]))[table.id].row.over


async def test_nothing_is_shown_or_acknowledged_before_it_is_stored() -> None:
    store = Moody()
    world = World(store)
    table, ear = await world.table()
    store.held.clear()
    table.hear(ear, decode(json.dumps({"t": "move", "n": 1, "cid": "c1", "move": ear.state["legal"][0]})))
    await world.settle(table)
    assert store.writing == 1
    assert len(ear.heard) == 1
    assert table.course.n == 1
    store.held.set()
    await world.settle(table)
    assert ear.heard[1]["t"] == "ok"


async def test_while_a_move_is_being_stored_no_other_is_judged() -> None:
    store = Moody()
    world = World(store)
    table, ear = await world.table()
    one, other = ear.state["legal"][:2]
    store.held.clear()
    table.hear(ear, decode(json.dumps({"t": "move", "n": 1, "cid": "c1", "move": one})))
    table.hear(ear, decode(json.dumps({"t": "move", "n": 1, "cid": "c2", "move": other})))
    await world.settle(table)
    assert store.writing == 1
    store.held.set()
    await world.settle(table)
    assert ear.last("refused")["stale"]


async def test_a_failed_commit_changes_nothing_and_only_its_sender_hears_of_it() -> None:
    store = Moody()
    world = World(store)
    table, ear = await world.table()
    other = Ear(None)
    table.join(other)
    first = ear.state["legal"][0]
    store.fails = 1
    answer = await world.say(table, ear, {"t": "move", "n": 1, "cid": "c1", "move": first})
    assert answer["t"] == "refused"
    assert "stored" in answer["error"]
    assert len(other.heard) == 1
    assert table.course.n == 1
    await world.say(table, ear, {"t": "move", "n": 1, "cid": "c1", "move": first})
    assert ear.heard[2] == {"t": "ok", "cid": "c1", "n": 2}


async def test_a_commit_that_was_made_although_it_failed_is_read_from_the_log() -> None:
    store = Moody()
    world = World(store)
    table, ear = await world.table()
    store.fails_after_writing = 1
    first = ear.state["legal"][0]
    await world.say(table, ear, {"t": "move", "n": 1, "cid": "c1", "move": first})
    assert ear.n >= 2
    assert ear.state["moves"][0]["move"] == first
    answer = await world.say(table, ear, {"t": "move", "n": 1, "cid": "c1", "move": first})
    assert answer == {"t": "ok", "cid": "c1", "n": 2}


async def test_a_bots_move_that_cannot_be_stored_is_tried_again_after_a_while() -> None:
    store = Moody()
    world = World(store)
    table, ear = await world.table("ply-yard", ("you", "easy"))
    table.hear(ear, decode(json.dumps({"t": "move", "n": 1, "cid": "c1", "move": ear.state["legal"][0]})))
    while table.course.n < 2:
        await asyncio.sleep(0)
    store.fails = 1
    await world.settle(table)
    assert table.course.n == 2, "the bot's move failed, and it does not try again at once"
    world.clock.advance(1.0)
    await world.settle(table)
    assert table.course.n > 2


async def test_five_identical_draws_draw_one_tile() -> None:
    world = stacked(World(choose=lambda _level, view, _seed: view.legal[-1]), MUST_DRAW)
    table, ear = await world.table("ply-yard", ("easy", "you"))
    assert ear.state["line"]["lead"] == [6, 6]
    assert ear.state["legal"] == ["draw"]
    before = ear.state["boneyard"]
    for _ in range(5):
        table.hear(ear, decode(json.dumps({"t": "move", "n": ear.n, "cid": "one", "move": "draw"})))
    await world.settle(table)
    assert ear.state["boneyard"] == before - 1
    oks = [message for message in ear.heard if message["t"] == "ok"]
    assert oks == [{"t": "ok", "cid": "one", "n": 3}] * 5


async def test_five_draws_under_different_ids_draw_one_tile() -> None:
    world = stacked(World(choose=lambda _level, view, _seed: view.legal[-1]), MUST_DRAW)
    table, ear = await world.table("ply-yard", ("easy", "you"))
    for i in range(5):
        table.hear(ear, decode(json.dumps({"t": "move", "n": 2, "cid": f"c{i}", "move": "draw"})))
    await world.settle(table)
    assert ear.state["boneyard"] == 13
    assert len([m for m in ear.heard if m["t"] == "refused" and m["stale"]]) == 4


async def test_a_stale_number_is_answered_with_what_is_current() -> None:
    world = World()
    table, ear = await world.table()
    await world.move(table, ear)
    n = ear.n
    answer = await world.say(table, ear, {"t": "move", "n": 1, "cid": "late", "move": "6-6"})
    refused = ear.last("refused")
    assert refused["stale"]
    assert refused["n"] == n
    assert answer["t"] == "snapshot"
    assert answer["n"] == n


async def test_an_id_that_was_used_for_another_command_is_refused_not_answered() -> None:
    world = World()
    table, ear = await world.table()
    await world.say(table, ear, {"t": "move", "n": 1, "cid": "c1", "move": ear.state["legal"][0]})
    answer = await world.say(table, ear, {"t": "move", "n": ear.n, "cid": "c1", "move": ear.state["legal"][0]})
    assert answer["t"] == "refused"
    assert "used before" in answer["error"]


async def test_refusals_say_the_rule_and_change_nothing() -> None:
    world = stacked(World(choose=lambda _level, view, _seed: view.legal[-1]), MUST_DRAW)
    table, ear = await world.table("ply-yard", ("easy", "you"))
    for move, part in [
        ("4-4L", "does not match the left end (6)"),
        ("pass", "must draw until a tile fits"),
        ("draw:5-4", "does not name its tile"),
        ("draw:6-1", "does not name its tile"),
        ("0-0L", "not in the hand of White"),
        ("nonsense", "is not a move"),
    ]:
        answer = await world.say(table, ear, {"t": "move", "n": 2, "cid": world.cid(), "move": move})
        assert answer["t"] == "refused"
        assert part in answer["error"]
        assert not answer["stale"]
    assert table.course.n == 2


async def test_a_move_out_of_turn_is_refused_without_judging_the_tile() -> None:
    world = World(delay=0.6)
    table, ear = await world.table("ply-yard", ("easy", "you"))
    answers = set()
    for tile in ("6-6", "5-4", "1-0L"):
        answers.add((await world.say(table, ear, {"t": "move", "n": 1, "cid": tile, "move": tile}))["error"])
    assert answers == {"It is not your turn: Black is to move."}


async def test_a_spectator_may_not_play() -> None:
    world = World()
    table, _ = await world.table()
    watcher = Ear(None)
    table.join(watcher)
    answer = await world.say(table, watcher, {"t": "move", "n": 1, "cid": "c1", "move": "6-6"})
    assert answer["t"] == "refused"
    assert "watching" in answer["error"]


async def test_two_tabs_of_one_person_agree() -> None:
    world = World()
    table, ear = await world.table()
    tab = Ear(ear.seat)
    table.join(tab)
    await world.move(table, ear)
    await world.move(table, tab)
    assert tab.state == ear.state
    assert tab.n == ear.n


async def test_a_sync_sends_what_was_missed_or_how_it_stands() -> None:
    world = World()
    table, ear = await world.table()
    for _ in range(3):
        if ear.state["legal"]:
            await world.move(table, ear)
    late = Ear(ear.seat)
    table.join(late)
    answer = await world.say(table, late, {"t": "sync", "n": 2})
    assert answer["t"] == "events"
    assert answer["from"] == 3
    assert [event["n"] for event in answer["events"]] == list(range(3, ear.n + 1))
    assert (await world.say(table, late, {"t": "sync", "n": 0}))["t"] == "events"
    assert (await world.say(table, late, {"t": "sync", "n": 9999}))["t"] == "snapshot"
    assert (await world.say(table, late, {"t": "sync", "n": ear.n}))["t"] == "snapshot"


async def test_a_ping_is_answered() -> None:
    world = World()
    table, ear = await world.table()
    assert await world.say(table, ear, {"t": "ping"}) == {"t": "pong"}


async def test_draws_of_a_bot_are_moves_of_their_own() -> None:
    world = stacked(World(), MUST_DRAW)
    table, ear = await world.table()
    await world.move(table, ear, "6-6")
    log = await world.store.events(table.id)
    assert [json.loads(row.body)["kind"] for row in log] == ["dealt", "led", "drew", "drew", "drew", "drew", "played"]
    shown = [event for message in ear.heard if message["t"] == "events" for event in message["events"]]
    assert [event["move"] for event in shown] == ["6-6", "draw", "draw", "draw", "draw", "6-1R"] or shown[-1][
        "seat"
    ] == 1


async def test_a_table_that_draws_by_itself_stores_each_draw_as_its_own_move() -> None:
    world = stacked(World(choose=lambda _level, view, _seed: view.legal[-1]), MUST_DRAW)
    table, ear = await world.table("ply-yard", ("easy", "you"), automatic=True)
    assert ear.state["legal"] == ["6-1L", "6-1R"]
    assert [move["move"] for move in ear.state["moves"]] == ["6-6", "draw:5-4", "draw:5-3", "draw:5-2", "draw:6-1"]
    assert table.course.n == 6


async def test_the_events_of_one_move_are_one_write() -> None:
    writes: list[int] = []

    class Counting(MemoryStore):
        async def append(self, append: Append) -> bool:
            writes.append(len(append.bodies))
            return await super().append(append)

    world = World(Counting())
    table, ear = await world.table()
    await world.play_round(table, ear)
    assert writes[-1] == 2
    assert set(writes[:-1]) == {1}


# --- matches ---------------------------------------------------------------------------------------------------------


async def test_a_match_is_played_to_its_target_with_scores_that_add_up() -> None:
    world = World(seed=5)
    table, ear = await world.table("draw-100", ("you", "normal"))
    totals = [0, 0]
    for number in range(1, 60):
        assert ear.state["round"] == number
        await world.play_round(table, ear)
        points = ear.state["outcome"]["points"]
        totals = [total + gain for total, gain in zip(totals, points, strict=True)]
        assert ear.state["match"]["scores"] == totals
        if ear.state["match"]["over"]:
            break
        assert ear.state["match"]["can_next"]
        assert ear.state["match"]["next"]
        await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})
    assert max(totals) >= 100
    assert ear.state["match"]["winners"] == [totals.index(max(totals))]
    answer = await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})
    assert answer["t"] == "refused"
    assert "The match is over" in answer["error"]
    again = World(world.store)
    found = await again.lobby.find(table.id)
    assert found is not None
    assert found.course.match == table.course.match
    assert found.course.n == table.course.n


async def test_a_round_that_is_not_over_is_not_dealt_again() -> None:
    world = World()
    table, ear = await world.table("draw-100", ("you", "normal"))
    answer = await world.say(table, ear, {"t": "next", "n": ear.n, "cid": "c"})
    assert answer["t"] == "refused"
    assert "not over" in answer["error"]


async def test_two_people_who_deal_at_once_deal_one_round() -> None:
    world = World()
    table, ear = await world.table("draw-100", ("you", "normal"))
    tab = Ear(ear.seat)
    table.join(tab)
    await world.play_round(table, ear)
    if ear.state["match"]["over"]:
        pytest.skip("the first round ended the match")
    n = ear.n
    table.hear(ear, decode(json.dumps({"t": "next", "n": n, "cid": "a"})))
    table.hear(tab, decode(json.dumps({"t": "next", "n": n, "cid": "b"})))
    await world.settle(table)
    deals = [row for row in await world.store.events(table.id) if '"dealt"' in row.body]
    assert len(deals) == 2
    assert ear.state["round"] == tab.state["round"] == 2


async def test_a_single_round_has_no_next() -> None:
    world = World()
    table, ear = await world.table()
    await world.play_round(table, ear)
    answer = await world.say(table, ear, {"t": "next", "n": ear.n, "cid": "c"})
    assert answer["t"] == "refused"
    assert "one round" in answer["error"]


async def test_again_makes_one_table_however_often_it_is_asked() -> None:
    world = World()
    table, ear = await world.table("ranked-draw", ("easy", "you", "normal"))
    await world.play_round(table, ear)
    first = await world.say(table, ear, {"t": "again", "cid": "c1"})
    second = await world.say(table, ear, {"t": "again", "cid": "c2"})
    assert first["t"] == second["t"] == "goto"
    assert first["url"] == second["url"]
    new = await world.lobby.find(first["url"].removeprefix("/table/"))
    assert new is not None
    assert new.setup == table.setup
    assert new.seats == table.seats


# --- several processes on one store ----------------------------------------------------------------------------------


async def test_a_lost_number_is_read_from_the_log_and_answered_as_stale() -> None:
    store = MemoryStore()
    one = World(store, seed=1)
    table, ear = await one.table()
    two = World(store, seed=2)
    other = await two.lobby.find(table.id)
    assert other is not None
    tab = Ear(ear.seat)
    other.join(tab)
    legal = ear.state["legal"]
    await one.move(table, ear, legal[0])
    answer = await two.say(other, tab, {"t": "move", "n": 1, "cid": "x", "move": legal[1]})
    assert tab.last("refused")["stale"]
    assert answer["n"] >= 2
    assert tab.state["moves"][0]["move"] == legal[0]


async def test_a_bus_message_brings_another_process_up_to_date() -> None:
    store = MemoryStore()
    one = World(store, seed=1)
    table, ear = await one.table()
    two = World(store, seed=2)
    other = await two.lobby.find(table.id)
    assert other is not None
    watcher = Ear(None)
    other.join(watcher)
    await one.move(table, ear)
    assert watcher.n == 1
    two.lobby._told([(table.id, table.course.n)])
    await two.settle(other)
    assert watcher.n == ear.n
    assert watcher.state["line"] == ear.state["line"]


async def test_a_lost_bus_message_is_made_good_by_asking_the_store() -> None:
    store = MemoryStore()
    one, two = World(store, seed=1), World(store, seed=2)
    table, ear = await one.table()
    other = await two.lobby.find(table.id)
    assert other is not None
    watcher = Ear(None)
    other.join(watcher)
    await one.move(table, ear)
    assert watcher.n == 1
    await two.lobby.catch_up()
    await two.settle(other)
    assert watcher.n == ear.n


async def test_two_processes_that_play_one_table_never_lose_or_double_a_move() -> None:
    store, bus = MemoryStore(), LocalBus()
    one, two = World(store, seed=1, bus=bus), World(store, seed=1, bus=bus.join())
    table, ear = await one.table("ranked-draw", ("you", "easy"))
    other = await two.lobby.find(table.id)
    assert other is not None
    tab = Ear(ear.seat)
    other.join(tab)
    while ear.state["outcome"] is None:
        for world, at, listener in ((one, table, ear), (two, other, tab)):
            if listener.state["legal"]:
                move = {"t": "move", "n": listener.n, "cid": world.cid(), "move": listener.state["legal"][0]}
                at.hear(listener, decode(json.dumps(move)))
        await asyncio.gather(one.settle(table), two.settle(other))
        await one.lobby.catch_up()
        await two.lobby.catch_up()
        await asyncio.gather(one.settle(table), two.settle(other))
    assert tab.state == ear.state
    Course(table.setup).fold(await store.events(table.id))
