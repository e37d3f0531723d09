"""How fast face-up rounds are solved: full deals of the reserve table, the leader to move.

python3 bench/bench_solver.py [DEALS]
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from doublesix.rules import Position, deal, preset, tile_set
from doublesix.solver import faceup
from doublesix.solver._line import LineSearch

INDEX = {tile: at for at, tile in enumerate(tile_set(6))}
RULES = preset("ply-yard")
WINDOWS = {"win, tie, loss": (-1, 1), "with margins": (-8192, 8192)}


def mask(position: Position, seat: int) -> int:
    """The tiles of a seat as the solver takes them."""
    return sum(1 << INDEX[tile] for tile in position.hands[seat])


def main() -> None:
    """Time both windows on the same deals, in thread time."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    rng = random.Random(2)
    deals = [deal(RULES, 2, rng) for _ in range(count)]
    search = LineSearch(6, 14)
    print(f"{count} deals, search {'compiled' if faceup.compiled else 'in plain Python'}")
    for what, (alpha, beta) in WINDOWS.items():
        times: list[float] = []
        nodes: list[int] = []
        wins = 0
        for position in deals:
            mine, theirs = mask(position, 0), mask(position, 1)
            begun = time.thread_time()
            search.begin([INDEX[tile] for tile in position.boneyard[: position.drawable]], 99)
            wins += search.lead(mine, theirs, mine, alpha, beta) > 0
            times.append(time.thread_time() - begun)
            nodes.append(search.nodes)
        times.sort()
        print(
            f"{what}: median {statistics.median(times) * 1e3:.3f} ms, p99 {times[int(0.99 * count)] * 1e3:.2f} ms, "
            f"worst {times[-1] * 1e3:.1f} ms; nodes median {statistics.median(nodes):.0f}, "
            f"{sum(nodes) / sum(times) / 1e6:.1f} million a second; the leader wins {wins / count:.1%}"
        )


if __name__ == "__main__":
    main()
