"""The second view of a review in the terminal: what was hidden, and what the result is made of."""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

from doublesix.analysis import Decision
from doublesix.analysis.luck import Luck, Worth, luck, worth, worth_in
from doublesix.analysis.truth import truth
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import Position


class After(NamedTuple):
    """What is told of a seat afterwards: what the others held after its choices, and what its result is made of."""

    seat: int
    held: list[tuple[int, list[str]]]
    luck: Luck | None
    """None where the round is not over."""

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        after = [[at, told] for at, told in self.held]
        return {"seat": self.seat, "after": after, "luck": None if self.luck is None else self.luck.to_json()}


def afterwards(found: list[Decision], positions: list[Position], rng: random.Random, limit: Limit) -> list[After]:
    """The second view, for each seat whose decisions were judged."""
    analyses = {decision.at: decision.analysis for decision in found}
    last = positions[-1]

    def worth_at(at: int) -> Worth:
        judged, move = analyses.get(at), last.moves[at]
        if judged is not None:
            return worth_in(judged, move)
        return worth(positions[at], move, rng, Thinking(limit, time.perf_counter))

    return [
        After(
            seat,
            [(one.at, [str(said) for said in one.told]) for one in truth(positions, seat)],
            luck(positions, seat, worth_at) if last.outcome is not None else None,
        )
        for seat in sorted({decision.seat for decision in found})
    ]


def tell_truth(one: After, positions: list[Position]) -> None:
    """Write it, apart from the review."""
    print(f"\nThe truth afterwards, for seat {one.seat}; nothing above was judged by it.")
    for seat, hand in enumerate(positions[0].hands):
        print(f"  seat {seat} was dealt {' '.join(map(str, hand))}")
    for at, told in one.held:
        print(f"  move {at}: {' '.join(told)}")
    if one.luck is None:
        return
    it = one.luck
    print(f"  skill and luck, in chance to win: {it.even:.1%} before the deal")
    for name in ("deal", "choices", "draws", "others"):
        part = getattr(it, name)
        print(f"    {name:8} {part.value:+7.1%} [{part.low:+.1%}, {part.high:+.1%}]")
    print(f"    result   {it.result:7.1%}")
