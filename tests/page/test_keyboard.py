"""The keyboard alone is enough, and the focus is never lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .driving import Player

pytestmark = pytest.mark.browser


def test_a_whole_round_by_keyboard_alone(player: Player) -> None:
    page = player.page
    page.goto(player.address)
    for _ in range(12):
        page.keyboard.press("Tab")
        if player.evaluate("() => document.activeElement.textContent === 'Play now'"):
            break
    page.keyboard.press("Enter")
    player.ready()
    turns = 0
    while player.wait_for_turn():
        turns += 1
        assert player.focused("domino-hand, .acts"), "the focus is at my tiles when it is my turn"
        n = player.n
        if page.locator("#draw").is_visible():
            page.keyboard.press("d")
        elif page.locator("#pass").is_visible():
            page.keyboard.press("p")
        else:
            assert player.focused("domino-hand"), "the focus is in the hand"
            for _ in range(24):
                if player.focused(".held.fits"):
                    break
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            expect(player.ghosts.first).to_be_visible()
            if turns % 3 == 0:
                page.keyboard.press("Escape")
                assert player.ghosts.count() == 0
                assert player.focused(".held.fits")
                page.keyboard.press("Enter")
            if turns % 2 and page.locator(".laid").count():
                page.keyboard.press("l" if page.locator("#left:not([aria-disabled])").count() else "r")
            else:
                page.keyboard.press("Enter")
                if player.ghosts.count():
                    assert player.focused(".ghost"), "with two ends Enter goes to the ghosts"
                    page.keyboard.press("ArrowRight")
                    page.keyboard.press("Enter")
        player.after(n)
        assert not player.evaluate("() => document.activeElement === document.body")
    assert player.focused("round-card"), "the end is where the focus goes"
    url = page.url
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda now: now != url)


def test_the_focus_is_in_the_hand_whenever_it_is_my_turn(player: Player) -> None:
    """On the ranked tables too, with one tap by Enter and a computer that draws in between."""
    player.sit("ranked-draw", 2)
    page = player.page
    while player.wait_for_turn():
        assert player.focused("domino-hand, .acts")
        n = player.n
        for name in ("draw", "pass"):
            if page.locator(f"#{name}").is_visible():
                page.focus(f"#{name}")
                page.keyboard.press("Enter")
                break
        else:
            assert player.focused("domino-hand")
            while not player.focused(".held.fits"):
                page.keyboard.press("ArrowLeft")
            page.keyboard.press("Enter")
            if player.ghosts.count():
                page.keyboard.press("Enter")
                page.keyboard.press("Enter")
        player.after(n)


def test_letters_play_only_while_the_focus_is_at_the_table_and_can_be_switched_off(player: Player) -> None:
    player.play_now()
    page = player.page
    assert player.wait_for_turn()
    page.focus(".mark")
    page.keyboard.press("d")
    assert page.locator("#now").inner_text().endswith("Any tile may be led.")
    page.click("#options summary")
    page.uncheck("input[name=keys]")
    page.keyboard.press("Escape")
    page.focus(".held")
    page.keyboard.press("d")
    assert page.locator("#now").inner_text().endswith("Any tile may be led.")
    page.click("#options summary")
    page.check("input[name=keys]")
    page.keyboard.press("Escape")
    page.focus(".held")
    page.keyboard.press("d")
    assert not page.locator("#now").inner_text().endswith("Any tile may be led."), "it says why nothing can be drawn"


def test_the_pad_opens_on_a_phone_and_gives_the_focus_back(player: Player) -> None:
    player.page.set_viewport_size({"width": 360, "height": 740})
    player.play_now()
    player.wait_for_turn()
    player.page.focus("#pad-button")
    player.page.keyboard.press("Enter")
    assert player.page.locator(".moves").is_visible()
    assert player.focused("score-pad")
    player.page.keyboard.press("Escape")
    assert player.page.locator(".moves").is_hidden()
    assert player.focused("#pad-button")
