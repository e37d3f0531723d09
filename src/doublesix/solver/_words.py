"""Operations on 64-bit words in plain Python; `_words.pxd` gives compiled code the same names as C."""

from __future__ import annotations

_WORD = 0xFFFFFFFFFFFFFFFF


def bit(tile: int) -> int:
    """The mask of one tile."""
    return 1 << tile


def lowest(mask: int) -> int:
    """Index of the lowest set bit; `mask` is not 0."""
    return (mask & -mask).bit_length() - 1


def count(mask: int) -> int:
    """How many bits are set."""
    return mask.bit_count()


def mixed(mine: int, theirs: int, rest: int) -> int:
    """A hash of three words, 32 bits wide."""
    word = (mine * 0x9E3779B97F4A7C15 ^ (theirs + rest) * 0xC2B2AE3D27D4EB4F) & _WORD
    return word >> 32
