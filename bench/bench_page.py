"""What the table page costs: bytes, modules, the first board, script per update, frames, the plan of a line.

    python3 bench/bench_page.py [--times N] [--write]

A headless Chromium opens the page of a server on this machine. Counted is what a visitor's browser loads until the
first board is there: the page's modules come joined in one file (see `server/web/joiner.py`), and in the page lies the
first snapshot, so that the board waits for no socket. Script is counted in processor time of the page's main thread;
times to the first board and frames are what the clock says, the best of several, since other work on the machine only
adds to them; the middle one stands beside it.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE.parent / "tests"), str(HERE)]

from common import stamp, tell, yardstick  # noqa: E402

from page.driving import Player, Serving, chromium  # noqa: E402

#: A line of 1.6 Mbit/s with 150 ms there and back, and a processor of a quarter of the speed.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
SLOWER = 4
BUDGETS = {
    "js_bytes": 40_000,
    "css_bytes": 15_000,
    "all_bytes": 60_000,
    "scripts": 30,
    "first_board_ms": 300,
    "first_board_slow_ms": 1300,
    "update_bytes": 2048,
    "update_script_ms": 10,
    "frame_p95_ms": 20,
    "plan_ms": 4,
}

#: Said aloud, for to ask the page now and then would make it read the asker's own large script first.
FIRST_BOARD = """new MutationObserver((_, watch) => {
  if (!document.querySelector('.held')) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.board = performance.now(); console.debug('board'); }));
}).observe(document, { childList: true, subtree: true });"""
LOADED = """() => {
  const all = performance.getEntriesByType('resource')
    .map((one) => [one.name.split('?')[0], one.encodedBodySize, one.startTime]);
  const [page] = performance.getEntriesByType('navigation');
  return { page: page.encodedBodySize, all: all.filter(([, , at]) => at < window.board) };
}"""
FRAMES = """() => { window.frames_ms = []; let last = 0;
  const next = (now) => { if (last) window.frames_ms.push(now - last); last = now; requestAnimationFrame(next); };
  requestAnimationFrame(next); }"""
#: The plan of a line on cloths that nobody asked about before, in milliseconds: the first, then the others.
PLANS = """async ([rules, lead]) => {
  const files = document.querySelector('link[rel=icon]').href;
  const { planOfRound } = await import(new URL('../js/core/arms.js', files));
  const took = [];
  for (let i = 0; i < 15; i++) {
    const from = performance.now();
    planOfRound(rules, lead, 363 + 16 * i, 471 + 16 * i, 55);
    took.push(performance.now() - from);
  }
  return took;
}"""
SETS = {
    "28": {"max_pip": 6},
    "55": {"max_pip": 9},
    "91": {"max_pip": 12},
    "28, a spinner": {"max_pip": 6, "spinner": "first"},
    "28, all spinners": {"max_pip": 6, "spinner": "all"},
}


def visitor(browser: Browser, address: str, motion: Any = "reduce") -> tuple[Player, CDPSession]:
    """Somebody new with an empty cache."""
    size: Any = {"width": 360, "height": 740}
    context = browser.new_context(viewport=size, reduced_motion=motion, service_workers="block")
    context.add_init_script(FIRST_BOARD)
    page = context.new_page()
    return Player(page, address), context.new_cdp_session(page)


def table_of(browser: Browser, address: str) -> tuple[str, list[Any]]:
    """The address of a new table, and the cookies of who sits there."""
    player, _ = visitor(browser, address)
    player.play_now()
    found = player.page.url, list(player.page.context.cookies())
    player.page.context.close()
    return found


def first_board(browser: Browser, address: str, *, slow: bool) -> tuple[float, dict[str, Any]]:
    """Milliseconds to the first board on the screen, and what had come until then."""
    url, cookies = table_of(browser, address)
    player, session = visitor(browser, address)
    player.page.context.add_cookies(cookies)
    if slow:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    with player.page.expect_console_message(lambda said: said.text == "board"):
        player.page.goto(url, wait_until="commit")
    took, loaded = player.evaluate("() => window.board"), player.evaluate(LOADED)
    player.page.context.close()
    return took, loaded


def sizes(loaded: dict[str, Any]) -> dict[str, int]:
    """Bytes as they were sent, and how many modules."""
    scripts = [size for name, size, _ in loaded["all"] if name.endswith(".js")]
    sheets = [size for name, size, _ in loaded["all"] if name.endswith(".css")]
    total = loaded["page"] + sum(scripts) + sum(sheets)
    return {"js_bytes": sum(scripts), "css_bytes": sum(sheets), "all_bytes": total, "scripts": len(scripts)}


def script_ms(session: CDPSession) -> float:
    """Processor time of scripts so far."""
    found = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(one["value"]) for one in found if one["name"] == "ScriptDuration")


def updates(browser: Browser, address: str) -> dict[str, list[float]]:
    """A round: script for each event, the bytes of what the server says, frames with a slow processor."""
    player, session = visitor(browser, address, "no-preference")
    page = player.page
    heard: list[float] = []
    page.on("websocket", lambda one: one.on("framereceived", lambda said: heard.append(len(said))))
    player.play_now()
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    scripts: list[float] = []
    frames: list[float] = []
    slow = False
    while player.wait_for_turn():
        n, before = player.n, script_ms(session)
        if slow:
            player.evaluate(FRAMES)
        player.move_by_clicks()
        player.wait_for_turn()
        if slow:
            player.page.wait_for_function("() => window.frames_ms.length > 30")
            seen = sorted(player.evaluate("() => window.frames_ms"))
            frames.append(seen[int(0.95 * len(seen))])
            page.evaluate("() => { window.frames_ms = []; }")
        else:
            scripts.append((script_ms(session) - before) / max(1, player.n - n))
        slow = len(scripts) >= 5
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER if slow else 1})
    page.context.close()
    return {"script": scripts, "bytes": heard[1:], "frames": frames}


def plans(browser: Browser, address: str) -> dict[str, dict[str, float]]:
    """How long the plan of a line takes on a page that has just come, by set."""
    found = {}
    for name, rules in SETS.items():
        player, _ = visitor(browser, address)
        player.play_now()
        took = player.evaluate(PLANS, [rules, [6, 5]])
        found[name] = {"first": round(took[0], 1), "middle": round(statistics.median(took[1:]), 1)}
        player.page.context.close()
    return found


def measure(times: int) -> dict[str, Any]:
    """All figures."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Serving(Path(folder))
        try:
            boards = [first_board(browser, server.address, slow=False) for _ in range(times)]
            slow = [first_board(browser, server.address, slow=True) for _ in range(times)]
            rounds = [updates(browser, server.address) for _ in range(3)]
            every = [plans(browser, server.address) for _ in range(3)]
        finally:
            server.stop()
    together = {key: [value for one in rounds for value in one[key]] for key in ("script", "bytes", "frames")}
    return {
        **sizes(boards[0][1]),
        "first_board_ms": round(min(took for took, _ in boards)),
        "first_board_median_ms": round(statistics.median(took for took, _ in boards)),
        "first_board_slow_ms": round(min(took for took, _ in slow)),
        "first_board_slow_median_ms": round(statistics.median(took for took, _ in slow)),
        "update_bytes": round(statistics.median(together["bytes"])),
        "update_script_ms": round(statistics.median(together["script"]), 1),
        "frame_p95_ms": round(min(together["frames"]), 1),
        "plan_ms": {
            name: {kind: min(one[name][kind] for one in every) for kind in ("first", "middle")} for name in SETS
        },
    }


def main() -> int:
    """Measure and print; 1 where a budget is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=8, help="how often the page is opened")
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results/page.json")
    args = parser.parse_args()
    found = measure(args.times)
    over = [name for name, most in BUDGETS.items() if name != "plan_ms" and found[name] > most]
    over += [f"plan_ms of {name}" for name, took in found["plan_ms"].items() if took["middle"] > BUDGETS["plan_ms"]]
    result = stamp("page", yardstick()) | {"budgets": BUDGETS, "over": over} | found
    return tell(result, args.write)


if __name__ == "__main__":
    sys.exit(main())
