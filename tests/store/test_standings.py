"""Results and ratings, in memory and on a database alike: every rated table counts once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from doublesix.store import (
    AccountRow,
    Append,
    ChangeRow,
    Create,
    Forget,
    RatingRow,
    ResultRow,
    SeatRow,
    Store,
    TableRow,
)


def results(table: str, *players: str, pool: str | None = "people", at: float = 9.0) -> tuple[ResultRow, ...]:
    """Everybody finished in the order of the seats."""
    return tuple(
        ResultRow(
            table, seat, who, who.title(), "ply-yard", "Reserve", "reserve", pool, seat, seat + 1, len(players), at
        )
        for seat, who in enumerate(players)
    )


def change(table: str, seat: int, player: str, games: int, mean: float = 1510.0) -> ChangeRow:
    after = RatingRow(player, "reserve", "people", mean, 100.0, games, 9.0)
    return ChangeRow(table, seat, (1500.0, 150.0), after, seat + 1, 2)


async def finished(store: Store, table: str, *players: str, pool: str | None = "people") -> None:
    seats = tuple(SeatRow(seat, player) for seat, player in enumerate(players))
    assert await store.create(Create(TableRow(table, "{}", 2.0), seats, ("a",)))
    rows = results(table, *players, pool=pool)
    assert await store.append(Append(table, 2, ("end",), over=True, results=rows))


async def test_results_are_stored_with_the_last_event_or_not_at_all(store: Store) -> None:
    await finished(store, "t1", "ann", "ben")
    assert not await store.append(Append("t1", 2, ("late",), over=True, results=results("t1", "ann", "ben")))
    assert await store.standings.seats(["t1", "no"]) == {"t1": list(results("t1", "ann", "ben"))}
    assert await store.standings.results("ann", 10) == [results("t1", "ann", "ben")[0]]


async def test_only_rated_tables_are_pending_oldest_first(store: Store) -> None:
    await finished(store, "t1", "ann", "ben")
    await finished(store, "t2", "ann", "ben", pool=None)
    await finished(store, "t3", "ben", "cleo")
    assert list(await store.standings.pending(10)) == ["t1", "t3"]
    assert list(await store.standings.pending(1)) == ["t1"]


async def test_a_table_is_rated_once(store: Store) -> None:
    await finished(store, "t1", "ann", "ben")
    changes = [change("t1", 0, "ann", 1), change("t1", 1, "ben", 1, 1490.0)]
    assert await store.standings.rate("t1", changes)
    assert not await store.standings.rate("t1", changes)
    assert not await store.standings.rate("t1", [replace(one, after=replace(one.after, games=2)) for one in changes])
    assert await store.standings.pending(10) == {}
    assert await store.standings.changes("t1") == changes
    assert await store.standings.ratings(["ann", "no"], "reserve", "people") == {"ann": changes[0].after}
    assert await store.standings.ratings(["ann"], "draw", "people") == {}


async def test_of_many_who_rate_one_table_at_once_one_succeeds(store: Store) -> None:
    await finished(store, "t1", "ann", "ben")
    changes = [change("t1", 0, "ann", 1), change("t1", 1, "ben", 1)]
    answers = await asyncio.gather(*(store.standings.rate("t1", changes) for _ in range(8)))
    assert answers.count(True) == 1
    assert len(await store.standings.changes("t1")) == 2


async def test_a_change_from_a_rating_that_has_moved_is_refused_whole(store: Store) -> None:
    await finished(store, "t1", "ann", "ben")
    await finished(store, "t2", "cleo", "ann")
    assert await store.standings.rate("t1", [change("t1", 0, "ann", 1), change("t1", 1, "ben", 1)])
    stale = [change("t2", 0, "cleo", 1), change("t2", 1, "ann", 1, 1400.0)]
    assert not await store.standings.rate("t2", stale)
    assert await store.standings.changes("t2") == []
    assert list(await store.standings.pending(10)) == ["t2"]
    assert await store.standings.ratings_of("cleo") == []
    assert (await store.standings.ratings_of("ann"))[0].mean == 1510.0
    assert await store.standings.rate("t2", [stale[0], change("t2", 1, "ann", 2, 1500.0)])


async def test_a_pending_table_may_end_without_a_change(store: Store) -> None:
    await finished(store, "t1", "ann", "ben")
    assert await store.standings.rate("t1", [])
    assert await store.standings.pending(10) == {}


async def test_the_history_is_the_latest_changes_oldest_first(store: Store) -> None:
    for game in range(1, 5):
        await finished(store, f"t{game}", "ann", "ben")
        await store.standings.rate(f"t{game}", [change(f"t{game}", 0, "ann", game, 1500.0 + game)])
    history = await store.standings.history("ann", "reserve", "people", 3)
    assert [one.after.mean for one in history] == [1502.0, 1503.0, 1504.0]
    assert await store.standings.history("ann", "draw", "people", 3) == []


async def test_results_come_newest_first_in_pages_and_rules_by_how_often(store: Store) -> None:
    for table in ("t1", "t2", "t3"):
        await finished(store, table, "ann", "ben", pool="people" if table != "t2" else None)
    assert [row.table for row in await store.standings.results("ann", 2)] == ["t3", "t2"]
    assert [row.table for row in await store.standings.results("ann", 2, 2)] == ["t1"]
    assert [row.table for row in await store.standings.results("ann", 5, rated=True)] == ["t3", "t1"]
    assert await store.standings.favourites("ann", 3) == [("ply-yard", "Reserve", 3)]
    assert await store.standings.favourites("ann", 3, rated=True) == [("ply-yard", "Reserve", 2)]


async def test_leaders_are_accounts_and_computers_by_what_is_sure(store: Store) -> None:
    for player in ("ann", "ben", "cleo"):
        await store.people.add_account(AccountRow(player, player.title(), player, "hash", 1.0))
    means = {"ann": 1500.0, "ben": 1600.0, "cleo": 1550.0, "guest": 1900.0, "bot:hard": 1580.0}
    for number, (player, mean) in enumerate(means.items()):
        await finished(store, f"t{number}", player, "other")
        one = change(f"t{number}", 0, player, 1, mean)
        deviation = 140.0 if player == "ben" else 50.0
        await store.standings.rate(f"t{number}", [replace(one, after=replace(one.after, deviation=deviation))])
    found = await store.standings.leaders("reserve", "people", 1, 10)
    assert [(one.name, one.rating.player) for one in found] == [
        ("", "bot:hard"), ("Cleo", "cleo"), ("Ann", "ann"), ("Ben", "ben"),
    ]  # fmt: skip
    assert [one.name for one in await store.standings.leaders("reserve", "people", 1, 2, 2)] == ["Ann", "Ben"]
    assert await store.standings.leaders("reserve", "people", 2, 10) == []


async def test_forgetting_a_player_removes_his_results_and_ratings_and_no_others(store: Store) -> None:
    await finished(store, "t1", "ann", "ben")
    await store.standings.rate("t1", [change("t1", 0, "ann", 1), change("t1", 1, "ben", 1)])
    await store.forget(Forget("ann", {}, {}))
    assert await store.standings.results("ann", 5) == []
    assert await store.standings.ratings_of("ann") == []
    assert [one.seat for one in await store.standings.changes("t1")] == [1]
    assert [row.player for row in (await store.standings.seats(["t1"]))["t1"]] == ["ben"]


async def test_a_pending_table_whose_players_are_all_forgotten_has_no_results(store: Store) -> None:
    await finished(store, "t1", "ann", "ben")
    await store.forget(Forget("ann", {}, {}))
    await store.forget(Forget("ben", {}, {}))
    assert await store.standings.pending(10) == {"t1": []}
