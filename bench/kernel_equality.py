"""The kernel against the readable rules in full size: every preset, move by move, compiled and as plain Python.

    python3 bench/kernel_equality.py [--rounds 20000] [--preset ID ...]

Each round is dealt and played by the rules with the kernel's state beside it: legal moves and their order, hands,
boneyard and result are compared after every move. A second round is played at random by the kernel alone and by the
rules from the same stream, and their results are compared. Both forms of the kernel take part.

It can be stopped and started again at any time: what is done is kept in bench/results/kernel_equality.json with the
date, commit and machine of the last rounds. What was done counts as long as the sources compared are the same.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "src"), str(HERE)]

from common import commit, machine  # noqa: E402
from tests.kernel.twins import follow, interpreted, random_deal, round_by_rules  # noqa: E402

import doublesix.kernel  # noqa: E402
from doublesix.rules import PRESETS, preset  # noqa: E402

RESULT = HERE / "results" / "kernel_equality.json"
CHUNK = 250
PLAY = ("_bits", "_codes", "_setup", "_state", "_rounds", "_two", "_tally", "_lanes", "_lanes_step", "coding", "tables")
"""The kernel without its model of choices and without the doors to it."""


def kept() -> dict[str, Any]:
    """What was done before, for these very sources."""
    try:
        before = json.loads(RESULT.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        before = {}
    return before if before.get("sources") == sources() else {"sources": sources(), "rounds": {}}


def sources() -> str:
    """A hash of what decides how rounds are played: that part of the kernel, and of the rules all but their words."""
    package = HERE.parent / "src" / "doublesix"
    names = ("tiles", "moves", "line", "position", "scoring", "ruleset", "presets")
    files = [package / "rules" / f"{name}.py" for name in names]
    total = hashlib.sha256()
    kernel = sorted(path for path in (package / "kernel").iterdir() if path.suffix in (".py", ".pxd", ".h"))
    kernel = [path for path in kernel if path.stem in PLAY]
    for path in [*files, *kernel]:
        total.update(path.read_bytes())
    return total.hexdigest()[:16]


def compare(name: str, chunk: int) -> None:
    """One chunk of rounds of a preset, spread over its numbers of seats, by both forms of the kernel."""
    rules = preset(name)
    forms = [doublesix.kernel, interpreted()]
    rng = random.Random(f"{name} {chunk}")
    for at in range(CHUNK):
        number = chunk * CHUNK + at
        players = rules.players[number % len(rules.players)]
        position = random_deal(rules, players, rng)
        for kernel in forms:
            follow(kernel, position, random.Random(number))
        ended, turns = round_by_rules(rules, players, 1, number)
        outcome = ended.outcome
        assert outcome is not None
        for kernel in forms:
            totals = kernel.playouts(rules, players, seed=1, first=number, count=1)
            assert (totals.pips, totals.places, totals.points) == (outcome.pips, outcome.places, outcome.points)
            assert totals.turns == turns


def main() -> int:
    """Go on where the last run stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20_000, help="rounds for each preset")
    parser.add_argument("--preset", action="append", choices=list(PRESETS), help="only this one")
    args = parser.parse_args()
    if not doublesix.kernel.compiled:
        print("The kernel is not compiled here: python _build/in_place.py")
        return 1
    state = kept()
    for name in args.preset or PRESETS:
        begun = time.monotonic()
        while state["rounds"].get(name, 0) < args.rounds:
            done = state["rounds"].get(name, 0)
            compare(name, done // CHUNK)
            state["rounds"][name] = done + CHUNK
            state |= {"date": datetime.date.today().isoformat(), "commit": commit(), "machine": machine()}
            RESULT.parent.mkdir(exist_ok=True)
            RESULT.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {state['rounds'][name]} rounds alike ({time.monotonic() - begun:.0f} s now)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
