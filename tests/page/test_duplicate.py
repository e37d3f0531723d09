"""Duplicates in browsers: alone against the computer, and two people at different tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route

from .conftest import PLAIN
from .driving import Player, Serving
from .places import resign

pytestmark = pytest.mark.browser


@pytest.fixture
def ben(browser: Browser, serving: Serving) -> Iterator[Player]:
    """A second visitor, on a phone."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    visitor = Player(context.new_page(), serving.address)
    yield visitor
    context.close()
    assert visitor.errors == []


def make(ann: Player, deals: int) -> str:
    """Make a duplicate; its address."""
    page = ann.page
    page.goto(f"{ann.address}/new")
    page.get_by_role("link", name="Duplicate").click()
    page.get_by_label("Deals").fill(str(deals))
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Make the duplicate").click()
    page.wait_for_selector("main.duplicate")
    return page.get_by_label("Link", exact=True).input_value()


def test_only_seats_and_tables_that_the_rules_have_are_offered(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/duplicate")

    def shown(what: str) -> list[str]:
        inputs = page.locator(f"form.new-game [name={what}]")
        return [one.get_attribute("value") or "" for one in inputs.all() if one.locator("..").is_visible()]

    page.select_option("[name=rules]", "ranked-draw")
    assert shown("players") == ["2", "3", "4"]
    assert shown("tables") == ["2"], "of two seats each there are two tables"
    page.locator("label", has=page.locator("[name=players][value='4']")).click()
    assert shown("tables") == ["2", "3", "4"]
    page.locator("label", has=page.locator("[name=tables][value='3']")).click()
    page.select_option("[name=rules]", "ply-yard")
    assert (shown("players"), shown("tables")) == (["2"], ["2"])
    assert page.is_checked("[name=players][value='2']")
    assert page.is_checked("[name=tables][value='2']")
    page.select_option("[name=rules]", "partners")
    assert shown("players") == ["4"]
    assert page.is_checked("[name=players][value='4']")


def test_who_has_copied_the_link_reads_so_also_when_the_page_is_shown_anew(player: Player) -> None:
    page = player.page
    held: list[Route] = []
    page.route("**/string", lambda route: held.append(route))  # noqa: PLW0108  # playwright asks how many it takes
    make(player, 2)
    before = page.locator("main.duplicate").get_attribute("data-n")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    held[0].continue_()
    page.locator(f"main.duplicate:not([data-n='{before}'])").wait_for()
    assert page.locator("#copy").inner_text() == "Copied"
    assert player.focused("#copy")


def to_table(player: Player) -> None:
    """Go to one's table."""
    player.page.click("#go")
    player.ready()


def test_alone_against_the_computer_each_deal_is_compared_with_the_other_table(player: Player) -> None:
    page = player.page
    make(player, 2)
    page.get_by_role("button", name="Start with the computer").click()
    page.wait_for_selector("#go")
    assert page.locator(".board tfoot").count() == 0, "there is nothing to sum up yet"
    to_table(player)
    player.finish()
    page.locator("round-card").get_by_text("Deal 1 of 2 in a duplicate.").wait_for()
    page.get_by_role("link", name="Next deal").click()
    player.ready()
    player.finish()
    page.get_by_role("button", name="Check the deal").click()
    page.wait_for_selector(".check .steps")
    assert page.locator(".check h2").inner_text() == "The deal is proved: nobody could choose it"
    assert page.locator(".check li.right").count() == 5, "the string this browser sent is in every deal"
    page.get_by_role("button", name="Close").click()
    page.get_by_role("link", name="Results").click()
    page.get_by_text("All deals are played.").wait_for()
    assert page.locator(".board tbody a").count() == 4
    assert player.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_the_sheet_shows_every_table_and_whose_each_number_is(ben: Player) -> None:
    page = ben.page
    page.goto(f"{ben.address}/rules")
    wish = {"rules": "ranked-draw", "players": 3, "deals": 1, "name": "Ben"}
    made = ben.evaluate(
        "async (wish) => (await fetch('/api/duplicates', { method: 'POST', body: JSON.stringify(wish),"
        " headers: { 'content-type': 'application/json' } })).json()",
        wish,
    )
    page.goto(ben.address + made["url"])
    page.get_by_role("button", name="Start with the computer").click()
    to_table(ben)
    resign(ben)
    page.get_by_role("link", name="Results").click()
    page.get_by_text("All deals are played.").wait_for()
    board = page.get_by_role("table")
    for part in ("tbody", "tfoot"):
        whose = [" ".join(text.split()) for text in board.locator(f"{part} .made small").all_inner_texts()]
        assert whose == ["Seat 1 You", "Seat 2 Computer", "Seat 3 Computer", *(f"Seat {n} Computer" for n in (1, 2, 3))]
    assert board.get_by_role("cell").count() == 4
    outside = "() => [...document.querySelectorAll('.board .number')].filter((e) => {"
    outside += " const { left, right } = e.getBoundingClientRect(); return left < 0 || right > innerWidth; }).length"
    assert ben.evaluate(outside) == 0
    assert ben.evaluate("[document.documentElement, document.querySelector('.scroll')].every("
                        "(e) => e.scrollWidth <= e.clientWidth)")  # fmt: skip


def test_two_people_see_nothing_of_the_deal_until_both_tables_have_played_it(player: Player, ben: Player) -> None:
    link = make(player, 1)
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit here").nth(1).click()
    ben.page.get_by_text("The one who made the duplicate starts it.").wait_for()
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player.page.locator(".places").get_by_text("Ben").wait_for()
    player.page.get_by_role("button", name="Start with the computer").click()
    player.page.wait_for_selector("#go")
    to_table(player)
    ben.page.wait_for_url(lambda url: "/table/" in url)
    ben.ready()
    ben.page.goto(player.page.url)
    ben.page.wait_for_selector("main.duplicate")  # the other table is not to be watched
    player.finish()
    card = player.page.locator("round-card")
    card.get_by_text("All hands and the boneyard are shown when the other tables have played it too.").wait_for()
    assert card.locator(".sheet li").count() == 0
    assert not player.page.get_by_role("button", name="Check the deal").is_visible()
    to_table(ben)
    ben.finish()
    ben.page.locator("round-card .sheet li").nth(1).wait_for()
    card.locator(".sheet li").nth(1).wait_for()
    player.page.get_by_role("button", name="Check the deal").wait_for()
    player.page.get_by_role("link", name="Results").click()
    player.page.get_by_text("All deals are played.").wait_for()


AWAY_AT_ONCE = "import doublesix.server.duplicates as duplicates\nduplicates.GRACE = 0.0"
"""Who is not there counts as away without the five minutes."""


def test_the_computer_plays_on_for_who_is_away_when_another_says_so(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    serving = Serving(tmp_path_factory.mktemp("data"), first=AWAY_AT_ONCE)
    contexts = [browser.new_context(viewport={"width": 360, "height": 740}, **PLAIN) for _ in range(2)]
    ann, ben = [Player(context.new_page(), serving.address) for context in contexts]
    ben.page.goto(make(ann, 1))
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit here").nth(1).click()
    ben.page.get_by_text("The one who made the duplicate starts it.").wait_for()
    contexts[1].close()
    page, sheet = ann.page, ann.page.url
    page.get_by_role("button", name="Start with the computer").click()
    to_table(ann)
    resign(ann)
    page.goto(sheet)
    page.get_by_text("The other tables are still at it.").wait_for()
    page.get_by_text("Somebody has been away for five minutes").wait_for()
    stand_in = page.get_by_role("button", name="Let the computer play on")
    assert stand_in.count() == 1, "beside Ben, and nobody else"
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")
    name = page.get_by_text("Ben", exact=True)
    assert name.evaluate("(e) => e.getClientRects().length + Math.round(e.offsetHeight / 24)") == 2, "it is one line"
    stand_in.press("Enter")
    page.get_by_text("All deals are played.").wait_for()
    page.get_by_text("has gone; the computer plays on").wait_for()
    assert stand_in.count() == 0
    assert ann.errors == ben.errors == []
    contexts[0].close()
    serving.stop()
