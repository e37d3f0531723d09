"""Where every tile of a line lies: the double serpentine.

The unit is the short side of a tile; a tile is 2 x 1 and a gap ``GAP`` lies between touching tiles. Each arm is laid
by the same small automaton in a frame of its own (+x is the way the arm sets out, +y the side it turns to); the arms
of one line are quarter turns of it about the first tile, or about the spinner. Nothing depends on the order in which
the ends were played, and the place of a tile depends only on the tiles between it and the first one: a tile that lies
never moves.

``static/js/core/layout.js`` is the same in JavaScript; the golden cases in ``tests/page`` hold the two together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

GAP = 0.09
SHORTEST = 3.0  # the shortest half row: a double and its follower always fit

NONE_STRAIGHT: Mapping[str, int] = {}

Arms = Mapping[str, Sequence[bool]]
Box = tuple[float, float, float, float]


class Placed(NamedTuple):
    """A tile's place in units: centre, width, height, and the direction from its inner to its outer half."""

    cx: float
    cy: float
    w: float
    h: float
    rot: int  # degrees clockwise from +x
    double: bool


class Plan(NamedTuple):
    """How far an arm runs before it turns (``far2``: a spinner's side arms); rows (``rot`` 0) or columns (90)."""

    far: float
    rot: int
    far2: float = 0.0


def arm(
    doubles: Sequence[bool], front: float, near: float, far: float, after_double: bool = False, straight: int = 0
) -> list[Placed]:
    """Lay one arm, given which of its tiles are doubles, from ``front`` on between the limits ``near`` and ``far``.

    ``after_double``: whether it sets out from a double, which it must leave straight. ``straight``: how many of its
    tiles lie in its first row whatever the limit, for they lay before the spinner that the limit is counted from.
    """
    out: list[Placed] = []
    d, y, c = 1, 0.0, 0.0
    corner: float | None = None
    for i, double in enumerate(doubles):
        if corner is not None:  # a double lies flat in the corner: the next tile stands below it
            if double:
                out.append(Placed(c, corner + 0.5, 2, 1, 90, True))
                corner += 1 + GAP
                continue
            out.append(Placed(c, corner + 1, 1, 2, 90, False))
            y = corner + 1.5
            d, corner, after_double = -d, None, False
            front = c + d * (0.5 + GAP)
            continue
        space = far - front if d > 0 else front - near
        need = 3 + GAP if double else 2.0  # a double keeps room for its follower, so no turn leaves from a double
        if i < straight or after_double or space >= need - 1e-9:
            rot = 0 if d > 0 else 180
            if double:
                c = front + d * 0.5
                out.append(Placed(c, y, 1, 2, rot, True))
                front += d * (1 + GAP)
            else:
                c = front + d * 1.5
                out.append(Placed(front + d, y, 2, 1, rot, False))
                front += d * (2 + GAP)
            after_double = double
            continue
        c = front - d * (GAP + 0.5)  # under the last half of the tile before
        if double:
            out.append(Placed(c, y + 1 + GAP, 2, 1, 90, True))
            corner = y + 1.5 + 2 * GAP
        else:
            out.append(Placed(c, y + 1.5 + GAP, 1, 2, 90, False))
            y += 2 + GAP
            d, after_double = -d, False
            front = c + d * (0.5 + GAP)
    return out


def layout(
    first_double: bool, arms: Arms, plan: Plan, straight: Mapping[str, int] = NONE_STRAIGHT
) -> dict[str, list[Placed]]:
    """Places of all tiles by arm, inner first; key ``O`` holds the first tile.

    ``arms`` says for ``L`` and ``R``, and ``U`` and ``D`` where a spinner has opened them, which tiles are doubles. A
    plan with ``far2`` keeps the room of those side arms free before they are there.
    """
    half = 0.5 if first_double else 1.0
    spinner = plan.far2 > 0 or "U" in arms or "D" in arms
    near = 1.5 + GAP if spinner else -plan.far
    first = Placed(0, 0, 2 * half, 2 if first_double else 1, 0, first_double)
    todo = [("R", 0, half + GAP, plan.far), ("L", 180, half + GAP, plan.far)]
    if spinner:
        todo += [("D", 90, 1 + GAP, plan.far2), ("U", 270, 1 + GAP, plan.far2)]
    places = {"O": [_orient(first, plan.rot)]}
    for side, degrees, front, far in todo:
        row = arm(arms.get(side, ()), front, near, far, first_double, straight.get(side, 0))
        places[side] = [_orient(_turn(p, degrees), plan.rot) for p in row]
    return places


def ghosts(
    first_double: bool, arms: Arms, plan: Plan, double: bool, straight: Mapping[str, int] = NONE_STRAIGHT
) -> dict[str, Placed]:
    """Where the next tile, a double or not, would lie at each end."""
    places = _longer(first_double, arms, plan, double, straight)
    return {side: places[side][-1] for side in arms}


def _longer(
    first_double: bool, arms: Arms, plan: Plan, double: bool, straight: Mapping[str, int]
) -> dict[str, list[Placed]]:
    """The line with one more tile at each end."""
    return layout(first_double, {side: [*tiles, double] for side, tiles in arms.items()}, plan, straight)


def bounds(places: Iterable[Placed]) -> Box:
    """The box (left, top, right, bottom) around all places."""
    ps = list(places)
    return (
        min(p.cx - p.w / 2 for p in ps),
        min(p.cy - p.h / 2 for p in ps),
        max(p.cx + p.w / 2 for p in ps),
        max(p.cy + p.h / 2 for p in ps),
    )


def extent(first_double: bool, arms: Arms, plan: Plan, straight: Mapping[str, int] = NONE_STRAIGHT) -> Box:
    """The box around the line and every place the next tile could take, so that choosing a tile never zooms."""
    places: list[Placed] = []
    for double in (False, True):  # the line itself lies alike in both
        for arm_places in _longer(first_double, arms, plan, double, straight).values():
            places += arm_places
    return bounds(places)


def fit(box: Box, width: float, height: float, cap: float = math.inf) -> float:
    """Pixels per unit at which the box fits into width x height, at most ``cap``."""
    return min(width / (box[2] - box[0]), height / (box[3] - box[1]), cap)


@lru_cache(maxsize=1024)
def plan_for(count: int, width: int, height: int, cap: float = 1e9, arms: int = 2) -> Plan:
    """The best run length and direction for ``count`` tiles on a board of width x height pixels, tiles at most ``cap``.

    Columns must beat rows by 4 %; at equal size long runs win, for they have fewer corners. It depends on nothing that
    changes in play. ``arms`` is 2, or 4 for a spinner: its two run lengths are chosen in turn, and it
    always has its line in a row, so that the upper arm sets out upwards.
    """
    samples = [_sample(count, k, arms) for k in range(6 if arms == 2 else 2)]

    def score(plan: Plan) -> tuple[float, int, float, float]:
        sizes = [fit(extent(first, lines, plan), width, height, cap) for first, lines in samples]
        size = 0.5 * min(sizes) + 0.5 * sum(sizes) / len(sizes)
        favour = 1.04 if plan.rot == 0 else 1.0
        return math.floor(size * favour * 1e4 + 0.5), -plan.rot, plan.far, plan.far2

    if arms == 2:
        return max(_candidates(count, width, height, cap), key=score)
    most = max(1, math.floor(1.2 * count - 2))
    fars = [5 + 0.5 * i for i in range(0, most, math.ceil(most / 24))]
    far = max((Plan(far, 0, far) for far in fars), key=score).far
    far2 = max((Plan(far, 0, far2) for far2 in fars), key=score).far2
    return max((Plan(far, 0, far2) for far in fars), key=score)


def _turn(p: Placed, degrees: int) -> Placed:
    """A quarter, half or three-quarter turn about the first tile."""
    if degrees == 0:
        return p
    rot = (p.rot + degrees) % 360
    if degrees == 180:
        return Placed(-p.cx, -p.cy, p.w, p.h, rot, p.double)
    x, y = (-p.cy, p.cx) if degrees == 90 else (p.cy, -p.cx)
    return Placed(x, y, p.h, p.w, rot, p.double)


def _orient(p: Placed, rot: int) -> Placed:
    """Columns are rows mirrored in the diagonal, so that the left end works its way to the left of the board."""
    return p if rot == 0 else Placed(p.cy, p.cx, p.h, p.w, (450 - p.rot) % 360, p.double)


def _sample(count: int, k: int, arms: int) -> tuple[bool, dict[str, list[bool]]]:
    """Typical lines a plan is scored on: every fourth tile a double, three ways to split the arms."""
    doubles = [(i + k) % 4 == 1 for i in range(count)]
    if arms == 4:
        q = (count - 1) // 4
        line, side = doubles[1 : 1 + q], doubles[2 : 2 + q]
        return True, {"R": line, "L": line, "D": side, "U": side}
    cut = math.floor((count - 1) * (0.5, 0.38, 0.62)[k % 3] + 0.5)
    return doubles[0], {"R": doubles[1 : 1 + cut], "L": doubles[1 + cut :]}


def _candidates(count: int, width: int, height: int, cap: float) -> list[Plan]:
    """Plans worth scoring for two arms: runs near the one that the area suggests."""
    top = SHORTEST + 0.5 * math.floor(max(0.0, min(2.1 * count + 2, 66) - 2 * SHORTEST))
    out = []
    for rot, aspect, side in ((0, width / height, width), (90, height / width, height)):
        half = math.sqrt(3.9 * count * aspect) / 2
        low = max(SHORTEST, 0.7 * half) - 0.5
        high = max(1.45 * half, side / cap / 2) + 0.5
        steps = range(max(0, math.ceil(2 * (low - SHORTEST))), math.floor(2 * (min(high, top) - SHORTEST)) + 1)
        out += [Plan(SHORTEST + 0.5 * i, rot) for i in steps] or [Plan(SHORTEST if low <= SHORTEST else top, rot)]
    return out
