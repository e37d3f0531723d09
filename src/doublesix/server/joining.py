"""Sitting down at a table that waits: the invitation, the lobby, and what a guest is called."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins, new_token, set_cookie
from doublesix.server.company import BadNameError, good_name
from doublesix.server.dealing import Added, BadStringError
from doublesix.server.desk import Desk, answer, page
from doublesix.server.hall import Hall
from doublesix.server.limits import JOINS_BURST, JOINS_PER_SECOND, Buckets
from doublesix.server.lobby import Lobby
from doublesix.server.offers import presets
from doublesix.server.seams import Clock
from doublesix.server.state import waiting_state
from doublesix.server.step import RefusedError
from doublesix.server.table import Table
from doublesix.server.web import pages
from doublesix.store import NotStored


class JoinBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/tables/ID/join`."""

    name: str | None = None
    """What the guest wishes to be called from now on."""
    seat: Annotated[int, msgspec.Meta(ge=0, le=15)] | None = None
    """The seat to take; without it the next that is free."""
    commitment: str | None = None
    """What the sender has seen that the first deal is committed to."""
    string: str | None = None
    """What he adds to it."""
    program: bool | None = None
    """Whether a program sits down; unless it is said, whatever comes from no page is one."""


class Joining(Desk):
    """The routes. Looking takes no seat: only a request that says so does."""

    def __init__(self, lobby: Lobby, hall: Hall, origins: Origins, clock: Clock) -> None:
        super().__init__(lobby, origins, clock)
        self._hall = hall
        self._joins = Buckets(JOINS_PER_SECOND, JOINS_BURST)

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/join/{table}", self.invited),
            Route("/join/{table}", self.join, methods=["POST"]),
            Route("/lobby", self.open_tables),
            Route("/name", self.rename, methods=["POST"]),
            Route("/api/lobby", self.api_lobby),
            Route("/api/tables/{table}/join", self.api_join, methods=["POST"]),
        ]

    async def invited(self, request: Request) -> Response:
        """What one is invited to; who sits there already, or comes too late, goes on to the table."""
        table = await self.find(request)
        guest = await self.guest(request)
        if not table.course.free or table.course.over or table.seat_of(guest) is not None:
            return RedirectResponse(self._seat_at(request, table), 303)
        cookie = None if self.token(request) else set_cookie(new_token(), self.secure(request))
        return page(await self._invitation(table, guest, then=self._then(request)), cookie=cookie)

    @staticmethod
    def _then(request: Request) -> str:
        """What the form's address takes along: who came from a second screen goes on to his hand."""
        return "?hand=1" if request.query_params.get("hand") else ""

    def _seat_at(self, request: Request, table: Table) -> str:
        return f"/table/{table.id}/hand" if self._then(request) else f"/table/{table.id}"

    async def _invitation(
        self, table: Table, guest: str | None, error: str = "", name: str | None = None, then: str = ""
    ) -> str:
        known, account = await self.lobby.would_be_called(guest)
        known = known if name is None else name
        return pages.join(waiting_state(table.course, None), table.id, known, error, account, then)

    async def join(self, request: Request) -> Response:
        """The button of the invitation, and of the lobby."""
        fields = await self.form(request)
        table = await self.find(request)
        try:
            added = Added.of(fields.get("commitment"), fields.get("string")) if "string" in fields else None
            _, cookie = await self._sit(request, table, fields.get("name"), added)
        except (BadNameError, BadStringError) as problem:
            guest = await self.guest(request)
            again = await self._invitation(table, guest, str(problem), fields.get("name", ""), self._then(request))
            return page(again, 422)
        except RefusedError as problem:
            if table.course.free and not table.course.over:
                guest = await self.guest(request)
                return page(await self._invitation(table, guest, str(problem), then=self._then(request)), 409)
            cookie = None  # the table page says that it has begun, or was closed
        headers = {"set-cookie": cookie} if cookie else {}
        return RedirectResponse(self._seat_at(request, table), 303, headers)

    async def api_join(self, request: Request) -> Response:
        """A seat for a program."""
        body = await self.json_of(request, JoinBody)
        try:
            table = await self.find(request)
            added = Added.of(body.commitment, body.string)
            program = self.says_program(request, body.program)
            seat, cookie = await self._sit(request, table, body.name, added, body.seat, program)
        except (BadNameError, BadStringError) as problem:
            raise HTTPException(422, str(problem)) from problem
        except RefusedError as problem:
            raise HTTPException(409, str(problem)) from problem
        headers = {"set-cookie": cookie} if cookie else {}
        return JSONResponse({"table": table.id, "seat": seat, "url": f"/table/{table.id}"}, 200, headers)

    async def _sit(
        self,
        request: Request,
        table: Table,
        wished: str | None,
        added: Added | None,
        seat: int | None = None,
        program: bool = False,
    ) -> tuple[int, str | None]:
        """The seat, and the cookie of who had none. `added` is None for who has not seen what is dealt."""
        if wished is not None:
            good_name(wished)
        guest = await self.guest(request)
        whence = request.client.host if request.client else ""
        if not self._joins.take(guest or whence, self.clock.now()):
            raise HTTPException(429, Phrase("Too many seats were asked for from here; wait a minute."))
        if not table.course.free and table.seat_of(guest) is None:
            raise RefusedError(Phrase("All seats of this table are taken."))
        try:
            guest, cookie = await self.greet(request)
            if program and table.seat_of(guest) is None:
                await self.lobby.mark_program(guest)
            program = await self.lobby.is_program(guest)
            called, account = await self.lobby.called(guest, wished)
            return await table.sit(guest, called, seat, account, added, program), cookie
        except NotStored as problem:
            raise HTTPException(503, Phrase("The seat could not be stored; please try again.")) from problem

    # --- lobby and names -----------------------------------------------------------------------------------------

    async def open_tables(self, request: Request) -> Response:
        """The tables that their makers listed, and company for who has none."""
        cookie = None if self.token(request) else set_cookie(new_token(), self.secure(request))
        name, account = await self.lobby.would_be_called(await self.guest(request))
        return page(self._lobby_page(name, account=account), cookie=cookie)

    def _lobby_page(self, name: str, error: str = "", account: bool = False) -> str:
        return pages.lobby(self._hall.facts()["tables"], presets(), name, error, account)

    async def api_lobby(self, _request: Request) -> Response:
        """The same for programs."""
        return answer(self._hall.facts())

    async def rename(self, request: Request) -> Response:
        """What the guest wishes to be called from now on."""
        fields = await self.form(request)
        guest, cookie = await self.greet(request)
        try:
            await self.lobby.called(guest, fields.get("name", ""))
        except BadNameError as problem:
            return page(self._lobby_page(fields.get("name", ""), str(problem)), 422)
        return RedirectResponse("/lobby", 303, {"set-cookie": cookie} if cookie else {})
