"""The addresses that describe all addresses and messages, as JSON and for people."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from doublesix.server.api.fields import Field, fields_of
from doublesix.server.api.openapi import openapi
from doublesix.server.api.socket_messages import socket_messages
from doublesix.server.desk import page
from doublesix.server.web import pages

Json = dict[str, Any]


class ApiPages:
    """The routes. Both documents are made when they are first asked for."""

    def __init__(self) -> None:
        self._http: Json | None = None
        self._messages: Json | None = None

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/api", self.for_people),
            Route("/api/openapi.json", self.openapi),
            Route("/api/events", self.messages_for_people),
            Route("/api/events.json", self.messages),
        ]

    def _openapi(self, request: Request) -> Json:
        if self._http is None:
            self._http = openapi(request.app.routes)
        return self._http

    def _socket_messages(self) -> Json:
        if self._messages is None:
            self._messages = socket_messages()
        return self._messages

    async def openapi(self, request: Request) -> Response:
        return JSONResponse(self._openapi(request))

    async def messages(self, _request: Request) -> Response:
        return JSONResponse(self._socket_messages())

    async def for_people(self, request: Request) -> Response:
        """Every address with what it takes and gives."""
        document = self._openapi(request)
        named = document["components"]["schemas"]
        return page(pages.render("api.html", addresses=_addresses(document), shapes=_shapes(named)))

    async def messages_for_people(self, _request: Request) -> Response:
        """Every message with its fields."""
        document = self._socket_messages()
        shown = {entry["schema"]["$ref"].rpartition("/")[2] for entry in _entries(document)}
        others = {name: schema for name, schema in document["$defs"].items() if name not in shown}
        values = {"document": document, "fields": _fields(document), "shapes": _shapes(others)}
        return page(pages.render("api_events.html", **values))


def _addresses(document: Json) -> list[Json]:
    """The operations as the page shows them, the JSON ones first."""
    found = [
        {
            "method": method.upper(),
            "path": path,
            "does": operation.get("summary", ""),
            "parameters": [(one["name"], one.get("description", "")) for one in operation.get("parameters", ())],
            "takes": _contents(operation.get("requestBody", {})),
            "answers": [
                (status, _contents(answer), answer["description"]) for status, answer in operation["responses"].items()
            ],
        }
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    return sorted(found, key=lambda one: not one["path"].startswith(("/api", "/healthz")))


def _contents(holder: Json) -> list[tuple[str, str, list[str]]]:
    """What a body may be: its media type, the name of its shape where it has one, and the fields of a form."""
    return [
        (kind, content.get("schema", {}).get("$ref", "").rpartition("/")[2], list(_properties(content)))
        for kind, content in holder.get("content", {}).items()
    ]


def _properties(content: Json) -> Json:
    found: Json = content.get("schema", {}).get("properties", {})
    return found


def _entries(document: Json) -> list[Json]:
    sides = [side for socket in document["sockets"].values() for side in socket.values()]
    return [entry for side in (*sides, document["events"]) for entry in side]


def _fields(document: Json) -> dict[str, list[Field]]:
    """The fields of every message and event, by the reference of its schema."""
    return {
        entry["schema"]["$ref"]: fields_of(document["$defs"][entry["schema"]["$ref"].rpartition("/")[2]])
        for entry in _entries(document)
    }


def _shapes(named: dict[str, Json]) -> dict[str, tuple[str, list[Field]]]:
    return {name: (schema.get("description", ""), fields_of(schema)) for name, schema in named.items()}
