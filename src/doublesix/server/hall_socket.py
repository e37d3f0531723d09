"""`/ws/hall`: the lobby's page, told of every change; the cookie says who looks for company."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from doublesix.server.auth import Origins, read_cookie
from doublesix.server.direct import direct_of
from doublesix.server.hall import Hall, Who, decode_hall
from doublesix.server.lobby import Lobby
from doublesix.server.socket import Connection, SocketEndpoint
from doublesix.server.wire import BadMessageError


class HallEndpoint:
    """The ASGI callable, beside the tables' sockets."""

    def __init__(self, hall: Hall, lobby: Lobby, sockets: SocketEndpoint, origins: Origins) -> None:
        self._hall = hall
        self._lobby = lobby
        self._sockets = sockets
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not await self._sockets.opened(headers, receive, send):
            return
        token = read_cookie(headers.get("cookie", ""), self._origins.is_secure(headers.get("host", "")))

        async def who() -> str | None:
            return await self._lobby.greet(token) if token else None

        await self._sockets.attend(_InHall(self._hall, who), (), receive, send, direct=direct_of(scope))


class _InHall:
    """The hall as a place for sockets."""

    def __init__(self, hall: Hall, who: Who) -> None:
        self._hall = hall
        self._who = who
        self.join = hall.join
        self.leave = hall.leave

    def hear(self, connection: Connection, text: str | bytes) -> None:
        try:
            self._hall.hear(connection, self._who, decode_hall(text))
        except BadMessageError as problem:
            self._hall.refuse(connection, str(problem))
