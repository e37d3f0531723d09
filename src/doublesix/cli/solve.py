"""`doublesix solve FILE`: what every legal move of the last position is worth with all tiles face up."""

from __future__ import annotations

import argparse

from doublesix.cli.common import Subparsers, add_file, add_json, each_record, last_position, write_json
from doublesix.cli.progress import Progress
from doublesix.notation import Entry
from doublesix.rules import Move, Position
from doublesix.solver import Value, solving


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("solve", help="face-up value of every legal move", description=__doc__)
    add_file(parser)
    parser.add_argument("--partners", action="store_true", help="also rounds of two pairs")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the values of each record."""

    def answer(entry: Entry) -> None:
        values = _solve(last_position(entry), args.partners)
        if args.json:
            moves = {str(move): {"result": v.result, "margin": v.margin} for move, v in values.items()}
            write_json({"moves": moves})
        else:
            print("\n".join(as_text(values)))

    return each_record(args.file, answer, as_json=args.json)


def _solve(position: Position, partners: bool) -> dict[Move, Value]:
    """The values, with a progress bar where a person is watching."""
    values: dict[Move, Value] = {}
    with Progress(2 * len(position.legal_moves), "solving") as bar:
        for progress in solving(position, partners=partners):
            values = progress.moves
            bar.step(progress.done)
    return values


def as_text(values: dict[Move, Value]) -> list[str]:
    """A line for each move, the best first."""
    if not values:
        return ["the round is over: no move is left to value"]
    rank = {"win": 0, "tie": 1, "loss": 2}
    best = sorted(values.items(), key=lambda item: (rank[item[1].result], -(item[1].margin or 0), str(item[0])))
    width = max(len(str(move)) for move in values)
    return [
        f"{move!s:{width}}  {value.result:4}  {value.margin:+d}" for move, value in best if value.margin is not None
    ]
