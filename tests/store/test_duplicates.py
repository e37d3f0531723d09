"""What every store keeps of duplicates: each number once, in order, and which of them go on."""

from __future__ import annotations

import asyncio

from doublesix.store import DuplicateRow, Forget, Merge, Store


async def test_a_duplicate_is_read_as_it_was_stored(store: Store) -> None:
    row = DuplicateRow("one", '{"deals": 2}', 5.0, ("a",))
    assert await store.duplicates.create(row)
    assert not await store.duplicates.create(DuplicateRow("one", "{}", 6.0))
    assert await store.duplicates.load("one") == row
    assert await store.duplicates.load("another") is None


async def test_each_number_is_given_once(store: Store) -> None:
    await store.duplicates.create(DuplicateRow("one", "{}", 5.0, ("a",)))
    won = await asyncio.gather(*(store.duplicates.append("one", 2, f"b{writer}") for writer in range(5)))
    assert sum(won) == 1
    assert not await store.duplicates.append("one", 1, "c")
    assert await store.duplicates.append("one", 3, "d")
    read = await store.duplicates.load("one")
    assert read is not None
    assert [body[0] for body in read.bodies] == ["a", "b", "d"]


async def test_a_guest_finds_the_duplicates_where_he_sat_down_newest_first(store: Store) -> None:
    for name in ("one", "two", "three"):
        row = DuplicateRow(name, "{}", 5.0, ("a",) if name == "one" else ())
        await store.duplicates.create(row, "ann" if name != "two" else None)
    assert await store.duplicates.append("two", 1, "sat", guest="ben")
    assert not await store.duplicates.append("two", 1, "sat", guest="cleo")
    for n in (1, 2):  # he may get up and sit down again
        assert await store.duplicates.append("three", n, "sat", guest="ben")
    assert await store.duplicates.of("ann", 5) == ["three", "one"]
    assert await store.duplicates.of("ann", 1) == ["three"]
    assert await store.duplicates.of("ben", 5) == ["three", "two"]
    assert await store.duplicates.of("cleo", 5) == []
    await store.forget(Forget("ben", {}, {}))
    assert await store.duplicates.of("ben", 5) == []
    await store.merge(Merge("ann", "ada", (), {}, {("one", 1): "sat"}, (), ()))
    assert "one" in await store.duplicates.of("ada", 5)


async def test_those_that_are_over_go_on_no_more(store: Store) -> None:
    for name in ("one", "two", "three"):
        await store.duplicates.create(DuplicateRow(name, "{}", 5.0))
    assert await store.duplicates.append("two", 1, "end", over=True)
    assert await store.duplicates.unfinished(5) == ["three", "one"]
    assert await store.duplicates.unfinished(1) == ["three"]
