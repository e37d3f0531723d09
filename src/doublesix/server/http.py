"""Pages and the JSON API: all but the socket. Pages come from `server/web`, facts through the gate in `state`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doublesix.rules import PRESETS
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.rules.ruleset import MAX_PLAYERS
from doublesix.server.auth import Origins, new_token, set_cookie
from doublesix.server.company import BadNameError, good_name
from doublesix.server.dealing import Added, BadStringError
from doublesix.server.desk import Desk, answer, packed, page
from doublesix.server.languages import asked
from doublesix.server.limits import HEADER_BYTES, TABLES_BURST, TABLES_PER_SECOND, Buckets
from doublesix.server.lobby import Lobby
from doublesix.server.offers import offered, seats_for
from doublesix.server.pace import UNTIMED, BadPaceError, PaceBody, pace_of_form
from doublesix.server.rated import NAMELESS, NO_PROGRAM, among_people, check_rated, with_clock
from doublesix.server.records import record_lines
from doublesix.server.seams import Clock
from doublesix.server.sentences import resting
from doublesix.server.setup import BadSetupError, Seat, Setup, Talk, make_setup, wished_rules
from doublesix.server.state import agreement
from doublesix.server.step import RefusedError
from doublesix.server.table import Table
from doublesix.server.web import pages
from doublesix.server.web.assets import PAGE_HEADERS, packaged
from doublesix.server.web.rulepages import path_of
from doublesix.server.wire import encoded
from doublesix.speech import spoken
from doublesix.store import NotStored

_ASKED = ("rules", "players", "seat", "level1", "level2", "level3")
"""What the address of the new-game page may fill in."""


class TablesBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/tables`."""

    rules: str | dict[str, Any]
    players: int | None = None
    seats: list[str] | None = None
    match: bool | None = None
    automatic: bool = False
    lot: bool = False
    listed: bool = False
    talk: Talk = "all"
    """What people may say to each other."""
    names: list[str] | None = None
    """What the people at the visitor's device are called, himself among them, in the order of their seats."""
    pace: PaceBody | None = None
    rated: bool = False
    name: str | None = None
    """What the visitor wishes to be called; else he is called as before."""
    commitment: str | None = None
    promise: str | None = None
    string: str | None = None
    program: bool | None = None
    """Whether a program plays the visitor's seat; unless it is said, whatever comes from no page is one."""


class Pages(Desk):
    """The routes, over one lobby."""

    def __init__(self, lobby: Lobby, origins: Origins, clock: Clock) -> None:
        super().__init__(lobby, origins, clock)
        self._made = Buckets(TABLES_PER_SECOND, TABLES_BURST)

    def routes(self) -> list[Route]:
        """Every address but the socket's."""
        return [
            Route("/", self.home),
            Route("/play-now", self.play_now, methods=["POST"]),
            Route("/help", self.help),
            Route("/new", self.new),
            Route("/new", self.new_form, methods=["POST"]),
            Route("/table/{table}", self.table),
            Route("/table/{table}/screen", self.screen),
            Route("/table/{table}/hand", self.hand),
            Route("/api/tables", self.api_tables, methods=["POST"]),
            Route("/api/tables/{table}", self.api_table),
            Route("/api/commitment", self.api_commitment, methods=["POST"]),
            Route("/api/tables/{table}/record", self.api_record),
            Route("/healthz", self.health),
            Route("/s/{path:path}", self.static),
        ]

    # --- pages -------------------------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        guest = await self.guest(request)
        running = []
        for table in await self.lobby.tables_of(guest) if guest else []:
            seats = table.seats_of(guest)
            text = resting(table.course, seats[0] if len(seats) == 1 else None)
            running.append(pages.Running(f"/table/{table.id}", titled(table.setup.rules), text))
        return page(pages.home(running, await self.lobby.promise()))

    async def new(self, request: Request) -> Response:
        chosen = {key: value for key, value in request.query_params.items() if key in _ASKED}
        offers = offered(chosen.get("rules", ""))
        if "rules" in chosen and "players" not in chosen:
            sizes = next((o.rules.hand_size for o in offers if o.rules.id == chosen["rules"]), {2: 0})
            chosen["players"] = str(min(sizes))
        name, account = await self.lobby.would_be_called(await self.guest(request))
        promise = await self.lobby.promise()
        return page(pages.new_table(offers, chosen=chosen, name=name, promise=promise, account=account))

    async def help(self, _request: Request) -> Response:
        return page(pages.help_page(), keep="lesson")

    async def table(self, request: Request) -> Response:
        return await self._table(request)

    async def screen(self, request: Request) -> Response:
        """The table as everybody may see it, large, for a television or a tablet: even its owner's holds no hand."""
        return await self._table(request, "screen")

    async def hand(self, request: Request) -> Response:
        """The table with the own hand first, for a phone beside such a screen."""
        return await self._table(request, "hand")

    async def _table(self, request: Request, view: pages.TableView = "") -> Response:
        table = await self.find(request)
        guest = await self.guest(request)
        if table.closed_to(guest) and table.setup.part is not None:
            return RedirectResponse(f"/duplicate/{table.setup.part.duplicate}", 303)
        await self.check_watch(request, table)
        seats = () if view == "screen" else table.seats_of(guest)
        if table.course.position is None:
            return self._waiting(request, table, seats, view)
        join = "/hand" if view == "screen" else "/screen"
        html = pages.table(
            self._first(table, seats),
            title=titled(table.setup.rules),
            rules_url=path_of(table.setup.rules),
            view=view,
            address=f"/table/{table.id}",
            rated=table.setup.rated,
            sits=bool(seats),
            only_here=self.only_here(request),
            link=self.absolute(request, f"/table/{table.id}{join}"),
        )
        return packed(page(html), request)

    @staticmethod
    def _first(table: Table, seats: tuple[int, ...]) -> str:
        """The snapshot that stands in the page; where people share a device it holds nobody's hand."""
        return encoded(table.snapshot(seats), spoken.get())

    def _waiting(self, request: Request, table: Table, seats: tuple[int, ...], view: pages.TableView) -> Response:
        """A table before its first deal: who is there, and how others get in."""
        rules = table.setup.rules
        link = self.invitation(request, table.id) + ("?hand=1" if view == "screen" else "")
        return page(
            pages.waiting(
                self._first(table, seats),
                title=titled(rules),
                rules_url=path_of(rules),
                link=link,
                pace=table.setup.pace,
                view=view,
                only_here=self.only_here(request),
            )
        )

    async def static(self, request: Request) -> Response:
        answer = packaged().respond(request.url.path, request.headers.get("accept-encoding", ""))
        return Response(answer.body, answer.status, dict(answer.headers))

    async def health(self, _request: Request) -> Response:
        return JSONResponse({"ok": True})

    # --- making tables -----------------------------------------------------------------------------------------------

    async def play_now(self, request: Request) -> Response:
        """Against the computer at once, on the two-seat reserve table."""
        fields = await self.form(request)
        level = fields.get("level", "normal")
        seats = [level, "you"] if fields.get("side") == "white" else ["you", level]
        try:
            setup, seat = make_setup("ply-yard", 2, seats)
            added = Added.of(fields.get("commitment"), fields.get("string"), fields.get("promise"))
        except (BadSetupError, BadStringError) as problem:
            raise HTTPException(422, str(problem)) from problem
        return await self._seated(request, setup, seat, added)

    async def new_form(self, request: Request) -> Response:
        """The new-game page's form, which works without script."""
        fields = await self.form(request)
        try:
            count = int(fields.get("players", "2"))
            rules = wished_rules(fields.get("rules", ""))
            # Where rules have one number of seats the style sheet hides the choice, but what is hidden is still sent: a
            # refusal would name what nobody saw. A program that asks for as many by the API is refused.
            count = seats_for(rules, count)
            if not 2 <= count <= MAX_PLAYERS:
                raise BadSetupError(Phrase("A table has two to {n} seats.", n=MAX_PLAYERS))
            labels = rules.id in PRESETS and bool(PRESETS[rules.id].labels)
            lot = labels and fields.get("seat") == "lot"
            mine = int(fields.get("seat", "0")) if labels and not lot else 0
            others = [fields.get(f"level{place}", "normal") for place in range(1, count)]
            order = {(mine + place) % count: level for place, level in enumerate(others, 1)}
            seats = [order.get(seat, "you") for seat in range(count)]
            setup, seat = make_setup(rules, count, seats)
            setup = replace(setup, listed=setup.host is not None and "listed" in fields, rated="rated" in fields)
            setup = replace(setup, pace=with_clock(setup, pace_of_form(fields)))
            alone = setup.host is None and not setup.device and not setup.rated
            name = None if alone else fields.get("name", "")
            for place in range(1, count):
                called = good_name(fields.get(f"name{place}", ""))
                if others[place - 1] == "here":
                    setup = setup.with_seat((mine + place) % count, Seat("person", None, called))
            await self._check(setup, await self.guest(request), name)
            added = Added.of(fields.get("commitment"), fields.get("string"), fields.get("promise"))
        except ValueError as problem:
            known = isinstance(problem, BadSetupError | BadNameError | BadPaceError | BadStringError)
            sentence = str(problem) if known else "The form was not filled in correctly."
            called, account = await self.lobby.would_be_called(await self.guest(request))
            again = pages.new_table(
                offered(fields.get("rules", "")),
                error=sentence,
                chosen=fields,
                name=called if account else fields.get("name", ""),
                promise=await self.lobby.promise(),
                account=account,
            )
            return page(again, status=422)
        talk: Talk = "phrases" if fields.get("talk") == "phrases" else "none" if fields.get("talk") == "none" else "all"
        setup = replace(setup, talk=talk)
        if lot or setup.rated:
            setup, seat = self.lobby.by_lot(setup, seat)
        return await self._seated(request, setup, seat, added, name)

    async def api_commitment(self, request: Request) -> Response:
        """What the first deal of a table is committed to that a program is about to make."""
        self.check_wish(request, form=False)
        promise = await self.lobby.promise()
        told = {"commitment": promise.commitment, "promise": promise.table} if promise is not None else {}
        return JSONResponse({"commitment": None, "promise": None} | told, headers={"cache-control": "no-store"})

    async def _check(self, setup: Setup, guest: str | None, name: str | None) -> None:
        """Raises `BadNameError` where the maker cannot be called so, `BadSetupError` where it cannot be rated."""
        called, _ = await self.lobby.would_be_called(guest, name)
        if setup.rated:
            check_rated(setup)
            if among_people(setup) and await self.lobby.is_program(guest):
                raise BadSetupError(NO_PROGRAM)
            if not called:
                raise BadSetupError(NAMELESS)

    async def api_tables(self, request: Request) -> Response:
        """A new table for a program or a page's script."""
        body = await self.json_of(request, TablesBody)
        try:
            setup, seat = make_setup(body.rules, body.players, body.seats, body.match, body.automatic)
            for place, wished in zip(setup.device, body.names or (), strict=False):
                setup = setup.with_seat(place, Seat("person", None, good_name(wished)))
            pace = body.pace.pace() if body.pace is not None else UNTIMED
            setup = replace(setup, listed=setup.host is not None and body.listed, rated=body.rated, pace=pace)
            name = body.name if body.name is not None else setup.seats[seat].name or None
            program = self.says_program(request, body.program)
            setup = setup.with_seat(seat, replace(setup.seats[seat], program=program))
            await self._check(setup, await self.guest(request), name)
            added = Added.of(body.commitment, body.string, body.promise)
        except (BadSetupError, BadNameError, BadPaceError, BadStringError) as problem:
            raise HTTPException(422, str(problem)) from problem
        setup = replace(setup, talk=body.talk)
        if body.lot or setup.rated:
            setup, seat = self.lobby.by_lot(setup, seat)
        table, cookie = await self._create(request, setup, seat, added, name)
        headers = {"set-cookie": cookie} if cookie else {}
        return JSONResponse({"table": table.id, "url": f"/table/{table.id}"}, 201, headers)

    async def api_table(self, request: Request) -> Response:
        """What was agreed when the table was made: for everybody while seats are free, then for who may see it."""
        table = await self.find(request)
        if not table.course.free:
            await self.check_watch(request, table)
        return answer(agreement(table.id, table.course))

    async def api_record(self, request: Request) -> Response:
        """The finished rounds as records, one JSON object a line."""
        table = await self.find_to_watch(request)
        lines = record_lines(table.course, await self.lobby.notes_of(table.id))
        return Response(lines, media_type="application/x-ndjson")

    async def _seated(
        self, request: Request, setup: Setup, seat: int, added: Added, name: str | None = None
    ) -> Response:
        table, cookie = await self._create(request, setup, seat, added, name)
        headers = {"set-cookie": cookie} if cookie else {}
        return RedirectResponse(f"/table/{table.id}", 303, headers)

    async def _create(
        self, request: Request, setup: Setup, seat: int, added: Added, name: str | None = None
    ) -> tuple[Table, str | None]:
        """The table, and the cookie of a guest who is new. A name that is given is kept, else the known one is used."""
        guest = await self.guest(request)
        whence = request.client.host if request.client else ""  # behind a proxy all strangers look alike
        if not self._made.take(guest or whence, self.clock.now()):
            raise HTTPException(429, Phrase("Too many tables were made from here; wait a minute."))
        cookie: str | None = None
        try:
            if guest is None:
                secure = self.secure(request)
                # Without https a browser brings one cookie to every port of a host: another server's is kept.
                token = (None if secure else self.token(request)) or new_token()
                guest, cookie = await self.lobby.greet(token), set_cookie(token, secure)
            if setup.seats[seat].program:
                await self.lobby.mark_program(guest)
            program = await self.lobby.is_program(guest)
            called, account = await self.lobby.called(guest, name)
            setup = setup.with_seat(seat, Seat("person", None, called, account, program))
            owners = dict.fromkeys(setup.device or (seat,), guest)
            return await self.lobby.create(setup, owners, await self.lobby.promised(added, seat)), cookie
        except RefusedError as problem:
            raise HTTPException(409, str(problem)) from problem
        except NotStored as problem:
            raise HTTPException(503, Phrase("The table could not be stored; please try again.")) from problem


async def problem(request: Request, error: Exception) -> Response:
    """Any refusal: a sentence as JSON for programs, as a page for people."""
    spoken.set(asked(request.headers))  # what nobody foresaw is answered outside of the layer that does this
    status = error.status_code if isinstance(error, HTTPException) else 500
    sentence = error.detail if isinstance(error, HTTPException) else Phrase("Something went wrong on our side.")
    if status in (404, 405) and sentence in ("Not Found", "Method Not Allowed"):
        sentence = (
            Phrase("There is no such page.")
            if status == 404
            else Phrase("This address does not take that kind of request.")
        )
    headers: Mapping[str, str] = (error.headers if isinstance(error, HTTPException) else None) or {}
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": spoken.get().say(sentence)}, status, {**PAGE_HEADERS, **headers})
    answer = page(pages.problem(status, sentence, request.url.path), status)
    answer.headers.update(headers)
    return answer


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
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADER_BYTES:
            await self._too_long(scope, receive, send)
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

    async def _too_long(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": "too many headers"})
            return
        sentence = f"The headers of a request have at most {HEADER_BYTES} bytes.\n"
        await PlainTextResponse(sentence, 431, {"connection": "close"})(scope, receive, send)

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
