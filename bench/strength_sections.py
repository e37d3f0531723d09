"""What docs/strength.md says besides the matches, each measure with a command of its own that goes on where it stopped.

`bench/strength.py` runs them all and writes the page.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def _run(script: str) -> None:
    subprocess.run([sys.executable, str(HERE / f"{script}.py")], check=True)


MEASURES: dict[str, Callable[[], None]] = {
    "exploitability": lambda: _run("exploitability"),
}


def sections() -> list[str]:
    """The lines of all sections whose results are kept."""
    return [line for name, tell in (("exploitability", exploitability),) for line in _told(name, tell)]


def _told(name: str, tell: Callable[[dict[str, Any]], list[str]]) -> list[str]:
    path = HERE / "results" / f"{name}.json"
    return tell(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else []


def exploitability(found: dict[str, Any]) -> list[str]:
    """Double-three against its equilibrium."""
    low, high = found["equilibrium"]
    lines = [
        "",
        "## Against the best opponent there is",
        "",
        "The reserve table on double-three, three tiles each, is small enough to solve: in equilibrium the seat that",
        f"leads wins {low:.4f} to {high:.4f} a round more than it loses ({found['information sets']} information sets",
        "with a choice, CFR+). A level is asked at each of them, by several seeds, and the best response to the shares",
        "of its moves is computed. Exploitability is what that wins above the equilibrium, the mean of both seats; in",
        "score it is half of that. *Seed known*: the same by an opponent that knows the level's seed",
        "(bench/exploitability.py).",
        "",
        "| level | exploitability | response leads | response follows | seed known | seeds | worlds | date | commit |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for level in ("easy", "normal", "hard", "master"):
        if level in found:
            it = found[level]
            lines.append(
                f"| {level} | {it['exploitability']:.4f} | {it['best response leads']:.4f} | "
                f"{it['best response follows']:.4f} | {it['of one seed']:.4f} | {it['seeds']} | {it['worlds']} | "
                f"{it['date']} | {it['commit']} |"
            )
    return lines
