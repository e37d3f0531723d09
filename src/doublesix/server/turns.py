"""Who moves by itself at a table: computer players, and the table for people where it draws and passes for them.

How long a move takes shows nothing that it does not show itself: a computer player that has no choice takes as long as
for one of its last choices, and all of its moves come on the beat of the table's delay.
"""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Final

from doublesix.rules import Move, Position
from doublesix.server.acts.lateness import move_for
from doublesix.server.acts.mixing import deal_anyway
from doublesix.server.bots import Answer, Bots
from doublesix.server.seams import Clock
from doublesix.server.step import STAND_IN, Step

if TYPE_CHECKING:
    from doublesix.server.table import Table

GATHER: Final = 3.0
"""Seconds that a first deal waits at most for the strings of those who have just sat down."""
ASKED_FOR: Final = 15.0
"""Seconds that a computer player waits for people to answer what is asked about the play before its move."""


class Turns:
    """The moves of one table that no message asks for."""

    def __init__(self, table: Table, bots: Bots, clock: Clock, delay: float) -> None:
        self._table = table
        self._bots = bots
        self._clock = clock
        self._delay = delay
        self._bot: asyncio.Task[None] | None = None
        self._gathering: asyncio.Task[None] | None = None
        self._trouble = False
        """Whether the table's last own move could not be stored: the next try waits a little."""

    @property
    def thinking(self) -> bool:
        """Whether a computer player is at its turn."""
        return self._bot is not None

    async def close(self) -> None:
        """Stop thinking and waiting."""
        for task in (self._bot, self._gathering):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    def make_forced(self) -> None:
        """Where the table draws and passes for people: one more move, stored as its own."""
        now = self._table.course.now
        position = now.position
        if not now.setup.automatic or position is None or position.turn is None:
            return
        seat, forced = position.turn, position.forced
        if seat in now.company.standing or forced is None or not _shows_itself(position, forced):
            return
        if now.setup.seats[seat].kind == "person":
            self._table.put(lambda: self._move(seat, Answer(forced)))

    def go_on(self) -> None:
        """Let the computer player whose turn it is think, unless it does already or something is under way."""
        table = self._table
        now = table.course.now
        position = now.position
        if position is None:
            if self._gathering is None and now.gathering:
                self._gathering = asyncio.create_task(self._gather(), name=f"strings at {table.id}")
            return
        seat = position.turn
        if seat is None or (now.setup.seats[seat].kind == "person" and seat not in now.company.standing):
            return
        if self._bot is not None or table.working:
            return
        if now.setup.seats[seat].kind == "bot" or any(table.presence.here):
            self._bot = asyncio.create_task(self._think(table.course.n, seat), name=f"bot at {table.id}")

    async def _gather(self) -> None:
        """Deal when everybody has had the time to add a string."""
        try:
            await self._clock.sleep(GATHER)
        finally:
            self._gathering = None
        self._table.put(lambda: deal_anyway(self._table))

    async def _think(self, n: int, seat: int) -> None:
        """Choose from the seat's view alone, then queue the move, if the table still stands where it stood."""
        course = self._table.course
        position = course.position
        assert position is not None
        try:
            if self._trouble:
                await self._clock.sleep(1.0)
            asked = course.company.asked
            if asked is not None and asked.what == "take_back":
                await self._clock.sleep(ASKED_FOR)
            level = course.setup.seats[seat].level or course.company.standing.get(seat) or STAND_IN
            answer = await self._in_time(level, position, seat)
        finally:
            self._bot = None

        async def play() -> None:
            if self._table.course.n == n:
                await self._move(seat, answer)

        self._table.put(play)

    async def _in_time(self, level: str, position: Position, seat: int) -> Answer:
        """The player's answer on a beat of the delay, or at once where there is none."""
        begun, legal, beat = self._clock.now(), position.legal_moves, self._delay
        if len(legal) > 1:
            answer = await self._bots.move(level, position.view(seat))
            took = self._clock.now() - begun
        else:
            answer = Answer(legal[0])
            shows = _shows_itself(position, legal[0])
            took, beat = (0.0, beat / 2) if shows else (self._bots.usual(level), beat)
        if beat > 0:
            due = begun + beat * max(1, math.ceil(took / beat))
            if (left := due - self._clock.now()) > 0:
                await self._clock.sleep(left)
        return answer

    async def _move(self, seat: int, answer: Answer) -> None:
        """A move that the table makes for a seat."""
        course, n = self._table.course, self._table.course.n

        def judge() -> Step:
            return move_for(course, seat, answer.move, "failed") if answer.failed else course.judge(seat, answer.move)

        self._trouble = not await self._table.attempt(judge)
        if course.n > n and not self._trouble:
            self.make_forced()


def _shows_itself(position: Position, move: Move) -> bool:
    """Whether everybody sees from the move alone that nothing else was legal: a pass, or a draw that nobody chooses."""
    return move.kind == "pass" or (move.kind == "draw" and not position.rules.voluntary_draw)
