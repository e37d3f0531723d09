"""Everything a test sends and gets, held against what is said about it at /api and /api/events."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

import jsonschema
import msgspec
from starlette.routing import Match, Route
from starlette.types import Message, Receive, Scope, Send

from doublesix.server.api.messages import AT_TABLE, IN_HALL
from doublesix.server.api.openapi import openapi
from doublesix.server.api.routes import ROUTES
from doublesix.server.api.schemas import strict
from doublesix.server.api.socket_messages import socket_messages
from doublesix.server.api.state import State, WaitingState
from doublesix.server.http import Guard
from doublesix.server.socket import Connection

SENT = {kind.__struct_config__.tag: kind for kind in (*AT_TABLE, *IN_HALL)}
FORMS = 40
"""Forms of one kind of message that are held against its JSON Schema."""
FOLDER = "src/doublesix/server/api"


class Traffic:
    """What was sent so far, and what of it nobody has described."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.kinds: dict[str, str] = {}
        """One example of each form of message, by its keys."""
        self._found: Counter[str] = Counter()

    def message(self, text: str) -> None:
        """A frame of the server."""
        value = json.loads(text)
        kind = SENT.get(value.get("t"))
        if kind is None:
            self.wrong.append(f"describe the message {value.get('t')!r} in {FOLDER}/messages.py")
            return
        try:
            msgspec.convert(value, kind)
            if "state" in value:
                msgspec.convert(value["state"], WaitingState if "waiting" in value["state"] else State)
        except msgspec.ValidationError as problem:
            files = f"{FOLDER}/ (messages.py, events.py for kinds of events, state.py for the state)"
            what = f"the message {value['t']!r} is not as it is described in {files}"
            self.wrong.append(f"{what}: {problem}")
            return
        form = _form(value)
        if form not in self.kinds and self._found[value["t"]] < FORMS:
            self._found[value["t"]] += 1
            self.kinds[form] = text

    def answer(self, scope: Scope, status: int, body: bytes) -> None:
        """An answer over HTTP."""
        app = scope["app"]
        path = next(
            (r.path for r in app.routes if isinstance(r, Route) and r.matches(scope)[0] is Match.FULL), None
        )
        if path is None:
            return
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        described = ROUTES.get((method, path))
        where = f"{method} {path}"
        if described is None:
            self.wrong.append(f"describe {where} in {FOLDER}/routes.py")
            return
        allowed = {described.status, *described.also, *described.refusals, 431}
        if described.status == 303:
            allowed.add(200)
        if status not in allowed:
            self.wrong.append(f"{where} answered {status}; {FOLDER}/routes.py names {sorted(allowed)}")
        elif status == described.status and not isinstance(described.gives, str):
            self._fits(where, json.loads(body), described.gives.__name__, app)
        elif status >= 400 and path.startswith("/api/") and status != 421:
            self._fits(where, json.loads(body), "Problem", app)

    def _fits(self, where: str, value: Any, shape: str, app: Any) -> None:
        error = jsonschema.exceptions.best_match(_validator(app, shape).iter_errors(value))
        if error is not None:
            self.wrong.append(f"{where} is not answered as {shape} in {FOLDER}/answers.py: {error.message}")


def _form(value: Any) -> str:
    """The keys of a message, all the way down, and the kinds of its events."""
    if isinstance(value, Mapping):
        keys = sorted(value)
        parts = (f"{key}:{value[key] if key in ('t', 'kind') else _form(value[key])}" for key in keys)
        return "{" + ",".join(sorted({re.sub(r"^(\d+-\d+|[LRUD]\d*):", "*:", part) for part in parts})) + "}"
    if isinstance(value, list):
        return "[" + ",".join(sorted({_form(part) for part in value})) + "]"
    return "" if isinstance(value, str | int) else str(value)


_VALIDATORS: dict[tuple[int, str], Any] = {}


def _validator(app: Any, shape: str) -> Any:
    """The published schema of an answer, refusing fields that it does not name."""
    key = (len(app.routes), shape)
    if key not in _VALIDATORS:
        schemas = strict(openapi(app.routes)["components"])
        schema = {"$ref": f"#/components/schemas/{shape}", "components": schemas}
        _VALIDATORS[key] = jsonschema.Draft202012Validator(schema)
    return _VALIDATORS[key]


@cache
def message_validator(kind: str) -> Any:
    """The published schema of a message of the server, refusing fields that it does not name."""
    named = strict(socket_messages()["$defs"])
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": named})


@contextmanager
def watched(traffic: Traffic, ear: type) -> Iterator[None]:
    """Everything that ears, sockets and requests are told is held against its description."""
    tell, both, told, call = Connection.tell, Connection.tell_both, ear.tell, Guard.__call__  # type: ignore[attr-defined]

    def connection_tell(self: Connection, message: Any) -> None:
        traffic.message(message)
        tell(self, message)

    def connection_tell_both(self: Connection, first: Any, second: Any) -> None:
        traffic.message(first)
        traffic.message(second)
        both(self, first, second)

    def ear_tell(self: Any, message: Any) -> None:
        traffic.message(message)
        told(self, message)

    async def guard_call(self: Guard, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await call(self, scope, receive, send)
            return
        started: list[Message] = []
        body = bytearray()

        async def watching(message: Message) -> None:
            if message["type"] == "http.response.start":
                started.append(message)
            else:
                body.extend(message.get("body", b""))
                if not message.get("more_body"):
                    traffic.answer(scope, started[0]["status"], bytes(body))
            await send(message)

        await call(self, scope, receive, watching)

    Connection.tell, Connection.tell_both = connection_tell, connection_tell_both  # type: ignore[method-assign]
    ear.tell = ear_tell  # type: ignore[attr-defined]
    Guard.__call__ = guard_call  # type: ignore[method-assign]
    try:
        yield
    finally:
        Connection.tell, Connection.tell_both = tell, both  # type: ignore[method-assign]
        ear.tell, Guard.__call__ = told, call  # type: ignore[attr-defined, method-assign]
