"""Two people talk at a table: phrases in their own pages' words, lines of text, and a mute that is remembered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .driving import Player
from .test_company import invite, sit_down

pytestmark = pytest.mark.browser


def talk(player: Player) -> None:
    """Open the chat."""
    player.page.get_by_role("button", name="Chat", exact=True).click()


def test_two_people_talk_and_one_is_muted_for_good(player: Player, ben: Player) -> None:
    ann = player
    sit_down(ben, invite(ann))
    ann.ready()
    talk(ann)
    assert ann.focused(".chat-sheet form")
    ann.page.get_by_role("button", name="Good luck!").click()
    ann.page.keyboard.press("Tab")
    ben.page.locator(".bubble").get_by_text("Ann: Good luck!").wait_for()
    assert ben.page.locator("#chat-button[data-news]").count() == 1
    assert "Ann: Good luck!" in ben.page.locator("#say").inner_text()
    talk(ben)
    assert ben.page.locator("#chat-button[data-news]").count() == 0
    ben.page.get_by_label("Your line").fill("<b>Thank</b> you")
    ben.page.keyboard.press("Enter")
    ann.page.locator(".lines").get_by_text("<b>Thank</b> you").wait_for()
    expect(ben.page.get_by_label("Your line")).to_have_value("")
    ann.page.locator(".chat-sheet summary").click()
    ann.page.get_by_role("button", name="Mute Ben").click()
    ann.page.locator(".lines").get_by_text("<b>Thank</b> you").wait_for(state="detached")
    ben.page.get_by_role("button", name="Hello!").click()
    ben.page.locator(".lines").get_by_text("Hello!").wait_for()
    ann.page.reload()
    ann.ready()
    talk(ann)
    ann.page.locator(".lines").get_by_text("Good luck!").wait_for()
    assert ann.page.locator(".lines").get_by_text("Hello!").count() == 0, "remembered"
    ann.page.keyboard.press("Escape")
    assert ann.focused("#chat-button")


def test_a_line_that_is_refused_says_why_and_stays(player: Player, ben: Player) -> None:
    sit_down(ben, invite(player))
    player.ready()
    talk(player)
    for _ in range(7):
        player.page.get_by_role("button", name="Oops.").click()
    player.page.get_by_text("That was much at once; wait a little.").wait_for()


def test_alone_with_computers_there_is_no_chat(player: Player) -> None:
    player.play_now()
    assert player.page.locator("#chat-button").is_hidden()


def test_the_host_turns_the_chat_down_and_on_again(player: Player, ben: Player) -> None:
    sit_down(ben, invite(player))
    player.ready()
    ben.ready()
    player.page.locator("#options summary").first.click()
    choice = player.page.get_by_label("People here may say")
    expect(choice).to_have_value("all")
    expect(ben.page.get_by_label("People here may say")).to_be_hidden()
    talk(ben)
    choice.select_option("none")
    expect(ben.page.locator(".chat-sheet")).to_be_hidden()
    expect(ben.page.locator("#chat-button")).to_be_hidden()
    assert "Nothing is said at this table now." in ben.page.locator("#say").inner_text()
    choice.select_option("phrases")
    expect(ben.page.locator("#chat-button")).to_be_visible()
    talk(ben)
    expect(ben.page.get_by_label("Your line")).to_be_hidden()
    ben.page.get_by_role("button", name="Hello!").click()
    ben.page.locator(".lines").get_by_text("Hello!").wait_for()
