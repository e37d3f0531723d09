"""The guided course in the page, by keyboard alone: what came of a move has the focus, and no lesson needs a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from coursework import way
from doublesix.rules import Move
from doublesix.study.course import Place, places, questions
from doublesix.study.guide import shown
from doublesix.study.lessons import LESSONS
from doublesix.study.steps import Step

from .driving import Player

pytestmark = pytest.mark.browser
TABS = 60


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element that matches has the focus."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def choose(page: Page, name: str, value: str) -> None:
    """Choose a radio button of a group: Tab to the group, arrows within it."""
    tab_to(page, f'input[name="{name}"]')
    page.keyboard.press("Space")
    for _ in range(TABS):
        if page.evaluate("document.activeElement.value") == value:
            assert page.evaluate("document.activeElement.checked")
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no {value} in {name}")


def act(page: Page, move: str) -> None:
    """Make a move by the form of a step; the answer has the focus."""
    read = Move.parse(move)
    end = move if read.tile is None else read.side or "lead"
    if read.tile is not None:
        choose(page, "tile", str(read.tile))
    tab_to(page, f'button[name="end"][value="{end}"]')
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".told")).to_be_focused()


def do(page: Page, place: Place, step: Step) -> None:
    """One step from its beginning to *Done*, and on to the next by its link."""
    asked = questions(place)
    if asked is not None:
        for item in asked.items:
            choose(page, f"a.{item.name}", item.right)
        tab_to(page, "main form button")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    else:
        for move in way(place, step):
            act(page, move)
    expect(page.locator(".told.done")).to_be_focused()
    tab_to(page, ".go-on a.main-button")
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_the_whole_course_is_played_by_keyboard_and_then_done(player: Player) -> None:
    page = player.page
    page.goto(player.address + "/learn")
    tab_to(page, 'a[href="/learn/course"]')
    with page.expect_navigation():
        page.keyboard.press("Enter")
    tab_to(page, ".main-button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    for place, _, step in places():
        assert page.url.endswith(f"/learn/course/{place}")
        do(page, place, step)
    expect(page.locator(".verdict")).to_have_text("You have done the whole course.")
    assert page.locator(".lessons .done").count() == len(LESSONS)


def test_a_position_of_the_guide_is_answered_by_keyboard(player: Player) -> None:
    page = player.page
    page.goto(player.address + "/learn/guide")
    tab_to(page, 'a[href="/learn/guide/suit"]')
    with page.expect_navigation():
        page.keyboard.press("Enter")
    choose(page, "move", str(shown()["suit"][0].best))
    tab_to(page, "article button")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    answered = page.locator("#position-0")
    expect(answered).to_be_focused()
    expect(answered).to_contain_text("That is what you chose.")


@pytest.mark.parametrize("width", [320, 768])
def test_steps_and_advice_keep_to_the_window(player: Player, width: int) -> None:
    page = player.page
    page.set_viewport_size({"width": width, "height": 740})
    steps = ("course/tiles/lead", "course/points/arms", "course/partners/finish", "course/ending/pay")
    for place in (*steps, "guide", "guide/points", "guide/heavy"):
        page.goto(f"{player.address}/learn/{place}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
