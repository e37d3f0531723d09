"""Several people at one device: no byte of a hand reaches it before the hand is taken."""

from __future__ import annotations

import json
from typing import Any

import pytest
from stacked import Stacked
from test_hidden import tiles_in
from world import Ear, World

from doublesix.rules import Tile
from doublesix.server.setup import BadSetupError, Seat, Setup, make_setup
from doublesix.server.table import Table


class Device(Ear):
    """A shared device that compares each message with the tiles it may hold: public ones, and the open hand."""

    def __init__(self, table: Table, seats: tuple[int, ...]) -> None:
        super().__init__(None, seats)
        self._table = table
        self.leaks: list[str] = []
        self.taken: set[int] = set()

    def tell(self, message: Any) -> None:
        super().tell(message)
        position = self._table.course.position
        assert position is not None
        if position.outcome is not None:
            return
        allowed = set(position.line.tiles)
        if self.seat is not None:
            self.taken.add(self.seat)
            allowed |= set(position.hands[self.seat])
        if foreign := tiles_in(message) - allowed:
            self.leaks.append(f"seat {self.seat}: {foreign}: {message}")


async def shared(
    rules: str = "ply-yard", seats: tuple[str, ...] = ("you", "here"), seed: int = 1, match: bool = False
) -> tuple[World, Table, Device]:
    """A table whose people all share one device."""
    world = World(seed=seed)
    setup, _ = make_setup(rules, len(seats), seats, match)
    for seat, name in zip(setup.device, ("Ann", "Ben", "Cleo", "Dan"), strict=False):
        setup = setup.with_seat(seat, Seat("person", None, name))
    table = await world.lobby.create(setup, dict.fromkeys(setup.device, "ann"))
    device = Device(table, table.seats_of("ann"))
    table.join(device)
    await world.settle(table)
    return world, table, device


async def take(world: World, table: Table, device: Ear) -> None:
    """The person to move takes his hand."""
    await world.say(table, device, {"t": "take", "seat": device.state["device"]["take"]})


async def play_on(world: World, table: Table, device: Ear) -> None:
    """Everybody at the device plays until the round is over."""
    while device.state["outcome"] is None:
        if device.state["device"]["take"] is not None:
            await take(world, table, device)
        before = device.n
        await world.move(table, device)
        assert device.n > before, device.heard[-1]


@pytest.mark.parametrize("rules_seats", [
    ("ply-yard", ("you", "here")), ("ranked-draw", ("you", "easy", "here")), ("draw-100", ("here", "you", "here")),
    ("ranked-block", ("you", "here", "here", "here")), ("ranked-draw", ("easy", "here", "normal", "you")),
])  # fmt: skip
@pytest.mark.parametrize("seed", range(3))
async def test_no_message_holds_a_tile_of_a_hand_that_is_not_open(
    rules_seats: tuple[str, tuple[str, ...]], seed: int
) -> None:
    world, table, device = await shared(*rules_seats, seed=seed)
    await play_on(world, table, device)
    assert device.leaks == []
    assert device.taken == set(table.setup.device)


async def test_a_hand_is_covered_until_its_owner_takes_it_and_again_when_the_next_is_to_move() -> None:
    world, table, device = await shared()
    assert (device.state["you"], device.state["hand"], device.state["legal"]) == (None, [], [])
    assert device.state["device"] == {"seats": [0, 1], "take": 0}
    await take(world, table, device)
    assert device.state["you"] == 0
    assert len(device.state["hand"]) == 7
    assert device.state["device"]["take"] is None
    await world.move(table, device)
    assert device.state["you"] is None
    assert device.state["hand"] == []
    assert device.state["device"]["take"] == 1
    assert [seat["name"] for seat in device.state["seats"]] == ["Ann", "Ben"]


async def test_the_list_of_moves_behind_the_cover_names_no_drawn_tile() -> None:
    world = World()
    object.__setattr__(world.seams, "rng", Stacked(list(map(Tile, _DRAWS.split()))))
    setup, _ = make_setup("ply-yard", 2, ["you", "here"])
    table = await world.lobby.create(setup, {0: "ann", 1: "ann"})
    device = Device(table, (0, 1))
    table.join(device)
    await take(world, table, device)
    await world.move(table, device, "6-6")
    await take(world, table, device)
    await world.move(table, device, "draw")
    assert device.state["moves"][-1]["move"].startswith("draw:")
    while device.state["you"] == 1:
        await world.move(table, device)
    assert all(":" not in move["move"] for move in device.state["moves"])
    assert device.leaks == []


_DRAWS = (
    "6-6 6-5 6-4 6-3 6-2 6-1 6-0 5-5 5-4 5-3 5-2 5-1 5-0 4-4 "
    "4-3 4-2 4-1 4-0 3-3 3-2 3-1 3-0 2-2 2-1 2-0 1-1 1-0 0-0"
)  # the first seven have every six, so the other draws


async def test_who_takes_the_hand_is_told_what_the_others_have_done_since() -> None:
    world, table, device = await shared("ranked-block", ("you", "easy", "here"), seed=4)
    await play_on_until(world, table, device, lambda: device.state["device"]["take"] == 2 and device.n > 6)
    await take(world, table, device)
    since = device.last("hand")["since"]
    assert len(since) == 2, "Ann and the computer have moved once each since Ben did"
    assert any("Ann" in sentence for sentence in since)


async def play_on_until(world: World, table: Table, device: Ear, until: Any) -> None:
    while not until():
        if device.state["device"]["take"] is not None:
            await take(world, table, device)
        await world.move(table, device)


async def test_only_the_hand_of_the_seat_to_move_can_be_taken_and_only_there() -> None:
    world, table, device = await shared()
    for seat in (1, 5):
        answer = await world.say(table, device, {"t": "take", "seat": seat})
        assert answer["t"] == "refused"
    watcher = await world.ear(table, None)
    answer = await world.say(table, watcher, {"t": "take", "seat": 0})
    assert answer["t"] == "refused"
    assert watcher.state["hand"] == device.state["hand"] == []
    other, ann = await world.table()
    answer = await world.say(other, ann, {"t": "take", "seat": 0})
    assert answer["t"] == "refused", "a hand that is alone on its device is never covered"


async def test_behind_the_cover_nobody_moves_or_resigns() -> None:
    world, table, device = await shared()
    n = device.n
    for message in ({"t": "move", "n": n, "cid": "m", "move": "6-6"}, {"t": "resign", "n": n, "cid": "r"}):
        answer = await world.say(table, device, message)
        assert answer["error"] == "Take the hand first."
    await take(world, table, device)
    await world.say(table, device, {"t": "resign", "n": device.n, "cid": "r2"})
    assert device.state["outcome"]["winners"] == [1], "the person to move has resigned"


async def test_a_reconnect_covers_the_hand() -> None:
    world, table, device = await shared()
    await take(world, table, device)
    table.leave(device)
    again = Device(table, (0, 1))
    table.join(again)
    assert again.state["you"] is None
    assert again.state["hand"] == []


async def test_a_command_whose_answer_was_lost_is_answered_though_the_hand_is_covered_again() -> None:
    world, table, device = await shared()
    await take(world, table, device)
    move = {"t": "move", "n": device.n, "cid": "once", "move": device.state["legal"][0]}
    await world.say(table, device, move)
    n = table.course.n
    answer = await world.say(table, device, move)
    assert (answer["t"], answer["cid"]) == ("ok", "once")
    assert table.course.n == n


async def test_alone_with_computers_there_is_no_cover() -> None:
    world = World()
    _, ear = await world.table("ranked-draw", ("you", "easy", "easy"))
    assert ear.state["device"] is None
    assert ear.state["hand"]


async def test_playing_again_swaps_the_lead_on_the_same_device() -> None:
    world, table, device = await shared()
    await play_on(world, table, device)
    assert device.state["you"] is None
    answer = await world.say(table, device, {"t": "again", "cid": "a"})
    assert answer["t"] == "goto"
    second = await world.lobby.find(answer["url"].removeprefix("/table/"))
    assert second is not None
    assert [seat.name for seat in second.setup.seats] == ["Ben", "Ann"]
    assert second.seats_of("ann") == second.setup.device == (0, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_the_lead_goes_round_at_a_table_of_any_size(players: int) -> None:
    led = "block" if players > 2 else "ply-yard"
    rules: Any = {"base": led, "leader": "seat", "lead_tile": "any"}
    world = World()
    setup, _ = make_setup(rules, players, ["you", *["here"] * (players - 1)], False)
    for seat, name in enumerate("ABCD"[:players]):
        setup = setup.with_seat(seat, Seat("person", None, name))
    table = await world.lobby.create(setup, dict.fromkeys(range(players), "ann"))
    leaders = []
    for _ in range(players + 1):
        device = Device(table, table.seats_of("ann"))
        table.join(device)
        leaders.append(table.setup.seats[device.state["leader"]].name)
        await play_on(world, table, device)
        answer = await world.say(table, device, {"t": "again", "cid": world.cid()})
        found = await world.lobby.find(answer["url"].removeprefix("/table/"))
        assert found is not None
        table = found
    assert sorted(leaders[:players]) == list("ABCD"[:players])
    assert leaders[players] == leaders[0]


async def test_a_match_on_one_device_keeps_its_scores_over_rounds() -> None:
    world, table, device = await shared("draw-100", ("you", "here"), match=True)
    await play_on(world, table, device)
    scores = device.state["match"]["scores"]
    if not device.state["match"]["over"]:
        await world.say(table, device, {"t": "next", "n": device.n, "cid": "n"})
        assert device.state["match"]["scores"] == scores
        assert device.state["hand"] == []
        assert device.state["device"]["take"] is not None


async def test_people_elsewhere_play_with_those_at_the_device() -> None:
    world = World()
    setup, _ = make_setup("ranked-block", 3, ["you", "open", "here"], False)
    table = await world.lobby.create(setup, dict.fromkeys(setup.device, "ann"))
    device = Device(table, table.seats_of("ann")) if table.course.position else await world.ear(table, "ann")
    assert device.state["waiting"]
    assert device.state["you"] == device.state["host"]
    assert await table.sit("cleo", "Cleo") == 1
    cleo = await world.ear(table, "cleo")
    assert device.state["hand"] == []
    assert cleo.state["device"] is None
    assert len(cleo.state["hand"]) == 7
    assert cleo.last("presence")["here"] == [True, True, True]
    table.leave(device)
    assert cleo.last("presence")["here"] == [False, True, False]


async def test_a_restart_keeps_who_shares_the_device() -> None:
    world, table, _ = await shared("ranked-draw", ("you", "easy", "here"))
    again = World(world.store)
    found = await again.lobby.find(table.id)
    assert found is not None
    assert found.setup == Setup.from_text(table.setup.text())
    assert found.seats_of("ann") == (0, 2)
    device = Device(found, found.seats_of("ann"))
    found.join(device)
    assert device.state["hand"] == []


def test_a_device_needs_its_owner() -> None:
    with pytest.raises(BadSetupError):
        make_setup("ply-yard", 2, ["here", "here"])


async def test_a_lead_that_the_rules_force_is_named_to_its_seat_alone() -> None:
    for seed in range(12):
        world = World(seed=seed)
        setup, _ = make_setup("draw-100", 2, ["you", "open"], False)
        table = await world.lobby.create(Setup(setup.rules, setup.seats, False), {0: "ann", 1: "ben"})
        watcher = await world.ear(table, None)
        assert not tiles_in(json.dumps(watcher.raw)), seed
