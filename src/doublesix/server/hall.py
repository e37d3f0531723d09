"""The lobby as it is told to whoever looks at it: open tables and who waits for company, each change at once.

One process has one hall. With several, the tables of all would be in every lobby through the store, but people who wait
would only meet those of their own process: the proxy in front sends `/ws/hall` to one of them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Final, Protocol

import msgspec

from doublesix.ratings import why_unrated
from doublesix.rules import PRESETS
from doublesix.rules.phrases import Phrase
from doublesix.server.acts.watching import PingMessage
from doublesix.server.limits import SEEKS_BURST, SEEKS_PER_SECOND, Buckets
from doublesix.server.lobby import Lobby, OpenTable
from doublesix.server.pairing import Pairing, Waiter, Wish
from doublesix.server.rated import NAMELESS, NO_PROGRAM
from doublesix.server.seams import Clock
from doublesix.server.step import RefusedError
from doublesix.server.wire import Frame, Message, check_once, frame, read
from doublesix.store import NotStored

log: Final = logging.getLogger("doublesix.hall")

_PERIOD: Final = 1.0
"""Seconds between two looks at the tables, while anybody looks at the lobby."""

Who = Callable[[], Awaitable[str | None]]
"""The guest behind a page, kept from now on; None where its browser keeps no cookie."""


class SeekMessage(Message, tag="seek"):
    """Look for company at a table of these rules."""

    rules: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    players: Annotated[int, msgspec.Meta(ge=2, le=15)]
    rated: bool = False
    program: bool = False
    """Whether a program looks for it."""


class UnseekMessage(Message, tag="unseek"):
    """Look no longer."""


HallMessage = SeekMessage | UnseekMessage | PingMessage
"""What the lobby's page may say."""
_decoder: Final[msgspec.json.Decoder[HallMessage]] = msgspec.json.Decoder(HallMessage)


def decode_hall(text: str | bytes) -> HallMessage:
    """Read a message of the lobby's page. Raises `BadMessageError` naming the place of the mistake."""
    message = read(_decoder, text)
    check_once(text)
    return message


class Visitor(Protocol):
    """An open page in the lobby; `tell` never waits."""

    def tell(self, message: Frame) -> None:
        """Queue a message for it."""
        ...


class Hall:
    """Who looks at the lobby, and who waits there. Methods are called on the event loop."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self._lobby = lobby
        self._clock = clock
        self._visitors: set[Visitor] = set()
        self._pairing: Pairing[Visitor] = Pairing()
        self._seeks = Buckets(SEEKS_PER_SECOND, SEEKS_BURST)
        self._told: Frame | None = None
        self._jobs: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    # --- coming and going ------------------------------------------------------------------------------------------

    def join(self, visitor: Visitor) -> None:
        """Tell how the lobby stands, and every change from now on."""
        self.refresh()
        self._visitors.add(visitor)
        visitor.tell(self._lobby_frame())
        if self._watch is None:
            self._watch = asyncio.create_task(self._look(), name="hall")

    def leave(self, visitor: Visitor) -> None:
        """The page is gone: whoever waited there waits no longer."""
        self._visitors.discard(visitor)
        if self._pairing.leave(visitor):
            self._told_waiting()
        if not self._visitors and self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def hear(self, visitor: Visitor, who: Who, message: HallMessage) -> None:
        """What a page in the lobby said."""
        if isinstance(message, PingMessage):
            visitor.tell(frame({"t": "pong"}))
        elif isinstance(message, SeekMessage):
            wish = Wish(message.rules, message.players, message.rated)
            self._start(self._seek(visitor, who, wish, message.program))
        elif self._pairing.leave(visitor):
            visitor.tell(frame({"t": "unseek", "why": None}))
            self._told_waiting()

    def _start(self, job: Any) -> None:
        task = asyncio.create_task(job, name="hall seek")
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    @property
    def busy(self) -> bool:
        """Whether somebody is just being seated."""
        return bool(self._jobs)

    async def close(self) -> None:
        """Let go of everything that runs."""
        running = [*self._jobs, *([self._watch] if self._watch is not None else [])]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    # --- pairing -----------------------------------------------------------------------------------------------------

    async def _seek(self, visitor: Visitor, who: Who, wish: Wish, program: bool) -> None:
        """Wait for company; with enough of it everybody is seated."""
        known = PRESETS.get(wish.rules)
        if known is None or wish.players not in known.rules.players:
            self.refuse(visitor, Phrase("No table of these rules has that many seats."))
            return
        guest = await who()
        if guest is None:
            self.refuse(visitor, Phrase("Your browser keeps no cookies, so a seat could not be yours."))
            return
        if not self._seeks.take(guest, self._clock.now()):
            self.refuse(visitor, Phrase("That was asked for too often; wait a minute."))
            return
        why = await self._why_no_program(guest) if program else None
        if why is None and wish.rated:
            why = await self._why_not_rated(wish, guest)
        if why is not None:
            self.refuse(visitor, why)
            return
        if visitor not in self._visitors:
            return
        for other in self._pairing.wait(guest, wish, visitor):
            other.tell(frame({"t": "unseek", "why": Phrase("You look for company in another window now.")}))
        group = self._pairing.gather(wish)
        self._told_waiting()
        if group:
            await self._seat(wish, group)

    async def _why_no_program(self, guest: str) -> str | None:
        """Why this guest cannot be a program; else it is one from now on."""
        try:
            await self._lobby.mark_program(guest)
        except RefusedError as problem:
            return str(problem)
        return None

    async def _why_not_rated(self, wish: Wish, guest: str) -> str | None:
        """Why this person cannot play a rated table of these rules."""
        why = why_unrated(PRESETS[wish.rules].rules)
        if why is not None:
            return why
        if await self._lobby.is_program(guest):
            return NO_PROGRAM
        name, _ = await self._lobby.would_be_called(guest)
        return None if name else NAMELESS

    async def _seat(self, wish: Wish, group: list[Waiter[Visitor]]) -> None:
        try:
            table = await self._lobby.seat_together(wish.rules, [waiter.guest for waiter in group], rated=wish.rated)
        except NotStored:
            log.exception("people who had found each other could not be seated")
            for waiter in group:
                for page in waiter.pages:
                    page.tell(frame({"t": "unseek", "why": Phrase("The table could not be stored; please try again.")}))
            return
        for waiter in group:
            for page in waiter.pages:
                page.tell(frame({"t": "goto", "url": f"/table/{table.id}"}))

    def refuse(self, visitor: Visitor, sentence: str) -> None:
        """Say why something is not done."""
        visitor.tell(frame({"t": "refused", "error": sentence}))

    # --- telling -----------------------------------------------------------------------------------------------------

    def _told_waiting(self) -> None:
        """Tell those who wait how many they are, and everybody that the lobby has changed."""
        for wish in self._pairing.counts():
            waiters = self._pairing.waiting(wish)
            asked = {"rules": wish.rules, "players": wish.players, "rated": wish.rated}
            message = frame({"t": "seek", **asked, "waiting": len(waiters)})
            for waiter in waiters:
                for page in waiter.pages:
                    page.tell(message)
        self.refresh()

    def refresh(self) -> None:
        """Tell everybody how the lobby stands, if that has changed."""
        now = self._lobby_frame()
        if now != self._told:
            self._told = now
            for visitor in tuple(self._visitors):
                visitor.tell(now)

    def _lobby_frame(self) -> Frame:
        return frame({"t": "lobby", **self.facts()})

    def facts(self) -> dict[str, Any]:
        """The open tables, and for each kind of table how many people wait for one."""
        return {
            "tables": [_table(one) for one in self._lobby.open_tables()],
            "waiting": [
                {
                    "rules": wish.rules,
                    "title": PRESETS[wish.rules].title,
                    "players": wish.players,
                    "rated": wish.rated,
                    "waiting": count,
                }
                for wish, count in sorted(self._pairing.counts().items())
            ],
        }

    async def _look(self) -> None:
        while True:
            await self._clock.sleep(_PERIOD)
            self.refresh()


def _table(one: OpenTable) -> dict[str, Any]:
    """An open table, public: who sits there by name, and how many seats are free."""
    return {
        "id": one.id,
        "title": one.title,
        "host": one.host,
        "players": one.players,
        "free": one.free,
        "seats": list(one.seats),
        "target": one.target,
        "turn": one.turn,
    }
