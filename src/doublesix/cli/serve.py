"""`doublesix serve`: one process with the page, the tables and a database in a data folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from doublesix.cli.common import Subparsers
from doublesix.cli.own_files import default_data


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command and its options."""
    parser = subparsers.add_parser(
        "serve",
        help="serve the web page",
        description="Serve the web page and its tables. Prints the address once the page answers; Ctrl-C stops it.",
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on; 0.0.0.0 lets the network in")
    parser.add_argument("--port", type=_port, default=8000, help="port to listen on; 0 takes any free one")
    parser.add_argument("--data", type=Path, default=None, metavar="DIR", help="folder where tables are kept")
    parser.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="a further address that people use; repeatable"
    )
    parser.add_argument(
        "--bot-delay", type=_seconds, default=0.6, metavar="S", help="seconds a computer player waits before it plays"
    )
    parser.add_argument("--seed", type=int, default=None, help="repeatable deals, for tests and screenshots only")
    parser.add_argument(
        "--languages", type=Path, default=None, metavar="DIR", help="folder of further languages: catalogues CODE.po"
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument("--json", action="store_true", help="write the addresses as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. 1 with a sentence where port or data folder cannot be used."""
    from doublesix.server.app import run as serve
    from doublesix.server.settings import Serving
    from doublesix.speech import add_language

    for path in sorted(args.languages.glob("*.po")) if args.languages is not None else []:
        add_language(path.stem, path.read_text(encoding="utf-8"))
    return serve(
        Serving(
            host=args.host,
            port=args.port,
            data=args.data if args.data is not None else default_data(),
            origins=tuple(args.origin),
            bot_delay=args.bot_delay,
            seed=args.seed,
            open_browser=args.open,
            as_json=args.json,
        )
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text[:60]} is not a port: a port is a number from 0 to 65535")
    return int(text)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError("a delay is 0 to 60 seconds")
    return seconds
