"""How long a phone that slept needs to show the table as it is, from the moment it wakes.

    python3 bench/bench_waking.py [--times N] [--write]

One person has a table open in two browsers. The phone (a processor of a quarter of the speed, a line of 150 ms there
and back) sleeps, the other window plays on, the phone wakes. No script of its page runs meanwhile. It sleeps in three
ways: `frozen`, the line holds and what is sent waits; `silent`, the line died without a word, so that the page must
find that out; `closed`, the line was closed. Counted is from the moment when the page may run again until the last
event is on the screen.
"""

from __future__ import annotations

import argparse
import contextlib
import socket
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE.parent / "tests"), str(HERE)]

from common import stamp, tell, yardstick  # noqa: E402

from page.driving import Player, Serving, chromium  # noqa: E402

BUDGET_MS: Final = 2000
SLOWER: Final = 4
LINE_S: Final = 0.15
SHOWN: Final = """window.shown = {};
addEventListener('DOMContentLoaded', () => {
  const main = document.querySelector('#main');
  const note = () => { window.shown[main.dataset.n] ??= Date.now(); };
  if (main) new MutationObserver(note).observe(main, { attributes: true, attributeFilter: ['data-n'] });
});"""
WAKE: Final = """async (n) => {
  document.dispatchEvent(new Event('visibilitychange'));
  while (!(n in window.shown)) await new Promise((next) => setTimeout(next, 2));
  return window.shown[n];
}"""


class Line:
    """A slow line to the server; the connections that go through it can die without a word, or be closed."""

    def __init__(self) -> None:
        self.server = 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._ends: set[socket.socket] = set()
        self._dead: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def die(self) -> None:
        """Nothing goes through what is there any more, and neither end is told."""
        self._dead |= self._ends

    def close(self) -> None:
        """What is there is closed at both ends."""
        for end in tuple(self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        while True:
            near, _ = self._door.accept()
            far = socket.create_connection(("127.0.0.1", self.server))
            self._ends |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := one.recv(65536):
                time.sleep(LINE_S / 2)
                if one not in self._dead:
                    other.sendall(part)
        if one not in self._dead:
            self._ends -= {one, other}
            other.close()


class Phone:
    """The page that sleeps."""

    def __init__(self, browser: Browser, awake: Player, line: Line) -> None:
        context = browser.new_context(viewport={"width": 360, "height": 740}, service_workers="block")
        context.add_init_script(SHOWN)
        context.add_cookies(awake.page.context.cookies())  # type: ignore[arg-type]
        self._line = line
        self.player = Player(context.new_page(), f"http://127.0.0.1:{line.port}")
        self._session: CDPSession = context.new_cdp_session(self.player.page)
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.player.page.goto(awake.page.url.replace(awake.address, self.player.address))
        self.player.ready()

    def sleep(self, how: str) -> None:
        """Fall asleep: `frozen`, `silent` or `closed`."""
        self._session.send("Debugger.enable")
        self._session.send("Debugger.pause")
        if how == "silent":
            self._line.die()
        elif how == "closed":
            self._line.close()

    def wake(self, n: int) -> float:
        """Milliseconds until event `n` was shown."""
        woken = 1000 * time.time()
        self._session.send("Debugger.disable")
        shown: float = self.player.evaluate(WAKE, str(n))
        self.player.ready()
        return shown - woken


def measure(times: int) -> dict[str, list[float]]:
    """How long each waking took, by how the phone had slept."""
    found: dict[str, list[float]] = {"frozen": [], "silent": [], "closed": []}
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        line = Line()
        server = Serving(Path(folder), first=f"import sys\nsys.argv += ['--origin', 'http://127.0.0.1:{line.port}']")
        line.server = server.port
        try:
            while len(found["closed"]) < times:
                awake = Player(browser.new_page(), server.address)
                awake.play_now()
                phone = Phone(browser, awake, line)
                while awake.wait_for_turn() and len(found["closed"]) < times:
                    how = min(found, key=lambda how: len(found[how]))
                    phone.sleep(how)
                    awake.move_by_clicks()
                    awake.wait_for_turn()
                    found[how].append(phone.wake(awake.n))
                for page in (awake.page, phone.player.page):
                    page.context.close()
        finally:
            server.stop()
    return found


def main() -> int:
    """Measure and print; 1 where a page that woke was not up to date in time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="wakings of each kind")
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results/waking.json")
    args = parser.parse_args()
    found = measure(args.times)
    figures: dict[str, Any] = {
        how: {"wakings": len(took), "median_ms": round(statistics.median(took)), "worst_ms": round(max(took))}
        for how, took in found.items()
    }
    over = [how for how, figure in figures.items() if figure["worst_ms"] > BUDGET_MS]
    result = stamp("waking", yardstick()) | {"budget_ms": BUDGET_MS, "over": over} | figures
    return tell(result, args.write)


if __name__ == "__main__":
    sys.exit(main())
