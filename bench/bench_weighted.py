"""What the model of choices adds to the exact belief: log-loss of where the unseen tiles truly are.

    PYTHONPATH=src python bench/bench_weighted.py --rounds 100

Two seats play the reserve table against each other at a level. Before each of their choices the exact belief and the
weighted one say, from the same worlds, how likely each unseen tile is in the other hand. The level is the one whose
choices the model was fitted to, on other deals; chances are kept between 0.5 % and 99.5 %.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from pathlib import Path

from doublesix.players import Limit, make_player
from doublesix.players.hard import distinct
from doublesix.players.weighted import Weighted, worth
from doublesix.rules import deal, preset

RESULT = Path(__file__).resolve().parent / "results" / "weighted.json"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--worlds", type=int, default=1600, help="worlds of each belief (1600)")
    parser.add_argument("--seed", type=int, default=77001)
    parser.add_argument("--keep", action="store_true", help="write bench/results/weighted.json")
    args = parser.parse_args()
    rows: list[list[float]] = []
    """By round: tiles, log-loss exact and weighted."""
    tiles = sizes = choices = 0.0
    for number in range(args.rounds):
        row = [0.0, 0.0, 0.0]
        position = deal(preset("ply-yard"), 2, random.Random(f"weighted/{args.seed}/{number}"))
        player = make_player(args.level, args.seed + number, Limit(worlds=200))
        while position.turn is not None:
            turn = position.turn
            if len(position.legal_moves) == 1:
                position = position.play(position.legal_moves[0])
                continue
            view = position.view(turn)
            if len(distinct(view)) > 1:
                weighted = Weighted(view)
                truth = set(position.hands[1 - turn])
                for place, use in ((1, False), (2, True)):
                    for tile, chances in weighted.odds(args.worlds, seed=number, weighted=use).items():
                        chance = min(max(sum(chances), 0.005), 0.995)
                        row[place] -= math.log(chance if tile in truth else 1 - chance)
                row[0] += len(weighted.unseen)
                choices += 1
                some = weighted._belief.packed(400, seed=number)
                sizes += worth(weighted.weigh(some, number)) / 400
            position = position.play(player.choose(view))
        rows.append(row)
    tiles = sum(row[0] for row in rows)
    exact, better = (sum(row[place] for row in rows) / tiles for place in (1, 2))
    gap = exact - better
    spread = math.sqrt(sum((row[1] - row[2] - gap * row[0]) ** 2 for row in rows)) / tiles  # a ratio, over rounds
    result = {
        "command": f"bench/bench_weighted.py --rounds {args.rounds} --level {args.level} --worlds {args.worlds} "
        f"--seed {args.seed}",
        "tiles": int(tiles),
        "log-loss exact": round(exact, 4),
        "log-loss weighted": round(better, 4),
        "gain": round(gap, 4),
        "gain 95 %": [round(gap - 1.96 * spread, 4), round(gap + 1.96 * spread, 4)],
        "worth of 100 worlds": round(100 * sizes / choices, 1),
    }
    print(json.dumps(result, indent=1))
    if args.keep:
        RESULT.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
