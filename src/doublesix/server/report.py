"""A report of something odd: the table as the reporter sees it, the rules, and the rule concerned, in one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from doublesix import __version__
from doublesix.notation import MatchRecord, Record
from doublesix.server.course import Course
from doublesix.server.records import records_of
from doublesix.server.state import state


class Place(NamedTuple):
    """A place in a replay: the round from 1, the moves made, and through whose eyes it was seen."""

    round: int
    move: int
    eye: str

    @staticmethod
    def of(fields: Mapping[str, str]) -> Place | None:
        """The place in a form or an address; None where there is none."""
        numbers = [fields.get(name, "") for name in ("round", "move")]
        if not all(text.isascii() and text.isdigit() and len(text) < 6 for text in numbers):
            return None
        return Place(int(numbers[0]), int(numbers[1]), fields.get("eye", "all")[:8])


class Refused(NamedTuple):
    """What a report begins with that is made beside a refusal."""

    about: str = ""
    """The field of the rules concerned, empty where none is known."""
    note: str = ""
    """The sentence of the refusal."""


NOTE_LENGTH: Final = 4000
"""Letters that a note keeps."""


def report_of(
    table: str, course: Course, seat: int | None, about: str, note: str, at: Place | None = None
) -> dict[str, Any]:
    """What a report says. It holds nothing that `seat` (None: a spectator) could not see on his page.

    `about` names the field of the rules concerned, empty where none is; `note` is the reporter's own words; `at` is
    the move of a finished round that he was looking at.
    """
    records = records_of(course)
    position = course.position
    view = position.view(seat) if position is not None and seat is not None and position.outcome is None else None
    return {
        "report": 1,
        "doublesix": __version__,
        "table": table,
        "n": course.n,
        "about": about or None,
        "note": note.strip()[:NOTE_LENGTH],
        "rules": course.setup.rules.to_json(),
        "players": course.setup.players,
        "seat": seat,
        "state": state(course, seat),
        "view": None if view is None else view.to_json(),
        "at": None if at is None else _looked_at(records, at),
        "records": [record.to_json() for record in records],
    }


def report_of_records(records: Sequence[Record | MatchRecord], about: str, note: str, at: Place) -> dict[str, Any]:
    """What a report about records says that were opened; the fields are those of `report_of`."""
    first = records[0]
    return {
        "report": 1,
        "doublesix": __version__,
        "about": about or None,
        "note": note.strip()[:NOTE_LENGTH],
        "rules": first.rules.to_json(),
        "players": first.players,
        "at": _looked_at(records, at),
        "records": [record.to_json() for record in records],
    }


def report_of_refusal(text: str, why: str) -> dict[str, Any]:
    """What a report says about a text that was sent as a record and refused: the text as it came, and the reason."""
    return {"report": 1, "doublesix": __version__, "text": text, "refused": str(why)}


def _looked_at(records: Sequence[Record | MatchRecord], at: Place) -> dict[str, Any] | None:
    """The position that was looked at, all of it public, for its round is over; None where there is none such."""
    rounds = [positions for record in records for positions in record.rounds_played()]
    if not 1 <= at.round <= len(rounds) or not 0 <= at.move < len(rounds[at.round - 1]):
        return None
    position = rounds[at.round - 1][at.move]
    return {
        "round": at.round,
        "move": at.move,
        "eye": at.eye,
        "turn": position.turn,
        "ends": dict(position.ends),
        "hands": [[str(tile) for tile in hand] for hand in position.hands],
        "boneyard": [str(tile) for tile in position.boneyard],
        "legal": sorted(map(str, position.legal_moves)),
    }
