"""Every page, walked once: what axe finds, how it is built, its targets, how it reflows, where the focus is.

Each place is reached once and measured in every way while one is there; each test asks for one kind of fault.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Error, Page
from starlette.routing import Route

from doublesix.server.app import create_app

from .driving import Player, Serving
from .places import PLACES, Walk

HERE = Path(__file__).parent
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
NO_PAGES = {
    "/healthz": "a sign of life",
    "/s/{path:path}": "files",
    "/house/{link}/file": "a file to keep",
    "/sw.js": "a script",
    "/manifest.webmanifest": "for the system",
    "/learn/course/{lesson}": "leads to a step of the lesson",
    "/learn/mistakes/next": "leads to the mistake that is due",
}
"""Addresses that answer GET and show nobody anything."""

LAID_OUT = """async (width) => {
  while (innerWidth !== width) await new Promise((next) => requestAnimationFrame(next));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
"""Until a window is so wide, and what watches its size has been told."""

GONE = ("navigation", "Could not find node")
"""How the browser says that what it was asked about is there no more."""
STATES = {"at rest": [], "pointed at": ["hover"], "focused": ["focus", "focus-visible"], "pressed": ["hover", "active"]}
"""The states a control can be in, first that in which the page comes, and what the browser is to take it for."""

Faults = dict[str, list[str]]


def axe_script() -> str:
    """The source of axe-core. Where it is not installed the test is skipped with a plain sentence; in CI it fails."""
    try:
        return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
    except ModuleNotFoundError:
        sentence = "axe-core is not installed: pages are not checked with it. pip install axe-playwright-python."
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(sentence)
        pytest.skip(sentence)


@pytest.fixture(scope="module")
def faults(browser: Browser, serving: Serving) -> Faults:
    """What is wrong, by kind, after a walk through all places."""
    scripts = [(HERE / name).read_text(encoding="utf-8") for name in ("access.js", "states.js")]
    walk = Walk(browser, serving, [axe_script(), *scripts])
    found: Faults = defaultdict(list)
    known: list[str] = []
    for place in PLACES:
        page = place.go(walk)
        for kind, seen in come_and_measured(page, known).items():
            found[kind] += [f"{place.name}: {fault}" for fault in seen]
        found["title"].append(f"{place.route}\t{page.title()}")
    found["error"] += walk.close()
    return found


def come_and_measured(page: Page, known: list[str]) -> Faults:
    """What is wrong with a page once it has come; one that goes elsewhere meanwhile is measured where it arrives."""
    for _ in range(3):
        try:
            return {"states": too_faint(page, known), **measured(page)}
        except Error as problem:
            if not any(sign in str(problem) for sign in GONE):
                raise
        page.wait_for_load_state()
    return {"states": too_faint(page, known), **measured(page)}


def measured(page: Page) -> Faults:
    """What is wrong with a page in the state it is in."""

    def at(width: int, height: int) -> None:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LAID_OUT, width)

    def axe(**options: Any) -> list[str]:
        said: list[str] = page.evaluate("(options) => access.axeFinds(options)", options)
        return said

    def ask(what: str) -> list[str]:
        said: list[str] = page.evaluate(f"() => access.{what}()")
        return said

    seen: Faults = {what: ask(what) for what in ("outline", "motion", "help", "secrets")}
    seen["axe"] = axe(runOnly=TAGS)
    page.emulate_media(color_scheme="dark")
    seen["axe in the dark"] = axe(runOnly={"type": "rule", "values": ["color-contrast", "link-in-text-block"]})
    page.emulate_media(color_scheme="light")
    page.keyboard.press("Shift")
    at(1440, 900)
    seen["targets"] = ask("targets")
    seen["focus"] = ask("focus")
    at(768, 1024)
    seen["reflow"] = [f"at 768: {fault}" for fault in ask("reflow")]
    at(640, 512)
    seen["reflow"] += [f"at 640: {fault}" for fault in ask("reflow")]
    seen["spacing"] = ask("spacing")
    at(360, 740)
    seen["targets"] += ask("targets")
    seen["focus"] += ask("focus")
    at(320, 568)
    seen["reflow"] += [f"at 320: {fault}" for fault in ask("reflow")]
    page.set_viewport_size({"width": 1280, "height": 800})
    return seen


def too_faint(page: Page, known: list[str]) -> list[str]:
    """What does not stand out while a control is pointed at, focused or pressed, for each kind not in `known` before.

    Words need a contrast of 4.5 (3 where they are large), frames, drawings and rings one of 3 to what is beside them.
    """
    found: list[str] = page.evaluate("(known) => states.mark(known)", known)
    if not found:
        return []
    cdp = page.context.new_cdp_session(page)
    try:
        faults = faint_in_each_state(page, cdp)
    finally:
        cdp.detach()
    page.evaluate("() => states.unmark()")
    known += found
    return faults


def faint_in_each_state(page: Page, cdp: CDPSession) -> list[str]:
    """The same of the controls that were marked; they are let go when the session ends."""
    cdp.send("DOM.enable")
    cdp.send("CSS.enable")
    root = cdp.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    marked = cdp.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-state]"})["nodeIds"]
    faults = []
    for state, classes in STATES.items():
        for node in marked if classes else ():
            cdp.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": classes})
        seen: list[str] = page.evaluate("(focused) => states.faults(focused)", state == "focused")
        faults += [f"{state}, {fault}" for fault in seen]
    return faults


def said(faults: list[str]) -> str:
    """All of them, a line each."""
    return "\n" + "\n".join(faults)


@pytest.mark.browser
@pytest.mark.parametrize(
    "kind",
    [
        *("axe", "axe in the dark", "outline", "targets", "focus", "states", "reflow", "spacing"),
        *("motion", "help", "secrets", "error"),
    ],
)
def test_no_place_has_a_fault_of_this_kind(faults: Faults, kind: str) -> None:
    assert faults[kind] == [], said(faults[kind])


FAINT = """<main style="background: white"><style>
  button { background: #eee; color: black; border: 2px solid black; }
  #dim:hover { color: #999; }
  #lined:active { border-color: #ddd; }
  #ringed:focus-visible { outline: 3px solid #ccc; }
  #bare:focus-visible { outline: 0; }
</style><button id="dim">a</button><button id="lined">b</button>
<button id="ringed">c</button><button id="bare">d</button></main>"""


@pytest.mark.browser
def test_what_is_faint_in_one_state_only_is_found(player: Player) -> None:
    player.page.set_content(FAINT)
    player.page.evaluate((HERE / "states.js").read_text(encoding="utf-8"))
    found = too_faint(player.page, [])
    told = re.compile(r'([\w ]+), light: (\w+) .*id="(\w+)"')
    assert {match.groups() for match in map(told.match, found) if match} == {
        ("pointed at", "words", "dim"),
        ("pressed", "words", "dim"),
        ("pressed", "frame", "lined"),
        ("focused", "ring", "ringed"),
        ("focused", "no", "bare"),
    }


@pytest.mark.browser
def test_every_page_has_a_title_of_its_own(faults: Faults) -> None:
    of: dict[str, set[str]] = defaultdict(set)
    for line in faults["title"]:
        route, title = line.split("\t")
        of[title].add(route)
    shared = [routes for routes in of.values() if len(routes) > 1 and not any(routes <= same for same in SAME)]
    assert shared == []


SAME = [
    {"/table/{table}", "/table/{table}/screen", "/table/{table}/hand", "/join/{table}"},
    {"/replay", "/table/{table}/replay"},
    {"/replay/report", "/table/{table}/report"},
]
"""Views of one thing, which share its title."""


def test_every_route_that_shows_a_page_is_walked() -> None:
    all_routes = [route for route in create_app().routes if isinstance(route, Route)]
    routes = {route.path for route in all_routes if "GET" in (route.methods or ())}
    shown = {path for path in routes if not path.startswith("/api/") or path == "/api/events"} - set(NO_PAGES)
    assert shown - {place.route for place in PLACES} == set(), "write the way there in places.py"
    assert {place.route for place in PLACES} - shown == {"404"}, "a place whose route is gone"
