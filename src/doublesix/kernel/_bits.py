"""Word operations in plain Python; `_bits.pxd` gives compiled code the same names as C."""

from __future__ import annotations

GOLDEN = 0x9E3779B9
"""Step between the seeds of two streams."""
STAR = 0x9E3779BB
"""Multiplier of xoroshiro64*."""


def u32(x: int) -> int:
    """The low 32 bits."""
    return x & 0xFFFFFFFF


def ctz(mask: int) -> int:
    """Index of the lowest set bit; `mask` is not 0."""
    return (mask & -mask).bit_length() - 1


def top(mask: int) -> int:
    """Index of the highest set bit; `mask` is not 0."""
    return mask.bit_length() - 1


def popcount(mask: int) -> int:
    """How many bits are set."""
    return mask.bit_count()


def bit(tile: int) -> int:
    """The mask of one tile, in 32 bits."""
    return 1 << tile


def mix(z: int) -> int:
    """Scramble 32 bits (the finisher of MurmurHash3)."""
    z = ((z ^ (z >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    z = ((z ^ (z >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return z ^ (z >> 16)


def rotl(x: int, k: int) -> int:
    """Rotate 32 bits to the left."""
    return (x << k | x >> (32 - k)) & 0xFFFFFFFF


def scale(v: int, n: int) -> int:
    """A 32-bit number taken to 0 .. n-1."""
    return v * n >> 32


def one(tile: int) -> int:
    """The mask of one tile, in 128 bits."""
    return 1 << tile


wide_ctz = ctz
"""`ctz` of 128 bits."""
wide_popcount = popcount
"""`popcount` of 128 bits."""
