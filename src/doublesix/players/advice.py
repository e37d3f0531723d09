"""Pieces of advice, each as a player that follows it and knows nothing else: what advice is worth is measured by them.

A piece of advice gives every move a worth by what a seat may know. Whoever follows it plays one of the moves of most
worth; whoever avoids it plays none of those while another is left.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from doublesix.inference import voids
from doublesix.players.base import Player
from doublesix.rules.line import Line
from doublesix.rules.moves import Move
from doublesix.rules.tiles import Tile, pips, tile_set
from doublesix.rules.view import View

Worth = Callable[[Move], float]
Advice = Callable[[View], Worth]
"""The worth of each move in a view; only how the worths compare matters."""


def plays(view: View) -> Sequence[Move]:
    """The moves that lay a tile; where there are none, the draw or the pass that is left."""
    return [move for move in view.legal if move.kind in ("lead", "play")] or view.legal


def line_after(view: View, move: Move) -> Line:
    """The line as a move leaves it."""
    if move.tile is None or move.kind == "draw":
        return view.line
    return view.line.led(move.tile) if move.side is None else view.line.played(move.tile, move.side)


def rest_after(view: View, move: Move) -> list[Tile]:
    """The hand as a move leaves it; a tile drawn is not known yet."""
    return [tile for tile in view.hand if move.kind == "draw" or tile is not move.tile]


def ends_after(view: View, move: Move) -> set[int]:
    """The values that are open after a move."""
    return set(line_after(view, move).ends.values())


def unseen(view: View) -> list[Tile]:
    """The tiles that lie neither on the line nor in the seat's own hand."""
    seen = {*view.line.tiles, *view.hand}
    return [tile for tile in tile_set(view.rules.max_pip) if tile not in seen]


def fitting(tiles: Sequence[Tile], values: set[int]) -> int:
    """How many of the tiles have one of the values."""
    return sum(tile.high in values or tile.low in values for tile in tiles)


def opponents(view: View) -> list[int]:
    """The seats of the other sides that still hold tiles, the next to move first."""
    own = view.rules.side(view.seat, view.players)
    seats = [(view.seat + step) % view.players for step in range(1, view.players)]
    return [seat for seat in seats if seat not in own and view.hand_sizes[seat]]


def ahead(view: View) -> bool:
    """Whether the seat's side would likely win a block: fewer pips than any other by the mean of what is unseen."""
    left = unseen(view)
    mean = pips(left) / len(left) if left else 0.0
    sides = view.rules.sides(view.players)
    expected = {
        side: sum(pips(view.hand) if seat == view.seat else mean * view.hand_sizes[seat] for seat in side)
        for side in map(tuple, sides)
    }
    own = next(side for side in expected if view.seat in side)
    return all(expected[own] < value for side, value in expected.items() if side != own)


# --- the pieces ------------------------------------------------------------------------------------------------------


def _heavy(_view: View) -> Worth:
    return lambda move: move.tile.pips if move.tile is not None else 0


def _doubles(_view: View) -> Worth:
    return lambda move: move.tile is not None and move.tile.is_double


def _variety(view: View) -> Worth:
    return lambda move: len({half for tile in rest_after(view, move) for half in tile})


def _suit(view: View) -> Worth:
    return lambda move: fitting(rest_after(view, move), ends_after(view, move))


def _passed(view: View) -> Worth:
    lacks = [set(voids(view, seat)) for seat in opponents(view)]

    def worth(move: Move) -> float:
        ends = ends_after(view, move)
        return sum(len(ends & lack) / len(ends) for lack in lacks)

    return worth if any(lacks) else _none


def _counting(view: View) -> Worth:
    left = unseen(view)
    return lambda move: -fitting(left, ends_after(view, move))


def _block(view: View) -> Worth:
    if not ahead(view):
        return _none
    left = unseen(view)

    def worth(move: Move) -> float:
        return -fitting([*left, *rest_after(view, move)], ends_after(view, move))

    return worth


def _draw(view: View) -> Worth:
    few = len({move.tile for move in view.legal if move.kind == "play"}) == 1
    return lambda move: few and move.kind == "draw"


def _partner(view: View) -> Worth:
    mates = [seat for seat in view.rules.side(view.seat, view.players) if seat != view.seat]
    shown = {value for mate in mates for value in opened(view, mate)}
    lacks = {value for mate in mates for value in voids(view, mate)} if mates else set()

    def worth(move: Move) -> float:
        ends = line_after(view, move).ends.values()
        return sum((value in shown) - (value in lacks) for value in ends)

    return worth


def _points(view: View) -> Worth:
    count = view.rules.count
    if count is None:
        return _none
    return lambda move: count.points(sum(shown for _, shown in line_after(view, move).exposed())) if move.tile else 0


def _lot(view: View) -> Worth:
    rng = random.Random(f"{view.seat} {view.moves} {view.hand}")
    order = {tile: rng.random() for tile in sorted(view.hand)}
    return lambda move: order[move.tile] if move.tile is not None else 0.0


def _none(_move: Move) -> float:
    return 0.0


def opened(view: View, seat: int) -> set[int]:
    """The values that a seat's own plays have turned to an end, its lead with both halves."""
    line, values = Line(view.rules), set()
    for move, by in zip(view.moves, view.turns, strict=True):
        if move.tile is None or move.kind == "draw":
            continue
        line = line.led(move.tile) if move.side is None else line.played(move.tile, move.side)
        if by == seat:
            values |= set(move.tile) if move.side is None else {line.outer(move.side)}
    return values


ADVICE: Final[Mapping[str, Advice]] = {
    "heavy": _heavy,
    "doubles": _doubles,
    "variety": _variety,
    "suit": _suit,
    "counting": _counting,
    "passed": _passed,
    "block": _block,
    "draw": _draw,
    "points": _points,
    "partner": _partner,
}
"""Shed heavy tiles; shed doubles; keep many numbers in the hand; turn the ends to what one holds; leave numbers of
which few tiles are unseen; leave what the others have shown to lack; when ahead in pips, leave what fits nobody; draw
by choice where a single tile fits; take the points of the open ends; leave what the partner opened."""


LOT: Final = "lot"
"""No advice: a tile drawn by lot, the same in equal views. What advice does is held against it."""


def followed(name: str, view: View) -> Sequence[Move]:
    """The moves that a piece of advice leaves: all of them where it says nothing."""
    moves = view.legal if name == "draw" else plays(view)
    worth = (_lot if name == LOT else ADVICE[name])(view)
    worths = [worth(move) for move in moves]
    most = max(worths)
    return [move for move, value in zip(moves, worths, strict=True) if value == most]


def avoided(name: str, view: View) -> Sequence[Move]:
    """The moves that go against it; where there are none, all that it would be asked to choose from."""
    follow = followed(name, view)
    return [move for move in plays(view) if move not in follow] or plays(view)


class Uniform:
    """Any play that fits, all equally likely: it draws only where it must. What followers are measured against."""

    level = "uniform"
    description = "Any tile that fits."

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Move:
        return self._rng.choice(plays(view))


class Follower:
    """One piece of advice, and where it leaves several moves any of them."""

    description = "Follows one piece of advice and nothing else."

    def __init__(self, name: str, rng: random.Random) -> None:
        self.level = name
        self._rng = rng

    def choose(self, view: View) -> Move:
        return self._rng.choice(followed(self.level, view))


class Advised:
    """A player who always follows a piece of advice, or never where it can be helped, and chooses the rest itself."""

    def __init__(self, name: str, player: Player, *, always: bool) -> None:
        self.level = player.level
        self.description = f"{'Always' if always else 'Never'} follows one piece of advice. {player.description}"
        self._player = player
        self._left = followed if always else avoided
        self._name = name

    def choose(self, view: View) -> Move:
        left = self._left(self._name, view)
        if len(left) == 1:
            return left[0]
        return self._player.choose(replace(view, legal=tuple(left)))
