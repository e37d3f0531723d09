"""Nobody waits for ever: resigning, going on without who is away, taking the seat back, playing again."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from test_hidden import Searched
from world import Ear, World

from doublesix.server.records import record_lines
from doublesix.server.table import Table
from doublesix.store import MemoryStore


async def act(world: World, table: Table, ear: Ear, kind: str, seat: int | None = None) -> dict[str, Any]:
    more = {} if seat is None else {"seat": seat}
    return await world.say(table, ear, {"t": kind, "n": ear.n, "cid": world.cid(), **more})


async def bens_turn(world: World) -> tuple[Table, Ear, Ear]:
    """Ann has led, and Ben is to move."""
    table, (ann, ben) = await world.people()
    await world.move(table, ann)
    assert ann.state["turn"] == 1
    return table, ann, ben


async def test_resigning_ends_the_round_for_everybody_and_is_in_the_record() -> None:
    world = World()
    table, ann, ben = await bens_turn(world)
    await act(world, table, ann, "resign")
    for ear in (ann, ben):
        assert ear.state["outcome"]["ending"] == "forfeit"
        assert ear.state["outcome"]["winners"] == [1]
    assert ben.last("events")["events"][0]["text"] == "Ann resigned."
    assert '"forfeit"' in record_lines(table.course)
    assert (await act(world, table, ben, "resign"))["t"] == "refused"


@pytest.mark.parametrize("kind", ["claim", "stand_in"])
async def test_the_others_may_act_only_after_the_grace_and_only_on_the_absent_seats_turn(kind: str) -> None:
    world = World()
    table, ann, ben = await bens_turn(world)
    assert (await act(world, table, ann, kind, 1))["error"] == "Ben is here."
    table.leave(ben)
    assert (ann.last("presence")["away"], ann.last("presence")["wait"]) == (1, 60)
    assert (await act(world, table, ann, kind, 1))["error"] == "Ben has 60 seconds left to come back."
    world.clock.advance(59)
    assert (await act(world, table, ann, kind, 1))["error"] == "Ben has 1 second left to come back."
    assert (await act(world, table, ann, kind, 0))["t"] == "refused"
    assert (await act(world, table, ann, kind, 9))["t"] == "refused"
    back = await world.ear(table, "ben")
    world.clock.advance(100)
    assert (await act(world, table, ann, kind, 1))["error"] == "Ben is here."
    while back.state["turn"] == 1:
        await world.move(table, back)
    table.leave(back)
    world.clock.advance(100)
    assert ann.state["turn"] == 0
    assert (await act(world, table, ann, kind, 1))["error"] == "It is not the turn of Ben, so nobody waits."


async def test_a_claim_after_the_grace_ends_the_round() -> None:
    world = World()
    table, ann, ben = await bens_turn(world)
    table.leave(ben)
    world.clock.advance(61)
    watcher = await world.ear(table, None)
    assert (await act(world, table, watcher, "claim", 1))["t"] == "refused"
    await act(world, table, ann, "claim", 1)
    assert ann.state["outcome"]["winners"] == [0]
    assert watcher.last("events")["events"][0]["text"] == "Ann claimed the round, for Ben has been away."


async def test_the_computer_plays_on_until_the_owner_is_back() -> None:
    world = World()
    table, ann, ben = await bens_turn(world)
    table.leave(ben)
    world.clock.advance(61)
    await act(world, table, ann, "stand_in", 1)
    assert ann.state["company"]["standing"] == [1]
    assert any(made["seat"] == 1 for made in ann.state["moves"])
    back = await world.ear(table, "ben")
    assert back.state["company"]["standing"] == []
    assert back.last("events")["events"][0]["text"] == "You came back."
    await world.play_together(table, [ann, back])
    assert back.state["outcome"]


async def test_the_computer_plays_for_nobody_while_no_person_is_there() -> None:
    world = World()
    table, ann, ben = await bens_turn(world)
    table.leave(ben)
    world.clock.advance(61)
    await act(world, table, ann, "stand_in", 1)
    while ann.state["turn"] == 1:
        await world.settle(table)
    table.leave(ann)
    await world.settle(table)
    again = World(world.store)
    found = await again.lobby.find(table.id)
    assert found is not None
    n = found.course.n
    await again.settle(found)
    assert found.course.n == n


async def test_after_a_restart_the_grace_begins_anew_and_a_stand_in_is_kept() -> None:
    store = MemoryStore()
    world = World(store)
    table, ann, ben = await bens_turn(world)
    table.leave(ben)
    world.clock.advance(61)
    again = World(store)
    found = await again.lobby.find(table.id)
    assert found is not None
    ann = await again.ear(found, "ann")
    assert (await act(again, found, ann, "claim", 1))["error"] == "Ben has 60 seconds left to come back."
    again.clock.advance(61)
    await act(again, found, ann, "stand_in", 1)
    third = World(store)
    last = await third.lobby.find(table.id)
    assert last is not None
    assert dict(last.course.company.standing) == {1: "normal"}
    back = await third.ear(last, "ben")
    assert back.state["company"]["standing"] == []


async def test_playing_again_needs_everybodys_yes_and_swaps_the_lead() -> None:
    world = World()
    table, ann, ben = await bens_turn(world)
    assert (await act_again(world, table, ann))["t"] == "refused", "the round is not over"
    await act(world, table, ann, "resign")
    assert (await act_again(world, table, ann))["t"] == "ok"
    assert ben.state["company"]["wishes"] == [0]
    assert ben.last("events")["events"][0]["text"] == "Ann would like to play again."
    answer = await act_again(world, table, ben)
    assert answer["t"] == "goto"
    assert ann.last("events")["events"][0]["url"] == answer["url"]
    new = await world.lobby.find(answer["url"].rpartition("/")[2])
    assert new is not None
    assert (new.seat_of("ben"), new.seat_of("ann")) == (0, 1)
    assert [seat.name for seat in new.setup.seats] == ["Ben", "Ann"]
    assert new.course.running


async def act_again(world: World, table: Table, ear: Ear) -> dict[str, Any]:
    return await world.say(table, ear, {"t": "again", "cid": world.cid()})


async def test_other_tables_keep_their_seats_when_played_again() -> None:
    world = World()
    table, ears = await world.people("ranked-draw", ("ben", "cleo"))
    await world.play_together(table, ears)
    for ear in ears:
        answer = await act_again(world, table, ear)
    new = await world.lobby.find(answer["url"].rpartition("/")[2])
    assert new is not None
    assert [new.seat_of(guest) for guest in ("ann", "ben", "cleo")] == [0, 1, 2]


async def test_no_byte_about_absence_holds_a_tile_that_a_seat_or_spectator_must_not_know() -> None:
    world = World(seed=5)
    table, (ann, ben) = await world.people()
    others = [Searched(seat, table, set()) for seat in (0, 1, None)]
    for other in others:
        table.join(other)
    await world.move(table, ann)
    for seated in (ben, others[1]):
        table.leave(seated)
    world.clock.advance(61)
    await act(world, table, ann, "stand_in", 1)
    await world.move(table, ann)
    await world.ear(table, "ben")
    assert [leak for other in others for leak in other.leaks] == []
    assert others[2].searched > 3


@pytest.mark.parametrize("seed", range(3))
async def test_who_is_waited_for_is_known_after_every_move_whoever_came_and_went(seed: int) -> None:
    """A move at a full table asks for nobody's absence: it is found out all the same as soon as somebody goes."""
    world, rng = World(seed=seed), random.Random(seed)
    table, ears = await world.people("draw-100", ("ben", "cleo"))
    away: set[int] = set()
    while (position := table.course.position) is not None and position.turn is not None:
        seat = rng.randrange(3)
        if seat in away:
            table.join(ears[seat])
            away.remove(seat)
        elif rng.random() < 0.3:
            table.leave(ears[seat])
            away.add(seat)
        assert table.presence.awaited[0] == (position.turn if position.turn in away else None)
        if position.turn in away:
            table.join(ears[position.turn])
            away.remove(position.turn)
        await world.move(table, ears[position.turn])
        await world.settle(table)
        await asyncio.sleep(0)
        after = table.course.position
        assert after is not None
        turn = after.turn
        assert table.presence.awaited[0] == table.presence._told[0] == (turn if turn in away else None)
        if turn in away and len(away) < 3:
            assert next(ear for at, ear in enumerate(ears) if at not in away).last("presence")["away"] == turn


async def test_an_answer_comes_right_before_what_it_made_happen_and_to_who_asked_alone() -> None:
    world = World()
    table, ears = await world.people()
    before = [len(ear.heard) for ear in ears]
    await world.move(table, ears[0])
    kinds = [[heard["t"] for heard in ear.heard[at:]] for ear, at in zip(ears, before, strict=True)]
    assert kinds == [["ok", "events"], ["events"]]
