"""`doublesix fairness`: deal many rounds as a table does and test the dealer; anyone can run it.

Without --seed the deals come from the operating system's randomness, as at every table.
"""

from __future__ import annotations

import argparse

from doublesix.cli.common import Subparsers, add_json, read_rules, rng_of, write_json
from doublesix.cli.progress import Progress
from doublesix.errors import BadRecord
from doublesix.rules.position import check_players
from doublesix.testing.dealer import REFUSE, dealer_of, try_dealer


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("fairness", help="test the dealer on many deals", description=__doc__)
    parser.add_argument("--rules", metavar="ID", default="ranked-block", help="preset id (ranked-block)")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (the most the rules allow)")
    parser.add_argument("--deals", type=int, default=100_000, metavar="N", help="deals (100000)")
    parser.add_argument("--seed", type=int, metavar="S", help="deal from a seed instead, to repeat a run")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 where every test is passed, 1 where one is not."""
    rules = read_rules(args.rules)
    players = args.players if args.players is not None else rules.players[-1]
    check_players(rules, players)
    if args.deals < 1000:
        raise BadRecord(f"--deals is 1000 or more, for fewer prove nothing, not {args.deals}")
    progress = Progress(args.deals, "deals")
    dealer = dealer_of(rules, players, rng_of(args.seed))
    tests = try_dealer(dealer, rules, players, args.deals, progress.step)
    progress.close()
    good = all(test.passed for test in tests)
    if args.json:
        rows = [{**test._asdict(), "passed": test.passed} for test in tests]
        write_json({"ok": good, "deals": args.deals, "players": players, "tests": rows})
        return 0 if good else 1
    print(f"{args.deals} deals of {rules.title} for {players} players")
    for test in tests:
        print(f"  {test.name:7} {'fair' if test.passed else 'NOT FAIR'}: {test.says}")
        print(f"          chi-square {test.statistic:.1f} with {test.freedom} degrees of freedom, p = {test.p:.3g}")
    print(f"A fair dealer falls below p = {REFUSE:g} once in a million tests.")
    return 0 if good else 1
