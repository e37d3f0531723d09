"""`doublesix account`: what a host may do for people who cannot sign in any more."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from doublesix.cli.common import Subparsers


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser(
        "account",
        help="let somebody into an account again",
        description="Make a recovery code for an account whose owner has forgotten the password. The server may run.",
    )
    parser.add_argument("what", choices=["reset"], help="what to do: reset makes the code and signs all devices out")
    parser.add_argument("name", help="the name of the account")
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help="folder where the server keeps tables")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the code. 1 with a sentence where there is no such account."""
    from doublesix.adapters.folder import CannotStart
    from doublesix.cli.own_files import default_data
    from doublesix.server.host import recovery_code

    folder = args.data if args.data is not None else default_data()
    try:
        name, code = asyncio.run(recovery_code(folder / "doublesix.sqlite", args.name))
    except CannotStart as problem:
        print(f"doublesix: {problem}", file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps({"name": name, "code": code}))
    else:
        print(f"{name}: {code}")
        hint = "This code sets a new password, once, under Forgotten your password? on the account page."
        print(hint, file=sys.stderr)
    return 0
