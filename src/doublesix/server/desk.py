"""What every kind of page asks first: who is there, from which page does he come, which table does he mean."""

from __future__ import annotations

import gzip
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins, is_page, new_token, read_cookie, set_cookie, why_forged
from doublesix.server.bodies import Body, body_of, understood
from doublesix.server.lobby import Lobby
from doublesix.server.seams import Clock
from doublesix.server.step import BrokenLogError
from doublesix.server.table import LOCKED_SENTENCE, NOT_YET_SENTENCE, Table
from doublesix.server.web.assets import KEEP, PAGE_HEADERS
from doublesix.server.wire import encoded
from doublesix.speech import spoken


class Desk:
    """What pages have in common."""

    def __init__(self, lobby: Lobby, origins: Origins, clock: Clock) -> None:
        self.lobby = lobby
        self.origins = origins
        self.clock = clock

    def secure(self, request: Request) -> bool:
        """Whether the visitor came over https."""
        return self.origins.is_secure(request.headers.get("host", ""))

    def token(self, request: Request) -> str | None:
        """The visitor's cookie."""
        return read_cookie(request.headers.get("cookie", ""), self.secure(request))

    async def guest(self, request: Request) -> str | None:
        """The guest, None where nobody is known."""
        return await self.lobby.guest(self.token(request))

    @staticmethod
    def says_program(request: Request, said: bool | None) -> bool:
        """Whether a program wishes to sit down here: what it says, else whatever comes from no page."""
        return said if said is not None else not is_page(request.headers)

    async def greet(self, request: Request) -> tuple[str, str | None]:
        """The guest, who is kept where he was not known, and the cookie for who has none.

        Whoever looks at an invitation gets his cookie with it, so that two taps on its button come from one guest.
        """
        token = self.token(request)
        if token is None:
            token = new_token()
            return await self.lobby.greet(token), set_cookie(token, self.secure(request))
        return await self.lobby.greet(token), None

    def invitation(self, request: Request, table: str) -> str:
        """The address that invites to a table."""
        return self.absolute(request, f"/join/{table}")

    def absolute(self, request: Request, path: str) -> str:
        """A path of this server as an address that another device can open."""
        host = request.headers.get("host", "")
        here = f"{'https' if self.secure(request) else 'http'}://{host}"
        return (self.origins.for_others(host) or here) + path

    def only_here(self, request: Request) -> bool:
        """Whether no other device can open an address of this server."""
        return self.origins.for_others(request.headers.get("host", "")) is None

    def check_wish(self, request: Request, *, form: bool) -> None:
        """Refuse what may not be the visitor's own wish."""
        why = why_forged(self.origins, request.headers, form=form)
        if why is not None:
            raise HTTPException(403, why)

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a form of ours."""
        self.check_wish(request, form=True)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = await body_of(request)
        if body and kind != "application/x-www-form-urlencoded":
            raise HTTPException(415, Phrase("Send the form of the page."))
        try:
            return dict(parse_qsl(body.decode(), max_num_fields=32))
        except ValueError as problem:
            raise HTTPException(422, Phrase("The form was not filled in correctly.")) from problem

    async def json_of(self, request: Request, kind: type[Body], *, form: bool = False) -> Body:
        """What the JSON of a wish says; `form` as for `check_wish`."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HTTPException(415, Phrase("Send application/json."))
        self.check_wish(request, form=form)
        return understood(await body_of(request), kind)

    async def find(self, request: Request) -> Table:
        """The table that the address names."""
        try:
            table = await self.lobby.find(request.path_params["table"])
        except BrokenLogError as problem:
            raise HTTPException(500, Phrase("This table's log cannot be read.")) from problem
        if table is None:
            raise HTTPException(404, Phrase("There is no such table, or not any more."))
        return table

    async def find_to_watch(self, request: Request) -> Table:
        """The table that the address names, where the visitor may see it."""
        table = await self.find(request)
        await self.check_watch(request, table)
        return table

    async def check_watch(self, request: Request, table: Table) -> None:
        """Refuse who may not see a table: its host may have locked it, or the visitor may still be to play its deal."""
        locked = table.course.company.locked
        if not locked and not table.course.withheld:
            return  # most tables: nobody need be asked for
        guest = await self.guest(request)
        if locked and not table.seats_of(guest):
            raise HTTPException(403, LOCKED_SENTENCE)
        if table.closed_to(guest):
            raise HTTPException(403, NOT_YET_SENTENCE)


def page(html: str | bytes, status: int = 200, cookie: str | None = None, *, keep: str = "") -> Response:
    """HTML with the headers that protect it.

    `keep` says what kind of page it is where a browser may keep it to be read without a connection: only what
    everybody may see, or a finished round.
    """
    headers = dict(PAGE_HEADERS) | {"content-language": spoken.get().language}
    if cookie:
        headers["set-cookie"] = cookie
    if keep:
        headers[KEEP] = keep
    return HTMLResponse(html, status, headers)


def packed(shown: Response, request: Request) -> Response:
    """A page as the browser takes it: a third as long where it may be packed, which a slow line feels."""
    shown.headers["vary"] = "accept-encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        shown.body = gzip.compress(shown.body, 6, mtime=0)
        shown.headers["content-encoding"] = "gzip"
        shown.headers["content-length"] = str(len(shown.body))
    return shown


def answer(value: object, status: int = 200) -> Response:
    """JSON about how things stand now, with its sentences in the reader's language."""
    headers = {"cache-control": "no-store"}
    return Response(encoded(value, spoken.get()), status, headers, media_type="application/json")
