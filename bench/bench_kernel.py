"""How fast the kernel is against the plain C program in bench/yardstick, both timed alternately in one run.

    python3 bench/bench_kernel.py [PAIRS]     writes bench/results/kernel.json and a row in kernel.md

The yardstick is built with `cc -O3`, as it stands; only ratios are compared between machines and days. Totals are
compared, too: the rounds are the same ones, so that every sum has to agree.
"""

from __future__ import annotations

import ctypes
import datetime
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src"))

from doublesix import kernel  # noqa: E402
from doublesix.rules import preset  # noqa: E402

ROUNDS = 100_000
HEAD = (
    "# The kernel against plain C\n\n"
    "Random rounds of the reserve table on one core, as a ratio to `bench/yardstick` timed alternately in one run\n"
    "(median, quartiles); `x2` is the gain in wall time from a second thread, which\n"
    "says little on a machine that is busy otherwise. Written by `bench/bench_kernel.py`.\n\n"
    "| date | commit | machine | scalar | side by side | general state | x2 kernel | x2 C |\n"
    "|---|---|---|---|---|---|---|---|\n"
)


class Sums(ctypes.Structure):
    """What the yardstick counts."""

    _fields_ = [(name, ctypes.c_int64) for name in ("first", "second", "ties", "margin", "turns")]


def yardstick(folder: str) -> Callable[[int], Sums] | None:
    """The plain C program as a function of the first round's number, or None where there is no compiler."""
    compiler = next(filter(None, map(shutil.which, ("gcc", "cc", "clang"))), None)
    if compiler is None:
        return None
    made = Path(folder) / "yardstick.so"
    source = HERE / "yardstick" / "dominoes.c"
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", str(source), "-o", str(made)], check=True)
    program = ctypes.CDLL(str(made)).dom_playouts

    def play(first: int) -> Sums:
        sums = Sums()
        program(1, first, ROUNDS, ctypes.byref(sums))
        return sums

    return play


def timed(work: Callable[[int], Any], first: int) -> tuple[float, Any]:
    """Seconds of this thread's processor time, and what came of the work."""
    begun = time.thread_time()
    found = work(first)
    return time.thread_time() - begun, found


def second_thread(work: Callable[[int], Any]) -> float:
    """How much more two threads do than one, in wall time: the best of ten pairs of runs."""
    gains = []
    for turn in range(10):
        begun = time.perf_counter()
        work(turn)
        alone = time.perf_counter() - begun
        threads = [threading.Thread(target=work, args=(at,)) for at in (turn, turn + 1000)]
        begun = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        gains.append(2 * alone / (time.perf_counter() - begun))
    return max(gains)


def spread(values: list[float]) -> dict[str, float]:
    """Median and quartiles."""
    low, middle, high = statistics.quantiles(values, n=4)
    return {"median": round(middle, 3), "low": round(low, 3), "high": round(high, 3)}


def processor() -> str:
    """The processor's name, where the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def commit() -> str:
    """The commit that is measured, with a mark where the sources differ from it."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=HERE, check=False, capture_output=True, text=True).stdout.strip()

    changed = git("status", "--porcelain", "--", "../src", "yardstick")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + (" with changes" if changed else "")


def main() -> int:
    """Measure, compare the totals, write."""
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    setup = kernel.setup_of(preset("ply-yard"), 2)
    works: dict[str, Callable[[int], Any]] = {
        "scalar": lambda first: kernel._two.rounds_of_two(setup, 1, first, ROUNDS),
        "general": lambda first: kernel._rounds.rounds_dealt(setup, 1, first, ROUNDS),
    }
    if kernel._lanes.vector_bytes():
        works["lanes"] = lambda first: kernel._lanes.rounds_in_lanes(setup, 1, first, ROUNDS)
    if not kernel.compiled:
        print("The kernel is not compiled here: python _build/in_place.py")
        return 1
    ratios: dict[str, list[float]] = {name: [] for name in works}
    with tempfile.TemporaryDirectory() as folder:
        plain = yardstick(folder)
        if plain is None:
            print("There is no C compiler here, so there is nothing to compare with: doublesix bench gives speeds.")
            return 0
        for at in range(pairs):
            first = at * ROUNDS
            for name, work in works.items():
                unit, sums = timed(plain, first)
                took, tally = timed(work, first)
                _, ties, _, turns, (_, wins, pips, *_) = tally.sums()
                mine = (*wins, ties, pips[1] - pips[0], turns)
                assert mine == (sums.first, sums.second, sums.ties, sums.margin, sums.turns), f"{name}: {mine}"
                ratios[name].append(unit / took)
        found = {
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "commit": commit(),
            "machine": f"{processor()}, {os.cpu_count()} cores, {platform.system()}",
            "python": platform.python_version(),
            "vector_bytes": kernel._lanes.vector_bytes(),
            "rounds": pairs * ROUNDS,
            "ratio_to_c": {name: spread(values) for name, values in ratios.items()},
            "second_thread": {
                "kernel": round(second_thread(works["scalar"]), 2),
                "c": round(second_thread(plain), 2),
            },
        }
    results = HERE / "results"
    results.mkdir(exist_ok=True)
    (results / "kernel.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    page = results / "kernel.md"
    text = page.read_text(encoding="utf-8") if page.exists() else HEAD
    page.write_text(text + row(found), encoding="utf-8")
    print(json.dumps(found, indent=1))
    return 0


def row(found: dict[str, Any]) -> str:
    """A row of the table."""

    def shown(name: str) -> str:
        ratio = found["ratio_to_c"].get(name)
        return f"{ratio['median']:.2f} ({ratio['low']:.2f}-{ratio['high']:.2f})" if ratio else "none"

    threads = found["second_thread"]
    parts = [found["date"], found["commit"], found["machine"], shown("scalar"), shown("lanes"), shown("general")]
    return f"| {' | '.join(parts)} | {threads['kernel']} | {threads['c']} |\n"


if __name__ == "__main__":
    sys.exit(main())
