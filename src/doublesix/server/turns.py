"""Who moves by itself at a table: computer players, and the table for people where it draws and passes for them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from doublesix.rules import Move
from doublesix.server.bots import Bots
from doublesix.server.seams import Clock
from doublesix.server.step import STAND_IN, RefusedError
from doublesix.store import NotStored

if TYPE_CHECKING:
    from doublesix.server.table import Table

log: Final = logging.getLogger("doublesix.table")


class Turns:
    """The moves of one table that no message asks for."""

    def __init__(self, table: Table, bots: Bots, clock: Clock, delay: float) -> None:
        self._table = table
        self._bots = bots
        self._clock = clock
        self._delay = delay
        self._bot: asyncio.Task[None] | None = None
        self._trouble = False
        """Whether the table's last own move could not be stored: the next try waits a little."""

    @property
    def thinking(self) -> bool:
        """Whether a computer player is at its turn."""
        return self._bot is not None

    async def close(self) -> None:
        """Stop thinking."""
        if self._bot is not None:
            self._bot.cancel()
            await asyncio.gather(self._bot, return_exceptions=True)

    def make_forced(self) -> None:
        """Where the table draws and passes for people: one more move, stored as its own."""
        course = self._table.course
        position = course.position
        if not course.setup.automatic or position is None or position.turn is None:
            return
        seat, forced = position.turn, position.forced
        if seat in course.company.standing:
            return
        if forced is not None and course.setup.seats[seat].kind == "person":
            self._table.put(lambda: self._move(seat, forced))

    def go_on(self) -> None:
        """Let the computer player whose turn it is think, unless it does already or something is under way."""
        table = self._table
        position = table.course.position
        if self._bot is not None or table.working or position is None or position.turn is None:
            return
        stands_in = position.turn in table.course.company.standing and any(table.presence.here)
        if table.setup.seats[position.turn].kind == "bot" or stands_in:
            self._bot = asyncio.create_task(self._think(table.course.n, position.turn), name=f"bot at {table.id}")

    async def _think(self, n: int, seat: int) -> None:
        """Choose from the seat's view alone, then queue the move, if the table still stands where it stood."""
        course = self._table.course
        position = course.position
        assert position is not None
        move = position.forced
        delay = self._delay if move is None else self._delay / 2
        try:
            if delay or self._trouble:
                await self._clock.sleep(max(delay, 1.0) if self._trouble else delay)
            if move is None:
                level = course.setup.seats[seat].level or course.company.standing.get(seat) or STAND_IN
                move = await self._bots.move(level, position.view(seat))
        finally:
            self._bot = None
        chosen = move

        async def play() -> None:
            if self._table.course.n == n:
                await self._move(seat, chosen)

        self._table.put(play)

    async def _move(self, seat: int, move: Move) -> None:
        """A move that the table makes for a seat."""
        try:
            await self._table.carry_out(self._table.course.judge(seat, move))
            self._trouble = False
            self.make_forced()
        except RefusedError:
            log.exception("table %s: the table's own move was refused", self._table.id)
        except NotStored:
            log.exception("table %s: not stored", self._table.id)
            self._trouble = True
            await self._table.catch_up()
