"""How fast the belief of two seats is kept up and sampled: rounds of the reserve table, after every move.

python3 bench/bench_belief.py [ROUNDS]
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from doublesix.inference import Belief, CarriedBelief
from doublesix.kernel import ENGINE
from doublesix.rules import View, deal, preset

WORLDS = 500


def rounds_seen(rounds: int) -> list[list[View]]:
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


def main() -> None:
    """Time a step of the carried belief, a whole belief, and samples, medians."""
    clock = time.perf_counter
    steps, beliefs, samples, carried = [], [], [], []
    rounds = rounds_seen(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    for views in rounds:
        belief = CarriedBelief(views[0])
        for view in views[1:]:
            begun = clock()
            belief.see(view)
            steps.append(clock() - begun)
            begun = clock()
            belief.packed(WORLDS, seed=1)
            carried.append((clock() - begun) / WORLDS)
            begun = clock()
            whole = Belief(view)
            beliefs.append(clock() - begun)
            whole.packed(1, seed=1)
            begun = clock()
            whole.packed(WORLDS, seed=1)
            samples.append((clock() - begun) / WORLDS)
    print(f"{len(rounds)} rounds, {len(steps)} moves, engine {ENGINE}")
    for what, times in (
        ("carried belief, taking in a move", steps),
        ("carried belief, one world", carried),
        ("exact belief from a view", beliefs),
        ("exact belief, one world", samples),
    ):
        print(f"{what}: median {statistics.median(times) * 1e6:.2f} us")


if __name__ == "__main__":
    main()
