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

from calibration import error, tenths
from review_quality import summary

HERE = Path(__file__).resolve().parent


def _run(script: str) -> None:
    subprocess.run([sys.executable, str(HERE / f"{script}.py")], check=True)


MEASURES: dict[str, Callable[[], None]] = {
    "exploitability": lambda: _run("exploitability"),
    "calibration": lambda: _run("calibration"),
    "review": lambda: _run("review_quality"),
}


def sections() -> list[str]:
    """The lines of all sections whose results are kept."""
    parts = (("exploitability", exploitability), ("calibration", calibration), ("review", review))
    return [line for name, tell in parts for line in _told(name, tell)]


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


def calibration(found: dict[str, Any]) -> list[str]:
    """Chances of winning against what happened."""
    lines = [
        "",
        "## Do the chances mean what they say?",
        "",
        f"{found['positions']} choices in {found['rounds']} rounds of the reserve table, begun by levels drawn by lot",
        f"and played on by analysis ({found['worlds']} worlds a choice): the chance of winning that it named for its",
        "best move, and how often that seat won. Gaps with 95 % intervals over rounds (bench/calibration.py). Expected",
        f"calibration error {error(found):.4f}, Brier score {found['brier'] / found['positions']:.4f}; the rounds",
        "served no fitting. Engine play is set right by a fit (src/doublesix/analysis/calibration.py) for two seats",
        "that draw; elsewhere chances are told as the play-outs have them.",
        "",
        "| said | choices | on average | won | gap |",
        "|---|---|---|---|---|",
    ]
    for low, count, said, won, gap, half in tenths(found):
        lines.append(f"| {low:.0%} to {low + 0.1:.0%} | {count} | {said:.3f} | {won:.3f} | {gap:+.3f} ± {half:.3f} |")
    return [*lines, "", _where(found)]


def review(found: dict[str, Any]) -> list[str]:
    """How often verdicts hold."""
    it = summary(found)
    close = f"{it['too close']:.1%}"
    return [
        "",
        "## Do verdicts hold?",
        "",
        f"{it['positions']} decisions without force, one from each of as many rounds of the reserve table that levels",
        "drawn by lot have played, reviewed twice with different seeds and the usual budget of up to",
        f"{found['worlds']} worlds ({it['worlds']:.0f} on average, for a clear verdict ends the work), and once with",
        f"up to 50 times as many ({it['worlds of the reference']:.0f} on average; bench/review_quality.py). `best` and",
        "`equal` count as one verdict.",
        "",
        "| | measured | of which `too-close` |",
        "|---|---|---|",
        f"| the two reviews give different verdicts, neither being `too-close` | {it['flips']:.1%} | {close} of all |",
        f"| the reference's verdict is given, where it puts the move more than 3 points behind ({it['worse']} moves) | "
        f"{it['agree']:.1%} | {it['too close of the worse']:.1%} of these |",
        f"| the best move, or one less than 2 points behind, is named best | {it['best named']:.1%} | {close} of all |",
        f"| seconds of one core for a whole round, both seats | {it['seconds a round']:.1f}, at most "
        f"{it['seconds at most']:.1f} | |",
        "",
        _where(found),
    ]


def _where(found: dict[str, Any]) -> str:
    return f"{found['date']}, commit {found['commit']}, seed {found['seed']}, {found['engine']}, {found['machine']}."
