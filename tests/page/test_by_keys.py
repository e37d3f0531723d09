"""Whole errands by keys alone, decided by names, roles and announcements; every stop is in sight and has a name."""

from __future__ import annotations

import json
import re

import pytest

from blunders import BLUNDER, SEAT

from .driving import Player
from .places import a_record
from .reading import Reader

pytestmark = pytest.mark.browser


def nothing_lost(*readers: Reader) -> None:
    """The focus was never lost, never out of sight, and never on something without a name."""
    for reader in readers:
        assert reader.lost == []
        assert reader.faults == []


def test_house_rules_are_made_kept_opened_again_and_a_table_is_started_with_them(player: Player) -> None:
    reader = Reader(player)
    reader.open("/rules")
    reader.go('^link "House rules|^link "Make')
    reader.press("Enter")
    reader.arrive("/house")
    reader.go('^combobox "Start from"')
    reader.page.keyboard.type("Block")
    reader.go('^button "Take these rules"')
    reader.press("Enter")
    reader.arrive(r"/house\?")
    reader.go('^spinbutton "2 players"')
    reader.press("Control+A")
    reader.page.keyboard.type("15")
    reader.wait("deal at most 14")
    assert reader.hear() == [], "a contradiction is said once"
    reader.press("Control+A")
    reader.page.keyboard.type("5")
    reader.wait("5 with 2 players")
    reader.go('^radio "Everybody alone"')
    reader.press("ArrowRight")
    assert "[checked]" in reader.here(), "the focus stays where one chooses"
    reader.press("ArrowLeft")
    reader.go('^textbox "Name"')
    reader.page.keyboard.type("Five each")
    reader.go('^link "Save as file"')
    with reader.page.expect_download() as saving:
        reader.press("Enter")
    kept = saving.value.path().read_text(encoding="utf-8")
    assert json.loads(kept)["title"] == "Five each"
    reader.go('^button "Copy link"', "Shift+Tab")
    reader.hear()
    reader.press("Enter")
    reader.wait("The link is copied|Copy this address")
    assert reader.hear() == []
    nothing_lost(reader)
    reader.go('^button "Play these rules"', "Shift+Tab")
    reader.press("Enter")
    reader.arrive("/new")
    reader.go('^radio "Five each')
    nothing_lost(reader)
    reader.go('^button "Deal"')
    reader.press("Enter")
    reader.arrive("/table/")
    reader.wait("[Yy]our turn|[Yy]ou lead")
    assert reader.page.locator(".held").count() == 5
    reader.open("/house")
    reader.go("Open a file")
    reader.press("Enter")
    reader.go('^textbox "or its text"')
    reader.page.keyboard.insert_text(kept)
    reader.press("Tab")
    assert reader.here().startswith('button "Open"')
    reader.press("Enter")
    reader.page.wait_for_selector("[name=title][value='Five each']")
    nothing_lost(reader)


SETTINGS = {
    "Tap the tile, then the end": ("tap", "two"),
    "Ask before a move is made": ("confirm", "on"),
    "Plan a move while others play": ("plan", "off"),
    "A colour for each number": ("pips", "colour"),
    "Numerals instead of pips": ("faces", "numerals"),
    "Large tiles": ("tiles", "large"),
    "Count along": ("teach", "on"),
    "Sounds for moves": ("sound", "on"),
    "Vibration": ("buzz", "on"),
    "Light": ("theme", "light"),
    "Single keys play": ("keys", "off"),
    "Counting": ("skill", "counting"),
}
"""How each setting is called and what is kept of it once it is changed."""


def change_each(reader: Reader) -> list[str]:
    """Go through the menu by Tab and change what can be changed; the names of what was chosen or ticked otherwise."""
    changed = []
    reader.go("Options", "Shift+Tab")
    reader.press("Enter")
    while not (here := reader.step()).startswith('link "Help'):
        if here.startswith("radio"):
            reader.press("ArrowDown")
        elif here.startswith("checkbox"):
            reader.press("Space")
        elif here.startswith("combobox"):
            reader.page.keyboard.type("Counting")
        else:
            continue
        changed.append(reader.here())
    return changed


def test_every_setting_is_changed_and_kept(player: Player) -> None:
    reader = Reader(player)
    player.sit_by_address("ply-yard", ["you", "easy"])
    reader.open(reader.page.url.removeprefix(player.address))
    reader.wait("you lead|lead")
    changed = change_each(reader)
    for name, (key, value) in SETTINGS.items():
        assert value == "counting" or any(name in one for one in changed), name
        assert player.evaluate("(key) => localStorage.getItem(`doublesix.${key}`)", key) == value
    reader.press("Escape")
    assert "Options" in reader.here(), "what opened the menu has the focus when it closes"
    said = reader.hear()
    assert len(said) == len(set(said))
    nothing_lost(reader)
    reader.page.reload()
    player.ready()
    reader.go("Options", "Shift+Tab")
    reader.press("Enter")
    kept = []
    for _ in changed:
        kept.append(reader.go('^(radio|checkbox|combobox) "'))
        reader.step()
    assert kept == changed
    assert player.evaluate("document.querySelector('[name=skill]').value") == "counting"
    nothing_lost(reader)


def test_a_round_is_given_up_by_the_menu_after_one_more_question(player: Player) -> None:
    reader = Reader(player)
    player.sit_by_address("ply-yard", ["you", "easy"])
    reader.open(reader.page.url.removeprefix(player.address))
    reader.wait("lead")
    reader.go("Options", "Shift+Tab")
    reader.press("Enter")
    reader.go('^button "Resign"')
    reader.press("Enter")
    assert reader.hear() == ["Press once more to resign this round."]
    assert reader.here() == 'button "Yes, resign this round"'
    player.evaluate(
        "() => document.addEventListener('click', () => {"
        " window.at = document.activeElement.closest('#options, main'); })"
    )
    reader.press("Enter")
    at = player.evaluate("window.at && window.at.id")
    assert at == "main", "the menu is closed, and one is at the table before it has answered"
    reader.wait("wins")
    assert reader.here().startswith("heading")
    nothing_lost(reader)


def test_a_finished_round_is_reviewed_decision_by_decision(player: Player) -> None:
    reader = Reader(player)
    reader.open("/replay")
    reader.go('^textbox "')
    reader.page.keyboard.insert_text(a_record("ply-yard", 2))
    reader.go('^button "Replay"')
    reader.press("Enter")
    reader.page.locator("#moves li").first.wait_for()
    reader.arrive("/replay")
    reader.go('^button "Next decision"')
    reader.hear()
    for _ in range(2):
        reader.press("Enter")
        (told,) = reader.hear()
        assert re.search(r"led|played|drew|passed|The deal", told), "each step is said once"
        assert reader.here().startswith('button "Next decision"')
    reader.go('^button "Review the moves of')
    reader.press("Enter")
    reader.wait("judged")
    assert reader.hear() == []
    decision = reader.go(r'^button "Move \d+, ')
    reader.press("Enter")
    (told,) = reader.hear()
    assert re.search(r"led|played|drew|passed|The deal", told), "the table before the decision is told"
    assert reader.here() == decision, "the focus stays at the decision"
    assert re.search(r"\d moves? (was|were) legal", reader.step())
    reader.press("Enter")
    told = reader.read()
    assert 'columnheader "Interval"' in told
    assert re.search(r'rowheader "[^"]+, played"', told)
    assert reader.page.locator("ul[aria-label] ul li").count(), "what speaks for and against a move is told"
    reader.go("The truth afterwards")
    reader.press("Enter")
    after = reader.go('^button "After move')
    reader.hear()
    reader.press("Enter")
    assert len(reader.hear()) == 1
    assert reader.here() == after
    nothing_lost(reader)


def test_a_waiting_room_and_what_its_host_may_do(player: Player, ben: Player) -> None:
    ann = Reader(player)
    player.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.open("/new")
    ann.go('^radio "Reserve table')
    ann.go('^radio "Draw to 100', "ArrowDown")
    ann.go('^radio "2 players')
    ann.go('^radio "3 players', "ArrowRight")
    for _ in range(2):
        ann.go('^radio "Normal')
        ann.go('^radio "A person elsewhere', "ArrowDown")
    ann.go('^textbox "Your name"')
    ann.page.keyboard.type("Ann")
    ann.go('^button "Deal"')
    nothing_lost(ann)
    ann.press("Enter")
    ann.arrive("/table/")
    ann.page.locator("#copy").wait_for()
    (link,) = re.findall(r"http://\S+/join/\w+", ann.go('^textbox "Link"'))
    ann.step()
    ann.press("Enter")
    ann.wait("The link is copied")
    assert player.evaluate("navigator.clipboard.readText()") == link
    assert ann.here().startswith('button "Copied"')
    guest = Reader(ben)
    guest.page.goto(link)
    guest.go('^textbox "Your name"')
    guest.page.keyboard.type("Ben")
    guest.go('^button "Sit down"')
    guest.press("Enter")
    guest.arrive("/table/")
    ann.wait("Ben sat down")
    assert ann.hear() == []
    assert "Waiting for one more to sit down." in ann.read()
    ann.go('^button "Send Ben away"', "Shift+Tab")
    ann.press("Enter")
    assert ann.hear() == ["Press once more to send Ben away."]
    assert ann.here() == 'button "Yes, send Ben away"'
    ann.press("Enter")
    ann.wait("Ben was sent away by the host")
    guest.wait("Ben was sent away by the host")
    assert ann.here().startswith('list "Seats"')
    assert ann.hear() == guest.hear() == []
    ann.go('^checkbox "Nobody but')
    nothing_lost(guest)
    ann.press("Space")
    ann.wait("Nobody but those who sit here may see this table now")
    assert ann.here() == 'checkbox "Nobody but those who sit here may watch" [checked]'
    assert ann.hear() == []
    guest.page.get_by_role("heading", name="keep it to themselves").wait_for()
    ben.errors.clear()  # the refused page
    ann.go('^button "Start with', "Shift+Tab")
    nothing_lost(ann)
    ann.press("Enter")
    ann.arrive("/table/")
    player.ready()
    assert ann.here(), "the focus is at the table when it comes"
    nothing_lost(ann)


def test_a_duplicate_tells_who_sits_down_and_leaves_the_focus_where_it_is(player: Player, ben: Player) -> None:
    ann = Reader(player)
    ann.open("/duplicate")
    ann.go('^spinbutton "Deals"')
    ann.press("Control+A")
    ann.page.keyboard.type("1")
    ann.go('^button "Make the duplicate"')
    ann.press("Enter")
    ann.arrive("/duplicate/")
    ann.page.locator("#copy:not([hidden])").wait_for()
    start = ann.go('^button "Start with the computer')
    guest = Reader(ben)
    guest.page.goto(ann.page.url)
    guest.go('^textbox "Your name"')
    guest.page.keyboard.type("Ben")
    guest.go('^button "Sit here"', "Shift+Tab")
    told = guest.page.evaluate(
        "() => document.activeElement.getAttribute('aria-describedby').split(' ')"
        ".map((id) => document.getElementById(id).textContent.trim().replace(/\\s+/g, ' ')).join(', ')"
    )
    assert re.match(r"Table \d, Seat \d", told), "which place it is"
    guest.press("Enter")
    ann.wait("Ben")
    assert ann.here() == start, "the page is the same, and so is the place in it"
    assert ann.hear() == [], "it is said once"
    nothing_lost(ann)
    ann.press("Enter")
    ann.page.locator("#go").wait_for()
    ann.go('^link "Go to your table"')
    ann.press("Enter")
    ann.arrive("/table/")
    player.ready()
    nothing_lost(ann)


def test_a_mistake_that_was_kept_is_answered_again_and_removed(player: Player) -> None:
    reader = Reader(player)
    reader.open("/learn/mistakes")
    player.evaluate(
        "async (wish) => (await fetch('/api/review', { method: 'POST', body: JSON.stringify(wish),"
        " headers: { 'content-type': 'application/json' } })).text()",
        {"record": BLUNDER, "seat": SEAT, "keep": True},
    )
    reader.open("/learn")
    reader.go(r'^link "\d+ mistakes? of yours')
    reader.press("Enter")
    reader.arrive("/learn/mistakes$")
    kept = reader.page.locator(".cards li").count()
    assert kept
    reader.go('^link "Practise the')
    nothing_lost(reader)
    reader.press("Enter")
    reader.arrive(r"/learn/mistakes/\w+$")
    assert "What is best?" in reader.read()
    reader.go("The moves so far")
    reader.press("Enter")
    assert "listitem" in reader.read(), "the moves are told"
    reader.go('^radio "')
    reader.press("ArrowDown", "ArrowUp")
    assert "[checked]" in reader.here(), "the focus stays where one chooses"
    reader.go('^button "Check"')
    nothing_lost(reader)
    reader.press("Enter")
    reader.page.locator(".answered").wait_for()
    assert re.search("Right|Better is", reader.here()), "the answer has the focus"
    assert 'columnheader "Behind the best"' in reader.read()
    assert re.search("Next|My mistakes", reader.go('^link "(Next|My mistakes)"'))
    reader.go('^button "I know this: remove it"')
    nothing_lost(reader)
    reader.press("Enter")
    reader.arrive("/learn/mistakes$")
    assert reader.page.locator(".cards li").count() == kept - 1
    reader.go('^link "')
    nothing_lost(reader)
