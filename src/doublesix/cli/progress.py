"""A progress bar on standard error, where that is a terminal; elsewhere nothing is written."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, Final, TextIO, TypeVar

Item = TypeVar("Item")
WIDTH: Final = 30
EVERY: Final = 0.1
"""Seconds between two drawings."""
WAIT: Final = 0.5
"""Seconds of work before the first drawing: short work shows nothing."""


class Progress:
    """How far a piece of work is. `step` tells it; `close` clears the line."""

    def __init__(self, total: int, what: str, out: TextIO | None = None) -> None:
        self.total = max(total, 1)
        self.what = what
        self.out = sys.stderr if out is None else out
        self.shown = False
        self._live = self.out.isatty()
        self._begun = time.monotonic()
        self._next = self._begun + WAIT

    def step(self, done: int) -> None:
        """Say that `done` of the total are done."""
        if not self._live or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        part = min(done / self.total, 1.0)
        left = (time.monotonic() - self._begun) * (1 - part) / part if part else 0.0
        bar = "#" * round(part * WIDTH)
        self.out.write(f"\r{self.what} [{bar:<{WIDTH}}] {part:4.0%}, {left:.0f} s left \x1b[K")
        self.out.flush()
        self.shown = True

    def close(self) -> None:
        """Clear the line."""
        if self.shown:
            self.out.write("\r\x1b[K")
            self.out.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def progress(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """The items, with a bar that says how many of `total` have passed."""
    with Progress(total, what) as bar:
        for done, item in enumerate(items):
            bar.step(done)
            yield item
