"""The small tree of errors: every one is a `ValueError` whose text says what was wrong and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from doublesix.rules.reasons import Reason


class DominoError(ValueError):
    """Anything this package refuses."""

    def __str__(self) -> str:
        """What is wrong, as a phrase where it can be said in other languages."""
        from doublesix.rules.refusals import phrased

        return phrased(super().__str__())


class BadNotation(DominoError):
    """A text that is not a tile or a move."""


class BadRules(DominoError):
    """Rules that contradict themselves, or a value that a field cannot take."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field
        """The field at fault, where one is."""


class BadRecord(DominoError):
    """A record, deal or view whose shape or tiles are at fault.

    `at` is the index of the first bad move, or None where the deal or the JSON is at fault.
    """

    def __init__(self, message: str, at: int | None = None) -> None:
        super().__init__(message)
        self.at = at


class IllegalMove(DominoError):
    """A move that the rules do not allow here; `reason` holds the rule, the tiles and what is allowed instead."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.text)
        self.reason = reason


class HiddenTile(DominoError):
    """A question whose answer lies in a tile that the record hides."""
