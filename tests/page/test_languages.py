"""Languages in the browser: no text stands outside the door, the line never turns round, a round is played in Spanish.

The language of these tests is made up: it is called Arabic, is written from right to left, and says every text in
brackets. Whatever a page shows without brackets did not come through a catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from .abroad import bracketed
from .driving import Player, Serving

OUTSIDE = """() => {
  const same = /doublesix|\\\\b\\\\d+-\\\\d+[LRUD]?\\\\d*\\\\b|\\\\b[0-9a-f]{16,}\\\\b|https?:\\\\S+|SHA-256/g;
  const bare = (text) => text.replace(same, '').match(/[A-Za-z]{2,}[^⟦⟧]*/)?.[0];
  const found = [];
  const shown = 'script, style, noscript, code, kbd, pre, textarea, [lang]:not(html), .languages > summary, datalist';
  let depth = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    if (node.parentElement.closest(shown)) continue;
    for (const part of node.data.split(/([⟦⟧])/)) {
      if (part === '⟦') depth += 1;
      else if (part === '⟧') depth -= 1;
      else if (depth <= 0 && bare(part)) found.push(part.trim());
    }
  }
  for (const node of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (node.closest(shown) || node.closest('[aria-hidden=true]')) continue;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      const text = node.getAttribute(name) ?? '';
      let inside = 0;
      for (const part of text.split(/([⟦⟧])/)) {
        if (part === '⟦') inside += 1;
        else if (part === '⟧') inside -= 1;
        else if (inside <= 0 && bare(part)) found.push(`${name}: ${text}`);
      }
    }
  }
  return found;
}""".replace("\\\\", "\\")


@pytest.fixture(scope="module")
def abroad(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:  # noqa: ARG001
    folder = tmp_path_factory.mktemp("languages")
    (folder / "ar.po").write_text(bracketed(), encoding="utf-8")
    server = Serving(tmp_path_factory.mktemp("data"), seed=3, languages=folder)
    yield server
    server.stop()


def _visitor(browser: Browser, language: str) -> BrowserContext:
    return browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale=language)


@pytest.fixture
def reader(browser: Browser, abroad: Serving) -> Iterator[Player]:
    """A visitor whose browser asks for the made-up language."""
    context = _visitor(browser, "ar")
    yield Player(context.new_page(), abroad.address)
    context.close()


ADDRESSES = (
    "/",
    "/new",
    "/lobby",
    "/rules",
    "/rules/ply-yard",
    "/rules/all-fives",
    "/rules/partners",
    "/compare?a=draw-100&b=cross",
    "/house",
    "/account",
    "/ratings",
    "/duplicate",
    "/replay",
    "/learn",
    "/no-such-page",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_text_of_a_page_stands_outside_the_door(reader: Player, address: str) -> None:
    reader.page.goto(reader.address + address)
    expect(reader.page.locator("html")).to_have_attribute("dir", "rtl")
    assert reader.page.evaluate(OUTSIDE) == []


def test_no_text_of_a_drill_or_a_study_stands_outside_the_door(reader: Player) -> None:
    reader.page.goto(reader.address + "/learn")
    links = reader.page.locator("main a[href^='/learn/']")
    addresses = list(dict.fromkeys(link.get_attribute("href") or "" for link in links.all()))
    drills = [address for address in addresses if "/practice/" in address]
    studies = [address for address in addresses if "/studies/" in address][:2]
    assert drills
    assert studies
    for address in [*drills, *studies]:
        reader.page.goto(reader.address + address)
        assert reader.page.evaluate(OUTSIDE) == [], address


def test_no_text_of_a_table_stands_outside_the_door(reader: Player) -> None:
    reader.sit("draw-100", 2)
    assert reader.page.evaluate(OUTSIDE) == []
    reader.finish()
    assert reader.page.evaluate(OUTSIDE) == []
    reader.page.get_by_role("link", name=re.compile("Replay")).first.click()
    reader.page.wait_for_selector("domino-line svg")
    assert reader.page.evaluate(OUTSIDE) == []


def _xs(page: Page, selector: str) -> list[float]:
    found: list[float] = page.evaluate(
        "(selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect().x)", selector
    )
    return found


def test_the_line_and_its_ends_are_not_mirrored(reader: Player) -> None:
    reader.sit("draw-100", 2)
    while reader.wait_for_turn() and len(_xs(reader.page, "domino-line .placed, domino-line g.t")) < 4:
        reader.move_by_clicks()
    left, right = _xs(reader.page, "#left")[0], _xs(reader.page, "#right")[0]
    assert left < right
    for part in ("domino-line", "score-pad .ends"):
        assert reader.page.evaluate(f"getComputedStyle(document.querySelector('{part}')).direction") == "ltr", part
    mirrored = _places(reader.page)
    reader.page.evaluate("document.documentElement.dir = 'ltr'")
    assert _places(reader.page) == mirrored


def _places(page: Page) -> list[list[int]]:
    """Where the tiles lie, from the left edge of the cloth."""
    found: list[list[int]] = page.evaluate(
        """() => {
          const { x, y } = document.querySelector('domino-line').getBoundingClientRect();
          return [...document.querySelectorAll('domino-line svg g.t')].map((tile) => {
            const box = tile.getBoundingClientRect();
            return [Math.round(box.x - x), Math.round(box.y - y)];
          });
        }"""
    )
    return found


def test_a_language_is_chosen_without_script(browser: Browser, abroad: Serving) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(abroad.address + "/rules")
    page.locator(".languages summary").click()
    page.get_by_role("button", name="Español").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Reglas")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    context.close()


def test_a_module_that_is_loaded_later_waits_for_its_texts(browser: Browser, abroad: Serving) -> None:
    """The first texts are those of the table's own file; the rest is held up until a module that needs it is wanted."""
    context = browser.new_context(locale="fr", reduced_motion="reduce", service_workers="block")
    player = Player(context.new_page(), abroad.address)
    held: list[Route] = []
    player.page.route("**/js/speech/fr.js", lambda route: held.append(route))  # noqa: PLW0108 - it is given a mark
    with player.page.expect_request("**/js/speech/fr.js"):
        player.sit("draw-100", 2)
    assert player.wait_for_turn()
    expect(player.page.locator("#now em")).to_have_text(re.compile("^(À vous|Vous)"))
    expect(player.page.locator(".whole-line")).to_have_text("Ligne entière")
    player.page.locator("#options > summary").click()
    player.page.locator("#type").click()
    expect(player.page.locator("#options")).not_to_have_attribute("open", "")
    (whole,) = held
    whole.continue_()
    expect(player.page.locator("form.typing label")).to_contain_text("Commande")
    assert player.errors == []
    context.close()


def test_a_round_in_spanish(browser: Browser, abroad: Serving) -> None:
    context = _visitor(browser, "es")
    player = Player(context.new_page(), abroad.address)
    player.sit("draw-100", 2)
    assert player.page.title().endswith("Robo a 100 – doublesix")
    assert player.wait_for_turn()
    expect(player.page.locator("#now em")).to_have_text(re.compile("^(Tu turno|Sales tú)"))
    player.finish()
    expect(player.page.locator("round-card h2")).to_have_text(re.compile("^(Ganas|Gana Computadora|Empate)"))
    said = player.page.locator("round-card").inner_text()
    assert not re.search(r"\b(the|tiles|wins|played|drew|boneyard|pips)\b", said)
    pad = player.page.locator("score-pad").text_content() or ""
    assert "Jugadas" in pad
    assert not re.search(r"\b(passed|drew|led|left|right)\b", pad)
    assert player.errors == []
    context.close()
