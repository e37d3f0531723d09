"""`doublesix fairness`: deal many rounds as a table does and test the dealer; anyone can run it.

Without --seed the deals come from the operating system's randomness, as at every table. With --records the deals of
a file of records are tested instead, such as those of one's own tables, and those with a commitment are proved.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from doublesix.cli.common import Subparsers, WrongUsage, add_json, read_entries, read_rules, rng_of, write_json
from doublesix.cli.progress import Progress
from doublesix.errors import BadRecord
from doublesix.notation import MatchRecord, Record
from doublesix.notation.verify import prove
from doublesix.rules import Rules
from doublesix.rules.position import check_players
from doublesix.rules.tiles import HIDDEN
from doublesix.testing.dealer import REFUSE, Deal, DealerTest, dealer_of, enough, try_dealer, try_deals


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("fairness", help="test the dealer on many deals", description=__doc__)
    parser.add_argument("--rules", metavar="ID", default="ranked-block", help="preset id (ranked-block)")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (the most the rules allow)")
    parser.add_argument("--deals", type=int, default=100_000, metavar="N", help="deals (100000)")
    parser.add_argument("--seed", type=int, metavar="S", help="deal from a seed instead, to repeat a run")
    parser.add_argument(
        "--records", metavar="FILE", help="test the deals of these records instead; - for standard input"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 where every test is passed, 1 where one is not."""
    return _try_records(args.records, args.json) if args.records is not None else _try_dealer(args)


def _try_dealer(args: argparse.Namespace) -> int:
    rules = read_rules(args.rules)
    players = args.players if args.players is not None else rules.players[-1]
    check_players(rules, players)
    if args.deals < 1000:
        raise WrongUsage(f"--deals is 1000 or more, for fewer prove nothing, not {args.deals}")
    progress = Progress(args.deals, "deals")
    dealer = dealer_of(rules, players, rng_of(args.seed))
    tests = try_dealer(dealer, rules, players, args.deals, progress.step)
    progress.close()
    good = all(test.passed for test in tests)
    if args.json:
        write_json({"ok": good, "deals": args.deals, "players": players, "tests": _rows(tests)})
        return 0 if good else 1
    print(f"{args.deals} deals of {rules.title} for {players} players")
    _tell(tests)
    return 0 if good else 1


def _rows(tests: Sequence[DealerTest]) -> list[dict[str, Any]]:
    return [{**test._asdict(), "passed": test.passed} for test in tests]


def _tell(tests: Sequence[DealerTest]) -> None:
    for test in tests:
        print(f"  {test.name:7} {'fair' if test.passed else 'NOT FAIR'}: {test.says}")
        print(f"          chi-square {test.statistic:.1f} with {test.freedom} degrees of freedom, p = {test.p:.3g}")
    print(f"A fair dealer falls below p = {REFUSE:g} once in a million tests.")


# --- deals that were played ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Dealt:
    """The deals of one shape: the tile set, the number of players and the tiles each of them got."""

    rules: Rules
    players: int
    deals: dict[Deal, None] = field(default_factory=dict)
    """Each once: a deal may lie at several tables."""
    proved: int = 0
    failed: int = 0

    def add(self, record: Record, number: int, shared: object) -> None:
        """Take the deal of a round; `number` is its place in a match, `shared` what that match says of `fair`."""
        deal = (tuple(tuple(sorted(hand)) for hand in record.hands), record.boneyard)
        if deal in self.deals or any(HIDDEN in part for part in (*record.hands, record.boneyard)):
            return
        self.deals[deal] = None
        word, _ = prove(record, number, shared)
        self.proved += word == "proved"
        self.failed += word == "failed"

    @property
    def title(self) -> str:
        """What was dealt, in words."""
        size = self.rules.hand_size[self.players]
        return f"{size} tiles of the double-{self.rules.max_pip} set to each of {self.players} players"


def _rounds(name: str) -> Iterator[tuple[Record, int, object]]:
    """Every round of a file, with its number and what its match says of `fair`. Raises what is wrong with a record."""
    for entry in read_entries(name):
        if entry.error is not None:
            raise entry.error
        if isinstance(entry.record, MatchRecord):
            shared = entry.record.extras.get("fair")
            yield from ((part, number, shared) for number, part in enumerate(entry.record.rounds, 1))
        elif entry.record is not None:
            yield entry.record, 1, None


def _try_records(name: str, as_json: bool) -> int:
    shapes: dict[tuple[int, int, int], Dealt] = {}
    for record, number, shared in _rounds(name):
        shape = (record.rules.max_pip, record.players, record.rules.hand_size[record.players])
        shapes.setdefault(shape, Dealt(record.rules, record.players)).add(record, number, shared)
    good, tested = True, False
    for dealt in sorted(shapes.values(), key=lambda one: -len(one.deals)):
        count, least = len(dealt.deals), enough(dealt.rules)
        tests: list[DealerTest] = []
        if count >= least:
            tests = try_deals(list(dealt.deals), dealt.rules, dealt.players)
        tested = tested or bool(tests)
        fine = not dealt.failed and all(test.passed for test in tests)
        good = good and fine
        if as_json:
            answer = {"ok": fine, "deals": count, "proved": dealt.proved, "failed": dealt.failed}
            write_json(answer | {"players": dealt.players, "dealt": dealt.title, "tests": _rows(tests)})
            continue
        print(f"{count} deals, {dealt.title}; {dealt.proved} proved, {dealt.failed} not as committed to")
        if tests:
            _tell(tests)
        else:
            print(f"  too few to say anything: it takes {least} deals")
    if good and not tested:
        most = max(shapes.values(), key=lambda one: len(one.deals))
        few, least = len(most.deals), enough(most.rules)
        raise BadRecord(f"too few deals to test a dealer: {few} of one kind, and it takes {least}")
    return 0 if good else 1
