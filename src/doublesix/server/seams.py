"""What the server asks of the world outside, and nothing more: a store, a bus, workers and a clock.

One process with SQLite has a local bus and threads; several processes on one database have a broker. Nothing above
these protocols knows which.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from doublesix.store import Store

T = TypeVar("T")

Heads = Sequence[tuple[str, int]]
"""Tables and the number each of them is now at."""


class Bus(Protocol):
    """Carries "table t is now at n" between the processes that serve one store."""

    @property
    def lossy(self) -> bool:
        """Whether messages may get lost, so that the store is asked now and then."""
        ...

    def publish(self, heads: Heads) -> None:
        """Tell every other process, once for each committed batch."""
        ...

    def subscribe(self, told: Callable[[Heads], None]) -> None:
        """Be told what the others publish; `told` is called on the event loop and does not wait."""
        ...


class Pool(Protocol):
    """Workers off the event loop."""

    def submit(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Start a job; functions and arguments are picklable."""
        ...

    def abandon(self, future: Future[Any]) -> None:
        """Give up a job that does not end; the pool stays as large as it was."""
        ...

    def close(self) -> None:
        """Let the workers end."""
        ...


class Clock(Protocol):
    """Time, so that tests need not wait."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class Shuffler(Protocol):
    """Where deals come from: the operating system's randomness, or a seeded source in tests."""

    def shuffle(self, x: list[Any], /) -> None:
        """Put the list in a uniformly random order."""
        ...

    def randrange(self, stop: int, /) -> int:
        """A uniformly random whole number below `stop`."""
        ...


@dataclass(frozen=True, slots=True)
class Seams:
    """All of them, and the dealer's randomness, as `app.py` chose them."""

    store: Store
    bus: Bus
    pool: Pool
    """For what takes well below a millisecond."""
    search: Pool
    """For players that think: their work must not slow the event loop down."""
    clock: Clock
    rng: Shuffler
    fair: bool = False
    """Whether deals are committed to before and can be proved after: always, but where a seed makes them repeatable."""
