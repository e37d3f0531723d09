"""The focus is never lost through an update: it stays, or it goes where one would go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from .driving import Player
from .reading import EARS
from .test_company import invite
from .test_moments import Stage, state

pytestmark = pytest.mark.browser
OVER = {
    "ending": "domino", "winners": [1], "pips": [10, 0], "places": [2, 1], "points": [0, 10], "hands": [["5-5"], []],
    "boneyard": [], "title": "Computer wins: out of tiles", "reasons": ["Going out pays 10."], "sums": ["5-5 = 10", ""],
}  # fmt: skip


@pytest.fixture
def stage(browser: Browser) -> Iterator[Stage]:
    """A table at my turn: 4-1 fits on the right, 5-5 does not."""
    made = Stage(browser, state())
    made.evaluate(EARS)
    yield made
    assert made.evaluate("() => window.lost") == []
    made.page.context.close()
    assert made.errors == []


class Happening:
    """Tells a stage what happens, event by event."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.n = stage, 17

    def __call__(self, kind: str = "passed", seat: int = 1, move: str | None = None, **more: Any) -> None:
        self.n += 1
        if self.stage.heard and self.stage.heard[-1].get("cid"):
            self.stage.tell({"t": "ok", "cid": self.stage.heard[-1]["cid"], "n": self.n})
        event = {"n": self.n, "kind": kind, "seat": seat, "move": move, "text": f"Event {self.n}."}
        told = {"t": "events", "from": self.n, "n": self.n, "events": [event], "state": state(**more)}
        self.stage.tell(told)
        self.stage.after(self.n - 1)


@pytest.fixture
def happens(stage: Stage) -> Happening:
    return Happening(stage)


def at(stage: Player) -> str:
    """What has the focus: its id, its class or its tag."""
    script = "() => { const e = document.activeElement; return e.id || e.className || e.localName; }"
    found: str = stage.evaluate(script)
    return found


def test_a_play_by_key_leaves_the_focus_in_the_hand_before_and_after_the_answer(
    stage: Stage, happens: Happening
) -> None:
    stage.page.locator(".held.fits").press("Enter")
    stage.page.locator(".laid .pending").wait_for()
    assert stage.focused("domino-hand")
    happens("played", 0, "4-1R", turn=1, hand=["5-5"], legal=[])
    assert stage.focused("domino-hand")
    happens(hand=["5-5"], legal=["draw"])
    assert stage.focused("domino-hand, .acts")


def test_the_other_plays_while_one_reads_elsewhere(stage: Stage, happens: Happening) -> None:
    happens("drew", 0, "draw", turn=1, legal=[])
    stage.page.locator(".moves").focus()
    happens()
    assert at(stage) == "moves", "who reads the pad is left in peace"
    stage.page.locator("#options > summary").focus()
    happens()
    assert stage.focused("#options")


def test_a_drawn_tile_that_fits_has_the_focus(stage: Stage, happens: Happening) -> None:
    happens(hand=["5-5"], legal=["draw"], why={})
    stage.page.locator("#draw").press("Enter")
    happens("drew", 0, "draw:6-2", hand=["5-5", "6-2"], legal=["6-2L"], why={})
    assert stage.evaluate("() => document.activeElement.dataset.key") == "6-2"


def test_ghosts_that_go_give_the_focus_back_to_the_hand(stage: Stage, happens: Happening) -> None:
    happens(legal=["4-1R", "4-1L"], ends={"L": 1, "R": 4})
    tile = stage.page.locator(".held.fits")
    tile.press("Enter")
    tile.press("Enter")
    assert stage.focused(".ghost")
    happens("played", 0, "4-1R", turn=1, hand=["5-5"], legal=[])
    assert stage.focused("domino-hand"), at(stage)


def test_the_end_of_a_round_and_the_next_deal(stage: Stage, happens: Happening) -> None:
    happens("ended", 1, turn=None, legal=[], outcome=OVER)
    assert stage.focused("round-card h2")
    stage.page.locator("round-card [data-ask]").first.focus()
    happens("wished", 1, turn=None, legal=[], outcome=OVER)
    assert stage.focused("round-card"), "the card is drawn anew, the focus stays in it"
    happens("dealt", 1, hand=["6-6", "3-2"], legal=["6-6", "3-2"], line={"lead": None, "arms": {}}, ends={}, round=3)
    assert stage.focused("domino-hand")


def test_the_last_tile_is_played(stage: Stage, happens: Happening) -> None:
    happens(hand=["4-1"], legal=["4-1R"])
    stage.page.locator(".held.fits").press("Enter")
    stage.page.locator(".laid .pending").wait_for()
    assert stage.evaluate("() => document.activeElement !== document.body")
    happens("ended", 0, "4-1R", turn=None, hand=[], legal=[], outcome=OVER)
    assert stage.focused("round-card")


def test_a_lost_connection_and_its_return_leave_the_focus_where_it_is(stage: Stage) -> None:
    stage.page.locator(".held").last.focus()
    assert stage.socket is not None
    stage.socket.close()
    stage.page.wait_for_selector("#link[data-status=lost]")
    stage.ready()
    stage.tell({"t": "snapshot", "n": 17, "state": state()})
    assert stage.evaluate("() => document.activeElement.dataset.key") == "5-5"


def test_a_question_that_is_withdrawn_gives_the_focus_back(stage: Stage, happens: Happening) -> None:
    company = {"wishes": [], "standing": [], "resigned": [], "asked": {"what": "void", "by": 1, "yes": [1]}}
    happens("asked", 1, company=company)
    stage.page.locator("#agree").focus()
    happens("declined", 1, company={**company, "asked": None})
    assert stage.focused("domino-hand")


def test_who_resigned_while_others_play_on_is_told_so_and_takes_nothing_back(stage: Stage, happens: Happening) -> None:
    company = {"wishes": [], "standing": [0], "resigned": [0], "asked": None}
    happens("resigned", 0, company=company)
    bar = stage.page.locator("#stood")
    assert "You resigned; the computer plays on in that seat." in bar.inner_text()
    assert not stage.page.locator("#back").is_visible()
    happens("stood_in", 0, company={**company, "resigned": []})
    assert "The computer plays on for you." in bar.inner_text()
    assert stage.page.locator("#back").is_visible()


def test_what_opens_over_the_table_gives_the_focus_back_when_it_closes(player: Player) -> None:
    page = player.page
    player.sit_by_address("ply-yard", ["you", "easy"])
    page.locator("#options > summary").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert player.focused("#options > summary")
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("#pad-button").press("Enter")
    page.keyboard.press("Shift+Tab")
    assert not player.focused("score-pad")
    assert page.locator("score-pad").is_hidden(), "the pad does not lie over what has the focus"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#options > summary").click()
    page.locator("#resign").click()
    page.locator("#resign").click()
    page.get_by_role("button", name="Check the deal").press("Enter")
    page.wait_for_selector(".check .steps")
    assert player.focused(".check")
    page.keyboard.press("Escape")
    assert player.focused("round-card"), "back at the button that opened it"


def test_a_row_of_a_list_that_goes_gives_the_focus_to_its_neighbour(player: Player, ben: Player) -> None:
    invite(ben, listed=True)
    player.page.goto(f"{player.address}/lobby")
    row = player.page.locator("#tables li").last
    row.get_by_role("button").focus()
    ben.page.get_by_role("button", name="Close the table").click()
    row_key = row.get_attribute("data-key")
    player.page.locator(f'#tables li[data-key="{row_key}"]').wait_for(state="detached")
    assert player.evaluate("() => document.activeElement !== document.body")


def test_somebody_is_sent_away_by_keys(player: Player, ben: Player) -> None:
    player.page.goto(f"{player.address}/new")
    player.page.check("input[name=rules][value=ranked-draw]", force=True)
    player.page.check("input[name=players][value='3']", force=True)
    for n in (1, 2):
        player.page.check(f"input[name=level{n}][value=open]", force=True)
    player.page.get_by_role("button", name="Deal").click()
    link = player.page.get_by_label("Link", exact=True).input_value()
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Sit down").click()
    away = player.page.locator("#seats button:not([hidden])").first
    away.press("Enter")
    away.press("Enter")
    away.wait_for(state="detached")
    assert player.evaluate("() => document.activeElement !== document.body")


