"""A player for doublesix: answers each question with the heaviest tile that may be played."""

import json
import sys


def pips(move: str) -> int:
    """Pips of the tile in a move; a draw and a pass have none."""
    halves = move.rstrip("LRUD").split("-")
    return sum(map(int, halves)) if len(halves) == 2 else -1


for line in sys.stdin:
    asked = json.loads(line)
    answer = {"id": asked["id"], "move": max(asked["view"]["legal"], key=pips)}
    print(json.dumps(answer), flush=True)
