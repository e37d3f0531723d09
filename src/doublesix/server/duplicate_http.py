"""Duplicates over HTTP: making one, sitting down, starting it, and what came out of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from doublesix.errors import DominoError
from doublesix.players import LEVELS
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.server.auth import Origins
from doublesix.server.company import BadNameError
from doublesix.server.dealing import BadStringError
from doublesix.server.desk import Desk, answer, page
from doublesix.server.duplicate import Duplicate, Names, Place
from doublesix.server.duplicates import agreed
from doublesix.server.limits import TABLES_BURST, TABLES_PER_SECOND, Buckets
from doublesix.server.lobby import Lobby
from doublesix.server.offers import presets, seats_for
from doublesix.server.seams import Clock
from doublesix.server.setup import BadSetupError, numbered, wished_rules, word_for
from doublesix.server.step import RefusedError
from doublesix.server.web import duplicatepages
from doublesix.server.web.rulepages import path_of
from doublesix.store import NotStored

Json = dict[str, Any]
_FORM_ERRORS = (BadSetupError, BadNameError, BadStringError, DominoError)


class DuplicateBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/duplicates`."""

    rules: str | Json
    players: int = 2
    deals: int = 6
    tables: int = 2
    level: str = "normal"
    name: str | None = None
    program: bool | None = None
    """As at a table: whether a program sits down."""


class PlaceBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/duplicates/ID/join`."""

    table: int | None = None
    seat: int | None = None
    name: str | None = None
    string: str = ""
    program: bool | None = None


class AwayBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/duplicates/ID/stand-in`."""

    table: int
    seat: int


class StringBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/duplicates/ID/string`."""

    string: str


class DuplicatePages(Desk):
    """The routes."""

    def __init__(self, lobby: Lobby, origins: Origins, clock: Clock) -> None:
        super().__init__(lobby, origins, clock)
        self._made = Buckets(TABLES_PER_SECOND, TABLES_BURST)

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/duplicate", self.new),
            Route("/duplicate", self.new_form, methods=["POST"]),
            Route("/duplicate/{duplicate}", self.sheet),
            Route("/duplicate/{duplicate}/sit", self.sit_form, methods=["POST"]),
            Route("/duplicate/{duplicate}/stand-in", self.stand_in_form, methods=["POST"]),
            Route("/api/duplicates/{duplicate}/stand-in", self.api_stand_in, methods=["POST"]),
            Route("/duplicate/{duplicate}/start", self.start_form, methods=["POST"]),
            Route("/api/duplicates", self.api_new, methods=["POST"]),
            Route("/api/duplicates/{duplicate}", self.api_sheet),
            Route("/api/duplicates/{duplicate}/join", self.api_join, methods=["POST"]),
            Route("/api/duplicates/{duplicate}/string", self.api_string, methods=["POST"]),
            Route("/api/duplicates/{duplicate}/start", self.api_start, methods=["POST"]),
        ]

    # --- pages -------------------------------------------------------------------------------------------------------

    async def new(self, request: Request) -> Response:
        guest = await self.guest(request)
        mine = [_mine(one, guest) for one in await self.lobby.duplicates.of(guest)]
        name = await self.lobby.name(guest)
        return page(duplicatepages.new(presets(), dict(request.query_params), name, mine=mine))

    async def new_form(self, request: Request) -> Response:
        """The form's button; the maker sits at the first table."""
        fields = await self.form(request)
        try:
            rules, seats = fields.get("rules", ""), int(fields.get("players", "2"))
            seats = seats_for(wished_rules(rules), seats)  # the page cannot take the choice away without script
            wish = DuplicateBody(
                rules,
                seats,
                int(fields.get("deals", "6")),
                2 if seats == 2 else int(fields.get("tables", "2")),
                fields.get("level", "normal"),
                fields.get("name"),
            )
            made, cookie = await self._make(request, wish)
        except (ValueError, *_FORM_ERRORS) as problem:
            known = isinstance(problem, _FORM_ERRORS)
            sentence = str(problem) if known else Phrase("The form was not filled in correctly.")
            return page(duplicatepages.new(presets(), fields, fields.get("name", ""), sentence), 422)
        return RedirectResponse(f"/duplicate/{made.id}", 303, {"set-cookie": cookie} if cookie else {})

    async def sheet(self, request: Request) -> Response:
        return await self._sheet(request)

    async def _sheet(self, request: Request, error: str = "", status: int = 200) -> Response:
        found = await self._find(request)
        guest = await self.guest(request)
        link = self.invitation(request, "").removesuffix("/join/") + f"/duplicate/{found.id}"
        if found.started and not found.over:
            self.lobby.duplicates.wake(found.id)  # where something could not be stored it goes on now
        shown = await self._shown(found, guest)
        rules = found.agreement.rules
        name, partners = await self.lobby.name(guest), rules.partners
        only_here = self.only_here(request)
        html = duplicatepages.sheet(
            shown, path_of(rules), link, name, error, partners=partners, only_here=only_here
        )
        return page(html, status)

    async def sit_form(self, request: Request) -> Response:
        """A button beside a free place."""
        fields = await self.form(request)
        try:
            table, _, seat = fields.get("place", "").partition("-")
            place = (int(table), int(seat))
            _, cookie = await self._sit(request, place, fields.get("name"), fields.get("string", ""))
        except (ValueError, RefusedError, *_FORM_ERRORS) as problem:
            return await self._sheet(request, str(problem), 422)
        found = request.path_params["duplicate"]
        return RedirectResponse(f"/duplicate/{found}", 303, {"set-cookie": cookie} if cookie else {})

    async def start_form(self, request: Request) -> Response:
        """The host's button."""
        fields = await self.form(request)
        found = await self._find(request)
        guest = await self.guest(request)
        try:
            if fields.get("string") and not found.started:
                await self.lobby.duplicates.add(found.id, guest, fields["string"])
            await self.lobby.duplicates.start(found.id, guest)
        except (RefusedError, BadStringError) as problem:
            return await self._sheet(request, str(problem), 409)
        except NotStored as problem:
            raise HTTPException(503, Phrase("The table could not be stored; please try again.")) from problem
        return RedirectResponse(f"/duplicate/{found.id}", 303)

    async def stand_in_form(self, request: Request) -> Response:
        """A button beside somebody who has been away for too long."""
        fields = await self.form(request)
        found = await self._find(request)
        try:
            table, _, seat = fields.get("place", "").partition("-")
            await self.lobby.duplicates.stand_in(found.id, await self.guest(request), (int(table), int(seat)))
        except (ValueError, RefusedError) as problem:
            return await self._sheet(request, str(problem), 409)
        except NotStored as problem:
            raise HTTPException(503, Phrase("The table could not be stored; please try again.")) from problem
        return RedirectResponse(f"/duplicate/{found.id}", 303)

    # --- programs ----------------------------------------------------------------------------------------------------

    async def api_new(self, request: Request) -> Response:
        """A new duplicate; the sender sits at the first table."""
        body = await self.json_of(request, DuplicateBody)
        try:
            made, cookie = await self._make(request, body, self.says_program(request, body.program))
        except RefusedError as problem:
            raise HTTPException(409, str(problem)) from problem
        except _FORM_ERRORS as problem:
            raise HTTPException(422, str(problem)) from problem
        told = {"duplicate": made.id, "url": f"/duplicate/{made.id}"}
        return JSONResponse(told, 201, {"set-cookie": cookie} if cookie else {})

    async def api_sheet(self, request: Request) -> Response:
        """How it stands, as this visitor may see it; with `after`, as soon as more than that event has happened."""
        found = await self._find(request)
        after = request.query_params.get("after", "")
        if after.isdecimal() and found.n <= int(after[:9]) and not found.over:
            await self.lobby.duplicates.wait(found.id)
            found = await self._find(request)
        return answer(await self._shown(found, await self.guest(request)))

    async def api_join(self, request: Request) -> Response:
        """A place; the same guest always gets the same one."""
        body = await self.json_of(request, PlaceBody)
        wished = (body.table, body.seat) if body.table is not None and body.seat is not None else None
        try:
            program = self.says_program(request, body.program)
            place, cookie = await self._sit(request, wished, body.name, body.string, program)
        except RefusedError as problem:
            raise HTTPException(409, str(problem)) from problem
        except _FORM_ERRORS as problem:
            raise HTTPException(422, str(problem)) from problem
        return JSONResponse({"table": place[0], "seat": place[1]}, 200, {"set-cookie": cookie} if cookie else {})

    async def api_string(self, request: Request) -> Response:
        """What the sender adds to all deals, before the first one."""
        body = await self.json_of(request, StringBody)
        await self._find(request)
        try:
            await self.lobby.duplicates.add(request.path_params["duplicate"], await self.guest(request), body.string)
        except RefusedError as problem:
            raise HTTPException(409, str(problem)) from problem
        except BadStringError as problem:
            raise HTTPException(422, str(problem)) from problem
        return JSONResponse({"ok": True})

    async def api_start(self, request: Request) -> Response:
        """Begin, with computer players in the free places."""
        self.check_wish(request, form=False)
        await self._find(request)
        try:
            await self.lobby.duplicates.start(request.path_params["duplicate"], await self.guest(request))
        except RefusedError as problem:
            raise HTTPException(409, str(problem)) from problem
        except NotStored as problem:
            raise HTTPException(503, Phrase("The table could not be stored; please try again.")) from problem
        return JSONResponse({"ok": True})

    async def api_stand_in(self, request: Request) -> Response:
        """The computer takes the place of somebody who has been away for too long."""
        body = await self.json_of(request, AwayBody)
        found = await self._find(request)
        try:
            await self.lobby.duplicates.stand_in(found.id, await self.guest(request), (body.table, body.seat))
        except RefusedError as problem:
            raise HTTPException(409, str(problem)) from problem
        except NotStored as problem:
            raise HTTPException(503, Phrase("The table could not be stored; please try again.")) from problem
        return JSONResponse({"ok": True})

    # --- what both share ---------------------------------------------------------------------------------------------

    async def _find(self, request: Request) -> Duplicate:
        found = await self.lobby.duplicates.current(request.path_params["duplicate"])
        if found is None:
            raise HTTPException(404, Phrase("There is no such duplicate, or not any more."))
        return found

    async def _shown(self, found: Duplicate, guest: str | None) -> Json:
        duplicates = self.lobby.duplicates
        return sheet(found, guest, await duplicates.names(found), await duplicates.away(found))

    def _check_rate(self, request: Request, guest: str | None) -> None:
        whence = request.client.host if request.client else ""
        if not self._made.take(guest or whence, self.clock.now()):
            raise HTTPException(429, Phrase("Too many tables were made from here; wait a minute."))

    async def _make(
        self, request: Request, wish: DuplicateBody, program: bool = False
    ) -> tuple[Duplicate, str | None]:
        if wish.level not in LEVELS:
            raise BadSetupError(Phrase("The level is one of {levels}.", levels=", ".join(LEVELS)))
        made = self.lobby.duplicates
        agreement = agreed(wished_rules(wish.rules), wish.players, wish.deals, wish.tables, wish.level, made.secret)
        self._check_rate(request, await self.guest(request))
        guest, cookie = await self.greet(request)
        try:
            if program:
                await self.lobby.mark_program(guest)
            await self.lobby.called(guest, wish.name)
            return await made.create(agreement, (0, 0), guest), cookie
        except NotStored as problem:
            raise HTTPException(503, Phrase("The table could not be stored; please try again.")) from problem

    async def _sit(
        self, request: Request, place: Place | None, wished: str | None, string: str, program: bool = False
    ) -> tuple[Place, str | None]:
        found = await self._find(request)
        self._check_rate(request, await self.guest(request))
        guest, cookie = await self.greet(request)
        try:
            if program and found.place_of(guest) is None:
                await self.lobby.mark_program(guest)
            await self.lobby.called(guest, wished)
            return await self.lobby.duplicates.sit(found.id, place, guest, string), cookie
        except NotStored as problem:
            raise HTTPException(503, Phrase("The seat could not be stored; please try again.")) from problem


# --- what may be seen ------------------------------------------------------------------------------------------------


def sheet(found: Duplicate, guest: str | None, called: Names, away: frozenset[Place] = frozenset()) -> Json:
    """A duplicate as a visitor may see it: of a deal that is not finished everywhere only how far it is.

    `away` are the places where the others may let the computer play on.
    """
    mine, people = found.place_of(guest), _people(found, called)
    agreement = found.agreement
    at = found.deal_at(mine[0]) if mine is not None and found.plays(mine) else None
    return {
        "duplicate": found.id,
        "n": found.n,
        "rules": agreement.rules.to_json(),
        "title": titled(agreement.rules),
        "players": agreement.players,
        "tables": agreement.tables,
        "level": agreement.level,
        "teams": found.teams,
        "started": found.started,
        "over": found.over,
        "you": {"table": mine[0], "seat": mine[1]} if mine is not None else None,
        "host": guest is not None and guest == found.host,
        "free": len(found.free),
        "places": [_place(found, place, guest, called, people) | {"away": place in away} for place in found.places],
        "commitments": found.commitments,
        "table": f"/table/{found.table_id(at, mine[0])}" if at is not None and mine is not None else None,
        "deals": [_deal(found, deal) for deal in range(1, agreement.deals + 1)],
        "totals": [{"table": table, "side": side, "total": total} for (table, side), total in found.totals().items()],
    }


def _mine(found: Duplicate, guest: str | None) -> Json:
    """A duplicate as it stands in the list of one of its people."""
    place = found.place_of(guest)
    waits = place is not None and bool(found.plays(place)) and found.deal_at(place[0]) is not None
    stands = "over" if found.over else "waits" if not found.started else "yours" if waits else "others"
    return {"url": f"/duplicate/{found.id}", "title": titled(found.agreement.rules), "stands": stands,
            "deals": found.agreement.deals, "tables": found.agreement.tables}  # fmt: skip


def _people(found: Duplicate, called: Names) -> dict[Place, str]:
    """What the people at each table are called, as the table itself calls them."""
    out: dict[Place, str] = {}
    for table in range(found.agreement.tables):
        there = [(place, sitter.guest) for place, sitter in found.sitters.items() if place[0] == table]
        sits = [(place, called[guest]) for place, guest in sorted(there) if guest is not None]
        words = numbered([word_for(seat) for _, seat in sits])
        out |= {place: word for (place, _), word in zip(sits, words, strict=True)}
    return out


def _place(found: Duplicate, place: Place, guest: str | None, called: Names, people: Mapping[Place, str]) -> Json:
    table, seat = place
    sitter = found.sitters.get(place)
    kind = "free" if sitter is None else "bot" if sitter.guest is None else "person"
    sits = called[sitter.guest] if sitter is not None and sitter.guest is not None else None
    return {
        "table": table,
        "seat": seat,
        "side": found.side(seat),
        "team": found.team(table, seat) if found.teams else None,
        "kind": kind,
        "name": people.get(place, ""),
        "program": sits is not None and sits.program,
        "gone": sitter is not None and sitter.gone,
        "you": sitter is not None and guest is not None and sitter.guest == guest,
        "mixed": sitter is not None and bool(sitter.string),
    }


def _deal(found: Duplicate, deal: int) -> Json:
    tables = range(found.agreement.tables)
    played = [(deal, table) in found.results for table in tables]
    out: Json = {"deal": deal, "open": all(played), "played": played}
    if not all(played):
        return out
    sides = range(len(found.sides))
    out["scores"] = found.scores(deal)
    out["endings"] = [found.results[deal, table].ending for table in tables]
    out["records"] = [f"/table/{found.table_id(deal, table)}" for table in tables]
    if found.teams:
        out["difference"] = found.difference(deal)
    else:
        out["against"] = [[found.against(deal, table, side) for side in sides] for table in tables]
    return out
