"""Where the tiles of one seat may have come from: exact counts over all deals and boneyard orders.

A seat's tiles fill *slots*: those it was dealt, and one for each draw. Slots are kept in *groups*, oldest first. A tile
that matched the open ends when the seat showed that it held nothing fitting cannot sit in a slot that was filled by
then; so every tile has a *floor*, the first group it may sit in, and the sets of allowed groups are nested.

`ways` counts, for each number of slots left hidden in every group, how the laid tiles can have come out of the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import perm
from typing import Final

from doublesix.inference.history import Drew, Lacked, Laid, Step
from doublesix.rules import Tile

MOST_WAYS: Final = 100_000
"""Most entries of `ways`; beyond it the belief is estimated."""


class TooMany(Exception):
    """A table passed its bound."""


class Impossible(Exception):
    """No deal leads to these steps."""


class Origins:
    """The groups of one seat after its steps."""

    __slots__ = ("_bounds", "_not_dealt", "ways")

    ways: dict[tuple[int, ...], int]
    """Hidden slots left in each group, to the number of ways the laid tiles leave just these."""

    def __init__(
        self,
        dealt: int,
        steps: Iterable[Step],
        unseen: Collection[Tile],
        max_pip: int,
        *,
        not_dealt: frozenset[Tile] = frozenset(),
    ) -> None:
        """`dealt`: slots of the deal that are still to be accounted for; `unseen`: the tiles that may be hidden now;
        `not_dealt`: tiles that no seat was dealt. Raises `TooMany`, or `Impossible`."""
        self.ways = {(dealt,): 1}
        self._bounds = [0] * (max_pip + 1)
        self._not_dealt = (not_dealt, 1)
        steps = tuple(steps)
        relevant = {*unseen, *(step.tile for step in steps if isinstance(step, Laid))}
        self._merge(relevant)
        for step in steps:
            if isinstance(step, Lacked):
                for value in step.values:
                    self._bounds[value] = self.groups
            elif isinstance(step, Drew):
                self.ways = {(*left, 1): count for left, count in self.ways.items()}
                self._merge(relevant)
            else:
                self._lay(step.tile)
                relevant.discard(step.tile)
                self._merge(relevant)
        self._merge(unseen)

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(next(iter(self.ways)))

    @property
    def hidden(self) -> int:
        """Tiles of the seat that the viewer has not seen."""
        return sum(next(iter(self.ways)))

    def floor(self, tile: Tile) -> int:
        """The first group that may hold the tile; the number of groups where none may."""
        barred, first = self._not_dealt
        bound = max(self._bounds[tile[0]], self._bounds[tile[1]])
        return max(bound, first) if tile in barred else bound

    def lacks(self, value: int) -> bool:
        """Whether the moves prove that no tile of the hand has this value."""
        return self._bounds[value] == self.groups

    def caps(self) -> tuple[int, ...]:
        """For each group, how many hidden tiles can sit in it or a later one.

        A hand is possible exactly where it has at most this many tiles with this floor or a higher one: allowed sets
        are intervals, for which Hall's condition on intervals is enough.
        """
        return tuple(max(sum(left[group:]) for left in self.ways) for group in range(self.groups))

    def fillings(self, held: Sequence[int]) -> int:
        """Ways in which the hidden slots hold the seat's tiles, of which there are `held[floor]` with each floor."""
        total = 0
        for left, count in self.ways.items():
            free, product = 0, count
            for floor in range(len(left) - 1, -1, -1):
                free += left[floor]
                product *= perm(max(0, free), held[floor])
                if not product:
                    break
                free -= held[floor]
            total += product
        return total

    def _lay(self, tile: Tile) -> None:
        floor = self.floor(tile)
        after: dict[tuple[int, ...], int] = {}
        for left, count in self.ways.items():
            for group in range(floor, len(left)):
                slots = left[group]
                if slots:
                    fewer = (*left[:group], slots - 1, *left[group + 1 :])
                    after[fewer] = after.get(fewer, 0) + count * slots
        if not after:
            raise Impossible
        if len(after) > MOST_WAYS:
            raise TooMany
        self.ways = after

    def _merge(self, tiles: Iterable[Tile]) -> None:
        """Merge groups that no tile tells apart and drop groups that are surely empty."""
        groups = self.groups
        if groups == 1:
            return
        floors = {self.floor(tile) for tile in tiles}
        starts = [0, *(group for group in range(1, groups) if group in floors)]
        if len(starts) < groups:
            self._regroup(starts)
        groups = self.groups
        if groups > 1:
            filled = [any(left[group] for left in self.ways) for group in range(groups)]
            if not all(filled):
                self._drop(filled)

    def _regroup(self, starts: list[int]) -> None:
        groups = self.groups
        spans = [slice(start, end) for start, end in zip(starts, [*starts[1:], groups], strict=True)]
        merged: dict[tuple[int, ...], int] = {}
        for left, count in self.ways.items():
            key = tuple(sum(left[span]) for span in spans)
            merged[key] = merged.get(key, 0) + count
        self.ways = merged
        new = [sum(1 for start in starts[1:] if start <= bound) for bound in range(groups)]
        self._renumber([*new, len(starts)])

    def _drop(self, filled: list[bool]) -> None:
        if not any(filled):
            filled[0] = True
        self.ways = {
            tuple(slots for slots, keep in zip(left, filled, strict=True) if keep): count
            for left, count in self.ways.items()
        }
        self._renumber([sum(filled[:bound]) for bound in range(len(filled) + 1)])

    def _renumber(self, new: list[int]) -> None:
        self._bounds = [new[bound] for bound in self._bounds]
        self._not_dealt = (self._not_dealt[0], new[self._not_dealt[1]])
