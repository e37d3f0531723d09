"""Addresses about rules: the index, rule pages, comparisons, house rules as form, link and file.

Nothing here changes anything, so none of it needs a cookie or a proof of where the request comes from. Rule pages are
made off the event loop, one at a time, and kept.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from doublesix.errors import BadRules
from doublesix.rulebook import from_link, house_json, house_rules, house_text, read_house, to_link
from doublesix.rules import PRESETS, Rules, preset
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.server.bodies import body_of, file_text, plain_json
from doublesix.server.desk import answer, page
from doublesix.server.house_form import START, Built, build, changed, effects_json, values_of
from doublesix.server.limits import BODY_BYTES
from doublesix.server.setup import asked_rules
from doublesix.server.web import rulepages
from doublesix.speech import spoken

_KEPT: Final = 256
"""Rule pages that are kept."""
_WAITING: Final = 8
"""Rule pages that may wait to be made."""
_FORM_FIELDS: Final = 64
_TOO_LONG: Final = Phrase("That is longer than a file of rules can be.")


@dataclass(frozen=True, slots=True)
class _Kept:
    body: bytes
    packed: bytes


class RulePages:
    """The routes."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, _Kept] = OrderedDict()
        self._lane = asyncio.Lock()
        self._waiting = 0

    def routes(self) -> list[Route]:
        """Every address about rules."""
        return [
            Route("/rules", self.index),
            Route("/rules/{rules}", self.preset),
            Route("/compare", self.compare),
            Route("/house", self.house),
            Route("/house/open", self.open, methods=["POST"]),
            Route("/house/{link}", self.linked),
            Route("/house/{link}/file", self.file),
            Route("/api/house", self.api_house, methods=["POST"]),
        ]

    # --- reading -----------------------------------------------------------------------------------------------------

    async def index(self, _request: Request) -> Response:
        return _html(rulepages.rules_index(), keep="rules")

    async def preset(self, request: Request) -> Response:
        """A preset's page; `?version=1` is that of an old version."""
        name, version = request.path_params["rules"], request.query_params.get("version", "")
        if name not in PRESETS:
            raise HTTPException(404, Phrase("There are no rules of that name here."))
        if version and not (version.isascii() and version.isdigit() and len(version) < 6):
            raise HTTPException(404, Phrase("A version of rules is a number, such as 1."))
        try:
            rules = preset(name, int(version) if version else None)
        except BadRules as problem:
            raise HTTPException(404, Phrase("There are no such rules here: {why}.", why=str(problem))) from problem
        return await self._page(request, rules)

    async def linked(self, request: Request) -> Response:
        rules = _from_link(request.path_params["link"])
        if rules.id is not None:
            return RedirectResponse(rulepages.path_of(rules), 303)
        return await self._page(request, rules)

    async def file(self, request: Request) -> Response:
        """The rules of a link as a file to keep."""
        rules = _from_link(request.path_params["link"])
        name = "-".join(re.findall(r"[a-z0-9]+", rules.title.lower())) or "house-rules"
        headers = {"content-disposition": f'attachment; filename="{name[:60]}.json"'}
        return Response(house_text(rules), media_type="application/json", headers=headers)

    async def compare(self, request: Request) -> Response:
        asked = (request.query_params.get("a", "").strip(), request.query_params.get("b", "").strip())
        found: list[Rules | None] = []
        errors = []
        for text in asked:
            try:
                found.append(_named(text) if text else None)
            except BadRules as problem:
                found.append(None)
                errors.append(_sentence(problem))
        html = rulepages.comparison(found[0], found[1], (asked[0] or START, asked[1] or "ply-yard"), errors)
        return _html(html, 422 if errors else 200, keep="" if errors else "rules")

    async def _page(self, request: Request, rules: Rules) -> Response:
        """A rule page, made in a thread where it is not kept. 503 where too many wait for theirs."""
        named = to_link(rules) if rules.id is None else f"{rules.id} {rules.version}"
        key = f"{spoken.get().language} {named}"
        kept = self._pages.get(key) or await self._made(key, rules)
        self._pages.move_to_end(key)
        packed = "gzip" in request.headers.get("accept-encoding", "")
        shown = page(kept.packed if packed else kept.body, keep="rules")
        shown.headers["vary"] = "accept-encoding"
        if packed:
            shown.headers["content-encoding"] = "gzip"
        return shown

    async def _made(self, key: str, rules: Rules) -> _Kept:
        if self._waiting >= _WAITING:
            raise HTTPException(503, Phrase("Many rule pages are being made just now; try again in a moment."))
        self._waiting += 1
        try:
            async with self._lane:
                found = self._pages.get(key)
                made = found if found is not None else await asyncio.to_thread(_make, rules)
        finally:
            self._waiting -= 1
        self._pages[key] = made
        if len(self._pages) > _KEPT:
            self._pages.popitem(last=False)
        return made

    # --- house rules -------------------------------------------------------------------------------------------------

    async def house(self, request: Request) -> Response:
        """The form; what it does depends on the button that sent it, or on `from`."""
        query = dict(request.query_params)
        if "from" in query:
            try:
                form = values_of(_named(query["from"]))
            except BadRules as problem:
                return _html(rulepages.builder(_whole_form({}), build({}), open_error=_sentence(problem)), 422)
            return _html(rulepages.builder(form, build(form)))
        if query.get("do") == "start" or set(query) == {"base"}:
            query = {"base": query.get("base", START), "title": query.get("title", "")}
        built = build(query)
        if built.rules is not None and query.get("do") == "page":
            return RedirectResponse(rulepages.path_of(built.rules), 303)
        if built.rules is not None and query.get("do") == "play":
            return RedirectResponse(f"/new?rules={rulepages.asked_as(built.rules)}", 303)
        return _html(rulepages.builder(_whole_form(query), built), 422 if built.errors else 200)

    async def open(self, request: Request) -> Response:
        """A file, sent or pasted: on to its rules, or back with what is wrong."""
        text = file_text(request.headers.get("content-type", ""), await body_of(request, BODY_BYTES, _TOO_LONG))
        try:
            return RedirectResponse(f"/house?from={rulepages.asked_as(read_house(text))}", 303)
        except BadRules as problem:
            html = rulepages.builder(_whole_form({}), build({}), text, _sentence(problem))
            return _html(html, 422)

    async def api_house(self, request: Request) -> Response:
        """For the form's script, and for programs: `{"form": {…}}`, `{"rules": id or object}` or `{"file": text}`.

        Answers `{"ok": true, "title", "effects", "changed", "base", "link", "page", "file", "rules"}`, or
        `{"ok": false, "field", "error", "errors", "effects"}` with status 200: the question was answered.
        """
        asked = plain_json(await body_of(request, BODY_BYTES, _TOO_LONG))
        if not isinstance(asked, dict):
            raise HTTPException(422, Phrase('Send a JSON object with "form", "rules" or "file".'))
        try:
            built = _asked(asked)
        except BadRules as problem:
            return answer({"ok": False, "field": problem.field, "error": _sentence(problem)})
        if built.rules is None:
            field, error = next(iter(built.errors.items()))
            refusal = {"ok": False, "field": field, "error": error, "errors": dict(built.errors)}
            return answer(refusal | {"effects": effects_json(built.shown), "changed": changed(built.shown)})
        return answer(_described(built.rules))


def _described(rules: Rules) -> dict[str, Any]:
    link = to_link(rules)
    return {
        "ok": True,
        "title": titled(rules),
        "base": PRESETS[rules.base or rules.id or START].title,
        "effects": effects_json(rules),
        "changed": changed(rules),
        "link": link,
        "page": rulepages.path_of(rules),
        "play": f"/new?rules={rulepages.asked_as(rules)}",
        "file": f"/house/{link}/file",
        "rules": house_json(rules),
    }


def _asked(asked: dict[str, Any]) -> Built:
    """The rules that a program or the form asks about. Raises `BadRules`."""
    form = asked.get("form")
    if isinstance(form, dict):
        return build({_clean(name)[:40]: _clean(value)[:200] for name, value in list(form.items())[:_FORM_FIELDS]})
    if isinstance(asked.get("file"), str):
        rules = read_house(asked["file"])
    elif "rules" in asked:
        rules = _named(asked["rules"]) if isinstance(asked["rules"], str) else house_rules(asked["rules"])
    else:
        raise BadRules('send "form", "rules" or "file"')
    return Built(rules, rules, {})


def _named(text: str) -> Rules:
    """A preset by its id or its title, or house rules by their link or its whole address. Raises `BadRules`."""
    found = re.match(r"(?:https?://[^/]+)?/(?:house|rules)/([^/?#]+)", text)
    if found is not None:
        text = found[1] if found[1] in PRESETS else f"house:{unquote(found[1])}"
    say = spoken.get().say
    by_title = {title.lower(): known.id for known in PRESETS.values() for title in (known.title, say(known.title))}
    return asked_rules(by_title.get(text.lower(), text))


def _from_link(text: str) -> Rules:
    try:
        return from_link(text)
    except BadRules as problem:
        raise HTTPException(404, _sentence(problem)) from problem


def _clean(value: object) -> str:
    """A text that can be sent: half characters are replaced."""
    return str(value).encode(errors="replace").decode()


def _sentence(problem: BadRules) -> str:
    text = _clean(spoken.get().say(str(problem)))
    return text[0].upper() + text[1:] + ("" if text.endswith((".", "}")) else ".")


def _whole_form(form: dict[str, str]) -> dict[str, str]:
    """A form with everything that was not sent as its preset has it."""
    base = form.get("base", START)
    return values_of(preset(base if base in PRESETS else START)) | form


def _make(rules: Rules) -> _Kept:
    body = rulepages.rules_page(rules).encode()
    return _Kept(body, gzip.compress(body, 6, mtime=0))


def _html(html: str, status: int = 200, *, keep: str = "") -> Response:
    return page(html, status, keep=keep)
