"""The table for those who need it larger, plainer, mirrored or without colour: looks at one round in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from .driving import Player, Serving
from .places import resign
from .test_viewports import clashes, faults, settled

pytestmark = pytest.mark.browser

Box = list[float]


@pytest.fixture(scope="module")
def midway(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    """A round at a table of four, of known deals, in which a tile is chosen and its ends are offered."""
    serving = Serving(tmp_path_factory.mktemp("sizes"), seed=6)
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    player = Player(context.new_page(), serving.address)
    player.page.add_init_script("localStorage.setItem('doublesix.tap', 'two')")
    for _ in range(9):
        player.sit_by_address("draw-9", ["you", "easy", "easy", "easy"])
        while player.wait_for_turn():
            if player.fitting.count() and player.page.locator(".laid").count() > 7:
                player.fitting.first.click()
                break
            player.move_by_clicks()
        if player.ghosts.count():
            break
    yield player
    context.close()
    serving.stop()
    assert player.errors == []


def size(player: Player, width: int, height: int) -> None:
    player.page.set_viewport_size({"width": width, "height": height})


def mark(player: Player, name: str, value: str | None) -> None:
    """Set or take away an attribute of the root element, and let the table be drawn anew."""
    player.evaluate(
        "([name, value]) => { const root = document.documentElement;"
        " if (value === null) root.removeAttribute(name); else root.setAttribute(name, value); }",
        [name, value],
    )
    now = player.page.viewport_size
    assert now is not None
    size(player, now["width"] - 40, now["height"])
    settled(player)
    size(player, now["width"], now["height"])
    settled(player)


def shown(player: Player, css: str) -> int:
    """How many of these elements are to be seen."""
    count: int = player.evaluate(
        "(css) => [...document.querySelectorAll(css)].filter((one) => getComputedStyle(one).display !== 'none').length",
        css,
    )
    return count


def test_numerals_stand_in_for_pips_everywhere_on_the_table(midway: Player) -> None:
    size(midway, 1280, 800)
    assert shown(midway, ".laid .num, .held .num") == 0
    assert shown(midway, ".laid .p, .held .p") > 0
    mark(midway, "data-numerals", "on")
    tiles = midway.page.locator(".laid, .held, .ghost").count()
    assert shown(midway, ":is(.laid, .held, .ghost) .num") == 2 * tiles
    assert shown(midway, ":is(.laid, .held, .ghost) .p") == 0
    upright = "[...document.querySelectorAll('.laid .num')].every((one) => { const m = one.getScreenCTM();"
    assert midway.evaluate(upright + " return Math.abs(m.b) < 1e-6 && m.a > 0; })"), "figures stand upright"
    mark(midway, "data-numerals", None)
    assert shown(midway, ".laid .num") == 0


def test_p64_pips_that_would_be_under_three_pixels_are_figures(midway: Player) -> None:
    for width, height in [(320, 568), (568, 320), (1440, 900)]:
        size(midway, width, height)
        settled(midway)
        pip = midway.evaluate(
            "() => 0.165 * Math.min(...[...document.querySelectorAll('.laid .top')].map((one) => {"
            " const r = one.getBoundingClientRect(); return Math.min(r.width, r.height); }))"
        )
        assert (shown(midway, ".laid .num") > 0) == (pip < 3), (width, height, pip)
        assert shown(midway, ".held .p") > 0


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 740), (844, 390), (1440, 900)])
def test_large_tiles_are_larger_and_still_fit(midway: Player, width: int, height: int) -> None:
    size(midway, width, height)
    mark(midway, "data-tiles", None)
    measure = "() => document.querySelector('.held svg').getBoundingClientRect().height"
    before: float = midway.evaluate(measure)
    mark(midway, "data-tiles", "on")
    seen = settled(midway)
    after: float = midway.evaluate(measure)
    mark(midway, "data-tiles", None)
    assert faults(seen) == []
    few = midway.page.locator(".held").count() <= 9
    assert after > before if few and width > 720 and height > 560 else after >= before


def test_a_right_to_left_page_never_mirrors_the_line(midway: Player) -> None:
    size(midway, 1280, 800)
    places = (
        "() => { const own = document.querySelector('domino-line').getBoundingClientRect();"
        " return [...document.querySelectorAll('.laid')].map((one) => { const r = one.getBoundingClientRect();"
        " return [one.dataset.key, Math.round(r.x - own.x), Math.round(r.y - own.y)]; }); }"
    )
    ends = "() => ['#left', '#right'].map((id) => document.querySelector(id).getBoundingClientRect().x)"
    settled(midway)
    before = midway.evaluate(places)
    mark(midway, "dir", "rtl")
    assert midway.evaluate(places) == before
    left, right = midway.evaluate(ends)
    assert left < right
    row = midway.evaluate("() => [...document.querySelectorAll('.held')].map((one) => one.getBoundingClientRect().x)")
    assert row[0] < row[1], "the arrow keys go along the hand as it lies"
    seen = settled(midway)
    mark(midway, "dir", "ltr")
    assert faults(seen) == []


LOST = """() => {
  const lost = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) lost.push(`the page is ${root.scrollWidth} wide`);
  for (const one of document.querySelectorAll('.tray *, .head *, seat-strip *')) {
    if (!one.checkVisibility() || one.closest('.sr, svg, .sheet-menu')) continue;
    if (!one.textContent.trim() || one.children.length) continue;
    const box = one.getBoundingClientRect();
    if (box.left < -1 || box.right > root.clientWidth + 1) lost.push(`${one.textContent} is out of the window`);
    const clip = one.closest('button, .now, .name, small');
    if (clip?.clientWidth && clip.scrollWidth > clip.clientWidth + 2) lost.push(`${clip.textContent} is cut`);
  }
  return lost;
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1280, 800), (1440, 900)])
def test_text_at_twice_the_size_loses_nothing(midway: Player, width: int, height: int) -> None:
    size(midway, width, height)
    browser = midway.page.context.new_cdp_session(midway.page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    seen = settled(midway)
    lost = midway.evaluate(LOST)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    assert lost == []
    assert seen["cloth"][3] - seen["cloth"][1] >= 120
    assert not seen["scrolls"][0], "not in two directions"
    assert seen["covered"] == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1440, 900), (1920, 1080)])
def test_text_that_a_style_of_the_reader_doubles_covers_nothing(midway: Player, width: int, height: int) -> None:
    """The layout of a wide window stays then, for the window is asked about in the browser's own size of text."""
    size(midway, width - 40, height)
    midway.evaluate(
        "() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('html { font-size: 200% }');"
        " document.adoptedStyleSheets = [sheet]; }"
    )
    size(midway, width, height)
    seen = settled(midway)
    lost = midway.evaluate(LOST)
    midway.evaluate("() => { document.adoptedStyleSheets = []; }")
    assert lost == []
    assert seen["covered"] == []
    assert not clashes(seen["held"] + seen["buttons"])
    assert seen["cloth"][3] - seen["cloth"][1] >= 120


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (568, 320)])
@pytest.mark.parametrize("match", [False, True])
def test_what_comes_next_is_in_sight_at_the_end_of_a_round_of_four(
    player: Player, width: int, height: int, match: bool
) -> None:
    player.sit_by_address("draw-100" if match else "ranked-draw", ["you", "easy", "easy", "easy"], match=match)
    player.wait_for_turn()
    resign(player)
    size(player, width, height)
    seen: bool = player.evaluate(
        "() => { const button = document.querySelector('round-card .go .main-button');"
        " const r = button.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight"
        " && [0.1, 0.5, 0.9].every((at) => { const [x, y] = [r.left + r.width * at, r.top + r.height * at];"
        " const hit = document.elementFromPoint(x, y); return hit && hit.closest('button') === button; }); }"
    )
    assert seen


@pytest.mark.parametrize(("width", "height"), [(640, 360), (640, 512), (720, 450)], ids=str)
def test_a_window_zoomed_to_twice_its_size_keeps_all(midway: Player, width: int, height: int) -> None:
    """1280 x 720, 1280 x 1024 and 1440 x 900 at 200 %."""
    size(midway, width, height)
    assert faults(settled(midway)) == []
    assert midway.evaluate(LOST) == []


def test_p74_what_can_be_done_is_told_without_colour(midway: Player) -> None:
    """A tile that fits is raised and framed, a chosen one higher; an end is dashed and named."""
    size(midway, 1280, 800)
    settled(midway)
    tops: dict[str, Any] = midway.evaluate(
        "() => Object.fromEntries(['.held.no', '.held.fits:not(.chosen)', '.held.chosen'].map((css) => [css,"
        " document.querySelector(css) && document.querySelector(css).getBoundingClientRect().bottom"
        " - document.querySelector(`${css} svg`).getBoundingClientRect().bottom]))"
    )
    known = [raised for raised in tops.values() if raised is not None]
    assert known == sorted(known)
    assert tops[".held.chosen"] is not None
    assert midway.evaluate("[...document.querySelectorAll('.ghost .tag')].every((one) => one.textContent.length > 1)")
    assert midway.evaluate("getComputedStyle(document.querySelector('.ghost .frame')).strokeDasharray !== 'none'")


def test_looking_closer_never_hides_the_ends(midway: Player) -> None:
    page = midway.page
    size(midway, 390, 844)
    settled(midway)
    unit = "() => document.querySelector('.laid .top').getBoundingClientRect().height"
    before: float = midway.evaluate(unit)
    box = page.locator("domino-line").bounding_box()
    assert box is not None
    for dx, dy in [(0.1, 0.1), (0.9, 0.9)]:
        page.mouse.move(box["x"] + box["width"] * dx, box["y"] + box["height"] * dy)
        page.keyboard.down("Control")
        for _ in range(4):
            page.mouse.wheel(0, -100)
        page.keyboard.up("Control")
        page.locator(".whole-line").wait_for()
        midway.page.wait_for_function(f"({unit})() > 1.5 * {before}")
        seen = settled(midway)
        assert seen["fingers"]
        assert all(hit for _, hit in seen["fingers"]), "both ends can be tapped"
        page.mouse.move(box["x"] + 150, box["y"] + 150)
        page.mouse.down()
        page.mouse.move(box["x"] + 20, box["y"] + 20, steps=3)
        page.mouse.up()
        seen = settled(midway)
        assert all(hit for _, hit in seen["fingers"]), "a stroke cancels nothing, and the ends stay"
        assert seen["fingers"]
        page.locator(".whole-line").click()
    assert midway.evaluate(unit) == before
    page.locator(".ghost").first.focus()
    page.keyboard.press("+")
    page.locator(".whole-line").wait_for()
    page.keyboard.press("-")
    page.locator(".whole-line").wait_for(state="hidden")
    page.mouse.dblclick(box["x"] + 30, box["y"] + 30)
    page.locator(".whole-line").wait_for()
    page.mouse.dblclick(box["x"] + 30, box["y"] + 30)
    page.locator(".whole-line").wait_for(state="hidden")
