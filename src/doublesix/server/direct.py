"""The short way of small messages through a socket: no task and no queue between the table and the line.

What ASGI asks of a server costs several turns of the event loop a message. uvicorn's protocol does it as always; where
a place at the table asks for it, whole short texts are handed to it at once, and what it says is written at once. All
else - long and broken messages, pings, closing, a reader that is too slow - takes the usual way. Who has just said
something is not asked whether he is there: a line is asked when it has been silent for as long as the pings are apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from struct import Struct
from typing import Any, Final, Protocol, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # websockets was installed without its compiled part
    from websockets.utils import apply_mask

EXTENSION: Final = "doublesix.direct"
"""Where the scope of a socket holds its `Direct`."""
_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text."""
_MASKED: Final = 0x80
_SHORT: Final = 125
"""Bytes of a frame that says its length in one byte."""
_MEDIUM: Final = 0xFFFF
_MEDIUM_HEAD: Final = Struct(">BBH").pack
_LONG_HEAD: Final = Struct(">BBQ").pack
_NO_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_NEAR: Final = 0.5
"""Seconds before its time at which a ping is sent rather than put off once more."""


class Direct(Protocol):
    """A socket that can be spoken to without waiting."""

    hears: Callable[[str], None] | None
    """Told every short text; None where all of them go the usual way."""

    def say(self, *texts: bytes) -> bool:
        """Write texts one after the other; False where it cannot be now, so that they must take the usual way."""
        ...


def direct_of(scope: Mapping[str, Any]) -> Direct | None:
    """The short way of a socket; None where another server runs the application."""
    found: Direct | None = (scope.get("extensions") or {}).get(EXTENSION)
    return found


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol for sockets, with the short way in its scope."""

    hears: Callable[[str], None] | None = None
    _whole = False
    """Whether everything that came so far were whole frames, so that the next bytes begin one."""
    _heard = 0.0
    """When the last bytes came, by the event loop's time."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.handshake_complete:  # it was not refused
            cast(dict[str, Any], self.scope["extensions"])[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        opened = self.handshake_initiated
        if opened and self._whole:
            size = len(data) - 6
            if 0 <= size <= _SHORT and data[0] == _TEXT and data[1] == _MASKED + size and self._hear(data):
                return
            self._whole = _whole_frames(data)
        super().data_received(data)
        if not opened:
            self._whole = self.handshake_initiated and data.endswith(b"\r\n\r\n")
            if not self.handshake_initiated:  # the whole head is here and is none: websockets reads on for ever
                self.transport.write(_NO_HANDSHAKE)
                self.transport.close()

    def _hear(self, data: bytes) -> bool:
        """Hand on a frame that is a whole short text; whether somebody hears it."""
        if self.hears is None or self.read_paused or self.close_sent or not self.queue.empty():
            return False
        try:
            text = apply_mask(data[6:], data[2:6]).decode()
        except UnicodeDecodeError:
            return False
        self.hears(text)
        return True

    def say(self, *texts: bytes) -> bool:
        """Write texts, unless the socket is closing or its reader has fallen behind."""
        if not self.handshake_complete or self.close_sent or self.disconnected:
            return False
        transport = self.transport
        if not self.writable.is_set() or transport.is_closing():
            return False
        parts: list[bytes] = []
        for text in texts:
            parts += _head(len(text)), text
        transport.write(b"".join(parts))
        return True

    def send_keepalive_ping(self) -> None:
        assert self.ping_interval is not None
        left = self._heard + self.ping_interval - self.last_ping_rtt - self.loop.time()
        if left > _NEAR:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        self.hears = None
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope["extensions"]).pop(EXTENSION, None)
        super().connection_lost(exc)


def _head(size: int) -> bytes:
    """What stands before the payload of a whole text."""
    if size <= _SHORT:
        return bytes((_TEXT, size))
    return _MEDIUM_HEAD(_TEXT, 126, size) if size <= _MEDIUM else _LONG_HEAD(_TEXT, 127, size)


def _whole_frames(data: bytes) -> bool:
    """Whether bytes that begin with a frame end with one, and none of them is a part of a longer message."""
    at, end = 0, len(data)
    while at < end:
        if end - at < 2 or not data[at] & 0x80 or not data[at + 1] & _MASKED:
            return False
        size, head = data[at + 1] & 127, 6
        if size > _SHORT:
            wide = 2 if size == _SHORT + 1 else 8
            size, head = int.from_bytes(data[at + 2 : at + 2 + wide], "big"), 6 + wide
        at += head + size
    return at == end
