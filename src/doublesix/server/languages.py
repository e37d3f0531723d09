"""The reader's language: chosen with the menu that every page has, else the one that the browser asks for."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from doublesix.server.auth import YEAR
from doublesix.server.desk import Desk
from doublesix.speech import Speech, accepted, languages, spoken

COOKIE: Final = "doublesix-language"


class Speaking:
    """The layer that finds out in which language to answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        before = spoken.set(asked(Headers(scope=scope)))
        try:
            await self._app(scope, receive, send)
        finally:
            spoken.reset(before)


def asked(headers: Headers) -> Speech:
    """The language for a request: that of its cookie, else the best of `Accept-Language`, else English."""
    chosen = _known(headers.get("cookie", ""))
    return chosen or accepted(headers.get("accept-language", ""))


def _known(cookies: str) -> Speech | None:
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return _named(value)
    return None


def _named(code: str) -> Speech | None:
    return next((speech for speech in languages() if speech.language == code), None)


class Languages(Desk):
    """The route of the menu."""

    def routes(self) -> list[Route]:
        return [Route("/language", self.choose, methods=["POST"])]

    async def choose(self, request: Request) -> Response:
        """Keep the choice in a cookie and show the page again; an unknown language leaves everything as it was."""
        fields = await self.form(request)
        answer = RedirectResponse(_back(request.headers.get("referer", "")), 303)
        chosen = _named(fields.get("language", ""))
        if chosen is not None:
            flags = "; Secure" if self.secure(request) else ""
            answer.headers["set-cookie"] = (
                f"{COOKIE}={chosen.language}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{flags}"
            )
        return answer


def _back(referer: str) -> str:
    """The page somebody came from, as a path of this server."""
    parts = urlsplit(referer)
    path = "/" + parts.path.lstrip("/\\")
    return f"{path}?{parts.query}" if parts.query else path
