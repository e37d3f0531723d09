"""Finished rounds of a table as records, the same that every other part of doublesix reads."""

from __future__ import annotations

import json
from collections.abc import Sequence

from doublesix.notation import Record
from doublesix.server.course import Course
from doublesix.server.state import public_notes
from doublesix.store import NoteRow


def records_of(course: Course, notes: Sequence[NoteRow] = ()) -> list[Record]:
    """A record of each round that has ended: all of it is public by then, the secret of its deal too.

    `notes` of its players become comments on their moves.
    """
    if course.withheld:
        return []
    setup = course.setup
    names = [setup.who(seat) if setup.seats[seat].program else setup.name(seat) for seat in range(setup.players)]
    records = []
    for position, proof in zip(course.finished, course.proofs, strict=True):
        assert position.outcome is not None
        fair = {"fair": proof.to_json()} if proof is not None else {}
        comments = public_notes(position, notes)
        said = {"comments": comments} if comments else {}
        records.append(Record.of(position, names=names, outcome=position.outcome.to_json(), **said, **fair))
    return records


def record_lines(course: Course, notes: Sequence[NoteRow] = ()) -> str:
    """One JSON object a line for each round that has ended."""
    return "".join(json.dumps(record.to_json()) + "\n" for record in records_of(course, notes))
