"""What guests practise: a text for each kind of drill, kept for its guest alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Practice(Protocol):
    """What the server asks of a database about practice."""

    async def kept(self, guest: str) -> dict[str, str]:
        """The texts of a guest by kind."""
        ...

    async def keep(self, guest: str, kind: str, text: str, answer: str = "") -> bool:
        """Keep a guest's text of a kind, in place of the one before, and with it the name of the answer that it counts.

        False where that answer is kept already; then nothing is changed.
        """
        ...


class MemoryPractice:
    """`Practice` without a disk."""

    def __init__(self) -> None:
        self._texts: dict[str, dict[str, str]] = {}
        self._answers: dict[str, set[str]] = {}

    async def kept(self, guest: str) -> dict[str, str]:
        return dict(self._texts.get(guest, {}))

    async def keep(self, guest: str, kind: str, text: str, answer: str = "") -> bool:
        answers = self._answers.setdefault(guest, set())
        if answer in answers:
            return False
        if answer:
            answers.add(answer)
        self._texts.setdefault(guest, {})[kind] = text
        return True

    def merge(self, guest: str, into: str, kinds: Iterable[str]) -> None:
        """Give these kinds of a guest's to another, and keep nothing else of his."""
        texts = self._texts.pop(guest, {})
        self._texts.setdefault(into, {}).update({kind: texts[kind] for kind in kinds})

    def forget(self, guest: str) -> None:
        """Keep nothing of a guest any more."""
        self._texts.pop(guest, None)
        self._answers.pop(guest, None)
