"""`doublesix bot URL TABLE`: one of our players, or a program of yours, sits down at a table of a server and plays."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import ExitStack

from doublesix.adapters.program import ProgramPlayer
from doublesix.cli.common import Subparsers, add_json, limit_of, write_json
from doublesix.client import Client, NotServed, Report, split_link
from doublesix.errors import BadRecord
from doublesix.players import LEVELS, Limit, Player, make_player


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "bot",
        help="seat a player at a table of a server",
        description=__doc__,
        epilog="It plays until the table is over, connects again where the connection is lost, and leaves on Ctrl-C.",
    )
    parser.add_argument("url", metavar="URL", help="the server's address, or the link that invites to the table")
    parser.add_argument("table", metavar="TABLE", nargs="?", help="the table's name, where the link does not have it")
    player = parser.add_mutually_exclusive_group()
    player.add_argument("--level", choices=LEVELS, default="normal", help="one of our players (normal)")
    player.add_argument("--cmd", metavar="PROGRAM", help="a program that speaks the engine protocol")
    parser.add_argument("--seat", type=int, metavar="S", help="the seat to take; without it the next that is free")
    parser.add_argument("--name", help="what it is called at the table")
    parser.add_argument("--seed", type=int, metavar="N", help="makes its choices repeatable under a limit in worlds")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--worlds", type=int, metavar="N", help="worlds a decision may look at")
    limit.add_argument("--ms", type=float, metavar="T", help="milliseconds a decision may take")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Sit down, play, and say how it ended. 1 with a sentence where there is no server, no table or no free seat."""
    address, linked = split_link(args.url)
    client = Client(address)
    table = args.table if args.table is not None else linked
    if table is None:
        raise BadRecord(_which(client))
    watch = _Watch()
    with ExitStack() as held:
        player = _player(args, held)
        rules = client.rules(table)
        name = args.name if args.name is not None else "Program" if args.cmd else f"{args.level.capitalize()} bot"
        client.join(table, name, args.seat)
        try:
            state = client.play(table, player.choose, watch.told)
        except KeyboardInterrupt:
            print("\nLeft the table; the others may let the computer play on, or claim the round.", file=sys.stderr)
            return 130
    _tell(args, {"table": table, "rules": rules.id, "seat": state["you"], "failures": watch.failures}, state)
    return 0


def _which(client: Client) -> str:
    """Which tables there are, for who named none."""
    tables = client.lobby()
    if not tables:
        return f"name a table: doublesix bot {client.address} TABLE, or give its link; none is open in the lobby there"
    names = "; ".join(f"{table['id']} ({table['title']}, {table['host']})" for table in tables[:8])
    return f"name a table: doublesix bot {client.address} TABLE. Open in the lobby there: {names}"


def _player(args: argparse.Namespace, held: ExitStack) -> Player:
    limit: Limit | None = limit_of(args)
    if args.cmd is None:
        return make_player(args.level, args.seed, limit, time.perf_counter)
    program = ProgramPlayer(args.cmd, args.seed, limit)
    held.callback(program.close)
    return program


class _Watch:
    """Says on standard error what happens, and counts how often the player failed."""

    def __init__(self) -> None:
        self.failures = 0

    def told(self, report: Report) -> None:
        self.failures += report.kind == "failed"
        print(report.text, file=sys.stderr, flush=True)


def _tell(args: argparse.Namespace, about: dict[str, object], state: dict[str, object]) -> None:
    """How it ended."""
    if state.get("waiting"):
        raise NotServed("The table was closed before the first tile.", 409)
    outcome, match = state["outcome"], state["match"]
    assert isinstance(outcome, dict)
    if args.json:
        kept = {key: outcome[key] for key in ("ending", "winners", "pips", "places", "points")}
        scores = {"scores": match["scores"], "winners": match["winners"]} if isinstance(match, dict) else None
        write_json(about | {"outcome": kept, "match": scores})
    else:
        print(f"{outcome['title']}.")
