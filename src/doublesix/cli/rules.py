"""`doublesix rules [ID]`: every preset on a line, or the rules of one."""

from __future__ import annotations

import argparse

from doublesix.cli.common import Subparsers, add_json, read_rules, write_json
from doublesix.rules import PRESETS
from doublesix.rules.prose import page_text


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("rules", help="list the presets or explain one", description=__doc__)
    parser.add_argument("id", metavar="ID", nargs="?", help="a preset id, or rules as a JSON object")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the rules asked for."""
    if args.id is not None:
        rules = read_rules(args.id)
        if args.json:
            write_json(rules.full_json())
        else:
            print(page_text(rules))
        return 0
    for preset in PRESETS.values():
        if args.json:
            write_json(preset.rules.full_json())
        else:
            print(f"{preset.id:18}{preset.title}: {preset.summary}")
    return 0
