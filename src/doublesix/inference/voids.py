"""Numbers that a seat is known to lack."""

from __future__ import annotations

from collections.abc import Sequence

from doublesix.inference.history import Drew, Lacked, Laid, Step, read_history
from doublesix.inference.origins import Origins
from doublesix.rules import View, tile_set


def voids(view: View, seat: int) -> dict[int, int]:
    """The values that `seat` is proved to lack by its own draws and passes, each with a move number.

    The number counts moves from 1: since that move the seat has laid no tile with this value from its hand, and
    every tile that it kept was proved to lack it. A void lasts until the seat keeps a tile that is not proved. All
    seats see the same voids; those of the viewer are what it gave away.
    """
    history = read_history(view)
    steps = history.steps[seat]
    hidden = set(tile_set(view.rules.max_pip)).difference(view.line.tiles)
    origins = Origins(view.rules.hand_size[view.players], steps, hidden, view.rules.max_pip)
    if not origins.hidden:
        return {}
    return {value: _since(steps, value) for value in range(view.rules.max_pip + 1) if origins.lacks(value)}


def _since(steps: Sequence[Step], value: int) -> int:
    """The first proof after which no tile with the value was laid from the hand, else the last proof."""
    first: int | None = None
    last = 0
    for at, step in enumerate(steps):
        if isinstance(step, Lacked) and value in step.values:
            first, last = first or step.number, step.number
        elif isinstance(step, Laid) and value in step.tile and not (at and isinstance(steps[at - 1], Drew)):
            first = None
    return first or last
