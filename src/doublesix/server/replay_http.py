"""Addresses of the replay: of a table's finished rounds, of a record that is sent, and the report of something odd."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from doublesix.notation import MatchRecord, Record
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.server.bodies import body_of, file_text
from doublesix.server.desk import Desk, page
from doublesix.server.records import records_of
from doublesix.server.replays import Json, UnreadableError, link_of, read_link, read_replay, records_in, replay_of
from doublesix.server.report import NOTE_LENGTH, Place, Refused, report_of, report_of_records, report_of_refusal
from doublesix.server.web import replaypages
from doublesix.server.web.rulepages import FIELD_LABELS, path_of
from doublesix.server.wire import encoded
from doublesix.speech import spoken

RECORD_BYTES: Final = 131_072
"""Largest record that is sent for replaying."""
TOO_LONG: Final = Phrase(
    "A record of more than {n} kB is too long for this page; send it in parts.", n=RECORD_BYTES // 1024
)


class Replays(Desk):
    """The routes."""

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/replay", self.form_page),
            Route("/replay", self.opened, methods=["POST"]),
            Route("/replay/report", self.record_report_page),
            Route("/replay/report", self.record_report, methods=["POST"]),
            Route("/table/{table}/replay", self.of_table),
            Route("/table/{table}/report", self.report_page),
            Route("/table/{table}/report", self.report, methods=["POST"]),
        ]

    async def form_page(self, request: Request) -> Response:
        """Where a record is pasted or chosen; with `?record=` the replay of the record in a link."""
        link = request.query_params.get("record")
        if link is None:
            return page(replaypages.import_form())
        try:
            found = await asyncio.to_thread(read_link, link)
        except UnreadableError as problem:
            return page(replaypages.import_form("", problem.args[0]), 422)
        return _shown(found | {"url": _linked(link)}, keep="replay")

    async def opened(self, request: Request) -> Response:
        """The replay of what was sent; nothing is kept, so no proof of where the request comes from is asked for.

        It goes on to the link that holds the record, so that it can be shared; what is too long for one is shown at
        once, and can be shared as a file.
        """
        kind = request.headers.get("content-type", "")
        text = file_text(kind, await body_of(request, RECORD_BYTES, TOO_LONG))
        try:
            found = await asyncio.to_thread(read_replay, text)
        except UnreadableError as problem:
            return page(replaypages.import_form(text, problem.args[0]), 422)
        link = link_of(found["record"])
        return _shown(found) if link is None else RedirectResponse(_linked(link), 303)

    async def of_table(self, request: Request) -> Response:
        """The finished rounds of a table; `?round=2` begins with the second."""
        table = await self.find_to_watch(request)
        records = records_of(table.course, await self.lobby.notes_of(table.id))
        if not records:
            raise HTTPException(404, Phrase("No round of this table is over yet; a round can be replayed once it is."))
        seat = table.seat_of(await self.guest(request))
        found: Json = await asyncio.to_thread(replay_of, records, seat)
        rules = table.setup.rules
        shown = encoded(found | {"url": f"/table/{table.id}/replay"}, spoken.get())
        return page(replaypages.replay(shown, titled(rules), f"/table/{table.id}", path_of(rules)), keep="replay")

    async def report_page(self, request: Request) -> Response:
        """The form of a report about a table, or about a move of its replay where the address names one.

        The address may also say what was refused (``note``) and which rule that concerns (``about``).
        """
        table = await self.find_to_watch(request)
        asked = request.query_params
        refused = Refused(asked.get("about", ""), asked.get("note", "")[:NOTE_LENGTH])
        form = replaypages.report(
            f"/table/{table.id}", titled(table.setup.rules), FIELD_LABELS, Place.of(asked), refused
        )
        return page(form)

    async def report(self, request: Request) -> Response:
        """The report as a file, with what its sender may see of the table and nothing else."""
        fields = await self.form(request)
        table = await self.find_to_watch(request)
        seat = table.seat_of(await self.guest(request))
        about, note, at = _reported(fields)
        return _file(report_of(table.id, table.course, seat, about, note, at), f"{table.id}-{table.course.n}")

    async def record_report_page(self, request: Request) -> Response:
        """The form of a report about a record that a link holds."""
        link = request.query_params.get("record", "")
        records = await self._records(link)
        form = replaypages.report(_linked(link), titled(records[0].rules), FIELD_LABELS, Place.of(request.query_params))
        return page(form)

    async def record_report(self, request: Request) -> Response:
        """The report about a record as a file: of one that a link holds, or of what was sent and refused."""
        kind = request.headers.get("content-type", "")
        if kind.startswith("multipart/form-data"):
            return await self._refused_report(file_text(kind, await body_of(request, RECORD_BYTES, TOO_LONG)))
        fields = await self.form(request)
        records = await self._records(fields.get("record", ""))
        about, note, at = _reported(fields)
        found = await asyncio.to_thread(report_of_records, records, about, note, at or Place(1, 0, "all"))
        return _file(found, "record")

    async def _refused_report(self, text: str) -> Response:
        try:
            await asyncio.to_thread(read_replay, text)
        except UnreadableError as problem:
            return _file(report_of_refusal(text, problem.args[0]), "refused")
        raise HTTPException(422, Phrase("This record is not refused; open it, and report from its replay."))

    async def _records(self, link: str) -> list[Record | MatchRecord]:
        try:
            return await asyncio.to_thread(records_in, link)
        except UnreadableError as problem:
            raise HTTPException(422, problem.args[0]) from problem


def _reported(fields: Mapping[str, str]) -> tuple[str, str, Place | None]:
    """What the form of a report says: the rule concerned, the note, the place."""
    about = fields.get("about", "")
    if about and about not in FIELD_LABELS:
        raise HTTPException(422, Phrase("Choose one of the rules in the list, or none."))
    return about, fields.get("note", ""), Place.of(fields)


def _file(found: Json, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="doublesix-report-{name}.json"'}
    return Response(json.dumps(found, indent=1) + "\n", media_type="application/json", headers=headers)


def _linked(link: str) -> str:
    return f"/replay?record={link}"


def _shown(found: Json, keep: str = "") -> Response:
    return page(replaypages.replay(encoded(found, spoken.get()), found["rules"]["title"]), keep=keep)
