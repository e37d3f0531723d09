"""Practice is kept for its guest alone, and gone with him, in memory and on a database alike."""

from __future__ import annotations

from doublesix.store import Forget, Store


async def test_the_last_text_of_a_kind_is_kept_for_its_guest(store: Store) -> None:
    await store.practice.keep("ann", "ends", "1")
    await store.practice.keep("ann", "ends", "2")
    await store.practice.keep("ann", "counting", "3")
    await store.practice.keep("ben", "ends", "4")
    assert await store.practice.kept("ann") == {"ends": "2", "counting": "3"}
    assert await store.practice.kept("nobody") == {}


async def test_practice_is_forgotten_with_its_guest(store: Store) -> None:
    await store.practice.keep("ann", "ends", "1")
    await store.practice.keep("ben", "ends", "2")
    await store.forget(Forget("ann", {}, {}))
    assert await store.practice.kept("ann") == {}
    assert await store.practice.kept("ben") == {"ends": "2"}


async def test_an_answer_that_comes_twice_counts_once(store: Store) -> None:
    assert await store.practice.keep("ann", "ends", "1", "a")
    assert not await store.practice.keep("ann", "ends", "2", "a")
    assert await store.practice.kept("ann") == {"ends": "1"}
    assert await store.practice.keep("ann", "ends", "2", "b")
    assert await store.practice.keep("ben", "ends", "9", "a"), "of another guest"
    await store.forget(Forget("ann", {}, {}))
    assert await store.practice.keep("ann", "ends", "1", "a")
