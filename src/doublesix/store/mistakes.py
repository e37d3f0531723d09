"""Mistakes that guests keep to practise them: a text for each, and beside it when to meet it again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A mistake as it is kept."""

    id: str
    """What tells it from the guest's others: the same mistake has the same id however often it is found."""
    text: str
    at: float
    """Seconds since 1970: when it was kept."""
    progress: str | None = None
    """How it was practised; None before the first time."""


class Mistakes(Protocol):
    """What the server asks of a database about mistakes; each is its guest's alone."""

    async def kept(self, guest: str) -> list[MistakeRow]:
        """A guest's mistakes, the oldest first."""
        ...

    async def keep(self, guest: str, row: MistakeRow) -> bool:
        """Keep a mistake; False where the guest has it already, and nothing of it changes."""
        ...

    async def practise(self, guest: str, mistake: str, progress: str) -> None:
        """Keep how a mistake was practised, in place of what was kept before."""
        ...

    async def remove(self, guest: str, mistake: str) -> None:
        """Keep it no longer."""
        ...


class MemoryMistakes:
    """`Mistakes` without a disk."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, MistakeRow]] = {}

    async def kept(self, guest: str) -> list[MistakeRow]:
        return sorted(self._rows.get(guest, {}).values(), key=lambda row: (row.at, row.id))

    async def keep(self, guest: str, row: MistakeRow) -> bool:
        rows = self._rows.setdefault(guest, {})
        return rows.setdefault(row.id, row) is row

    async def practise(self, guest: str, mistake: str, progress: str) -> None:
        rows = self._rows.get(guest, {})
        if mistake in rows:
            rows[mistake] = replace(rows[mistake], progress=progress)

    async def remove(self, guest: str, mistake: str) -> None:
        self._rows.get(guest, {}).pop(mistake, None)

    def forget(self, guest: str) -> None:
        """Keep nothing of a guest any more."""
        self._rows.pop(guest, None)
