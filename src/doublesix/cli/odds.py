"""`doublesix odds FILE --seat S`: where the unseen tiles may be in the last position, as seat S sees it."""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

from doublesix.analysis.knowledge import odds_json
from doublesix.cli.common import Subparsers, add_file, add_json, each_record, last_position, write_json
from doublesix.errors import BadRecord
from doublesix.inference import Belief, voids
from doublesix.notation import Entry
from doublesix.rules import Tile, View
from doublesix.rules.tiles import show


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("odds", help="where unseen tiles may be, as a seat sees it", description=__doc__)
    add_file(parser)
    parser.add_argument("--seat", type=int, metavar="S", required=True, help="the seat that asks, from 0")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the odds of each record."""

    def answer(entry: Entry) -> None:
        position = last_position(entry)
        if not 0 <= args.seat < position.players:
            raise BadRecord(f"--seat is 0 to {position.players - 1}, not {args.seat}")
        view = position.view(args.seat)
        belief = Belief(view)
        if args.json:
            write_json(odds_json(belief))
        else:
            print("\n".join(as_text(view, belief)))

    return each_record(args.file, answer, as_json=args.json)


def as_text(view: View, belief: Belief) -> list[str]:
    """A few lines for people: counts, voids, and the tiles with equal odds together."""
    unseen = len(belief.unseen)
    about = "" if belief.exact else "about "
    lines = [f"seat {view.seat} does not see {unseen} tiles; {about}{belief.worlds} worlds are possible"]
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            lacks = [f"no {value} since move {number}" for value, number in voids(view, seat).items()]
            lines.append(f"seat {seat} holds {size}{': ' if lacks else ''}{', '.join(lacks)}")
    lines.append(f"boneyard {view.boneyard}, {view.drawable} to draw")
    same: defaultdict[str, list[Tile]] = defaultdict(list)
    for tile, odds in belief.odds().items():
        parts = [f"seat {seat} {_share(chance)}" for seat, chance in enumerate(odds.seats) if chance is not None]
        same[", ".join([*parts, f"boneyard {_share(odds.boneyard)}"])].append(tile)
    lines.extend(f"{text}: {show(tiles)}" for text, tiles in same.items())
    return lines


def _share(chance: Any) -> str:
    return f"{chance:.3f}" if isinstance(chance, float) else str(chance)
