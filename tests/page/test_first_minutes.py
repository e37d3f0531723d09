"""The first five minutes: one button, raised tiles, tips of which each comes once, and a card with the next steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from .conftest import PLAIN
from .driving import Player, Serving
from .test_moments import Stage, state

pytestmark = pytest.mark.browser


@pytest.fixture
def newcomer(browser: Browser, serving: Serving) -> Iterator[Player]:
    """Somebody who has never played here, on a phone."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, **PLAIN)
    visitor = Player(context.new_page(), serving.address, new=True)
    yield visitor
    context.close()
    assert visitor.errors == []


def test_a_newcomer_is_led_through_a_round_and_finds_what_to_look_at_afterwards(newcomer: Player) -> None:
    page = newcomer.page
    page.goto(newcomer.address)
    assert page.locator(".main-button").count() == 1
    newcomer.play_now()
    tip = page.get_by_role("group", name="Tip")
    expect(tip).to_contain_text("You lead: play one of the raised tiles.")
    expect(page.locator("#say")).to_contain_text("You lead: play one of the raised tiles.")
    assert newcomer.fitting.count() == page.locator(".held").count() == 7
    assert newcomer.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heard = [tip.locator("p").inner_text()]
    while newcomer.wait_for_turn():
        if tip.is_visible() and (told := tip.locator("p").inner_text()) != heard[-1]:
            heard.append(told)
        newcomer.move_by_clicks(len(heard))
    assert len(set(heard)) == len(heard), "each of them once; how many there are, the deal decides"
    card = page.locator("round-card")
    expect(card.locator(".sheet li")).to_have_count(2)
    for name in ("Again", "Check the deal"):
        expect(card.get_by_role("button", name=name)).to_be_visible()
    found = re.compile("^(One decision to look at|No decision of yours|You never had a choice)")
    expect(card.locator(".one-decision")).to_have_text(found)
    look = card.locator(".one-decision a")
    if look.count():
        move = re.search(r"move=(\d+)", look.get_attribute("href") or "")
        assert move
        look.click()
        page.locator("#moves li").first.wait_for()
        if int(move[1]):  # before the lead nothing lies yet
            page.locator("#moves [aria-current=step]").wait_for()
        page.go_back()
        newcomer.ready()
    card.get_by_role("link", name="Invite").click()
    assert page.locator("input[name=level1][value=open]").is_checked()
    assert page.locator("input[name=rules][value=ply-yard]").is_checked()


OVER = {
    "ending": "blocked", "winners": [0], "pips": [5, 12], "places": [1, 2], "points": [0, 0],
    "hands": [["4-1"], ["6-6"]], "boneyard": [], "title": "You win: the line is blocked",
    "reasons": ["Blocked: nobody can play."], "sums": ["4-1 = 5", "6-6 = 12"],
}  # fmt: skip
KEPT_BACK = {**state()["rules"], "reserve": 2}
MOMENTS: list[tuple[dict[str, Any], str]] = [
    ({}, "The line has two open ends."),
    ({}, "A tile fits where it shows the number of an end."),
    ({"legal": ["draw"], "hand": ["5-5"]}, "No tile of yours fits, so you draw from the boneyard."),
    ({"legal": ["pass"], "hand": ["5-5"]}, "Nothing fits and nothing can be drawn, so you pass."),
    ({"rules": KEPT_BACK, "moves": [{"n": 16, "seat": 1, "move": "draw", "ends": {"L": 6, "R": 4}}]}, "2 tiles stay"),
    ({"turn": None, "legal": [], "outcome": OVER}, "The line is blocked: nobody can play."),
    ({"turn": None, "legal": [], "outcome": {**OVER, "ending": "domino", "points": [7, 0]}}, "The sums show the pips"),
]
"""What a state differs in from one where one tile fits, and the tip that then comes."""


def test_every_tip_comes_once_at_its_moment(browser: Browser) -> None:
    empty = {"line": {"lead": None, "arms": {}}, "ends": {}, "legal": ["4-1", "5-5"], "why": {}, "moves": []}
    stage = Stage(browser, state(**empty), new=True)
    tip = stage.page.get_by_role("group", name="Tip")
    expect(tip).to_contain_text("You lead: play one of the raised tiles.")
    for number, (more, told) in enumerate(MOMENTS):
        at = 20 + 3 * number
        stage.tell({"t": "snapshot", "n": at, "state": state(turn=1, legal=[])})
        expect(tip).to_be_hidden()
        if "outcome" in more and told.startswith("The sums"):  # where nothing is paid, no points come from them
            unpaid = {**more, "outcome": {**more["outcome"], "points": [0, 0]}}
            stage.tell({"t": "snapshot", "n": at + 1, "state": state(**unpaid)})
            stage.page.wait_for_selector(f"#main[data-n='{at + 1}']")
            expect(tip).to_be_hidden()
        stage.tell({"t": "snapshot", "n": at + 2, "state": state(**more)})
        expect(tip).to_contain_text(told)
    stage.tell({"t": "snapshot", "n": 50, "state": state(turn=1, legal=[])})
    expect(tip).to_be_hidden()
    stage.tell({"t": "snapshot", "n": 51, "state": state()})
    stage.page.wait_for_selector("#main[data-n='51'][data-turn=mine]")
    expect(tip).to_be_hidden()
    stage.page.context.close()
    assert stage.errors == []


def test_tips_go_with_one_tap_for_good_and_come_again_when_asked_for(newcomer: Player) -> None:
    page = newcomer.page
    newcomer.play_now()
    tip = page.get_by_role("group", name="Tip")
    tip.get_by_role("button", name="No more tips").click()
    expect(tip).to_be_hidden()
    assert newcomer.focused("domino-hand")
    newcomer.move_by_clicks()
    newcomer.wait_for_turn()
    page.reload()
    newcomer.ready()
    page.get_by_text("Options").click()
    again = page.get_by_role("button", name="Show the tips again")
    again.wait_for()
    expect(tip).to_be_hidden()
    again.click()
    expect(tip).to_be_visible()
    tip.get_by_role("button", name="Got it").click()
    expect(tip).to_be_hidden()
