"""What the benchmarks in Python share: the yardstick loop, the stamp of a run, and keeping its result."""

from __future__ import annotations

import datetime
import json
import platform
import subprocess
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOOPS = 1_000_000


def yardstick() -> float:
    """Seconds of one core for a million turns of a plain loop, the fastest of five."""
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        total = 0
        for number in range(LOOPS):
            total += number & 7
        best = min(best, time.process_time() - begun)
    return best


def commit() -> str:
    """The commit measured; empty where there is no git."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return done.stdout.strip()


def machine() -> str:
    """Processor and Python."""
    return f"{platform.machine()}, {platform.python_implementation()} {platform.python_version()}"


def stamp(name: str, loop: float) -> dict[str, Any]:
    """Which benchmark ran, when, on what, and its yardstick."""
    return {
        "bench": name,
        "date": datetime.date.today().isoformat(),
        "commit": commit(),
        "machine": machine(),
        "yardstick_s": round(loop, 4),
    }


def keep(result: dict[str, Any]) -> None:
    """Write a result into bench/results."""
    path = ROOT / "bench" / "results" / f"{result['bench']}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def tell(result: dict[str, Any], write: bool) -> int:
    """Print a result, keep it where that is wished; the exit status: 1 where something is `over` its budget."""
    print(json.dumps(result, indent=1))
    if write:
        keep(result)
    return 1 if result["over"] else 0
