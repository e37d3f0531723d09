"""How fast the plain rules play: random rounds of several presets, moves a second on one core.

    python3 bench/bench_rules.py [--moves N] [--write]

The yardstick is a plain loop of the same Python on the same core: `ratio` is a move's time in turns of that loop.
`--write` keeps the result in bench/results/rules.json. Times are those of one core in use, so other work on the
machine counts little.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE)]

from common import LOOPS, keep, stamp, yardstick  # noqa: E402

from doublesix.rules import deal, preset  # noqa: E402

PRESETS = (("ply-yard", 2), ("draw-100", 3), ("ranked-draw", 4), ("ranked-block", 4), ("all-fives", 4), ("five-up", 2))


def speed(name: str, players: int, moves: int) -> float:
    """Seconds of one core for a move: legal moves found, one chosen, the next position built; deals included."""
    rng = random.Random(1)
    rules = preset(name)
    made = 0
    begun = time.process_time()
    while made < moves:
        position = deal(rules, players, rng)
        while position.turn is not None:
            legal = position.legal_moves
            position = position.play(legal[int(rng.random() * len(legal))])
            made += 1
    return (time.process_time() - begun) / made


def main() -> int:
    """Measure, print, and write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=60_000)
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results/rules.json")
    args = parser.parse_args()
    loop = yardstick()
    result = stamp("rules", loop)
    for name, players in PRESETS:
        seconds = speed(name, players, args.moves)
        result[f"{name}/{players}"] = {"moves_per_s": round(1 / seconds), "ratio": round(seconds / (loop / LOOPS))}
    print(json.dumps(result, indent=1))
    if args.write:
        keep(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
