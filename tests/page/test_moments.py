"""Moments that a dealt round seldom brings, in a page without a server: a refusal, a blocked tie, long hands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Route, WebSocketRoute, expect

from doublesix.server.web import pages, shell
from doublesix.server.web.assets import PAGE_HEADERS, packaged

from .driving import Player

pytestmark = pytest.mark.browser
ADDRESS = "http://table.invalid"


def state(**more: Any) -> dict[str, Any]:
    """A state of the wire: my turn, two tiles in hand, one of them fits the right end."""
    rules = {"id": "draw-100", "title": "Draw to 100", "max_pip": 6, "reserve": 0, "draws": True, "spinner": "none"}
    seats = [
        {"name": "You", "label": None, "kind": "person", "level": None, "tiles": 2},
        {"name": "Computer", "label": None, "kind": "bot", "level": "normal", "tiles": 2},
    ]
    return {
        "rules": {**rules, "target": 100, "tap": "one"},
        "you": 0, "players": 2, "seats": seats, "round": 2, "scores": [23, 40], "leader": 0, "turn": 0,
        "why_leader": "You lead: the highest double lies there.",
        "line": {"lead": [6, 4], "arms": {"L": [], "R": []}}, "ends": {"L": 6, "R": 4},
        "hand": ["4-1", "5-5"], "boneyard": 10, "drawable": 10, "legal": ["4-1R"],
        "why": {"5-5": "5-5 has no 6 and no 4."}, "why_not": {"draw": "4-1 fits.", "pass": "4-1 fits."},
        "moves": [{"n": 16, "seat": 0, "move": "6-4", "ends": {"L": 6, "R": 4}}],
        "outcome": None,
        "match": {"target": 100, "scores": [23, 40], "over": False, "winners": None, "next": None, "can_next": False},
    } | more  # fmt: skip


class Stage(Player):
    """A page whose server is this test: it says what the test wants and keeps what the page sends."""

    def __init__(
        self,
        browser: Browser,
        first: dict[str, Any],
        size: tuple[int, int] = (1280, 800),
        motion: Literal["reduce", "no-preference"] = "reduce",
        *,
        new: bool = False,
    ) -> None:
        width, height = size
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion=motion)
        super().__init__(context.new_page(), ADDRESS, new=new)
        self.heard: list[dict[str, Any]] = []
        self.socket: WebSocketRoute | None = None
        self._first = json.dumps({"t": "snapshot", "table": "x", "n": 17, "state": first})
        self.page.route("**/*", self._answer)
        self.page.route_web_socket("**/ws?**", self._meet)
        self.page.goto(f"{ADDRESS}/table/x")
        self.ready()

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == "/table/x":
            headers = {**PAGE_HEADERS, "content-type": "text/html; charset=utf-8"}
            route.fulfill(status=200, headers=headers, body=pages.table(self._first))
            return
        if path == "/api/version":
            route.fulfill(json={"pages": shell.version()})
            return
        answer = packaged().respond(path)
        route.fulfill(status=answer.status, headers=dict(answer.headers), body=answer.body)

    def _meet(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self.heard.append(json.loads(text)))

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to the page."""
        assert self.socket is not None
        self.socket.send(json.dumps(message))


@pytest.fixture
def stages() -> Iterator[list[Stage]]:
    made: list[Stage] = []
    yield made
    for stage in made:
        stage.page.context.close()
        assert stage.errors == []


def test_a_refused_move_is_rolled_back_and_its_reason_shown(browser: Browser, stages: list[Stage]) -> None:
    stages.append(stage := Stage(browser, state()))
    page = stage.page
    page.locator(".held.fits").click()
    expect(page.locator(".laid .pending")).to_have_count(1)
    expect(page.locator(".held")).to_have_count(1)
    (sent,) = stage.heard
    assert (sent["t"], sent["n"], sent["move"]) == ("move", 17, "4-1R")
    stage.tell(
        {"t": "refused", "cid": sent["cid"], "n": 17, "error": "It could not be stored; try again.", "stale": False}
    )
    expect(page.locator(".laid .pending")).to_have_count(0)
    expect(page.locator(".held")).to_have_count(2)
    expect(page.locator("#now")).to_contain_text("It could not be stored; try again.")
    expect(page.get_by_role("log", name="What happened").locator("p").last).to_have_text(
        "It could not be stored; try again."
    )
    assert stage.focused("domino-hand")
    report = page.locator("#now").get_by_role("link", name="Report this")
    address = urlsplit(report.get_attribute("href") or "")
    assert (address.path, parse_qs(address.query)) == (
        "/table/x/report",
        {"note": ["It could not be stored; try again."]},
    )
    page.locator(".held.fits").click()
    expect(report).to_have_count(0)


@pytest.mark.parametrize("legal", [["pass"], ["draw"], ["4-1R", "draw"]], ids=" ".join)
def test_who_asks_to_be_asked_is_asked_only_where_there_is_a_choice(
    browser: Browser, stages: list[Stage], legal: list[str]
) -> None:
    stages.append(stage := Stage(browser, state(legal=legal, why={})))
    page = stage.page
    page.click("#options summary")
    page.check("input[name=confirm]")
    page.keyboard.press("Escape")
    page.click(f"#{legal[-1]}")
    if len(legal) > 1:
        expect(page.locator("#sure")).to_be_focused()
        assert stage.heard == [], "nothing is sent before the yes"
        page.click("#sure")
    page.wait_for_selector("#main[data-turn=sent]")
    expect(page.locator("#sure")).to_be_hidden()
    assert [sent["move"] for sent in stage.heard] == legal[-1:]


def test_a_blocked_tie_shows_why_nobody_scores_and_deals_again(browser: Browser, stages: list[Stage]) -> None:
    outcome = {
        "ending": "blocked", "winners": [], "pips": [10, 10], "places": [1, 1], "points": [0, 0],
        "hands": [["5-5"], ["6-4"]], "boneyard": [], "title": "A tie: the line is blocked, all hands are level",
        "reasons": ["Blocked: 2 passes in a row and the boneyard is empty.", "Nobody scores, for 10 and 10 are level."],
        "sums": ["5-5 = 10", "6-4 = 10"],
    }  # fmt: skip
    match = {
        "target": 100,
        "scores": [23, 40],
        "over": False,
        "winners": None,
        "next": "The deal is repeated.",
        "can_next": True,
    }
    stages.append(stage := Stage(browser, state(turn=None, legal=[], hand=["5-5"], outcome=outcome, match=match)))
    card = stage.page.locator("round-card")
    expect(card).to_contain_text("Nobody scores, for 10 and 10 are level.")
    expect(card.locator(".points")).to_have_text(["023 in all", "040 in all"])
    card.get_by_role("button", name="Deal again").click()
    assert stage.heard[-1]["t"] == "next"


def company(**more: Any) -> dict[str, Any]:
    """Two people, and what they have agreed to."""
    seats = [{**seat, "kind": "person"} for seat in state()["seats"]]
    people = {"wishes": [], "standing": [], "resigned": [], "asked": None} | more
    return {"seats": seats, "company": people, "pace": {"turn": 15, "late": "move", "grace": 60, "away": "ask"}}


def test_what_may_not_be_done_yet_is_no_fault_to_report(browser: Browser, stages: list[Stage]) -> None:
    stages.append(stage := Stage(browser, state(**company())))
    stage.page.locator("#options summary").first.click()
    stage.page.get_by_role("button", name="Make the round void").click()
    (sent,) = stage.heard
    stage.tell({"t": "refused", "cid": sent["cid"], "n": 17, "error": "Not yet.", "stale": False})
    expect(stage.page.locator("#now")).to_contain_text("Not yet.")
    expect(stage.page.get_by_role("link", name="Report this")).to_have_count(0)


def test_while_the_computer_plays_for_me_nothing_calls_me_to_play(browser: Browser, stages: list[Stage]) -> None:
    away = state(**company(standing=[0]), turn=1, legal=[])
    stages.append(stage := Stage(browser, away))
    page = stage.page
    expect(page.get_by_role("group", name="Your seat")).to_be_visible()
    drew = {"n": 18, "kind": "drew", "seat": 1, "text": "Computer drew."}
    stage.tell({"t": "events", "from": 18, "n": 18, "events": [drew], "state": {**away, "turn": 0, "legal": ["4-1R"]}})
    expect(page.locator("#say")).to_contain_text("Computer drew.")
    assert "our turn" not in page.locator("#say").inner_text()
    assert "our turn" not in page.title() + page.locator("#now").inner_text() + page.locator("#heading").inner_text()
    expect(page.locator(".held.fits")).to_have_count(0)
    stage.tell({"t": "events", "from": 19, "n": 19, "events": [], "state": {**state(**company()), "moves": []}})
    expect(page.locator("#now")).to_contain_text("Your turn.")


def test_what_happens_beside_the_play_does_not_say_the_turn_again(browser: Browser, stages: list[Stage]) -> None:
    stages.append(stage := Stage(browser, state(**company())))
    said = stage.page.locator("#say p")
    expect(said).to_have_text(["Your turn. One tile fits."])
    declined = {"n": 18, "kind": "declined", "seat": 1, "text": "Ben said no; the round goes on."}
    stage.tell({"t": "events", "from": 18, "n": 18, "events": [declined], "state": state(**company())})
    expect(said).to_have_text(["Your turn. One tile fits.", "Ben said no; the round goes on."])
    drew = {"n": 19, "kind": "drew", "seat": 0, "text": "You drew 5-4."}
    stage.tell({"t": "events", "from": 19, "n": 19, "events": [drew], "state": state(**company())})
    expect(said.nth(3)).to_have_text("Your turn. One tile fits.")


def test_how_a_round_ended_is_said_once(browser: Browser, stages: list[Stage]) -> None:
    people = company()
    outcome = {
        "ending": "forfeit", "winners": [0], "pips": [10, 10], "places": [1, 2], "points": [0, 0],
        "hands": [["5-5"], ["6-4"]], "boneyard": [], "title": "You win: Ben forfeits",
        "reasons": ["Ben resigned.", "Nothing is paid at the end of a forfeited round."], "sums": ["10", "10"],
    }  # fmt: skip
    stages.append(stage := Stage(browser, state(**people)))
    texts = {"resigned": "Ben resigned.", "ended": "You win: Ben forfeits"}
    told = [{"n": n, "kind": kind, "seat": 1, "text": text} for n, (kind, text) in enumerate(texts.items(), 18)]
    ended = state(**people, outcome=outcome, turn=None, legal=[])
    stage.tell({"t": "events", "from": 18, "n": 19, "events": told, "state": ended})
    expect(stage.page.locator("#say p")).to_have_text(
        [
            "Your turn. One tile fits.",
            "Ben resigned.",
            "You win: Ben forfeits.",
            "Nothing is paid at the end of a forfeited round.",
        ]
    )


@pytest.mark.parametrize(("away", "rated"), [("ask", False), ("ask", True), ("forfeit", False), ("computer", False)])
def test_only_what_was_agreed_is_offered_about_who_is_away(
    browser: Browser, stages: list[Stage], away: str, rated: bool
) -> None:
    people = company()
    people["pace"] = {**people["pace"], "away": away}
    stages.append(stage := Stage(browser, state(**people, turn=1, legal=[], rated=rated)))
    stage.tell({"t": "presence", "n": 17, "here": [True, False], "away": 1, "wait": 0})
    bar = stage.page.get_by_role("group", name="Somebody is away")
    expect(bar).to_contain_text("Computer is away.")
    claims, plays = bar.get_by_role("button", name="Claim"), bar.get_by_role("button", name="Let the computer")
    expect(claims).to_be_visible(visible=away == "ask")
    expect(plays).to_be_visible(visible=away == "ask" and not rated)


def test_a_name_that_is_no_more_is_nowhere_in_the_page(browser: Browser, stages: list[Stage]) -> None:
    people = company()
    people["seats"] = [
        {**people["seats"][0], "label": "Black"},
        {**people["seats"][1], "label": "White", "name": "Annabel", "player": "/player/Annabel"},
    ]
    outcome = {
        "ending": "domino", "winners": [0], "pips": [0, 10], "places": [1, 2], "points": [0, 0],
        "hands": [[], ["6-4"]], "boneyard": [], "title": "Black wins: out of tiles", "reasons": [], "sums": ["", "10"],
    }  # fmt: skip
    before = state(**people)
    stages.append(stage := Stage(browser, before))
    told = [{"n": 18, "kind": "wished", "seat": 1, "text": "Annabel would like to play again."}]
    ended = {**before, "outcome": outcome, "turn": None, "legal": []}
    ended["company"] = {**ended["company"], "wishes": [1]}
    stage.tell({"t": "events", "from": 18, "n": 18, "events": told, "state": ended})
    expect(stage.page.locator("round-card")).to_contain_text("Annabel would like to play again.")
    expect(stage.page.locator("#say")).to_contain_text("Annabel would like to play again.")
    gone = [people["seats"][0], {**people["seats"][1], "name": "Removed player", "player": None}]
    stage.tell({"t": "snapshot", "table": "x", "n": 18, "state": {**ended, "seats": gone}})
    expect(stage.page.locator("round-card")).to_contain_text("Removed player would like to play again.")
    parts = "[...document.querySelectorAll('body > :not(script)')]"
    left = f"() => {parts}.filter((e) => e.outerHTML.includes('Annabel')).length"
    assert stage.evaluate(left) == 0


CUT = "(css) => [...document.querySelectorAll(css)].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.id)"


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_a_clock_that_stands_still_says_so_in_full(browser: Browser, stages: list[Stage], width: int) -> None:
    people = company()
    people["seats"][1]["name"] = "Maximiliane-Charlotte"
    stages.append(stage := Stage(browser, state(**people), (width, 740)))
    clock = stage.page.locator("#clock")
    for seat, text in ((0, "Your time stands still"), (1, "The time of Maximiliane-Charlotte stands still")):
        stage.tell({"t": "clock", "n": 17, "clock": {"seat": seat, "left": 12.0, "runs": False}})
        expect(clock.locator("span")).to_have_text(text)
        assert stage.evaluate(CUT, "#clock span, #main") == []
        box = clock.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


def test_the_count_of_a_seat_without_tiles_is_as_light_as_its_name(browser: Browser, stages: list[Stage]) -> None:
    people = company()
    people["seats"][1]["tiles"] = 0
    stages.append(stage := Stage(browser, state(**people), (360, 740)))
    stage.tell({"t": "presence", "n": 17, "here": [True, False], "away": None, "wait": None})
    expect(stage.page.locator(".seat.away")).to_have_count(1)
    colour = "(css) => { const look = getComputedStyle(document.querySelector(css)); return look.color; }"
    assert stage.evaluate(colour, ".rack .count") == stage.evaluate(colour, "seat-strip .name")
    faded = "() => document.querySelector('.rack .count').closest('.rack').computedStyleMap().get('opacity').value"
    assert stage.evaluate(faded) == 1


@pytest.mark.parametrize("size", [(1440, 900), (768, 1024)])
def test_an_open_chat_leaves_the_options_and_a_wide_score_pad_in_reach(
    browser: Browser, stages: list[Stage], size: tuple[int, int]
) -> None:
    moves = [{"n": n, "seat": n % 2, "move": "draw"} for n in range(1, 31)]
    stages.append(stage := Stage(browser, state(**company(), moves=moves), size))
    stage.tell({"t": "chat", "mode": "all", "modes": ["all"], "lines": []})
    stage.page.locator("#chat-button").click()
    expect(stage.page.locator(".chat-sheet")).to_be_visible()
    covered = """() => [...document.querySelectorAll('#options summary, #chat-button, .pad .score tr, .pad .moves')]
      .filter((e) => e.checkVisibility()).filter((e) => {
        const { left, right, bottom } = e.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, bottom - 2);
        return !there || !(e.contains(there) || there.contains(e));
      }).map((e) => e.className || e.tagName)"""
    assert stage.evaluate(covered) == []


def test_on_the_score_pad_many_ends_stand_below_the_side_and_not_over_it(browser: Browser, stages: list[Stage]) -> None:
    names = ["L", "R", *(f"{arm}{value}" for value in range(6) for arm in "UD")]
    moves = [
        {"n": n, "seat": n % 2, "move": "6-4U6", "ends": dict.fromkeys(names[:count], 6)}
        for n, count in enumerate(range(2, len(names) + 1), 1)
    ]
    stages.append(stage := Stage(browser, state(moves=moves), (1440, 900)))
    over = """() => [...document.querySelectorAll('.pad .moves li')].filter((row) => {
      const [side, ends] = ['.dir', '.ends'].map((name) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(name));
        return range.getBoundingClientRect();
      });
      const beside = row.getBoundingClientRect();
      const meets = side.right > ends.left && side.bottom > ends.top && ends.bottom > side.top;
      return meets || ends.left < beside.left || ends.bottom > beside.bottom + 1;
    }).length"""
    assert stage.page.locator(".pad .moves li").count() == len(moves)
    assert stage.evaluate(over) == 0
    assert 0 < stage.page.locator(".pad .many").count() < len(moves)


def test_on_a_phone_why_the_round_ended_is_in_sight_at_once(browser: Browser, stages: list[Stage]) -> None:
    seat = state()["seats"][1]
    hands = [["5-3", "4-3", "4-1", "3-2", "6-2", "5-1", "6-3"]] * 4
    outcome = {
        "ending": "forfeit", "winners": [1, 3], "pips": [48] * 4, "places": [3, 1, 3, 1], "points": [0] * 4,
        "hands": hands, "boneyard": [], "title": "You and Dora win: Ann and Cleo forfeit",
        "reasons": ["Ann resigned.", "Cleo resigned."], "sums": ["8 + 7 + 5 + 5 + 8 + 6 + 9 = 48"] * 4,
    }  # fmt: skip
    seats = [{**seat, "name": name} for name in ("Ann", "You", "Cleo", "Dora")]
    four = state(players=4, seats=seats, you=1, scores=[0] * 4, turn=None, legal=[], outcome=outcome, match=None)
    stages.append(stage := Stage(browser, four, (360, 740)))
    why, below = (stage.page.locator(f"round-card {css}").first.bounding_box() for css in (".reasons p", ".go"))
    assert why is not None
    assert below is not None
    assert why["y"] + why["height"] <= below["y"]


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_at_the_end_no_tile_is_broken_at_its_hyphen(browser: Browser, stages: list[Stage], width: int) -> None:
    tiles = " ".join(["12-11"] * 40)
    outcome = {
        "ending": "blocked", "winners": [0], "pips": [10, 10], "places": [1, 2], "points": [0, 0],
        "hands": [["5-5"], ["6-4"]], "boneyard": [], "title": "You win: the line is blocked",
        "reasons": [f"Nobody holds {tiles}."], "sums": [tiles, "6-4 = 10"],
    }  # fmt: skip
    stages.append(stage := Stage(browser, state(turn=None, legal=[], outcome=outcome), (width, 740)))
    card = stage.page.locator("round-card")
    expect(card).to_contain_text(f"Nobody holds {tiles}.")
    whole = card.locator(".whole")
    expect(whole).to_have_count(81)
    lines = "(all) => all.map((e) => e.getClientRects().length)"
    assert set(whole.evaluate_all(lines)) == {1}


def test_the_end_of_a_match_names_its_winner_and_the_scores(browser: Browser, stages: list[Stage]) -> None:
    outcome = {
        "ending": "domino", "winners": [1], "pips": [10, 0], "places": [2, 1], "points": [0, 62],
        "hands": [["5-5"], []], "boneyard": [], "title": "Computer wins: out of tiles",
        "reasons": ["Going out pays 62."], "sums": ["5-5 = 10", ""],
    }  # fmt: skip
    match = {"target": 100, "scores": [23, 102], "over": True, "winners": [1], "next": None, "can_next": False}
    stages.append(stage := Stage(browser, state(turn=None, legal=[], hand=["5-5"], outcome=outcome, match=match)))
    card = stage.page.locator("round-card")
    expect(card.get_by_role("heading")).to_have_text("Computer wins the match: You 23, Computer 102")
    expect(card).to_contain_text("Computer wins: out of tiles.")
    card.get_by_role("button", name="Again").click()
    assert stage.heard[-1]["t"] == "again"


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (844, 390), (1440, 900)])
def test_a_hand_of_twenty_tiles_fits(browser: Browser, stages: list[Stage], size: tuple[int, int]) -> None:
    hand = [f"{high}-{low}" for high in range(6) for low in range(high + 1)][:20]
    stages.append(stage := Stage(browser, state(hand=hand, legal=["4-1R"], why={}), size))
    boxes = stage.evaluate(
        "() => [...document.querySelectorAll('.held')].map((e) => { const r = e.getBoundingClientRect();"
        " return [r.left, r.top, r.right, r.bottom]; })"
    )
    assert len(boxes) == 20
    # beside the line a long hand scrolls, in the place between the words and the buttons
    edge = "([css, side]) => document.querySelector(css).getBoundingClientRect()[side]"
    scrolls = bool(stage.page.locator("domino-hand.scrolls").count())
    assert scrolls == (size == (844, 390))
    if scrolls:
        assert stage.evaluate(edge, ["domino-hand", "top"]) >= stage.evaluate(edge, [".turn", "bottom"]) - 0.5
        assert stage.evaluate(edge, ["domino-hand", "bottom"]) <= stage.evaluate(edge, [".acts", "top"]) + 0.5
    for left, top, right, bottom in boxes:
        assert left >= -0.5
        assert top >= 0
        assert right <= size[0] + 0.5
        assert scrolls or bottom <= size[1] + 0.5
        assert right - left >= 43.9
        assert bottom - top >= 43.9
    shown = stage.evaluate("() => document.querySelector('domino-line').clientHeight")
    assert shown >= 60


def test_every_tile_shows_its_pips(browser: Browser, stages: list[Stage]) -> None:
    hand = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    stages.append(stage := Stage(browser, state(hand=hand, legal=[], turn=1, why={})))
    drawn = stage.evaluate(
        "() => [...document.querySelectorAll('.held')].map((held) => [held.dataset.key,"
        " [...held.querySelectorAll('.p')].map((half) => { const look = getComputedStyle(half);"
        " return [half.getAttribute('d').split('M').length - 1, parseFloat(look.strokeWidth), look.strokeLinecap,"
        " look.stroke]; })])"
    )
    assert len(drawn) == 28
    for key, halves in drawn:
        assert sorted(count for count, *_ in halves) == sorted(int(value) for value in key.split("-"))
        for _, width, cap, ink in halves:
            assert (width > 0.1, cap, ink) == (True, "round", "rgb(26, 29, 34)")


FLIGHTS = """() => { window.flown = []; const fly = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const seat = this.closest('.seat');
  if (seat) {
    const box = this.parentElement.getBoundingClientRect();
    window.flown.push([seat.dataset.key, ...[0, 1].map((i) => parseFloat(frames[i].translate) + box.x)]);
  }
  return fly.call(this, frames, how);
}; }"""


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desktop"])
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_what_another_seat_draws_travels_to_it_from_the_boneyard(
    browser: Browser, stages: list[Stage], motion: Literal["reduce", "no-preference"], size: tuple[int, int]
) -> None:
    before = state()
    stages.append(stage := Stage(browser, {**before, "turn": 1, "legal": []}, size, motion))
    page = stage.page
    seats = page.get_by_role("list", name="Seats and boneyard").get_by_role("listitem")
    expect(seats).to_have_count(2)
    stage.evaluate(FLIGHTS)
    moves = [*before["moves"], *({"n": n, "seat": 1, "move": "draw", "ends": {"L": 6, "R": 4}} for n in (18, 19))]
    told = [{"n": n, "kind": "drew", "seat": 1, "text": "Computer drew."} for n in (18, 19)]
    after = state(moves=moves, seats=[before["seats"][0], {**before["seats"][1], "tiles": 4}])
    stage.tell({"t": "events", "from": 18, "n": 19, "events": told, "state": after})
    page.wait_for_selector("#main[data-turn=mine]")
    flown = stage.evaluate("() => window.flown")
    assert len(flown) == (2 if motion == "no-preference" else 0)
    pile, rack = (page.locator(css).bounding_box() for css in (".pile", ".seat[data-key='1'] .rack"))
    assert pile is not None
    assert rack is not None
    for seat, start, end in flown:
        assert seat == "1"
        assert pile["x"] - 20 <= start <= pile["x"] + pile["width"]
        assert rack["x"] - 20 <= end <= rack["x"] + rack["width"]
    expect(page.locator(".flies")).to_have_count(0)


def long_line() -> dict[str, Any]:
    """Twenty-two tiles on the cloth, and nothing to do for me."""
    right = [[4, 5], [5, 5], [5, 2], [2, 4], [4, 4], [4, 3], [3, 3], [3, 6], [6, 1], [1, 3], [3, 0]]
    left = [[6, 6], [6, 2], [2, 2], [2, 1], [1, 1], [1, 5], [5, 3], [3, 2], [2, 0], [0, 0]]
    line = {"lead": [6, 4], "arms": {"L": left, "R": right}}
    return state(line=line, ends={"L": 0, "R": 0}, turn=1, legal=[], why={})


def tile_on_cloth(stage: Stage) -> float:
    """The short side of a tile of the line, in pixels, once the page is laid out."""
    found: float = stage.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {"
        " const { width, height } = document.querySelector('.laid .top').getBoundingClientRect();"
        " done(Math.min(width, height)); })))"
    )
    return found


def crowd(stage: Stage, height: int) -> None:
    """Let the part below the cloth be at least so high."""
    stage.evaluate("(height) => { document.querySelector('.tray').style.minHeight = `${height}px`; }", height)


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desktop"])
def test_a_line_of_a_small_room_is_large_as_soon_as_its_room_grows(
    browser: Browser, stages: list[Stage], size: tuple[int, int]
) -> None:
    stages.append(stage := Stage(browser, long_line(), size))
    large = tile_on_cloth(stage)
    stage.page.add_init_script(
        "addEventListener('DOMContentLoaded', () => {"
        f" document.querySelector('.tray').style.minHeight = '{size[1] - 240}px'; }});"
    )
    stage.page.reload()
    stage.ready()
    assert tile_on_cloth(stage) < large / 1.5
    crowd(stage, 0)
    assert tile_on_cloth(stage) > large / 1.25


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desktop"])
def test_when_the_round_is_over_the_line_is_as_large_as_after_a_reload(
    browser: Browser, stages: list[Stage], size: tuple[int, int]
) -> None:
    going = long_line()
    outcome = {
        "ending": "blocked", "winners": [1], "pips": [15, 4], "places": [2, 1], "points": [0, 11],
        "hands": [["4-1", "5-5"], ["4-0"]], "boneyard": [], "title": "Computer wins: the line is blocked",
        "reasons": [], "sums": ["4-1 + 5-5 = 15", "4-0 = 4"],
    }  # fmt: skip
    over = {**going, "turn": None, "outcome": outcome}
    stages.append(stage := Stage(browser, going, size))
    tile_on_cloth(stage)
    stage.tell({"t": "events", "from": 18, "n": 18, "events": [], "state": over})
    stage.page.wait_for_selector("#main[data-turn=over]")
    for height in (size[1] - 240, 0):
        stages.append(again := Stage(browser, over, size))
        crowd(again, height)
        again.page.set_viewport_size({"width": size[0], "height": size[1] + 200})
        again.page.set_viewport_size({"width": size[0], "height": size[1]})
        crowd(stage, height)
        assert tile_on_cloth(stage) > tile_on_cloth(again) / 1.25


@pytest.mark.parametrize("size", [(360, 740), (1280, 800)], ids=["phone", "desktop"])
def test_a_tip_at_the_end_takes_nothing_of_the_cloth(browser: Browser, size: tuple[int, int]) -> None:
    outcome = {
        "ending": "blocked", "winners": [1], "pips": [15, 4], "places": [2, 1], "points": [0, 11],
        "hands": [["4-1", "5-5"], ["4-0"]], "boneyard": [], "title": "Computer wins: the line is blocked",
        "reasons": ["Nobody could play, and so the pips that are left were counted."] * 9, "sums": ["15", "4"],
    }  # fmt: skip
    over = {**long_line(), "turn": None, "outcome": outcome}
    stage = Stage(
        browser, over, size, new=True
    )  # it also looks for a decision of the round, which is not to be had here
    stage.page.locator(".tip").get_by_role("button", name="No more tips").wait_for()
    room = "() => document.querySelector('domino-line').clientHeight"
    beside: int = stage.evaluate(room)
    stage.page.locator(".tip").get_by_role("button", name="No more tips").click()
    alone: int = stage.evaluate(room)
    stage.page.context.close()
    assert beside > 0.85 * alone
