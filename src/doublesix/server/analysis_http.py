"""Addresses that think: the analysis of a position and the review of a round, told line by line while they go on."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from doublesix.analysis import Mean
from doublesix.analysis.luck import Worth
from doublesix.errors import DominoError
from doublesix.rules import View
from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins
from doublesix.server.bodies import body_of, understood
from doublesix.server.desk import Desk
from doublesix.server.limits import Buckets
from doublesix.server.lobby import Lobby
from doublesix.server.mistakes import keep
from doublesix.server.replay_http import RECORD_BYTES, TOO_LONG
from doublesix.server.seams import Seams
from doublesix.server.thinking import (
    REVIEW_WORLDS,
    STAGES,
    Json,
    analysis_job,
    knowledge_job,
    luck_of,
    review_job,
    rounds_moves,
    truth_of,
    view_at,
)
from doublesix.server.wire import encoded
from doublesix.speech import spoken

log: Final = logging.getLogger("doublesix.analysis")

AT_ONCE: Final = 4
"""Requests that think at the same time; the others wait for their turn."""
FAILED: Final = Phrase("The analysis failed on our side; please try again.")
THOUGHTS_PER_SECOND: Final = 0.2
THOUGHTS_BURST: Final = 20

Index = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


class ReviewBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/review`: the record of a round or match, which round of it, whose moves."""

    record: dict[str, Any]
    seat: Index
    round: Index = 0
    keep: bool = False
    """Whether the visitor's mistakes among them are kept for his practice."""


class AnalyseBody(msgspec.Struct, forbid_unknown_fields=True):
    """Body of `POST /api/analyse`: a view, or a record and the move before which to look at it."""

    view: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    round: Index = 0
    at: Index = 0


class Thinkers(Desk):
    """The routes. The work is done by the pool of the computer players, one part after the other."""

    def __init__(self, lobby: Lobby, origins: Origins, world: Seams) -> None:
        super().__init__(lobby, origins, world.clock)
        self._pool = world.search
        self._mistakes = world.store.mistakes
        self._seats = asyncio.Semaphore(AT_ONCE)
        self._asked = Buckets(THOUGHTS_PER_SECOND, THOUGHTS_BURST)

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/api/review", self.review, methods=["POST"]),
            Route("/api/analyse", self.analyse, methods=["POST"]),
        ]

    async def review(self, request: Request) -> Response:
        """A line for the start, one for each move of the seat, and apart from these what was true and what was luck."""
        body = await self._body(request, ReviewBody)
        try:
            moves = await asyncio.to_thread(rounds_moves, body.record, body.round, body.seat)
        except ValueError as problem:
            raise HTTPException(422, _sentence(problem)) from problem
        guest, cookie = await self.greet(request) if body.keep else (None, None)
        return await self._stream(request, self._reviewed(body, moves, guest), cookie)

    async def _reviewed(self, body: ReviewBody, moves: list[int], guest: str | None) -> AsyncIterator[Json]:
        """`guest` is whose mistakes are kept."""
        yield {"t": "start", "moves": moves, "worlds": REVIEW_WORLDS}
        seed, worths, found = secrets.randbits(32), {}, []
        for at in moves:
            part = await self._work(review_job, body.record, body.round, at, REVIEW_WORLDS, seed, body.keep)
            if mistake := part.pop("mistake", None):
                found.append(mistake)
            worths[at] = Worth(*(Mean(*part["worth"][which]) for which in ("best", "played")))
            yield {"t": "decision", **part}
        if moves:
            yield {"t": "luck", **await asyncio.to_thread(luck_of, body.record, body.round, body.seat, worths)}
        yield {"t": "truth", **await asyncio.to_thread(truth_of, body.record, body.round, body.seat)}
        if guest is not None:
            yield {"t": "kept", **await keep(self._mistakes, guest, found, self.clock.now())}

    async def analyse(self, request: Request) -> Response:
        """A line with what the seat knows, and one for each stage of the analysis, the last the best."""
        body = await self._body(request, AnalyseBody)
        try:
            view = await asyncio.to_thread(_view, body)
        except ValueError as problem:
            raise HTTPException(422, _sentence(problem)) from problem
        return await self._stream(request, self._analysed(view))

    async def _analysed(self, view: View) -> AsyncIterator[Json]:
        yield {"t": "knowledge", **await self._work(knowledge_job, view)}
        for worlds in STAGES:
            found = await self._work(analysis_job, view, worlds, secrets.randbits(32))
            yield {"t": "analysis", "last": worlds == STAGES[-1], **found}

    async def _body(self, request: Request, kind: type[Any]) -> Any:
        self.check_wish(request, form=False)
        return understood(await body_of(request, RECORD_BYTES, TOO_LONG), kind)

    async def _work(self, job: Callable[..., Json], *args: Any) -> Json:
        return await asyncio.wrap_future(self._pool.submit(job, *args))

    async def _stream(
        self, request: Request, lines: AsyncIterator[Json], cookie: str | None = None
    ) -> Response:
        whose = await self.guest(request) or (request.client.host if request.client else "")
        if not self._asked.take(whose, self.clock.now()):
            raise HTTPException(429, Phrase("Too many analyses were asked for from here; wait a minute."))

        speech = spoken.get()

        async def told() -> AsyncIterator[str]:
            async with self._seats:
                try:
                    async for line in lines:
                        yield encoded(line, speech) + "\n"
                except Exception:
                    log.exception("an analysis failed")
                    yield encoded({"t": "error", "error": FAILED}, speech) + "\n"

        headers = {"cache-control": "no-store"} | ({"set-cookie": cookie} if cookie else {})
        return StreamingResponse(told(), media_type="application/x-ndjson", headers=headers)


def _view(body: AnalyseBody) -> View:
    if (body.view is None) == (body.record is None):
        raise ValueError(Phrase('Send a "view", or a "record" with "at".'))
    if body.view is not None:
        view = View.from_json(body.view)
        if not view.legal:
            raise ValueError(Phrase("In this view it is not the seat's turn, so there is nothing to choose."))
        return view
    assert body.record is not None
    return view_at(body.record, body.round, body.at)


def _sentence(problem: Exception) -> str:
    """Why something cannot be analysed, in the language of the request."""
    text = spoken.get().say(str(problem))
    return f"{text[:1].upper()}{text[1:]}." if isinstance(problem, DominoError) else text
