"""Two screens for one table, and what a host can do while it waits."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from .driving import Player, Serving
from .test_company import invite, play_round, sit_down

pytestmark = pytest.mark.browser


@pytest.fixture
def television(browser: Browser, serving: Serving) -> Iterator[Player]:
    """A large screen without a seat."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    visitor = Player(context.new_page(), serving.address)
    yield visitor
    context.close()
    assert visitor.errors == []


def test_a_round_with_the_table_on_a_television_and_the_hands_on_phones(
    player: Player, ben: Player, television: Player
) -> None:
    link = invite(player)
    table = player.page.url
    television.page.goto(f"{table}/screen")
    television.page.locator(".qr").wait_for()
    assert television.page.get_by_label("Link", exact=True).input_value() == f"{link}?hand=1"
    ben.page.goto(f"{link}?hand=1")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ben.ready()
    assert ben.page.url == f"{table}/hand"
    player.ready()
    player.page.goto(f"{table}/hand")
    player.ready()
    television.ready()
    assert television.page.locator(".held").count() == 0
    assert television.page.locator(".phones .qr").is_visible()
    tile = ben.page.locator(".held svg").first.bounding_box()
    cloth = ben.page.locator(".cloth").bounding_box()
    assert tile is not None
    assert cloth is not None
    assert tile["width"] >= 44
    assert cloth["height"] < 740 / 2
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    play_round([player, ben])
    television.page.wait_for_selector("#main[data-turn=over]")
    assert television.page.locator("round-card li").count() == 2
    assert television.page.get_by_role("button", name="Again").count() == 0
    for one in (player, ben):
        one.page.get_by_role("button", name="Again").click()
    for one, view in ((player, "hand"), (ben, "hand"), (television, "screen")):
        there = "([table, view]) => !location.href.startsWith(table) && location.href.endsWith('/' + view)"
        one.page.wait_for_function(there, arg=[table, view])
        one.ready()


def test_the_screen_holds_no_hand_even_in_its_owners_browser(player: Player) -> None:
    frames: list[str] = []
    player.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    player.play_now()
    table = player.page.url
    player.page.get_by_text("Options").click()
    player.page.get_by_text("Show the table on another screen").click()
    assert player.page.locator(".screens .qr").is_visible()
    frames.clear()
    player.page.goto(f"{table}/screen")
    player.ready()
    assert player.page.locator(".held").count() == 0
    assert player.evaluate("JSON.parse(document.querySelector('#snapshot').textContent).state.hand") == []
    assert all('"hand":[]' in frame for frame in frames if '"state"' in frame)


def test_a_guest_leaves_and_another_is_sent_away_for_good(player: Player, ben: Player) -> None:
    player.page.goto(f"{player.address}/new")
    player.page.check("input[name=rules][value=ranked-draw]", force=True)
    player.page.check("input[name=players][value='3']", force=True)
    for n in (1, 2):
        player.page.check(f"input[name=level{n}][value=open]", force=True)
    player.page.get_by_label("Your name").fill("Ann")
    player.page.get_by_role("button", name="Deal").click()
    player.page.wait_for_selector(".qr")
    link = player.page.get_by_label("Link", exact=True).input_value()
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ben.page.get_by_role("button", name="Leave the table").click()
    ben.page.get_by_role("link", name="Sit down here").click()
    ben.page.get_by_role("button", name="Sit down").click()
    player.page.get_by_role("button", name="Send Ben away").click()
    player.page.get_by_role("button", name="Yes, send Ben away").click()
    ben.page.get_by_role("link", name="Sit down here").click()
    ben.page.get_by_role("button", name="Sit down").click()
    ben.page.get_by_role("alert").get_by_text("The host of this table has sent you away from it.").wait_for()
    ben.errors.clear()  # the browser notes the refusal as an error


def test_a_locked_table_is_not_watched(player: Player, ben: Player) -> None:
    invite(player)
    ben.page.goto(player.page.url)
    ben.page.locator("#now").get_by_text("Waiting").wait_for()
    player.page.get_by_label("Nobody but those who sit here may watch").check()
    ben.page.get_by_role("heading", name="Those who sit at this table keep it to themselves.").wait_for()
    ben.errors.clear()  # the browser notes the refused page as an error


def test_an_invited_friend_still_gets_in_where_nobody_watches(player: Player, ben: Player) -> None:
    link = invite(player)
    player.page.get_by_label("Nobody but those who sit here may watch").check()
    sit_down(ben, link)
    player.ready()
