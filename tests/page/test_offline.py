"""The page as an app: it can be installed, and what can be read stays readable without a connection; nothing stale."""

from __future__ import annotations

import json
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from doublesix.rules import PRESETS
from doublesix.server.web import shell
from doublesix.study import KINDS
from doublesix.study.guide import PIECES
from doublesix.study.lessons import LESSONS

from .driving import PATIENCE, Player, Serving, another_version
from .test_replay import a_record
from .unwatched import Tab, unwatched

pytestmark = pytest.mark.browser
LOOKED_AFTER = """async () => {
  const worker = navigator.serviceWorker;
  await worker.ready;
  if (!worker.controller) {
    const changed = new Promise((go) => worker.addEventListener('controllerchange', go, { once: true }));
    await Promise.race([changed, new Promise((go) => setTimeout(go, 2000))]);
  }
  return Boolean(worker.controller);
}"""
KEPT = "async (name) => (await (await caches.open(name)).keys()).map((one) => one.url.replace(location.origin, ''))"


class Reader(Player):
    """A visitor whose browser keeps pages."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        super().__init__(context.new_page(), address)
        self.context = context

    def open(self, path: str) -> None:
        """Go to a page that the worker looks after; one that came while it was just starting is asked for again."""
        self.page.goto(self.address + path)
        while not self.evaluate(LOOKED_AFTER):
            self.page.reload()

    def kept(self, name: str) -> list[str]:
        """The addresses in one of the caches."""
        found: list[str] = self.evaluate(KEPT, f"doublesix-{name}")
        return found

    def until(self, condition: str, arg: Any = None) -> None:
        """Wait until an asynchronous condition holds in the page."""
        script = """async (arg) => {
          const holds = CONDITION;
          for (const end = performance.now() + PATIENCE; performance.now() < end;) {
            if (await holds(arg)) return true;
            await new Promise((go) => setTimeout(go, 30));
          }
          return false;
        }""".replace("PATIENCE", str(PATIENCE))
        assert self.evaluate(script.replace("CONDITION", condition), arg), condition

    def wait_until_kept(self, name: str, count: int) -> None:
        """Wait until a cache holds so many pages."""
        kept = "async ([name, count]) => (await (await caches.open(name)).keys()).length >= count"
        self.until(kept, [f"doublesix-{name}", count])


@pytest.fixture
def reader(browser: Browser, serving: Serving) -> Iterator[Reader]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    yield Reader(context, serving.address)
    context.close()


def test_the_page_can_be_installed(reader: Reader) -> None:
    reader.open("/rules/block")
    page = reader.page
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest: dict[str, Any] = reader.evaluate("async (url) => (await fetch(url)).json()", link)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    assert {one["url"] for one in manifest["shortcuts"]} == {"/", "/learn"}
    sizes = "async (url) => { const made = new Image(); made.src = url; await made.decode();"
    sizes += " return `${made.naturalWidth}x${made.naturalHeight}`; }"
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            assert reader.evaluate(sizes, icon["src"]) == icon["sizes"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    session = reader.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    assert [one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]] in (
        [],
        ["in-incognito"],
    )


def test_rules_drills_and_replays_are_read_without_a_connection_and_drills_count_once(reader: Reader) -> None:
    page = reader.page
    reader.play_now()
    reader.move_by_clicks()
    table = re.sub(r".*(/table/\w+).*", r"\1", page.url)
    page.get_by_text("Options").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign this round").click()
    page.wait_for_selector("#main[data-turn=over]")
    reader.open("/learn")
    reader.wait_until_kept("drill", sum(shell.drills().values()))
    reader.wait_until_kept("rules", 1 + len(PRESETS))
    page.goto(f"{reader.address}{table}/replay")
    reader.wait_until_kept("replay", 1)

    reader.context.set_offline(True)
    page.goto(f"{reader.address}/rules/draw-12")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"{reader.address}{table}/replay#move=1")
    page.locator("domino-line .laid").first.wait_for()
    page.goto(reader.address + table)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no connection")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for kind, count in {"replays": 1, "drills": len(KINDS), "rules": 1 + len(PRESETS)}.items():
        expect(page.locator(f"#kept-{kind} li")).to_have_count(count)
    page.goto(reader.address)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no connection")

    for done in (1, 2):
        page.goto(f"{reader.address}/learn/practice/ends")
        answer(page)
        expect(page.locator(".verdict")).to_be_visible()
        expect(page.locator(".why")).to_have_count(page.locator("fieldset.ask").count())
        expect(page.get_by_text("your answers are kept here")).to_be_visible()
        assert len(reader.kept("answers")) == done
        assert reader.focused(".verdict")

    reader.context.set_offline(False)
    reader.open("/learn")
    reader.until("async () => !(await (await caches.open('doublesix-answers')).keys()).length")
    page.reload()
    expect(page.locator("a[href='/learn/practice/ends'] .done")).to_contain_text("2 drills done")


def answer(page: Page) -> None:
    """Answer what is asked, somehow."""
    for field in page.locator("fieldset.ask").all():
        field.locator("label").first.click()
    page.get_by_role("button", name="Check").click()


def test_lessons_and_help_never_visited_are_read_and_a_form_that_was_not_sent_leads_back(reader: Reader) -> None:
    page = reader.page
    reader.open("/learn")
    reader.wait_until_kept("lesson", len(shell.LEARNING) + len(shell.steps()) + len(PIECES))
    reader.context.set_offline(True)
    for path, heading in [("/help", "Help"), (f"/learn/guide/{next(iter(PIECES))}", next(iter(PIECES.values())).title)]:
        page.goto(reader.address + path)
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.goto(reader.address + "/learn/course")
    page.get_by_role("link", name=re.compile("^Tiles and suits")).click()
    page.wait_for_url(re.compile(r"/learn/course/\w+/.+"))
    step = page.url
    answer(page)
    expect(page.get_by_text("What you sent did not get through.")).to_be_visible()
    expect(page.locator("#kept-lessons li")).to_have_count(len(shell.LEARNING) + len(LESSONS) + len(PIECES))
    page.get_by_role("link", name="Back to where you were").click()
    page.wait_for_url(step)
    answer(page)
    expect(page.get_by_text("What you sent did not get through.")).to_be_visible()
    reader.context.set_offline(False)
    page.wait_for_url(step)


def test_an_answer_that_arrived_but_was_not_confirmed_counts_once(reader: Reader) -> None:
    """The server hears an answer and dies; the browser, which cannot know, sends it again."""
    page = reader.page
    reader.play_now()
    reader.open("/learn/practice/counting")
    for field in page.locator("fieldset.ask").all():
        field.locator("label").first.click()
    fields = "new URLSearchParams(new FormData(document.querySelector('.drill-form')))"
    path = page.url.partition("?")[0]
    twice = f"async (to) => {{ for (let n = 0; n < 3; n++) await fetch(to, {{ method: 'POST', body: {fields} }}); }}"
    reader.evaluate(twice, path)
    page.goto(f"{reader.address}/learn")
    expect(page.locator(".done")).to_contain_text("1 drill done")


def test_tables_accounts_and_hands_are_never_kept_and_signing_out_takes_what_is(reader: Reader) -> None:
    page = reader.page
    reader.open("/learn/practice/ends?n=5")
    reader.wait_until_kept("drill", 1)
    reader.play_now()
    table = page.url
    for path in ("/account", "/lobby", "/ratings", "/new", "/"):
        page.goto(reader.address + path)
    page.goto(table + "/hand")
    reader.ready()
    page.goto(reader.address + "/account")
    names: list[str] = reader.evaluate("() => caches.keys()")
    for name in names:
        for url in reader.kept(name.removeprefix("doublesix-")):
            assert url.startswith(("/s/", "/rules", "/learn", "/help", "/offline", "/renewed")), url
    assert reader.kept("drill")
    page.get_by_label("Name", exact=True).first.fill("Nora")  # a name of an account is nobody else's on this server
    page.locator("form[action='/account/new'] input[type=password]").first.fill("a long enough password")
    page.locator("form[action='/account/new'] button").first.click()
    page.goto(reader.address + "/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    for name in ("drill", "rules", "lesson", "replay", "answers"):
        reader.until("async (name) => !(await (await caches.open(name)).keys()).length", f"doublesix-{name}")


def test_nothing_stale_is_shown_online_and_the_offline_page_speaks_the_page_s_language(reader: Reader) -> None:
    page = reader.page
    reader.open("/rules/block")
    reader.wait_until_kept("rules", 1)
    stale = "async () => { const cache = await caches.open('doublesix-rules'); for (const key of await cache.keys())"
    stale += " await cache.put(key, new Response('stale', { headers: { 'content-type': 'text/html' } })); }"
    reader.evaluate(stale)
    page.goto(reader.address + "/rules/block")
    assert "stale" not in page.content()
    page.locator(".languages summary").click()
    page.get_by_role("button", name="Español").click()
    page.wait_for_selector("html[lang=es]")
    reader.until(
        "async () => (await (await caches.open('doublesix-shell')).match('/offline'))"
        ".headers.get('content-language') === 'es'"
    )
    reader.context.set_offline(True)
    page.goto(reader.address + "/new")
    assert page.get_attribute("html", "lang") == "es"
    page.locator("#try").click()
    expect(page.locator("#tried")).to_have_text("Sigue sin haber conexión.")
    reader.context.set_offline(False)
    page.locator(".new-game").wait_for()


def test_a_record_opened_by_its_link_is_kept_and_a_saved_one_is_pushed_out_by_no_other(reader: Reader) -> None:
    record = json.dumps(a_record("ply-yard", 2).to_json())
    page = reader.page
    reader.open("/replay")
    page.fill("textarea", record)
    page.get_by_role("button", name="Replay").click()
    page.locator("#moves li").first.wait_for()
    assert "/replay?record=" in page.url
    reader.wait_until_kept("replay", 1)
    reader.context.set_offline(True)
    page.reload()
    page.locator("#moves li").first.wait_for()
    reader.context.set_offline(False)

    address = page.url
    page.get_by_role("button", name="Save for offline").click()
    page.get_by_role("button", name="Saved; take it away").wait_for()
    reader.evaluate("() => caches.delete('doublesix-replay')")  # thirty others came after it
    reader.context.set_offline(True)
    page.goto(address)
    page.locator("#moves li").first.wait_for()
    page.goto(reader.address)
    saved = page.get_by_role("region", name="Replays that you saved").get_by_role("link")
    expect(saved).to_contain_text("1 round")
    saved.click()
    page.get_by_role("button", name="Saved; take it away").click()
    page.get_by_role("button", name="Save for offline").wait_for()
    assert reader.kept("saved") == []


def test_without_a_secure_context_everything_is_as_before(browser: Browser, serving: Serving) -> None:
    """A home network without https: there is no worker, and nobody is told that there should be one."""
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(
        "Object.defineProperty(window, 'isSecureContext', { value: false });"
        "delete Navigator.prototype.serviceWorker; delete window.caches;"
    )
    player = Player(context.new_page(), serving.address)
    player.play_now()
    player.page.goto(f"{serving.address}/learn/practice/ends?n=3")
    player.page.goto(f"{serving.address}/offline")
    expect(player.page.locator("#try")).to_be_visible()
    context.close()
    assert player.errors == []


FILES = "async () => (await caches.keys()).filter((name) => name.startsWith('doublesix-files-')).sort()"
WAITING = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
OWN = "() => 'doublesix-files-' + document.querySelector('link[rel=icon]').getAttribute('href').split('/')[2]"
LATER = """async () => {
  const [, , version] = document.querySelector('link[rel=icon]').getAttribute('href').split('/');
  return (await fetch(`/s/${version}/joined/table/page/after-round.js`)).headers.get('cache-control');
}"""
LOOK = "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"


@contextmanager
def two_versions(folder: Path) -> Iterator[tuple[Tab, Tab, Serving]]:
    """Two tabs that a worker looks after, and a server that is of another version by now, whose worker waits."""
    server = Serving(folder / "data")
    try:
        with unwatched(folder / "browser") as browser:
            one, other = Tab(browser), Tab(browser)
            for tab in (one, other):
                tab.go(server.address + "/help")  # a page that has nothing fetched ahead
                tab.until("() => Boolean(navigator.serviceWorker.controller)")
            server.stop(signal.SIGKILL)
            server.languages = another_version(folder)
            server.start()
            one.evaluate(LOOK)
            one.until(WAITING)
            yield one, other, server
    finally:
        server.stop()


@pytest.mark.usefixtures("browser")  # without a Chromium it is skipped
def test_a_new_worker_waits_for_pages_of_the_old_version_and_then_its_files_go(tmp_path: Path) -> None:
    """Two servers in turn at one address: the second has other files."""
    with two_versions(tmp_path) as (one, other, _):
        both, old = one.evaluate(FILES), other.evaluate(OWN)
        assert len(both) == 2
        assert old in both
        # what the page of the old version loads later is of its own version still
        assert "immutable" in other.evaluate(LATER)
        one.reload()
        one.until("() => navigator.serviceWorker.ready.then(() => true)")
        assert one.evaluate(WAITING), "the other tab may need the old version"
        assert one.evaluate(FILES) == both
        other.close()
        one.reload()
        one.until(f"async () => !(await ({FILES})()).includes('{old}')")
        assert not one.evaluate(WAITING)
        for _ in range(3):
            one.reload()
        assert one.evaluate(FILES) == [name for name in both if name != old]


@pytest.mark.usefixtures("browser")
def test_a_new_worker_takes_over_when_all_pages_are_closed(tmp_path: Path) -> None:
    with two_versions(tmp_path) as (one, other, server):
        before = one.evaluate(FILES)
        one.close()
        other.close()
        kept = before
        for _ in range(20):  # Chromium lets the old one rest for a moment, and gives no sign when the new one has come
            if len(kept) == 1:
                break
            time.sleep(1)
            later = one.beside()
            later.go(server.address + "/healthz")  # no page of ours: nothing there asks for the new one
            kept = later.evaluate(FILES)
            later.close()
        assert len(kept) == 1
        assert set(kept) < set(before)
