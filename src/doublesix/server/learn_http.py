"""Addresses one learns from: drills, studies, and what was practised."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins
from doublesix.server.desk import Desk, page
from doublesix.server.lobby import Lobby
from doublesix.server.mistakes import box
from doublesix.server.practising import note_day
from doublesix.server.seams import Seams
from doublesix.server.thinking import study_job
from doublesix.server.web import learnpages
from doublesix.server.web.assets import KEEP
from doublesix.study import KINDS, Assessment, Drill, assess, drill, tables_for
from doublesix.study.course import Done
from doublesix.study.levels import LEVELS, Days
from doublesix.study.progress import Progress, practised
from doublesix.study.studies import Study, studies

Table = tuple[str, int]
NUMBERS: Final = 1_000_000
"""Drills of a kind."""
ANSWER_LETTERS: Final = 24
"""Letters of an answer's name."""


class Lessons(Desk):
    """The routes."""

    def __init__(self, lobby: Lobby, origins: Origins, world: Seams) -> None:
        super().__init__(lobby, origins, world.clock)
        self._pool = world.search
        self._practice = world.store.practice
        self._mistakes = world.store.mistakes
        self._answers: dict[str, dict[str, Any]] = {}

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/learn", self.index),
            Route("/learn/practice/{kind}", self.ask),
            Route("/learn/practice/{kind}", self.answer, methods=["POST"]),
            Route("/learn/studies/{study}", self.study),
            Route("/learn/studies/{study}", self.reveal, methods=["POST"]),
        ]

    async def index(self, request: Request) -> Response:
        """What there is to learn, and what the visitor has practised."""
        keep = "lesson" if KEEP in request.headers else ""  # the page that is kept tells nothing of its reader
        guest = None if keep else await self.guest(request)
        kept = await self._practice.kept(guest) if guest else {}
        now = datetime.fromtimestamp(self.clock.now(), UTC)
        progress = {kind: Progress.from_text(text) for kind, text in kept.items() if kind in KINDS}
        cards = await box(self._mistakes, guest) if guest else {}
        due = sum(card.due(now) for card in cards.values())
        days = Days.kept(kept).on(now.date())
        return page(learnpages.index(progress, now, Done.kept(kept), len(cards), due, days), keep=keep)

    async def ask(self, request: Request) -> Response:
        """A drill: the one that `?n=` names, else a new one."""
        kind = _kind(request)
        table = _table(kind, request.query_params.get("at", ""))
        number = _number(request.query_params.get("n", ""))
        if number is None:
            query = learnpages.at_table(kind, table) + f"n={secrets.randbelow(NUMBERS)}"
            return RedirectResponse(f"/learn/practice/{kind}?{query}", 303)
        made = await self._made(kind, number, table)
        return page(learnpages.drill(made), keep="drill")

    async def _made(self, kind: str, number: int, table: Table) -> Drill:
        """The drill, by a worker: some are analysed while they are made."""
        return await asyncio.wrap_future(self._pool.submit(drill, kind, number, table))

    async def answer(self, request: Request) -> Response:
        """What the answers to a drill are worth."""
        kind, fields = _kind(request), await self.form(request)
        number, table = _number(fields.get("n", "")), _table(kind, fields.get("at", ""))
        if number is None:
            raise HTTPException(422, Phrase("The form does not say which drill it answers."))
        made = await self._made(kind, number, table)
        given = {name.removeprefix("a."): key for name, key in fields.items() if name.startswith("a.")}
        found = assess(made, given)
        passed, cookie = await self._keep(request, kind, found, fields.get("id", ""))
        return page(learnpages.drill(made, found, given, passed), cookie=cookie)

    async def _keep(self, request: Request, kind: str, found: Assessment, answer: str) -> tuple[bool, str | None]:
        """Count the drill; whether it passed a level, and the cookie for who has none: who only looks gets none.

        `answer` names the page that was answered, if it is there: what comes twice, because a browser without a
        connection could not know that it had arrived, counts once.
        """
        guest, cookie = await self.greet(request)
        texts = await self._practice.kept(guest)
        before = {name: Progress.from_text(text) for name, text in texts.items() if name in KINDS}
        done = practised(before.get(kind), found, datetime.fromtimestamp(self.clock.now(), UTC))
        await self._practice.keep(guest, kind, done.to_text(), answer[:ANSWER_LETTERS])
        await note_day(self._practice, guest, self.clock.now())
        after = before | {kind: done}
        return any(level.passed(after) and not level.passed(before) for level in LEVELS), cookie

    async def study(self, request: Request) -> Response:
        """A study with its answer hidden."""
        shown = _study(request)
        return page(learnpages.study(shown, shown.position.legal_moves), keep="lesson")

    async def reveal(self, request: Request) -> Response:
        """A study with its answer."""
        shown, fields = _study(request), await self.form(request)
        moves = shown.position.legal_moves
        chosen = fields.get("move", "")
        if chosen and chosen not in map(str, moves):
            raise HTTPException(422, Phrase("That move cannot be played here."))
        if shown.id not in self._answers:
            job = self._pool.submit(study_job, shown.id)
            self._answers[shown.id] = await asyncio.wrap_future(job)
        return page(learnpages.study(shown, moves, learnpages.told(self._answers[shown.id]), chosen))


def _number(text: str) -> int | None:
    """The number of a drill; None where the text is none."""
    return int(text) if text.isascii() and text.isdigit() and int(text) < NUMBERS else None


def _kind(request: Request) -> str:
    kind: str = request.path_params["kind"]
    if kind not in KINDS:
        raise HTTPException(404, Phrase("There is no such practice."))
    return kind


def _table(kind: str, text: str) -> Table:
    """The table whose drills are meant, as `draw-9.3`; the usual one where none is named."""
    tables = {f"{name}.{players}": (name, players) for name, players in tables_for(kind)}
    if text and text not in tables:
        raise HTTPException(404, Phrase("There are no such drills for that table."))
    return tables[text] if text else tables_for(kind)[0]


def _study(request: Request) -> Study:
    shown = studies().get(request.path_params["study"])
    if shown is None:
        raise HTTPException(404, Phrase("There is no such study."))
    return shown
