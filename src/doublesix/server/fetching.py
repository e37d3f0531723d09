"""Reading from the store: what is asked for at the same time in one question.

After a restart everybody comes back at once; while one question is on its way, what is asked for meanwhile gathers for
the next. Nobody is answered by a question that was asked before he came.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

AT_ONCE: Final = 200
"""Keys in one question at most."""


class Fetching(Generic[K, V]):
    """The questions of one kind."""

    def __init__(self, ask: Callable[[Sequence[K]], Awaitable[Mapping[K, V]]]) -> None:
        """`ask` answers for many keys, and leaves out those that are not there."""
        self._answers = ask
        self._wanted: dict[K, asyncio.Future[V | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def get(self, key: K) -> V | None:
        """What is stored under a key, None where nothing is."""
        answer = self._wanted.get(key)
        if answer is None:
            answer = self._wanted[key] = asyncio.get_running_loop().create_future()
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask(), name="fetching")
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        try:
            while self._wanted:
                keys = list(self._wanted)[:AT_ONCE]
                answers = {key: self._wanted.pop(key) for key in keys}
                try:
                    found = await self._answers(keys)
                except Exception as problem:
                    for answer in answers.values():
                        answer.set_exception(problem)
                else:
                    for key, answer in answers.items():
                        answer.set_result(found.get(key))
        finally:
            self._asking = None

    async def close(self) -> None:
        """Ask no more; who still waits is told so."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
        for answer in self._wanted.values():
            answer.cancel()
