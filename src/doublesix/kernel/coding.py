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
    _show(state, position)
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
    _show(state, view)
    state.set_turn(-1 if view.turn is None else view.turn, view.passes, view.drawn)
    return state


def deal_of(view: View) -> tuple[State, list[int]]:
    """The first moment of a view's round, the other hands and the boneyard empty, and the codes of its moves.

    A world of this state is the deal: the other hands as dealt, then the boneyard as it lay.
    """
    state = State(setup_of(view.rules, view.players))
    own = mask(view.hand)
    for seat, move in zip(view.turns, view.moves, strict=True):
        if seat == view.seat and move.tile is not None:
            own ^= 1 << number(move.tile)
    state.set_hand(view.seat, own)
    for seat in range(view.players):
        state.set_points(seat, 0, view.scores[seat])
    qualifying = view.rules.lead_tile == "qualifying" and not view.later
    state.set_leader(view.leader, TO_BE_FOUND if qualifying else -1, -1)
    size = view.rules.hand_size[view.players]
    sizes = tuple(0 if seat == view.seat else size for seat in range(view.players))
    state.set_hidden(sizes, view.rules.size - view.players * size)
    state.set_turn(view.leader, 0, 0)
    return state, [code_of(move, view.rules) for move in view.moves]


def _show(state: State, moment: Position | View) -> None:
    """What lies on the line, and what each seat has shown it lacks: by its last draws, and by passes since."""
    rules, line = moment.rules, Line(moment.rules)
    lacks = [0] * moment.players
    for seat, move in zip(moment.turns, moment.moves, strict=True):
        if move.kind == "lead":
            assert move.tile is not None
            line = line.led(move.tile)
        elif move.kind == "play":
            assert move.tile is not None
            assert move.side is not None
            line = line.played(move.tile, move.side)
        else:
            values = sum(1 << value for value in set(line.ends.values()))
            if move.kind == "pass":
                lacks[seat] |= values
            elif not rules.voluntary_draw:
                lacks[seat] = values
    state.set_shown(mask(line.tiles), tuple(lacks))


def _lay(state: State, line: Line) -> None:
    if line.lead is None:
        return
    numbers = _numbers(line.rules.spinner, line.rules.max_pip)
    arms = {numbers[side]: list(arm) for side, arm in line.arms.items()}
    spinners = [(value, -1 if side is None else numbers[side], place) for value, side, place in line._spinners]
    state.set_line(number(line.lead), arms, spinners)
