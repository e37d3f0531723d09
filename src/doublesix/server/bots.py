"""Computer players at a table: asked through the pool, watched, and replaced by a legal move where they fail."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from doublesix.players import make_player
from doublesix.rules import Move, View
from doublesix.server.seams import Clock, Pool

log: Final = logging.getLogger("doublesix.bots")

Choose = Callable[[str, View, int | None], Move]
"""A level, what the seat may know, and a seed where the choice must be repeatable. Picklable, for worker processes."""

_REMEMBERED: Final = 32
QUICK: Final = ("easy", "normal")
"""Levels that do not search."""


def choose(level: str, view: View, seed: int | None) -> Move:
    """The move of a player of this level."""
    return make_player(level, seed=seed).choose(view)


def fallback(view: View) -> Move:
    """The legal move played for a seat whose player failed: the heaviest tile, else what the rules leave."""
    return max(view.legal, key=lambda move: (move.tile.pips if move.tile is not None else -1, str(move)))


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal move, and whether it is the fallback's because the player failed."""

    move: Move
    failed: bool = False


class Bots:
    """Asks for moves and always gets a legal one."""

    def __init__(
        self,
        pool: Pool,
        search: Pool,
        clock: Clock,
        choose: Choose = choose,
        timeout: float = 10.0,
        seed: int | None = None,
    ) -> None:
        self._pool = pool
        self._search = search
        self._clock = clock
        self._choose = choose
        self._timeout = timeout
        self._seed = seed
        self.failures = 0
        """Moves that the fallback had to make."""
        self._took: dict[str, deque[float]] = {}

    async def move(self, level: str, view: View) -> Answer:
        """The player's move; a second try where it raises or answers illegally, then the fallback.

        A player that has not answered after `timeout` seconds is given up at once.
        """
        begun = self._clock.now()
        answer = await self._answer(level, view)
        self._took.setdefault(level, deque(maxlen=_REMEMBERED)).append(self._clock.now() - begun)
        return answer

    def usual(self, level: str) -> float:
        """How long a player of this level thought over one of its last choices: so long a move takes that it has no
        choice about, for otherwise everybody would see that it had none. 0 where it has not chosen yet."""
        took = self._took.get(level)
        if not took:
            return 0.0
        took.rotate(-1)
        return took[-1]

    async def _answer(self, level: str, view: View) -> Answer:
        for _ in range(2):
            try:
                move = await self._ask(level, view)
            except TimeoutError:
                log.warning("the %s player did not answer within %s s", level, self._timeout)
                break
            except Exception as problem:
                # neither what it said nor what it answered is logged: both may name tiles of its hand
                log.warning("the %s player failed: %s", level, type(problem).__name__)
                continue
            if move in view.legal:
                return Answer(move)
            log.warning("the %s player answered with what is not legal", level)
        self.failures += 1
        return Answer(fallback(view), failed=True)

    async def _ask(self, level: str, view: View) -> Move:
        pool = self._pool if level in QUICK else self._search
        job = pool.submit(self._choose, level, view, self._seed)
        answer: asyncio.Future[Move] = asyncio.wrap_future(job)
        watchdog = asyncio.create_task(self._clock.sleep(self._timeout))
        try:
            waiting: set[asyncio.Future[Any]] = {answer, watchdog}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            raise TimeoutError
        finally:
            watchdog.cancel()
            if not answer.done():
                pool.abandon(job)
                answer.cancel()
