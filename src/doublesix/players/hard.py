"""The hard level: deals the unseen tiles many times, plays each round to its end, takes the move that wins most often;
where points are counted in play, the move that gains the most of them.

The worlds come from the exact belief, so a number that a seat has shown it lacks is never dealt to it. Every move is
tried in the same worlds with the same chances; moves that are clearly worse get no more worlds. The rounds are played
out with random legal moves.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from doublesix.kernel import code_of, playouts_of_worlds, root_of, supports
from doublesix.players.aim import Aim, lead_in_points, plain_aim
from doublesix.players.limit import Thinking
from doublesix.players.race import BATCH, race
from doublesix.players.worlds import believed
from doublesix.rules.moves import Move
from doublesix.rules.position import Position
from doublesix.rules.view import View


def choose_hard(view: View, rng: random.Random, thinking: Thinking) -> Move:
    """The move of the most worth over the worlds (see `plain_aim`); of equal ones the one that sheds most pips."""
    moves = distinct(view)
    if len(moves) == 1:
        return moves[0]
    trial = _by_kernel if supports(view.rules) else _by_rules
    aim = plain_aim(view.rules)
    sums = race(moves, thinking.batches(BATCH), partial(trial, view, aim, rng), aim.spread)
    return max(sums, key=lambda move: (sums[move], shed(move)))


def _by_kernel(view: View, aim: Aim, rng: random.Random, moves: Sequence[Move], worlds: int) -> list[float]:
    """The mean worth of moves over so many worlds, played out by the kernel."""
    packed = believed(view).packed(worlds, seed=rng.getrandbits(32))
    codes = [code_of(move, view.rules) for move in moves]
    totals = playouts_of_worlds(root_of(view), codes, packed, seed=rng.getrandbits(32))
    return [aim.worth(total, view.seat, view.rules) for total in totals]


def _by_rules(view: View, aim: Aim, rng: random.Random, moves: Sequence[Move], worlds: int) -> list[float]:
    """The same by the plain rules, for sets that the kernel does not take."""
    sums = [0.0] * len(moves)
    for _ in range(worlds):
        position = believed(view).sample(rng).position(view)
        for at, move in enumerate(moves):
            sums[at] += _worth(play_out(position.play(move), rng), aim, view.seat)
    return [worth / worlds for worth in sums]


def _worth(position: Position, aim: Aim, seat: int) -> float:
    """What a finished round is worth for a seat."""
    if aim.kind == "first":
        return first_share(position, seat)
    return lead_in_points(position.points, seat, position.rules)


def shed(move: Move) -> int:
    """Pips that a move takes off the hand; a draw or a pass comes last."""
    return move.tile.pips if move.tile is not None and move.kind != "draw" else -1


def distinct(view: View) -> tuple[Move, ...]:
    """The legal moves, mirror images on a line with equal ends counted once."""
    ends = view.ends
    if view.rules.spinner != "none" or not ends or ends["L"] != ends["R"]:
        return view.legal
    return tuple(move for move in view.legal if move.side != "R")


def play_out(position: Position, rng: random.Random) -> Position:
    """The round played to its end by random legal moves."""
    draw = rng.random
    while position.turn is not None:
        moves = position.legal_moves
        position = position.play(moves[int(draw() * len(moves))])
    return position


def first_share(position: Position, seat: int) -> float:
    """The seat's share of first place in a finished round: k joint firsts 1/k each, a side counting as one."""
    outcome = position.outcome
    assert outcome is not None
    top = [other for other, place in enumerate(outcome.places) if place == 1]
    if seat not in top:
        return 0.0
    sides = {position.rules.side(other, position.players) for other in top}
    return 1.0 / len(sides)
