"""Tiles and tile sets: one tile of each unordered pair of values, from 0-0 up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from doublesix.errors import BadNotation

MAX_PIP: Final = 15
"""The largest value a half may carry; a larger one is not a tile."""

_DASHED = re.compile(r"(\d{1,2})[-|](\d{1,2})")
_BARE = re.compile(r"(\d)(\d)")


class Tile(tuple[int, int]):
    """One tile, heavier half first: `Tile("6-4")`, `Tile(6, 4)`; `str` is the bare text, `repr` rebuilds it.

    Reads `6-4`, `4-6`, `64`, `46` (one-digit halves) and `6|4`. Raises `BadNotation` for anything else. Tiles are
    interned: two equal tiles are the same object, so comparing and hashing them is cheap.
    """

    __slots__ = ()
    _made: dict[tuple[int, int], Tile] = {}  # noqa: RUF012 - the intern table, filled once per tile

    def __new__(cls, first: str | int | Tile, second: int | None = None) -> Tile:
        if isinstance(first, Tile):
            return first
        if isinstance(first, str):
            return cls._read(first)
        if second is None:
            raise BadNotation(f"a tile has two halves: got only {first!r}; write Tile(6, 4) or Tile('6-4')")
        return cls._of(first, second)

    @classmethod
    def _of(cls, one: int, other: int) -> Tile:
        key = (one, other) if one >= other else (other, one)
        found = cls._made.get(key)
        if found is None:
            if not 0 <= key[1] <= key[0] <= MAX_PIP:
                raise BadNotation(f"{one}-{other} is not a tile: a half carries 0 to {MAX_PIP} pips")
            found = cls._made[key] = tuple.__new__(cls, key)
        return found

    @classmethod
    @lru_cache(maxsize=4096)
    def _read(cls, text: str) -> Tile:
        found = _DASHED.fullmatch(text) or _BARE.fullmatch(text)
        if not found or not text.isascii():
            raise BadNotation(f"{text!r} is not a tile: write two values, such as 6-4 (or 64), at most {MAX_PIP} each")
        return cls._of(int(found[1]), int(found[2]))

    @property
    def high(self) -> int:
        """Pips of the heavier half."""
        return self[0]

    @property
    def low(self) -> int:
        """Pips of the lighter half."""
        return self[1]

    @property
    def pips(self) -> int:
        """Pips of both halves."""
        return self[0] + self[1]

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self[0] == self[1]

    def other(self, value: int) -> int:
        """The half that is not `value`, which must be one of the two; of a double the same value."""
        return self[1] if value == self[0] else self[0]

    def __str__(self) -> str:
        return f"{self[0]}-{self[1]}"

    def __repr__(self) -> str:
        return f'Tile("{self}")'

    def __reduce__(self) -> tuple[type[Tile], tuple[int, int]]:
        return (Tile, (self[0], self[1]))


class _Hidden(Tile):
    """The tile a record does not know. It equals nothing but itself and has no pips."""

    __slots__ = ()

    def __str__(self) -> str:
        return "?"

    def __repr__(self) -> str:
        return "HIDDEN"

    def __reduce__(self) -> str:  # type: ignore[override]
        return "HIDDEN"


HIDDEN: Final[Tile] = tuple.__new__(_Hidden, (-1, -1))
"""A tile whose face the reader may not see, written `?`."""


def read_tile(text: str) -> Tile:
    """A tile, or `HIDDEN` for `?`."""
    return HIDDEN if text == "?" else Tile(text)


@lru_cache(maxsize=32)
def tile_set(max_pip: int) -> tuple[Tile, ...]:
    """Every tile of the double-`max_pip` set, lightest first: 28, 55 and 91 tiles for 6, 9 and 12."""
    return tuple(Tile(high, low) for high in range(max_pip + 1) for low in range(high + 1))


def set_size(max_pip: int) -> int:
    """How many tiles the double-`max_pip` set has."""
    return (max_pip + 1) * (max_pip + 2) // 2


def pips(tiles: Iterable[Tile]) -> int:
    """Pips of all the tiles together; a blank counts nothing."""
    return sum(tile[0] + tile[1] for tile in tiles)


def heaviest_first(tile: Tile) -> tuple[bool, int, int]:
    """Sort key of the opening order: doubles before all others, then pips, then the heavier half (canon A04, A06)."""
    return (tile[0] == tile[1], tile[0] + tile[1], tile[0])


def qualifying(hand: Sequence[Tile]) -> Tile:
    """The tile that leads from a hand: its highest double, else its heaviest tile, else of the higher half."""
    return max(hand, key=heaviest_first)


def show(tiles: Iterable[Tile]) -> str:
    """Tiles as text, one blank between."""
    return " ".join(map(str, tiles))
