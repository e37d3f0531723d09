"""The replay in a browser: any eyes, any move, by mouse and by keys, and everything it can be taken away as."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from doublesix.notation import Record
from doublesix.rules import deal, preset

from .driving import Player
from .node import run_node
from .places import resign


def a_record(rules: str, players: int, seed: int = 5) -> Record:
    rng = random.Random(seed)
    position = deal(preset(rules), players, rng)
    while position.outcome is None:
        position = position.play(rng.choice(position.legal_moves))
    return Record.of(position, outcome=position.outcome.to_json())


def opened(player: Player, record: Record) -> None:
    player.page.goto(f"{player.address}/replay")
    player.page.fill("textarea", json.dumps(record.to_json()))
    player.page.get_by_role("button", name="Replay").click()
    player.page.locator("#moves li").first.wait_for()


def test_frames_eyes_decisions_and_addresses(tmp_path: Path) -> None:
    assert len(run_node("replay.js", tmp_path)) == 7


def test_what_a_review_shows_first_and_what_goes_into_the_record(tmp_path: Path) -> None:
    assert len(run_node("review.js", tmp_path)) == 5


def test_a_round_is_stepped_through_by_keys_and_every_move_is_told(player: Player) -> None:
    record = replace(a_record("ply-yard", 2), extras={"comments": {"1": "Keeps the fives."}})
    opened(player, record)
    page = player.page
    assert page.locator("#told").inner_text().startswith("The deal.")
    for at in range(len(record.moves)):
        page.keyboard.press("ArrowRight")
        row = page.locator("#moves [aria-current=step]")
        beside = page.locator("#moves li").nth(at).locator(".comment")
        assert beside.is_visible() == (at == 1), "a comment of the record stands beside its move"
        assert ("Keeps the fives." in page.locator("#told").inner_text()) == (at == 1), "and is told with it"
        assert page.locator("#told").inner_text().startswith(row.inner_text())
        laid = sum(move.kind in ("lead", "play") for move in record.moves[: at + 1])
        assert page.locator("domino-line .laid").count() == laid
    assert page.locator("#after").get_attribute("aria-disabled") == "true"
    page.keyboard.press("Home")
    assert page.locator("domino-line .laid").count() == 0
    page.keyboard.press("PageDown")
    assert "move=0" not in page.url


def test_p91_other_eyes_see_their_own_hand_and_the_backs_of_the_others(player: Player) -> None:
    record = a_record("ranked-draw", 3)
    opened(player, record)
    page = player.page
    hands = page.locator("#hands li")
    assert hands.locator(".back").count() == 0
    page.select_option("#eyes select", "1")
    dealt = len(record.hands[0])
    assert [hands.nth(seat).locator(".back").count() for seat in range(3)] == [dealt, 0, dealt]
    assert "eye=2" in page.url
    page.select_option("#eyes select", "none")
    assert [hands.nth(seat).locator("svg").count() for seat in range(4)] == [0, 0, 0, 0]
    assert not any(str(tile) in page.locator("#hands").inner_html() for tile in record.hands[1])


@pytest.mark.parametrize(
    ("button", "holds"),
    [("Record", b'"moves"'), ("Picture (SVG)", b"<svg"), ("Picture (PNG)", b"PNG"), ("Animation", b"@keyframes")],
)
def test_a_replay_is_taken_away_as_record_picture_and_film(player: Player, button: str, holds: bytes) -> None:
    opened(player, a_record("all-fives", 2))
    player.page.keyboard.press("End")
    with player.page.expect_download() as coming:
        player.page.get_by_role("button", name=button, exact=True).click()
    assert holds in Path(coming.value.path()).read_bytes()


def test_a_finished_table_leads_to_its_replay_and_its_link_is_shared(player: Player) -> None:
    player.sit("ply-yard", 2)
    page = player.page
    player.wait_for_turn()  # else a move of the computer's may come between, and the command too late
    resign(player)
    page.get_by_role("link", name="Replay").click()
    page.locator("#told").wait_for()
    assert page.locator("#eyes select").input_value() == "0"
    page.get_by_role("button", name="Review your moves", exact=True).wait_for()
    assert page.locator("#hands li b").first.inner_text() == "Black (you)"
    assert "Lead a tile" not in page.locator("domino-line .blank-line").inner_text(), "nobody is asked to lead"
    address = page.url
    page.goto("about:blank")
    page.goto(address)
    page.locator("#told").wait_for()
    assert page.url == address


def test_who_played_is_called_you_in_replay_and_review_and_others_read_his_name(player: Player, ben: Player) -> None:
    page = player.page
    player.sit("ranked-draw", 2)
    player.wait_for_turn()
    resign(player)
    page.get_by_role("link", name="Replay").click()
    page.locator("#moves").wait_for()
    assert page.locator("#hands li b").all_inner_texts() == ["You", "Computer", "Boneyard"]
    assert "You" in page.locator("#eyes option").all_inner_texts()
    page.get_by_role("button", name="Review your moves", exact=True).wait_for()
    said = " ".join([*page.locator("#moves button").all_inner_texts(), page.locator("#told").inner_text()])
    assert "Guest" not in said
    assert "You has" not in said
    ben.page.goto(page.url)
    ben.page.locator("#moves").wait_for()
    assert ben.page.locator("#hands li b").all_inner_texts() == ["Guest", "Computer", "Boneyard"]


def test_the_page_can_be_read_at_every_size(player: Player) -> None:
    record = a_record("draw-12", 4)
    for width, height in ((320, 568), (768, 1024), (1440, 900)):
        player.page.set_viewport_size({"width": width, "height": height})
        opened(player, record)
        player.page.keyboard.press("End")
        wide = player.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width


def test_a_review_sorts_decisions_by_cost_and_leads_to_them(player: Player) -> None:
    record = a_record("ply-yard", 2)
    opened(player, record)
    page = player.page
    page.select_option("#eyes select", "1")
    page.get_by_role("button", name="Review the moves of White").click()
    first = page.locator(".dearest button").first
    first.wait_for(timeout=60_000)
    assert page.get_by_role("status").filter(has_text="forced moves are left out").count() == 1
    decisions = page.locator(".dearest").first
    assert decisions.locator(".legal").count() == decisions.locator("button").count()
    truth = page.locator("details.truth")
    assert not truth.locator(".luck").is_visible(), "the truth stands apart and is not shown unasked"
    truth.locator("summary").first.press("Enter")
    assert truth.locator(".luck tr").count() == 6
    assert page.locator(".luck").count() == 1
    assert all("held" in line for line in truth.locator(".others-held li").all_inner_texts())
    assert "Pips left" in truth.inner_text()
    truth.locator(".others-held button").first.press("Enter")
    assert "eye=all" in page.url
    assert truth.is_visible(), "the review stays while all hands are looked at"
    assert page.locator(".plot").count() == 3
    first.click()
    at = int(page.url.split("move=")[1].split("&")[0])
    assert f"Move {at + 1}," in first.inner_text()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Record with comments").click()
    commented = json.loads(Path(coming.value.path()).read_text())
    assert str(at) in commented["comments"]
    assert Record.from_json(commented).moves == record.moves


def test_an_analysis_names_its_model_the_number_of_deals_and_what_is_known(player: Player) -> None:
    opened(player, a_record("ply-yard", 2))
    page = player.page
    page.keyboard.press("PageDown")
    page.locator("#analysis button").click()
    page.locator("#analysis table").first.wait_for(timeout=60_000)
    assert "engine play" in page.locator("#analysis caption").first.inner_text()
    best = page.locator("#analysis tbody").first.locator("tr").first
    assert best.locator(".stands").inner_text() == "best"
    assert best.locator("small").count() == 4  # intervals of win, tie, loss and margin
    page.locator("#analysis summary").click()
    assert "What each move leaves" in page.locator("#analysis .known").inner_text()
    assert page.get_by_text("deals are possible").is_visible()
    page.keyboard.press("ArrowRight")
    assert page.locator("#analysis table").count() == 0 or not page.locator("#analysis .known").is_visible()


@pytest.mark.parametrize(
    ("verdict", "kept", "said"),
    [
        ("best", (0, 0), "There is no mistake to keep."),
        ("mistake", (0, 0), "it left in doubt what is named a mistake here."),
        ("mistake", (1, 0), "These mistakes are kept already."),
        ("mistake", (1, 1), "1 mistake is kept for practice."),
    ],
)
def test_a_review_says_what_became_of_the_mistakes_and_never_that_a_named_one_is_none(
    player: Player, verdict: str, kept: tuple[int, int], said: str
) -> None:
    decision = {
        "t": "decision", "at": 0, "seat": 0, "played": "6-4", "best": ["5-5"], "loss": 0.1, "ci95": [0.05, 0.15],
        "verdict": verdict, "facts": [], "skills": {}, "model": "m", "worth": {"best": [0.5] * 3, "played": [0.4] * 3},
        "moves": {"6-4": {"win": 0.4, "tie": 0, "ci95": {"win": [0.3, 0.5]}}},
    }  # fmt: skip
    lines = [{"t": "start", "moves": [0]}, decision, {"t": "kept", "found": kept[0], "new": kept[1]}]
    body = "".join(json.dumps(line) + "\n" for line in lines)
    player.page.route("**/api/review", lambda route: route.fulfill(body=body, content_type="application/x-ndjson"))
    opened(player, a_record("ply-yard", 2))
    player.page.get_by_role("button", name="Review the moves of").click()
    told = player.page.locator("#review .kept")
    told.wait_for()
    assert said in told.inner_text()


def test_a_round_without_a_choice_has_nothing_to_judge_and_no_empty_charts(player: Player) -> None:
    player.sit("ply-yard", 2)
    player.wait_for_turn()
    resign(player)
    player.page.goto(f"{player.page.url}/replay")
    player.page.get_by_role("button", name="Review your moves").click()
    told = player.page.locator("#review [role=status]")
    expect(told).to_have_text("You had no choice in this round, so there is nothing to judge.")
    assert player.page.locator("#review .review :is(figure, svg, h3)").count() == 0
