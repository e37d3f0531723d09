"""Exact sums over the hands of one hidden seat: with nested floors everything is a product of falling factorials."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial, perm

from doublesix.inference._sampling import SeatSampler
from doublesix.inference.origins import Origins
from doublesix.inference.world import Chance
from doublesix.kernel import number
from doublesix.rules import Tile


class OneSeat:
    """The tiles of one seat among the unseen ones; the others lie elsewhere, in `rest` distinct places."""

    __slots__ = ("_origins", "_tails", "_ways", "_weights", "by_floor", "caps", "hidden", "rest", "total", "worlds")

    by_floor: tuple[tuple[Tile, ...], ...]
    """The unseen tiles by floor; the last list holds those that the seat cannot have."""
    total: int
    """Ways to fill every place, the seat's slots and the rest being distinct."""
    worlds: int
    """How many different sets of tiles the seat may hold."""

    def __init__(self, origins: Origins, unseen: Sequence[Tile]) -> None:
        self._origins = origins
        floors: list[list[Tile]] = [[] for _ in range(origins.groups + 1)]
        for tile in unseen:
            floors[origins.floor(tile)].append(tile)
        self.by_floor = tuple(map(tuple, floors))
        self.hidden = origins.hidden
        self.rest = len(unseen) - self.hidden
        self.caps = (*origins.caps(), 0)
        self._tails = [tuple(sum(left[group:]) for group in range(len(left) + 1)) for left in origins.ways]
        self._weights = [
            count * self._fillings(tails, self.rest)
            for tails, count in zip(self._tails, origins.ways.values(), strict=True)
        ]
        self._ways = tuple(origins.ways.values())
        self.total = sum(self._weights)
        self.worlds = self._count()

    def _fillings(self, tails: Sequence[int], rest: int, without: int = -1) -> int:
        """Ways to place the tiles, the most restricted first; `without`: a floor that has one tile less."""
        product, placed = 1, 0
        for floor in range(len(self.by_floor) - 1, -1, -1):
            tiles = len(self.by_floor[floor]) - (floor == without)
            product *= perm(max(0, rest + tails[floor] - placed), tiles)
            if not product:
                return 0
            placed += tiles
        return product

    def elsewhere(self, floor: int) -> int:
        """How many of the `total` ways put a given tile of this floor into one of the rest's places."""
        if not self.rest:
            return 0
        return self.rest * sum(
            count * self._fillings(tails, self.rest - 1, floor)
            for tails, count in zip(self._tails, self._ways, strict=True)
        )

    def _count(self) -> int:
        counts = {0: 1}
        for floor in range(len(self.by_floor) - 2, -1, -1):
            tiles, cap = len(self.by_floor[floor]), self.caps[floor]
            after: dict[int, int] = {}
            for held, ways in counts.items():
                for more in range(min(tiles, cap - held) + 1):
                    after[held + more] = after.get(held + more, 0) + ways * comb(tiles, more)
            counts = after
        return counts.get(self.hidden, 0)

    def ways_of(self, held: Sequence[Tile]) -> int:
        """How many of the `total` ways give the seat exactly these tiles."""
        chosen = set(held)
        profile = [sum(1 for tile in tiles if tile in chosen) for tiles in self.by_floor[:-1]]
        return self._origins.fillings(profile) * factorial(self.rest)

    def draw(self, chance: Chance) -> tuple[list[Tile], list[Tile]]:
        """A random filling, each equally likely: the seat's tiles and the others. Needs a `total` above 0."""
        pick = chance.randrange(self.total)
        which = 0
        while pick >= self._weights[which]:
            pick -= self._weights[which]
            which += 1
        tails = self._tails[which]
        held: list[Tile] = []
        other: list[Tile] = []
        for floor in range(len(self.by_floor) - 1, -1, -1):
            for tile in self.by_floor[floor]:
                free = self.rest - len(other)
                if chance.randrange(free + tails[floor] - len(held)) < free:
                    other.append(tile)
                else:
                    held.append(tile)
        return held, other

    def sampler(self) -> SeatSampler:
        """A fast source of the same fillings. Needs a `total` above 0."""
        rows = sorted(zip(self._weights, self._tails, strict=True), reverse=True)
        rows = [row for row in rows if row[0]]
        order = [(floor, tile) for floor in range(len(self.by_floor) - 1, -1, -1) for tile in self.by_floor[floor]]
        made = SeatSampler(len(order), len(rows), len(rows[0][1]) - 1)
        made.fill(
            bytes(number(tile) for _, tile in order),
            [floor for floor, _ in order],
            self.hidden,
            [tails for _, tails in rows],
            [weight / self.total for weight, _ in rows],
        )
        return made
