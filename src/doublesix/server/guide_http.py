"""Addresses of the strategy guide: the pieces of advice, and the answers to their positions."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from doublesix.rules.phrases import Phrase
from doublesix.server.auth import Origins
from doublesix.server.desk import Desk, page
from doublesix.server.lobby import Lobby
from doublesix.server.seams import Seams
from doublesix.server.thinking import guide_job
from doublesix.server.web import guidepages
from doublesix.study.guide import PIECES, Shown, shown


class Guide(Desk):
    """The routes."""

    def __init__(self, lobby: Lobby, origins: Origins, world: Seams) -> None:
        super().__init__(lobby, origins, world.clock)
        self._pool = world.search
        self._answers: dict[tuple[str, int], dict[str, Any]] = {}

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/learn/guide", self.index),
            Route("/learn/guide/{advice}", self.piece),
            Route("/learn/guide/{advice}", self.reveal, methods=["POST"]),
        ]

    async def index(self, _request: Request) -> Response:
        """The pieces of advice."""
        return page(guidepages.index(), keep="lesson")

    async def piece(self, request: Request) -> Response:
        """A piece of advice with what it is worth, the answers to its positions hidden."""
        return page(guidepages.piece(_advice(request)), keep="lesson")

    async def reveal(self, request: Request) -> Response:
        """The same with the answer to one of its positions."""
        name, fields = _advice(request), await self.form(request)
        at = fields.get("at", "")
        if not (at.isascii() and at.isdigit() and int(at) < len(shown()[name])):
            raise HTTPException(422, Phrase("The form does not say which position it answers."))
        one: Shown = shown()[name][int(at)]
        chosen = fields.get("move", "")
        if chosen and chosen not in map(str, one.position.legal_moves):
            raise HTTPException(422, Phrase("That move cannot be played here."))
        key = name, int(at)
        if key not in self._answers:
            self._answers[key] = await asyncio.wrap_future(self._pool.submit(guide_job, *key))
        return page(guidepages.piece(name, {int(at): chosen}, {int(at): self._answers[key]}))


def _advice(request: Request) -> str:
    name: str = request.path_params["advice"]
    if name not in PIECES:
        raise HTTPException(404, Phrase("There is no such piece of advice."))
    return name
