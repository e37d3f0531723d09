"""The bus of one process, and of several lobbies in it."""

from __future__ import annotations

from collections.abc import Callable

from doublesix.server.seams import Heads


class LocalBus:
    """One end of a bus inside this process; ends made by `join` hear each other, never themselves."""

    lossy = False

    def __init__(self, ends: list[LocalBus] | None = None) -> None:
        self._ends = ends if ends is not None else []
        self._ends.append(self)
        self._told: list[Callable[[Heads], None]] = []

    def join(self) -> LocalBus:
        """Another end of the same bus."""
        return LocalBus(self._ends)

    def publish(self, heads: Heads) -> None:
        for end in self._ends:
            if end is not self:
                for told in end._told:
                    told(heads)

    def subscribe(self, told: Callable[[Heads], None]) -> None:
        self._told.append(told)
