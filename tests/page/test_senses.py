"""P65, P66, P67, P74, P91 and what the system asks for: its own colours, less motion, no colours at all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from .driving import Player
from .test_moments import Stage, state
from .test_replay import a_record, opened
from .test_viewports import faults, inside, overlap, settled

pytestmark = pytest.mark.browser
Pair = list[int]


def long_line(length: int) -> dict[str, Any]:
    """A state at my turn with so many tiles on the line, and three in my hand."""
    for seed in range(1000):
        rng = random.Random(seed)
        left = [[a, b] for a in range(7) for b in range(a + 1) if (a, b) != (6, 6)]
        arms: dict[str, list[Pair]] = {"L": [], "R": []}
        ends = {"L": 6, "R": 6}
        while sum(map(len, arms.values())) < length - 1:
            fitting = [(tile, side) for tile in left for side in ends if ends[side] in tile]
            if not fitting:
                break
            tile, side = rng.choice(fitting)
            left.remove(tile)
            other = sum(tile) - ends[side]
            arms[side].append([ends[side], other])
            ends[side] = other
        hand = ["-".join(map(str, tile)) for tile in left]
        legal = [f"{tile}{side}" for tile in hand for side in ends if str(ends[side]) in tile]
        if len(hand) == 28 - length and legal:
            line = {"lead": [6, 6], "arms": arms}
            return state(line=line, ends=ends, hand=hand, legal=legal, why={}, moves=[], boneyard=0)
    raise AssertionError("no such line")


@pytest.fixture(scope="module")
def stage(browser: Browser) -> Iterator[Stage]:
    made = Stage(browser, long_line(25))
    yield made
    made.page.context.close()
    assert made.errors == []


@pytest.mark.parametrize("height", [520, 560, 640, 720, 800, 880])
def test_p66_a_phone_whose_address_bar_comes_and_goes_has_one_layout_without_clashes(stage: Stage, height: int) -> None:
    stage.page.set_viewport_size({"width": 360, "height": height})
    assert faults(settled(stage)) == []


BOXES = """(css) => [...document.querySelectorAll(css)].map((e) => {
  const r = e.getBoundingClientRect();
  return [r.left, r.top, r.right, r.bottom];
})"""

LONGEST = ["Wilhelmina Wolkenbaum", "Bartholomew Winterto", "Maximiliana Sommerfe", "Kunigunde Mondschein"]
"""Names that are as long as names may be."""


def test_p65_a_full_table_with_the_longest_names_covers_nothing(browser: Browser) -> None:
    """The line has 27 tiles; a name that has no room is cut, but no seat, end, tile or button lies on another."""
    full = long_line(27)
    seats = [{"name": name[:20], "label": None, "kind": "person", "level": None, "tiles": 1} for name in LONGEST]
    told = {"seats": seats, "players": 4, "scores": [123, 40, 7, 0]}
    match = full["match"] | {"scores": told["scores"]}
    stage = Stage(browser, full | told | {"match": match, "rules": full["rules"]}, size=(320, 568))
    for width, height in [(320, 568), (390, 844), (844, 390), (768, 1024)]:
        stage.page.set_viewport_size({"width": width, "height": height})
        assert faults(settled(stage)) == [], (width, height)
    stage.page.context.close()
    assert stage.errors == []


def test_in_the_lowest_window_a_long_sentence_leaves_the_hand_and_the_buttons_apart(browser: Browser) -> None:
    told = {"hand": ["5-3", "5-5"], "legal": ["pass"], "why": {}, "boneyard": 0, "drawable": 0}
    last = {"n": 16, "seat": 1, "move": "6-4", "ends": {"L": 6, "R": 4}}
    stage = Stage(browser, state(**told, moves=[last], why_not={"pass": None}), size=(568, 320))
    seen = settled(stage)
    acts = [list(map(float, box)) for box in stage.evaluate(BOXES, ".acts button:not([hidden])")]
    assert len(acts) == 3
    assert all(inside(box, seen["window"]) for box in acts)
    assert not any(overlap(one, other) for one in seen["held"] for other in acts)
    stage.page.context.close()
    assert stage.errors == []


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (768, 1024), (1440, 900)])
def test_p67_both_ends_and_the_hand_are_in_sight_at_the_25th_tile(stage: Stage, size: tuple[int, int]) -> None:
    width, height = size
    stage.page.set_viewport_size({"width": width, "height": height})
    seen = settled(stage)
    ends = stage.evaluate(
        "() => [...document.querySelectorAll('.laid[data-end] .top')].map((e) => {"
        " const r = e.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })"
    )
    assert len(ends) == 2
    assert len(seen["held"]) == 3
    assert all(inside(box, seen["window"]) for box in [*ends, *seen["held"]])
    assert seen["scrolls"] == [False, False]


def test_p91_at_every_move_a_seat_sees_what_it_knew_and_no_more(player: Player) -> None:
    record = a_record("ranked-draw", 2)
    opened(player, record)
    page = player.page
    known = set(map(str, record.hands[0]))
    for step in record.moves:
        page.keyboard.press("ArrowRight")
        page.select_option("#eyes select", "all")
        assert page.locator("#hands .back").count() == 0
        page.select_option("#eyes select", "0")
        page.locator("#heading").evaluate("(heading) => document.activeElement.blur()")
        others = page.locator("#hands li").nth(1)
        assert others.locator("svg").count() == 0, "the other hand lies face down"
        named = page.locator("#hands li").nth(0).locator("[role=img]").get_attribute("aria-label") or ""
        own = set(named.replace(" and ", ", ").split(", "))
        drawn = own - known
        assert len(drawn) <= 1, f"only what was drawn is new, at {step}"
        known |= drawn
    assert page.locator("#after[aria-disabled=true]").count() == 1, "every move was looked at"


def test_what_is_chosen_shows_where_the_system_forces_its_colours(player: Player) -> None:
    page = player.page
    page.emulate_media(forced_colors="active")
    page.goto(f"{player.address}/new")
    outline = "(e) => getComputedStyle(e).outlineStyle + getComputedStyle(e).outlineWidth"
    chosen = page.locator("input[name=level1]:checked + span").evaluate(outline)
    other = page.locator("input[name=level1]:not(:checked) + span").first.evaluate(outline)
    assert chosen != other
    border = "(e) => getComputedStyle(e).borderBottomColor"
    here = page.locator("nav [aria-current]").first.evaluate(border)
    assert here != page.locator("nav a:not([aria-current])").first.evaluate(border)
    width = "(e) => parseFloat(getComputedStyle(e).borderTopWidth)"
    assert page.locator(".main-button").first.evaluate(width) >= 1
    player.sit_by_address("ply-yard", ["you", "easy"])
    page.locator(".held").first.focus()
    page.keyboard.press("ArrowRight")
    ring = page.locator(".held:focus-visible svg").evaluate("(e) => getComputedStyle(e).outlineStyle")
    assert ring == "solid"


def test_p74_in_grey_the_legal_tiles_the_turn_and_the_ends_are_told_by_form_and_words(player: Player) -> None:
    """Nothing is asked of colours here: only of places, words and lines."""
    player.sit_by_address("draw-100", ["you", "easy", "easy"])
    page = player.page
    seen: set[str] = set()
    while player.wait_for_turn() and len(seen) < 2:
        # above the foot of its own place, for a long hand lies in several rows
        foot = "(e) => e.getBoundingClientRect().bottom"
        above = f"(e) => Math.round(({foot})(e) - ({foot})(e.querySelector('svg')))"
        raised = page.locator(".held.fits").evaluate_all(f"(all) => all.map({above})")
        low = page.locator(".held.no").evaluate_all(f"(all) => all.map({above})")
        if raised and low:
            assert min(raised) > max(low), "tiles that fit stand higher"
            seen.add("raised")
        turn = page.locator("#now").inner_text()
        assert "your turn" in turn.lower() or "you lead" in turn.lower()
        if page.locator(".laid").count():
            assert all(page.locator(f"#{end} b").inner_text().strip() for end in ("left", "right"))
            seen.add("ends")
        player.move_by_clicks()
    assert seen == {"raised", "ends"}
