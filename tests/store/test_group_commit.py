"""Group commit: one transaction a batch, answers of their own, and failures that stay inside it."""

from __future__ import annotations

import asyncio

import pytest

from doublesix.store import GroupCommit, NotStored
from doublesix.store.commit import CROWD, LONGEST, apart


class Disk:
    """Records the batches; fails when told to, and can be held inside a transaction."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []
        self.fails = False
        self.held = asyncio.Event()
        self.held.set()

    async def commit(self, units: list[str]) -> list[bool]:
        self.batches.append(units)
        await self.held.wait()
        if self.fails:
            raise OSError("disk full")
        return [not unit.startswith("bad") for unit in units]


def group(disk: Disk, most: int = 1000, linger: float = 0.0) -> GroupCommit[str]:
    return GroupCommit(disk.commit, key=lambda unit: unit.split(":")[0], linger=linger, most=most)


async def test_what_is_pending_goes_in_one_transaction() -> None:
    disk = Disk()
    writer = group(disk)
    assert await asyncio.gather(*(writer.put(f"t{i}") for i in range(5))) == [True] * 5
    assert disk.batches == [["t0", "t1", "t2", "t3", "t4"]]


async def test_a_unit_that_loses_never_fails_its_neighbours() -> None:
    disk = Disk()
    writer = group(disk)
    assert list(await asyncio.gather(writer.put("a"), writer.put("bad"), writer.put("c"))) == [True, False, True]


async def test_nothing_is_answered_before_the_commit() -> None:
    disk = Disk()
    disk.held.clear()
    writer = group(disk)
    future = writer.put("a")
    while not disk.batches:
        await asyncio.sleep(0)
    assert not future.done()
    disk.held.set()
    assert await future


async def test_a_failed_commit_fails_every_future_of_its_batch_and_no_other() -> None:
    disk = Disk()
    disk.fails = True
    writer = group(disk)
    failed = await asyncio.gather(writer.put("a"), writer.put("b"), return_exceptions=True)
    assert [type(answer) for answer in failed] == [NotStored, NotStored]
    disk.fails = False
    assert await writer.put("c")


async def test_two_units_of_one_key_go_in_two_transactions_in_order() -> None:
    disk = Disk()
    writer = group(disk)
    await asyncio.gather(*(writer.put(unit) for unit in ("t1:a", "t1:b", "t2:a", "t1:c")))
    assert disk.batches == [["t1:a", "t2:a"], ["t1:b"], ["t1:c"]]


async def test_a_batch_has_a_size() -> None:
    disk = Disk()
    writer = group(disk, most=2)
    await asyncio.gather(*(writer.put(f"t{i}") for i in range(5)))
    assert [len(batch) for batch in disk.batches] == [2, 2, 1]


async def test_units_that_come_during_a_transaction_wait_for_the_next() -> None:
    disk = Disk()
    disk.held.clear()
    writer = group(disk)
    first = writer.put("a")
    while not disk.batches:
        await asyncio.sleep(0)
    second = writer.put("b")
    disk.held.set()
    await asyncio.gather(first, second)
    assert disk.batches == [["a"], ["b"]]


async def test_closing_writes_what_is_pending_and_refuses_the_rest() -> None:
    disk = Disk()
    writer = group(disk)
    future = writer.put("a")
    await writer.close()
    assert await future
    with pytest.raises(NotStored):
        await writer.put("b")


async def test_a_waiter_that_went_away_stops_nobody() -> None:
    disk = Disk()
    writer = group(disk)
    gone, stays = writer.put("a"), writer.put("b")
    gone.cancel()
    assert await stays


def test_the_more_units_come_the_further_apart_are_transactions_within_bounds() -> None:
    assert [apart(2.0, units) for units in (0, 1, CROWD)] == [2.0, 2.0, 2.0]
    assert apart(2.0, CROWD + CROWD // 2) == 3.0
    assert apart(2.0, 1000) == 2.0 * LONGEST
    assert apart(0.0, 1000) == 0.0


async def test_a_unit_that_comes_alone_does_not_wait_and_those_behind_it_gather() -> None:
    disk = Disk()
    writer = group(disk, linger=3600.0)
    assert await writer.put("a")
    later = [writer.put("b"), writer.put("c")]
    for _ in range(10):
        await asyncio.sleep(0)
    assert disk.batches == [["a"]]
    for waiting in (*later, writer._writer):
        assert waiting is not None
        waiting.cancel()
