"""Who is connected to a table, for how long somebody has been away, and when the others may act for him.

Nothing here is stored: after a restart everybody has just left, so that the time in which the server was down counts
against nobody. Nor does the time in which nobody at all was there. Who has not been seen yet is expected for a moment
before the others hear that he is away, for it was the server that was. At a table with a clock the grace is one for the
whole round, however often somebody leaves: nobody gains time by cutting his line.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from doublesix.rules.phrases import Phrase
from doublesix.server.acts.absence import stand_in
from doublesix.server.acts.leaving import forfeit
from doublesix.server.seams import Clock
from doublesix.server.step import RefusedError

if TYPE_CHECKING:
    from doublesix.server.table import Listener, Table

RETURNING: Final = 10.0
"""Seconds in which who has not been seen yet is expected, from when the first one is there; a page is sooner back."""


class Presence:
    """The comings and goings at one table."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock
        self._begun = clock.now()
        self._left: dict[int, float] = {}
        self._seen: set[int] = set()
        self._used: dict[int, float] = {}
        """Seconds of this round's grace that a seat has used, where the table has a clock."""
        self._round = 0
        self._empty = True
        """Whether nobody who sits here is connected."""
        self._timer: asyncio.Task[None] | None = None
        self._told: tuple[int | None, int | None] = (None, None)
        self._complete: Mapping[int, str] | None = None
        """The owners of the seats, where all of them are here; None where somebody is not."""
        self.last = self._begun
        """When somebody who sits here was last seen."""

    @property
    def here(self) -> list[bool]:
        """For each seat whether its owner is connected; nobody connects for the computer's."""
        seats = {seat for listener in self._table.listeners for seat in listener.seats}
        return [seat in seats for seat in range(self._table.setup.players)]

    @property
    def told(self) -> list[bool]:
        """The same as the others are told: who is expected is not away yet."""
        return [here or self._expects(seat) for seat, here in enumerate(self.here)]

    def _expects(self, seat: int) -> bool:
        """Whether an owner was not seen yet, and those who are here may still think that he is coming."""
        if self._empty or seat in self._seen or seat not in self._table.seats:
            return False
        return self._clock.now() < self._begun + RETURNING

    def is_here(self, seat: int) -> bool:
        """Whether the owner of a seat is connected."""
        return any(seat in listener.seats for listener in self._table.listeners)

    @property
    def awaited(self) -> tuple[int | None, int | None]:
        """The absent seat that everybody waits for, and the whole seconds until the others may act for it."""
        seat, wait = self._absent
        return (None, None) if seat is None or self._expects(seat) else (seat, wait)

    @property
    def _absent(self) -> tuple[int | None, int | None]:
        """The same, also of who is expected."""
        table = self._table
        position = table.course.position
        if position is None or position.turn is None or len(table.setup.people) < 2:
            return None, None
        seat = position.turn
        if table.setup.seats[seat].kind != "person" or self.is_here(seat) or seat in table.course.company.standing:
            return None, None
        return seat, max(0, math.ceil(self._due(seat) - self._clock.now()))

    def _due(self, seat: int) -> float:
        return self._left.get(seat, self._begun) + self._table.setup.pace.grace - self._used.get(seat, 0.0)

    def away_since(self, seat: int) -> float | None:
        """Since when everybody waits for a person who is not connected; None where nobody waits for him."""
        position, here = self._table.course.position, self.here
        if position is None or position.turn is None or here[seat] or (position.turn != seat and any(here)):
            return None
        return self._left.get(seat, self._begun)

    def came(self, listener: Listener) -> None:
        """A listener is there; who watches changes nothing for the others."""
        if not listener.seats:
            self._table.tell_presence(listener)
            return
        now = self._clock.now()
        self._seen.update(listener.seats)
        for seat in listener.seats:
            left = self._left.pop(seat, None)
            if left is not None and not self._empty and self._table.setup.pace.turn is not None:
                self._used[seat] = self._used.get(seat, 0.0) + now - left
        if self._empty:
            self._begun, self._empty = now, False
            self._left.clear()
        self.last = now
        self._complete = self._table.seats if all(map(self.is_here, self._table.setup.people)) else None
        self._watch()
        self._table.tell_presence()

    def went(self, listener: Listener) -> None:
        """A listener is gone; his seat is empty when it was the last one there."""
        if not listener.seats:
            return
        self.last = self._clock.now()
        here = self.here
        left = [seat for seat in listener.seats if not here[seat]]
        if left:
            self._complete = None
            self._left.update(dict.fromkeys(left, self.last))
            self._empty = not any(here)
            self._watch()
            self._table.tell_presence()

    def moved(self) -> None:
        """Something was stored: another seat may be to move."""
        before, number = self._told, self._table.course.before.number
        if number != self._round:
            self._round, now = number, self._clock.now()
            self._used.clear()
            self._left = {seat: max(now, left) for seat, left in self._left.items()}
        if before[0] is None and self._complete is self._table.seats:
            return  # nobody is away, and nobody was
        self._watch()
        if self._told[0] != before[0]:
            asyncio.get_running_loop().call_soon(self._table.tell_presence)

    def check_away(self, seat: int, by: int) -> None:
        """Raises `RefusedError` unless the others may act for this seat now."""
        setup = self._table.setup
        position = self._table.course.position
        if position is None or position.turn is None:
            raise RefusedError(Phrase("No round is being played, so nobody is waited for."))
        if seat == by or seat >= setup.players or setup.seats[seat].kind != "person":
            raise RefusedError(Phrase("Only for another person who is away this can be done."))
        name = setup.who(seat)
        if seat in self._table.course.company.standing:
            raise RefusedError(Phrase("The computer plays on for {name} already.", name=name))
        if position.turn != seat:
            raise RefusedError(Phrase("It is not the turn of {name}, so nobody waits.", name=name))
        absent, wait = self._absent
        if absent is None or wait is None:
            raise RefusedError(Phrase("{name} is here.", name=name))
        if wait > 0:
            raise RefusedError(
                Phrase.plural(
                    "{name} has {n} second left to come back.",
                    "{name} has {n} seconds left to come back.",
                    wait,
                    name=name,
                )
            )

    def _watch(self) -> None:
        """Set the timer that tells the others who does not come, and when they may act."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._told = self.awaited
        seat, wait = self._told
        if any(map(self._expects, self._table.seats)):
            due = self._begun + RETURNING
        elif seat is not None and wait:
            due = self._due(seat)
        else:
            return
        self._timer = asyncio.create_task(self._ring(due), name=f"grace at {self._table.id}")

    async def _ring(self, due: float) -> None:
        while (left := due - self._clock.now()) > 0:
            await self._clock.sleep(left)
        self._timer = None
        self._watch()
        self._table.tell_presence()
        seat, wait = self._told
        if seat is not None and not wait and self._table.setup.pace.away != "ask" and any(self.here):
            self._table.put(self._act)

    async def _act(self) -> None:
        """Do what was agreed for who stays away, if he still is."""
        seat, wait = self.awaited
        if seat is None or wait or not any(self.here):
            return
        course = self._table.course
        forfeits = self._table.setup.pace.away == "forfeit"
        done = await self._table.attempt(
            lambda: forfeit(course, seat, "away") if forfeits else stand_in(course, seat, None)
        )
        if not done:
            self._timer = asyncio.create_task(self._ring(self._clock.now() + 1.0), name=f"grace at {self._table.id}")

    def close(self) -> None:
        """Let go of the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
