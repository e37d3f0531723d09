"""The command line: one file a command. `main` parses, runs, and turns errors into one plain sentence."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final

from doublesix import __version__
from doublesix.cli.common import WrongUsage
from doublesix.errors import DominoError
from doublesix.kernel import ENGINE

COMMANDS: Final = (
    "play",
    "serve",
    "account",
    "rules",
    "deal",
    "replay",
    "verify",
    "convert",
    "schema",
    "perft",
    "odds",
    "solve",
    "analyse",
    "review",
    "practice",
    "arena",
    "engine",
    "bot",
    "fairness",
    "bench",
)
"""The commands in the order `--help` lists them; each is a module here with `add_parser` and `run`."""


def build_parser(names: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The parser of every command, or of some: what a command needs is loaded with it."""
    parser = argparse.ArgumentParser(
        prog="doublesix", description="Draw dominoes: play, serve, and work with rules and records."
    )
    parser.add_argument("--version", action="version", version=f"doublesix {__version__}, kernel: {ENGINE}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        importlib.import_module(f"doublesix.cli.{name}").add_parser(subparsers)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. 0: all well; 1: the input is at fault (one sentence on standard error); 2: wrong usage."""
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _run(given: Sequence[str]) -> int:
    args = build_parser(given[:1] if given and given[0] in COMMANDS else COMMANDS).parse_args(given)
    try:
        return int(args.run(args))
    except WrongUsage as error:
        print(f"doublesix {args.command}: {error}", file=sys.stderr)
        return 2
    except (DominoError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
        print(f"doublesix: {_sentence(error)}", file=sys.stderr)
        return 1


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
