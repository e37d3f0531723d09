"""`doublesix perft FILE --depth D`: how many move sequences of each length there are from the last position."""

from __future__ import annotations

import argparse

from doublesix.cli.common import Subparsers, add_file, add_json, last_position, read_entries, write_json
from doublesix.errors import BadRecord
from doublesix.solver import perft


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("perft", help="count move sequences", description=__doc__)
    add_file(parser)
    parser.add_argument("--depth", type=int, metavar="D", required=True, help="longest sequence to count")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the counts of each record."""
    if args.depth < 0:
        raise BadRecord(f"--depth is a whole number of 0 or more, not {args.depth}")
    for entry in read_entries(args.file):
        counts = perft(last_position(entry), args.depth)
        if args.json:
            write_json({"counts": counts})
        else:
            print(" ".join(map(str, counts)))
    return 0
