"""Fit the model of choices: one command, self-play of a level, conditional logit by Newton's method.

    PYTHONPATH=src python bench/fit_choice.py                      # all families, about an hour on two quiet cores
    PYTHONPATH=src python bench/fit_choice.py --only two-draw --rounds 400 --level hard --worlds 400

Each family of rules is fitted to the choices of the level in self-play on its tables, first over whole rounds, then
each part of the round by itself, drawn towards the whole; a fifth of the rounds is kept apart to measure the log-loss.
The weights go to src/doublesix/players/choice_weights.py, with where they come from.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from doublesix.kernel import CHOICE_FEATURES as FEATURES
from doublesix.kernel import CHOICE_PHASES, code_of, root_of
from doublesix.players import Limit, make_player
from doublesix.players import choice_weights as before
from doublesix.players.choice import read
from doublesix.players.hard import distinct
from doublesix.rules import deal, preset

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "src" / "doublesix" / "players" / "choice_weights.py"
TABLES: dict[str, tuple[tuple[str, int], ...]] = {
    "two-draw": (("ply-yard", 2), ("ply-yard", 2), ("draw-100", 2), ("ranked-draw", 2), ("draw", 2)),
    "two-block": (("ranked-block", 2),),
    "several-draw": (("draw-100", 3), ("draw-100", 4), ("ranked-draw", 3), ("ranked-draw", 4)),
    "several-block": (("ranked-block", 3), ("ranked-block", 4)),
    "pairs": (("partners", 4),),
    "points": (("all-fives", 2), ("fives-and-threes", 2), ("five-up", 2), ("all-fives", 4)),
}
UNIT = 128
RIDGE = 2.0
Choice = tuple[list[list[int]], int, int]
"""The features of each move, which was chosen, and the part of the round."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=list(TABLES), choices=list(TABLES), metavar="FAMILY")
    parser.add_argument("--rounds", type=int, default=1000, help="rounds for each family (1000)")
    parser.add_argument("--level", default="hard", help="whose choices are fitted (hard)")
    parser.add_argument("--worlds", type=int, default=400, help="its limit (400)")
    parser.add_argument("--seed", type=int, default=20261129)
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    args = parser.parse_args()
    weights: dict[str, Any] = dict(before.WEIGHTS)
    provenance: dict[str, dict[str, Any]] = dict(before.PROVENANCE)
    for family in args.only:
        train, test = gather(family, args)
        whole = fit(train, [0.0] * len(FEATURES))
        parts = [fit([choice for choice in train if choice[2] == part], whole) for part in range(CHOICE_PHASES)]
        weights[family] = tuple(tuple(round(UNIT * weight) for weight in fitted) for fitted in parts)
        exact = [[weight / UNIT for weight in fitted] for fitted in weights[family]]
        loss, flat, top = measure(test, exact)
        provenance[family] = {
            "command": "bench/fit_choice.py --only "
            f"{family} --rounds {args.rounds} --level {args.level} --worlds {args.worlds} --seed {args.seed}",
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "commit": commit(),
            "rounds": args.rounds,
            "choices": len(train),
            "test choices": len(test),
            "log-loss": round(loss, 4),
            "log-loss uniform": round(flat, 4),
            "same move": round(top, 4),
        }
        print(f"{family}: log-loss {loss:.4f} (uniform {flat:.4f}), same move {top:.1%}, {len(test)} choices")
        for place, name in enumerate(FEATURES):
            print(f"    {name:16} {whole[place]:+.3f}   ", *(f"{part[place]:+.2f}" for part in exact))
        write(weights, provenance)
    return 0


def gather(family: str, args: argparse.Namespace) -> tuple[list[Choice], list[Choice]]:
    """The choices of self-play, and those kept apart; the same whatever the number of workers."""
    train: list[Choice] = []
    test: list[Choice] = []
    some = partial(play, family, args)
    with ProcessPoolExecutor(args.workers) as pool:
        for number, choices in pool.map(some, range(args.rounds), chunksize=20):
            (test if number // len(TABLES[family]) % 5 == 4 else train).extend(choices)
    return train, test


def play(family: str, args: argparse.Namespace, number: int) -> tuple[int, list[Choice]]:
    """The choices of one round."""
    name, players = TABLES[family][number % len(TABLES[family])]
    rules = preset(name)
    position = deal(rules, players, random.Random(f"fit/{args.seed}/{family}/{number}"))
    player = make_player(args.level, args.seed + number, Limit(worlds=args.worlds))
    found: list[Choice] = []
    while position.turn is not None:
        legal = position.legal_moves
        move = legal[0]
        if len(legal) > 1:
            view = position.view(position.turn)
            moves = distinct(view)
            move = player.choose(view)
            if len(moves) > 1:
                root, chooser = root_of(view), read(view).chooser
                features = [chooser.features(root, code_of(each, rules)) for each in moves]
                found.append((features, moves.index(move), chooser.phase(root)))
        position = position.play(move)
    return number, found


def fit(choices: list[Choice], near: list[float]) -> list[float]:
    """Weights of the highest likelihood, drawn a little towards those given."""
    n = len(FEATURES)
    weights = list(near)
    for _ in range(12):
        slope = [-RIDGE * (weight - other) for weight, other in zip(weights, near, strict=True)]
        bend = [[RIDGE if i == j else 0.0 for j in range(n)] for i in range(n)]
        for moves, chosen, _ in choices:
            shares = chances(moves, weights)
            mean = [sum(share * move[i] for share, move in zip(shares, moves, strict=True)) for i in range(n)]
            for i in range(n):
                slope[i] += moves[chosen][i] - mean[i]
            for share, move in zip(shares, moves, strict=True):
                off = [move[i] - mean[i] for i in range(n)]
                for i in range(n):
                    if off[i]:
                        part, row = share * off[i], bend[i]
                        for j in range(i + 1):
                            row[j] += part * off[j]
        for i in range(n):
            for j in range(i + 1, n):
                bend[i][j] = bend[j][i]
        step = solve(bend, slope)
        weights = [weight + more for weight, more in zip(weights, step, strict=True)]
        if max(map(abs, step)) < 1e-4:
            break
    return weights


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gaussian elimination."""
    n = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(n):
        best = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[best] = rows[best], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            for c in range(i, n + 1):
                rows[r][c] -= factor * rows[i][c]
    out = [0.0] * n
    for i in range(n - 1, -1, -1):
        out[i] = (rows[i][n] - sum(rows[i][j] * out[j] for j in range(i + 1, n))) / rows[i][i]
    return out


def chances(moves: list[list[int]], weights: list[float]) -> list[float]:
    """Softmax of the scores."""
    scores = [sum(weight * value for weight, value in zip(weights, move, strict=True)) for move in moves]
    top = max(scores)
    powers = [math.exp(score - top) for score in scores]
    return [power / sum(powers) for power in powers]


def measure(choices: list[Choice], weights: list[list[float]]) -> tuple[float, float, float]:
    """Log-loss of the model, of the uniform choice, and how often the likeliest move was made."""
    loss = flat = same = 0.0
    for moves, chosen, part in choices:
        shares = chances(moves, weights[part])
        loss -= math.log(shares[chosen])
        flat += math.log(len(moves))
        same += shares[chosen] == max(shares)
    return loss / len(choices), flat / len(choices), same / len(choices)


def commit() -> str:
    """The commit of the code that was run, and whether it had been changed."""
    try:
        return subprocess.run(
            ["git", "describe", "--always", "--dirty"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def write(weights: dict[str, Any], provenance: dict[str, dict[str, Any]]) -> None:
    """The data module."""
    lines = [
        '"""Fitted weights of the model of choices, in 128ths of a natural logarithm; made by bench/fit_choice.py."""',
        "",
        "from __future__ import annotations",
        "",
        "from typing import Any, Final",
        "",
        "WEIGHTS: Final[dict[str, tuple[tuple[int, ...], ...]]] = {",
    ]
    for family, parts in weights.items():
        lines += [f'    "{family}": (', *(f"        {part}," for part in parts), "    ),"]
    lines += [
        "}",
        '"""By family of rules and part of the round, in the order of `doublesix.kernel.CHOICE_FEATURES`."""',
        "",
        "PROVENANCE: Final[dict[str, dict[str, Any]]] = {",
    ]
    for family, about in provenance.items():
        lines.append(f'    "{family}": {{')
        lines.extend(f"        {json.dumps(key)}: {json.dumps(value)}," for key, value in about.items())
        lines.append("    },")
    lines += ["}", '"""By family: how its weights were made, and how well they tell choices that were kept apart."""']
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
