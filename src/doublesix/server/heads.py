"""The head of a request comes in a while and in few bytes: nobody keeps a connection by saying little, or nothing.

uvicorn waits for ever for the first byte and for the next header, and keeps all headers that come. Here a connection is
closed that has said no whole head within `HEAD_PATIENCE` of being opened or, after an answer, of the next bytes; one
that says nothing after an answer is closed sooner, by uvicorn. A socket's handshake begins as a request; once whole, it
goes to `DirectProtocol`.
"""

from __future__ import annotations

from asyncio import BaseTransport, TimerHandle
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from doublesix.server.limits import HEAD_BYTES, HEAD_PATIENCE

_TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class HeadProtocol(HttpToolsProtocol):
    """uvicorn's protocol for requests, with a limit of time and size for their heads."""

    patience = HEAD_PATIENCE
    _waiting: TimerHandle | None = None
    """Runs while a head is waited for."""
    _size: int | None = None
    """Bytes that came of a head; None while none has begun."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self._wait()

    def data_received(self, data: bytes) -> None:
        if self._waiting is None and self._answered():
            self._wait()
        super().data_received(data)
        if self._size is not None:
            self._size += len(data)
            if self._size > HEAD_BYTES and not self.transport.is_closing():
                self.transport.write(_TOO_LARGE)
                self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._size = 0

    def on_headers_complete(self) -> None:
        before = self.cycle
        super().on_headers_complete()
        self._size = None
        if self.cycle is not before:  # no upgrade, which may have a body that does not come
            self._come()

    def handle_websocket_upgrade(self) -> None:
        self._come()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._come()
        super().connection_lost(exc)

    def _answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        self._waiting = self.loop.call_later(self.patience, self._give_up)

    def _come(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        self.transport.close()
