"""Two people in two browsers: invited by the link, playing a round, playing again with the lead swapped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from .conftest import PLAIN
from .driving import Player

pytestmark = pytest.mark.browser


def invite(ann: Player, *, listed: bool = False) -> str:
    """Make a table for two people; the link on its page."""
    ann.page.goto(f"{ann.address}/new")
    ann.page.check("input[name=rules][value=ply-yard]", force=True)
    ann.page.check("input[name=level1][value=open]", force=True)
    ann.page.get_by_label("Your name").fill("Ann")
    if listed:
        ann.page.check("input[name=listed]")
    ann.page.get_by_role("button", name="Deal").click()
    ann.page.wait_for_selector(".qr")
    return ann.page.get_by_label("Link", exact=True).input_value()


def sit_down(ben: Player, link: str) -> None:
    """Come by the link and take the seat."""
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    ben.ready()


def play_round(players: list[Player]) -> None:
    """Both play, whoever's turn it is, until both see the end."""
    for _ in range(200):
        newest = max(player.n for player in players)
        for player in players:
            player.after(newest - 1)
        turns = [player.page.get_attribute("#main", "data-turn") for player in players]
        if turns == ["over", "over"]:
            return
        players[turns.index("mine")].move_by_clicks()
    raise AssertionError("the round did not end")


def test_two_people_play_a_round_and_again_with_the_lead_swapped(
    player: Player, ben: Player, browser: Browser
) -> None:
    ann = player
    link = invite(ann)
    assert "Waiting for one more to sit down" in ann.page.locator("#now").inner_text()
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sit_down(ben, link)
    ann.ready()
    assert "Ben" in ann.page.locator("seat-strip").inner_text()
    assert "Ann" in ben.page.locator("seat-strip").inner_text()
    assert ann.page.get_attribute("#main", "data-turn") == "mine", "Ann chose Black, who leads"
    play_round([ann, ben])
    assert ann.page.locator("round-card h2").inner_text() == ben.page.locator("round-card h2").inner_text()
    first = ann.page.url
    watcher = Player(browser.new_page(viewport={"width": 360, "height": 740}, **PLAIN), ann.address)
    watcher.page.goto(first)
    watcher.page.locator("round-card h2").wait_for()
    ann.page.get_by_role("button", name="Again").click()
    ann.page.get_by_role("button", name="Waiting for the others").wait_for()
    ben.page.locator("round-card").get_by_text("Ann would like to play again.").wait_for()
    ben.page.get_by_role("button", name="Again").click()
    for one in (ann, ben):
        one.page.wait_for_url(lambda url: url != first)
        one.ready()
    ben.page.wait_for_selector("#main[data-turn=mine]")
    watcher.page.get_by_role("link", name="Watch the next round").click()
    watcher.page.wait_for_url(ann.page.url)
    watcher.ready()
    assert watcher.page.locator("#now").inner_text() == "Black to play. You are watching."
    watcher.page.context.close()
    assert watcher.errors == []


def test_resigning_asks_once_more_and_ends_the_round_for_both(player: Player, ben: Player) -> None:
    sit_down(ben, invite(player))
    player.ready()
    ben.page.get_by_text("Options").click()
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("button", name="Yes, resign this round").click()
    for one in (player, ben):
        one.page.wait_for_selector("#main[data-turn=over]")
    assert "Black wins" in player.page.locator("round-card h2").inner_text()


def test_a_host_closes_the_table_and_an_absent_one_is_shown(player: Player, ben: Player) -> None:
    sit_down(ben, invite(player))
    player.ready()
    ben.page.goto("about:blank")
    player.page.wait_for_selector(".seat.away")
    link = invite(player)
    player.page.get_by_role("button", name="Close the table").click()
    player.page.locator("#now").get_by_text("This table was closed.").wait_for()
    ben.page.goto(link)
    ben.page.locator("#now").get_by_text("This table was closed.").wait_for()


ONLY_HERE = "Only browsers on this computer can open this link."


def test_an_invitation_that_nobody_else_can_open_says_so_and_what_would_help(player: Player) -> None:
    link = invite(player)
    hint = player.page.locator("#invite")
    assert link.startswith("http://127.0.0.1:")
    expect(hint).to_contain_text(ONLY_HERE)
    expect(hint).to_contain_text("--host 0.0.0.0")
    player.play_now()
    player.page.locator("#options > summary").click()
    player.page.get_by_text("Show the table on another screen").click()
    expect(player.page.locator(".screens")).to_contain_text(ONLY_HERE)
    player.page.goto(f"{player.address}/duplicate")
    player.page.get_by_role("button", name="Make the duplicate").click()
    expect(player.page.locator(".invite")).to_contain_text(ONLY_HERE)


def test_who_watches_is_offered_no_options_of_a_hand(player: Player, ben: Player) -> None:
    player.play_now()
    ben.page.goto(player.page.url)
    ben.ready()
    for one, offered in ((player, True), (ben, False)):
        one.page.locator("#options > summary").click()
        for text in ("Plan a move while others play", "Hold only my hand here", "Count along"):
            expect(one.page.locator("#options").get_by_text(text)).to_be_visible(visible=offered)
        expect(one.page.get_by_text("Numerals instead of pips")).to_be_visible()


def test_who_hosts_a_table_that_is_played_locks_it_and_opens_it_again(player: Player, ben: Player) -> None:
    player.sit_by_address("ply-yard", ["you", "easy"])
    ben.page.goto(player.page.url)
    ben.ready()
    ben.page.locator("#options > summary").click()
    assert not ben.page.locator("#lock").is_visible()
    player.page.locator("#options > summary").click()
    player.page.locator("#lock input").check()
    ben.page.wait_for_function("() => !document.querySelector('#link')")
    assert "keep it to themselves" in ben.page.locator("main").inner_text()
    locked = player.n
    player.page.locator("#lock input").uncheck()
    player.after(locked)
    ben.errors.clear()  # the refused page
    ben.page.goto(player.page.url)
    ben.ready()
