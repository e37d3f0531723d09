"""Notes that players make while a round runs: the skill they work on, and why they made a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note of a seat on its own move, or on the whole round."""

    round: int
    at: int
    """The index of the move; -1 for the skill of the round."""
    seat: int
    guest: str
    move: str
    """The move that it is about, for moves may be taken back; empty for the whole round."""
    text: str
    """A comment as the record keeps it."""


class Notes(Protocol):
    """What the server asks of a database about notes."""

    async def of(self, table: str) -> list[NoteRow]:
        """All notes of a table, in order; who may see which of them is the gate's matter."""
        ...

    async def write(self, table: str, row: NoteRow) -> None:
        """Keep a note in place of the one on the same move; one without a text is removed."""
        ...


class MemoryNotes:
    """`Notes` without a disk."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, int, int, int], NoteRow] = {}

    async def of(self, table: str) -> list[NoteRow]:
        return [row for key, row in sorted(self._rows.items()) if key[0] == table]

    async def write(self, table: str, row: NoteRow) -> None:
        self._rows.pop((table, row.round, row.at, row.seat), None)
        if row.text:
            self._rows[table, row.round, row.at, row.seat] = row

    def forget(self, guest: str) -> None:
        """Keep nothing of a guest any more."""
        self._rows = {key: row for key, row in self._rows.items() if row.guest != guest}
