"""The socket of one table: messages out, messages in, and the state as they leave it."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from types import TracebackType
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Origin

from doublesix.client.address import is_here
from doublesix.client.problems import NotServed, Unreachable

Json = dict[str, Any]

NO_TABLE: Final = 4404
_FOREIGN: Final = (403, 421)
_LARGEST: Final = 1 << 20
PACE: Final = 0.1
"""Seconds between messages in the long run: a server closes sockets that say more."""
BURST: Final = 15
"""Messages that may be sent at once before that."""


class Lost(Exception):
    """The connection is gone; a new one goes on where it was."""


class AtTable:
    """A table as one guest sees it. `state` is what docs/protocol.md calls the state, `n` the number of the last event.

    `receive` keeps both up to date. Everything raises `Lost` where the connection is gone.
    """

    def __init__(self, address: str, table: str, cookie: str | None = None) -> None:
        self.state: Json = {}
        self.n = 0
        self._address = address
        self._table = table
        self._cookie = cookie
        self._cids = itertools.count(1)
        self._mine = secrets.token_hex(6)
        self._socket: ClientConnection | None = None
        self._due = 0.0
        """When the next message would be sent if all of them were sent evenly."""

    async def __aenter__(self) -> AtTable:
        """Connect, and take the first snapshot in. Raises `Lost`, and `NotServed` where there is no such table."""
        headers = {"cookie": self._cookie} if self._cookie is not None else None
        here = is_here(self._address)
        try:
            self._socket = await connect(
                f"ws{self._address.removeprefix('http')}/ws?table={self._table}",
                origin=Origin(self._address),
                additional_headers=headers,
                compression=None,
                max_size=_LARGEST,
                proxy=None if here else True,
            )
        except InvalidStatus as problem:
            status = problem.response.status_code
            if status in _FOREIGN:
                why = f"the server is not known under {self._address}; use an address that it printed when it started"
                raise NotServed(why, status) from None
            raise Lost(str(problem)) from problem
        except InvalidURI:
            raise Unreachable(f"there is no address {self._address}") from None
        except (OSError, InvalidHandshake, TimeoutError) as problem:
            raise Lost(str(problem)) from problem
        try:
            while "state" not in await self.receive():
                pass
        except BaseException:
            await self._socket.close()
            raise
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        assert self._socket is not None
        await self._socket.close()

    # --- in ------------------------------------------------------------------------------------------------------

    async def receive(self) -> Json:
        """The next message, taken in. Raises `Lost`, and `NotServed` where the table is not there."""
        assert self._socket is not None
        try:
            message: Json = json.loads(await self._socket.recv())
        except ConnectionClosed as closed:
            code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd is not None else (0, "")
            if code == NO_TABLE:
                raise NotServed(reason or "There is no such table.", code) from None
            raise Lost(reason or "the connection was lost") from closed
        if "state" in message:
            self._take(message)
        return message

    def _take(self, message: Json) -> None:
        """The new state; where it leaves out the list of moves, the events are what is added to it."""
        state: Json = message["state"]
        if "moves" not in state:
            moves = self.state.get("moves", [])
            for event in message.get("events", ()):
                if event["kind"] == "dealt":
                    moves = []
                elif event["kind"] == "taken_back":
                    moves = [made for made in moves if made["n"] != event["took"]]
                elif "move" in event and event["n"] > self.n:
                    moves = [*moves, {key: event[key] for key in ("n", "seat", "move", "ends") if key in event}]
            state = {**state, "moves": moves}
        self.state, self.n = state, message["n"]

    # --- out -----------------------------------------------------------------------------------------------------

    async def send(self, kind: str, **fields: Any) -> Json:
        """Send a command with a number and an id of its own; the message, to be sent again with `resend`."""
        message: Json = {"t": kind, "n": self.n, "cid": f"{self._mine}-{next(self._cids)}", **fields}
        await self.resend(message)
        return message

    async def move(self, move: str) -> Json:
        """Make a move."""
        return await self.send("move", move=move)

    async def resend(self, message: Json) -> None:
        """Send a message as it is: a command whose answer was lost is answered as it was then."""
        assert self._socket is not None
        await self._keep_pace()
        try:
            await self._socket.send(json.dumps(message))
        except ConnectionClosed as closed:
            raise Lost("the connection was lost") from closed

    async def _keep_pace(self) -> None:
        now = asyncio.get_running_loop().time()
        self._due = max(self._due + PACE, now - BURST * PACE)
        if self._due > now:
            await asyncio.sleep(self._due - now)
