"""The heavy checks in full size, one at a time, each result written down as soon as it is known.

    python tools/nightly.py              every check that has not passed at this commit (so a stopped run goes on)
    python tools/nightly.py REFEREE …    only those whose name contains one of the words (lower or upper case)
    python tools/nightly.py --list       what was run last, when and where

Results stand in `tests/nightly.json`: for each check whether it passed, its seconds, the date, commit and machine.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PATH = ROOT / "tests" / "nightly.json"
Result = dict[str, Any]


def checks() -> list[str]:
    """The ids of all tests marked `nightly`; a test of more than 40 cases is one check."""
    done = _pytest("--collect-only", "-m", "nightly")
    found = [line for line in done.stdout.splitlines() if "::" in line]
    cases = Counter(name.partition("[")[0] for name in found)
    return list(dict.fromkeys(name.partition("[")[0] if cases[name.partition("[")[0]] > 40 else name for name in found))


def _pytest(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", *options]
    return subprocess.run(command, cwd=ROOT, env=_environment(), capture_output=True, text=True, check=False)


def _environment() -> dict[str, str]:
    return {**os.environ, "DOUBLESIX_FULL": "1"}


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def commit() -> str:
    """The commit checked, with a mark where the tree differs from it."""
    changed = [line for line in _git("status", "--porcelain").splitlines() if not line.endswith(PATH.name)]
    return _git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def read() -> dict[str, Result]:
    """The results so far."""
    return json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}


def write(results: dict[str, Result]) -> None:
    """Keep the results."""
    PATH.write_text(json.dumps(dict(sorted(results.items())), indent=1) + "\n", encoding="utf-8")


def run_one(name: str, at: str) -> Result:
    """Run one check."""
    start = time.perf_counter()
    done = _pytest("-m", "nightly", name)
    if done.returncode != 0:
        print(done.stdout[-3000:], file=sys.stderr)
    return {
        "passed": done.returncode == 0,
        "seconds": round(time.perf_counter() - start, 1),
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M"),
        "commit": at,
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}",
    }


def main() -> int:
    """0 where every check asked for has passed."""
    words = [word.lower() for word in sys.argv[1:] if not word.startswith("--")]
    results = read()
    if "--list" in sys.argv:
        for name, result in results.items():
            print(f"{'passed' if result['passed'] else 'FAILED'}  {result['date']}  {result['commit']}  {name}")
        return 0
    at = commit()
    wanted = [name for name in checks() if not words or any(word in name.lower() for word in words)]
    for number, name in enumerate(wanted, 1):
        known = results.get(name)
        if known and known["passed"] and known["commit"] == at:
            continue
        print(f"{number} of {len(wanted)}: {name}", flush=True)
        results = read() | {name: run_one(name, at)}
        write(results)
    failed = [name for name in wanted if not results[name]["passed"]]
    print(f"{len(wanted) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
