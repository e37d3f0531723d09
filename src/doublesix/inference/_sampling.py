# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Random worlds by the thousand, packed as the kernel reads them, from tables that an exact belief fills.

Valid Python; Cython compiles this same file to C. `_sampling.pxd` holds its C types. World i of a seed has a random
stream of its own, so worlds do not depend on how many are asked for at once. The chances are floats of exact fractions.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._bits import GOLDEN, STAR, mix, rotl, scale, u32
else:
    from doublesix.kernel._bits import GOLDEN, STAR, mix, rotl, scale, u32


class Stream:
    """Random numbers (xoroshiro64*), the same compiled and as plain Python, and the worlds that come of them."""

    def __init__(self) -> None:
        self.s0 = 0
        self.s1 = 0
        self.out = bytearray()

    def seed(self, seed: cython.uint, index: cython.uint) -> cython.void:
        """Begin stream `index` of a seed."""
        self.s0 = mix(u32(seed + index * GOLDEN))
        self.s1 = mix(self.s0 ^ index) | 1

    def below(self, n: cython.uint) -> cython.uint:
        """The next number, scaled to 0 .. n-1."""
        a: cython.uint = self.s0
        b: cython.uint = self.s1
        v: cython.uint = u32(a * STAR)
        b ^= a
        self.s0 = rotl(a, 26) ^ b ^ u32(b << 9)
        self.s1 = rotl(b, 13)
        return scale(v, n)

    def share(self) -> cython.double:
        """The next number of 0 to 1, with 52 bits."""
        upper: cython.double = self.below(1 << 26)
        lower: cython.double = self.below(1 << 26)
        return (upper + lower / 67108864.0) / 67108864.0

    def shuffle(self, first: cython.int, last: cython.int) -> cython.void:
        """Put the tiles of `out` from `first` to before `last` in a random order."""
        i: cython.int
        j: cython.int
        tile: cython.uchar
        for i in range(last - first - 1, 0, -1):
            j = first + self.below(i + 1)
            tile = self.out[first + i]
            self.out[first + i] = self.out[j]
            self.out[j] = tile


class Sampler:
    """Worlds of a seed by number. What makes one of them, `one`, is the subclass's."""

    def __init__(self) -> None:
        self.stream = Stream()
        self.width = 0

    def worlds(self, count: cython.int, seed: cython.uint, first: cython.uint) -> bytes:
        """Worlds `first` .. `first + count - 1` of a seed, `width` bytes each."""
        i: cython.int
        out = bytearray(count * self.width)
        if out:
            self.stream.out = out
            with cython.nogil:
                for i in range(count):
                    self.stream.seed(seed, u32(first + i))
                    self.one(i * self.width)
        return bytes(out)

    def one(self, base: cython.int) -> cython.void:
        """A world into the stream's bytes from `base` on."""


class SeatSampler(Sampler):
    """Worlds with one hidden seat: each tile in turn, the most restricted first, takes any free place it may have."""

    def __init__(self, width: int, rows: int, groups: int) -> None:
        """Room for so many unseen tiles, rows and groups of slots; what fills it sets `width`, `hidden` and `rows`."""
        super().__init__()
        self.width = width
        self.hidden = 0
        self.rows = rows
        self.stride = groups + 1
        self.tiles = bytearray(width)
        self.floors = array("i", bytes(4 * width))
        self.tails = array("i", bytes(4 * rows * self.stride))
        self.until = array("d", bytes(8 * rows))

    def fill(
        self,
        tiles: bytes,
        floors: Sequence[int],
        hidden: int,
        tails: Sequence[Sequence[int]],
        chances: Sequence[float],
    ) -> None:
        """The unseen tiles with their floors, high floors first; how many the seat holds; and rows of slots left from
        each group on (one more number, 0, at the end), each with its chance."""
        self.hidden = hidden
        self.tiles = bytearray(tiles)
        self.floors = array("i", floors)
        self.tails = array("i", [slots for row in tails for slots in row])
        self.until = _until(chances)

    def one(self, base: cython.int) -> cython.void:
        """A world into the stream's bytes from `base` on."""
        place: cython.int
        free: cython.int
        limit: cython.uint
        slots: cython.int
        row: cython.int = 0
        held: cython.int = 0
        yard: cython.int = 0
        hidden: cython.int = self.hidden
        rest: cython.int = self.width - hidden
        if self.rows > 1:
            pick: cython.double = self.stream.share()
            while row < self.rows - 1 and pick >= self.until[row]:
                row += 1
            row *= self.stride
        for place in range(self.width):
            slots = self.tails[row + self.floors[place]] - held
            free = rest - yard
            limit = free
            if slots > 0 and (free == 0 or self.stream.below(free + slots) >= limit):
                self.stream.out[base + held] = self.tiles[place]
                held += 1
            else:
                self.stream.out[base + hidden + yard] = self.tiles[place]
                yard += 1
        self.stream.shuffle(base + hidden, base + self.width)


class TableSampler(Sampler):
    """Worlds with several hidden seats: a full state, and back through the classes of tiles to the empty one."""

    def __init__(
        self,
        classes: Sequence[bytes],
        sizes: Sequence[int],
        finals: Sequence[tuple[int, float]],
        steps: Sequence[Sequence[tuple[int, float, Sequence[int]]]],
    ) -> None:
        """`classes`: tiles that are alike; `sizes`: tiles of each seat; `finals`: full states with their chances;
        `steps`: for each state the states before it, with their chances and the tiles each seat takes. State 0 is the
        empty one; the steps of a state split the last class of tiles that it has."""
        super().__init__()
        if not cython.compiled:
            self.scratch, self.place = bytearray(160), [0] * 16
        self.seats = len(sizes)
        self.classes = len(classes)
        self.sizes = array("i", sizes)
        self.hidden = sum(sizes)
        self.tiles = bytearray(b"".join(classes))
        self.width = len(self.tiles)
        self.starts = array("i", [sum(map(len, classes[:at])) for at in range(len(classes) + 1)])
        self.full = len(finals)
        self.finals = array("i", [state for state, _ in finals])
        self.final_until = _until([chance for _, chance in finals])
        first, before, until, counts = array("i", [0]), array("i"), array("d"), bytearray()
        for found in steps:
            until.extend(_until([chance for _, chance, _ in found]))
            for state, _, split in found:
                before.append(state)
                counts.extend(split)
            first.append(len(before))
        self.first_step, self.before, self.until, self.counts = first, before, until, counts

    def one(self, base: cython.int) -> cython.void:
        """A world into the stream's bytes from `base` on."""
        at: cython.int
        i: cython.int
        j: cython.int
        seat: cython.int
        size: cython.int
        taken: cython.int
        step: cython.int
        last: cython.int
        state: cython.int
        tile: cython.uchar
        pick: cython.double
        place: cython.int = base
        yard: cython.int = base + self.hidden
        for seat in range(self.seats):
            self.place[seat] = place
            place += self.sizes[seat]
        i = 0
        last = self.full - 1
        if last > 0:
            pick = self.stream.share()
            while i < last and pick >= self.final_until[i]:
                i += 1
        state = self.finals[i]
        for at in range(self.classes - 1, -1, -1):
            step = self.first_step[state]
            last = self.first_step[state + 1] - 1
            if step < last:
                pick = self.stream.share()
                while step < last and pick >= self.until[step]:
                    step += 1
            size = self.starts[at + 1] - self.starts[at]
            for i in range(size):
                self.scratch[i] = self.tiles[self.starts[at] + i]
            taken = 0
            for seat in range(self.seats):
                for _ in range(self.counts[step * self.seats + seat]):
                    j = taken + self.stream.below(size - taken)
                    tile = self.scratch[j]
                    self.scratch[j] = self.scratch[taken]
                    self.stream.out[self.place[seat]] = tile
                    self.place[seat] += 1
                    taken += 1
            for i in range(taken, size):
                self.stream.out[yard] = self.scratch[i]
                yard += 1
            state = self.before[step]
        self.stream.shuffle(base + self.hidden, base + self.width)


def _until(chances: Sequence[float]) -> array[float]:
    """Running sums of chances."""
    out = array("d")
    total = 0.0
    for chance in chances:
        total += chance
        out.append(total)
    return out
