"""`doublesix convert FILE --to text|json`: records from one form into the other; both hold the same."""

from __future__ import annotations

import argparse
import sys

from doublesix.cli.common import Subparsers, add_file, add_json, read_entries, tell_fault, write_json
from doublesix.notation import to_text
from doublesix.notation.replay import error_json


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("convert", help="records from JSON to text and back", description=__doc__)
    add_file(parser)
    parser.add_argument("--to", choices=("text", "json"), default="text", help="the form to write (text)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """1 where any record is at fault; the others are still written."""
    good, first = True, True
    for entry in read_entries(args.file):
        if entry.record is None:
            assert entry.error is not None
            tell_fault(entry, error_json(entry.error))
            good = False
        elif args.json or args.to == "json":
            write_json(entry.record.to_json())
        else:
            sys.stdout.write(("" if first else "\n") + to_text(entry.record))
            first = False
    return 0 if good else 1
