"""Reading tables from the store: those that are asked for at the same time in one question.

After a restart everybody comes back at once; while one question is on its way, the tables that are asked for meanwhile
gather for the next.
"""

from __future__ import annotations

import asyncio
from typing import Final

from doublesix.store import Loaded, Store

AT_ONCE: Final = 200
"""Tables in one question at most."""


class Fetching:
    """The questions of one lobby."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wanted: dict[str, asyncio.Future[Loaded | None]] = {}
        self._asking: asyncio.Task[None] | None = None

    async def load(self, table: str) -> Loaded | None:
        """All that is stored of a table, None where there is none."""
        answer = self._wanted.get(table)
        if answer is None:
            answer = self._wanted[table] = asyncio.get_running_loop().create_future()
            if self._asking is None:
                self._asking = asyncio.create_task(self._ask(), name="fetching tables")
        return await asyncio.shield(answer)

    async def _ask(self) -> None:
        try:
            while self._wanted:
                names = list(self._wanted)[:AT_ONCE]
                answers = {name: self._wanted.pop(name) for name in names}
                try:
                    found = await self._store.load(names)
                except Exception as problem:
                    for answer in answers.values():
                        answer.set_exception(problem)
                else:
                    for name, answer in answers.items():
                        answer.set_result(found.get(name))
        finally:
            self._asking = None

    async def close(self) -> None:
        """Ask no more; who still waits is told so."""
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.gather(self._asking, return_exceptions=True)
        for answer in self._wanted.values():
            answer.cancel()
