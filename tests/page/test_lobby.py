"""The lobby: two strangers find each other, and open tables come and go while one looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from .driving import Player, Serving
from .test_company import invite, play_round

pytestmark = pytest.mark.browser


@pytest.fixture
def cleo(browser: Browser, serving: Serving) -> Iterator[Player]:
    """A third visitor, on a tablet."""
    context = browser.new_context(viewport={"width": 768, "height": 1024}, reduced_motion="reduce")
    visitor = Player(context.new_page(), serving.address)
    yield visitor
    context.close()
    assert visitor.errors == []


def test_two_strangers_find_each_other_and_play(player: Player, ben: Player) -> None:
    for one in (player, ben):
        one.page.goto(f"{one.address}/lobby")
    player.page.select_option("#seek select", "ranked-block")
    player.page.get_by_role("button", name="Find company").press("Enter")
    player.page.get_by_text("Ranked block: waiting for one more.").first.wait_for()
    assert player.focused("#unseek"), "the focus goes to the button that ends the wait"
    ben.page.get_by_role("button", name="Wait with them").click()
    for one in (player, ben):
        one.page.wait_for_url("**/table/*")
        one.ready()
    play_round([player, ben])


def test_who_leaves_the_page_or_stops_waits_no_longer(player: Player, ben: Player) -> None:
    for one in (player, ben):
        one.page.goto(f"{one.address}/lobby")
    find = player.page.get_by_role("button", name="Find company")
    find.click()
    ben.page.locator("#waiting li").wait_for()
    player.page.get_by_role("button", name="Stop waiting").press("Enter")
    ben.page.locator("#waiting li").wait_for(state="detached")
    assert player.focused("#seek [type=submit]")
    find.click()
    ben.page.locator("#waiting li").wait_for()
    player.page.goto("about:blank")
    ben.page.locator("#waiting li").wait_for(state="detached")


def test_only_numbers_of_players_that_the_rules_allow_are_offered(player: Player) -> None:
    player.page.goto(f"{player.address}/lobby")
    labels = player.page.locator("#seek .chips label")
    player.page.select_option("#seek select", "ranked-draw")
    assert [label.is_visible() for label in labels.all()] == [True, True, True]
    player.page.check("#seek [value='4']", force=True)
    player.page.select_option("#seek select", "ply-yard")
    assert [label.is_visible() for label in labels.all()] == [True, False, False]
    assert player.page.is_checked("#seek [value='2']")


def test_an_open_table_appears_and_goes_while_one_looks(player: Player, cleo: Player) -> None:
    cleo.page.goto(f"{cleo.address}/lobby")
    before = cleo.page.locator("#tables li").count()
    cleo.page.wait_for_function("() => document.querySelector('#say') !== null")
    invite(player, listed=True)
    row = cleo.page.locator("#tables li").nth(before)
    row.wait_for()
    assert "Ann; 1 seat free" in row.inner_text()
    player.page.get_by_role("button", name="Close the table").click()
    row.wait_for(state="detached")
