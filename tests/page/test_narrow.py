"""Every page in the languages whose words are long, in the narrowest window: nothing sticks out or is cut off."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from .conftest import PLAIN
from .driving import Player, Serving
from .places import resign

MEASURES = (Path(__file__).parent / "access.js").read_text(encoding="utf-8")
DENSE = ("/", "/new", "/lobby", "/house?from=draw-100", "/account", "/learn")
"""Pages of many buttons, for all languages; the one whose texts are longest sees the others too."""
LONGEST = "fr"
OTHERS = (
    "/help",
    "/offline",
    "/no-such-page",
    "/rules",
    "/rules/fives-and-threes",
    "/compare?a=draw-100&b=cross",
    "/ratings",
    "/duplicate",
    "/replay",
    "/learn/course",
    "/learn/course/tiles/tiles",
    "/learn/guide",
    "/learn/guide/points",
    "/learn/practice/ends",
    "/learn/practice/blocked",
    "/learn/mistakes",
)


def faults(page: Page) -> list[str]:
    """What sticks out of the window, and what is cut off where letters stand further apart."""
    found: list[str] = page.evaluate("() => [...access.reflow(), ...access.spacing()]")
    return found


@pytest.mark.browser
@pytest.mark.parametrize("language", ["es", "pt", "fr"])
def test_in_every_language_all_pages_fit_a_window_of_320_px(
    browser: Browser, serving: Serving, language: str
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 568}, locale=language, **PLAIN)
    context.add_init_script(MEASURES)
    player = Player(context.new_page(), serving.address)
    page = player.page
    found: dict[str, list[str]] = {}
    for address in (*DENSE, *(OTHERS if language == LONGEST else ())):
        page.goto(serving.address + address)
        assert page.locator("html").get_attribute("lang") == language
        found[address] = faults(page)
    player.sit_by_address("draw-100", ["you", "easy", "easy", "easy"])
    page.wait_for_selector("#main[data-turn=mine]")
    found["table"] = faults(page)
    page.locator("#options > summary").click()
    found["options"] = faults(page)
    page.keyboard.press("Escape")
    table = page.url
    resign(player)
    found["end of the round"] = faults(page)
    for view in ("replay", "report", "screen", "hand"):
        page.goto(f"{table}/{view}")
        found[view] = faults(page)
    context.close()
    assert {place: seen for place, seen in found.items() if seen} == {}
