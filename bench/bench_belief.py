"""How fast the belief of two seats is kept up and sampled: rounds of the reserve table, after every move.

    python3 bench/bench_belief.py [--rounds N] [--write]

Medians over the moves, in microseconds: `see` takes a move into a carried belief, `build` makes the exact one from a
view; `carried_world` and `exact_world` are one of 500 worlds. `--write` keeps them in bench/results/belief.json.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE)]

from common import keep, stamp, yardstick  # noqa: E402

from doublesix.inference import Belief, CarriedBelief, _carried  # noqa: E402
from doublesix.rules import View, deal, preset  # noqa: E402

WORLDS = 500


def views_of(rounds: int) -> list[list[View]]:
    """For each round, what a seat sees after every move."""
    rng = random.Random(1)
    out = []
    for at in range(rounds):
        position, views = deal(preset("ply-yard"), 2, rng), []
        while position.turn is not None:
            position = position.play(rng.choice(position.legal_moves))
            views.append(position.view(at % 2))
        out.append(views)
    return out


def timed(call: Callable[[], Any], parts: int = 1) -> tuple[float, Any]:
    """Microseconds of a call, by parts, and what it gave."""
    begun = time.perf_counter()
    given = call()
    return (time.perf_counter() - begun) * 1e6 / parts, given


def main() -> int:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results/belief.json")
    args = parser.parse_args()
    times: defaultdict[str, list[float]] = defaultdict(list)
    for views in views_of(args.rounds):
        carried = CarriedBelief(views[0])
        for view in views[1:]:
            spent, _ = timed(lambda carried=carried, view=view: carried.see(view))  # type: ignore[misc]
            times["see"].append(spent)
            spent, _ = timed(lambda carried=carried: carried.packed(WORLDS, seed=1), WORLDS)  # type: ignore[misc]
            times["carried_world"].append(spent)
            spent, exact = timed(lambda view=view: Belief(view))  # type: ignore[misc]
            times["build"].append(spent)
            exact.packed(1, seed=1)
            spent, _ = timed(lambda exact=exact: exact.packed(WORLDS, seed=1), WORLDS)  # type: ignore[misc]
            times["exact_world"].append(spent)
    compiled = not str(_carried.__file__).endswith(".py")
    result = stamp("belief", yardstick()) | {"moves": len(times["see"]), "compiled": compiled}
    result |= {f"{name}_us": round(statistics.median(spent), 3) for name, spent in times.items()}
    print(json.dumps(result, indent=1))
    if args.write:
        keep(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
