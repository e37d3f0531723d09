"""Accounts in the browser: signing up, playing for ratings, the profile, one's data, and going again."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .driving import Player, Serving

pytestmark = pytest.mark.browser

PASSWORD = "seven tiles each"
NAMELESS = """() => [...document.querySelectorAll('input, select, textarea, button, a[href]')]
  .filter((node) => node.getClientRects().length)
  .filter((node) => !(node.labels?.length || node.getAttribute('aria-label') || node.textContent.trim()))
  .map((node) => node.outerHTML)"""
"""What can be used and has no name that a screen reader could say."""
FAULTS = """() => {
  const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
  const headings = [...document.querySelectorAll('h1, h2, h3')].map((node) => Number(node.tagName[1]));
  const small = [...document.querySelectorAll('main button, main .field input')].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width && box.height < 24;
  });
  return {
    twice: ids.filter((id, index) => ids.indexOf(id) !== index),
    jumps: headings.filter((level, index) => index && level > headings[index - 1] + 1),
    titles: headings.filter((level) => level === 1).length,
    small: small.map((node) => node.outerHTML),
    wide: document.documentElement.scrollWidth > innerWidth,
    language: document.documentElement.lang !== '',
    described: [...document.querySelectorAll('[aria-describedby]')].filter((node) =>
      !document.getElementById(node.getAttribute('aria-describedby'))).length,
  };
}"""


@pytest.fixture
def ben(browser: Browser, serving: Serving) -> Iterator[Player]:
    """A second visitor."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    visitor = Player(context.new_page(), serving.address)
    yield visitor
    context.close()
    assert visitor.errors == []


def form(page: Page, name: str) -> Locator:
    return page.locator(f'form[action="/account/{name}"]')


def sign_up(player: Player, name: str) -> None:
    player.page.goto(f"{player.address}/account")
    up = form(player.page, "new")
    up.get_by_label("Name").fill(name)
    up.get_by_label("Password").fill(PASSWORD)
    up.get_by_role("button", name="Make the account").click()
    player.page.get_by_role("button", name="Sign out", exact=True).wait_for()


def test_from_signing_up_over_a_rated_round_and_the_profile_to_deleting_everything(
    player: Player, ben: Player
) -> None:
    sign_up(player, "Annabel")
    sign_up(ben, "Benjamin")
    page = player.page
    page.goto(f"{player.address}/new")
    page.check("input[name=rules][value=ranked-block]", force=True)
    page.check("input[name=level1][value=open]", force=True)
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Deal").click()
    page.get_by_text("The result counts for ratings.").wait_for()
    ben.page.goto(page.get_by_label("Link", exact=True).input_value())
    ben.page.get_by_text("You play as Benjamin.").wait_for()
    ben.page.get_by_role("button", name="Sit down").click()
    ben.ready()
    player.ready()
    page.get_by_role("button", name="Chat", exact=True).click()
    page.get_by_role("button", name="Good luck!").click()
    ben.page.get_by_role("button", name="Chat", exact=True).click()
    ben.page.locator(".lines").get_by_text("Good luck!").wait_for()
    ben.page.get_by_text("Options").click()
    ben.page.get_by_role("button", name="Resign").click()
    ben.page.get_by_role("button", name="Yes, resign").click()
    page.locator("round-card .rated li").first.wait_for()
    told = page.locator("round-card .rated").inner_text()
    assert "Your rating: 1500 → 15" in told
    assert "Benjamin's rating: 1500 → 14" in told
    table = page.url
    page.locator("round-card").get_by_role("link", name="Benjamin").click()
    page.get_by_role("heading", name="Benjamin").wait_for()
    assert page.get_by_role("img", name="Rating over one rated result").count() == 1
    page.get_by_text("The same as numbers").click()
    assert "±" in page.locator("details table").inner_text()
    page.get_by_role("link", name="Annabel").first.click()
    page.get_by_role("link", name="Account and my data").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Get my data").click()
    with zipfile.ZipFile(download.value.path()) as file:
        assert json.loads(file.read("profile.json"))["name"] == "Annabel"
    page.get_by_text("Delete my data").click()
    form(page, "delete").get_by_label("Present password").fill(PASSWORD)
    page.get_by_role("button", name="Delete everything").click()
    page.wait_for_url(f"{player.address}/")
    open_still = ben.page.locator("body")
    expect(ben.page.locator("round-card")).to_contain_text("Removed player")
    expect(open_still).not_to_contain_text("Annabel", use_inner_text=True)
    expect(ben.page.locator(".lines b")).to_have_text("Removed player")
    ben.page.goto(table)
    ben.page.locator("round-card").wait_for()
    assert "Removed player" in ben.page.locator("main").inner_text()
    ben.page.goto(f"{ben.address}/player/Benjamin")
    assert "Removed player" in ben.page.locator("main").inner_text()


def test_signing_up_in_and_out_by_keyboard_alone(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/account")
    form(page, "new").get_by_label("Name").focus()
    page.keyboard.type("Keyboard")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    out = page.get_by_role("button", name="Sign out", exact=True)
    out.wait_for()
    out.focus()
    assert out.evaluate("(node) => getComputedStyle(node).outlineStyle") != "none"
    page.keyboard.press("Enter")
    form(page, "in").get_by_label("Name").wait_for()
    form(page, "in").get_by_label("Name").focus()
    page.keyboard.type("keyboard")
    page.keyboard.press("Tab")
    page.keyboard.type("wrong password")
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("do not belong together").wait_for()
    described = form(page, "in").get_by_label("Password").get_attribute("aria-describedby")
    assert described
    assert "belong together" in page.locator(f"#{described}").inner_text()
    player.errors.clear()  # the browser notes the refusal


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1440, 900)])
def test_the_pages_have_names_for_everything_and_fit_the_screen(player: Player, size: tuple[int, int]) -> None:
    page = player.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{player.address}/account")
    addresses = ["/account", "/ratings", "/new", "/lobby"]
    check(page, player.address, addresses)
    sign_up(player, f"Sized {'abc'[[360, 768, 1440].index(size[0])]}")
    check(page, player.address, [*addresses, page.get_by_role("link", name="Your profile").get_attribute("href") or ""])


def check(page: Page, address: str, paths: list[str]) -> None:
    for path in paths:
        page.goto(address + path)
        assert page.evaluate(NAMELESS) == [], path
        found: dict[str, Any] = page.evaluate(FAULTS)
        expected = {"twice": [], "jumps": [], "titles": 1, "small": [], "wide": False, "language": True, "described": 0}
        assert found == expected, path


def test_a_passkey_opens_the_account_without_a_password(player: Player) -> None:
    page = player.page
    address = player.address.replace("127.0.0.1", "localhost")
    keys = page.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    more = {"isUserVerified": True, "automaticPresenceSimulation": True}
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": device | more})
    page.goto(f"{address}/account")
    form(page, "new").get_by_label("Name").fill("Key Holder")
    page.get_by_role("button", name="With a passkey instead").click()
    page.get_by_role("heading", name="Key Holder").wait_for()
    assert page.get_by_text("Made on").count() == 1
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="With a passkey", exact=True).click()
    page.get_by_role("heading", name="Key Holder").wait_for()
    page.get_by_role("button", name="Remove the passkey").click()
    page.get_by_text("This is the only way into your account").wait_for()
    player.errors.clear()  # the browser notes the refusal


def test_where_browsers_offer_no_passkeys_the_page_says_so(player: Player) -> None:
    player.page.goto(f"{player.address}/account")
    player.page.get_by_text("Passkeys need HTTPS").wait_for()
    assert player.page.get_by_role("button", name="passkey").count() == 0
