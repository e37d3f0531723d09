"""How much one client may ask for."""

from __future__ import annotations

from typing import Final

MESSAGE_BYTES: Final = 4096
"""Largest WebSocket message."""
BODY_BYTES: Final = 16_384
"""Largest body of an HTTP request."""
BODY_PATIENCE: Final = 60.0
"""Seconds in which the whole of a request has to come; the largest needs a few of them on a slow line."""
HEAD_PATIENCE: Final = 20.0
"""Seconds in which the head of a request has to come."""
HEAD_BYTES: Final = 65_536
"""Of a head that is not read on; one that is shorter, and longer than it may be, is answered with a sentence."""
HEADER_BYTES: Final = 16_384
"""Largest sum of a request's headers."""
SOCKETS_PER_ADDRESS: Final = 200
"""Sockets that one address may hold open; a household or a school may share one."""
SEND_QUEUE: Final = 256
"""Frames that may wait for one slow reader before it is dropped."""
MESSAGES_PER_SECOND: Final = 10.0
MESSAGES_BURST: Final = 20
TABLES_PER_SECOND: Final = 1.0
TABLES_BURST: Final = 60
JOINS_PER_SECOND: Final = 1.0
JOINS_BURST: Final = 60
SAY_PER_SECOND: Final = 0.5
SAY_BURST: Final = 6
SEEKS_PER_SECOND: Final = 0.5
SEEKS_BURST: Final = 20
SIGN_INS_PER_SECOND: Final = 0.2
"""Of one address, and of one account from all addresses."""
SIGN_INS_BURST: Final = 60
TRIES_PER_SECOND: Final = 1 / 60
"""Of one account from one address."""
TRIES_BURST: Final = 8
EXPORTS_PER_SECOND: Final = 1 / 60
EXPORTS_BURST: Final = 3


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._tokens = float(burst)
        self._at = now

    def take(self, now: float) -> bool:
        """Whether one more is allowed now."""
        if now > self._at:
            self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each key, such as an address; the oldest are forgotten beyond `most` keys."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, now: float) -> bool:
        """Whether one more is allowed for `key` now."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, self._burst, now)
        self._buckets[key] = bucket
        if len(self._buckets) > self._most:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take(now)
