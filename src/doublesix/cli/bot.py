"""`doublesix bot URL TABLE`: one of our players, or a program of yours, sits down at a table of a server and plays."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Final

from doublesix.adapters.program import ProgramPlayer
from doublesix.cli.common import Subparsers, add_json, limit_of, write_json
from doublesix.client import Client, NotServed, Report, split_link
from doublesix.errors import BadRecord
from doublesix.players import LEVELS, Limit, Player, make_player
from doublesix.rules import Move, View


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
    watch = _Watch(time.perf_counter)
    with ExitStack() as held:
        player = _player(args, held)
        rules = client.rules(table)
        name = args.name if args.name is not None else "Program" if args.cmd else f"{args.level.capitalize()} bot"
        client.join(table, name, args.seat)
        try:
            state = client.play(table, watch.timed(player), watch.told)
        except KeyboardInterrupt:
            print("\nLeft the table; the others may let the computer play on, or claim the round.", file=sys.stderr)
            return 130
    watch.sum_up()
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


_NOT_OF_PLAY: Final = ("committed", "mixed")
"""Events about the fairness of the next deal, which no player has to do with."""


class _Watch:
    """Says on standard error what happens, how each round ended and stands, and how long the player took.

    `clock` gives seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.failures = 0
        self._clock = clock
        self._took: list[float] = []

    def timed(self, player: Player) -> Callable[[View], Move]:
        """What the player chooses, with a look at the clock before and after."""

        def choose(view: View) -> Move:
            begun = self._clock()
            try:
                return player.choose(view)
            finally:
                self._took.append(self._clock() - begun)

        return choose

    def told(self, report: Report) -> None:
        self.failures += report.kind == "failed"
        if report.event in _NOT_OF_PLAY:
            return
        _say(report.text)
        if report.event == "ended":
            _say(*(f"  {line}" for line in _result(report.state)))

    def sum_up(self) -> None:
        """How many moves there were, how long the player took for them, and how often it failed."""
        if not self._took:
            return
        average, slowest = sum(self._took) / len(self._took) * 1000, max(self._took) * 1000
        times = "once" if self.failures == 1 else f"{self.failures} times"
        _say(f"{len(self._took)} moves, {average:.0f} ms on average, {slowest:.0f} ms at most; failed {times}.")


def _result(state: dict[str, Any]) -> list[str]:
    """Why a round ended, what everybody still held, and the scores of a match."""
    outcome, match = state["outcome"], state["match"]
    names = [seat["name"] for seat in state["seats"]]
    held = [f"{name}: {added}" for name, added in zip(names, outcome["sums"], strict=False) if added]
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, match["scores"], strict=True)) if match else ""
    return [*outcome["reasons"], *held, *([f"Scores: {scores}."] if scores else [])]


def _say(*lines: str) -> None:
    for line in lines:
        print(line, file=sys.stderr, flush=True)


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
