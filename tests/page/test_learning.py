"""Learning on the page: reasons in one tap, a review that answers on its skill first, mistakes again, and paper."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from blunders import AT, BLUNDER

from .driving import Player


def opened(player: Player, record: dict[str, Any]) -> None:
    """The replay of a record, through the eyes of its first seat."""
    page = player.page
    page.goto(f"{player.address}/replay")
    page.fill("textarea", json.dumps(record))
    page.locator("main form button[type=submit]").click()
    page.locator("#eyes select").select_option("0")


def test_a_skill_is_picked_before_the_round_and_a_reason_given_in_one_tap_and_kept_for_its_owner(
    player: Player,
) -> None:
    page = player.page
    page.goto(f"{player.address}/new")
    page.get_by_label("Skill to work on").select_option("ends")
    player.sit("ply-yard", 2)
    assert page.locator("#skill select").input_value() == "ends"
    player.move_by_clicks()
    expect(page.locator("#why")).to_contain_text("Why ")
    with page.expect_response(re.compile("/notes$")):
        page.locator("#why button").first.click()
    expect(page.locator("#why")).to_be_hidden()
    notes = page.request.get(page.url.replace("/table/", "/api/tables/") + "/notes").json()
    assert notes["skill"] == "ends"
    (note,) = notes["notes"]
    assert note["text"].startswith("[ends] ")


def test_the_review_answers_on_the_skill_first_and_keeps_the_mistakes_and_prints(player: Player) -> None:
    opened(player, {**BLUNDER, "comments": {str(AT): "[ends] keeps my suit open"}})
    page = player.page
    page.locator(".keep input").check()
    page.locator("#review .head-button").first.click()
    first = page.locator(".skill-first")
    expect(first).to_contain_text("The reason given: keeps my suit open", timeout=60_000)
    assert first.locator("select").input_value() == "ends"
    expect(page.locator(".kept")).to_contain_text("kept for practice")
    expect(page.locator("#review")).to_contain_text("Valued by")
    expect(page.locator(".printed")).to_be_attached()
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    page.get_by_role("button", name="Print").click()
    expect(page.locator("body[data-printed]")).to_be_attached()
    decisions = page.locator(".printed ol > li").count()
    assert page.locator(".printed svg").count() >= decisions - 1  # the lead has no line before it
    for paper in ("A4", "Letter"):
        pages = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))
        assert 2 <= pages <= 3 + decisions // 2
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="screen")

    page.goto(f"{player.address}/learn/mistakes")
    page.locator("main a.main-button").click()
    page.keyboard.press("Tab")
    page.locator("fieldset label").first.click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.locator(".answered")).to_contain_text("Then you played")
