"""The clock of one table: how long the seat to move may still think, and what happens when its time is up.

The time of a move begins with the event before it and is the same whether the seat has a choice or not. It stands
still while the owner is away (then his grace runs), while nobody is there, and while the server is down: nothing of it
is stored, so that after a restart a move has its full time again.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from doublesix.rules import Position
from doublesix.server.acts.absence import stand_in
from doublesix.server.acts.lateness import move_for
from doublesix.server.acts.leaving import forfeit
from doublesix.server.bots import fallback
from doublesix.server.pace import Reading
from doublesix.server.seams import Clock
from doublesix.server.step import Step

if TYPE_CHECKING:
    from doublesix.server.table import Table

ALLOWANCE: Final = 1.0
"""Seconds beyond what the clock shows: a move that was made in time may travel so long."""
_AGAIN: Final = 1.0
"""Seconds until the next try where the store failed."""


class Countdown:
    """The time of the seat to move."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._position: Position | None = None
        """What the clock was set for."""
        self._left = 0.0
        self._since: float | None = None
        """When it began to run; None while it stands."""
        self._timer: asyncio.Task[None] | None = None

    @property
    def reading(self) -> Reading | None:
        """What everybody may see of it; None where no time is counted now."""
        seat = self._seat
        if seat is None:
            return None
        if self._position is not self._table.course.position:
            return Reading(seat, float(self._whole), self._may_run(seat))
        return Reading(seat, max(0.0, self._now_left), self._since is not None)

    def update(self) -> bool:
        """Set, stop or go on as the table stands now; whether it stopped or went on without being set anew."""
        seat, position = self._seat, self._table.course.position
        if seat is None:
            self._stop()
            self._position = None
            return False
        new = position is not self._position
        if new:
            self._stop()
            self._position, self._left = position, float(self._whole)
        runs = self._may_run(seat)
        if runs == (self._since is not None):
            return False
        if runs:
            self._since = self._clock.now()
            self._timer = asyncio.create_task(self._run(), name=f"clock at {self._table.id}")
        else:
            self._left = self._now_left
            self._stop()
        return not new

    def close(self) -> None:
        """Let go of the timer."""
        self._stop()

    @property
    def _whole(self) -> int:
        return self._table.setup.pace.turn or 0

    @property
    def _seat(self) -> int | None:
        """The seat whose time is counted: a person's at his turn, for whom no computer player goes on."""
        setup, course = self._table.setup, self._table.course
        position = course.position
        if setup.pace.turn is None or position is None or position.turn is None:
            return None
        seat = position.turn
        return seat if setup.seats[seat].kind == "person" and seat not in course.company.standing else None

    def _may_run(self, seat: int) -> bool:
        return self._table.presence.is_here(seat)

    @property
    def _now_left(self) -> float:
        return self._left if self._since is None else self._left - (self._clock.now() - self._since)

    def _stop(self) -> None:
        self._since = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _run(self) -> None:
        position = self._position
        while (left := self._now_left + ALLOWANCE) > 0:
            await self._clock.sleep(left)
        while self._position is position and self._since is not None:
            if not await self._table.ask(lambda: self._time_is_up(position)):
                return
            await self._clock.sleep(_AGAIN)

    async def _time_is_up(self, position: Position | None) -> bool:
        """Do what was agreed, if nobody has moved meanwhile; whether it must be tried again."""
        seat = self._seat
        if seat is None or self._table.course.position is not position:
            return False
        return not await self._table.attempt(lambda: self._step(seat))

    def _step(self, seat: int) -> Step:
        course, late = self._table.course, self._table.setup.pace.late
        if late == "forfeit":
            return forfeit(course, seat, "late")
        if late == "computer":
            return stand_in(course, seat, None, "late")
        assert course.position is not None
        return move_for(course, seat, fallback(course.position.view(seat)), "late")
