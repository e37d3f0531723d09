"""Plain minimax over positions of the rules: no pruning, no bit masks, no table of ends."""

from __future__ import annotations

from doublesix.rules import Move, Position, pips


def plain_values(position: Position) -> dict[Move, tuple[str, int]]:
    """Result and margin of every legal move, for the seat to move. Rules without points in play."""
    seat = position.turn
    assert seat is not None
    out = {}
    memory: dict[object, tuple[int, int]] = {}
    for move in position.legal_moves:
        sign, margin = _worth(position.play(move), seat, memory)
        out[move] = ({1: "win", 0: "tie", -1: "loss"}[sign], margin)
    return out


def _worth(position: Position, seat: int, memory: dict[object, tuple[int, int]]) -> tuple[int, int]:
    """Result (1, 0, -1) and margin for a seat's side."""
    side = position.rules.side(seat, position.players)
    if position.outcome is not None:
        own = sum(pips(position.hands[mate]) for mate in side)
        other = sum(pips(hand) for i, hand in enumerate(position.hands) if i not in side)
        winners = position.outcome.winners
        assert winners is not None
        return (0 if not winners else 1 if seat in winners else -1), other - own
    key = (position.turn, tuple(map(frozenset, position.hands)), str(position.line), position.passes, position.drawn,
           len(position.boneyard))  # fmt: skip
    if key not in memory:
        worths = [_worth(position.play(move), seat, memory) for move in position.legal_moves]
        memory[key] = max(worths) if position.turn in side else min(worths)
    return memory[key]
