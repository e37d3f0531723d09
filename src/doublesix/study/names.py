"""What a record calls its seats."""

from __future__ import annotations

from typing import Any

from doublesix.notation import MatchRecord, Record
from doublesix.rules.presets import labels_of


def names_of(record: Record | MatchRecord) -> list[str]:
    """What the record calls its seats, else what the table calls them."""
    given: Any = record.extras.get("names")
    if given:
        return [str(name) for name in given]
    return list(labels_of(record.rules, record.players) or (f"Seat {seat + 1}" for seat in range(record.players)))
