"""Deals that a test has laid out itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from doublesix.rules import Tile, tile_set


class Stacked:
    """A dealer whose next deals are these: tiles by text, hand after hand, then the boneyard."""

    def __init__(self, *deals: Sequence[Tile]) -> None:
        self._deals = list(deals)

    def shuffle(self, x: list[Any], /) -> None:
        deal = self._deals.pop(0) if len(self._deals) > 1 else self._deals[0]
        assert sorted(deal) == sorted(x)
        x[:] = deal

    def randrange(self, _stop: int, /) -> int:
        return 0


def layout(*hands: str, boneyard: str = "") -> list[Tile]:
    """Tiles in dealing order from texts such as `6-6 5-4`; what is not named follows in the boneyard."""
    named = [Tile(text) for part in (*hands, boneyard) for text in part.split()]
    return named + [tile for tile in tile_set(6) if tile not in named]


MUST_DRAW = layout(
    "6-6 6-5 6-4 6-3 6-2 5-5 0-0",
    "4-4 4-3 4-2 3-3 3-2 2-2 1-1",
    boneyard="5-4 5-3 5-2 6-1 4-1",
)
"""Seat 0 may lead 6-6, to which seat 1 holds no answer: it draws 5-4, 5-3 and 5-2 before 6-1 fits."""
