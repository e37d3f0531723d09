"""Two people and a computer at one device: the cover, what lies behind it, and a whole round."""

from __future__ import annotations

import json
import re

import pytest

from .driving import Player

pytestmark = pytest.mark.browser

TILE = re.compile(r"\b(\d)-(\d)\b")
#: Everything a curious person could find in the page: its text, names and attributes.
READY = "hand-cover button:not([aria-disabled])"
EVERYTHING = "() => document.documentElement.outerHTML"


def deal(player: Player, rules: str = "ranked-draw", *, bot: bool = True) -> None:
    """Ann and Ben at this device by the New game page, and a computer player between them."""
    page = player.page
    page.goto(f"{player.address}/new")
    page.check(f"input[name=rules][value={rules}]", force=True)
    if bot:
        page.check("input[name=players][value='3']", force=True)
        page.check("input[name=level1][value=easy]", force=True)
    n = 2 if bot else 1
    page.check(f"input[name=level{n}][value=here]", force=True)
    page.fill(f"input[name=name{n}]", "Ben")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Deal").click()
    player.ready()


def take(player: Player) -> str:
    """Take the hand; who did."""
    heading = player.page.locator("hand-cover h2").inner_text()
    name = re.search(r"to (\w+)\.", heading)
    assert name is not None
    player.page.wait_for_selector(READY)  # it does not answer the tap that ended the turn before
    player.page.get_by_role("button", name="take the hand").click()
    player.page.wait_for_selector(".held")
    return name[1]


def hidden_hand(player: Player) -> set[str]:
    """The tiles in the open hand."""
    return set(player.page.locator(".held").evaluate_all("(all) => all.map((e) => e.dataset.key)"))


def wait_for_a_person(player: Player) -> str:
    """Until a hand waits to be taken, is open to play, or the round is over."""
    player.page.wait_for_selector("hand-cover:not([hidden]), #main[data-turn=mine], #main[data-turn=over]")
    if player.page.locator("hand-cover").is_visible():
        return "cover"
    return str(player.page.get_attribute("#main", "data-turn"))


def test_two_people_and_a_computer_play_a_whole_round_on_one_device(player: Player) -> None:
    frames: list[str] = []
    player.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: frames.append(str(text))))
    deal(player)
    who: list[str] = []
    held: dict[str, set[str]] = {}
    while (now := wait_for_a_person(player)) != "over":
        if now == "cover":
            page = player.evaluate(EVERYTHING)
            for tiles in held.values():
                for tile in tiles - played(player):
                    assert tile not in page, f"{tile} of a covered hand stands in the page"
            assert hidden_hand(player) == set()
            who.append(take(player))
        else:
            held[who[-1]] = hidden_hand(player)
            player.move_by_clicks(len(who))
    assert set(who) == {"Ann", "Ben"}
    assert player.page.locator("round-card li").count() == 3
    assert player.page.get_by_role("button", name="Again").is_visible()
    covered = [json.loads(text) for text in frames if '"you":null' in text]
    assert covered
    assert all(not frame["state"]["hand"] for frame in covered)


def played(player: Player) -> set[str]:
    """The tiles on the table, as the list of moves names them."""
    names = player.page.locator(".moves [role=img]").evaluate_all("(all) => all.map((e) => e.ariaLabel)")
    return set(names)


def test_the_cover_is_worked_by_keys_and_says_what_the_others_did(player: Player) -> None:
    deal(player, bot=False, rules="ply-yard")
    page = player.page
    assert player.focused("hand-cover h2")
    assert page.locator("hand-cover h2").inner_text() == "Pass the device to Ann."
    assert page.locator(".held").count() == 0
    assert page.locator(".acts").is_hidden()
    page.wait_for_selector(READY)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".held")
    assert player.focused("domino-hand")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_selector("hand-cover:not([hidden])")
    assert page.locator("hand-cover h2").inner_text() == "Pass the device to Ben."
    assert player.focused("hand-cover h2"), "Enter again does not lift the cover"
    page.keyboard.press("Enter")
    assert page.locator(".held").count() == 0
    take(player)
    assert "Black led" in page.locator("#say").inner_text(), "told what Ann did"
    assert "Black led" in page.locator("#now").inner_text()


def test_a_reload_covers_the_hand_again_and_the_person_to_move_resigns(player: Player) -> None:
    deal(player, bot=False, rules="ply-yard")
    take(player)
    player.page.reload()
    player.ready()
    assert player.page.locator("hand-cover").is_visible()
    assert player.page.locator(".held").count() == 0
    assert player.page.locator("#ending").is_hidden()
    take(player)
    player.page.get_by_text("Options").click()
    player.page.get_by_role("button", name="Resign").click()
    player.page.get_by_role("button", name="Yes, resign this round").click()
    player.page.wait_for_selector("#main[data-turn=over]")
    assert "White wins" in player.page.locator("round-card h2").inner_text()
    first = player.page.url
    player.page.get_by_role("button", name="Again").click()
    player.page.wait_for_url(lambda url: url != first)
    player.ready()
    assert player.page.locator("hand-cover h2").inner_text() == "Pass the device to Ben.", "the lead is swapped"


WINDOWS = [(320, 568), (360, 740), (568, 320), (768, 1024), (844, 390), (1024, 768), (1100, 700), (1280, 800)]
WINDOWS += [(1440, 900), (1920, 1080), (2560, 1440)]


def test_the_cover_is_read_at_every_size_and_leaves_the_cloth_its_room(player: Player) -> None:
    player.sit_by_address("ply-yard", ["you", "here"])
    for width, height in WINDOWS:
        player.page.set_viewport_size({"width": width, "height": height})
        words, lines, button, own, cloth = player.evaluate(
            "() => { const box = (css) => document.querySelector(css).getBoundingClientRect();"
            " const heading = document.querySelector('hand-cover h2');"
            " const lines = heading.offsetHeight / parseFloat(getComputedStyle(heading).lineHeight);"
            " return [box('hand-cover h2').width, lines, box('hand-cover button'), box('hand-cover'),"
            " box('.cloth').height]; }"
        )
        at = f"{width} x {height}"
        assert words >= 150, at
        assert lines < 4.5, at
        assert own["left"] <= button["left"] < button["right"] <= own["right"], at
        assert own["top"] <= button["top"] < button["bottom"] <= own["bottom"] <= height, at
        assert cloth >= 0.45 * height, at
