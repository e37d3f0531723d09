"""Work out what the moves of the studies and of the guide's positions are worth, once and with many deals.

python3 tools/study_chances.py    write src/doublesix/study/chances.json anew (a minute; the kernel has to be compiled)

The pages and the terminal show these numbers: an answer stands beside what it was found by, on every machine.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any, Final

from doublesix.analysis import analyse
from doublesix.analysis.models import MODELS
from doublesix.analysis.standing import standings
from doublesix.kernel import compiled
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Position
from doublesix.study.chances import key_of
from doublesix.study.guide import shown
from doublesix.study.studies import BUDGET, studies

OUT: Final = Path(__file__).parents[1] / "src" / "doublesix" / "study" / "chances.json"
DEALS: Final = 10 * BUDGET


def found(position: Position) -> dict[str, Any]:
    """What is kept of one position: the model by its name, and the moves from the best down."""
    assert position.turn is not None
    *_, last = analyse(position.view(position.turn), random.Random(1), Thinking(Limit(worlds=DEALS), None))
    rows = [
        [str(move), _short(chances.win.value), _short(chances.tie.value), one.word, *map(_short, one.behind)]
        for move, one in standings(last).items()
        for chances in (last.moves[move],)
    ]
    model = next(name for name, model in MODELS.items() if model.text == last.model)
    return {"model": model, "deals": last.worlds, "moves": rows}


def _short(value: float) -> float:
    return round(value, 4)


def main() -> int:
    """Write the file."""
    if not compiled:
        sys.stderr.write("the kernel is not compiled: the deals would be too few\n")
        return 1
    positions = {name: study.position for name, study in studies().items()}
    positions |= {key_of(name, at): one.position for name, some in shown().items() for at, one in enumerate(some)}
    lines = [f"{json.dumps(key)}: {json.dumps(found(position))}" for key, position in positions.items()]
    OUT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
