"""The belief of one seat: how many worlds fit what it has seen, the odds of every unseen tile, and random worlds.

Every deal and boneyard order that fits is equally likely; what seats chose to play says nothing here.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Final, NamedTuple

from doublesix.errors import BadRecord
from doublesix.inference._sampling import SeatSampler, TableSampler
from doublesix.inference.cases import Case, cases_of, others
from doublesix.inference.estimate import SAMPLES, Samples, interval
from doublesix.inference.hands import OneSeat
from doublesix.inference.history import Drew, History, read_history
from doublesix.inference.holdings import MOST_LISTED, Holding, holdings_of
from doublesix.inference.origins import TooMany
from doublesix.inference.table import MOST_STEPS, Table
from doublesix.inference.union import count_union
from doublesix.inference.world import Chance, World
from doublesix.kernel import number
from doublesix.rules import Tile, View

WORDS = 1 << 32
"""Seeds are 32-bit words, as the kernel's."""

Chances = Fraction | float


class Effort(NamedTuple):
    """What a belief may cost: steps of its table, beyond which it is estimated, and samples of an estimate."""

    steps: int = MOST_STEPS
    samples: int = SAMPLES


FULL: Final = Effort()
QUICK: Final = Effort(4_000, 300)
"""For players at tables of many seats, who need worlds soon rather than exact odds."""


class TileOdds(NamedTuple):
    """Where an unseen tile may be. The numbers add up to 1; estimates are floats."""

    seats: tuple[Chances | None, ...]
    """By seat; None for the viewer."""
    boneyard: Chances
    ci95: tuple[tuple[tuple[float, float] | None, ...], tuple[float, float]] | None = None
    """95 % intervals of the same numbers, where they are estimates."""


class Belief:
    """What a view says about the hidden tiles. Built once, then asked as often as needed."""

    __slots__ = ("_cases", "_engines", "_others", "_sampler", "_totals", "_unseen", "_worlds", "exact", "view")

    exact: bool
    """Whether all numbers are exact; if not, those with intervals are estimates, and `worlds` is one too."""

    def __init__(self, view: View, effort: Effort = FULL) -> None:
        """Raises `BadRecord` where no deal fits the view."""
        self.view = view
        history = read_history(view)
        self._others = others(view)
        self._unseen = history.unseen
        self._cases = cases_of(view, history)
        self.exact = True
        self._engines: list[OneSeat | Table | Samples]
        try:
            self._engines = [_exact(case, effort.steps) for case in self._cases]
        except TooMany:
            self.exact = False
            chance = random.Random(1)
            each = max(1, effort.samples // len(self._cases))
            self._engines = [Samples(case.seats, case.unseen, each, chance) for case in self._cases]
        self._sampler: SeatSampler | TableSampler | None = None
        self._totals = [engine.total for engine in self._engines]
        if not sum(self._totals):
            raise BadRecord(f"no deal fits what seat {view.seat} has seen")
        self._worlds = self._count(history)

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that lie neither on the line nor in the viewer's hand, lightest first."""
        return self._unseen

    @property
    def worlds(self) -> int:
        """How many different holdings (hands and boneyard as sets) are possible now."""
        return self._worlds

    def _count(self, history: History) -> int:
        parts = sum(engine.worlds for engine in self._engines)
        drew = any(isinstance(step, Drew) for seat in self._others for step in history.steps[seat])
        if len(self._cases) == 1 or not drew:  # without draws the cases share no holding
            return parts
        if len(self._others) == 1:
            return count_union(self._cases, self._unseen)
        if parts > MOST_LISTED:  # the odds are still exact; this number is an upper bound
            self.exact = False
            return parts
        return len({holding for case in self._cases for holding, _ in holdings_of(case, self._others)})

    def holdings(self) -> dict[Holding, Fraction]:
        """Every possible holding with its probability: the hidden tiles of each other seat, in order of the seats.

        Meant for small endings: the number of entries is `worlds`. Raises `BadRecord` where there are more than
        100,000 or the belief is not exact.
        """
        if not self.exact or self._worlds > MOST_LISTED:
            raise BadRecord(f"{self._worlds} worlds are too many to list; at most {MOST_LISTED} are")
        whole = sum(self._totals)
        out: dict[Holding, Fraction] = {}
        for case in self._cases:
            for holding, weight in holdings_of(case, self._others):
                out[holding] = out.get(holding, Fraction(0)) + Fraction(weight, whole)
        return out

    def odds(self) -> dict[Tile, TileOdds]:
        """For every unseen tile, heaviest first, the chance that each seat holds it or that it lies in the boneyard."""
        sums = {tile: [Fraction(0)] * self.view.players for tile in self._unseen}
        whole = Fraction(sum(self._totals))
        sizes = 0.0
        for case, engine, total in zip(self._cases, self._engines, self._totals, strict=True):
            if not total:
                continue
            if case.pinned is not None:
                seat, tile = case.pinned
                sums[tile][seat] += total / whole
            if isinstance(engine, Samples):
                sizes += _estimate(engine, sums, self._others, total / whole)
            elif isinstance(engine, OneSeat):
                _one_seat(engine, sums, self._others[0], whole)
            else:
                _several(engine, sums, self._others, whole)
        return {tile: self._tile_odds(sums[tile], sizes) for tile in sorted(self._unseen, reverse=True)}

    def _tile_odds(self, chances: list[Fraction], size: float) -> TileOdds:
        seat = self.view.seat
        left = 1 - sum(chances)
        if not size:
            return TileOdds(tuple(None if i == seat else chance for i, chance in enumerate(chances)), left)
        shares = [float(chance) for chance in chances]
        spans = tuple(None if i == seat else interval(share, size) for i, share in enumerate(shares))
        return TileOdds(
            tuple(None if i == seat else share for i, share in enumerate(shares)),
            float(left),
            (spans, interval(float(left), size)),
        )

    def sample(self, chance: Chance) -> World:
        """A random world, as likely as deals and boneyard orders lead to it; nothing is drawn and thrown away.

        Where the belief is not exact, one of its weighted samples.
        """
        pick = chance.randrange(sum(self._totals))
        which = 0
        while pick >= self._totals[which]:
            pick -= self._totals[which]
            which += 1
        case, engine = self._cases[which], self._engines[which]
        held: list[list[Tile]]
        if isinstance(engine, OneSeat):
            one, left = engine.draw(chance)
            held = [one]
        else:
            several, left = engine.draw(chance)
            held = [list(hand) for hand in several]
        hands = list(held)
        hands.insert(self.view.seat, list(self.view.hand))
        if case.pinned is not None:
            hands[case.pinned[0]] = [*hands[case.pinned[0]], case.pinned[1]]
        boneyard = list(left)
        chance.shuffle(boneyard)
        return World(tuple(map(tuple, hands)), tuple(boneyard))

    def packed(self, count: int, *, seed: int, first: int = 0) -> bytes:
        """Worlds `first` .. `first + count - 1` of a seed, as the kernel reads them.

        Each world has a byte for every unseen tile, its place in the tile set: the hands of the other seats by seat,
        then the boneyard, next to be drawn first. They are as likely as those of `sample`; the chances are floats of
        the exact fractions. One thread at a time.
        """
        if self._sampler is None:
            self._sampler = self._make_sampler()
        if self._sampler is not None:
            return self._sampler.worlds(count, seed % WORDS, first % WORDS)
        worlds = (self.sample(random.Random(seed % WORDS << 32 | index)) for index in range(first, first + count))
        return b"".join(pack(world, self.view.seat) for world in worlds)

    def _make_sampler(self) -> SeatSampler | TableSampler | None:
        """The fast sampler of an exact belief with one case."""
        engine = self._engines[0]
        if len(self._engines) > 1 or self._cases[0].pinned is not None or isinstance(engine, Samples):
            return None
        return engine.sampler()


def pack(world: World, seat: int) -> bytes:
    """A world of the seat's belief in the bytes of `Belief.packed`."""
    hidden = [tile for other, hand in enumerate(world.hands) if other != seat for tile in hand]
    return bytes(map(number, (*hidden, *world.boneyard)))


def _exact(case: Case, steps: int) -> OneSeat | Table:
    return OneSeat(case.seats[0], case.unseen) if len(case.seats) == 1 else Table(case.seats, case.unseen, steps)


def _one_seat(engine: OneSeat, sums: dict[Tile, list[Fraction]], seat: int, whole: Fraction) -> None:
    for floor, tiles in enumerate(engine.by_floor[:-1]):
        if tiles:
            share = (engine.total - engine.elsewhere(floor)) / whole
            for tile in tiles:
                sums[tile][seat] += share


def _several(engine: Table, sums: dict[Tile, list[Fraction]], seats: tuple[int, ...], whole: Fraction) -> None:
    for tiles, expected in zip(engine.classes, engine.expected(), strict=True):
        for seat, ways in zip(seats, expected, strict=True):
            share = ways / whole / len(tiles)
            for tile in tiles:
                sums[tile][seat] += share


def _estimate(engine: Samples, sums: dict[Tile, list[Fraction]], seats: tuple[int, ...], share: Fraction) -> float:
    """Add the shares of one case; the number of equal samples that the weighted ones are worth."""
    whole = sum(engine.weights)
    for (hands, _), weight in zip(engine.holdings, engine.weights, strict=True):
        if weight:
            part = share * Fraction(weight / whole)
            for seat, hand in zip(seats, hands, strict=True):
                for tile in hand:
                    sums[tile][seat] += part
    return whole * whole / sum(weight * weight for weight in engine.weights)


_recent: list[tuple[View, Effort, Belief]] = []


def belief(view: View, effort: Effort = FULL) -> Belief:
    """The belief of a view; the newest ones are kept, so that asking again about the same view costs nothing."""
    for known, spent, made in _recent:
        if known is view and spent == effort:
            return made
    made = Belief(view, effort)
    _recent.insert(0, (view, effort, made))
    del _recent[4:]
    return made


def count_worlds(view: View) -> int:
    """How many different holdings (hands and boneyard as sets) fit what the seat has seen."""
    return belief(view).worlds


def odds(view: View) -> dict[Tile, TileOdds]:
    """For every unseen tile, heaviest first, where it may be."""
    return belief(view).odds()


def sample_world(view: View, chance: Chance) -> World:
    """A random world that fits, as likely as deals and boneyard orders lead to it."""
    return belief(view).sample(chance)
