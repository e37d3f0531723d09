"""The state of the connection is always shown, and nothing asked for is lost when the server dies."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from .driving import Player, Serving, another_version

pytestmark = pytest.mark.browser


@pytest.fixture
def mortal(browser: Browser, tmp_path: Path) -> Iterator[tuple[Player, Serving]]:
    """A visitor of a server of his own."""
    server = Serving(tmp_path / "data")
    context = browser.new_context(reduced_motion="reduce")
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


DRAWINGS = """(() => {
  const own = Object.getOwnPropertyDescriptor(Element.prototype, 'clientWidth');
  window.drawings = 0;
  Object.defineProperty(Element.prototype, 'clientWidth', { ...own, get() {
    if (this.localName === 'domino-line') window.drawings += 1;
    return own.get.call(this);
  } });
})();"""
"""Counts how often the line asks for its size, as it does each time it is drawn."""


def test_on_a_visit_the_line_is_drawn_once(player: Player) -> None:
    """The connection is opened, and a snapshot says what the page came with: neither draws the line again."""
    page = player.page
    player.play_now()
    assert player.wait_for_turn()
    page.add_init_script(DRAWINGS)
    with page.expect_websocket() as opened:
        page.reload()
    opened.value.wait_for_event("framereceived", lambda frame: '"snapshot"' in str(frame))
    player.ready()
    assert player.evaluate("() => new Promise((go) => setTimeout(() => go(window.drawings), 100))") == 1
    player.move_by_clicks()
    assert player.evaluate("() => window.drawings") > 1


def test_p35_without_a_line_the_round_is_paused_and_goes_on_by_itself_where_it_was(player: Player) -> None:
    """The line is gone: the round stays on screen and says so; what is chosen meanwhile is not sent, then or later."""
    page = player.page
    player.play_now()
    assert player.wait_for_turn()
    n, laid = player.n, page.locator(".laid").count()
    page.context.set_offline(True)
    expect(page.locator("#paused")).to_contain_text("The round is paused")
    expect(page.locator("#say")).to_contain_text("The connection is lost")
    expect(page.locator("#link")).to_have_text("Reconnecting")
    assert page.locator(".laid").count() == laid
    tile = player.fitting.first.get_attribute("data-key")
    player.fitting.first.click()
    player.ghosts.first.click()
    expect(page.locator("#now")).to_contain_text("Nothing was sent")
    expect(page.locator(".laid .pending")).to_have_count(0)
    page.context.set_offline(False)
    player.ready()
    expect(page.locator("#paused")).to_be_hidden()
    expect(page.locator("#say")).to_contain_text("Connected again")
    assert (player.n, page.locator(f'.held[data-key="{tile}"]').count()) == (n, 1)
    player.errors.clear()  # the browser notes every try as an error
    player.finish()
    expect(page.locator("round-card h2")).to_be_visible()


def test_p33_a_move_chosen_while_the_server_was_away_is_refused_and_not_sent_later(
    mortal: tuple[Player, Serving],
) -> None:
    player, server = mortal
    player.play_now()
    assert player.wait_for_turn()
    server.stop(signal.SIGKILL)
    expect(player.page.locator("#paused")).to_be_visible()
    tile = player.fitting.first.get_attribute("data-key")
    player.fitting.first.click()
    player.ghosts.first.click()
    expect(player.page.locator("#now")).to_contain_text("Nothing was sent")
    server.start()
    player.ready()
    assert player.page.locator(f'.held[data-key="{tile}"]').count() == 1
    player.move_by_clicks()
    assert player.wait_for_turn()


def test_a_new_version_is_offered_when_the_round_is_over_and_not_before(mortal: tuple[Player, Serving]) -> None:
    player, server = mortal
    page = player.page
    player.play_now()
    assert player.wait_for_turn()
    server.stop(signal.SIGKILL)
    expect(page.locator("#paused")).to_be_visible()
    server.languages = another_version(server.data.parent)
    with page.expect_response("**/api/version"):
        server.start()
    player.ready()
    assert player.wait_for_turn()
    files = "() => document.querySelector('link[rel=icon]').getAttribute('href')"
    before = player.evaluate(files)
    player.finish()
    offer = page.locator(".renewal")
    expect(offer).to_contain_text("A new version is ready.")
    assert player.evaluate(files) == before, "nothing is loaded unasked"
    offer.get_by_role("button", name="Load it").click()
    page.wait_for_function(f"(before) => ({files})() !== before", arg=before)
    expect(page.locator("round-card h2")).to_be_visible()
    expect(offer).to_have_count(0)


def second_window(player: Player) -> Player:
    """A round against the computer, one's own turn, in two windows of one browser: the second."""
    player.play_now()
    assert player.wait_for_turn()
    other = Player(player.page.context.new_page(), player.address)
    other.page.goto(player.page.url)
    other.ready()
    assert other.wait_for_turn()
    return other


def test_two_windows_of_one_seat_stay_in_step_and_a_stale_move_is_refused(player: Player) -> None:
    other = second_window(player)
    n = player.n
    player.move_by_clicks()
    other.after(n)
    assert player.wait_for_turn()
    assert other.wait_for_turn()
    assert [tile.get_attribute("data-key") for tile in other.page.locator(".held").all()] == [
        tile.get_attribute("data-key") for tile in player.page.locator(".held").all()
    ]


def test_p41_a_page_that_slept_is_up_to_date_when_it_wakes(player: Player) -> None:
    asleep: list[bool] = []
    lines: list[WebSocketRoute] = []

    def meet(line: WebSocketRoute) -> None:
        """Nothing goes through a line that was there before the page slept, and neither end is told."""
        number, server = len(lines), line.connect_to_server()
        lines.append(line)

        def to(end: WebSocketRoute, message: str | bytes) -> None:
            if not (asleep and number == 0):
                end.send(message)

        line.on_message(partial(to, server))
        server.on_message(partial(to, line))

    player.play_now()
    assert player.wait_for_turn()
    other = Player(player.page.context.new_page(), player.address)
    other.page.route_web_socket("**/ws?**", meet)
    other.page.goto(player.page.url)
    assert other.wait_for_turn()
    asleep.append(True)
    n = player.n
    player.page.bring_to_front()
    player.move_by_clicks()
    player.after(n)
    assert player.wait_for_turn()
    assert other.n == n, "nothing has come through"
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    other.page.wait_for_function("(n) => Number(document.querySelector('#main').dataset.n) >= n", arg=player.n)
    assert other.wait_for_turn()
    assert len(lines) == 2, "one new line, and no reload"


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
