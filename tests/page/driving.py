"""Starting the real server and driving its page as a person would: by clicks or by keys."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

PATIENCE = 45_000
"""How long something may take on a machine that does much else, in milliseconds; only a fault ever takes as long."""

expect.set_options(timeout=PATIENCE)

SEEN = """try {
  for (const name of ['tips', 'decision']) localStorage.setItem(`doublesix.${name}`, 'off');
} catch {
  // a page without an origin keeps nothing
}"""


STEADY = """async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let before = '', turns = 0; ; turns++) {
    await frame();
    const seen = MEASURE();
    const now = JSON.stringify(seen);
    if (now === before || turns > 60) return seen;
    before = now;
  }
}"""


def find_chromium() -> str | None:
    """Path of a Chromium on this machine, or None."""
    return os.environ.get("DOUBLESIX_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless Chromium. Where there is none the test is skipped with a plain sentence; in CI it fails."""
    path = find_chromium()
    if path is None:
        sentence = "No Chromium on this machine: the page is not driven. Debian: apt install chromium."
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(sentence)
        pytest.skip(sentence)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Serving:
    """A `doublesix serve` of its own process over a data folder; it can be killed and started again."""

    def __init__(
        self,
        data: Path,
        seed: int | None = None,
        delay: float = 0.0,
        languages: Path | None = None,
        first: str = "",
    ) -> None:
        """`first` are Python statements that run before the server does, so that no test has to wait for minutes."""
        self.data, self.seed, self.delay, self.languages, self.first = data, seed, delay, languages, first
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start, on the same port as before, and wait until the address is printed."""
        program = f"{self.first}\nimport sys\nfrom doublesix.cli import main\nsys.exit(main())"
        command = [sys.executable, *(("-c", program) if self.first else ("-m", "doublesix"))]
        command += ["serve", "--port", str(self.port), "--data", str(self.data)]
        command += ["--bot-delay", str(self.delay)] + (["--seed", str(self.seed)] if self.seed is not None else [])
        command += ["--languages", str(self.languages)] if self.languages is not None else []
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                return
        raise AssertionError("the server did not start: " + "".join(said))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the process and wait until it is gone."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


def another_version(folder: Path) -> Path:
    """A folder of languages that makes the pages of a server those of another version: they come with a file more."""
    more = folder / "languages"
    more.mkdir()
    head = ("Content-Type: text/plain; charset=utf-8", "Plural-Forms: nplurals=2; plural=(n != 1);")
    lines = ['msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in head), "", 'msgid "Play"', 'msgstr "Spielen"', ""]
    (more / "de.po").write_text("\n".join(lines), encoding="utf-8")
    return more


class Player:
    """A person at a table, on a page."""

    def __init__(self, page: Page, address: str, *, new: bool = False) -> None:
        """Who is not new has seen the tips, and wants no decisions to look at."""
        self.page, self.address = page, address
        page.context.set_default_timeout(PATIENCE)
        if not new:
            page.add_init_script(SEEN)
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)

    def sit(self, rules: str, players: int, level: str = "easy") -> None:
        """Make a table by the New game page and go to it."""
        self.page.goto(f"{self.address}/new")
        self.page.check(f"input[name=rules][value={rules}]", force=True)
        if self.page.locator(f".players-{players}").is_visible():
            self.page.check(f"input[name=players][value='{players}']", force=True)
        for n in range(1, players):
            self.page.check(f"input[name=level{n}][value={level}]", force=True)
        self.page.locator(".new-game .main-button").click()
        self.ready()

    def sit_by_address(self, rules: Any, seats: list[str], *, match: bool = False) -> None:
        """Make a table by the JSON address, with rules that no form offers, and go to it."""
        self.page.goto(f"{self.address}/rules")
        made: dict[str, str] = self.evaluate(
            "async (wish) => (await fetch('/api/tables', { method: 'POST', body: JSON.stringify(wish),"
            " headers: { 'content-type': 'application/json' } })).json()",
            {"rules": rules, "players": len(seats), "seats": seats, "match": match},
        )
        self.page.goto(self.address + made["url"])
        self.ready()

    def play_now(self) -> None:
        """One click on the first page."""
        self.page.goto(self.address)
        self.page.get_by_role("button", name="Play now").click()
        self.ready()

    def ready(self) -> None:
        """Wait until the table is there and connected."""
        self.page.wait_for_selector("#link[data-status=open]")

    def wait_for_turn(self) -> bool:
        """Wait for my turn or the end of the round; whether it is my turn."""
        self.page.wait_for_selector("#main[data-turn=mine], #main[data-turn=over]")
        return self.page.get_attribute("#main", "data-turn") == "mine"

    @property
    def n(self) -> int:
        """The number of the last event that the page knows."""
        return int(self.page.get_attribute("#main", "data-n") or 0)

    def after(self, n: int) -> None:
        """Wait until something has happened after event `n`, and nothing of mine is on its way."""
        self.page.wait_for_function(
            "(n) => { const now = document.querySelector('#main').dataset; return +now.n > n && now.turn !== 'sent'; }",
            arg=n,
        )

    @property
    def fitting(self) -> Locator:
        """My tiles that can be played now."""
        return self.page.locator(".held.fits")

    @property
    def ghosts(self) -> Locator:
        """The places that are offered for the chosen tile."""
        return self.page.locator(".ghost")

    def move_by_clicks(self, pick: int = 0, *, ghost: int = 0) -> str:
        """Make one move with the mouse; what it was: `draw`, `pass`, `one` (one tap) or `two` (tile, then end)."""
        n = self.n
        for name in ("draw", "pass"):
            if self.page.locator(f"#{name}").is_visible():
                self.page.click(f"#{name}")
                self.after(n)
                return name
        self.fitting.nth(pick % self.fitting.count()).click()
        how = "one"
        if self.ghosts.count():
            how = "two"
            self.ghosts.nth(ghost % self.ghosts.count()).click()
        self.after(n)
        return how

    def finish(self) -> list[str]:
        """Play the round to its end by clicks; how each move was made."""
        made: list[str] = []
        while self.wait_for_turn():
            made.append(self.move_by_clicks(len(made)))
        return made

    def focused(self, inside: str) -> bool:
        """Whether the focus is inside an element."""
        found: bool = self.page.evaluate("(inside) => document.activeElement.closest(inside) !== null", inside)
        return found

    def evaluate(self, script: str, arg: Any = None) -> Any:
        """The value of a script in the page."""
        return self.page.evaluate(script, arg)

    def steady(self, measure: str) -> Any:
        """What a script measures once two frames one after the other agree: a move may come in the middle of one."""
        return self.page.evaluate(STEADY.replace("MEASURE", f"({measure})"))
