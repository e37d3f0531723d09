"""Every place of the page: how one gets to each address, and to the states of it that look or sound different.

The walk of `test_access.py` goes through all of them. A route of the server that no place here visits is a fault.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from playwright.sync_api import Browser, Page

from blunders import BLUNDER, SEAT
from doublesix.notation import Record
from doublesix.rules import deal, preset

from .driving import Player, Serving

Go = Callable[["Walk"], Page]


@dataclass(frozen=True, slots=True)
class Place:
    """A page in one state: what it is called, the route that serves it, and the way there."""

    name: str
    route: str
    go: Go


PLACES: list[Place] = []


def place(name: str, route: str) -> Callable[[Go], Go]:
    """Note the way to a place."""

    def note(go: Go) -> Go:
        PLACES.append(Place(name, route, go))
        return go

    return note


@dataclass
class Walk:
    """Visitors of one server, and what they left behind for the places that come later."""

    browser: Browser
    serving: Serving
    scripts: list[str]
    language: str = "en-GB"
    visitors: dict[str, Player] = field(default_factory=dict)

    def visitor(self, name: str) -> Player:
        """Somebody with a browser of his own; the pages of all carry the scripts that measure."""
        if name not in self.visitors:
            context = self.browser.new_context(
                viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale=self.language
            )
            for script in self.scripts:
                context.add_init_script(script)
            self.visitors[name] = Player(context.new_page(), self.serving.address)
        return self.visitors[name]

    @property
    def ann(self) -> Player:
        return self.visitor("Ann")

    @property
    def ben(self) -> Player:
        return self.visitor("Ben")

    def to(self, path: str, visitor: str = "Ann") -> Page:
        """Open an address."""
        one = self.visitor(visitor)
        one.page.goto(one.address + path)
        return one.page

    def table(self, rules: str, seats: list[str], *, match: bool = False) -> Page:
        """A new table of Ann's, at her turn or with the cover over her hand."""
        self.ann.sit_by_address(rules, seats, match=match)
        self.ann.page.wait_for_selector("#main[data-turn=mine], #main[data-turn=over], hand-cover:not([hidden])")
        return self.ann.page

    @cached_property
    def finished(self) -> str:
        """The path of a table whose round is over."""
        self.table("ply-yard", ["you", "easy"])
        self.ann.move_by_clicks()
        self.ann.wait_for_turn()
        resign(self.ann)
        return self.ann.page.url.removeprefix(self.serving.address)

    @cached_property
    def waiting(self) -> str:
        """The path of a listed table that waits for a person."""
        page = self.to("/new", "Host")
        page.check("input[name=rules][value=ply-yard]", force=True)
        page.check("input[name=level1][value=open]", force=True)
        page.get_by_label("Your name").fill("Hostess")
        page.check("input[name=listed]")
        page.get_by_role("button", name="Deal").click()
        page.wait_for_selector(".qr")
        return page.url.removeprefix(self.serving.address)

    @cached_property
    def account(self) -> Player:
        """Somebody with an account and a rated game."""
        dora = self.visitor("Dora")
        page = self.to("/account", "Dora")
        up = page.locator('form[action="/account/new"]')
        up.get_by_label("Name").fill("Dorothea")
        up.get_by_label("Password").fill("seven tiles each")
        up.get_by_role("button", name="Make the account").click()
        page.get_by_role("button", name="Sign out", exact=True).wait_for()
        made = dora.evaluate(
            "async () => (await fetch('/api/tables', { method: 'POST', body: JSON.stringify({ rules: 'ply-yard',"
            " players: 2, seats: ['you', 'easy'], rated: true }), headers: { 'content-type': 'application/json' } })"
            ").json()"
        )
        self.to(made["url"], "Dora")
        dora.ready()
        resign(dora)
        page.locator("round-card .rated li").first.wait_for()
        return dora

    def duplicate(self) -> Page:
        """A duplicate of one deal, before it starts."""
        page = self.to("/duplicate")
        page.get_by_label("Deals").fill("1")
        page.get_by_role("button", name="Make the duplicate").click()
        page.wait_for_selector("main.duplicate")
        return page

    def close(self) -> list[str]:
        """End all visits; what the pages complained of."""
        errors = []
        for name, visitor in self.visitors.items():
            errors += [f"{name}: {error}" for error in visitor.errors if "status of 4" not in error]
            visitor.page.context.close()
        return errors


def resign(player: Player) -> None:
    """End the round at once."""
    player.page.locator("#options > summary").click()
    player.page.locator("#resign").click()
    player.page.locator("#resign").click()
    player.page.wait_for_selector("#main[data-turn=over]")


def a_record(rules: str, players: int, seed: int = 139) -> str:
    """A round played at random, as the text of its record; this one has four decisions, which are soon thought over."""
    rng = random.Random(seed)
    position = deal(preset(rules), players, rng)
    while position.outcome is None:
        position = position.play(rng.choice(position.legal_moves))
    record: Any = Record.of(position, outcome=position.outcome.to_json()).to_json()
    return json.dumps(record)


# ---------------------------------------------------------------- the first pages and forms


@place("home", "/")
def _(walk: Walk) -> Page:
    walk.table("ply-yard", ["you", "easy"])
    return walk.to("/")


@place("new game", "/new")
def _(walk: Walk) -> Page:
    page = walk.to("/new")
    page.check("input[name=level1][value=open]", force=True)
    page.locator(".time summary").click()
    return page


@place("new game, refused", "/new")
def _(walk: Walk) -> Page:
    page = walk.to("/new")
    page.check("input[name=level1][value=open]", force=True)
    page.get_by_label("Your name").fill("White")
    page.get_by_role("button", name="Deal").click()
    page.get_by_role("alert").wait_for()
    return page


@place("lobby", "/lobby")
def _(walk: Walk) -> Page:
    assert walk.waiting
    page = walk.to("/lobby")
    page.locator("#tables li").first.wait_for()
    return page


@place("lobby, waiting for company", "/lobby")
def _(walk: Walk) -> Page:
    page = walk.to("/lobby")
    page.get_by_role("button", name="Find company").click()
    page.locator("#unseek").wait_for()
    return page


@place("invitation", "/join/{table}")
def _(walk: Walk) -> Page:
    return walk.to(walk.waiting.replace("/table/", "/join/"))


@place("waiting table, its host", "/table/{table}")
def _(walk: Walk) -> Page:
    assert walk.waiting
    return walk.to(walk.waiting, "Host")


@place("waiting table, a stranger", "/table/{table}")
def _(walk: Walk) -> Page:
    return walk.to(walk.waiting)


@place("help", "/help")
def _(walk: Walk) -> Page:
    return walk.to("/help")


@place("offline", "/offline")
def _(walk: Walk) -> Page:
    # or the page would find that there is a connection, and be another one before it is looked at
    walk.ann.page.route("**/healthz", lambda route: route.fulfill(status=404))
    return walk.to("/offline")


@place("no such page", "404")
def _(walk: Walk) -> Page:
    return walk.to("/nowhere")


# ---------------------------------------------------------------- the table


@place("table, to lead", "/table/{table}")
def _(walk: Walk) -> Page:
    return walk.table("ply-yard", ["you", "easy"])


@place("table, a tile chosen", "/table/{table}")
def _(walk: Walk) -> Page:
    page = walk.table("draw-100", ["you", "easy", "easy", "easy"], match=True)
    for _round in range(3):
        if walk.ann.fitting.count():
            walk.ann.fitting.first.click()
            break
        walk.ann.move_by_clicks()
        walk.ann.wait_for_turn()
    return page


@place("table, the menu open", "/table/{table}")
def _(walk: Walk) -> Page:
    page = walk.table("all-fives", ["you", "easy"])
    page.locator("#options > summary").click()
    page.locator(".screens summary").click()
    return page


@place("table, the pad open on a phone", "/table/{table}")
def _(walk: Walk) -> Page:
    page = walk.table("ply-yard", ["you", "easy"])
    walk.ann.move_by_clicks()
    walk.ann.wait_for_turn()
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("#pad-button").click()
    return page


@place("table, a round that is over", "/table/{table}")
def _(walk: Walk) -> Page:
    page = walk.to(walk.finished)
    walk.ann.ready()
    return page


@place("table, the check of the deal", "/table/{table}")
def _(walk: Walk) -> Page:
    page = walk.to(walk.finished)
    walk.ann.ready()
    page.get_by_role("button", name="Check the deal").click()
    page.wait_for_selector(".check .steps")
    return page


@place("table, a spectator", "/table/{table}")
def _(walk: Walk) -> Page:
    url = walk.table("ranked-draw", ["you", "easy", "easy"]).url
    walk.ben.page.goto(url)
    walk.ben.ready()
    return walk.ben.page


@place("table between people, the chat open, a question asked", "/table/{table}")
def _(walk: Walk) -> Page:
    guest = walk.to(walk.waiting.replace("/table/", "/join/"), "Ben")
    guest.get_by_role("button", name="Sit down").click()
    walk.ben.ready()
    host = walk.visitor("Host")
    host.page.goto(host.address + walk.waiting)
    host.ready()
    guest.locator("#options > summary").click()
    guest.locator("#void").click()
    host.page.locator("#asked").wait_for()
    host.page.locator("#chat-button").click()
    return host.page


@place("one device, the cover", "/table/{table}")
def _(walk: Walk) -> Page:
    return walk.table("ply-yard", ["you", "here"])


@place("one device, a hand that was taken", "/table/{table}")
def _(walk: Walk) -> Page:
    page = walk.table("ply-yard", ["you", "here"])
    page.locator("hand-cover button:not([aria-disabled])").click()
    page.locator(".held").first.wait_for()
    return page


@place("second screen", "/table/{table}/screen")
def _(walk: Walk) -> Page:
    url = walk.table("ply-yard", ["you", "easy"]).url
    page = walk.to(f"{url.removeprefix(walk.serving.address)}/screen")
    walk.ann.ready()
    return page


@place("only the hand", "/table/{table}/hand")
def _(walk: Walk) -> Page:
    url = walk.table("ply-yard", ["you", "easy"]).url
    page = walk.to(f"{url.removeprefix(walk.serving.address)}/hand")
    walk.ann.ready()
    return page


@place("report", "/table/{table}/report")
def _(walk: Walk) -> Page:
    return walk.to(f"{walk.finished}/report")


@place("report of a record", "/replay/report")
def _(walk: Walk) -> Page:
    page = walk.to("/replay")
    page.fill("textarea", a_record("ply-yard", 2))
    page.get_by_role("button", name="Replay").click()
    page.locator("#report:not([hidden])").click()
    page.wait_for_url("**/replay/report?*")
    return page


# ---------------------------------------------------------------- replay, review, analysis


@place("replay of a table", "/table/{table}/replay")
def _(walk: Walk) -> Page:
    page = walk.to(f"{walk.finished}/replay")
    page.locator("#moves li").first.wait_for()
    page.keyboard.press("PageDown")
    return page


@place("replay a record", "/replay")
def _(walk: Walk) -> Page:
    return walk.to("/replay")


@place("replay a record, refused", "/replay")
def _(walk: Walk) -> Page:
    page = walk.to("/replay")
    page.fill("textarea", "no record")
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("alert").wait_for()
    return page


def reviewed(walk: Walk) -> Page:
    """A replay whose review has been thought over; who is there already stays."""
    if (page := walk.ann.page).locator(".dearest button").count():
        return page
    page = walk.to("/replay")
    page.fill("textarea", a_record("ply-yard", 2))
    page.get_by_role("button", name="Replay").click()
    page.locator("#moves li").first.wait_for()
    page.locator("#review button").first.click()
    page.locator(".dearest button").first.wait_for(timeout=90_000)
    return page


@place("a replay with its review and an analysis", "/replay")
def _(walk: Walk) -> Page:
    page = reviewed(walk)
    page.keyboard.press("PageDown")
    page.locator("#analysis button").first.click()
    page.locator("#analysis table").first.wait_for(timeout=90_000)
    return page


@place("a review with the truth opened", "/replay")
def _(walk: Walk) -> Page:
    page = reviewed(walk)
    page.locator("details.truth summary").first.click()
    page.locator("details.truth .luck tr").first.wait_for()
    return page


# ---------------------------------------------------------------- learning


@place("learn", "/learn")
def _(walk: Walk) -> Page:
    return walk.to("/learn")


@place("a drill, asked", "/learn/practice/{kind}")
def _(walk: Walk) -> Page:
    return walk.to("/learn/practice/ends")


@place("a drill, answered", "/learn/practice/{kind}")
def _(walk: Walk) -> Page:
    page = walk.to("/learn/practice/ends")
    for ask in page.locator("fieldset.ask").all():
        ask.locator("input").first.check(force=True)
    page.get_by_role("button", name="Check").click()
    page.locator(".verdict").wait_for()
    return page


ANSWER_RIGHT = """async (times) => {
  for (let done = 0; done < times; done += 1) {
    const asked = new DOMParser().parseFromString(await (await fetch('/learn/practice/ends')).text(), 'text/html');
    const fields = new URLSearchParams(new FormData(asked.querySelector('.drill-form')));
    const answers = JSON.parse(asked.querySelector('#answers').textContent);
    for (const [name, { right }] of Object.entries(answers)) fields.set(`a.${name}`, right);
    await fetch('/learn/practice/ends', { method: 'POST', body: fields });
  }
}"""
"""So many drills of the first level without a fault, one after the other."""


@place("a drill that passes a level", "/learn/practice/{kind}")
def _(walk: Walk) -> Page:
    page = walk.to("/", "Lena")
    walk.visitor("Lena").evaluate(ANSWER_RIGHT, 2)
    page = walk.to("/learn/practice/ends", "Lena")
    answers = json.loads(page.locator("#answers").text_content() or "")
    for name, answer in answers.items():
        page.locator(f'input[name="a.{name}"][value="{answer["right"]}"]').check(force=True)
    page.get_by_role("button", name="Check").click()
    page.locator("p.passed").wait_for()
    return page


@place("learn, a level passed", "/learn")
def _(walk: Walk) -> Page:
    page = walk.to("/", "Lena")
    walk.visitor("Lena").evaluate(ANSWER_RIGHT, 3)
    page = walk.to("/learn", "Lena")
    page.locator(".levels .passed").wait_for()
    return page


@place("a study, asked", "/learn/studies/{study}")
def _(walk: Walk) -> Page:
    page = walk.to("/learn")
    page.locator(".numbers a").first.click()
    page.get_by_role("button", name="Show the answer").wait_for()
    return page


@place("a study, answered", "/learn/studies/{study}")
def _(walk: Walk) -> Page:
    page = walk.to("/learn")
    page.locator(".numbers a").first.click()
    page.locator("fieldset input").first.check(force=True)
    page.get_by_role("button", name="Show the answer").click()
    page.locator("#answer").wait_for()
    return page


@place("course", "/learn/course")
def _(walk: Walk) -> Page:
    return walk.to("/learn/course")


@place("a step of the course, answered", "/learn/course/{lesson}/{step}")
def _(walk: Walk) -> Page:
    page = walk.to("/learn/course/tiles/tiles")
    for group in page.locator("main fieldset").all():
        group.locator("input").last.check(force=True)
    page.locator("main form button").first.click()
    page.locator(".told").wait_for()
    return page


def tried(walk: Walk, step: str, tile: str, end: str) -> Page:
    """A step of the course after a move."""
    page = walk.to(f"/learn/course/{step}")
    page.locator(f'input[name="tile"][value="{tile}"]').check(force=True)
    page.locator(f'button[name="end"][value="{end}"]').click()
    page.locator(".told").wait_for()
    return page


@place("a step of the course, refused", "/learn/course/{lesson}/{step}")
def _(walk: Walk) -> Page:
    return tried(walk, "matching/match", "4-1", "L")


@place("a step of the course, done", "/learn/course/{lesson}/{step}")
def _(walk: Walk) -> Page:
    return tried(walk, "blocking/close", "3-0", "R")


@place("guide", "/learn/guide")
def _(walk: Walk) -> Page:
    return walk.to("/learn/guide")


@place("a piece of advice, answered", "/learn/guide/{advice}")
def _(walk: Walk) -> Page:
    page = walk.to("/learn/guide/points")
    page.locator("main article input[type=radio]").first.check(force=True)
    page.locator("main article button").first.click()
    page.locator("main article h3").wait_for()
    return page


@place("my mistakes", "/learn/mistakes")
def _(walk: Walk) -> Page:
    page = walk.to("/learn/mistakes")
    page.evaluate(
        "async (wish) => (await fetch('/api/review', { method: 'POST', body: JSON.stringify(wish),"
        " headers: { 'content-type': 'application/json' } })).text()",
        {"record": BLUNDER, "seat": SEAT, "keep": True},
    )
    page.reload()
    page.locator(".cards li").first.wait_for()
    return page


@place("a mistake, answered", "/learn/mistakes/{mistake}")
def _(walk: Walk) -> Page:
    page = walk.to("/learn/mistakes")
    page.locator(".cards a").first.click()
    page.locator("main form input[type=radio]").first.check(force=True)
    page.locator("main form button").first.click()
    page.locator("[role=status]").first.wait_for()
    return page


# ---------------------------------------------------------------- rules


@place("rules", "/rules")
def _(walk: Walk) -> Page:
    return walk.to("/rules")


@place("rules of one table", "/rules/{rules}")
def _(walk: Walk) -> Page:
    page = walk.to("/rules/all-fives")
    page.evaluate("() => [...document.querySelectorAll('.item')].slice(6).forEach((one) => one.remove())")
    return page


@place("comparison", "/compare")
def _(walk: Walk) -> Page:
    return walk.to("/compare?a=draw-100&b=ply-yard")


@place("house rules", "/house")
def _(walk: Walk) -> Page:
    return walk.to("/house?from=draw-100")


@place("house rules, with a contradiction", "/house")
def _(walk: Walk) -> Page:
    page = walk.to("/house?from=draw-100")
    page.locator("input[name=deal2]").fill("27")
    page.locator("[data-wrong]").wait_for()
    return page


@place("rules of a house", "/house/{link}")
def _(walk: Walk) -> Page:
    page = walk.to("/house?from=draw-100")
    page.locator("input[name=title]").fill("Club night")
    page.get_by_role("button", name="Read them as a page").click()
    page.wait_for_url("**/house/*")
    page.evaluate("() => [...document.querySelectorAll('.item')].slice(6).forEach((one) => one.remove())")
    return page


# ---------------------------------------------------------------- people


@place("account of a guest", "/account")
def _(walk: Walk) -> Page:
    page = walk.to("/account")
    page.locator(".my-data summary").click()
    return page


@place("account, refused", "/account")
def _(walk: Walk) -> Page:
    page = walk.to("/account")
    sign_in = page.locator('form[action="/account/in"]')
    sign_in.get_by_label("Name").fill("Nobody")
    sign_in.get_by_label("Password").fill("not this one at all")
    sign_in.get_by_role("button", name="Sign in").click()
    page.get_by_role("alert").wait_for()
    return page


@place("account, signed in", "/account")
def _(walk: Walk) -> Page:
    assert walk.account
    return walk.to("/account", "Dora")


@place("recovery codes", "/account")
def _(walk: Walk) -> Page:
    assert walk.account
    page = walk.to("/account", "Dora")
    codes = page.locator('form[action="/account/codes"]')
    codes.get_by_label("Present password").fill("seven tiles each")
    codes.get_by_role("button", name="Make new codes").click()
    page.locator(".code-list").wait_for()
    return page


@place("profile", "/player/{name}")
def _(walk: Walk) -> Page:
    assert walk.account
    page = walk.to("/player/Dorothea", "Dora")
    page.get_by_text("The same as numbers").click()
    return page


@place("leaderboard", "/ratings")
def _(walk: Walk) -> Page:
    return walk.to("/ratings")


@place("a new duplicate", "/duplicate")
def _(walk: Walk) -> Page:
    return walk.to("/duplicate")


@place("duplicate, waiting", "/duplicate/{duplicate}")
def _(walk: Walk) -> Page:
    return walk.duplicate()


@place("duplicate, played", "/duplicate/{duplicate}")
def _(walk: Walk) -> Page:
    page = walk.duplicate()
    page.get_by_role("button", name="Start with the computer").click()
    page.locator("#go").click()
    walk.ann.ready()
    resign(walk.ann)
    page.get_by_role("link", name="Results").click()
    page.get_by_text("All deals are played.").wait_for()
    return page


# ---------------------------------------------------------------- for programs

ALIKE = """() => {
  const all = [...document.querySelectorAll('main section')];
  all.slice(3, -3).forEach((one) => one.remove());
}"""
"""Hundreds of parts that are made by one rule: a few of each end are enough, and take seconds less."""


@place("addresses for programs", "/api")
def _(walk: Walk) -> Page:
    page = walk.to("/api")
    page.evaluate(ALIKE)
    return page


@place("messages of the sockets", "/api/events")
def _(walk: Walk) -> Page:
    page = walk.to("/api/events")
    page.evaluate(ALIKE)
    return page
