"""A player's own notes on a round: the skill to work on, and why a move was made.

While the round runs its owner alone can read them; when it is over they stand in its record.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from doublesix.analysis.skills import SKILLS, Reason
from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins
from doublesix.server.desk import Desk, answer
from doublesix.server.limits import Buckets
from doublesix.server.lobby import Lobby
from doublesix.server.seams import Seams
from doublesix.server.state import own_notes
from doublesix.server.table import Table
from doublesix.store import NoteRow

LONGEST = 200
"""Characters of a reason."""
NOTES_PER_SECOND = 0.5
NOTES_BURST = 40


class NoteBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/tables/{table}/notes`: a reason for one's own move of the present round, or its skill."""

    round: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    skill: str
    """`ends`, `drawing`, `counting`, `blocking` or `pips`; empty to remove the note."""
    at: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None
    """The index of the move; none for the skill of the whole round."""
    text: str = ""


class OwnNotes(Desk):
    """The routes."""

    def __init__(self, lobby: Lobby, origins: Origins, world: Seams) -> None:
        super().__init__(lobby, origins, world.clock)
        self._notes = world.store.notes
        self._written = Buckets(NOTES_PER_SECOND, NOTES_BURST)

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/api/tables/{table}/notes", self.read),
            Route("/api/tables/{table}/notes", self.write, methods=["POST"]),
        ]

    async def read(self, request: Request) -> Response:
        """One's own notes on the present round."""
        table, _, seat = await self._mine(request)
        return answer(own_notes(table.course, seat, await self._notes.of(table.id)))

    async def write(self, request: Request) -> Response:
        """Keep a note, or remove it."""
        body = await self.json_of(request, NoteBody)
        table, guest, seat = await self._mine(request)
        if not self._written.take(guest, self.clock.now()):
            raise HTTPException(429, Phrase("Too many notes came from here; wait a moment."))
        await self._notes.write(table.id, _checked(table, guest, seat, body))
        return answer(own_notes(table.course, seat, await self._notes.of(table.id)))

    async def _mine(self, request: Request) -> tuple[Table, str, int]:
        """The table, the visitor and his seat, where he has one for himself and nothing is at stake."""
        table = await self.find_to_watch(request)
        guest = await self.guest(request)
        seats = table.seats_of(guest)
        if guest is None or len(seats) != 1:
            raise HTTPException(403, Phrase("Notes are for those who play here, each on their own device."))
        if table.setup.rated:
            raise HTTPException(409, Phrase("At a rated table no notes are made."))
        return table, guest, seats[0]


def _checked(table: Table, guest: str, seat: int, body: NoteBody) -> NoteRow:
    """The note as it is kept. Raises `HTTPException` where it is of another round or of somebody else's move."""
    course = table.course
    if course.position is None or body.round != course.before.number:
        raise HTTPException(409, Phrase("This note is about another round than the present one."))
    move, moves = "", course.position.moves
    if body.at is not None:
        if body.at >= len(moves) or course.position.turns[body.at] != seat:
            raise HTTPException(422, Phrase("A reason is given for a move of your own."))
        move = str(moves[body.at])
    at = -1 if body.at is None else body.at
    if not body.skill:
        return NoteRow(body.round, at, seat, guest, move, "")
    if body.skill not in SKILLS:
        raise HTTPException(422, Phrase("There is no such skill."))
    text = " ".join(body.text.split())
    if len(text) > LONGEST or not text.isprintable():
        raise HTTPException(422, Phrase("A reason has at most {n} characters, all of which can be read.", n=LONGEST))
    return NoteRow(body.round, at, seat, guest, move, Reason(body.skill, text).to_comment())
