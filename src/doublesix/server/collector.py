"""The search for objects that only hold each other, in portions so small that nobody at a table waits for it.

With thousands of tables in memory one search over all of them takes a tenth of a second and more, and a table makes
hardly any such object: its values are let go as soon as nothing names them. So the objects that are new are looked at
every so often, the more seldom the less is found, and then laid aside. All are searched when nothing goes on.
"""

from __future__ import annotations

import gc
from typing import Final

from doublesix.server.seams import Clock

EVERY: Final = 0.1
"""Seconds between two looks at how many objects are new."""
PORTION: Final = 1_000
"""New objects that are worth a search: some milliseconds."""
POOR: Final = 0.02
"""The share of a portion below which what is found is hardly worth the search."""
SELDOM: Final = 63
"""Portions laid aside unsearched after a poor one, at most."""
BURST: Final = 500_000
"""New objects at which Python searches by itself, should the event loop be busy for so long: after a restart, when
thousands of tables are read again and all that is made is kept, searching took a fifth of the time."""
QUIET: Final = 600.0
"""Seconds after a search of everything until the next one, in a moment in which hardly anything is new."""
LATEST: Final = 3_600.0
"""Seconds after which it happens in any case."""


class Collector:
    """Which portions are searched, and when everything is."""

    def __init__(self, now: float) -> None:
        self._searched = now
        self._aside = 0
        self._left = 0

    def look(self, new: int, now: float) -> None:
        """Do what is due, with so many new objects at this time."""
        since = now - self._searched
        if since >= LATEST or (since >= QUIET and new < PORTION // 10):
            self.everything(now)
        elif new >= PORTION:
            self._portion(new)

    def everything(self, now: float) -> None:
        """Search all objects, and lay aside what is needed."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._searched = now

    def _portion(self, new: int) -> None:
        if self._left:
            self._left -= 1
        else:
            found = gc.collect(0)
            self._aside = 0 if found > POOR * new else min(2 * self._aside + 1, SELDOM)
            self._left = self._aside
        gc.freeze()


async def collect(clock: Clock) -> None:
    """Search as long as the server runs."""
    gc.set_threshold(BURST, 1_000, 1_000)
    gc.freeze()  # what was made while the program was loaded stays
    collector = Collector(clock.now())
    while True:
        await clock.sleep(EVERY)
        collector.look(gc.get_count()[0], clock.now())
