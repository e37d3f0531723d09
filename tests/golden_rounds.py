"""Whole rounds as a person reads them, with what every seat may know: kept as text, so that nothing shifts unseen.

`python tests/golden_rounds.py` writes the files of `tests/golden` anew; then look at what git says has changed.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent / "golden"
ROUNDS: Final = [
    ("ply-yard", 2), ("draw-100", 3), ("ranked-draw", 4), ("ranked-block", 2), ("draw", 2), ("all-fives", 3),
    ("five-up", 2), ("fives-and-threes", 2), ("puerto-rico", 4), ("cross", 2),
]  # fmt: skip


def file_of(rules: str, players: int) -> Path:
    """Where a golden round lies."""
    return FOLDER / f"{rules}-{players}.txt"


def told(rules: str, players: int) -> str:
    """The round as text: every position with its legal moves, then the move; the views at some plies; the outcome."""
    import rounds
    from doublesix.notation import Record

    rng = random.Random(f"golden/{rules}/{players}")
    record = rounds.random_deal(rules, players, rng)
    record.pop("scores", None)
    record["moves"] = rounds.play_on(rounds.begun(record), rng)
    read = Record.from_json(record)
    positions = read.positions()
    lines = [json.dumps(read.to_json()), ""]
    for at, position in enumerate(positions):
        for seat, hand in enumerate(position.hands):
            lines.append(f"  {'>' if seat == position.turn else ' '} seat {seat}  {' '.join(map(str, hand))}")
        ends = " ".join(f"{side}:{value}" for side, value in position.ends.items())
        lines.append(f"    line    {position.line}")
        lines.append(f"    ends    {ends}   boneyard {len(position.boneyard)}   points {list(position.points)}")
        if at % 9 == 4 or position.turn is None:
            lines += [f"    seat {seat} knows {json.dumps(position.view(seat).to_json())}" for seat in range(players)]
        if position.turn is not None:
            lines.append(f"    legal   {' '.join(map(str, position.legal_moves))}")
            lines += [f"{at}. seat {position.turn}: {positions[at + 1].moves[-1]}"]
    outcome = positions[-1].outcome
    assert outcome is not None
    lines += ["", json.dumps(outcome.to_json())]
    return "\n".join(line.rstrip() for line in lines) + "\n"


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    sys.path[:0] = [str(here), str(here.parent / "src")]
    FOLDER.mkdir(exist_ok=True)
    for preset, seats in ROUNDS:
        file_of(preset, seats).write_text(told(preset, seats), encoding="utf-8")
