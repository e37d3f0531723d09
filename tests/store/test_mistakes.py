"""Mistakes are kept once for their guest alone, and gone with him, in memory and on a database alike."""

from __future__ import annotations

from doublesix.store import Forget, MistakeRow, Store


async def test_a_mistake_is_kept_once_and_practised_without_changing(store: Store) -> None:
    assert await store.mistakes.keep("ann", MistakeRow("b", "second", 2.0))
    assert await store.mistakes.keep("ann", MistakeRow("a", "first", 1.0))
    assert not await store.mistakes.keep("ann", MistakeRow("a", "again", 3.0))
    await store.mistakes.practise("ann", "a", "card")
    await store.mistakes.practise("ann", "nothing", "card")
    await store.mistakes.keep("ben", MistakeRow("a", "of ben", 1.0))
    assert await store.mistakes.kept("ann") == [MistakeRow("a", "first", 1.0, "card"), MistakeRow("b", "second", 2.0)]
    assert await store.mistakes.kept("nobody") == []


async def test_mistakes_go_one_by_one_or_with_their_guest(store: Store) -> None:
    for guest in ("ann", "ben"):
        await store.mistakes.keep(guest, MistakeRow("a", guest, 1.0))
        await store.mistakes.keep(guest, MistakeRow("b", guest, 2.0))
    await store.mistakes.remove("ann", "a")
    assert [row.id for row in await store.mistakes.kept("ann")] == ["b"]
    await store.forget(Forget("ann", {}, {}))
    assert await store.mistakes.kept("ann") == []
    assert len(await store.mistakes.kept("ben")) == 2
