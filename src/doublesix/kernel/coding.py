"""Between the values of the rules and the ints of the kernel: tiles, moves, positions and views."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from doublesix.errors import HiddenTile
from doublesix.kernel._codes import DRAW, LED, PASS, TO_BE_FOUND
from doublesix.kernel._state import State
from doublesix.kernel.tables import arm_names, setup_of
from doublesix.rules import moves
from doublesix.rules.line import Line
from doublesix.rules.moves import Move
from doublesix.rules.position import Position
from doublesix.rules.ruleset import Rules
from doublesix.rules.tiles import HIDDEN, Tile, tile_set
from doublesix.rules.view import View


def number(tile: Tile) -> int:
    """A tile's number: its place in `tile_set`, the same in every set that has it."""
    return tile[0] * (tile[0] + 1) // 2 + tile[1]


def mask(tiles: Iterable[Tile]) -> int:
    """The bit set of tiles."""
    return sum(1 << number(tile) for tile in tiles)


def tiles_of(hand: int, max_pip: int) -> tuple[Tile, ...]:
    """The tiles of a bit set, lightest first."""
    return tuple(tile for place, tile in enumerate(tile_set(max_pip)) if hand >> place & 1)


@lru_cache(maxsize=64)
def _numbers(spinner: str, max_pip: int) -> dict[str, int]:
    """Arms by their name."""
    return {name: arm for arm, name in enumerate(arm_names(spinner, max_pip))}


def code_of(move: Move, rules: Rules) -> int:
    """The kernel's code of a move."""
    if move.kind == "draw":
        return DRAW
    if move.kind == "pass":
        return PASS
    assert move.tile is not None
    arm = LED if move.side is None else _numbers(rules.spinner, rules.max_pip)[move.side]
    return number(move.tile) << 6 | arm


def move_of(code: int, rules: Rules) -> Move:
    """The move that a code stands for."""
    if code == DRAW:
        return moves.DRAW
    if code == PASS:
        return moves.PASS
    tile = tile_set(rules.max_pip)[code >> 6]
    if code & 63 == LED:
        return Move("lead", tile)
    return moves.played(tile, arm_names(rules.spinner, rules.max_pip)[code & 63])


def state_of(position: Position) -> State:
    """A position whose tiles are all known, as a state. Raises `HiddenTile` or `BadRules`."""
    if HIDDEN in position.boneyard or any(HIDDEN in hand for hand in position.hands):
        raise HiddenTile("a state knows every tile: fill the hidden ones first (a world)")
    state = State(setup_of(position.rules, position.players))
    for seat, hand in enumerate(position.hands):
        state.set_hand(seat, mask(hand))
        state.set_points(seat, position.points[seat], position.scores[seat])
    state.set_boneyard(bytes(map(number, position.boneyard)))
    lead_tile = -1 if position.lead_tile is None else number(position.lead_tile)
    state.set_leader(position.leader, lead_tile, -1 if position.last_play is None else position.last_play)
    _lay(state, position.line)
    state.set_turn(-1 if position.turn is None else position.turn, position.passes, position.drawn)
    return state


def root_of(view: View) -> State:
    """What a view knows, as a state whose other hands and boneyard are empty: for `fill` with a world."""
    rules = view.rules
    state = State(setup_of(rules, view.players))
    state.set_hand(view.seat, mask(view.hand))
    for seat in range(view.players):
        state.set_points(seat, view.points[seat], view.scores[seat])
    last = [seat for seat, move in zip(view.turns, view.moves, strict=True) if move.tile and move.kind != "draw"]
    lead_tile = -1
    if view.line.lead is None and rules.lead_tile == "qualifying" and not view.later:
        lead_tile = TO_BE_FOUND
    state.set_leader(view.leader, lead_tile, last[-1] if last else -1)
    state.set_hidden(tuple(0 if seat == view.seat else n for seat, n in enumerate(view.hand_sizes)), view.boneyard)
    _lay(state, view.line)
    state.set_turn(-1 if view.turn is None else view.turn, view.passes, view.drawn)
    return state


def _lay(state: State, line: Line) -> None:
    if line.lead is None:
        return
    numbers = _numbers(line.rules.spinner, line.rules.max_pip)
    arms = {numbers[side]: list(arm) for side, arm in line.arms.items()}
    spinners = [(value, -1 if side is None else numbers[side], place) for value, side, place in line._spinners]
    state.set_line(number(line.lead), arms, spinners)
