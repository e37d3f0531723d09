"""`doublesix engine`: our players for other programs, one JSON line in, one JSON line out."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from typing import Any

from doublesix.cli.common import Subparsers
from doublesix.errors import BadRecord, DominoError
from doublesix.notation.json_text import DECODER, unreadable
from doublesix.players import LEVELS, Limit, make_player
from doublesix.rules import View

FIELDS = ("id", "do", "level", "seed", "limit", "view")


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("engine", help="answer views with moves, a JSON line each", description=__doc__)
    parser.add_argument("--json", action="store_true", help="what it always does; taken so that every command takes it")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer every line until the input ends; a bad line is answered with an error and the next one is read."""
    del args
    for line in sys.stdin.buffer:
        if line.strip():
            print(json.dumps(answer(line)), flush=True)  # ASCII: an id may hold half a character
    return 0


def answer(line: bytes) -> dict[str, Any]:
    """The answer to one line of the protocol."""
    number: object = None
    try:
        try:
            value = DECODER.decode(line.decode(json.detect_encoding(line), "surrogatepass"))
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"the line is not JSON: {unreadable(error)}") from None
        if not isinstance(value, Mapping):
            raise BadRecord("a line of the protocol is a JSON object")
        number = _id(value.get("id"))
        return {"id": number, **_move(value)}
    except DominoError as error:
        return {"id": number, "error": str(error)}


def _id(value: object) -> int | str | None:
    """What comes back with the answer."""
    if value is None or type(value) in (int, str):
        return value  # type: ignore[return-value]
    raise BadRecord(f"id is a whole number or a text, not {json.dumps(value)[:40]}")


def _move(value: Mapping[str, Any]) -> dict[str, Any]:
    for key in value:
        if key not in FIELDS:
            raise BadRecord(f'a line has no field "{key}"; its fields are {", ".join(FIELDS)}')
    if "do" not in value:
        raise BadRecord('the line lacks "do", which is "move"')
    if value["do"] != "move":
        raise BadRecord(f'"do" is "move", not {json.dumps(value["do"])[:40]}')
    if "view" not in value:
        raise BadRecord('the line lacks "view"')
    level = value.get("level", LEVELS[-1])
    if not isinstance(level, str):
        raise BadRecord(f"level is a text: {', '.join(LEVELS)}")
    seed = value.get("seed")
    if seed is not None and type(seed) is not int:
        raise BadRecord(f"seed is a whole number, not {seed!r}")
    player = make_player(level, seed, _limit(value.get("limit")), time.perf_counter)
    view = View.from_json(value["view"])
    if not view.legal:
        raise BadRecord(f"it is not the turn of seat {view.seat}: there is no move to choose")
    start = time.perf_counter()
    move = player.choose(view)
    info = {"level": level, "ms": round(1000 * (time.perf_counter() - start), 3)}
    return {"move": str(move), "info": info}


def _limit(value: object) -> Limit | None:
    if value is None:
        return None
    if not isinstance(value, Mapping) or len(value) != 1 or not set(value) <= {"worlds", "ms"}:
        raise BadRecord('limit is {"ms": 100} or {"worlds": 500}')
    if "worlds" in value and type(value["worlds"]) is not int:
        raise BadRecord(f"worlds is a whole number, not {json.dumps(value['worlds'])[:40]}")
    return Limit(**value)
