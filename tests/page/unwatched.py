"""A Chromium whose workers nobody looks into, as people have it.

Playwright attaches itself to every worker. One that has an onlooker is at times not put to sleep in favour of the next:
Chromium then lets the next one wait for minutes, and a page that is asked for at that moment for ever. So where workers
follow each other a tab is driven by its own socket here.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from .driving import FLAGS, PATIENCE, find_chromium

WAIT = PATIENCE / 1000


class Tab:
    """A tab with a page in it."""

    def __init__(self, browser: str) -> None:
        with urlopen(Request(f"{browser}/json/new?about:blank", method="PUT")) as answer:
            self._told: dict[str, str] = json.load(answer)
        self._browser = browser
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(self._told["webSocketDebuggerUrl"], max_size=None))
        self._sent = 0
        self._do("Page.enable")

    def _do(self, method: str, *, until: str = "", **params: Any) -> Any:
        """Give a command; its result, once it is there and the event `until` has come."""
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        end = time.monotonic() + WAIT
        result = None
        while result is None or until:
            said = json.loads(self._socket.recv(timeout=max(0.0, end - time.monotonic())))
            if said.get("id") == self._sent:
                result = said["result"]
            elif said.get("method") == until:
                until = ""
        return result

    def go(self, url: str) -> None:
        """Go to a page and wait until it has loaded."""
        self._do("Page.navigate", url=url, until="Page.loadEventFired")

    def reload(self) -> None:
        """Load the page again and wait until it has loaded."""
        self._do("Page.reload", until="Page.loadEventFired")

    def evaluate(self, script: str) -> Any:
        """The value of a function without arguments, or of its promise."""
        found = self._do("Runtime.evaluate", expression=f"({script})()", awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str) -> None:
        """Wait until a function of the page gives something true."""
        end = time.monotonic() + WAIT
        while not self.evaluate(script):
            assert time.monotonic() < end, script
            time.sleep(0.05)

    def beside(self) -> Tab:
        """Another tab of the same browser."""
        return Tab(self._browser)

    def close(self) -> None:
        """Close the tab."""
        self._open.close()
        with urlopen(f"{self._browser}/json/close/{self._told['id']}"):
            pass


@contextmanager
def unwatched(folder: Path) -> Iterator[str]:
    """Such a Chromium over a folder of its own; the address by which it is driven."""
    path = find_chromium()
    assert path is not None
    command = [path, *FLAGS, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={folder}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        told, end = folder / "DevToolsActivePort", time.monotonic() + WAIT
        while not (told.exists() and "\n" in told.read_text()):
            assert time.monotonic() < end, "Chromium did not start"
            time.sleep(0.05)
        yield f"http://127.0.0.1:{told.read_text().splitlines()[0]}"
    finally:
        process.terminate()
        process.wait()
