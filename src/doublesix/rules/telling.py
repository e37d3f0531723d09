"""What happened, in sentences: a tile laid, a draw, a pass. The reasons for it stand in ``explain``."""

from __future__ import annotations

from collections.abc import Mapping

from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase, Who, listed
from doublesix.rules.tiles import Tile


def laid(who: Who, move: Move, ends: Mapping[str, int]) -> Phrase:
    """A lead or a play, and the ends that it leaves."""
    assert move.tile is not None
    did = _led(who, move.tile) if move.side is None else _played(who, move.tile, move.side)
    values = list(ends.values())
    if not values:
        return Phrase("{did}.", did=did)
    if len(values) == 1:
        return Phrase("{did}; the end is now {value}.", did=did, value=values[0])
    if len(values) == 2 and values[0] == values[1]:
        return Phrase("{did}; both ends are now {value}.", did=did, value=values[0])
    return Phrase("{did}; the ends are now {values}.", did=did, values=listed(values))


def _led(who: Who, tile: Tile) -> Phrase:
    return Phrase.told("{who} led {tile}", "You led {tile}", who=who, tile=tile)


def _played(who: Who, tile: Tile, side: str) -> Phrase:
    if side.startswith("L"):
        return Phrase.told(
            "{who} played {tile} on the left end", "You played {tile} on the left end", who=who, tile=tile
        )
    if side.startswith("R"):
        return Phrase.told(
            "{who} played {tile} on the right end", "You played {tile} on the right end", who=who, tile=tile
        )
    if side.startswith("U"):
        return Phrase.told(
            "{who} played {tile} on the upper arm", "You played {tile} on the upper arm", who=who, tile=tile
        )
    return Phrase.told("{who} played {tile} on the lower arm", "You played {tile} on the lower arm", who=who, tile=tile)


def drew(who: Who, tile: Tile | str | None, boneyard: int) -> Phrase:
    """A draw, with the tile where the reader may see it, and how many tiles it leaves."""
    left = Phrase.plural("{n} left in the boneyard", "{n} left in the boneyard", boneyard)
    if tile is None:
        return Phrase.told("{who} drew a tile; {left}.", "You drew a tile; {left}.", who=who, left=left)
    return Phrase.told("{who} drew {tile}; {left}.", "You drew {tile}; {left}.", who=who, tile=tile, left=left)


def passed(who: Who) -> Phrase:
    """A pass."""
    return Phrase.told("{who} passed.", "You passed.", who=who)
