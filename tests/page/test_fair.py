"""Fair deals on the page: the proof in its own script, the string that is sent, and the window that explains them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from doublesix.notation.fair import Fair, commitment, draw_secret, fair_deal
from doublesix.rules import preset

from .driving import Player, Serving
from .node import run_node


def fair_of(rng: random.Random, players: int) -> Fair:
    """A deal's proof, with strings of other scripts among them."""
    secret, table = draw_secret(rng), "t" * rng.randrange(12)
    strings = tuple(rng.choice(["", "mine", "żółw 6–4", "🁡" * 20]) for _ in range(players))
    number = rng.randrange(1, 10**9)
    known = commitment(secret, table, number)
    return Fair(table=table, round=number, commitment=known, strings=strings, secret=secret)


def test_the_page_computes_the_same_proofs_as_the_program(tmp_path: Path) -> None:
    rng = random.Random(3)
    cases: list[dict[str, Any]] = []
    deals: list[dict[str, Any]] = []
    for name, players in [("ply-yard", 2), ("ranked-block", 4), ("draw-9", 3), ("draw-12", 4)] * 6:
        rules, proof = preset(name), fair_of(rng, players)
        hands, boneyard, lot = fair_deal(rules, players, proof.stream())
        size = rules.hand_size[players]
        cases.append({"fair": proof.to_json(), "max_pip": rules.max_pip, "players": players, "size": size})
        told = {"hands": [list(map(str, hand)) for hand in hands], "boneyard": list(map(str, boneyard)), "lot": lot}
        deals.append({"commitment": proof.commitment, **told})
    first = {key: deals[0][key] for key in ("hands", "boneyard")}
    state = {
        "you": 1,
        "players": 2,
        "leader": deals[0]["lot"],
        "rules": {"max_pip": 6},
        "fair": {**cases[0]["fair"], "lot": True},
        "seats": [{"name": "Ann", "label": None, "kind": "person"}] * 2,
        "moves": [{"move": "5-5"}, {"move": "draw:2-0"}, {"move": "draw"}],
    }
    record = {**first, "moves": ["5-5", "draw", "draw"], "players": 2}
    found: Any = run_node("fair.js", tmp_path, {"cases": cases, "state": state, "record": record})
    assert found["wrong"] == []
    assert found["deals"] == deals
    assert found["checks"] == {
        "good": [True] * 5,
        "unseen": [None, None, True, True, True],
        "exchanged": [True, True, False, True, True],
        "string": [True, False, True, True, True],
        "boneyard": [True, True, True, False, True],
        "moves": [True, True, True, True, False],
    }


@pytest.mark.browser
def test_play_now_sends_a_string_and_the_round_is_proved_on_the_page(player: Player) -> None:
    page = player.page
    page.goto(player.address)
    page.click("details.fair summary")
    page.get_by_label("Your string").fill("my own words")
    page.get_by_role("button", name="Play now").click()
    player.ready()
    assert player.page.locator(".check").count() == 0
    player.finish()
    page.get_by_role("button", name="Check the deal").click()
    page.wait_for_selector(".check .steps")
    assert page.locator(".check h2").inner_text() == "The deal is proved: nobody could choose it"
    assert "my own words" in page.locator(".check .steps").inner_text()
    assert page.locator(".check li.right").count() == 5
    page.locator(".check details.fair summary").click()
    page.locator(".check form input").fill("for the next one")
    page.get_by_role("button", name="Add this one").click()
    page.get_by_role("button", name="Close").click()
    page.wait_for_selector(".check", state="detached")
    page.get_by_role("button", name="Again").click()
    page.wait_for_selector("#main[data-turn=mine], #main[data-turn=other]")
    player.finish()
    page.get_by_role("button", name="Check the deal").click()
    page.locator(".check .steps").get_by_text("for the next one").wait_for()
    assert page.locator(".check li.right").count() == 5


@pytest.mark.browser
def test_a_record_that_was_tampered_with_is_found_out_on_the_page(player: Player) -> None:
    player.play_now()
    player.finish()

    def tamper(route: Any) -> None:
        answer = route.fetch()
        body = answer.text()
        boneyard = body.partition('"boneyard": [')[2].partition("]")[0].split(", ")
        other = ", ".join([boneyard[-1], *boneyard[1:-1], boneyard[0]])
        route.fulfill(response=answer, body=body.replace(", ".join(boneyard), other))

    player.page.route("**/record", tamper)
    player.page.get_by_role("button", name="Check the deal").click()
    player.page.wait_for_selector(".check .steps")
    assert player.page.locator(".check h2").inner_text() == "This deal is not what it was said to be"
    assert player.page.locator(".check li.wrong").count() == 1


@pytest.mark.browser
def test_without_script_a_click_still_deals(browser: Browser, serving: Serving) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(serving.address)
    page.click("button:has-text('Play now')")
    assert "/table/" in page.url
    context.close()
