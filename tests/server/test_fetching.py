"""What is asked for at the same time goes to the store in one question."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from doublesix.server.fetching import AT_ONCE, Fetching


class Slow:
    """A store whose every answer waits until the test lets it go."""

    def __init__(self) -> None:
        self.asked: list[list[int]] = []
        self.known = {1: "one"}
        self._go = asyncio.Event()

    async def __call__(self, keys: Sequence[int]) -> dict[int, str]:
        self.asked.append(list(keys))
        found = {key: self.known[key] for key in keys if key in self.known}
        await self._go.wait()
        self._go.clear()
        return found

    def answer(self) -> None:
        self._go.set()


async def told(store: Slow, *waiting: asyncio.Task[str | None]) -> list[str | None]:
    store.answer()
    return list(await asyncio.wait_for(asyncio.gather(*waiting), 10))


async def ask(fetching: Fetching[int, str], key: int) -> asyncio.Task[str | None]:
    task = asyncio.create_task(fetching.get(key))
    for _ in range(3):
        await asyncio.sleep(0)
    return task


async def test_who_comes_while_a_question_is_on_its_way_is_answered_by_the_next_one() -> None:
    store = Slow()
    fetching = Fetching(store)
    first = await ask(fetching, 1)
    del store.known[1]
    later = [await ask(fetching, 1), await ask(fetching, 2)]
    assert await told(store, first) == ["one"]
    assert await told(store, *later) == [None, None], "what was read before he came is not his answer"
    assert store.asked == [[1], [1, 2]]


async def test_so_many_at_most_go_into_one_question() -> None:
    store = Slow()
    fetching = Fetching(store)
    waiting = [asyncio.create_task(fetching.get(key)) for key in range(AT_ONCE + 1)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [len(keys) for keys in store.asked] == [AT_ONCE]
    store.answer()
    await waiting[0]
    assert await told(store, *waiting) == [None, "one", *[None] * (AT_ONCE - 1)]
    assert [len(keys) for keys in store.asked] == [AT_ONCE, 1]


async def test_a_question_that_fails_fails_for_all_who_asked_it_and_nobody_else() -> None:
    async def broken(keys: Sequence[int]) -> dict[int, str]:
        if 1 in keys:
            raise OSError("the disk is gone")
        return {2: "two"}

    fetching = Fetching(broken)
    with pytest.raises(OSError, match="disk"):
        await fetching.get(1)
    assert await fetching.get(2) == "two"
