"""What guests practise: a text for each kind of drill, kept for its guest alone."""

from __future__ import annotations

from typing import Protocol


class Practice(Protocol):
    """What the server asks of a database about practice."""

    async def kept(self, guest: str) -> dict[str, str]:
        """The texts of a guest by kind."""
        ...

    async def keep(self, guest: str, kind: str, text: str) -> None:
        """Keep a guest's text of a kind, in place of the one before."""
        ...


class MemoryPractice:
    """`Practice` without a disk."""

    def __init__(self) -> None:
        self._texts: dict[str, dict[str, str]] = {}

    async def kept(self, guest: str) -> dict[str, str]:
        return dict(self._texts.get(guest, {}))

    async def keep(self, guest: str, kind: str, text: str) -> None:
        self._texts.setdefault(guest, {})[kind] = text

    def forget(self, guest: str) -> None:
        """Keep nothing of a guest any more."""
        self._texts.pop(guest, None)
