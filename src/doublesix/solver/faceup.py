"""Face-up values: what each move is worth with every tile known and both sides playing their best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from doublesix.errors import BadRecord, HiddenTile
from doublesix.rules import HIDDEN, Move, Position
from doublesix.solver.search import INFINITE, WIN, Search

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
    search = Search.of(position)
    steps = 2 * len(moves)
    signs = {}
    for done, move in enumerate(moves, start=1):
        signs[move] = sign = _sign(search, position, move)
        found[move] = _value(sign * WIN, None if sign else 0)
        yield Progress(dict(found), done, steps)
    for done, move in enumerate(moves, start=1 + len(moves)):
        sign = signs[move]
        if sign:
            low, high = (0, INFINITE) if sign > 0 else (-INFINITE, 0)
            worth = _worth(search, position, move, low, high)
            found[move] = _value(worth, worth - sign * WIN)
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


def _sign(search: Search, position: Position, move: Move) -> int:
    """1, 0 or -1 for win, tie and loss."""
    if _worth(search, position, move, 0, 1) > 0:
        return 1
    return -1 if _worth(search, position, move, -1, 0) < 0 else 0


def _worth(search: Search, position: Position, move: Move, alpha: int, beta: int) -> int:
    """The value of a legal move between the bounds."""
    hands = search.hands(position)
    line = position.line
    if move.kind in ("draw", "pass"):
        ends = search.ends.of(line)
        if move.kind == "pass":
            return search.passed(hands, ends, 0, position.passes, alpha, beta)
        drew = (hands[0] | search.order[0], *hands[1:])
        return search.value(drew, ends, 1, position.passes, position.drawn + 1, alpha, beta)
    assert move.tile is not None
    after = line.led(move.tile) if move.side is None else line.played(move.tile, move.side)
    return search.played(hands, search.ends.bits[move.tile], search.ends.of(after), 0, alpha, beta)
