"""The search for objects that only hold each other: in portions, seldom where little is found, all when it is quiet."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest
from world import StillClock

from doublesix.server.collector import EVERY, LATEST, PORTION, QUIET, SELDOM, Collector, collect


class Ring:
    """An object that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _only_when_told() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()
    gc.collect()


def dropped() -> weakref.ref[Ring]:
    """A ring that nothing else holds any more."""
    return weakref.ref(Ring())


def test_a_few_new_objects_are_left_where_they_are() -> None:
    collector, ring = Collector(0.0), dropped()
    collector.look(PORTION - 1, 1.0)
    assert ring() is not None


def test_a_portion_is_searched_and_what_is_needed_is_laid_aside() -> None:
    collector, ring = Collector(0.0), dropped()
    kept = Ring()
    collector.look(PORTION, 1.0)
    assert ring() is None
    assert kept.itself is kept
    assert gc.get_freeze_count() > 0
    assert gc.get_count()[0] < PORTION


def test_after_poor_portions_fewer_are_searched_and_after_a_rich_one_all() -> None:
    collector = Collector(0.0)
    searched = []
    for at in range(4 * SELDOM):
        ring = dropped()
        collector.look(PORTION, 1.0)
        if ring() is None:
            searched.append(at)
    assert searched[:4] == [0, 2, 6, 14]
    assert len(searched) < 12
    for _ in range(SELDOM + 1):
        rich = [dropped() for _ in range(PORTION)]
        collector.look(PORTION, 1.0)
        if rich[0]() is None:
            break
    next_one = dropped()
    collector.look(PORTION, 1.0)
    assert next_one() is None


@pytest.mark.parametrize(
    ("new", "now", "found"),
    [(0, QUIET - 1, False), (0, QUIET + 1, True), (PORTION - 1, QUIET + 1, False), (PORTION - 1, LATEST + 1, True)],
)
def test_what_was_laid_aside_is_searched_in_a_quiet_moment_or_at_the_latest(new: int, now: float, found: bool) -> None:
    collector, ring = Collector(0.0), dropped()
    gc.freeze()
    collector.look(new, now)
    assert (ring() is None) is found


async def test_while_the_server_runs_nothing_that_was_dropped_is_kept_for_ever() -> None:
    clock, usual = StillClock(), gc.get_threshold()
    running = asyncio.create_task(collect(clock))
    try:
        await _until_it_sleeps(clock)
        rings = []
        for _ in range(3 * SELDOM):
            rings.append(dropped())
            kept = [[number] for number in range(PORTION)]  # poor portions: nearly all of it is needed
            clock.advance(EVERY)
            await _until_it_sleeps(clock)
        assert kept
        assert any(ring() is not None for ring in rings), "some were laid aside unsearched"
        clock.advance(LATEST)
        await _until_it_sleeps(clock)
        assert all(ring() is None for ring in rings)
        assert gc.get_freeze_count() > 0
    finally:
        running.cancel()
        gc.set_threshold(*usual)


async def _until_it_sleeps(clock: StillClock) -> None:
    while not clock.sleeping:
        await asyncio.sleep(0)
