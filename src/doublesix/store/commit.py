"""Group commit: many writers, one transaction.

    put(unit) -> future
    writer:  take all that is pending, at most one unit a key -> ONE transaction -> answer each future; then the
             next batch, but not before a moment has passed since this one began

A unit that loses (its number is taken) never fails its neighbours; a transaction that fails fails every future of its
batch, and only of its batch.
"""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

from doublesix.store.rows import NotStored

Unit = TypeVar("Unit")

CROWD: Final = 6
"""Units of one transaction from which on it pays to wait for more: what each of them costs is then mostly its own."""
LONGEST: Final = 5.0
"""How many times `linger` transactions are apart at most."""


def apart(linger: float, units: int) -> float:
    """Seconds from the beginning of a transaction that held so many units to that of the next."""
    return linger * min(LONGEST, max(1.0, units / CROWD))


class GroupCommit(Generic[Unit]):
    """Collects units and hands them to `commit`, which says won or lost for each.

    A unit that comes alone is written at once. Where many come, transactions begin at least `linger` seconds one after
    the other, so that each of them holds several; where they hold a crowd, more than that (`apart`).
    """

    def __init__(
        self,
        commit: Callable[[list[Unit]], Awaitable[list[bool]]],
        key: Callable[[Unit], Hashable],
        linger: float = 0.002,
        most: int = 1000,
    ) -> None:
        self._commit = commit
        self._key = key
        self._linger = linger
        self._most = most
        self._pending: deque[tuple[Unit, asyncio.Future[bool]]] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._begun = -math.inf
        """When the last transaction began, by the event loop's time."""
        self._size = 0
        """How many units it held."""
        self._closed = False

    def put(self, unit: Unit) -> asyncio.Future[bool]:
        """A future that resolves after the transaction holding the unit: True won, False lost, else `NotStored`."""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._closed:
            future.set_exception(NotStored("the store is closed"))
            return future
        self._pending.append((unit, future))
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write(), name="group commit")
        return future

    async def close(self) -> None:
        """Write everything that is pending; later units are refused."""
        self._closed = True
        while self._writer is not None and not self._writer.done():
            await asyncio.wait([self._writer])

    async def _write(self) -> None:
        while self._pending:
            await self._pause()
            batch = self._take()
            self._size = len(batch)
            try:
                answers = await self._commit([unit for unit, _ in batch])
            except BaseException as problem:
                for _, future in batch:
                    if not future.done():
                        error = NotStored(f"the transaction failed: {problem}")
                        error.__cause__ = problem
                        future.set_exception(error)
                if not isinstance(problem, Exception):
                    raise
            else:
                for (_, future), answer in zip(batch, answers, strict=True):
                    if not future.done():
                        future.set_result(answer)

    async def _pause(self) -> None:
        loop = asyncio.get_running_loop()
        left = self._begun + apart(self._linger, self._size) - loop.time()
        if left > 0:
            await asyncio.sleep(left)
        self._begun = loop.time()

    def _take(self) -> list[tuple[Unit, asyncio.Future[bool]]]:
        """The next batch: in order, one unit a key, the rest stays for the batch after it."""
        batch: list[tuple[Unit, asyncio.Future[bool]]] = []
        later: list[tuple[Unit, asyncio.Future[bool]]] = []
        seen: set[Hashable] = set()
        while self._pending and len(batch) < self._most:
            entry = self._pending.popleft()
            key = self._key(entry[0])
            if key in seen:
                later.append(entry)
            else:
                seen.add(key)
                batch.append(entry)
        self._pending.extendleft(reversed(later))
        return batch
