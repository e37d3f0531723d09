"""What every store promises, run on each of them."""

from __future__ import annotations

import asyncio

from doublesix.store import Append, Create, EventRow, GuestRow, Loaded, SeatRow, SessionRow, Store, TableRow

ANN = GuestRow("ann", b"a" * 32, 1.0)


async def make(store: Store, table: str = "t1", bodies: tuple[str, ...] = ("{}",)) -> None:
    await store.add_guest(ANN)
    assert await store.create(Create(TableRow(table, '{"rules":"x"}', 2.0), (SeatRow(0, "ann"),), bodies))


async def test_a_created_table_is_read_back_with_seats_guest_and_events(store: Store) -> None:
    await make(store, bodies=("a", "b"))
    events = [EventRow(1, None, "a"), EventRow(2, None, "b")]
    assert await store.load(["t1"]) == {"t1": Loaded(TableRow("t1", '{"rules":"x"}', 2.0), {0: "ann"}, events)}
    assert await store.guests([b"a" * 32]) == {b"a" * 32: "ann"}
    assert await store.events("t1") == events


async def test_the_guests_of_many_cookies_are_found_at_once_and_unknown_cookies_left_out(store: Store) -> None:
    for name in ("ann", "ben"):
        await store.add_guest(GuestRow(name, name[0].encode() * 32, 1.0))
    await store.people.open_session(SessionRow(b"c" * 32, "ben", 2.0))
    found = await store.guests([b"c" * 32, b"a" * 32, b"x" * 32])
    assert found == {b"a" * 32: "ann", b"c" * 32: "ben"}
    assert await store.guests([]) == {}


async def test_many_tables_are_loaded_at_once_each_with_its_own(store: Store) -> None:
    for table in ("t2", "t1", "t3"):
        await make(store, table, (table,))
        await store.append(Append(table, 2, ("b", "c"), "c1"))
    loaded = await store.load(["t1", "t3", "no"])
    assert set(loaded) == {"t1", "t3"}
    assert [row.body for row in loaded["t3"].events] == ["t3", "b", "c"]


async def test_what_is_not_there_is_none_or_empty(store: Store) -> None:
    assert await store.load(["no"]) == {}
    assert await store.events("no") == []
    assert await store.guests([b"x" * 32]) == {}
    assert await store.setting("no") is None
    assert await store.heads(["no"]) == {}


async def test_a_table_id_is_taken_once_and_the_second_changes_nothing(store: Store) -> None:
    await make(store, bodies=("a",))
    assert not await store.create(Create(TableRow("t1", "other", 3.0), (SeatRow(1, "bob"),), ("z",)))
    assert (await store.load(["t1"]))["t1"].seats == {0: "ann"}
    assert await store.events("t1") == [EventRow(1, None, "a")]


async def test_one_moves_events_are_stored_together_and_in_order(store: Store) -> None:
    await make(store)
    assert await store.append(Append("t1", 2, ("b", "c", "d"), "c1"))
    assert await store.events("t1", 1) == [EventRow(2, "c1", "b"), EventRow(3, None, "c"), EventRow(4, None, "d")]
    assert await store.events("t1", 3) == [EventRow(4, None, "d")]


async def test_a_number_is_taken_once(store: Store) -> None:
    await make(store)
    assert await store.append(Append("t1", 2, ("b",), "c1"))
    assert not await store.append(Append("t1", 2, ("x", "y"), "c2"))
    assert [row.body for row in await store.events("t1")] == ["{}", "b"]


async def test_a_command_id_is_taken_once_a_table(store: Store) -> None:
    await make(store)
    await make(store, "t2")
    assert await store.append(Append("t1", 2, ("b",), "c1"))
    assert not await store.append(Append("t1", 3, ("c", "d"), "c1"))
    assert await store.append(Append("t2", 2, ("b",), "c1"))
    assert [row.body for row in await store.events("t1")] == ["{}", "b"]


async def test_moves_without_a_command_id_do_not_meet(store: Store) -> None:
    await make(store)
    assert await store.append(Append("t1", 2, ("b",)))
    assert await store.append(Append("t1", 3, ("c",)))


async def test_a_lost_append_never_fails_its_neighbours(store: Store) -> None:
    for table in ("t1", "t2", "t3"):
        await make(store, table)
    assert await store.append(Append("t2", 2, ("taken",)))
    answers = await asyncio.gather(*(store.append(Append(table, 2, ("b", "c"))) for table in ("t1", "t2", "t3")))
    assert list(answers) == [True, False, True]
    assert await store.heads(["t1", "t2", "t3"]) == {"t1": 3, "t2": 2, "t3": 3}


async def test_of_many_writers_of_one_number_exactly_one_wins(store: Store) -> None:
    await make(store)
    answers = await asyncio.gather(*(store.append(Append("t1", 2, (f"w{i}", "tail"), f"c{i}")) for i in range(20)))
    assert answers.count(True) == 1
    log = await store.events("t1")
    assert [row.body for row in log] == ["{}", f"w{answers.index(True)}", "tail"]


async def test_overlapping_moves_in_one_batch_leave_no_gap_and_no_torn_move(store: Store) -> None:
    await make(store)
    answers = await asyncio.gather(
        store.append(Append("t1", 2, ("a",))),
        store.append(Append("t1", 2, ("b", "c"))),
        store.append(Append("t1", 3, ("d",))),
    )
    assert list(answers) == [True, False, True]
    assert [row.body for row in await store.events("t1")] == ["{}", "a", "d"]


async def test_a_finished_table_is_marked_in_the_same_write(store: Store) -> None:
    await make(store)
    await make(store, "t2")
    assert await store.unfinished(10) == ["t2", "t1"]
    assert await store.unbegun(10) == ["t2", "t1"]
    await store.append(Append("t2", 2, ('{"kind":"dealt","seat":null}',)))
    assert await store.unbegun(10) == ["t1"]
    assert not await store.append(Append("t2", 1, ("late",), over=True))
    assert await store.append(Append("t1", 2, ("end",), over=True))
    assert await store.unfinished(10) == ["t2"]
    assert (await store.load(["t1"]))["t1"].row.over


async def test_a_guest_finds_his_tables_newest_first(store: Store) -> None:
    await make(store, "t1")
    await make(store, "t2")
    await store.create(Create(TableRow("t3", "{}", 2.0), (SeatRow(0, "bob"),)))
    assert [row.id for row in await store.tables_of("ann", 10)] == ["t2", "t1"]
    assert [row.id for row in await store.tables_of("ann", 1)] == ["t2"]


async def test_a_setting_is_replaced(store: Store) -> None:
    await store.set_setting("k", "1")
    await store.set_setting("k", "2")
    assert await store.setting("k") == "2"


async def test_a_seat_that_is_taken_is_stored_with_its_event_or_not_at_all(store: Store) -> None:
    await make(store)
    assert await store.append(Append("t1", 2, ("sat",), seats=(SeatRow(1, "bob"),)))
    assert not await store.append(Append("t1", 2, ("sat",), seats=(SeatRow(2, "cleo"),)))
    assert (await store.load(["t1"]))["t1"].seats == {0: "ann", 1: "bob"}
    assert [row.id for row in await store.tables_of("bob", 5)] == ["t1"]


async def test_a_cookie_is_one_guest_with_one_name(store: Store) -> None:
    assert await store.add_guest(GuestRow("bob", b"b" * 32, 1.0)) == "bob"
    assert await store.add_guest(GuestRow("bobby", b"b" * 32, 2.0)) == "bob"
    assert await store.name("bob") == ""
    await store.set_name("bob", "Bob")
    await store.set_name("bob", "Bo")
    assert await store.name("bob") == "Bo"
