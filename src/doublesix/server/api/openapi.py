"""The OpenAPI document, made from the routes that serve and from what is said about each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from starlette.routing import BaseRoute, Route

from doublesix import __version__
from doublesix.server.api.answers import Problem
from doublesix.server.api.routes import ALWAYS, HTML, REFUSALS, ROUTES, Described
from doublesix.server.api.schemas import schemas

Json = dict[str, Any]
_WHERE: Final = "#/components/schemas/"
_SERVED: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")


def served(routes: Iterable[BaseRoute]) -> list[tuple[str, str]]:
    """Method and path of everything that is served over HTTP, in the order of the routes."""
    return [
        (method, route.path)
        for route in routes
        if isinstance(route, Route)
        for method in sorted(route.methods or ())
        if method in _SERVED
    ]


def openapi(routes: Iterable[BaseRoute]) -> Json:
    """The document of these routes; one that nobody has described is in it with its path alone."""
    asked = served(routes)
    shapes = {kind for key in asked if key in ROUTES for kind in _shapes(ROUTES[key])} | {Problem}
    _, named = schemas(sorted(shapes, key=lambda kind: kind.__name__), _WHERE)
    paths: Json = {}
    for method, path in asked:
        described = ROUTES.get((method, path))
        plain = _plain(path)
        paths.setdefault(plain, {})[method.lower()] = _operation(plain, described) if described else {"responses": {}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "doublesix",
            "version": __version__,
            "summary": "Tables of dominoes over HTTP.",
            "description": "Moves are made over a socket: /api/events describes its messages. Fields that are not "
            "described here may come; pass over them.",
        },
        "paths": paths,
        "components": {
            "schemas": named,
            "securitySchemes": {
                "guest": {"type": "apiKey", "in": "cookie", "name": "doublesix", "description": "Owns the seats."}
            },
        },
        "security": [{}, {"guest": []}],
    }


def _shapes(described: Described) -> list[type]:
    return [kind for kind in (described.takes, described.gives) if isinstance(kind, type)]


def _plain(path: str) -> str:
    """A path without the types that routes write into it."""
    return re.sub(r"\{(\w+):\w+\}", r"{\1}", path)


def _operation(path: str, described: Described) -> Json:
    out: Json = {"summary": described.does, "responses": _responses(path, described)}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", path)
    ]
    parameters += [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": "string"}}
        for name, meaning in described.query.items()
    ]
    if parameters:
        out["parameters"] = parameters
    if described.takes is not None:
        schema = {"$ref": f"{_WHERE}{described.takes.__name__}"}
        out["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    elif described.form:
        fields: Json = {"type": "object", "properties": {name: {"type": "string"} for name in described.form}}
        out["requestBody"] = {"content": {"application/x-www-form-urlencoded": {"schema": fields}}}
    return out


def _responses(path: str, described: Described) -> Json:
    gives = described.gives
    if isinstance(gives, str):
        content: Json = {gives: {"schema": {} if gives == "application/json" else {"type": "string"}}}
    else:
        content = {"application/json": {"schema": {"$ref": f"{_WHERE}{gives.__name__}"}}}
    out: Json = {str(described.status): {"description": described.does, "content": content}}
    for status in {*described.also, described.status} & {303}:
        out[str(status)] = {"description": "It leads on."}
    api = path.startswith("/api/")
    as_json: Json = {"application/json": {"schema": {"$ref": f"{_WHERE}Problem"}}}
    problem: Json = as_json if api else {HTML: {}}
    for status in sorted(described.refusals):
        text: Json = {"text/plain": {"schema": {"type": "string"}}} if status in ALWAYS else problem
        out[str(status)] = {"description": REFUSALS[status], "content": text}
    return out
