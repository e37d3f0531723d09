"""Tests of a dealer, on many deals: tiles by place, tiles together in a hand, tiles of a suit in a hand.

Each test is a chi-square test or a set of them; a fair dealer fails one about once in a million runs. Deals that were
played are tested alike, but that their records do not tell in which order a hand was dealt.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from doublesix.notation.fair import FairStream, draw_secret, fair_deal
from doublesix.rules.position import Shuffler
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import Tile, tile_set

REFUSE: Final = 1e-6
"""A test with a smaller p-value is failed."""

Deal = tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]
"""Hands and boneyard."""
Dealer = Callable[[], Deal]
"""Gives a new deal with each call."""


class DealerTest(NamedTuple):
    """One test of a dealer."""

    name: str
    says: str
    """What was compared with what, in a sentence."""
    statistic: float
    freedom: int
    """Degrees of freedom of the chi-square statistic."""
    p: float
    """How often a fair dealer would give a statistic as large, corrected for how many were looked at."""

    @property
    def passed(self) -> bool:
        """Whether this is what a fair dealer gives."""
        return self.p >= REFUSE


def dealer_of(rules: Rules, players: int, rng: Shuffler) -> Dealer:
    """The dealer that the tables use, with secrets from a random source: a fair deal whose seats add nothing."""

    def one() -> Deal:
        hands, boneyard, _ = fair_deal(rules, players, FairStream(draw_secret(rng), "", 1, [""] * players))
        return hands, boneyard

    return one


def try_dealer(
    dealer: Dealer, rules: Rules, players: int, deals: int, progress: Callable[[int], None] = lambda _: None
) -> list[DealerTest]:
    """Deal `deals` times and test: every tile at every place, every pair in one hand, every suit in every hand.

    `progress` is told how many deals are done.
    """
    given = (dealer() for _ in range(deals))
    return _try(given, rules, players, [1] * len(tile_set(rules.max_pip)), progress)


def try_deals(
    deals: Sequence[Deal], rules: Rules, players: int, progress: Callable[[int], None] = lambda _: None
) -> list[DealerTest]:
    """The same tests of deals from records, in whose hands the tiles have no order. `enough` says how many it takes."""
    left = len(tile_set(rules.max_pip)) - players * rules.hand_size[players]
    return _try(deals, rules, players, [rules.hand_size[players]] * players + [1] * left, progress)


def enough(rules: Rules) -> int:
    """How many deals it takes before their tests say anything: each tile five times at each place."""
    return 5 * len(tile_set(rules.max_pip))


def _try(
    deals: Iterable[Deal], rules: Rules, players: int, widths: Sequence[int], progress: Callable[[int], None]
) -> list[DealerTest]:
    """The tests; `widths` are the numbers of neighbouring places that count as one."""
    tiles = tile_set(rules.max_pip)
    number = {tile: at for at, tile in enumerate(tiles)}
    size, total = rules.hand_size[players], len(tiles)
    part = [at for at, width in enumerate(widths) for _ in range(width)]
    places = [[0] * len(widths) for _ in range(total)]
    together = [[0] * total for _ in range(total)]
    suits = [[[0] * (size + 1) for _ in range(players)] for _ in range(rules.max_pip + 1)]
    count = 0
    for hands, boneyard in deals:
        order = [number[tile] for tiles_of in (*hands, boneyard) for tile in tiles_of]
        for place, tile in enumerate(order):
            places[tile][part[place]] += 1
        for seat in range(players):
            held = sorted(order[seat * size : (seat + 1) * size])
            for one, other in combinations(held, 2):
                together[one][other] += 1
            _count_suits(suits, seat, hands[seat])
        count += 1
        if count % 1000 == 0:
            progress(count)
    return [
        _places(places, widths, count),
        _together(together, count, players, size),
        _suits(suits, count, size, total, rules.max_pip + 1),
    ]


def _count_suits(suits: list[list[list[int]]], seat: int, hand: tuple[Tile, ...]) -> None:
    counts = [0] * len(suits)
    for high, low in hand:
        counts[high] += 1
        if low != high:
            counts[low] += 1
    for value, count in enumerate(counts):
        suits[value][seat][count] += 1


def _places(places: list[list[int]], widths: Sequence[int], deals: int) -> DealerTest:
    total = len(places)
    wanted = [deals * width / total for width in widths]
    statistic = sum((seen - fair) ** 2 / fair for row in places for seen, fair in zip(row, wanted, strict=True))
    # each row and each column adds up to what was dealt, so the cells vary by (n - 1) / n of a free count
    statistic *= (total - 1) / total
    freedom = (total - 1) * (len(widths) - 1)
    says = f"each of {total} tiles at each of {total} places, {deals / total:.0f} times each"
    if len(widths) < total:
        hands = sum(width > 1 for width in widths)
        says = f"each of {total} tiles in each of {hands} hands and at each place of the boneyard"
    return DealerTest("places", says, statistic, freedom, chi_square(statistic, freedom))


def _together(together: list[list[int]], deals: int, players: int, size: int) -> DealerTest:
    total = len(together)
    chance = players * size * (size - 1) / (total * (total - 1))
    spread = deals * chance * (1 - chance)
    worst = max((together[a][b] - deals * chance) ** 2 / spread for a, b in combinations(range(total), 2))
    pairs = total * (total - 1) // 2
    says = f"the pair of {pairs} that lies most or least often in one hand, {deals * chance:.0f} times being fair"
    return DealerTest("pairs", says, worst, 1, min(1.0, pairs * chi_square(worst, 1)))


def _suits(suits: list[list[list[int]]], deals: int, size: int, total: int, suit: int) -> DealerTest:
    chances = [math.comb(suit, k) * math.comb(total - suit, size - k) / math.comb(total, size) for k in range(size + 1)]
    worst = (0.0, 0, 1.0)
    tables = 0
    for seats in suits:
        for counts in seats:
            tables += 1
            statistic, freedom = _fit(counts, [deals * chance for chance in chances])
            worst = min(worst, (statistic, freedom, chi_square(statistic, freedom)), key=lambda found: found[2])
    statistic, freedom, p = worst
    says = f"how many tiles of a suit lie in a hand, the oddest of {tables} tables"
    return DealerTest("suits", says, statistic, freedom, min(1.0, tables * p))


def _fit(counts: list[int], wanted: list[float]) -> tuple[float, int]:
    """Chi-square of counts, rare classes put together until each is expected five times."""
    statistic, classes = 0.0, 0
    for seen, fair in _classes(counts, wanted):
        statistic += (seen - fair) ** 2 / fair
        classes += 1
    return statistic, max(1, classes - 1)


def _classes(counts: list[int], wanted: list[float]) -> Iterator[tuple[float, float]]:
    seen = fair = 0.0
    rest = sum(wanted)
    for count, expected in zip(counts, wanted, strict=True):
        seen += count
        fair += expected
        rest -= expected
        if fair >= 5 and rest >= 5:
            yield seen, fair
            seen = fair = 0.0
    if fair > 0:
        yield seen, fair


def chi_square(statistic: float, freedom: int) -> float:
    """How often chi-square with `freedom` degrees of freedom is at least `statistic` (upper incomplete gamma)."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        k = a
        while term > total * 1e-15:
            k += 1
            term *= x / k
            total += term
        return max(0.0, 1 - total * scale)
    b, c = x + 1 - a, 1e300
    d = 1 / b
    h = d
    for i in range(1, 10_000):  # Lentz's continued fraction
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        step = d * c
        h *= step
        if abs(step - 1) < 1e-14:
            break
    return scale * h
