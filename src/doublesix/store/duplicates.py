"""Duplicates: a log of their own beside those of the tables where their deals are played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol


@dataclass(frozen=True, slots=True)
class DuplicateRow:
    """A duplicate: `agreement` is JSON text that never changes, `bodies` its events in order, numbered from 1."""

    id: str
    agreement: str
    created: float
    bodies: tuple[str, ...] = ()


class Duplicates(Protocol):
    """What the server asks of a database about duplicates."""

    async def create(self, row: DuplicateRow, guest: str | None = None) -> bool:
        """Store a new duplicate with its first events durably: False when its id is taken. The guest sits there."""
        ...

    async def append(
        self, duplicate: str, n: int, body: str, over: bool = False, guest: str | None = None
    ) -> bool:
        """Store event number `n` durably: False when it was taken. `over` says that nothing more will happen,
        `guest` who sits there from now on."""
        ...

    async def load(self, duplicate: str) -> DuplicateRow | None:
        """The duplicate with all of its events."""
        ...

    async def of(self, guest: str, limit: int) -> list[str]:
        """Ids of duplicates where a guest has sat down, newest first."""
        ...

    async def unfinished(self, limit: int) -> list[str]:
        """Ids of duplicates that are not over, newest first."""
        ...


class MemoryDuplicates:
    """The same without a disk."""

    def __init__(self) -> None:
        self._rows: dict[str, DuplicateRow] = {}
        self._over: set[str] = set()
        self._guests: dict[str, set[str]] = {}

    async def create(self, row: DuplicateRow, guest: str | None = None) -> bool:
        if self._rows.setdefault(row.id, row) is not row:
            return False
        self._sat(row.id, guest)
        return True

    def _sat(self, duplicate: str, guest: str | None) -> None:
        if guest is not None:
            self._guests.setdefault(guest, set()).add(duplicate)

    async def append(
        self, duplicate: str, n: int, body: str, over: bool = False, guest: str | None = None
    ) -> bool:
        row = self._rows[duplicate]
        if n != len(row.bodies) + 1:
            return False
        self._rows[duplicate] = DuplicateRow(row.id, row.agreement, row.created, (*row.bodies, body))
        self._sat(duplicate, guest)
        if over:
            self._over.add(duplicate)
        return True

    def rewrite(self, bodies: Mapping[tuple[str, int], str]) -> None:
        """Replace events, by duplicate and number."""
        for (name, n), body in bodies.items():
            row = self._rows[name]
            self._rows[name] = replace(row, bodies=(*row.bodies[: n - 1], body, *row.bodies[n:]))

    def forget(self, guest: str, into: str | None = None) -> None:
        """Forget where a guest sits, or let another one have it."""
        mine = self._guests.pop(guest, set())
        if into is not None:
            self._guests.setdefault(into, set()).update(mine)

    async def of(self, guest: str, limit: int) -> list[str]:
        mine = self._guests.get(guest, set())
        return [name for name in reversed(self._rows) if name in mine][:limit]

    async def load(self, duplicate: str) -> DuplicateRow | None:
        return self._rows.get(duplicate)

    async def unfinished(self, limit: int) -> list[str]:
        return [name for name in reversed(self._rows) if name not in self._over][:limit]
