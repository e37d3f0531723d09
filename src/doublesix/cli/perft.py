"""`doublesix perft FILE --depth D`: how many move sequences of each length there are from the last position."""

from __future__ import annotations

import argparse
from typing import Final

from doublesix.cli.common import Subparsers, add_file, add_json, each_record, last_position, write_json
from doublesix.notation import Entry
from doublesix.solver import perft

DEEPEST: Final = 10_000
"""More moves than any round can have; counts beyond its end are zeros."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("perft", help="count move sequences", description=__doc__)
    add_file(parser)
    parser.add_argument("--depth", type=_depth, metavar="D", required=True, help="longest sequence to count")
    add_json(parser)
    parser.set_defaults(run=run)


def _depth(text: str) -> int:
    """A whole number of 0 or more; argparse makes anything else a wrong usage."""
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(DEEPEST)) and int(text) <= DEEPEST):
        raise argparse.ArgumentTypeError(f"{text[:60]} is not a whole number of 0 to {DEEPEST}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Write the counts of each record."""

    def answer(entry: Entry) -> None:
        counts = perft(last_position(entry), args.depth)
        if args.json:
            write_json({"counts": counts})
        else:
            print(" ".join(map(str, counts)))

    return each_record(args.file, answer, as_json=args.json)
