"""Face-up values: what each move is worth with every tile known and both sides playing their best."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from doublesix.errors import BadRecord, HiddenTile
from doublesix.rules import HIDDEN, Move, Position, pips, tile_set
from doublesix.solver import _line
from doublesix.solver.search import INFINITE, WIN, Search

compiled: Final = not str(_line.__file__).endswith(".py")
"""Whether the search on a line was compiled."""
_TABLE_BITS: Final = 16
_NO_LIMIT: Final = 1_000

Result = Literal["win", "tie", "loss"]


class Value(NamedTuple):
    """The worth of a move for the seat that makes it."""

    result: Result
    margin: int | None
    """The other side's remaining pips minus the own; None while only the result is known."""


class Progress(NamedTuple):
    """How far the search is."""

    moves: dict[Move, Value]
    """What is known of the moves so far."""
    done: int
    """Steps done, of `steps`: the result of each move, then its margin."""
    steps: int


def solve(position: Position, *, partners: bool = False) -> dict[Move, Value]:
    """The value of every legal move; empty once the round is over.

    Both sides play for the result first (win, tie, loss), then for the margin; points in play count nothing. Raises
    `BadRecord` where there are not two sides (a pairs round only with `partners`), `HiddenTile` where a tile is hidden.
    """
    moves: dict[Move, Value] = {}
    for progress in solving(position, partners=partners):
        moves = progress.moves
    return moves


def solving(position: Position, *, partners: bool = False) -> Iterator[Progress]:
    """`solve` step by step: first the results of all moves, then their margins."""
    _check(position, partners)
    moves = position.legal_moves
    found: dict[Move, Value] = {}
    if not moves:
        yield Progress(found, 0, 0)
        return
    worth = _worths(position)
    steps = 2 * len(moves)
    signs = {}
    for done, move in enumerate(moves, start=1):
        signs[move] = sign = _sign(worth, move)
        found[move] = _value(sign * WIN, None if sign else 0)
        yield Progress(dict(found), done, steps)
    for done, move in enumerate(moves, start=1 + len(moves)):
        sign = signs[move]
        if sign:
            low, high = (0, INFINITE) if sign > 0 else (-INFINITE, 0)
            value = worth(move, low, high)
            found[move] = _value(value, value - sign * WIN)
        yield Progress(dict(found), done, steps)


def _check(position: Position, partners: bool) -> None:
    if position.players != 2:
        sides = position.rules.sides(position.players)
        if len(sides) != 2:
            raise BadRecord(f"face-up values need two seats or two pairs of partners, not {position.players} seats")
        if not partners:
            raise BadRecord("face-up values are for two seats; those of two pairs come with the option partners")
    if any(HIDDEN in tiles for tiles in (*position.hands, position.boneyard[: position.drawable])):
        raise HiddenTile("face-up values need every hand and the order of the boneyard, and tiles are hidden here")


def _value(worth: int, margin: int | None) -> Value:
    return Value("win" if worth > 0 else "loss" if worth < 0 else "tie", margin)


Worth = Callable[[Move, int, int], int]
"""The value of a legal move between two bounds."""


def _sign(worth: Worth, move: Move) -> int:
    """1, 0 or -1 for win, tie and loss."""
    if worth(move, 0, 1) > 0:
        return 1
    return -1 if worth(move, -1, 0) < 0 else 0


def _worths(position: Position) -> Worth:
    """The fastest search that knows these rules."""
    rules = position.rules
    simple = position.players == 2 and rules.spinner == "none"
    if compiled and simple and rules.size <= _line.MOST_TILES:
        return _on_a_line(position)
    return _on_any_line(position)


def _on_any_line(position: Position) -> Worth:
    search = Search.of(position)
    hands = search.hands(position)
    line = position.line

    def worth(move: Move, alpha: int, beta: int) -> int:
        if move.kind == "pass":
            return search.passed(hands, search.ends.of(line), 0, position.passes, alpha, beta)
        if move.kind == "draw":
            drew = (hands[0] | search.order[0], *hands[1:])
            return search.value(drew, search.ends.of(line), 1, position.passes, position.drawn + 1, alpha, beta)
        assert move.tile is not None
        after = line.led(move.tile) if move.side is None else line.played(move.tile, move.side)
        return search.played(hands, search.ends.bits[move.tile], search.ends.of(after), 0, alpha, beta)

    return worth


def _on_a_line(position: Position) -> Worth:
    """The same by the compiled search."""
    rules, seat = position.rules, position.turn
    assert seat is not None
    index = {tile: at for at, tile in enumerate(tile_set(rules.max_pip))}
    mine, theirs = (sum(1 << index[tile] for tile in position.hands[who]) for who in (seat, 1 - seat))
    order = [index[tile] for tile in position.boneyard[: position.drawable]]
    tiles = len(order) + sum(map(len, position.hands))
    bits = min(_TABLE_BITS if rules.size <= 28 else _TABLE_BITS + 4, max(6, tiles))
    search = _line.LineSearch(rules.max_pip, bits)
    search.begin(order, _NO_LIMIT if rules.draw_limit is None else rules.draw_limit, rules.voluntary_draw)
    line = position.line

    def worth(move: Move, alpha: int, beta: int) -> int:
        if move.kind == "pass":
            ends = line.ends
            return search.after_pass(mine, theirs, ends["L"], ends["R"], position.passes, alpha, beta)
        if move.kind == "draw":
            ends = line.ends
            drew, drawn = mine | 1 << order[0], position.drawn + 1
            return search.worth(drew, theirs, ends["L"], ends["R"], 1, position.passes, drawn, alpha, beta)
        assert move.tile is not None
        after = line.led(move.tile) if move.side is None else line.played(move.tile, move.side)
        left = mine ^ 1 << index[move.tile]
        if not left:
            return WIN + pips(position.hands[1 - seat])
        return -search.worth(theirs, left, after.ends["L"], after.ends["R"], 0, 0, 0, -beta, -alpha)

    return worth
