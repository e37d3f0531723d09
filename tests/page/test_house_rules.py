"""Making house rules on the page: what they do is said at once, by keyboard alone, and then they are played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from .driving import Player

pytestmark = pytest.mark.browser

#: Controls without a name, small targets, pages wider than the window, ids that stand twice.
FAULTS = """() => {
  const seen = [...document.querySelectorAll('main :is(input, select, textarea, button, a, summary)')];
  const visible = seen.filter((e) => e.checkVisibility() && e.type !== 'hidden');
  const named = (e) => (e.labels?.length ? [...e.labels].map((l) => l.textContent).join('') : '') || e.textContent
    || e.getAttribute('aria-label') || '';
  const small = (e) => {
    const box = (e.type === 'radio' ? e.closest('label') : e).getBoundingClientRect();
    return e.closest('p, li, td, th') && e.matches('a:not(.button)') ? false : box.height < 24 || box.width < 24;
  };
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  return {
    nameless: visible.filter((e) => !named(e).trim()).map((e) => e.outerHTML.slice(0, 80)),
    small: visible.filter(small).map((e) => e.outerHTML.slice(0, 80)),
    wide: document.documentElement.scrollWidth > innerWidth,
    twice: ids.filter((id, at) => ids.indexOf(id) !== at),
    lost: [...document.querySelectorAll('[aria-describedby], [aria-labelledby]')].filter((e) =>
      !document.getElementById(e.getAttribute('aria-describedby') ?? e.getAttribute('aria-labelledby'))).length,
  };
}"""
NONE = {"nameless": [], "small": [], "wide": False, "twice": [], "lost": 0}


def effect(page: Page, field: str) -> str:
    return page.inner_text(f"#effect-{field}")


def test_every_choice_says_at_once_what_it_does(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/house")
    expect(page.locator("#differs")).to_have_text("Exactly Draw to 100, so far.")
    page.get_by_label("Draws some").check(force=True)
    expect(page.locator("#effect-draw_limit")).to_have_text("A stuck seat draws at most 1 tile in a turn, then passes.")
    page.get_by_label("Tiles in a turn at most").fill("3")
    expect(page.locator("#effect-draw_limit")).to_have_text(re.compile("at most 3 tiles"))
    page.get_by_label("Passes").check(force=True)
    expect(page.locator("#effect-reserve")).to_have_text(re.compile("There is no drawing"))
    expect(page.locator("[data-field=reserve]")).to_have_class(re.compile("idle"))
    expect(page.locator("#differs")).to_have_text("Unlike Draw to 100 in 1 line: Who cannot play.")
    page.reload()
    expect(page.get_by_label("Passes")).to_be_checked()


def test_a_contradiction_is_said_at_its_field_and_goes_when_mended(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/house")
    page.get_by_label("2 players", exact=True).fill("15")
    expect(page.locator("#effect-hand_size")).to_have_text(re.compile("deal at most 14 each"))
    expect(page.locator("#said")).to_have_text(re.compile("deal at most 14 each"))
    assert page.get_attribute("[name=deal2]", "aria-invalid") == "true"
    assert page.locator("#copy").is_disabled()
    page.get_by_label("2 players", exact=True).fill("14")
    expect(page.locator("#effect-hand_size")).to_have_text(re.compile("14 with 2 players"))
    assert page.get_attribute("[name=deal2]", "aria-invalid") is None
    assert page.locator("#copy").is_enabled()


def test_rules_are_made_and_played_by_keyboard_alone(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/house")

    def tab_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if player.focused(selector):
                return
        raise AssertionError(f"{selector} cannot be reached by Tab")

    tab_to("[name=deal2]")
    page.keyboard.press("Control+A")
    page.keyboard.type("5")
    tab_to("[name=reserve]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#effect-reserve")).to_have_text("The last 2 tiles of the boneyard are never drawn.")
    assert player.focused("[name=reserve][value='2']"), "the focus stays where one chooses"
    tab_to("[name=title]")
    page.keyboard.type("Five & two")
    tab_to("[value=page]")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Five & two")
    assert "/house/" in page.url
    tab_to(".play-these .main-button")
    page.keyboard.press("Enter")
    player.ready()
    assert page.locator(".held").count() == 5
    player.finish()
    page.get_by_role("link", name="Rules").first.click()
    expect(page.locator("h1")).to_have_text("Five & two")


def test_the_link_is_copied_or_said_where_that_cannot_be(player: Player) -> None:
    page = player.page
    page.add_init_script(
        "window.copied = []; Object.defineProperty(navigator, 'clipboard', { value: { writeText: "
        "async (text) => { if (window.closed_to_us) throw new Error('no'); window.copied.push(text); } } });"
        " document.execCommand = () => false;"
    )
    page.goto(f"{player.address}/rules/block")
    button, address = page.locator("[data-copy]"), f"{player.address}/rules/block"
    button.click()
    expect(button).to_have_text("Copied")
    expect(page.locator("#said")).to_have_text("The link is copied.")
    assert player.evaluate("window.copied") == [address]
    player.evaluate("window.closed_to_us = true")
    button.click()
    expect(page.locator("#said")).to_have_text(f"Copy this address: {address}")
    expect(button).to_have_text("Copy link")


def test_without_script_the_form_goes_round_by_the_server(player: Player) -> None:
    context = player.page.context.browser
    assert context is not None
    page = context.new_context(java_script_enabled=False).new_page()
    page.goto(f"{player.address}/house")
    page.locator("[name=reserve][value='2']").check(force=True)
    page.get_by_role("button", name="Show what it does").click()
    assert effect(page, "reserve") == "The last 2 tiles of the boneyard are never drawn."
    page.fill("[name=deal2]", "15")
    page.get_by_role("button", name="Play these rules").click()
    assert "deal at most 14 each" in effect(page, "hand_size")
    page.fill("[name=deal2]", "7")
    page.get_by_role("button", name="Play these rules").click()
    assert page.locator("input[name=rules]").first.is_checked()
    page.context.close()


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (768, 1024), (1440, 900)], ids=lambda size: f"{size[0]}")
def test_controls_are_named_large_enough_and_nothing_is_cut_off(player: Player, size: tuple[int, int]) -> None:
    page = player.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for address in ("/rules", "/rules/ply-yard", "/rules/draw-12", "/compare?a=ply-yard&b=five-up", "/house"):
        page.goto(player.address + address)
        assert player.evaluate(FAULTS) == NONE, address
