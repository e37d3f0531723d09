"""Addresses of the app around the pages: manifest, service worker, the offline page, and which version this is."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from doublesix import __version__
from doublesix.server.desk import page
from doublesix.server.web import shell


class Shell:
    """The routes. None of them knows who asks."""

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/sw.js", self.worker),
            Route("/manifest.webmanifest", self.manifest),
            Route("/offline", self.offline),
            Route("/api/version", self.version),
        ]

    async def worker(self, _request: Request) -> Response:
        """The service worker; its address lets it look after every page."""
        return Response(shell.worker(), media_type="text/javascript", headers={"cache-control": "no-cache"})

    async def manifest(self, _request: Request) -> Response:
        """What an installed page is called and looks like."""
        headers = {"cache-control": "no-cache", "vary": "cookie, accept-language"}
        return Response(json.dumps(shell.manifest()), media_type="application/manifest+json", headers=headers)

    async def offline(self, _request: Request) -> Response:
        """What is shown without a connection; asked for while there is one."""
        return page(shell.offline())

    async def version(self, _request: Request) -> Response:
        """The version of the program and of its pages."""
        said = {"doublesix": __version__, "pages": shell.version()}
        return JSONResponse(said, headers={"cache-control": "no-store"})
