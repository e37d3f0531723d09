"""`doublesix replay FILE`: whose turn each move was, the open ends, the outcome, and with --legal the legal moves."""

from __future__ import annotations

import argparse
from typing import Any

from doublesix.cli.common import Subparsers, add_file, add_json, placed, read_entries, tell_fault, write_json
from doublesix.notation import Entry, replay_json
from doublesix.notation.replay import error_json


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("replay", help="replay records and say how they ended", description=__doc__)
    add_file(parser)
    parser.add_argument("--legal", action="store_true", help="also the legal moves before each move")
    parser.add_argument("--reasons", action="store_true", help="also why: the reason of each draw, pass, score and end")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """1 where any record is at fault; the others are still answered."""
    good = True
    for entry in read_entries(args.file):
        if entry.record is None:
            assert entry.error is not None
            answer = error_json(entry.error)
        else:
            answer = replay_json(entry.record, legal=args.legal, reasons=args.reasons)
        answer = placed(entry, answer)
        good = good and answer["ok"]
        if args.json:
            write_json(answer)
        else:
            _tell(entry, answer)
    return 0 if good else 1


def _tell(entry: Entry, answer: dict[str, Any]) -> None:
    if not answer["ok"]:
        tell_fault(entry, answer)
        return
    where = f"line {entry.line}"
    if "rounds" not in answer:
        print(f"{where}: {_round(answer)}")
        return
    for number, part in enumerate(answer["rounds"]):
        print(f"{where}, round {number}: {_round(part)}")
    winners = answer["winners"]
    state = "not over" if winners is None else "won by " + " and ".join(f"seat {seat}" for seat in winners)
    print(f"{where}, match: scores {answer['scores']}, {state}")


def _round(answer: dict[str, Any]) -> str:
    ends = ", ".join(f"{side} {value}" for side, value in answer["ends"].items()) or "none"
    text = f"{len(answer['turns'])} moves, open ends {ends}, "
    outcome = answer["outcome"]
    if outcome is None:
        text += "not over"
    else:
        text += f"{outcome['ending']}: winners {outcome['winners']}, pips {outcome['pips']}, points {outcome['points']}"
    if "legal" in answer:
        rows = [
            f"  {at}: {'unknown' if moves is None else ' '.join(moves)}" for at, moves in enumerate(answer["legal"])
        ]
        text += "\n" + "\n".join(rows)
    for at, reasons in enumerate(answer.get("reasons", ())):
        text += "".join(f"\n  {at}: {reason['text']}" for reason in reasons)
    return text
