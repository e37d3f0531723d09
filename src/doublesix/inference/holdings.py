"""Every holding that fits, one by one: for small endings, and where cases overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial
from typing import Final

from doublesix.inference.cases import Case
from doublesix.inference.origins import Origins
from doublesix.rules import Tile

MOST_LISTED: Final = 100_000
"""Most holdings that are listed to count the different ones among overlapping cases."""

Holding = tuple[frozenset[Tile], ...]
"""The hidden tiles of every other seat; those that are left lie in the boneyard."""


def holdings_of(case: Case, seats: Sequence[int]) -> Iterator[tuple[Holding, int]]:
    """Every holding of a case, with the ways in which its tiles fill the slots and the boneyard's places."""
    space = len(case.unseen) - sum(origins.hidden for origins in case.seats)
    boneyard = factorial(space)
    hands: list[list[Tile]] = [[] for _ in case.seats]
    tails = [[0] * (origins.groups + 1) for origins in case.seats]
    caps = [origins.caps() for origins in case.seats]
    for _ in _place(case, 0, space, hands, tails, caps):
        weight = boneyard
        for origins, hand in zip(case.seats, hands, strict=True):
            weight *= origins.fillings(_profile(origins, hand))
        if weight:
            yield _with_pinned(case, seats, hands), weight


def _profile(origins: Origins, hand: Sequence[Tile]) -> list[int]:
    profile = [0] * origins.groups
    for tile in hand:
        profile[origins.floor(tile)] += 1
    return profile


def _with_pinned(case: Case, seats: Sequence[int], hands: Sequence[Sequence[Tile]]) -> Holding:
    if case.pinned is None:
        return tuple(map(frozenset, hands))
    seat, tile = case.pinned
    return tuple(
        frozenset((*hand, tile)) if other == seat else frozenset(hand) for other, hand in zip(seats, hands, strict=True)
    )


def _place(
    case: Case, at: int, space: int, hands: list[list[Tile]], tails: list[list[int]], caps: list[tuple[int, ...]]
) -> Iterator[None]:
    """Place the unseen tiles from `at` on in every way that the caps allow."""
    if at == len(case.unseen):
        yield
        return
    tile = case.unseen[at]
    if space:
        yield from _place(case, at + 1, space - 1, hands, tails, caps)
    for i, origins in enumerate(case.seats):
        floor, tail = origins.floor(tile), tails[i]
        if floor < origins.groups and all(tail[group] < caps[i][group] for group in range(floor + 1)):
            hands[i].append(tile)
            for group in range(floor + 1):
                tail[group] += 1
            yield from _place(case, at + 1, space, hands, tails, caps)
            for group in range(floor + 1):
                tail[group] -= 1
            hands[i].pop()
