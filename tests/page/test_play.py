"""Whole rounds in the browser against the real server: by clicks, by one tap with ghosts, a match, and what is said."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .driving import Player

pytestmark = pytest.mark.browser
TILE_NAME = re.compile(
    r"(double \w+|\w+ \w+), "
    r"(does not fit|may be led|fits (left|right) end, \w+|fits both ends, left \w+ and right \w+)"
)


def test_play_now_and_a_whole_round_by_clicks(player: Player) -> None:
    player.play_now()
    page = player.page
    expect(page.locator("seat-strip .label")).to_have_text(["White"])
    expect(page.locator("score-pad th")).to_have_text(["Black (you)", "White"])
    assert player.wait_for_turn(), "Black leads"
    assert player.fitting.count() == 7, "any tile may be led, and all are lifted from the first turn"
    made = player.finish()
    assert set(made) <= {"two", "draw", "pass"}, "on the reserve table a tile is played by two taps"
    card = page.locator("round-card")
    expect(card.get_by_role("heading")).to_contain_text(re.compile("wins|tie"))
    expect(card.locator(".sheet li > b")).to_have_text(["Black", "White"])
    assert page.locator(".laid").first.is_visible(), "the line is still in sight"
    pips = [int(text.split()[0]) for text in card.locator(".points").all_text_contents()]
    for row, total in zip(card.locator(".sheet li").all(), pips, strict=True):
        if total:
            assert row.locator(".sum").inner_text().endswith(f"= {total}")
    table = page.url
    card.get_by_role("button", name="Again").click()
    page.wait_for_url(lambda url: url != table)
    player.ready()
    assert player.wait_for_turn()


def test_white_is_chosen_and_the_computer_leads(player: Player) -> None:
    player.page.goto(player.address)
    player.page.check("input[name=side][value=white]", force=True)
    player.page.get_by_role("button", name="Play now").click()
    player.ready()
    expect(player.page.locator("score-pad th")).to_have_text(["Black", "White (you)"])
    assert player.wait_for_turn()
    assert player.page.locator(".laid").count() == 1


def test_ranked_draw_with_four_seats_by_one_tap_and_ghosts(player: Player) -> None:
    player.sit("ranked-draw", 4)
    expect(player.page.locator("seat-strip .seat:not(.pile)")).to_have_count(3)
    seen = set()
    while player.wait_for_turn():
        names = [tile.get_attribute("aria-label") or "" for tile in player.fitting.all()]
        one = next((i for i, name in enumerate(names) if "both ends" not in name), 0)
        both = next((i for i, name in enumerate(names) if "both ends" in name), None)
        how = player.move_by_clicks(both if both is not None else one)
        assert how in {"draw", "pass"} or how == ("two" if both is not None else "one")
        seen.add(how)
    assert "one" in seen
    expect(player.page.locator("round-card .sheet li")).to_have_count(4)


def test_after_a_round_of_a_match_the_sheet_leads_to_the_next(player: Player) -> None:
    player.sit("draw-100", 2)
    page = player.page
    expect(page.locator("score-pad .big")).to_have_text("Round 1 to 100")
    player.finish()
    card = page.locator("round-card")
    reasons = " ".join(card.locator(".reasons p").all_text_contents())
    assert "leader anew" in reasons, "why who opens next"
    assert re.search(r"pips left|nobody|Nobody|level", reasons), "the sum, or why nobody scores"
    running = [int(text.split()[0]) for text in card.locator(".points small").all_text_contents()]
    expect(page.locator("score-pad .score td:last-child")).to_have_text([str(score) for score in running])
    n = player.n
    card.get_by_role("button", name=re.compile("Next round|Deal again")).click()
    player.after(n)
    expect(page.locator("score-pad .big")).to_have_text("Round 2 to 100")
    assert card.is_hidden()
    expect(page.locator("score-pad .score td:last-child")).to_have_text([str(score) for score in running])
    assert player.wait_for_turn()
    assert player.focused("domino-hand, .acts")


def test_a_match_ends_at_its_target(player: Player) -> None:
    target = {"points": 12, "mode": "at-least", "when": "round"}
    player.sit_by_address({"base": "draw-100", "target": target}, ["you", "easy", "easy"], match=True)
    card = player.page.locator("round-card")
    while True:
        player.finish()
        if card.get_by_role("button", name="Again", exact=True).is_visible():
            break
        n = player.n
        card.get_by_role("button", name=re.compile("Next round|Deal again")).click()
        player.after(n)
    scores = [int(text.split()[0]) for text in card.locator(".points small").all_text_contents()]
    assert max(scores) >= 12
    expect(card.get_by_role("heading")).to_contain_text("the match")


def test_a_setting_makes_either_way_hold_everywhere(player: Player) -> None:
    player.play_now()
    player.page.click("#options summary")
    player.page.check("input[name=tap][value=one]")
    player.page.keyboard.press("Escape")
    assert player.wait_for_turn()
    assert player.move_by_clicks() == "one"
    player.sit("ranked-block", 2)
    player.page.click("#options summary")
    player.page.check("input[name=tap][value=two]")
    player.page.keyboard.press("Escape")
    while player.wait_for_turn():
        how = player.move_by_clicks()
        assert how != "one"
        if how == "two":
            break


def test_an_impossible_tile_says_why_and_a_stray_tap_cancels(player: Player) -> None:
    player.sit("ply-yard", 2)
    said = False
    while player.wait_for_turn() and not said:
        wrong = player.page.locator(".held.no")
        if player.fitting.count() and wrong.count():
            wrong.first.click(force=True)
            expect(player.page.locator("#now")).to_contain_text(re.compile(r"has no"))
            expect(player.page.locator("#say p").last).to_contain_text("has no")
            assert player.ghosts.count() == 0
            player.fitting.first.click()
            assert player.ghosts.count() >= 1
            player.page.locator("seat-strip").click()
            assert player.ghosts.count() == 0
            assert player.page.locator(".held.chosen").count() == 0
            said = True
        player.move_by_clicks()
    assert said


def test_the_left_and_right_buttons_show_their_ends_and_play(player: Player) -> None:
    player.sit("ply-yard", 2)
    played = False
    while player.wait_for_turn():
        if player.fitting.count() and player.page.locator(".laid").count():
            n = player.n
            tile = player.fitting.first
            tile.click()
            side = "left" if player.page.locator("#left:not([aria-disabled])").count() else "right"
            value = player.page.locator(f"#{side} b").inner_text()
            assert value in (tile.get_attribute("data-key") or "").split("-")
            player.page.click(f"#{side}")
            player.after(n)
            played = True
        else:
            player.move_by_clicks()
    assert played


def test_draw_and_pass_appear_only_when_they_are_legal(player: Player) -> None:
    seen = set()
    for _ in range(8):
        player.sit("ply-yard", 2)
        while player.wait_for_turn():
            draw, skip = player.page.locator("#draw"), player.page.locator("#pass")
            assert not (draw.is_visible() and skip.is_visible())
            assert (player.fitting.count() == 0) == (draw.is_visible() or skip.is_visible())
            if draw.is_visible():
                left = int(re.findall(r"(\d+) left, 2 stay in reserve", draw.inner_text().replace("\n", " "))[0])
                assert left > 2
            seen.add(player.move_by_clicks())
        if "draw" in seen:
            return
    pytest.fail("no draw in eight rounds")


def test_every_control_is_named_and_there_is_one_live_region(player: Player) -> None:
    player.sit("ranked-draw", 2)
    assert player.page.locator("[aria-live]:not([aria-live=off]), [role=log], [role=status]").count() == 1
    turns = 0
    while player.wait_for_turn():
        names = player.evaluate(
            "() => [...document.querySelectorAll('.held')].map((b) => [b.ariaLabel, b.ariaDisabled, b.disabled])"
        )
        for name, unfit, disabled in names:
            assert TILE_NAME.fullmatch(name), name
            assert (unfit == "true") == name.endswith("does not fit")
            assert not disabled
        unnamed = player.evaluate(
            "() => [...document.querySelectorAll('button, a, input, summary')]"
            ".filter((e) => !e.closest('[hidden]'))"
            ".filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).length"
        )
        assert unnamed == 0
        player.move_by_clicks(turns)
        turns += 1


def test_what_happens_is_said_in_whole_sentences(player: Player) -> None:
    player.play_now()
    player.evaluate(
        "() => { window.said = []; const say = document.querySelector('#say');"
        " new MutationObserver((all) => all.forEach((one) =>"
        " one.addedNodes.forEach((node) => window.said.push(node.textContent)))).observe(say, { childList: true }); }"
    )
    player.finish()
    said = [sentence for sentence in player.evaluate("() => window.said") if sentence]
    assert all(re.search(r"[.!?]$", sentence) for sentence in said)
    assert re.search(r"(Black|White) (wins|and)|[Tt]ie", " ".join(said[-2:]))


def test_opponents_show_only_their_counts(player: Player) -> None:
    player.sit("ranked-draw", 3)
    while player.wait_for_turn():
        shown = player.evaluate("() => [...document.querySelectorAll('seat-strip .t path')].length")
        assert shown == 0
        known = player.evaluate("() => document.querySelector('#snapshot').textContent")
        assert '"hands"' not in known
        player.move_by_clicks()
