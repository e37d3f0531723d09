"""Whether verdicts hold: decisions reviewed twice with different seeds, and once with fifty times the worlds.

    python3 bench/review_quality.py [--positions 300] [--rounds 20]

Decisions without force of the reserve table, one from each of as many rounds, which levels drawn by lot for each seat
have played. Then whole rounds are reviewed, and timed. It can be stopped and started again; what was found is kept in
bench/results/review.json.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE)]

from common import commit, machine  # noqa: E402

from doublesix.analysis import WORLDS, Decision, decide, review  # noqa: E402
from doublesix.analysis.calibration import FITTED  # noqa: E402
from doublesix.analysis.review import FIRM, INACCURACY, grade  # noqa: E402
from doublesix.kernel import ENGINE  # noqa: E402
from doublesix.players import LEVELS, Limit, make_player  # noqa: E402
from doublesix.players.hard import distinct  # noqa: E402
from doublesix.players.limit import Thinking  # noqa: E402
from doublesix.rules import Position, deal, preset  # noqa: E402

RESULT = HERE / "results" / "review.json"
SEED = 1129201
TIMES = 50
SURE = 2.5
"""The reference stops before its worlds are used up where an interval so many times as wide says the same."""
BEHIND = 0.03
FINE = ("best", "equal")
QUICK = Limit(worlds=100)


def round_of(number: int) -> tuple[list[Position], random.Random]:
    """The positions of a round played by levels drawn by lot."""
    rng = random.Random(f"review/{SEED}/{number}")
    players = [make_player(rng.choice(LEVELS), rng.getrandbits(32), QUICK) for _ in range(2)]
    positions = [deal(preset("ply-yard"), 2, rng)]
    while (turn := positions[-1].turn) is not None:
        positions.append(positions[-1].play(players[turn].choose(positions[-1].view(turn))))
    return positions, rng


def decision_of(number: int) -> tuple[int, list[Position], random.Random]:
    """The index of a move without force, by lot, and its round."""
    positions, rng = round_of(number)
    free = [at for at, each in enumerate(positions[:-1]) if len(distinct(each.view(each.turn or 0))) > 1]
    return rng.choice(free), positions, rng


def reviewed(at: int, positions: list[Position], seed: str, worlds: int, firm: float | None = None) -> Decision:
    """One review of one move."""
    thinking = Thinking(Limit(worlds=worlds), None)
    line = FIRM if firm is None else firm
    return decide(at, positions[at], positions[-1].moves[at], random.Random(seed), thinking, firm=line)


def row(number: int) -> list[Any]:
    """Of a position: the two verdicts, the reference's loss, how far behind by the reference the move is that the
    first review finds best, and the worlds of each review."""
    at, positions, _ = decision_of(number)
    one, two = (reviewed(at, positions, f"{SEED}/{number}/{seed}", WORLDS) for seed in (1, 2))
    reference = reviewed(at, positions, f"{SEED}/{number}/3", TIMES * WORLDS, SURE)
    found, named = reference.analysis, one.analysis
    assert found is not None
    assert named is not None
    assert found.best is not None
    assert named.best is not None
    behind = found.behind(named.best, found.best).value
    worlds = [each.analysis.worlds for each in (one, two, reference) if each.analysis is not None]
    return [one.verdict, two.verdict, round(reference.loss.value, 5), round(behind, 5), *worlds]


def seconds(rounds: int) -> list[float]:
    """Processor time of the review of whole rounds, both seats."""
    spent = []
    for number in range(rounds):
        positions, rng = round_of(100_000 + number)
        begun = time.process_time()
        for _ in review(positions, rng, lambda: Thinking(Limit(worlds=WORLDS), None)):
            pass
        spent.append(round(time.process_time() - begun, 3))
    return spent


def main(given: list[str] | None = None) -> int:
    """Go on where the last run stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=20, help="whole rounds to time")
    args = parser.parse_args(given)
    about = {"seed": SEED, "worlds": WORLDS, "engine": ENGINE, "calibration": list(FITTED["two-draw"])}
    kept: dict[str, Any] = json.loads(RESULT.read_text(encoding="utf-8")) if RESULT.exists() else {}
    if {key: kept.get(key) for key in about} != about:
        kept = {**about, "commit": commit(), "machine": machine(), "rows": []}
    while len(kept["rows"]) < args.positions:
        kept["rows"].append(row(len(kept["rows"])))
        kept["date"] = datetime.date.today().isoformat()
        RESULT.write_text(json.dumps(kept) + "\n", encoding="utf-8")
        if sys.stderr.isatty():
            print(f"\rreview: {len(kept['rows'])} of {args.positions}", end="", file=sys.stderr)
    if len(kept.get("seconds", ())) < args.rounds:
        kept["seconds"] = seconds(args.rounds)
        RESULT.write_text(json.dumps(kept) + "\n", encoding="utf-8")
    for name, value in summary(kept).items():
        print(f"{name}: {value:.4g}")
    return 0


def summary(kept: dict[str, Any]) -> dict[str, float]:
    """The figures, shares being of all positions unless said otherwise."""
    rows = kept["rows"]
    pairs = [(as_one(one), as_one(two)) for one, two, *_ in rows]
    flips = [one != two and "too-close" not in (one, two) for one, two in pairs]
    worse = [(one, grade(loss)) for one, _, loss, *_ in rows if loss > BEHIND]
    close = sum(one == "too-close" for one, _ in worse)
    spent = kept.get("seconds") or [0.0]
    return {
        "positions": len(rows),
        "flips": sum(flips) / len(rows),
        "too close": sum(one == "too-close" for one, _ in pairs) / len(rows),
        "worse": len(worse),
        "agree": sum(one == said for one, said in worse) / max(1, len(worse)),
        "too close of the worse": close / max(1, len(worse)),
        "best named": sum(behind < INACCURACY for _, _, _, behind, *_ in rows) / len(rows),
        "worlds": sum(each[4] + each[5] for each in rows) / 2 / len(rows),
        "worlds of the reference": sum(each[6] for each in rows) / len(rows),
        "seconds a round": sum(spent) / len(spent),
        "seconds at most": max(spent),
    }


def as_one(verdict: str) -> str:
    """A verdict, `best` and `equal` being one: both say that nothing was lost."""
    return "fine" if verdict in FINE else verdict


if __name__ == "__main__":
    sys.exit(main())
