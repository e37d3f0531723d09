"""Addresses of one's own mistakes: the box, one of them as a drill, and its removal."""

from __future__ import annotations

from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins
from doublesix.server.desk import Desk, page
from doublesix.server.lobby import Lobby
from doublesix.server.mistakes import answered, box
from doublesix.server.practising import note_day
from doublesix.server.seams import Seams
from doublesix.server.web import mistakepages
from doublesix.study.box import Card

BOX = "/learn/mistakes"


class OwnMistakes(Desk):
    """The routes."""

    def __init__(self, lobby: Lobby, origins: Origins, world: Seams) -> None:
        super().__init__(lobby, origins, world.clock)
        self._mistakes = world.store.mistakes
        self._practice = world.store.practice

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route(BOX, self.index),
            Route(f"{BOX}/next", self.following),
            Route(f"{BOX}/{{mistake}}", self.ask),
            Route(f"{BOX}/{{mistake}}", self.answer, methods=["POST"]),
            Route(f"{BOX}/{{mistake}}/remove", self.remove, methods=["POST"]),
        ]

    @property
    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.clock.now(), UTC)

    async def _box(self, request: Request) -> tuple[str, dict[str, Card]]:
        """The visitor and his cards; a stranger has none."""
        guest = await self.guest(request)
        return guest or "", await box(self._mistakes, guest) if guest else {}

    async def index(self, request: Request) -> Response:
        """All cards, those to be met next first."""
        _, cards = await self._box(request)
        return page(mistakepages.box(cards, self._now))

    async def following(self, request: Request) -> Response:
        """The next card that is due; the box where none is."""
        _, cards = await self._box(request)
        due = next((name for name, card in cards.items() if card.due(self._now)), None)
        return RedirectResponse(f"{BOX}/{due}" if due else BOX, 303)

    async def ask(self, request: Request) -> Response:
        """The position as it was from the seat's eyes, and the moves to choose from."""
        _, name, card = await self._card(request)
        return page(mistakepages.drill(name, card.mistake))

    async def answer(self, request: Request) -> Response:
        """What the answer is worth, and what was better then."""
        guest, name, card = await self._card(request)
        answer = (await self.form(request)).get("move", "")
        if answer not in map(str, card.mistake.view.legal):
            raise HTTPException(422, Phrase("That move cannot be played here."))
        await answered(self._mistakes, guest, name, card, answer, self.clock.now())
        await note_day(self._practice, guest, self.clock.now())
        _, cards = await self._box(request)
        left = sum(other.due(self._now) for other in cards.values())
        return page(mistakepages.drill(name, card.mistake, answer, left))

    async def remove(self, request: Request) -> Response:
        """Keep it no longer."""
        guest, name, _ = await self._card(request)
        await self.form(request)
        await self._mistakes.remove(guest, name)
        return RedirectResponse(BOX, 303)

    async def _card(self, request: Request) -> tuple[str, str, Card]:
        guest, cards = await self._box(request)
        name = request.path_params["mistake"]
        if name not in cards:
            raise HTTPException(404, Phrase("There is no such mistake among yours, or not any more."))
        return guest, name, cards[name]
