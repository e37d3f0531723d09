"""One JSON request and its answer, with what the standard library has."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

from doublesix.client.address import is_here
from doublesix.client.problems import NotServed, Unreachable

_PATIENCE: Final = 20.0
"""Seconds until a server that says nothing is given up."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request gave: the body as text, and the cookie that came with it."""

    text: str
    cookie: str | None


def ask(address: str, path: str, body: dict[str, Any] | None = None, cookie: str | None = None) -> Answer:
    """GET a path, or POST it with a JSON body. Raises `NotServed` with the server's sentence, and `Unreachable`."""
    headers = {"accept": "application/json", "origin": address}
    data = None
    if body is not None:
        headers["content-type"] = "application/json"
        data = json.dumps(body).encode()
    if cookie is not None:
        headers["cookie"] = cookie
    try:
        with _opener(address).open(Request(address + path, data, headers), timeout=_PATIENCE) as answer:
            given = answer.headers.get("set-cookie")
            return Answer(answer.read().decode(), given.partition(";")[0] if given else None)
    except HTTPError as problem:
        with problem:
            raise NotServed(_sentence(problem), problem.code) from None
    except (URLError, http.client.HTTPException, OSError, UnicodeError) as problem:
        why = problem.reason if isinstance(problem, URLError) else problem
        raise Unreachable(f"no server answers at {address}: {why}") from None


def ask_json(address: str, path: str, body: dict[str, Any] | None = None, cookie: str | None = None) -> Any:
    """The value of `ask`'s answer."""
    return value_of(address, ask(address, path, body, cookie))


def value_of(address: str, answer: Answer) -> Any:
    """An answer read as JSON. Raises `Unreachable` where it is something else."""
    try:
        return json.loads(answer.text)
    except ValueError:
        raise Unreachable(f"what answers at {address} is no doublesix server") from None


def _opener(address: str) -> OpenerDirector:
    return build_opener(ProxyHandler({})) if is_here(address) else build_opener()


def _sentence(problem: HTTPError) -> str:
    """The server's own words; a page of another server is not quoted."""
    try:
        text = problem.read(10_000).decode()
        if problem.headers.get_content_type() == "application/json":
            return str(json.loads(text)["error"])
        if problem.headers.get_content_type() == "text/plain" and text.strip():
            return text.strip()
    except (OSError, ValueError, KeyError, TypeError, http.client.HTTPException):
        pass
    return f"the server refused with status {problem.code}"
