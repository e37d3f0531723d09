"""One WebSocket as a raw ASGI callable: who is it, how much may it say, and a bounded queue of what it is told."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Mapping, MutableMapping
from contextvars import copy_context
from typing import Any, Final, Protocol
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from doublesix.server.acts import decode
from doublesix.server.auth import Origins, read_cookie
from doublesix.server.direct import Direct, direct_of
from doublesix.server.limits import MESSAGE_BYTES, MESSAGES_BURST, MESSAGES_PER_SECOND, SEND_QUEUE, Bucket
from doublesix.server.lobby import Lobby
from doublesix.server.seams import Clock
from doublesix.server.step import BrokenLogError
from doublesix.server.table import LOCKED, LOCKED_SENTENCE, NOT_YET_SENTENCE, Table
from doublesix.server.wire import BadMessageError, Frame, frame
from doublesix.speech import spoken

log: Final = logging.getLogger("doublesix.socket")

GOING_AWAY: Final = 1001
TOO_LARGE: Final = 1009
TOO_SLOW: Final = 1013
NO_TABLE: Final = 4404
NOT_YET: Final = 4403
TOO_MANY: Final = 4429
CLOSING: Final[Mapping[int, str]] = {
    GOING_AWAY: "The server is stopping: connect again in a while.",
    TOO_LARGE: "A message was too large.",
    TOO_SLOW: "Too many messages waited to be read: connect again for how things stand.",
    NO_TABLE: "There is no such table.",
    LOCKED: LOCKED_SENTENCE,
    TOO_MANY: "Too many messages, or too many sockets from one address: wait a little.",
}
"""Why the server closes a socket."""


class Connection:
    """A socket at a table. `tell` queues and never waits; a reader that is too slow is dropped alone."""

    __slots__ = (
        "_direct",
        "_full",
        "_queue",
        "_reader",
        "_send",
        "_speech",
        "_writer",
        "closing",
        "guest",
        "insider",
        "seat",
        "seats",
    )

    def __init__(
        self,
        seats: tuple[int, ...],
        reader: asyncio.Task[Any],
        send: Send,
        guest: str | None = None,
        insider: bool = False,
        direct: Direct | None = None,
    ) -> None:
        """`send` is told everything in the language of whoever opened the socket, that of the present context.

        `direct` is told instead where nothing waits.
        """
        self.guest = guest
        self.seats = seats
        self.insider = insider or bool(seats)
        self.seat = seats[0] if len(seats) == 1 else None
        self.closing: tuple[int, str] | None = None
        self._reader = reader
        self._send = send
        self._direct = direct
        self._speech = spoken.get()
        self._queue: deque[Frame] = deque()
        self._writer: asyncio.Task[None] | None = None
        """Sends what is queued; there is none while nothing is."""
        self._full = False

    def tell(self, message: Frame) -> None:
        """Queue a message."""
        direct = self._direct_now
        if direct is None or not direct.say(message.said(self._speech).encode()):
            self._take(message)

    def tell_both(self, first: Frame, second: Frame) -> None:
        """Queue two messages, to be written together."""
        direct, speech = self._direct_now, self._speech
        if direct is None or not direct.say(first.said(speech).encode(), second.said(speech).encode()):
            self._take(first, second)

    @property
    def _direct_now(self) -> Direct | None:
        """The short way, where nothing waits that must be said first."""
        return self._direct if self._writer is None and self.closing is None else None

    def _take(self, *messages: Frame) -> None:
        """Queue messages that the short way does not take."""
        if self._full:
            return
        if len(self._queue) >= SEND_QUEUE:
            self._full = True
            self._queue.clear()
            self.end(TOO_SLOW, "too slow: connect again for how things stand")
            return
        self._queue.extend(messages)
        if self._writer is None and self.closing is None:
            self._writer = asyncio.create_task(self._write(), name="socket writer")

    def end(self, code: int, reason: str) -> None:
        """Stop reading; the socket is closed with this code."""
        if self.closing is None:
            self.closing = (code, reason)
            self._reader.cancel()

    async def _write(self) -> None:
        """Send what is queued."""
        try:
            while self._queue:
                await self._send({"type": "websocket.send", "text": self._queue.popleft().said(self._speech)})
        except Exception as problem:
            log.debug("a socket was gone before it was told: %r", problem)
            self.end(GOING_AWAY, "the socket is gone")
        finally:
            self._writer = None

    async def stop(self) -> None:
        """Send nothing more."""
        if self.closing is None:
            self.closing = (GOING_AWAY, "")
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)


class Place(Protocol):
    """Where sockets come to: a table, or the lobby."""

    def join(self, connection: Connection) -> None:
        """Tell it how things stand, and every change from now on."""
        ...

    def leave(self, connection: Connection) -> None:
        """It is gone."""
        ...

    def hear(self, connection: Connection, text: str | bytes) -> None:
        """One message, as it came."""
        ...


class _AtTable:
    """A table as a place for sockets."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.join = table.join
        self.leave = table.leave

    def hear(self, connection: Connection, text: str | bytes) -> None:
        try:
            self._table.hear(connection, decode(text))
        except BadMessageError as problem:
            n = self._table.course.n
            connection.tell(frame({"t": "refused", "cid": None, "n": n, "error": str(problem), "stale": False}))


class SocketEndpoint:
    """`/ws?table=ID`: the cookie decides the seat, everybody else watches."""

    def __init__(self, lobby: Lobby, origins: Origins, clock: Clock) -> None:
        self._lobby = lobby
        self._origins = origins
        self._clock = clock
        self._open: set[Connection] = set()

    @property
    def connected(self) -> int:
        """Open sockets."""
        return len(self._open)

    def close(self) -> None:
        """Ask every socket to come back later."""
        for connection in tuple(self._open):
            connection.end(GOING_AWAY, "the server is stopping")

    def drop(self, guest: str) -> None:
        """Ask every socket of somebody to come back: its cookie may open nothing any more."""
        for connection in tuple(self._open):
            if connection.guest == guest:
                connection.end(GOING_AWAY, "who you are has changed")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not await self.opened(headers, receive, send):
            return
        asked = parse_qs(scope.get("query_string", b"").decode("ascii", "replace"))
        name = asked.get("table", [""])[0]
        try:
            table = await self._lobby.find(name)
        except BrokenLogError as problem:
            log.error("table %s cannot be read: %s", name, problem)
            table = None
        if table is None:
            await send({"type": "websocket.close", "code": NO_TABLE, "reason": "There is no such table."})
            return
        token = read_cookie(headers.get("cookie", ""), self._origins.is_secure(headers.get("host", "")))
        guest = await self._lobby.guest(token)
        seats = table.seats_of(guest)
        if table.course.company.locked and not seats:
            await send({"type": "websocket.close", "code": LOCKED, "reason": str(LOCKED_SENTENCE)})
            return
        if table.closed_to(guest):
            await send({"type": "websocket.close", "code": NOT_YET, "reason": str(NOT_YET_SENTENCE)})
            return
        shown = () if asked.get("watch") else seats
        await self.attend(_AtTable(table), shown, receive, send, guest, insider=bool(seats), direct=direct_of(scope))

    async def opened(self, headers: Headers, receive: Receive, send: Send) -> bool:
        """Accept the socket of a page of ours; whether it was one."""
        await receive()  # websocket.connect
        if self._origins.allows(headers.get("origin")):
            await send({"type": "websocket.accept"})
            return True
        await send({"type": "websocket.close", "code": 1008, "reason": "foreign origin"})  # refused as HTTP 403
        return False

    async def attend(
        self,
        place: Place,
        seats: tuple[int, ...],
        receive: Receive,
        send: Send,
        guest: str | None = None,
        insider: bool = False,
        direct: Direct | None = None,
    ) -> None:
        """Join a place, hand on what the socket says, and leave when it goes."""
        reader = asyncio.current_task()
        assert reader is not None
        connection = Connection(seats, reader, send, guest, insider, direct)
        self._open.add(connection)
        place.join(connection)
        ears = _Ears(place, connection, self._clock)
        if direct is not None:
            context = copy_context()
            direct.hears = lambda text: context.run(ears.hear_now, text)
        try:
            await _listen(ears, connection, receive)
        except asyncio.CancelledError:
            if connection.closing is None:
                raise
            reader.uncancel()
        finally:
            if direct is not None:
                direct.hears = None
            place.leave(connection)
            self._open.discard(connection)
            await connection.stop()
        assert connection.closing is not None
        code, reason = connection.closing
        if reason:
            await _close(send, code, reason)


class _Ears:
    """What a socket may say: so much, so often."""

    __slots__ = ("_bucket", "_clock", "_connection", "_place")

    def __init__(self, place: Place, connection: Connection, clock: Clock) -> None:
        self._place = place
        self._connection = connection
        self._clock = clock
        self._bucket = Bucket(MESSAGES_PER_SECOND, MESSAGES_BURST, clock.now())

    def hear(self, text: str | bytes) -> tuple[int, str] | None:
        """Hand on a message; where it is too much, why the socket is to be closed."""
        if not self._bucket.take(self._clock.now()):
            return TOO_MANY, "too many messages: wait a little"
        if len(text) > MESSAGE_BYTES:
            return TOO_LARGE, "the message is too large"
        self._place.hear(self._connection, text)
        return None

    def hear_now(self, text: str) -> None:
        """The same for a message that did not wait for its reader's turn."""
        if self._connection.closing is None and (why := self.hear(text)) is not None:
            self._connection.end(*why)


async def _listen(ears: _Ears, connection: Connection, receive: Receive) -> None:
    """Hand on what the socket says, until it goes."""
    while (message := await receive())["type"] != "websocket.disconnect":
        if (why := ears.hear(_text(message))) is not None:
            connection.closing = why
            return


def _text(message: MutableMapping[str, Any]) -> str | bytes:
    text: str | bytes | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


async def _close(send: Send, code: int, reason: str) -> None:
    """Close where there is still somebody; a reader that takes nothing is not waited for."""
    try:
        async with asyncio.timeout(1):
            await send({"type": "websocket.close", "code": code, "reason": reason})
    except Exception as problem:
        log.debug("a socket was gone before it was closed: %r", problem)
