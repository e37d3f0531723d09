"""What several commands share: reading files and rules, writing JSON lines, random sources."""

from __future__ import annotations

import argparse
import difflib
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from doublesix.errors import BadRecord, BadRules, DominoError
from doublesix.notation import Entry, MatchRecord, parse_records
from doublesix.players import Limit
from doublesix.rulebook import from_link, read_house
from doublesix.rules import PRESETS, Position, Rules


class WrongUsage(Exception):
    """Options that mean nothing whatever the input is, or do not go together: exit status 2."""


Subparsers = argparse._SubParsersAction  # the type argparse gives its subcommands


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`. Raises `BadRecord` where it is not UTF-8."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(f"{'standard input' if name == '-' else name} is not UTF-8 text (byte {error.start})") from None


def read_entries(name: str) -> Iterator[Entry]:
    """The records of a file, good or bad. Raises `BadRecord` where there is none."""
    found = False
    for entry in parse_records(read_text(name)):
        found = True
        yield entry
    if not found:
        raise BadRecord(f"{'standard input' if name == '-' else name} holds no record")


def placed(entry: Entry, answer: dict[str, Any]) -> dict[str, Any]:
    """An answer about a record; where a move of a record in the text form is at fault, with its line and column."""
    place = entry.where(answer.get("at"), answer.get("round", 0))
    return answer if place is None else answer | {"line": place[0], "column": place[1]}


def each_record(name: str, answer: Callable[[Entry], None], *, as_json: bool) -> int:
    """Answer every record of a file; the exit status. Raises what is wrong with the only one.

    Among several, one at fault is told with its place, and the others are still answered; in JSON an object with its
    `error` and `line` stands in its place.
    """
    entries = list(read_entries(name))
    good = True
    for entry in entries:
        try:
            answer(entry)
        except DominoError as problem:
            if len(entries) == 1:
                raise
            good = False
            fault = {"error": str(problem), "line": entry.line}
            tell_fault(entry, fault)
            if as_json:
                write_json(fault)
    return 0 if good else 1


def tell_fault(entry: Entry, answer: dict[str, Any]) -> None:
    """Say on standard error what is wrong with a record, and where it stands."""
    said = str(answer["error"])
    where = f"line {answer.get('line', entry.line)}"
    if "column" in answer:
        where += f", column {answer['column']}"
    if "round" in answer:
        where += f", round {answer['round']}"
    print(said if said.startswith(f"line {entry.line}") else f"{where}: {said}", file=sys.stderr)


def last_position(entry: Entry) -> Position:
    """The last position of a record, of a match that of its last round. Raises what reading or replaying found."""
    if entry.error is not None:
        raise entry.error
    assert entry.record is not None
    if isinstance(entry.record, MatchRecord):
        played, _ = entry.record.replay()
        if not played:
            raise BadRecord("the match has no round yet")
        return played[-1][-1]
    return entry.record.last()


def read_rules(text: str) -> Rules:
    """Rules from a command line.

    A preset id, a JSON object, a house-rules file (JSON or TOML; - for standard input), or rules passed on by link: the
    whole address, or `house:` and the text of the link. Raises `BadRules`, or `OSError` for a file.
    """
    if text in PRESETS:
        return Rules.from_json(text)
    if text.lstrip().startswith("{"):
        return read_house(text)
    if text == "-" or text.endswith((".json", ".toml")) or _is_file(text):
        return read_house(read_text(text))
    link = _LINK.match(text.strip())
    if link is not None:
        return from_link(link["link"])
    near = difflib.get_close_matches(text[:60], PRESETS, n=1, cutoff=0.0)[0]
    raise BadRules(
        f'there is no preset and no file "{text[:60]}"; the nearest preset is "{near}". All: {", ".join(PRESETS)}'
    )


_LINK: Final = re.compile(r"(?:house:|https?://[^/]+/house/|/house/)(?P<link>[^/?#]*)")


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long for a file name, or no file name at all
        return False


def write_json(value: Any) -> None:
    """One JSON object on a line of its own."""
    print(json.dumps(value, ensure_ascii=False))


def rng_of(seed: int | None) -> random.Random:
    """A repeatable source for a seed, else the operating system's randomness."""
    return random.SystemRandom() if seed is None else random.Random(seed)


def limit_of(args: argparse.Namespace) -> Limit | None:
    """The limit that `--worlds` or `--ms` sets; None where neither is given. Raises `WrongUsage`."""
    try:
        return None if args.worlds is None and args.ms is None else Limit(worlds=args.worlds, ms=args.ms)
    except DominoError as problem:
        raise WrongUsage(str(problem)) from problem


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option `--json`."""
    parser.add_argument("--json", action="store_true", help="write JSON, one object a line")


def add_file(parser: argparse.ArgumentParser) -> None:
    """The argument FILE of commands that read records."""
    parser.add_argument("file", metavar="FILE", help="records, as JSON lines or in the text form; - for standard input")
