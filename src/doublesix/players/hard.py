"""The hard level: deals the unseen tiles many times, plays each round out, takes the move that wins most often.

The worlds come from the exact belief, so a number that a seat has shown it lacks is never dealt to it. Every move is
tried in the same worlds. The rounds are played out with random legal moves.
"""

from __future__ import annotations

import random

from doublesix.inference import belief
from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.position import Position
from doublesix.rules.view import View


def choose_hard(view: View, rng: random.Random, thinking: Thinking) -> Move:
    """The move with the largest share of first places over the worlds; of equal ones the one that sheds most pips."""
    moves = distinct(view)
    if len(moves) == 1:
        return moves[0]
    known = belief(view)
    wins = [0.0] * len(moves)
    for worlds in thinking.batches():
        for _ in range(worlds):
            position = known.sample(rng).position(view)
            for at, move in enumerate(moves):
                wins[at] += first_share(play_out(position.play(move), rng), view.seat)
    best = max(range(len(moves)), key=lambda at: (wins[at], _shed(moves[at])))
    return moves[best]


def _shed(move: Move) -> int:
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
