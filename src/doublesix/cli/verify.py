"""`doublesix verify FILE`: replay records, score them again, compare their claims, and prove committed deals."""

from __future__ import annotations

import argparse

from doublesix.cli.common import Subparsers, add_file, add_json, placed, read_text, tell_fault, write_json
from doublesix.cli.progress import Progress
from doublesix.errors import BadRecord
from doublesix.notation import parse_records
from doublesix.notation.verify import unreadable_json, verify_json


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("verify", help="check what records claim", description=__doc__)
    add_file(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """1 where any record is at fault or claims what is not so; the others are still answered."""
    text = read_text(args.file)
    count = wrong = proved = 0
    with Progress(text.count("\n") + 1, "verifying") as bar:
        for entry in parse_records(text):
            count += 1
            bar.step(entry.line)
            if entry.record is None:
                assert entry.error is not None
                answer = unreadable_json(entry.error)
            else:
                answer = placed(entry, verify_json(entry.record))
            wrong += not answer["ok"]
            proved += answer["deal"] == "proved"
            if args.json:
                write_json(answer)
            elif not answer["ok"]:
                bar.close()
                tell_fault(entry, answer)
    if not count:
        raise BadRecord(f"{'standard input' if args.file == '-' else args.file} holds no record")
    if not args.json:
        print(_summary(count, wrong, proved))
    return 1 if wrong else 0


def _summary(count: int, wrong: int, proved: int) -> str:
    records = "1 record" if count == 1 else f"{count} records"
    deals = "no deal with a revealed commitment" if not proved else f"{proved} proved deal{'s' if proved > 1 else ''}"
    return f"{records}: {count - wrong} right, {wrong} wrong; {deals}"
