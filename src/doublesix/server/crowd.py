"""How many sockets one address may hold open at a time, over all tables and the lobby."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Mapping

from starlette.types import ASGIApp, Receive, Scope, Send

from doublesix.server.limits import SOCKETS_PER_ADDRESS
from doublesix.server.socket import TOO_MANY


class Crowd:
    """Counts sockets by address. This machine is not limited: what comes from it is its own, or has passed a proxy."""

    def __init__(self, most: int = SOCKETS_PER_ADDRESS) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def limiting(self, app: ASGIApp) -> Limited:
        """The same callable for sockets, closed to who has too many."""
        return Limited(app, self._open, self._most)


class Limited:
    """A callable of its own type, as routes of sockets take it."""

    def __init__(self, app: ASGIApp, open_now: Counter[str], most: int) -> None:
        self._app = app
        self._open = open_now
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = scope["client"][0] if scope.get("client") else ""
        if is_here(address):
            await self._app(scope, receive, send)
            return
        if self._open[address] >= self._most:
            await receive()
            await send({"type": "websocket.accept"})
            why = "too many sockets from your address"
            await send({"type": "websocket.close", "code": TOO_MANY, "reason": why})
            return
        self._open[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class SocketsFirst:
    """The layer that leads sockets to their place at once: each one that they pass holds memory while they are open."""

    def __init__(self, app: ASGIApp, places: Mapping[str, ASGIApp]) -> None:
        self._app = app
        self._places = places

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        place = self._places.get(scope["path"]) if scope["type"] == "websocket" else None
        await (place or self._app)(scope, receive, send)


def is_here(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return True  # a socket of the file system, or a test
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)
