"""Look for the positions of the strategy guide: where a piece of advice is surely right, and where it surely is not.

python3 tools/find_advice.py    write src/doublesix/study/guide.jsonl anew (some minutes where the kernel is compiled)

A position is taken where the advice leaves one tile of several and the best move is surely ahead of every other one by
a stated margin. `tests/study` finds the answers again at ten times the budget of the page.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from find_studies import FIRST, Theme, clear, rounds

from doublesix.analysis import Analysis
from doublesix.notation import Record
from doublesix.players.advice import followed
from doublesix.rules import Move, Position, preset
from doublesix.study.guide import PIECES
from doublesix.study.studies import BUDGET

OUT: Final = Path(__file__).parents[1] / "src" / "doublesix" / "study" / "guide.jsonl"
TABLES: Final = {
    "heavy": ("ranked-block", 2),
    "block": ("ranked-block", 2),
    "draw": ("draw", 2),
    "points": ("all-fives", 2),
    "partner": ("partners", 4),
}
"""Where a piece of advice is shown; the others at the reserve table."""
MARGIN: Final = 0.04
"""How far, surely, the best move is ahead of every other."""
MOST: Final = 400
"""Positions that are looked at for each; what is rarer is left out."""


def speaks(name: str, position: Position) -> bool:
    """Whether the advice leaves one tile, or a draw, of several moves."""
    if position.turn is None or len(position.line.tiles) < 3:
        return False
    view = position.view(position.turn)
    left = {move.tile for move in followed(name, view)}
    return len(left) == 1 and len({move.tile for move in view.legal}) > 1


def search(name: str, holds: bool, rng: random.Random) -> Iterator[tuple[Position, Move]]:
    """Positions in which the advice is right, or is not, and the best move there."""
    rules, players = TABLES.get(name, ("ply-yard", 2))
    theme = Theme(name, preset(rules), players, MARGIN, lambda one: speaks(name, one), lambda _one, _move: True)
    for _, position in zip(range(MOST), rounds(theme, rng), strict=False):
        quick = clear(position, FIRST, 0.0, rng)
        if quick is None or agrees(name, position, quick) != holds:
            continue
        sure = clear(position, 4 * BUDGET, MARGIN, rng)
        if sure is not None and sure.best == quick.best and sure.best is not None:
            yield position, sure.best


def agrees(name: str, position: Position, found: Analysis) -> bool:
    """Whether the best move is one that is advised."""
    assert position.turn is not None
    return found.best in followed(name, position.view(position.turn))


def main() -> None:
    """Write the file, a line as soon as it is found."""
    rng = random.Random(2027)
    with OUT.open("w") as out:
        for name in PIECES:
            for holds in (True, False):
                for position, best in search(name, holds, rng):
                    kept = {"advice": name, "holds": holds, "best": str(best), "record": Record.of(position).to_json()}
                    print(json.dumps(kept), file=out, flush=True)
                    print(name, holds, best, file=sys.stderr, flush=True)
                    break


if __name__ == "__main__":
    main()
