"""`doublesix analyse FILE --seat S`: each legal move of the last position, from what seat S may know only."""

from __future__ import annotations

import argparse
import random
import time

from doublesix.analysis import MODELS, Analysis, Model, analyse, model_named
from doublesix.analysis.knowledge import knowledge_json, leaves_json
from doublesix.analysis.standing import Standing, standings
from doublesix.cli.common import Subparsers, add_file, add_json, each_record, last_position, limit_of, write_json
from doublesix.cli.progress import Progress
from doublesix.errors import BadRecord
from doublesix.notation import Entry
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import View

WORLDS = 2000
"""Worlds looked at unless a limit is given."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("analyse", help="value every move from what a seat may know", description=__doc__)
    add_options(parser, seat="the seat that asks (the one to move)", worlds=f"worlds to look at ({WORLDS})")
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser, *, seat: str, worlds: str) -> None:
    """What the commands that analyse take; `seat` and `worlds` say what these mean to the command."""
    add_file(parser)
    parser.add_argument("--seat", type=int, metavar="S", help=seat)
    parser.add_argument("--seed", type=int, metavar="N", help="makes the worlds repeatable under --worlds")
    parser.add_argument("--model", choices=list(MODELS), help="how rounds go on (engine; exact in small endings)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--worlds", type=int, metavar="N", help=worlds)
    limit.add_argument("--ms", type=float, metavar="T", help="milliseconds instead of worlds")
    add_json(parser)


def model_of(args: argparse.Namespace) -> Model | None:
    """The model asked for; None for the usual one."""
    return None if args.model is None else model_named(args.model)


def run(args: argparse.Namespace) -> int:
    """Write the analysis of each record."""
    limit = limit_of(args) or Limit(worlds=WORLDS)

    def answer(entry: Entry) -> None:
        position = last_position(entry)
        seat = args.seat if args.seat is not None else position.turn or 0
        if not 0 <= seat < position.players:
            raise BadRecord(f"--seat is 0 to {position.players - 1}, not {seat}")
        found = _found(position.view(seat), random.Random(args.seed), limit, model_of(args))
        if args.json:
            write_json(found.to_json())
        else:
            _tell(found)
            _tell_knowledge(position.view(seat))

    return each_record(args.file, answer, as_json=args.json)


def _found(view: View, rng: random.Random, limit: Limit, model: Model | None) -> Analysis:
    """The last snapshot, with a bar while it is being made."""
    progress = Progress(limit.worlds or 1, "worlds")
    last: Analysis | None = None
    for last in analyse(view, rng, Thinking(limit, time.perf_counter), model):
        if limit.worlds is not None:
            progress.step(last.worlds)
    progress.close()
    assert last is not None
    return last


def _tell(found: Analysis) -> None:
    if not found.moves:
        print("It is not this seat's turn: there is no move to value.")
        return
    print(f"{found.worlds} worlds; {found.model}")
    for move, standing in standings(found).items():
        chances = found.moves[move]
        print(
            f"  {move!s:7} wins {chances.win.value:6.1%} [{chances.win.low:.1%}, {chances.win.high:.1%}]  "
            f"ties {chances.tie.value:5.1%}  margin {chances.margin.value:+6.1f}{_note(standing)}"
        )


def _note(standing: Standing) -> str:
    """How a move compares with the best one."""
    notes = {"best": "", "equal": "  equal", "too-close": "  too close to call"}
    return notes.get(standing.word, f"  {standing.behind.value:.1%} behind")


def _tell_knowledge(view: View) -> None:
    """What the seat knows beside the numbers: what is unseen, who has shown what, and what each move leaves."""
    known = knowledge_json(view)
    print("Unseen: " + ", ".join(f"{n} with a {value}" for value, n in enumerate(known["unseen"])))
    for seat, value, since in known["voids"]:
        print(f"Seat {seat} has shown no {value} since move {since}")
    for move, left in leaves_json(view).items():
        ends = " and ".join(map(str, left["ends"]))
        print(f"  {move:7} leaves {ends}: {left['own']} of your own fit, {left['unseen']} unseen")
