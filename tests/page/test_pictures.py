"""P74: pictures of the table as the colour-blind see it, and in grey, still tell what is going on; P75: all has names.

A picture is taken before and after something changed that a player must see. What is compared is the light of the
pixels alone: where only their colour changed, no pixel counts.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, expect

from .test_moments import Stage, state

pytestmark = pytest.mark.browser

LOOKS = {"in grey": ("achromatopsia", "light"), "in grey, dark": ("achromatopsia", "dark")}
LOOKS |= {"without red and green": ("deuteranopia", "light")}
"""The eyes that look at the table, and whether the light is on."""
ENOUGH = 40
"""So many pixels must be three times as light or as dark as they were: WCAG 1.4.11 asks for it."""

Pictures = dict[str, str]
"""A picture of the window for each of the looks, as base64 text."""
Box = dict[str, float]

#: How light the pixels of a part of a picture are, from 0.05 to 1.05.
LIGHT = """const light = async (text, box) => {
  const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const [x, y, w, h] = [box.x, box.y, box.width, box.height].map(Math.round);
  const paper = new OffscreenCanvas(w, h).getContext('2d');
  paper.drawImage(image, -x, -y);
  const { data } = paper.getImageData(0, 0, w, h);
  const linear = (part) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return Array.from({ length: w * h }, (_, i) => 0.05
    + 0.2126 * linear(data[4 * i]) + 0.7152 * linear(data[4 * i + 1]) + 0.0722 * linear(data[4 * i + 2]));
};"""
#: How many pixels of a part of two pictures differ in light by a contrast of 3 to 1.
DIFFERENCE = f"""async ([before, after, box]) => {{
  {LIGHT}
  const [one, other] = [await light(before, box), await light(after, box)];
  return one.filter((value, i) => Math.max(value / other[i], other[i] / value) >= 3).length;
}}"""
#: How many pixels of a part of a picture are at most half as light as the lightest: pips, with their soft edges.
DARK = f"""async ([picture, box]) => {{
  {LIGHT}
  const all = await light(picture, box);
  const most = Math.max(...all);
  return all.filter((value) => most / value >= 2).length;
}}"""


class Watched(Stage):
    """A table that is told what has happened and then looked at by several pairs of eyes."""

    def __init__(self, browser: Browser) -> None:
        super().__init__(browser, now(), size=(800, 640))
        self.page.evaluate("localStorage.setItem('doublesix.tap', 'two')")
        self.page.reload()
        self.ready()
        self._n = 17
        self._devtools: CDPSession = self.page.context.new_cdp_session(self.page)

    def show(self, told: dict[str, Any]) -> Pictures:
        """The table after it was told a new state."""
        self._n += 1
        self.tell({"t": "snapshot", "table": "x", "n": self._n, "state": told})
        expect(self.page.locator(f"#main[data-n='{self._n}']")).to_be_attached()
        return self.look()

    def look(self) -> Pictures:
        """The table as it is, when nothing moves. The pointer is away, for what it points at looks different."""
        self.page.mouse.move(1, 1)
        pictures = {}
        for look, (eyes, theme) in LOOKS.items():
            self._devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": eyes})
            wishes = {"prefers-color-scheme": theme, "prefers-reduced-motion": "reduce"}
            features = [{"name": name, "value": value} for name, value in wishes.items()]
            self._devtools.send("Emulation.setEmulatedMedia", {"features": features})
            self.evaluate("() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => null)))")
            taken = self._devtools.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
            pictures[look] = taken["data"]
        return pictures

    def told_apart(self, before: Pictures, after: Pictures, at: Box) -> dict[str, int]:
        """How many pixels of a place tell one picture from the other, in the pictures where they are too few."""
        counts: dict[str, int] = {
            key: self.evaluate(DIFFERENCE, [before[key], after[key], at]) for key in before
        }
        return {key: count for key, count in counts.items() if count < ENOUGH}


def now(**more: Any) -> dict[str, Any]:
    """My turn, three tiles on the line and three in my hand."""
    line = {"lead": [6, 4], "arms": {"L": [[6, 3]], "R": [[4, 0]]}}
    moves = [{"n": 14, "seat": 0, "move": "6-4"}, {"n": 15, "seat": 1, "move": "6-3L"}]
    moves += [{"n": 16, "seat": 0, "move": "4-0R"}]
    told = {"line": line, "ends": {"L": 3, "R": 0}, "hand": ["3-1", "5-5", "2-0"], "moves": moves}
    why = {"5-5": "5-5 has no 3 and no 0."}
    return state(**{**told, "legal": ["3-1L", "2-0R"], "why": why, **more})


@pytest.fixture(scope="module")
def table(browser: Browser) -> Iterator[Watched]:
    made = Watched(browser)
    yield made
    made.page.context.close()
    assert made.errors == []


def box(node: Locator, around: float = 0) -> Box:
    """Where a node is, and so many pixels around it."""
    found = node.bounding_box()
    assert found is not None
    wide = {"width": found["width"] + 2 * around, "height": found["height"] + 2 * around}
    return {"x": found["x"] - around, "y": found["y"] - around, **wide}


def test_p74_a_tile_that_fits_is_told_without_colour(table: Watched) -> None:
    fits = table.show(now())
    at = box(table.page.locator(".held[data-key='2-0']"))
    why = {"2-0": "2-0 has no 3 and no 4.", "5-5": "5-5 has no 3 and no 4."}
    does_not = table.show(now(legal=["3-1L"], why=why))
    assert table.told_apart(fits, does_not, at) == {}


def test_p74_a_chosen_tile_and_where_it_may_go_are_told_without_colour(table: Watched) -> None:
    before = table.show(now())
    tile = table.page.locator(".held[data-key='2-0']")
    tile.click()
    ghost = table.page.locator(".ghost .frame")
    expect(ghost).to_have_count(1)
    after = table.look()
    assert table.told_apart(before, after, box(tile, 12)) == {}
    assert table.told_apart(before, after, box(ghost)) == {}
    assert table.told_apart(before, after, box(table.page.locator("#right"))) == {}, "the end's button"
    table.page.keyboard.press("Escape")


def test_p74_the_tile_played_last_is_told_without_colour(table: Watched) -> None:
    last = table.show(now())
    at = box(table.page.locator(".laid[data-key='4-0'] .top"), 5)
    moves = now()["moves"]
    earlier = table.show(now(moves=[moves[0], {**moves[2], "n": 15}, {**moves[1], "n": 16}]))
    assert table.told_apart(last, earlier, at) == {}


def test_p74_whose_turn_it_is_is_told_without_colour(table: Watched) -> None:
    mine = table.show(now())
    at = box(table.page.locator("seat-strip"), 4)
    theirs = table.show(now(turn=1, legal=[], why={}))
    assert table.told_apart(mine, theirs, at) == {}
    assert table.told_apart(mine, theirs, box(table.page.locator("#now"))) == {}


def test_p74_a_move_on_its_way_and_a_planned_one_are_told_without_colour(table: Watched) -> None:
    before = table.show(now(turn=1, legal=[], why={}))
    tile = table.page.locator(".held[data-key='2-0']")
    tile.click()
    table.ghosts.click()
    expect(table.page.locator(".held.planned")).to_have_count(1)
    assert table.told_apart(before, table.look(), box(tile)) == {}
    table.show(now(hand=["3-1", "5-5"], turn=1, legal=[], why={}))
    table.show(now())
    tile.click()
    table.ghosts.click()
    laid = table.page.locator(".laid[data-key='2-0']")
    expect(laid.locator(".pending")).to_have_count(1)
    sent = table.look()
    place = box(laid.locator(".top"))
    line = {"lead": [6, 4], "arms": {"L": [[6, 3]], "R": [[4, 0], [0, 2]]}}
    moves = [*now()["moves"], {"n": 17, "seat": 0, "move": "2-0R"}, {"n": 18, "seat": 1, "move": "3-2L"}]
    line["arms"]["L"] = [[6, 3], [3, 2]]  # type: ignore[index]
    told = {"line": line, "ends": {"L": 2, "R": 2}, "hand": ["3-1", "5-5"], "moves": moves}
    accepted = table.show(now(**told, legal=[], why={}))
    assert table.told_apart(sent, accepted, place) == {}
    table.page.reload()
    table.ready()


def test_p74_pips_in_colours_are_counted_without_them(table: Watched) -> None:
    """With a colour for each number the pips still stand out from their tile: the more pips, the more dark pixels."""
    hand = [f"{value}-{value}" for value in range(7)]
    table.evaluate("() => { document.documentElement.dataset.pips = 'colour'; }")
    legal = [f"{tile}{end}" for tile in hand for end in "LR"]
    seen = table.show(now(hand=hand, legal=legal, why={}))
    faces = [box(table.page.locator(f".held[data-key='{tile}'] .top"), -6) for tile in hand]
    for name, picture in seen.items():
        dark: list[int] = [table.evaluate(DARK, [picture, face]) for face in faces]
        assert all(fewer + ENOUGH <= more for fewer, more in itertools.pairwise(dark)), (name, dark)
    table.evaluate("() => { delete document.documentElement.dataset.pips; }")


def test_p75_nothing_is_without_a_name_and_the_names_of_tiles_say_whether_they_fit(table: Watched) -> None:
    table.show(now())
    table.page.locator("#options > summary").click()
    tree = table.page.context.new_cdp_session(table.page).send("Accessibility.getFullAXTree")
    shown = [node for node in tree["nodes"] if not node.get("ignored")]
    kinds = {"button", "link", "textbox", "checkbox", "radio", "combobox", "image", "DisclosureTriangle"}
    controls = [node for node in shown if node["role"]["value"] in kinds]
    assert len(controls) > 20
    nameless = [node for node in controls if not node.get("name", {}).get("value", "").strip()]
    assert nameless == []
    table.page.keyboard.press("Escape")

    def names() -> list[str]:
        return [tile.get_attribute("aria-label") or "" for tile in table.page.locator(".held").all()]

    assert [bool(re.search(r", fits ", name)) for name in names()] == [True, False, True]
    assert all(re.match(r"(double )?\w+( \w+)?, (fits|does not fit)", name) for name in names()), names()
    table.show(now(legal=["3-1L"], why={"2-0": "2-0 has no 3 and no 4.", "5-5": "5-5 has no 3 and no 4."}))
    assert [bool(re.search(r", fits ", name)) for name in names()] == [True, False, False]
    table.page.locator(".held[data-key='3-1']").click()
    assert "left end" in (table.ghosts.get_attribute("aria-label") or "")
    table.page.keyboard.press("Escape")
