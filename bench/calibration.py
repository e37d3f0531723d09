"""Whether analysis means what it says: win chances against what happened.

    python3 bench/calibration.py [--positions 20000] [--seed S] [--worlds 2000]

Rounds of the reserve table. Levels drawn by lot for each seat make up to eight choices; then analysis plays both seats
on to the end by the move that it finds best, and at each choice notes the chance of winning that it names for it. These
chances are compared with what happened; intervals are over rounds, for the choices of one round hang together. It can
be stopped and started again; bench/results/calibration.json holds the counts.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE)]

from common import commit, machine  # noqa: E402

from doublesix.analysis import analyse  # noqa: E402
from doublesix.analysis.calibration import FITTED  # noqa: E402
from doublesix.kernel import ENGINE  # noqa: E402
from doublesix.players import LEVELS, Limit, make_player  # noqa: E402
from doublesix.players.hard import distinct  # noqa: E402
from doublesix.players.limit import Thinking  # noqa: E402
from doublesix.rules import deal, preset  # noqa: E402

RESULT = HERE / "results" / "calibration.json"
RULES = preset("ply-yard")
SEED = 1129101
STEP = 20
"""Rounds between two savings."""
BINS = 100
"""Counts are kept for each hundredth, and told for each tenth."""
QUICK = Limit(worlds=100)
"""For the levels that play up to the first position."""
MOST = 8
"""Choices that they make at most."""


class Named(NamedTuple):
    """What analysis said of a choice."""

    chance: float
    """Of winning."""
    raw: float | None
    """Of engine play the share won among the rounds not tied, before it was set right."""
    won: bool


def trial(seed: int, number: int, worlds: int) -> list[Named]:
    """The choices of a round: the chance of winning that was named, and whether the round was won."""
    rng = random.Random(f"calibration/{seed}/{number}")
    players = [make_player(rng.choice(LEVELS), rng.getrandbits(32), QUICK) for _ in range(2)]
    before = rng.randrange(MOST + 1)
    position = deal(RULES, 2, rng)
    named: list[tuple[float, float | None, int]] = []
    choices = 0
    while position.turn is not None:
        seat = position.turn
        move = position.legal_moves[0]
        if len(position.legal_moves) > 1:
            view = position.view(seat)
            choices += len(distinct(view)) > 1
            if choices <= before:
                move = players[seat].choose(view)
            elif len(distinct(view)) > 1:
                *_, found = analyse(view, rng, Thinking(Limit(worlds=worlds), None))
                assert found.best is not None
                move = found.best
                counted = found.tally.chances(found.columns[move], 1.0)
                raw = counted.win.value / max(1e-9, 1 - counted.tie.value) if found.calibration else None
                named.append((found.moves[move].win.value, raw, seat))
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    return [Named(chance, raw, outcome.winners == (seat,)) for chance, raw, seat in named]


def main(given: list[str] | None = None) -> int:
    """Go on where the last run stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--worlds", type=int, default=2_000)
    parser.add_argument("--fit", action="store_true", help="say what src/doublesix/analysis/calibration.py should hold")
    parser.add_argument("--into", type=Path, default=RESULT, help="the file of the result")
    args = parser.parse_args(given)
    about = {"seed": args.seed, "worlds": args.worlds, "engine": ENGINE, "calibration": list(FITTED["two-draw"])}
    kept: dict[str, Any] = json.loads(args.into.read_text(encoding="utf-8")) if args.into.exists() else {}
    if {key: kept.get(key) for key in about} != about:
        kept = {**about, "commit": commit(), "machine": machine(), "rounds": 0, "positions": 0, "brier": 0.0}
        kept |= {key: [[0, 0.0, 0] for _ in range(BINS)] for key in ("bins", "raw")} | {"squares": [0.0] * 10}
    while kept["positions"] < args.positions:
        for _ in range(STEP):
            take(kept, trial(args.seed, kept["rounds"], args.worlds))
        kept["date"] = datetime.date.today().isoformat()
        args.into.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        if sys.stderr.isatty():
            print(f"\rcalibration: {kept['positions']} of {args.positions}", end="", file=sys.stderr)
    for tenth in tenths(kept):
        print("{:3.0%} {:5d} said {:.4f} won {:.4f} off {:+.4f} +- {:.4f}".format(*tenth))
    if args.fit:
        print("Calibration({:.4f}, {:.4f})".format(*fitted(kept)))
    print(f"expected calibration error {error(kept):.4f}, Brier score {kept['brier'] / kept['positions']:.4f}")
    return 0


def take(kept: dict[str, Any], round_: list[Named]) -> None:
    """Count the choices of a round: by hundredth their number, chances and wins; by tenth the squared sums of gaps."""
    gaps = [0.0] * 10
    for chance, raw, won in round_:
        if raw is not None:
            counted = kept["raw"][min(BINS - 1, int(raw * BINS))]
            counted[0] += 1
            counted[1] += raw
            counted[2] += won
        at = min(BINS - 1, int(chance * BINS))
        held = kept["bins"][at]
        held[0] += 1
        held[1] += chance
        held[2] += won
        gaps[at * 10 // BINS] += chance - won
        kept["brier"] += (chance - won) ** 2
    kept["squares"] = [held + gap * gap for held, gap in zip(kept["squares"], gaps, strict=True)]
    kept["rounds"] += 1
    kept["positions"] += len(round_)


def tenths(kept: dict[str, Any]) -> list[tuple[float, int, float, float, float, float]]:
    """Where a tenth begins, positions in it, the mean chance, the share won, their gap and half its 95 % interval."""
    out = []
    width = BINS // 10
    for at, squares in enumerate(kept["squares"]):
        bins = kept["bins"][at * width : (at + 1) * width]
        count, chances, wins = (sum(held[place] for held in bins) for place in range(3))
        if count:
            half = 1.96 * math.sqrt(squares) / count
            out.append((at / 10, count, chances / count, wins / count, (chances - wins) / count, half))
    return out


def fitted(kept: dict[str, Any]) -> tuple[float, float]:
    """For engine play, level and slope of the line, between logits, that makes the wins likeliest (Newton's method)."""
    level, slope = 0.0, 1.0
    for _ in range(30):
        first, second, both, low, high = (0.0,) * 5
        for count, chances, wins in kept["raw"]:
            if count:
                x = logit(chances / count)
                p = 1 / (1 + math.exp(-level - slope * x))
                weight = count * p * (1 - p)
                low, high = low + wins - count * p, high + (wins - count * p) * x
                first, both, second = first + weight, both + weight * x, second + weight * x * x
        level += (second * low - both * high) / (first * second - both * both)
        slope += (first * high - both * low) / (first * second - both * both)
    return level, slope


def logit(chance: float) -> float:
    """The logarithm of the odds, chances being kept between 0.5 % and 99.5 %."""
    chance = min(0.995, max(0.005, chance))
    return math.log(chance / (1 - chance))


def error(kept: dict[str, Any]) -> float:
    """The expected calibration error over the tenths."""
    return float(sum(count * abs(gap) for _, count, _, _, gap, _ in tenths(kept)) / kept["positions"])


if __name__ == "__main__":
    sys.exit(main())
