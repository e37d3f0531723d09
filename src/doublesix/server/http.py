"""Pages and the JSON API: all but the socket. Pages come from `server/web`, facts through the gate in `state`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doublesix.rules import PRESETS
from doublesix.rules.ruleset import MAX_PLAYERS
from doublesix.server.auth import Origins, digest, new_token, read_cookie, set_cookie, why_forged
from doublesix.server.course import BrokenLogError
from doublesix.server.limits import BODY_BYTES, TABLES_BURST, TABLES_PER_SECOND, Buckets
from doublesix.server.lobby import Lobby, new_id
from doublesix.server.offers import offered, seats_for
from doublesix.server.records import record_lines
from doublesix.server.seams import Clock
from doublesix.server.setup import BadSetupError, Setup, make_setup, wished_rules
from doublesix.server.state import resting, snapshot
from doublesix.server.table import Table
from doublesix.server.web import pages
from doublesix.server.web.assets import PAGE_HEADERS, packaged
from doublesix.server.web.rulepages import path_of
from doublesix.store import GuestRow, NotStored


class TablesBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/tables`."""

    rules: str | dict[str, Any]
    players: int | None = None
    seats: list[str] | None = None
    match: bool | None = None
    automatic: bool = False


class Pages:
    """The routes, over one lobby."""

    def __init__(self, lobby: Lobby, origins: Origins, clock: Clock) -> None:
        self._lobby = lobby
        self._origins = origins
        self._clock = clock
        self._made = Buckets(TABLES_PER_SECOND, TABLES_BURST)

    def routes(self) -> list[Route]:
        """Every address but the socket's."""
        return [
            Route("/", self.home),
            Route("/play-now", self.play_now, methods=["POST"]),
            Route("/new", self.new),
            Route("/new", self.new_form, methods=["POST"]),
            Route("/table/{table}", self.table),
            Route("/api/tables", self.api_tables, methods=["POST"]),
            Route("/api/tables/{table}/record", self.api_record),
            Route("/healthz", self.health),
            Route("/s/{path:path}", self.static),
        ]

    # --- pages -------------------------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        guest = await self._guest(request)
        running = []
        for table in await self._lobby.tables_of(guest) if guest else []:
            text = resting(table.course, table.seat_of(guest))
            running.append(pages.Running(f"/table/{table.id}", table.setup.rules.title, text))
        return _page(pages.home(running))

    async def new(self, request: Request) -> Response:
        chosen = {key: value for key, value in request.query_params.items() if key in ("rules", "players", "seat")}
        offers = offered(chosen.get("rules", ""))
        if "rules" in chosen and "players" not in chosen:
            sizes = next((o.rules.hand_size for o in offers if o.rules.id == chosen["rules"]), {2: 0})
            chosen["players"] = str(min(sizes))
        return _page(pages.new_table(offers, chosen=chosen))

    async def table(self, request: Request) -> Response:
        table = await self._find(request)
        seat = table.seat_of(await self._guest(request))
        first = msgspec.json.encode(snapshot(table.id, table.course, seat)).decode()
        return _page(pages.table(first, title=table.setup.rules.title, rules_url=path_of(table.setup.rules)))

    async def static(self, request: Request) -> Response:
        answer = packaged().respond(request.url.path, request.headers.get("accept-encoding", ""))
        return Response(answer.body, answer.status, dict(answer.headers))

    async def health(self, _request: Request) -> Response:
        return JSONResponse({"ok": True})

    # --- making tables -----------------------------------------------------------------------------------------------

    async def play_now(self, request: Request) -> Response:
        """Against the computer at once, on the two-seat reserve table."""
        fields = await self._form(request)
        level = fields.get("level", "normal")
        seats = [level, "you"] if fields.get("side") == "white" else ["you", level]
        try:
            setup, seat = make_setup("ply-yard", 2, seats)
        except BadSetupError as problem:
            raise HTTPException(422, str(problem)) from problem
        return await self._seated(request, setup, seat)

    async def new_form(self, request: Request) -> Response:
        """The new-game page's form, which works without script."""
        fields = await self._form(request)
        try:
            count = int(fields.get("players", "2"))
            rules = wished_rules(fields.get("rules", ""))
            count = seats_for(rules, count)  # the page cannot take the choice away without script
            if not 2 <= count <= MAX_PLAYERS:
                raise BadSetupError(f"A table has two to {MAX_PLAYERS} seats.")
            mine = int(fields.get("seat", "0")) if rules.id in PRESETS and PRESETS[rules.id].labels else 0
            others = [fields.get(f"level{place}", "normal") for place in range(1, count)]
            order = {(mine + place) % count: level for place, level in enumerate(others, 1)}
            seats = [order.get(seat, "you") for seat in range(count)]
            setup, seat = make_setup(rules, count, seats)
        except ValueError as problem:
            sentence = str(problem) if isinstance(problem, BadSetupError) else "The form was not filled in correctly."
            return _page(pages.new_table(offered(fields.get("rules", "")), error=sentence, chosen=fields), status=422)
        return await self._seated(request, setup, seat)

    async def api_tables(self, request: Request) -> Response:
        """A new table for a program or a page's script."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise HTTPException(415, "Send application/json.")
        self._check_wish(request, form=False)
        try:
            body = msgspec.json.decode(await _body(request), type=TablesBody)
            setup, seat = make_setup(body.rules, body.players, body.seats, body.match, body.automatic)
        except (msgspec.DecodeError, RecursionError, UnicodeError, BadSetupError) as problem:
            raise HTTPException(422, str(problem)) from problem
        table, cookie = await self._create(request, setup, seat)
        headers = {"set-cookie": cookie} if cookie else {}
        return JSONResponse({"table": table.id, "url": f"/table/{table.id}"}, 201, headers)

    async def api_record(self, request: Request) -> Response:
        """The finished rounds as records, one JSON object a line."""
        table = await self._find(request)
        return Response(record_lines(table.course), media_type="application/x-ndjson")

    async def _seated(self, request: Request, setup: Setup, seat: int) -> Response:
        table, cookie = await self._create(request, setup, seat)
        headers = {"set-cookie": cookie} if cookie else {}
        return RedirectResponse(f"/table/{table.id}", 303, headers)

    async def _create(self, request: Request, setup: Setup, seat: int) -> tuple[Table, str | None]:
        """The table, and the cookie of a guest who is new."""
        guest = await self._guest(request)
        whence = request.client.host if request.client else ""  # behind a proxy all strangers look alike
        if not self._made.take(guest or whence, self._clock.now()):
            raise HTTPException(429, "Too many tables were made from here; wait a minute.")
        new: GuestRow | None = None
        cookie: str | None = None
        if guest is None:
            secure = self._secure(request)
            # Without https a browser brings one cookie to every port of a host: another server's is kept, not replaced.
            token = (None if secure else self._token(request)) or new_token()
            new = GuestRow(new_id(), digest(token), self._clock.now())
            cookie = set_cookie(token, secure)
            guest = new.id
        try:
            return await self._lobby.create(setup, {seat: guest}, new), cookie
        except NotStored as problem:
            raise HTTPException(503, "The table could not be stored; please try again.") from problem

    # --- who and whence ----------------------------------------------------------------------------------------------

    def _secure(self, request: Request) -> bool:
        return self._origins.is_secure(request.headers.get("host", ""))

    def _token(self, request: Request) -> str | None:
        return read_cookie(request.headers.get("cookie", ""), self._secure(request))

    async def _guest(self, request: Request) -> str | None:
        return await self._lobby.guest(self._token(request))

    def _check_wish(self, request: Request, *, form: bool) -> None:
        why = why_forged(self._origins, request.headers, form=form)
        if why is not None:
            raise HTTPException(403, why)

    async def _form(self, request: Request) -> dict[str, str]:
        self._check_wish(request, form=True)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = await _body(request)
        if body and kind != "application/x-www-form-urlencoded":
            raise HTTPException(415, "Send the form of the page.")
        try:
            return dict(parse_qsl(body.decode(), max_num_fields=32))
        except ValueError as problem:
            raise HTTPException(422, "The form was not filled in correctly.") from problem

    async def _find(self, request: Request) -> Table:
        try:
            table = await self._lobby.find(request.path_params["table"])
        except BrokenLogError as problem:
            raise HTTPException(500, "This table's log cannot be read.") from problem
        if table is None:
            raise HTTPException(404, "There is no such table, or not any more.")
        return table


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_BYTES:
            raise HTTPException(413, f"A request has at most {BODY_BYTES} bytes.")
    return body


def _page(html: str, status: int = 200) -> Response:
    return HTMLResponse(html, status, dict(PAGE_HEADERS))


async def problem(request: Request, error: Exception) -> Response:
    """Any refusal: a sentence as JSON for programs, as a page for people."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    sentence = error.detail if isinstance(error, HTTPException) else "Something went wrong on our side."
    if status in (404, 405) and sentence in ("Not Found", "Method Not Allowed"):
        sentence = "There is no such page." if status == 404 else "This address does not take that kind of request."
    headers: Mapping[str, str] = (error.headers if isinstance(error, HTTPException) else None) or {}
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, status, {**PAGE_HEADERS, **headers})
    page = _page(pages.problem(status, sentence), status)
    page.headers.update(headers)
    return page


class Guard:
    """The outermost layer: only hosts we are known by, and the headers that every answer carries."""

    def __init__(self, app: ASGIApp, origins: Origins) -> None:
        self._app = app
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not self._origins.knows_host(Headers(scope=scope).get("host", "")):
            await self._strange(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in PAGE_HEADERS.items():
                    if name != "cache-control" or "cache-control" not in headers:
                        headers[name] = value
            await send(message)

        await self._app(scope, receive, guarded)

    async def _strange(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "unknown host"})
            return
        sentence = "This server is not known under that address; start it with --origin and the address you use.\n"
        await PlainTextResponse(sentence, 421)(scope, receive, send)


def add_problems(app: Starlette) -> None:
    """Answer every error with a sentence."""
    app.add_exception_handler(HTTPException, problem)
    app.add_exception_handler(Exception, problem)
