"""The graph of a rating: a line, the band that holds the true value in 95 of 100 cases, and a grid. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup, escape

WIDTH: Final = 640
HEIGHT: Final = 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 12, 14, 32
_STEPS: Final = (20, 50, 100, 200, 500, 1000)

Point = tuple[float, float]
"""A rating and half the width of its interval."""


def rating_svg(points: Sequence[Point], label: str, first: str, last: str) -> Markup:
    """The rating after each game, oldest first; `label` says it in words, `first` and `last` name the ends."""
    low = min(value - margin for value, margin in points)
    high = max(value + margin for value, margin in points)
    step = next((step for step in _STEPS if (high - low) / step <= 5), _STEPS[-1])
    bottom, top = math.floor(low / step) * step, math.ceil(high / step) * step

    def x(index: int) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * (index / (len(points) - 1) if len(points) > 1 else 0.5)

    def y(value: float) -> float:
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (top - value) / (top - bottom)

    upper = [(x(index), y(value + margin)) for index, (value, margin) in enumerate(points)]
    lower = [(x(index), y(value - margin)) for index, (value, margin) in enumerate(points)]
    mean = [(x(index), y(value)) for index, (value, _) in enumerate(points)]
    parts = [f'<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">']
    for value in range(bottom, top + 1, step):
        parts.append(f'<path class="grid" d="M{_LEFT} {y(value):.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>')
    parts.append(f'<path class="band" d="M{_path([*upper, *reversed(lower)])}Z"/>')
    parts.append(f'<path class="mean" d="M{_path(mean)}"/>')
    parts.append(f'<circle class="dot" cx="{mean[-1][0]:.1f}" cy="{mean[-1][1]:.1f}" r="4.5"/>')
    parts.append(f'<text x="{_LEFT}" y="{HEIGHT - 6}">{escape(first)}</text>')
    parts.append(f'<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{escape(last)}</text></svg>')
    return Markup("".join(parts))


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
