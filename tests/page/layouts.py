"""Lines to lay, and what must hold of every layout."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from doublesix.rules import deal, preset
from doublesix.server.web.layout import GAP, Arms, Placed, Plan, extent, fit, ghosts, layout

#: Cloths from a phone of 320 x 568 to a screen of 1920 x 1080, in pixels.
CLOTHS = [
    (286, 120),
    (292, 230),
    (304, 330),
    (332, 440),
    (362, 560),
    (480, 270),
    (704, 560),
    (936, 520),
    (1010, 640),
    (1440, 760),
]
Line = tuple[bool, dict[str, list[bool]]]


def whole_rounds(count: int, seed: int) -> Iterator[Line]:
    """Lines of whole rounds, each move drawn among the legal ones: for each arm, which tiles are doubles."""
    rng = random.Random(seed)
    tables = [("ply-yard", 2), ("draw-100", 2), ("ranked-draw", 4), ("ranked-block", 3)]
    for i in range(count):
        name, players = tables[i % len(tables)]
        rules = preset(name)
        position = deal(rules, players, rng, leader=0) if rules.leader == "seat" else deal(rules, players, rng)
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
        line = position.line
        assert line.lead is not None
        yield line.lead.is_double, {side: [a == b for a, b in arm] for side, arm in line.arms.items() if side in "LR"}


def separation(a: Placed, b: Placed) -> float:
    """How far two tiles lie apart, in units; negative where they overlap."""
    return max(abs(a.cx - b.cx) - (a.w + b.w) / 2, abs(a.cy - b.cy) - (a.h + b.h) / 2)


def joined(a: Placed, b: Placed) -> bool:
    """Whether two tiles lie one gap apart and face each other over most of a half."""
    dx, dy = abs(a.cx - b.cx) - (a.w + b.w) / 2, abs(a.cy - b.cy) - (a.h + b.h) / 2
    return abs(max(dx, dy) - GAP) < 1e-6 and min(dx, dy) < -0.4


def clash(places: Sequence[Placed]) -> str | None:
    """The first two places nearer than a gap, or None."""
    for i, a in enumerate(places):
        for b in places[i + 1 :]:
            if separation(a, b) < GAP - 1e-6:
                return f"{a} and {b}"
    return None


def faults(first_double: bool, arms: Arms, plan: Plan, width: int, height: int) -> list[str]:
    """What is wrong with a layout on a cloth, in words; nothing where all is well."""
    places = layout(first_double, arms, plan)
    tiles = [place for arm in places.values() for place in arm]
    found = []
    if pair := clash(tiles):
        found.append(f"tiles overlap: {pair}")
    for side in arms:
        row = places["O"] + places[side]
        found += [f"not joined: {a} and {b}" for a, b in pairwise(row) if not joined(a, b)]
    box = extent(first_double, arms, plan)
    unit = fit(box, width, height)
    for double in (False, True):
        ends = list(ghosts(first_double, arms, plan, double).values())
        if pair := clash(tiles + ends):
            found.append(f"a ghost overlaps: {pair}")
        for place in tiles + ends:
            left, top = (place.cx - place.w / 2 - box[0]) * unit, (place.cy - place.h / 2 - box[1]) * unit
            right, bottom = left + place.w * unit, top + place.h * unit
            if min(left, top) < -1e-6 or right > width + 1e-6 or bottom > height + 1e-6:
                found.append(f"off the cloth: {place}")
    return found
