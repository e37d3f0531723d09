"""How many hands of one hidden seat fit at least one of several cases about the tile that made it the leader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb

from doublesix.inference.cases import Case
from doublesix.rules import Tile
from doublesix.rules.tiles import heaviest_first

Tails = tuple[int, ...] | None
"""Of a hand so far, for each floor of a case how many tiles have it or a higher one; None where no slot is left."""


def count_union(cases: Sequence[Case], unseen: Sequence[Tile]) -> int:
    """The different hands over all cases of a single hidden seat.

    A hand that fits with some tile of its own as the best one dealt also fits with the best of those that could be it
    (they trade places with each other), so hands are told apart by that one tile; cases whose tile already lies on the
    line are looked at beside it.
    """
    held = {case.pinned[1]: case for case in cases if case.pinned is not None}
    laid = [case for case in cases if case.pinned is None]
    total = 0
    for best in (*held, None):
        out = {tile for tile in held if best is None or heaviest_first(tile) > heaviest_first(best)}
        free = [tile for tile in unseen if tile not in out and tile is not best]
        involved = laid if best is None else [held[best], *laid]
        if involved:
            total += _count(involved, free, best)
    return total


def _count(cases: Sequence[Case], free: Sequence[Tile], best: Tile | None) -> int:
    """The hands of `best` and some `free` tiles that fit a case."""
    caps = [(*case.seats[0].caps(), 0) for case in cases]
    start: list[Tails] = []
    for case, cap in zip(cases, caps, strict=True):
        tails: Tails = (0,) * len(cap)
        if best is not None and case.pinned is None:
            tails = _more(tails, cap, case.seats[0].floor(best), 1)
        start.append(tails)
    hidden = cases[0].seats[0].hidden - (1 if best is not None and cases[0].pinned is None else 0)
    kinds = Counter(tuple(case.seats[0].floor(tile) for case in cases) for tile in free)
    states: dict[tuple[int, tuple[Tails, ...]], int] = {(0, tuple(start)): 1}
    for floors, size in kinds.items():
        after: dict[tuple[int, tuple[Tails, ...]], int] = {}
        for (count, all_tails), ways in states.items():
            for more in range(min(size, hidden - count) + 1):
                grown = tuple(
                    _more(tails, cap, floor, more) for tails, cap, floor in zip(all_tails, caps, floors, strict=True)
                )
                if any(tails is not None for tails in grown):
                    key = (count + more, grown)
                    after[key] = after.get(key, 0) + ways * comb(size, more)
        states = after
    return sum(ways for (count, _), ways in states.items() if count == hidden)


def _more(tails: Tails, caps: Sequence[int], floor: int, more: int) -> Tails:
    """The tails with some tiles of a floor added; None where they pass a cap."""
    if tails is None or not more:
        return tails
    grown = tuple(tail + more if group <= floor else tail for group, tail in enumerate(tails))
    return grown if all(tail <= cap for tail, cap in zip(grown, caps, strict=True)) else None
