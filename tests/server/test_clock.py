"""Countdowns: what everybody sees of them, when they stand still, and what happens when time is up."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from world import Ear, StillClock, World

from doublesix.rules import Move, View
from doublesix.server.app import create_app, uvicorn_config
from doublesix.server.pace import TURNS, BadPaceError, Pace, PaceBody, pace_of_form
from doublesix.server.records import record_lines
from doublesix.server.setup import Setup, make_setup
from doublesix.server.table import Table
from doublesix.store import MemoryStore


async def pass_time(world: World, table: Table, seconds: float) -> None:
    world.clock.advance(seconds)
    await world.settle(table)
    for _ in range(20):
        await asyncio.sleep(0)
    await world.settle(table)


def clock(ear: Ear) -> dict[str, Any] | None:
    """What the ear was last told of the clock."""
    told = next(message for message in reversed(ear.heard) if "clock" in message)
    found: dict[str, Any] | None = told["clock"]
    return found


async def test_every_move_sets_the_clock_and_everybody_sees_the_same() -> None:
    world = World()
    table, (ann, ben) = await world.people(pace=Pace(30))
    watcher = await world.ear(table, None)
    assert clock(ann) == clock(ben) == clock(watcher) == {"seat": 0, "left": 30.0, "runs": True}
    await pass_time(world, table, 12)
    late = await world.ear(table, None)
    assert clock(late) == {"seat": 0, "left": 18.0, "runs": True}
    await world.move(table, ann)
    assert clock(ann) == clock(ben) == clock(watcher) == {"seat": 1, "left": 30.0, "runs": True}


async def test_a_table_without_a_clock_counts_nothing() -> None:
    world = World()
    table, (ann, _) = await world.people()
    assert clock(ann) is None
    await pass_time(world, table, 10_000)
    assert ann.state["turn"] == 0


async def test_when_time_is_up_a_legal_move_is_made_and_said() -> None:
    world = World()
    table, (ann, ben) = await world.people(pace=Pace(15, "move"))
    await pass_time(world, table, 15)
    assert ann.state["turn"] == 0, "a move that was made in time may still be on its way"
    await pass_time(world, table, 1)
    helped, led = ben.last("events")["events"]
    assert (helped["kind"], helped["seat"], led["kind"]) == ("helped", 0, "led")
    assert helped["text"] == "Time was up for Ann, so a legal move was made."
    assert clock(ann) == {"seat": 1, "left": 15.0, "runs": True}
    while ben.state["outcome"] is None:
        await pass_time(world, table, 16)
    again = World(world.store)
    found = await again.lobby.find(table.id)
    assert found is not None
    assert found.course.position == table.course.position or found.course.n == table.course.n
    assert record_lines(found.course) == record_lines(table.course)


async def test_when_time_is_up_the_computer_plays_on_until_the_seat_is_taken_back() -> None:
    world = World(delay=0.6)
    table, (ann, ben) = await world.people(pace=Pace(15, "computer"))
    await pass_time(world, table, 16)
    assert ann.state["company"]["standing"] == [0]
    assert ann.last("events")["events"][0]["text"].startswith("Your time was up; the computer plays on for you")
    assert (await world.say(table, ann, {"t": "move", "n": ann.n, "cid": "m", "move": ann.state["legal"][0]}))[
        "error"
    ] == "The computer plays on for you; take your seat back first."
    await pass_time(world, table, 0.6)
    assert ann.state["turn"] == 1
    await world.say(table, ann, {"t": "back", "n": ann.n, "cid": "b"})
    assert ann.state["company"]["standing"] == []
    assert ben.last("events")["events"][0]["text"] == "Ann came back."


async def test_when_time_is_up_the_round_is_forfeited_where_that_was_agreed() -> None:
    world = World()
    table, (ann, ben) = await world.people(pace=Pace(15, "forfeit"))
    await world.move(table, ann)
    await pass_time(world, table, 16)
    assert ann.state["outcome"]["ending"] == "forfeit"
    assert ann.state["outcome"]["winners"] == [0]
    assert ben.last("events")["events"][0]["text"] == "You forfeited: time was up."


async def test_a_move_that_arrives_in_time_stops_the_clock() -> None:
    world = World()
    table, (ann, ben) = await world.people(pace=Pace(15, "forfeit"))
    await pass_time(world, table, 15.5)
    await world.move(table, ann)
    await pass_time(world, table, 10)
    assert ben.state["outcome"] is None
    assert ben.state["turn"] == 1


async def test_the_clock_stands_still_while_its_owner_is_away_and_while_nobody_is_there() -> None:
    world = World()
    table, (ann, ben) = await world.people(pace=Pace(15, "forfeit"))
    await pass_time(world, table, 5)
    table.leave(ann)
    assert clock(ben) == {"seat": 0, "left": 10.0, "runs": False}
    await pass_time(world, table, 50)
    ann = await world.ear(table, "ann")
    assert clock(ann) == {"seat": 0, "left": 10.0, "runs": True}
    assert clock(ben) == {"seat": 0, "left": 10.0, "runs": True}
    table.leave(ann)
    table.leave(ben)
    await pass_time(world, table, 100_000)
    assert table.course.running


async def test_after_a_restart_a_move_has_its_full_time_again() -> None:
    store = MemoryStore()
    world = World(store)
    table, (ann, _) = await world.people(pace=Pace(15, "forfeit"))
    await world.move(table, ann)
    await pass_time(world, table, 14)
    again = World(store)
    found = await again.lobby.find(table.id)
    assert found is not None
    assert found.setup.pace == Pace(15, "forfeit")
    again.clock.advance(1000)
    ben = await again.ear(found, "ben")
    assert clock(ben) == {"seat": 1, "left": 15.0, "runs": True}


async def test_at_a_table_with_a_clock_nobody_gains_time_by_leaving_again_and_again() -> None:
    world = World()
    table, (ann, ben) = await world.people(pace=Pace(15, "move", 60, "forfeit"))
    for _ in range(3):
        table.leave(ann)
        await pass_time(world, table, 19)
        ann = await world.ear(table, "ann")
    assert table.course.running
    table.leave(ann)
    assert ben.last("presence")["wait"] == 3
    await pass_time(world, table, 4)
    assert ben.state["outcome"]["winners"] == [1]


@pytest.mark.parametrize("away", ["computer", "forfeit"])
async def test_who_stays_away_is_dealt_with_as_agreed_when_the_table_was_made(away: str) -> None:
    world = World()
    table, (ann, ben) = await world.people(pace=pace_of_form({"grace": "30", "away": away}))
    table.leave(ann)
    await pass_time(world, table, 29)
    assert table.course.running
    assert ben.state["company"]["standing"] == []
    await pass_time(world, table, 2)
    if away == "forfeit":
        assert ben.state["outcome"]["winners"] == [1]
        assert ben.last("events")["events"][0]["text"] == "Ann forfeited, having been away too long."
    else:
        assert ben.state["company"]["standing"] == [0]
        back = await world.ear(table, "ann")
        assert back.state["company"]["standing"] == []


async def test_while_nobody_is_there_nobody_is_away_too_long() -> None:
    world = World()
    table, (ann, ben) = await world.people(pace=Pace(None, "move", 30, "forfeit"))
    table.leave(ann)
    table.leave(ben)
    await pass_time(world, table, 1000)
    assert table.course.running
    ben = await world.ear(table, "ben")
    assert ben.last("presence")["wait"] == 30


async def test_who_plays_alone_against_the_computer_may_play_by_the_clock() -> None:
    world = World()
    table, ear = await world.table(seats=("you", "normal"), pace=Pace(15, "computer"))
    assert clock(ear) == {"seat": 0, "left": 15.0, "runs": True}
    await pass_time(world, table, 16)
    assert ear.state["company"]["standing"] == [0]


async def test_a_clock_that_could_not_store_its_move_tries_again() -> None:
    world = World()
    table, (ann, _) = await world.people(pace=Pace(15, "move"))
    world.store.append, append = failing, world.store.append  # type: ignore[method-assign, assignment]
    await pass_time(world, table, 16)
    assert ann.state["turn"] == 0
    world.store.append = append  # type: ignore[method-assign]
    await pass_time(world, table, 1)
    assert ann.state["turn"] == 1


async def failing(_append: object) -> bool:
    from doublesix.store import NotStored

    raise NotStored("the disk is full")


# --- what timing shows -----------------------------------------------------------------------------------------------


async def moves_at(world: World, table: Table, until: float, step: float = 0.05) -> list[tuple[float, str]]:
    """When which kind of event was told to a spectator."""
    watcher = await world.ear(table, None)
    out, begun, seen = [], world.clock.now(), len(watcher.heard)
    while world.clock.now() - begun < until:
        await pass_time(world, table, step)
        for message in watcher.heard[seen:]:
            out += [(round(world.clock.now() - begun, 2), event["kind"]) for event in message.get("events", ())]
        seen = len(watcher.heard)
    return out




async def test_a_computer_player_takes_as_long_without_a_choice_as_with_one() -> None:
    from doublesix.server.bots import Bots

    clock = StillClock()

    class Pool:
        def submit(self, fn: Any, /, *args: Any) -> Any:
            from concurrent.futures import Future

            future: Future[Move] = Future()

            async def later() -> None:
                await clock.sleep(1.3)
                future.set_result(fn(*args))

            tasks.append(asyncio.create_task(later()))
            return future

        def abandon(self, _future: Any) -> None: ...

        def close(self) -> None: ...

    tasks: list[asyncio.Task[None]] = []
    pool = Pool()
    bots = Bots(pool, pool, clock, lambda _level, view, _seed: view.legal[0])
    assert bots.usual("hard") == 0
    view = a_view()
    answer = asyncio.create_task(bots.move("hard", view))
    while clock.sleeping < 2:
        await asyncio.sleep(0)
    clock.advance(1.3)
    for _ in range(10):
        await asyncio.sleep(0)
    clock.advance(0)
    assert (await answer).move in view.legal
    assert bots.usual("hard") == pytest.approx(1.3)
    assert bots.usual("easy") == 0


def a_view() -> View:
    import random

    from doublesix.rules import deal, preset

    return deal(preset("ply-yard"), 2, random.Random(1)).view(0)


async def test_all_moves_of_a_computer_player_come_on_the_beat() -> None:
    world = World(delay=0.6, seed=3)
    table, ear = await world.table("draw-100", ("you", "normal", "easy"), match=False)
    while ear.state["outcome"] is None:
        if ear.state["turn"] == 0:
            await world.move(table, ear)
            continue
        n, begun = table.course.n, world.clock.now()
        while table.course.n == n:
            await pass_time(world, table, 0.1)
        kind = table.course.events[-1].event.kind
        took = world.clock.now() - begun
        assert took == pytest.approx(0.3 if kind in ("drew", "passed") else 0.6, abs=0.11), kind


async def test_a_draw_that_somebody_may_choose_is_not_made_for_him() -> None:
    """Made at once it would show that nothing else was legal."""
    rules = make_setup("draw-100", 2, None)[0].rules.replace(voluntary_draw=True)
    forced = 0
    for seed in range(8):
        world = World(seed=seed)
        table, ear = await world.table(rules.to_json(), ("you", "easy"), match=False, automatic=True)
        while ear.state["outcome"] is None:
            forced += ear.state["legal"] == ["draw"]
            await world.move(table, ear)
    assert forced > 0


# --- agreeing --------------------------------------------------------------------------------------------------------


def test_a_pace_is_stored_with_the_table_and_old_tables_have_none() -> None:
    setup, _ = make_setup("ply-yard", 2, ["you", "open"])
    assert "pace" not in json.loads(setup.text())
    assert Setup.from_text(setup.text()).pace == Pace()
    from dataclasses import replace

    timed = replace(setup, pace=Pace(30, "computer", 90, "forfeit"), rated=True)
    assert Setup.from_text(timed.text()) == timed


@pytest.mark.parametrize(
    "body", [PaceBody(turn=4), PaceBody(turn=4000), PaceBody(late="never"), PaceBody(grace=1), PaceBody(away="shrug")]
)
def test_a_pace_that_cannot_be_kept_is_refused(body: PaceBody) -> None:
    with pytest.raises(BadPaceError):
        body.pace()


def test_a_line_that_went_silent_counts_as_gone_before_the_shortest_time_for_a_move_is_up() -> None:
    config = uvicorn_config(create_app())
    assert config.ws_ping_interval is not None
    assert config.ws_ping_timeout is not None
    assert config.ws_ping_interval + config.ws_ping_timeout < min(TURNS)
