"""Search random rounds for the worked examples of the rule pages, and write them into `rulebook/rounds.py`.

Every example is a whole legal round, or the beginning of one: nothing is set up by hand.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path

from doublesix.notation import Record
from doublesix.rules import Position, Tile, deal, preset

PATH = Path(__file__).resolve().parents[1] / "src" / "doublesix" / "rulebook" / "rounds.py"
Wanted = Callable[[Position], Position | None]


def tiles(text: str) -> set[Tile]:
    return {Tile(part) for part in text.split()}


def both_ends(position: Position) -> Position | None:
    """Ends 2 and 5, and 5-2, 2-1, 6-5 among four tiles or fewer, nothing else that fits."""
    if position.turn is None or position.ends != {"L": 2, "R": 5}:
        return None
    hand = set(position.hands[position.turn])
    wanted = tiles("5-2 2-1 6-5")
    if not wanted <= hand or len(hand) > 5 or any(2 in tile or 5 in tile for tile in hand - wanted):
        return None
    return position


def blocked_with(*pips: int) -> Wanted:
    def wanted(position: Position) -> Position | None:
        outcome = position.outcome
        if not outcome or outcome.ending != "blocked":
            return None
        return position if sorted(p or 0 for p in outcome.pips) == sorted(pips) else None

    return wanted


def fewer_tiles_lose(position: Position) -> Position | None:
    outcome = position.outcome
    if outcome is None or outcome.ending != "blocked" or outcome.winners != (1,):
        return None
    return position if len(position.hands[0]) == 1 and len(position.hands[1]) == 3 else None


def shared_place(position: Position) -> Position | None:
    outcome = position.outcome
    good = outcome and outcome.ending == "domino" and outcome.places == (1, 2, 2, 4)
    return position if good and max(map(len, position.hands)) <= 2 else None


def only_blank_left(position: Position) -> Position | None:
    outcome = position.outcome
    if outcome is None or outcome.ending != "domino" or outcome.places != (1, 2, 3):
        return None
    return position if position.hands[1] == (Tile("0-0"),) and len(position.hands[2]) == 1 else None


def tie(position: Position) -> Position | None:
    outcome = position.outcome
    good = outcome and outcome.ending == "blocked" and outcome.winners == ()
    return position if good and sum(map(len, position.hands)) <= 4 else None


def no_double(position: Position) -> Position | None:
    lead = position.lead_tile
    return position if not position.moves and lead is not None and not lead.is_double else None


def to_reserve(position: Position) -> Position | None:
    """A turn that draws three tiles, the third of which fits as the reserve is reached."""
    if position.turn is None or position.drawn != 3 or len(position.boneyard) != 2 or position.forced:
        return None
    return position if len(position.hands[position.turn]) <= 6 else None


WANTED: list[tuple[str, str, int, Wanted]] = [
    ("both-ends", "ply-yard", 2, both_ends),
    ("to-reserve", "ply-yard", 2, to_reserve),
    ("fewer-pips", "ply-yard", 2, fewer_tiles_lose),
    ("tie", "ply-yard", 2, tie),
    ("no-double", "draw-100", 2, no_double),
    ("shared-place", "ranked-draw", 4, shared_place),
    ("blank-left", "ranked-draw", 3, only_blank_left),
    ("block-margin", "ranked-block", 2, blocked_with(9, 13)),
]


def find(name: str, rules: str, players: int, wanted: Wanted, limit: int) -> dict[str, object] | None:
    rng = random.Random(name)
    for _ in range(limit):
        position = deal(preset(rules), players, rng)
        while True:
            found = wanted(position)
            if found is not None:
                record = Record.of(found).to_json()
                while record["moves"] and record["moves"][-1] == "draw":  # told from before the draws on
                    record["moves"].pop()
                return record
            if position.turn is None:
                break
            position = position.play(rng.choice(position.legal_moves))
    return None


def wrapped(words: list[str]) -> str:
    """Words as one text, in lines of at most twenty."""
    if not words:
        return '""'
    lines = [" ".join(words[at : at + 20]) for at in range(0, len(words), 20)]
    return "(\n" + "".join(f'            "{line} "\n' for line in lines) + "        )"


def module(records: dict[str, dict[str, object]]) -> str:
    """The text of `rulebook/rounds.py`."""
    rows = []
    for name, record in records.items():
        hands = "".join(f'            "{" ".join(hand)}",\n' for hand in record["hands"])  # type: ignore[attr-defined]
        leader = f'        "leader": {record["leader"]},\n' if "leader" in record else ""
        texts = [f'        "{key}": {wrapped(record[key])},\n' for key in ("boneyard", "moves")]  # type: ignore[arg-type]
        rows.append(f'    "{name}": {{\n{leader}        "hands": [\n{hands}        ],\n{"".join(texts)}    }},\n')
    return (
        '"""The rounds of the worked examples; found by `tools/find_examples.py`; two of them composed."""\n\n'
        "from typing import Any, Final\n\n"
        f"ROUNDS: Final[dict[str, dict[str, Any]]] = {{\n{''.join(rows)}}}\n"
    )


def main() -> None:
    """Find the rounds named on the command line, or all, and write them into the module."""
    from doublesix.rulebook.rounds import ROUNDS

    records: dict[str, dict[str, object]] = {}
    for name, data in ROUNDS.items():
        split = {key: data[key].split() for key in ("boneyard", "moves")}
        records[name] = data | split | {"hands": [hand.split() for hand in data["hands"]]}
    only = sys.argv[1:]
    for name, rules, players, wanted in WANTED:
        if not only or name in only:
            found = find(name, rules, players, wanted, 3_000_000)
            print(json.dumps({"name": name, "record": found}), flush=True)
            if found is not None:
                records[name] = found
    PATH.write_text(module(records), encoding="utf-8")


if __name__ == "__main__":
    main()
