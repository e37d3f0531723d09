"""Look for the positions of the course: rounds played at random, and in them the first that is what its step claims.

python3 tools/find_course.py               write src/doublesix/study/course.jsonl anew (a minute)
python3 tools/find_course.py both-ends     only the positions of some lessons
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from doublesix.notation import Record
from doublesix.players import make_player
from doublesix.rules import Position, deal, preset
from doublesix.study.course import Place, places
from doublesix.study.steps import Step, starts

OUT: Final = Path(__file__).parents[1] / "src" / "doublesix" / "study" / "course.jsonl"
MOST: Final = 20_000
"""Rounds that are looked through for a position."""
SENSIBLE: Final = 0.7
"""The share of moves that the level chooses; the others are any that are legal, for more kinds of positions."""


def positions(step: Step, rng: random.Random) -> Iterator[Position]:
    """The positions of rounds between computer players, each round from its beginning."""
    for _ in range(MOST):
        player = make_player("normal", seed=rng.getrandbits(32))
        position = deal(preset(step.rules), step.players, rng)
        yield position
        while position.turn is not None:
            view = position.view(position.turn)
            position = position.play(player.choose(view) if rng.random() < SENSIBLE else rng.choice(view.legal))
            yield position


def found(place: Place, step: Step) -> Position:
    """The first position that is what the step claims."""
    for position in positions(step, random.Random(f"{place}/2")):
        if step.claim(position):
            return position
    raise SystemExit(f"{place}: no position in {MOST} rounds")


def line(place: Place, position: Position) -> str:
    """A position as it is kept."""
    return json.dumps({"step": str(place), "record": Record.of(position).to_json()})


def main(only: list[str]) -> None:
    """Write the file."""
    kept = {json.loads(text)["step"]: text for text in OUT.read_text().splitlines()} if OUT.exists() and only else {}
    lines = []
    for place, _, step in places():
        if not starts(step):
            continue
        if str(place) not in kept or place.lesson in only:
            kept[str(place)] = line(place, found(place, step))
            print(place, file=sys.stderr, flush=True)
        lines.append(kept[str(place)])
    OUT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
