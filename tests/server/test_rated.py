"""Rated play: who is rated, by what, exactly once, and what changes nothing."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace

import pytest
from world import Ear, World

from doublesix.rules import preset
from doublesix.server.pace import Pace
from doublesix.server.rated import check_rated, results_of
from doublesix.server.rater import changes_of
from doublesix.server.setup import BadSetupError, Seat, Setup, make_setup
from doublesix.server.table import Table
from doublesix.store import ResultRow

CLOCK = Pace(30)


async def ranked(
    world: World, others: tuple[str, ...] = ("ben",), rules: str = "ranked-block", match: bool = False
) -> tuple[Table, list[Ear]]:
    """A rated table where Ann and the others sit."""
    setup, seat = make_setup(rules, len(others) + 1, ("you", *["open"] * len(others)), match)
    setup = replace(setup, rated=True, pace=CLOCK).with_seat(seat, Seat("person", None, "Ann"))
    table = await world.lobby.create(setup, {seat: "ann"})
    for guest in others:
        await table.sit(guest, guest.capitalize())
    ears = [await world.ear(table, guest) for guest in ("ann", *others)]
    return table, ears


async def rated(world: World) -> None:
    """Until the rater has nothing to do."""
    await world.lobby.rater.drain()
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_rated_round_changes_the_ratings_of_its_people_once(world: World) -> None:
    table, ears = await ranked(world)
    await world.play_together(table, ears)
    await rated(world)
    await rated(world)
    standings = world.store.standings
    known = await standings.ratings(["ann", "ben"], "block", "people")
    assert {row.games for row in known.values()} == {1}
    assert sum(row.mean for row in known.values()) == pytest.approx(3000.0)
    changes = await standings.changes(table.id)
    assert [one.after.player for one in changes] == ["ann", "ben"]
    winner = table.course.position.outcome.winners  # type: ignore[union-attr]
    assert all((change.after.mean > 1500) == (change.seat in (winner or ())) for change in changes if winner)


async def test_everybody_at_the_table_is_told_once_it_is_stored(world: World) -> None:
    table, ears = await ranked(world)
    watching = await world.ear(table, None)
    await world.play_together(table, ears)
    await rated(world)
    for ear in (*ears, watching):
        told = ear.last("ratings")["ratings"]
        assert told["pool"] == "people"
        assert told["family"] == "block"
        assert [change["seat"] for change in told["changes"]] == [0, 1]
        assert all(change["before"] == 1500 and change["margin"] < 294 for change in told["changes"])
    assert (await world.ear(table, "ann")).state["ratings"]["changes"] == ears[0].last("ratings")["ratings"]["changes"]


async def test_a_table_that_is_read_again_knows_what_it_changed(world: World) -> None:
    table, ears = await ranked(world)
    await world.play_together(table, ears)
    await rated(world)
    other = World(world.store)
    found = await other.lobby.find(table.id)
    assert found is not None
    assert len(found.course.ratings) == 2


async def test_what_ended_before_a_crash_is_rated_after_it(world: World) -> None:
    table, ears = await ranked(world)
    await world.lobby.rater.close()
    world.lobby.rater.wake = lambda: None  # type: ignore[method-assign]
    table._ended = lambda _table: None
    await world.play_together(table, ears)
    assert list(await world.store.standings.pending(5)) == [table.id]
    other = World(world.store)
    await other.lobby.resume()
    await rated(other)
    assert await world.store.standings.pending(5) == {}
    assert len(await world.store.standings.changes(table.id)) == 2


async def test_two_tables_that_end_at_once_both_count(world: World) -> None:
    tables = [await ranked(world, ("ben",)) for _ in range(6)]
    for table, ears in tables:
        ears[0].n = table.course.n
    for table, ears in tables:
        await world.say(table, ears[0], {"t": "resign", "n": table.course.n, "cid": world.cid()})
    others = World(world.store)
    await asyncio.gather(*(each.lobby.rater.drain() for each in (world, others, world, others)), return_exceptions=True)
    await rated(world)
    known = await world.store.standings.ratings(["ann", "ben"], "block", "people")
    assert known["ann"].games == known["ben"].games == 6
    history = await world.store.standings.history("ann", "block", "people", 10)
    assert [one.after.games for one in history] == [1, 2, 3, 4, 5, 6]
    for earlier, later in itertools.pairwise(history):
        assert later.before == (earlier.after.mean, earlier.after.deviation)


async def test_who_resigns_is_last(world: World) -> None:
    table, ears = await ranked(world, ("ben", "cleo"))
    await world.say(table, ears[1], {"t": "resign", "n": table.course.n, "cid": "r"})
    assert table.course.running, "the computer plays on in that seat"
    while table.course.running:
        turn = table.course.position.turn  # type: ignore[union-attr]
        await world.move(table, ears[turn or 0])
    await rated(world)
    changes = await world.store.standings.changes(table.id)
    assert changes[1].place == 3, "whatever the computer made of the seat"
    assert changes[1].after.mean == min(change.after.mean for change in changes)


async def test_a_match_is_rated_when_it_is_over_and_not_before(world: World) -> None:
    table, ears = await ranked(world, rules="draw-100", match=True)
    await world.play_together(table, ears)
    assert not table.course.match.over
    await rated(world)
    assert await world.store.standings.changes(table.id) == []
    await world.say(table, ears[0], {"t": "next", "n": table.course.n, "cid": world.cid()})
    await world.say(table, ears[0], {"t": "resign", "n": table.course.n, "cid": world.cid()})
    await rated(world)
    changes = await world.store.standings.changes(table.id)
    assert [change.place for change in changes] == [2, 1], "in a match of two a forfeit loses the match"


async def test_partners_change_as_a_side(world: World) -> None:
    table, ears = await ranked(world, ("ben", "cleo", "dan"), "partners")
    await world.play_together(table, ears)
    await rated(world)
    changes = await world.store.standings.changes(table.id)
    assert changes[0].after.mean == pytest.approx(changes[2].after.mean)
    assert changes[1].after.mean == pytest.approx(changes[3].after.mean)
    assert {change.after.family for change in changes} == {"partners"}


async def test_tables_that_are_not_rated_leave_results_and_no_ratings(world: World) -> None:
    table, ears = await world.people("ranked-block")
    await world.play_together(table, ears)
    await rated(world)
    assert [row.pool for row in await world.store.standings.results("ann", 5)] == [None]
    assert await world.store.standings.ratings_of("ann") == []


async def test_games_with_computer_players_are_a_pool_of_their_own(world: World) -> None:
    setup, seat = make_setup("ranked-block", 2, ("you", "easy"), False)
    table = await world.lobby.create(replace(setup, rated=True), {seat: "ann"})
    ear = await world.ear(table, "ann")
    await world.play_round(table, ear)
    await rated(world)
    assert [row.pool for row in await world.store.standings.ratings_of("ann")] == ["computer"]
    assert [row.pool for row in await world.store.standings.ratings_of("bot:easy")] == ["computer"]
    assert await world.store.standings.ratings(["ann"], "block", "people") == {}


async def test_a_closed_table_and_a_void_round_change_nothing(world: World) -> None:
    setup, seat = make_setup("ranked-block", 2, ("you", "open"), False)
    setup = replace(setup, rated=True, pace=CLOCK).with_seat(seat, Seat("person", None, "Ann"))
    table = await world.lobby.create(setup, {seat: "ann"})
    ear = await world.ear(table, "ann")
    await world.say(table, ear, {"t": "close", "n": table.course.n, "cid": "c"})
    assert table.course.over
    assert await world.store.standings.results("ann", 5) == []
    played, _ = await ranked(world)
    assert played.course.position is not None
    void = replace(played.course.now, position=played.course.position.end("void"))
    assert results_of("t", void, 1.0) == ()


async def test_a_guest_in_two_seats_is_not_rated(world: World) -> None:
    table, _ = await ranked(world)
    assert table.course.position is not None
    over = replace(table.course.now, position=table.course.position.end("forfeit", (0,)))
    alone = replace(over, company=replace(over.company, owners={0: "ann", 1: "ann"}))
    assert {row.pool for row in results_of("t", over, 1.0)} == {"people"}
    assert {row.pool for row in results_of("t", alone, 1.0)} == {None}


async def test_at_a_rated_table_nobody_sits_without_a_name_and_the_computer_plays_for_nobody(world: World) -> None:
    setup, seat = make_setup("ranked-block", 2, ("you", "open"), False)
    setup = replace(setup, rated=True, pace=CLOCK).with_seat(seat, Seat("person", None, "Ann"))
    table = await world.lobby.create(setup, {seat: "ann"})
    with pytest.raises(Exception, match="needs your name"):
        await table.sit("ben", "")
    ear = await world.ear(table, "ann")
    refused = await world.say(table, ear, {"t": "start", "n": table.course.n, "cid": "s"})
    assert "waits for its people" in refused["error"]
    refused = await world.say(table, ear, {"t": "move", "move": "draw", "n": table.course.n, "cid": "m"})
    assert refused["error"] == "The table waits for its people: nothing is dealt yet."
    await table.sit("ben", "Ben")
    refused = await world.say(table, ear, {"t": "stand_in", "n": table.course.n, "cid": "t", "seat": 1})
    assert "plays for nobody" in refused["error"]


def asked(rules: str = "ranked-block", seats: tuple[str, ...] = ("you", "open"), pace: Pace = CLOCK) -> Setup:
    return replace(make_setup(rules, len(seats), seats)[0], rated=True, pace=pace)


def test_what_may_be_rated() -> None:
    check_rated(asked())
    check_rated(asked(seats=("you", "hard"), pace=Pace()))


@pytest.mark.parametrize(
    ("setup", "why"),
    [
        (asked(pace=Pace()), "needs a clock"),
        (asked(seats=("you", "here")), "one device"),
        (asked(pace=Pace(30, "computer")), "plays for nobody"),
        (asked(pace=Pace(30, "move", 60, "computer")), "plays for nobody"),
        (replace(asked(), rules=preset("ranked-block").replace(max_pip=9)), "not rated"),
    ],
)
def test_what_may_not_and_why(setup: Setup, why: str) -> None:
    with pytest.raises(BadSetupError, match=why):
        check_rated(setup)


def rows(*players: str, places: tuple[int, ...], sides: tuple[int, ...]) -> list[ResultRow]:
    return [
        ResultRow("t", seat, player, player, "r", "R", "draw", "computer", side, place, len(players), 1.0)
        for seat, (player, place, side) in enumerate(zip(players, places, sides, strict=True))
    ]


def test_a_computer_level_in_several_seats_is_one_player() -> None:
    three = rows("ann", "bot:easy", "bot:easy", places=(1, 2, 3), sides=(0, 1, 2))
    changes = changes_of(three, {})
    assert [change.after.player for change in changes] == ["ann", "bot:easy"]
    assert [change.after.games for change in changes] == [1, 1]


def test_results_that_are_not_whole_change_nothing() -> None:
    assert changes_of(rows("ann", "ben", "cleo", places=(1, 2, 3), sides=(0, 1, 2))[:2], {}) == ()
