"""`doublesix deal --rules ID --players N`: a record with no moves."""

from __future__ import annotations

import argparse

from doublesix.cli.common import Subparsers, add_json, read_rules, rng_of, write_json
from doublesix.notation import Record
from doublesix.rules import deal
from doublesix.rules.tiles import show


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("deal", help="deal a round", description=__doc__)
    parser.add_argument("--rules", metavar="ID", default="ply-yard", help="preset id or JSON object (ply-yard)")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (the fewest the rules allow)")
    parser.add_argument("--seed", type=int, metavar="S", help="makes the deal repeatable")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the deal."""
    rules = read_rules(args.rules)
    players = rules.players[0] if args.players is None else args.players
    position = deal(rules, players, rng_of(args.seed))
    if args.json:
        write_json(Record.of(position).to_json())
        return 0
    for seat, hand in enumerate(position.hands):
        print(f"seat {seat}    {show(sorted(hand, reverse=True))}{'   leads' if seat == position.leader else ''}")
    drawn = position.boneyard[: position.drawable]
    rest = position.boneyard[position.drawable :]
    never = f"[{show(rest)}: never drawn]" if rest else ""
    print(f"boneyard  {show(drawn)} {never}".rstrip())
    return 0
