"""The state of the connection is always shown, and nothing asked for is lost when the server dies."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from .driving import Player, Serving

pytestmark = pytest.mark.browser


@pytest.fixture
def mortal(browser: Browser, tmp_path: Path) -> Iterator[tuple[Player, Serving]]:
    """A visitor of a server of his own."""
    server = Serving(tmp_path / "data")
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(20_000)
    yield Player(context.new_page(), server.address), server
    context.close()
    server.stop()


def test_a_round_goes_on_after_the_server_was_killed(mortal: tuple[Player, Serving]) -> None:
    player, server = mortal
    player.play_now()
    for _ in range(2):
        assert player.wait_for_turn()
        player.move_by_clicks()
    assert player.wait_for_turn()
    before = player.page.locator(".laid").count()
    server.stop(signal.SIGKILL)
    expect(player.page.locator("#link")).to_have_text("Reconnecting")
    server.start()
    player.ready()
    assert player.page.locator(".laid").count() == before
    player.finish()
    expect(player.page.locator("round-card h2")).to_be_visible()


def test_a_move_made_while_the_server_was_away_is_shown_as_pending_and_sent_again(
    mortal: tuple[Player, Serving],
) -> None:
    player, server = mortal
    player.play_now()
    assert player.wait_for_turn()
    server.stop(signal.SIGKILL)
    expect(player.page.locator("#link")).to_have_text("Reconnecting")
    tile = player.fitting.first.get_attribute("data-key")
    player.fitting.first.click()
    player.ghosts.first.click()
    expect(player.page.locator(".laid .pending")).to_have_count(1)
    expect(player.page.locator("#now")).to_contain_text("your move is kept")
    n = player.n
    server.start()
    player.after(n)
    expect(player.page.locator(".laid .pending")).to_have_count(0)
    assert player.page.locator(f'.laid[data-key="{tile}"]').count() == 1
    assert player.page.locator(f'.held[data-key="{tile}"]').count() == 0


def test_two_windows_of_one_seat_stay_in_step_and_a_stale_move_is_refused(player: Player) -> None:
    player.play_now()
    assert player.wait_for_turn()
    other = Player(player.page.context.new_page(), player.address)
    other.page.goto(player.page.url)
    other.ready()
    assert other.wait_for_turn()
    n = player.n
    player.move_by_clicks()
    other.after(n)
    assert player.wait_for_turn()
    assert other.wait_for_turn()
    assert [tile.get_attribute("data-key") for tile in other.page.locator(".held").all()] == [
        tile.get_attribute("data-key") for tile in player.page.locator(".held").all()
    ]


def test_a_visitor_without_the_cookie_watches(player: Player, browser: Browser) -> None:
    player.play_now()
    assert player.wait_for_turn()
    player.move_by_clicks()
    context = browser.new_context()
    watcher = Player(context.new_page(), player.address)
    watcher.page.goto(player.page.url)
    watcher.ready()
    assert watcher.page.locator(".held").count() == 0
    expect(watcher.page.locator("seat-strip .label")).to_have_text(["Black", "White"])
    assert watcher.page.locator(".laid").count() >= 1
    context.close()
    assert watcher.errors == []
