"""The fitted model of choices, made ready for a view: what is public, and the choices that other seats made.

`doublesix.kernel` holds the model's arithmetic, `choice_weights` its fitted numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from doublesix.kernel import Chooser, Decision, Past, State, code_of, number, setup_of
from doublesix.players.choice_weights import WEIGHTS
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import tile_set
from doublesix.rules.view import View

MIXED = 0.02
"""Share of any legal move in the chance of a past choice: nobody is as regular as a model."""
ALL = (1 << 128) - 1


def family(rules: Rules, seats: int) -> str:
    """Which fitted weights serve rules and seats."""
    if rules.count is not None:
        return "points"
    if seats == 2:
        return "two-draw" if rules.draws else "two-block"
    return "pairs" if rules.partners else "several-draw" if rules.draws else "several-block"


Weights = Sequence[Sequence[int]]
"""By part of the round and feature, in 128ths of a natural logarithm."""


def weights_for(rules: Rules, seats: int) -> Weights:
    """The fitted weights."""
    return WEIGHTS[family(rules, seats)]


class Known(NamedTuple):
    """A view read for the model."""

    chooser: Chooser
    """The model with what is public now."""
    past: Past
    """The choices of the other seats."""
    decisions: int
    """How many these are."""


class _Seat:
    """What the moves show of one seat's hand: its groups of tiles and the first group that each tile may be in."""

    def __init__(self, dealt: int, values: int) -> None:
        self.slots = [dealt]
        self.bounds = [0] * values
        self.laid: list[tuple[int, int, int]] = []
        """Tile, the group that it is taken to have come with, and the number of the move that laid it."""
        self.choices: list[tuple[State, Chooser, int, int, int]] = []
        """State, model, code, groups by then, number of the move."""


def read(view: View, weights: Weights | None = None) -> Known:
    """Read a view. The rules must be ones that the kernel supports.

    A tile that was drawn, kept and laid later is taken to have come with the first group that it may have come with.
    """
    rules, players = view.rules, view.players
    setup = setup_of(rules, players)
    dealt = rules.hand_size[players]
    chooser = Chooser(setup, weights or weights_for(rules, players), [dealt] * players)
    state = State(setup)
    for place in range(players):
        state.set_hand(place, ALL)
    state.set_boneyard(bytes(rules.size - players * dealt))
    state.set_leader(view.leader, -1, -1)
    qualifying = rules.lead_tile == "qualifying" and not view.later
    seats = [_Seat(dealt, rules.max_pip + 1) for _ in range(players)]
    for at, (move, turn) in enumerate(zip(view.moves, view.turns, strict=True)):
        seat, code = seats[turn], code_of(move, rules)
        state.set_turn(turn, state.passes, state.drawn)
        forced = qualifying if at == 0 else not rules.voluntary_draw and (state.drawn > 0 or move.kind == "draw")
        if turn != view.seat and move.kind != "pass" and not forced:
            seen = code
            if move.side == "R" and rules.spinner == "none" and len(set(state.ends().values())) == 1:
                seen -= 1  # a mirror image
            seat.choices.append((state.copy(), chooser.copy(), seen, len(seat.slots), at))
        if move.kind in ("draw", "pass"):
            if move.kind == "pass" or not rules.voluntary_draw:
                for value in state.ends().values():
                    seat.bounds[value] = len(seat.slots)
            if move.kind == "draw":
                seat.slots.append(1)
        else:
            assert move.tile is not None
            floor = max(seat.bounds[move.tile.high], seat.bounds[move.tile.low])
            group = next((g for g in range(floor, len(seat.slots)) if seat.slots[g]), len(seat.slots) - 1)
            seat.slots[group] = max(0, seat.slots[group] - 1)
            seat.laid.append((number(move.tile), group, at))
        chooser.play(state, code)
    return Known(chooser, *_past(view, seats))


def _past(view: View, seats: list[_Seat]) -> tuple[Past, int]:
    setup = setup_of(view.rules, view.players)
    tiles = tile_set(view.rules.max_pip)
    decisions = []
    for turn, seat in enumerate(seats):
        for state, chooser, code, groups, at in seat.choices:
            known = sum(1 << tile for tile, group, when in seat.laid if when >= at and group < groups)
            decisions.append(Decision(state, chooser, turn, code, groups, known))
    past = Past(setup, decisions)
    for turn, seat in enumerate(seats):
        if turn != view.seat:
            floors = [max(seat.bounds[tile.high], seat.bounds[tile.low]) for tile in tiles]
            past.set_seat(turn, view.hand_sizes[turn], floors, seat.slots)
    return past, len(decisions)


