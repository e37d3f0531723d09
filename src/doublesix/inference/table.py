"""Exact sums over the hands of several hidden seats: one table of states, filled class by class.

Tiles with the same floors at every seat are interchangeable and form a class. A state says how many tiles of each
floor every seat has been given so far; the weight of a full state depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import factorial, perm
from typing import Final, NamedTuple

from doublesix.inference._sampling import TableSampler
from doublesix.inference.origins import Origins, TooMany
from doublesix.inference.world import Chance
from doublesix.kernel import number
from doublesix.rules import Tile

MOST_STEPS: Final = 60_000
"""Most steps between states; beyond it the belief is estimated."""

State = tuple[int, ...]
"""Tiles given so far, seat by seat and floor by floor."""


class Step(NamedTuple):
    """How a class of tiles was split to reach a state."""

    before: State
    counts: tuple[int, ...]
    """Tiles of the class for each seat; the rest of them lie in the boneyard."""
    ways: int
    """Ways to choose which."""


class Table:
    """The unseen tiles over several seats and the boneyard."""

    __slots__ = ("_caps", "_finals", "_layers", "_offsets", "_seats", "_steps", "classes", "total", "worlds")

    classes: list[tuple[Tile, ...]]
    total: int
    """Ways to fill every place, slots and boneyard places being distinct."""
    worlds: int
    """Different holdings: hands and boneyard as sets."""

    def __init__(self, seats: Sequence[Origins], unseen: Sequence[Tile], most: int = MOST_STEPS) -> None:
        """Raises `TooMany` beyond so many steps."""
        self._seats = seats
        self._caps = [seat.caps() for seat in seats]
        self._offsets = [sum(seat.groups for seat in seats[:i]) for i in range(len(seats) + 1)]
        kinds: dict[tuple[int, ...], list[Tile]] = {}
        for tile in unseen:
            kinds.setdefault(tuple(seat.floor(tile) for seat in seats), []).append(tile)
        # classes that few seats may hold come first: they leave few states
        order = sorted(kinds, key=lambda floors: (sum(map(self._may_hold, floors, seats)), floors))
        self.classes = [tuple(kinds[floors]) for floors in order]
        self._fill(order, len(unseen), most)
        boneyard = factorial(len(unseen) - sum(seat.hidden for seat in seats))
        self._finals: dict[State, int] = {}
        self.total = self.worlds = 0
        for state, ways in self._layers[-1].items():
            weight = self._weight(state) * boneyard
            if weight:
                self._finals[state] = weight
                self.total += ways * weight
                self.worlds += ways

    @staticmethod
    def _may_hold(floor: int, seat: Origins) -> bool:
        return floor < seat.groups

    # --- filling ---------------------------------------------------------------------------------------------------

    def _fill(self, order: Sequence[tuple[int, ...]], unseen: int, most: int) -> None:
        seats = self._seats
        space = unseen - sum(seat.hidden for seat in seats)
        """Places in the boneyard."""
        self._layers: list[dict[State, int]] = [{(0,) * self._offsets[-1]: 1}]
        self._steps: list[dict[State, list[Step]]] = []
        if self._surely_too_many(order, most):
            raise TooMany
        placed = steps = 0
        for at, floors in enumerate(order):
            size = len(self.classes[at])
            placed += size
            later = [
                sum(len(tiles) for tiles, f in zip(self.classes[at + 1 :], order[at + 1 :], strict=True)
                    if f[i] < seat.groups)
                for i, seat in enumerate(seats)
            ]  # fmt: skip
            layer: dict[State, int] = {}
            reached: dict[State, list[Step]] = {}
            for before, ways in self._layers[-1].items():
                limits = self._limits(before, floors, size)
                lowest = [
                    max(0, seat.hidden - sum(before[self._offsets[i] : self._offsets[i + 1]]) - later[i])
                    for i, seat in enumerate(seats)
                ]
                least = placed - sum(before) - space
                """Tiles of the class that find no place in the boneyard."""
                for counts in _splits(lowest, limits, max(0, least), size):
                    state = self._add(before, floors, counts)
                    chosen = _choices(size, counts)
                    layer[state] = layer.get(state, 0) + ways * chosen
                    reached.setdefault(state, []).append(Step(before, counts, chosen))
                    steps += 1
                    if steps > most:
                        raise TooMany
            self._layers.append(layer)
            self._steps.append(reached)

    def _surely_too_many(self, order: Sequence[tuple[int, ...]], most: int) -> bool:
        """Whether the table would pass its bound by far, told from how many tiles each seat may hold on the way."""
        sizes = [0] * len(self._seats)
        left = [sum(len(c) for c, f in zip(self.classes, order, strict=True) if f[i] < seat.groups)
                for i, seat in enumerate(self._seats)]  # fmt: skip
        for tiles, floors in zip(self.classes, order, strict=True):
            states = 1
            for i, (seat, floor) in enumerate(zip(self._seats, floors, strict=True)):
                if floor < seat.groups:
                    sizes[i] += len(tiles)
                    left[i] -= len(tiles)
                states *= 1 + min(seat.hidden, sizes[i]) - max(0, seat.hidden - left[i])
            if states > 10 * most:
                return True
        return False

    def _limits(self, state: State, floors: Sequence[int], size: int) -> list[int]:
        """For each seat, how many tiles with its floor it can still take."""
        out = []
        for i, (seat, floor) in enumerate(zip(self._seats, floors, strict=True)):
            if floor >= seat.groups:
                out.append(0)
                continue
            held = state[self._offsets[i] : self._offsets[i + 1]]
            caps = self._caps[i]
            out.append(min(size, *(caps[group] - sum(held[group:]) for group in range(floor + 1))))
        return out

    def _add(self, state: State, floors: Sequence[int], counts: Sequence[int]) -> State:
        after = list(state)
        for i, more in enumerate(counts):
            if more:
                after[self._offsets[i] + floors[i]] += more
        return tuple(after)

    def _weight(self, state: State) -> int:
        """Ways in which the slots of all seats hold their tiles."""
        product = 1
        for i, seat in enumerate(self._seats):
            product *= seat.fillings(state[self._offsets[i] : self._offsets[i + 1]])
        return product

    # --- answers ---------------------------------------------------------------------------------------------------

    def expected(self) -> list[tuple[int, ...]]:
        """For each class and seat: of all ways together, how often some tile of the class is held by the seat.

        Divided by `total` and the size of the class it is the chance that a given tile of the class is there.
        """
        behind = dict(self._finals)
        out: list[tuple[int, ...]] = []
        for layer, reached in zip(reversed(self._layers[:-1]), reversed(self._steps), strict=True):
            sums = [0] * len(self._seats)
            ahead: dict[State, int] = {}
            for state, steps in reached.items():
                value = behind.get(state, 0)
                if not value:
                    continue
                for step in steps:
                    part = value * step.ways
                    ahead[step.before] = ahead.get(step.before, 0) + part
                    part *= layer[step.before]
                    for i, count in enumerate(step.counts):
                        if count:
                            sums[i] += part * count
            behind = ahead
            out.append(tuple(sums))
        return out[::-1]

    def draw(self, chance: Chance) -> tuple[list[list[Tile]], list[Tile]]:
        """A random filling, each equally likely: the tiles of each seat, and those of the boneyard."""
        pick = chance.randrange(self.total)
        state: State = ()
        for final, weight in self._finals.items():
            part = weight * self._layers[-1][final]
            if pick < part:
                state = final
                break
            pick -= part
        hands: list[list[Tile]] = [[] for _ in self._seats]
        boneyard: list[Tile] = []
        for at in range(len(self.classes) - 1, -1, -1):
            layer = self._layers[at]
            pick = chance.randrange(self._layers[at + 1][state])
            for step in self._steps[at][state]:
                part = layer[step.before] * step.ways
                if pick < part:
                    break
                pick -= part
            tiles = list(self.classes[at])
            chance.shuffle(tiles)
            for hand, count in zip(hands, step.counts, strict=True):
                hand.extend(tiles[:count])
                del tiles[:count]
            boneyard.extend(tiles)
            state = step.before
        return hands, boneyard

    def sampler(self) -> TableSampler:
        """A fast source of the same fillings. Needs a `total` above 0."""
        numbers = {
            (at, state): n
            for n, (at, state) in enumerate((at, state) for at, layer in enumerate(self._layers) for state in layer)
        }
        steps: list[list[tuple[int, float, tuple[int, ...]]]] = [[]]
        for at, reached in enumerate(self._steps):
            layer = self._layers[at]
            for state, ways in self._layers[at + 1].items():
                steps.append(
                    [
                        (numbers[at, step.before], layer[step.before] * step.ways / ways, step.counts)
                        for step in reached[state]
                    ]
                )
        last = len(self._layers) - 1
        finals = [
            (numbers[last, state], weight * self._layers[-1][state] / self.total)
            for state, weight in self._finals.items()
        ]
        classes = [bytes(map(number, tiles)) for tiles in self.classes]
        return TableSampler(classes, [seat.hidden for seat in self._seats], finals, steps)


def _splits(lowest: Sequence[int], limits: Sequence[int], least: int, size: int) -> Iterator[tuple[int, ...]]:
    """All counts between `lowest` and `limits` whose sum is `least` to `size`."""
    if not limits:
        if least <= 0:
            yield ()
        return
    for count in range(lowest[0], min(limits[0], size) + 1):
        for more in _splits(lowest[1:], limits[1:], least - count, size - count):
            yield (count, *more)


def _choices(size: int, counts: Sequence[int]) -> int:
    """Ways to choose disjoint sets of these sizes."""
    ways = 1
    for count in counts:
        ways *= perm(size, count) // factorial(count)
        size -= count
    return ways
