"""Addresses of the guided course: its lessons, and its steps with moves and answers."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins
from doublesix.server.desk import Desk, page
from doublesix.server.lobby import Lobby
from doublesix.server.practising import note_day
from doublesix.server.seams import Seams
from doublesix.server.web import coursepages
from doublesix.study import assess
from doublesix.study.course import KEPT, Done, Place, questions, scene, step_at
from doublesix.study.lessons import LESSONS
from doublesix.study.steps import Standing, Step, attempt, begin, follow


class Guided(Desk):
    """The routes."""

    def __init__(self, lobby: Lobby, origins: Origins, world: Seams) -> None:
        super().__init__(lobby, origins, world.clock)
        self._practice = world.store.practice

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/learn/course", self.index),
            Route("/learn/course/{lesson}", self.lesson),
            Route("/learn/course/{lesson}/{step}", self.step),
            Route("/learn/course/{lesson}/{step}", self.answer, methods=["POST"]),
        ]

    async def index(self, request: Request) -> Response:
        """The lessons."""
        return page(coursepages.index(await self.done(request)), keep="lesson")

    async def lesson(self, request: Request) -> Response:
        """The first step of a lesson that is not done, else its first."""
        name = request.path_params["lesson"]
        if name not in LESSONS:
            raise HTTPException(404, Phrase("There is no such lesson."))
        done = await self.done(request)
        places = [Place(name, step.name) for step in LESSONS[name].steps]
        place = next((place for place in places if str(place) not in done.steps), places[0])
        return RedirectResponse(f"/learn/course/{place}", 303)

    async def step(self, request: Request) -> Response:
        """A step at its beginning."""
        place, step = _asked(request)
        done = await self.done(request)
        if questions(place) is not None:
            return page(coursepages.asked(place, step, done), keep="lesson")
        return page(coursepages.moves(place, step, _begun(place), done), keep="lesson")

    async def answer(self, request: Request) -> Response:
        """What comes of a move, or of answers."""
        place, step = _asked(request)
        fields = await self.form(request)
        asked = questions(place)
        if asked is not None:
            given = {name.removeprefix("a."): key for name, key in fields.items() if name.startswith("a.")}
            found = assess(asked, given)
            done, cookie = await self._with(request, place, found.right == found.of)
            return page(coursepages.asked(place, step, done, found, given), cookie=cookie)
        now = _tried(place, step, fields)
        done, cookie = await self._with(request, place, now.verdict == "done")
        return page(coursepages.moves(place, step, now, done, fields.get("tile", "")), cookie=cookie)

    async def done(self, request: Request) -> Done:
        """What the visitor has done of the course."""
        guest = await self.guest(request)
        kept = await self._practice.kept(guest) if guest else {}
        return Done.kept(kept)

    async def _with(self, request: Request, place: Place, finished: bool) -> tuple[Done, str | None]:
        """What is done now, and the cookie for who has none: a course is kept for everybody who finishes a step."""
        done = await self.done(request)
        if not finished or str(place) in done.steps:
            return done, None
        guest, cookie = await self.greet(request)
        done = done.with_(place)
        await self._practice.keep(guest, KEPT, done.to_text())
        await note_day(self._practice, guest, self.clock.now())
        return done, cookie


def _asked(request: Request) -> tuple[Place, Step]:
    place = Place(request.path_params["lesson"], request.path_params["step"])
    step = step_at(*place)
    if step is None:
        raise HTTPException(404, Phrase("There is no such lesson."))
    return place, step


def _begun(place: Place) -> Standing:
    position = scene(place)
    assert position is not None
    return begin(position)


def _tried(place: Place, step: Step, fields: dict[str, str]) -> Standing:
    """The moves that counted so far, and the new one."""
    before = [text for text in fields.get("moves", "").split(",") if text]
    try:
        now = follow(step, _begun(place).position, before)
    except ValueError as error:
        raise HTTPException(422, Phrase("These moves do not belong to this task.")) from error
    end, tile = fields.get("end", ""), fields.get("tile", "")
    move = end if end in ("draw", "pass") else tile if end == "lead" else f"{tile}{end}"
    return now if now.verdict == "done" else attempt(step, now, move)
