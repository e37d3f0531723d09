"""Clocks, plays taken back and rounds made void, as people see them on the page."""

from __future__ import annotations

import pytest

from .driving import Player

pytestmark = pytest.mark.browser


def together(ann: Player, ben: Player, pace: dict[str, object] | None = None) -> None:
    """A table for both, by the JSON address; Ann leads."""
    ann.page.goto(f"{ann.address}/rules")
    script = (
        "async ([url, wish]) => (await fetch(url, { method: 'POST', body: JSON.stringify(wish),"
        " headers: { 'content-type': 'application/json' } })).json()"
    )
    wish = {"rules": "ply-yard", "seats": ["you", "open"]} | ({"pace": pace} if pace else {})
    made = ann.evaluate(script, ["/api/tables", wish])
    ben.page.goto(f"{ben.address}/rules")
    ben.evaluate(script, [f"/api/tables/{made['table']}/join", {"name": "Ben"}])
    for one in (ann, ben):
        one.page.goto(one.address + made["url"])
        one.ready()


def test_the_clock_is_seen_by_both_and_its_end_is_said_once(player: Player, ben: Player) -> None:
    together(player, ben, {"turn": 15, "late": "move"})
    for one, whose in ((player, "Your time"), (ben, "Time of Guest")):
        clock = one.page.locator("#clock")
        clock.get_by_text("0:1").wait_for()
        assert whose in clock.inner_text()
        assert one.evaluate("document.documentElement.scrollWidth <= innerWidth")
    spoken = "() => document.querySelector('#say').textContent.includes('seconds left for your move')"
    player.page.wait_for_function(spoken)
    assert player.page.locator("#clock.low").count() == 1
    assert not ben.evaluate(spoken), "whose time it is not needs no warning"
    ben.page.wait_for_selector("#main[data-turn=mine]", timeout=20_000)
    assert "Time was up for Guest, so a legal move was made." in ben.page.locator("#say").inner_text()
    assert "Your time" in ben.page.locator("#clock").inner_text()
    player.page.locator("#now").get_by_text("Your time was up, so a legal move was made for you.").wait_for()


def test_the_clock_stands_still_while_its_owner_is_away_and_is_right_afterwards(player: Player, ben: Player) -> None:
    together(player, ben, {"turn": 600})
    ben.page.locator("#clock").get_by_text("Time of Guest").wait_for()
    player.page.goto("about:blank")
    ben.page.locator("#clock").get_by_text("The time of Guest stands still").wait_for()
    player.page.go_back()
    player.ready()
    player.page.locator("#clock").get_by_text("9:5").wait_for()


def test_p35_the_clock_of_who_lost_the_line_stands_still_on_his_screen(player: Player, ben: Player) -> None:
    together(player, ben, {"turn": 600})
    ben.page.locator("#clock").get_by_text("Time of Guest").wait_for()
    player.page.context.set_offline(True)
    mine = player.page.locator("#clock")
    mine.get_by_text("Your time stands still").wait_for()
    left = mine.locator("b").inner_text()
    player.evaluate("{ const now = performance.now.bind(performance); performance.now = () => now() + 595_000; }")
    player.page.context.set_offline(False)
    player.ready()
    mine.get_by_text("Your time", exact=True).wait_for()
    assert left.startswith("9:5")
    assert "left for your move" not in player.page.locator("#say").inner_text(), "it stood still all that time"
    player.errors.clear()  # the browser notes every try as an error


def test_a_play_is_taken_back_when_the_other_agrees(player: Player, ben: Player) -> None:
    together(player, ben)
    assert not player.page.locator("#take-back").is_visible()
    player.wait_for_turn()
    player.move_by_clicks()
    player.page.get_by_role("button", name="Take back").click()
    player.page.locator("#asked").get_by_text("Taking back: the others have not answered yet.").wait_for()
    asked = ben.page.get_by_role("group", name="A question")
    asked.get_by_text("Guest would like to take the last play back.").wait_for()
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    asked.get_by_role("button", name="Agree").click()
    player.page.wait_for_selector("#main[data-turn=mine]")
    for one in (player, ben):
        one.page.wait_for_function("() => !document.querySelector('domino-line .t')")
    assert "took the last play back" in ben.page.locator("#say").inner_text()


def test_a_question_can_be_declined_and_asked_no_longer(player: Player, ben: Player) -> None:
    together(player, ben)
    player.wait_for_turn()
    player.move_by_clicks()
    player.page.get_by_role("button", name="Take back").click()
    ben.page.get_by_role("group", name="A question").get_by_role("button", name="No").click()
    player.page.locator("#now").get_by_text("Ben said no; the round goes on.").wait_for()
    ben.page.get_by_text("Options").click()
    ben.page.get_by_role("button", name="Make the round void").click()
    ben.page.get_by_role("button", name="Ask no longer").click()
    player.page.locator("#now").get_by_text("Ben no longer asks for it.").wait_for()


def test_a_round_is_void_when_both_agree(player: Player, ben: Player) -> None:
    together(player, ben)
    player.page.get_by_text("Options").click()
    player.page.get_by_role("button", name="Make the round void").click()
    asked = ben.page.get_by_role("group", name="A question")
    asked.get_by_text("Guest would like to make this round void.").wait_for()
    asked.get_by_role("button", name="Agree").click()
    for one in (player, ben):
        one.page.wait_for_selector("#main[data-turn=over]")
        assert "The round is void" in one.page.locator("round-card h2").inner_text()
        assert not one.page.locator("#clock").is_visible()


def test_a_seat_is_taken_back_from_the_computer(player: Player, ben: Player) -> None:
    together(player, ben, {"turn": 5, "late": "computer"})
    seat = player.page.get_by_role("group", name="Your seat")
    seat.get_by_text("The computer plays on for you.").wait_for()
    player.page.locator("#now").get_by_text("Black led").wait_for()  # what was done for her is told like what others do
    seat.get_by_role("button", name="Take the seat back").click()
    seat.wait_for(state="hidden")


def test_the_new_game_page_offers_time_and_the_invitation_tells_it(player: Player, ben: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/new")
    page.check("input[name=rules][value=ply-yard]", force=True)
    page.check("input[name=level1][value=open]", force=True)
    page.locator("summary", has_text="Time").click()
    assert not page.locator(".timed").is_visible(), "without a clock no time runs out"
    page.check("input[name=turn][value='30']", force=True)
    page.check("input[name=late][value=computer]", force=True)
    page.check("input[name=away][value=forfeit]", force=True)
    page.check("input[name=listed]")
    page.get_by_role("button", name="Deal").click()
    page.wait_for_selector(".qr")
    told = (
        "30 seconds for each move. When time is up, the computer plays on until the seat is taken back.",
        "A player who is away at their turn has 60 seconds to come back; then the round is forfeited.",
    )
    for sentence in told:
        page.locator("#time").get_by_text(sentence).wait_for()
    ben.page.goto(page.get_by_label("Link", exact=True).input_value())
    for sentence in told:
        ben.page.get_by_text(sentence).wait_for()
    ben.page.goto(f"{ben.address}/lobby")
    ben.page.locator("#tables").get_by_text("30 seconds a move").first.wait_for()
