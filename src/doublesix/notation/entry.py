"""One record of a text as a reader found it."""

from __future__ import annotations

from typing import NamedTuple

from doublesix.errors import DominoError
from doublesix.notation.record import MatchRecord, Record

Place = tuple[int, int]
"""Line and column, both from 1."""


class Entry(NamedTuple):
    """One record of a text: read, or the error that kept it from being read."""

    line: int
    """The line it starts at, from 1; of an error in the text form, the line that is at fault."""
    record: Record | MatchRecord | None
    error: DominoError | None
    places: tuple[tuple[Place, ...], ...] = ()
    """In the text form, of each round where each of its moves stands; empty for JSON."""

    def where(self, at: int | None, number: int = 0) -> Place | None:
        """Where move `at` of round `number` stands; None where the form does not tell."""
        moves = self.places[number] if number < len(self.places) else ()
        return moves[at] if at is not None and at < len(moves) else None
