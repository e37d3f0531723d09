"""Positions drawn small, for pages that show many: the shapes stand once in the page, every tile refers to them.

``shapes(values)`` goes into the page once; ``line`` and ``hand`` are pictures whose tiles are three references each.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from doublesix.server.web.drawing import Halves, figure, pips
from doublesix.server.web.layout import Placed, Plan, bounds, layout

UNIT = 20
"""Pixels of a tile's short side, where the page is wide enough."""
WIDEST = 23.0
"""Units that a line may be wide; the longer ones turn."""


def shapes(values: Iterable[int]) -> Markup:
    """The definitions that pictures with these half values refer to: two bodies, and each half in two directions."""
    out = []
    for name, w, h, turn in (("lie", 2, 1, 0), ("stand", 1, 2, 90)):
        rects = "".join(
            f'<rect class="{c}" x="{-w / 2 + x:g}" y="{-h / 2 + y:g}" width="{w}" height="{h}" rx=".15"/>'
            for c, x, y in (("sh", 0.05, 0.15), ("side", 0, 0.075), ("top", 0, 0))
        )
        line = f'<line y1="-.37" y2=".37" transform="rotate({turn})"/>'
        out.append(f'<g id="f-{name}" class="t">{rects}{line}<circle class="pin" r=".062"/></g>')
    for value in sorted(set(values)):
        data, fine = pips(value, 0), " fine" if value > 9 else ""
        for name, turn in (("l", 0), ("s", 90)):
            out.append(
                f'<g id="f-{name}{value}" class="t{fine}">'
                f'<path class="cut" d="{data}" transform="translate(.012 .02) rotate({turn})"/>'
                f'<path class="p n{value}" d="{data}" transform="rotate({turn})"/>{figure(value, 0, 0)}</g>'
            )
    return Markup(f'<svg class="defs" width="0" height="0" aria-hidden="true"><defs>{"".join(out)}</defs></svg>')


def _tile(halves: Halves, place: Placed) -> str:
    turn = (place.rot + (90 if place.double else 0)) % 360
    lies = turn % 180 == 0
    name = "l" if lies else "s"
    dx, dy = round(math.cos(math.radians(turn))) / 2, round(math.sin(math.radians(turn))) / 2
    x, y = place.cx, place.cy
    out = f'<use href="#f-{"lie" if lies else "stand"}" x="{x:.4g}" y="{y:.4g}"/>'
    for value, sign in zip(halves, (-1, 1), strict=True):
        out += f'<use href="#f-{name}{value}" x="{x + sign * dx:.4g}" y="{y + sign * dy:.4g}"/>'
    return out


def _picture(tiles: Sequence[tuple[Placed, Halves]], label: str, kind: str) -> Markup:
    left, top, right, bottom = bounds(place for place, _ in tiles)
    left, top, width, height = left - 0.08, top - 0.08, right - left + 0.2, bottom - top + 0.3
    parts = "".join(_tile(halves, place) for place, halves in sorted(tiles, key=lambda pair: pair[0].cy))
    return Markup(
        f'<svg class="{kind}" width="{width * UNIT:.0f}" height="{height * UNIT:.0f}" '
        f'viewBox="{left:.4g} {top:.4g} {width:.4g} {height:.4g}" role="img" aria-label="{escape(label)}">{parts}</svg>'
    )


def line(lead: Halves, arms: Mapping[str, Sequence[Halves]], label: str) -> Markup:
    """A line as a picture; ``arms`` holds half pairs by side, inner half first."""
    doubles = tuple((side, tuple(a == b for a, b in tiles)) for side, tiles in arms.items())
    places = layout(lead[0] == lead[1], dict(doubles), _plan(lead[0] == lead[1], doubles))
    drawn = list(zip(places["O"], [lead], strict=True))
    for side, tiles in arms.items():
        drawn += zip(places[side], tiles, strict=True)
    return _picture(drawn, label, "line")


def hand(tiles: Sequence[Halves], label: str) -> Markup:
    """Upright tiles side by side, heavier half on top; at most fourteen in a row."""
    row = 14
    places = [Placed(i % row * 1.25, i // row * 2.4, 1, 2, 90, False) for i in range(len(tiles))]
    return _picture(list(zip(places, tiles, strict=True)), label, "hand")


@lru_cache(maxsize=4096)
def _plan(first_double: bool, doubles: tuple[tuple[str, tuple[bool, ...]], ...]) -> Plan:
    """The lowest picture that is not too wide; of equally low ones the narrowest."""
    best, best_score = Plan(6, 0), (math.inf, math.inf, math.inf)
    spinner = len(doubles) > 2
    for far in (4.0, 5.0, 6.0, 7.5, 9.0, 10.5, WIDEST / 2):
        for far2 in (3.5, 5.0, 7.0, 9.0) if spinner else (0.0,):
            plan = Plan(far, 0, far2)
            box = bounds(p for places in layout(first_double, dict(doubles), plan).values() for p in places)
            width, height = box[2] - box[0], box[3] - box[1]
            score = (max(0.0, width - WIDEST), height, width)
            if score < best_score:
                best, best_score = plan, score
    return best
