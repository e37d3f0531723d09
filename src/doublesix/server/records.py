"""Finished rounds of a table as records, the same that every other part of doublesix reads."""

from __future__ import annotations

import json

from doublesix.notation import Record
from doublesix.server.course import Course


def record_lines(course: Course) -> str:
    """One JSON object a line for each round that has ended: everything in it is public by then."""
    names = [course.setup.name(seat) for seat in range(course.setup.players)]
    lines = []
    for position in course.finished:
        assert position.outcome is not None
        record = Record.of(position, names=names, outcome=position.outcome.to_json())
        lines.append(json.dumps(record.to_json()) + "\n")
    return "".join(lines)
