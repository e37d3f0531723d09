"""What limits a player's thinking: a number of worlds, which is repeatable, or a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from doublesix.errors import DominoError

Clock = Callable[[], float]
"""Seconds from any fixed moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """At most `worlds` worlds, or at most `ms` milliseconds; one of the two."""

    worlds: int | None = None
    ms: float | None = None

    def __post_init__(self) -> None:
        if (self.worlds is None) == (self.ms is None):
            raise DominoError('a limit is {"worlds": a number} or {"ms": milliseconds}, one of the two')
        value = self.worlds if self.worlds is not None else self.ms
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 1 <= value <= 10_000_000:
            raise DominoError(f"a limit is a number of 1 or more, at most 10 million, not {value!r}")


class Thinking:
    """One decision's budget: `batches` yields how many worlds to look at next until the limit is reached."""

    BATCH = 50

    def __init__(self, limit: Limit, clock: Clock | None) -> None:
        self._limit = limit
        self._clock = clock

    def batches(self, size: int = BATCH) -> Iterator[int]:
        """Batches of at most `size` worlds; at least one is always given."""
        limit = self._limit
        if limit.worlds is not None:
            left = int(limit.worlds)
            while left > 0:
                yield min(size, left)
                left -= size
            return
        assert limit.ms is not None
        assert self._clock is not None
        end = self._clock() + limit.ms / 1000
        while True:
            yield size
            if self._clock() >= end:
                return
