"""A report of something odd: the table as the reporter sees it, the rules, and the rule concerned, in one file."""

from __future__ import annotations

from typing import Any, Final

from doublesix import __version__
from doublesix.server.course import Course
from doublesix.server.records import records_of
from doublesix.server.state import state

NOTE_LENGTH: Final = 4000
"""Letters that a note keeps."""


def report_of(table: str, course: Course, seat: int | None, about: str, note: str) -> dict[str, Any]:
    """What a report says. It holds nothing that `seat` (None: a spectator) could not see on his page.

    `about` names the field of the rules concerned, empty where none is; `note` is the reporter's own words.
    """
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
        "records": [record.to_json() for record in records_of(course)],
    }
