"""`doublesix schema [NAME]`: the JSON Schemas of records, views and answers."""

from __future__ import annotations

import argparse
import json

from doublesix.cli.common import Subparsers, add_json, write_json
from doublesix.notation.schemas import SCHEMAS, schema


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("schema", help="the JSON Schemas of every shape", description=__doc__)
    parser.add_argument("name", metavar="NAME", nargs="?", help="one of them; without it, their list")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write one schema, or every name with what it describes."""
    if args.name is not None:
        found = schema(args.name)
        if args.json:
            write_json(found)
        else:
            print(json.dumps(found, indent=1, ensure_ascii=False))
        return 0
    for name in SCHEMAS:
        title = schema(name)["title"]
        if args.json:
            write_json({"name": name, "title": title})
        else:
            print(f"{name:16}{title}")
    return 0
