"""Tiles and lines drawn as SVG text, for pages that show a line without any script."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import segno
from markupsafe import Markup, escape

from doublesix.rules.phrases import Phrase
from doublesix.server.web.layout import Placed, bounds, layout, plan_for
from doublesix.speech import spoken

Halves = tuple[int, int]
_NEAR, _FAR = 0.27, 0.25  # pips' distance from the middle of their half, along and across the tile
_PLACES: dict[int, Sequence[tuple[int, int]]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
    7: ((-1, -1), (0, -1), (1, -1), (0, 0), (-1, 1), (0, 1), (1, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
    9: ((-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
_ROWS = {10: (3, 4, 3), 11: (4, 3, 4), 12: (4, 4, 4), 13: (4, 5, 4), 14: (5, 4, 5), 15: (5, 5, 5)}


def pips(value: int, middle: float) -> str:
    """Path data for the pips of a half centred at ``middle`` on the long axis: a dot is a stroke of length 0."""
    if value in _PLACES:
        places = [(along * _NEAR, across * _FAR) for along, across in _PLACES[value]]
    else:
        places = [
            ((i - (count - 1) / 2) * 0.18, (row - 1) * _NEAR)
            for row, count in enumerate(_ROWS[value])
            for i in range(count)
        ]
    return "".join(f"M{middle + x:.3g} {y:.3g}h0" for x, y in places)


def figure(value: int, middle: float, turn: int) -> str:
    """The value of a half as an upright figure, which stands in for the pips where the reader wants that."""
    x, y = middle * round(math.cos(math.radians(turn))), middle * round(math.sin(math.radians(turn)))
    return f'<text class="num n{value}" transform="translate({x:g} {y:g}) scale(.01)" y="29">{value}</text>'


def tile(halves: Halves, place: Placed, cls: str = "") -> Markup:
    """One tile as an SVG group. Shadow and side stay with the light from above; only the face turns."""
    w, h, rot = place.w, place.h, place.rot + (90 if place.double else 0)
    big = " fine" if max(halves) > 9 else ""
    rects = "".join(
        f'<rect class="{c}" x="{-w / 2 + x:.3g}" y="{-h / 2 + y:.3g}" width="{w:g}" height="{h:g}" rx=".15"/>'
        for c, x, y in (("sh", 0.05, 0.15), ("side", 0, 0.075), ("top", 0, 0))
    )
    first, second = (pips(value, middle) for value, middle in zip(halves, (-0.5, 0.5), strict=True))
    return Markup(
        f'<g class="t{big} {cls}" transform="translate({place.cx:.4g} {place.cy:.4g})">{rects}'
        f'<g transform="rotate({rot})">'
        '<line y1="-.37" y2=".37"/><line class="lit" x1=".022" x2=".022" y1="-.37" y2=".37"/>'
        f'<path class="cut" d="{first}{second}" transform="rotate({-rot}) translate(.012 .02) rotate({rot})"/>'
        f'<path class="p n{halves[0]}" d="{first}"/><path class="p n{halves[1]}" d="{second}"/></g>'
        '<circle class="pin" r=".062"/><circle class="pinh" r=".022" cx="-.015" cy="-.018"/>'
        f"{figure(halves[0], -0.5, rot)}{figure(halves[1], 0.5, rot)}</g>"
    )


def tile_svg(halves: Halves, *, upright: bool = False) -> Markup:
    """A single tile as a picture of its own, lying or upright."""
    place = Placed(0, 0, 1, 2, 90, False) if upright else Placed(0, 0, 2, 1, 0, False)
    box = "-.56 -1.06 1.12 2.2" if upright else "-1.06 -.56 2.12 1.22"
    name = f"{max(halves)}-{min(halves)}"
    return Markup(f'<svg class="one" viewBox="{box}" role="img" aria-label="{name}">{tile(halves, place)}</svg>')


def line_svg(lead: Halves, arms: Mapping[str, Sequence[Halves]], width: int, height: int) -> Markup:
    """A line laid for a board of width x height, as a picture. ``arms`` holds half pairs, inner half first."""
    doubles = {side: [a == b for a, b in tiles] for side, tiles in arms.items()}
    count = 1 + sum(map(len, arms.values()))
    plan = plan_for(max(count, 6), width, height, 1e9, 4 if "U" in arms or "D" in arms else 2)
    places = layout(lead[0] == lead[1], doubles, plan)
    drawn = list(zip(places["O"], [lead], strict=True))
    for side, tiles in arms.items():
        drawn += zip(places[side], tiles, strict=True)
    left, top, right, bottom = bounds(place for place, _ in drawn)
    parts = "".join(tile(halves, place) for place, halves in sorted(drawn, key=lambda pair: pair[0].cy))
    box = f"{left - 0.1:.4g} {top - 0.1:.4g} {right - left + 0.25:.4g} {bottom - top + 0.35:.4g}"
    label = spoken.get().say(Phrase("Line of {tiles}", tiles=Phrase.plural("{n} tile", "{n} tiles", count)))
    return Markup(f'<svg class="picture" viewBox="{box}" role="img" aria-label="{label}">{parts}</svg>')


def qr_svg(text: str) -> str:
    """A QR code of the text, dark on white in every light, with the quiet zone that scanners want."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=4)]
    dots = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    size = len(rows)
    label = escape(spoken.get().say(Phrase("QR code of the link")))
    return (
        f'<svg class="qr" viewBox="0 0 {size} {size}" role="img" aria-label="{label}" '
        f'shape-rendering="crispEdges"><rect width="{size}" height="{size}" fill="#fff"/>'
        f'<path d="{dots}" fill="#000"/></svg>'
    )
