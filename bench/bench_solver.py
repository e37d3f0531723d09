"""How fast face-up rounds are solved: full deals of the reserve table, the leader to move, on one core.

    python3 bench/bench_solver.py [--deals N] [--write]

`result` looks for win, tie or loss alone, `margin` for the margin too. Times are those of one core in use; `--write`
keeps them in bench/results/solver.json. A node is a position looked at, those found in the table and the last ones of
a round among them.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE)]

from common import keep, stamp, yardstick  # noqa: E402

from doublesix.rules import Position, deal, preset, tile_set  # noqa: E402
from doublesix.solver import faceup  # noqa: E402
from doublesix.solver._line import LineSearch  # noqa: E402

INDEX = {tile: at for at, tile in enumerate(tile_set(6))}
WINDOWS = {"result": (-1, 1), "margin": (-8192, 8192)}


def mask(position: Position, seat: int) -> int:
    """The tiles of a seat as the solver takes them."""
    return sum(1 << INDEX[tile] for tile in position.hands[seat])


def measure(deals: list[Position], alpha: int, beta: int) -> dict[str, float]:
    """Solve every deal between two bounds."""
    search = LineSearch(6, 14)
    times: list[float] = []
    nodes: list[int] = []
    wins = 0
    for position in deals:
        mine, theirs = mask(position, 0), mask(position, 1)
        order = [INDEX[tile] for tile in position.boneyard[: position.drawable]]
        begun = time.thread_time()
        search.begin(order, 99)
        wins += search.lead(mine, theirs, mine, alpha, beta) > 0
        times.append(time.thread_time() - begun)
        nodes.append(search.nodes)
    times.sort()
    return {
        "median_ms": round(statistics.median(times) * 1e3, 4),
        "p99_ms": round(times[int(0.99 * len(times))] * 1e3, 2),
        "worst_ms": round(times[-1] * 1e3, 1),
        "nodes_median": statistics.median(nodes),
        "million_nodes_per_s": round(sum(nodes) / sum(times) / 1e6, 1),
        "leader_wins": round(wins / len(deals), 4),
    }


def main() -> int:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=10_000 if faceup.compiled else 20)
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results/solver.json")
    args = parser.parse_args()
    rng = random.Random(2)
    deals = [deal(preset("ply-yard"), 2, rng) for _ in range(args.deals)]
    result = stamp("solver", yardstick()) | {"deals": args.deals, "compiled": faceup.compiled}
    for name, (alpha, beta) in WINDOWS.items():
        result[name] = measure(deals, alpha, beta)
    print(json.dumps(result, indent=1))
    if args.write:
        keep(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
