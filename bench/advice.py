"""What pieces of advice are worth: players who follow one of them against players who do not; results for the guide.

    python3 dev.py advice                     # go on where the last run stopped, then write docs/strategy.md
    python3 dev.py advice --only heavy draw   # some pieces of advice
    python3 dev.py advice --write             # only write the page
    python3 dev.py advice --small             # a size for CI; nothing is kept

Every deal is played in every rotation of the players over its seats, boneyard order and all: one player with the advice
and players without it at every other seat (partners: a side each). advice_plan.py says what is compared, and over how
many deals. What was begun with changes that nobody had committed is begun anew where there are none.
The results are src/doublesix/study/advice.json, from which the guide's pages are made, saved after every few deals.
"""

from __future__ import annotations

import argparse
import datetime
import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import advice_page
from advice_plan import DEALS, DIRTY, Comparison, comparisons
from strength import commit, machine

from doublesix.kernel import ENGINE
from doublesix.players import Group, Limit, Player, make_player, play_group
from doublesix.players.advice import ADVICE, LOT, Advised, Follower, Uniform
from doublesix.rules import preset
from doublesix.study.measured import FILE, TOGETHER, Measured, Results

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "src" / "doublesix" / "study" / FILE
PAGE = ROOT / "docs" / "strategy.md"
SEED = 1130007
STEP = 250
"""Deals between two savings."""
GOOD = "hard"
WORLDS = 200
"""The good player, and the worlds it looks at for each choice."""


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [*ADVICE, TOGETHER, LOT]
    parser.add_argument("--only", nargs="*", default=names, choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--deals", type=int, help="deals of each comparison, instead of those of a full run")
    parser.add_argument("--write", action="store_true", help="only write the page")
    parser.add_argument("--small", action="store_true", help="a size for CI; nothing is kept")
    args = parser.parse_args(given)
    if args.small:
        with tempfile.TemporaryDirectory() as folder:
            run(Path(folder) / FILE, args.only, args.deals or 2)
            print(advice_page.page(Results.from_text((Path(folder) / FILE).read_text(encoding="utf-8"))))
        return 0
    if not args.write:
        run(RESULTS, args.only, args.deals)
    PAGE.write_text(advice_page.page(Results.from_text(RESULTS.read_text(encoding="utf-8"))), encoding="utf-8")
    return 0


def run(path: Path, only: list[str], deals: int | None) -> None:
    """Play every comparison on from what the file says, to its number of deals."""
    about = {"seed": SEED, "good": GOOD, "worlds": WORLDS, "engine": ENGINE, "machine": machine()}
    kept = Results.from_text(path.read_text(encoding="utf-8")) if path.exists() else Results(about, ())
    asked = {"seed": SEED, "good": GOOD, "worlds": WORLDS}
    if {key: kept.about.get(key) for key in asked} != asked:
        kept = Results(about, ())
    found = {one.key: one for one in kept.found}
    stamp = commit()
    for one in comparisons():
        if one.advice not in only:
            continue
        wanted = deals or DEALS[one.how]
        now = found.get(one)
        if now is None or (DIRTY in now.commit and DIRTY not in stamp):
            now = Measured(*one, 0, 0, (0.0, 0.0), (0.0, 0.0), "", "")
        while now.deals < wanted:
            begun = time.monotonic()
            now = found[now.key] = played_on(one, now, min(now.deals + STEP, wanted), stamp)
            order = [found[other] for other in comparisons() if other in found]
            _save(path, Results(about, order))
            print(f"{' '.join(map(str, one))}: {now.deals} deals, {time.monotonic() - begun:.0f} s", file=sys.stderr)


def played_on(one: Comparison, before: Measured, deals: int, stamp: str) -> Measured:
    """The comparison after so many deals; `stamp` is the commit that plays those that are still to be played."""
    rules = preset(one.rules)
    count = 2 if rules.partners else one.seats
    rounds, first, points = before.rounds, list(before.first), list(before.points)
    for number in range(before.deals, deals):
        group = _group(one, count, number)
        gap = group.shares[0] / group.rounds - 1 / count
        more = (group.points[0] - sum(group.points[1:]) / (count - 1)) / group.rounds
        for sums, value in ((first, gap), (points, more)):
            sums[0] += value
            sums[1] += value * value
        rounds += group.rounds
    return replace(
        before,
        deals=deals,
        rounds=rounds,
        first=(first[0], first[1]),
        points=(points[0], points[1]),
        commit=before.commit if stamp in before.commits else ", ".join((*before.commits, stamp)),
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
    )


def _group(one: Comparison, count: int, number: int) -> Group:
    """A deal in every rotation of the seats: the first player has the advice."""
    players = [_advised(one, number), *(_without(one, number, at) for at in range(1, count))]
    return play_group(players, preset(one.rules), SEED, number, duplicate=True, clock=time.process_time)


def _advised(one: Comparison, number: int) -> Player:
    if one.advice == TOGETHER:
        return make_player("normal", SEED + number)
    if one.how == "follow":
        return Follower(one.advice, _lot(number, 0))
    return Advised(one.advice, _good(number, 0), always=one.how == "always")


def _without(one: Comparison, number: int, at: int) -> Player:
    return Uniform(_lot(number, at)) if one.how == "follow" else _good(number, at)


def _good(number: int, at: int) -> Player:
    return make_player(GOOD, 10 * (SEED + number) + at, Limit(worlds=WORLDS))


def _lot(number: int, at: int) -> random.Random:
    return random.Random(f"{SEED}/{number}/{at}/lot")


def _save(path: Path, found: Results) -> None:
    new = path.with_suffix(".new")
    new.write_text(found.to_text(), encoding="utf-8")
    new.replace(path)


if __name__ == "__main__":
    sys.exit(main())
