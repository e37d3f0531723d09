"""Why a move is not allowed: one function, used by the rules, the server's refusals, the page and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from doublesix.rules.moves import Move
from doublesix.rules.reasons import Reason
from doublesix.rules.tiles import HIDDEN, Tile, heaviest_first

if TYPE_CHECKING:
    from doublesix.rules.position import Position

_SIDES: Final = {"L": "left end", "R": "right end", "U": "upper side arm", "D": "lower side arm"}


def side_name(side: str) -> str:
    """A side in words: `left end`, `upper side arm of 6-6`."""
    name = _SIDES[side[0]]
    return f"{name} of {side[1:]}-{side[1:]}" if len(side) > 1 else name


def ends_text(ends: dict[str, int]) -> str:
    """The open ends in words: `the ends are 2 and 5`."""
    if list(ends) == ["L", "R"]:
        return f"the ends are {ends['L']} and {ends['R']}"
    return "the open ends are " + ", ".join(f"{side} {value}" for side, value in ends.items())


def why_illegal(position: Position, move: Move) -> Reason | None:
    """The reason why the seat to move may not make `move`, or None where it may.

    The text names the rule, the open ends and what is allowed instead. Where the hand is hidden, only what is known
    is judged. It reads the hand of the seat to move and public facts, nothing else, so that seat may see the text.
    """
    if position.turn is None:
        ending = position.outcome.ending if position.outcome else "over"
        return Reason("round-over", f"The round is over ({ending}): no move is left to make.", "canon 3.1")
    if move.kind == "draw":
        return _why_no_draw(position, move)
    if move.kind == "pass":
        return _why_no_pass(position)
    assert move.tile is not None
    return _why_no_tile(position, move.tile, move.side)


def _refuse(position: Position, code: str, text: str, source: str, *tiles: Tile) -> Reason:
    """The reason with its tail: the open ends and the moves that are allowed."""
    ends = ends_text(position.ends) if position.ends else "the line is empty"
    if position.hides:
        return Reason(code, f"{text}; {ends}.", source, tiles, position.turn)
    allowed = ", ".join(map(str, position.legal_moves))
    return Reason(code, f"{text}; {ends}; allowed now: {allowed}.", source, tiles, position.turn)


# --- draw and pass ---------------------------------------------------------------------------------------------------


def _why_no_draw(position: Position, move: Move) -> Reason | None:
    rules = position.rules
    if position.line.lead is None:
        return _refuse(position, "must-lead", "The first move of a round is a lead, not a draw", "canon A44")
    if not rules.draws:
        return _refuse(
            position,
            "no-drawing",
            "These rules have no drawing: a seat without a tile that fits passes",
            "draw_limit",
        )
    plays = position.plays()
    if plays and not rules.voluntary_draw:
        held = plays[0].tile
        assert held is not None
        return _refuse(
            position,
            "must-play",
            f"A seat that can play must play, and {held} fits: drawing is only for a hand without a tile that fits",
            "canon A11",
            held,
        )
    if not position.boneyard:
        return _refuse(position, "boneyard-empty", "The boneyard is empty: there is nothing to draw", "canon A12")
    if position.drawable == 0:
        left = len(position.boneyard)
        stay = "1 tile is" if left == 1 else f"{left} tiles are"
        return _refuse(
            position, "reserve", f"The last {stay} the reserve and never drawn: no tile is left to draw", "reserve"
        )
    if not position.may_draw:
        limit = rules.draw_limit
        tiles = "one tile" if limit == 1 else f"{limit} tiles"
        return _refuse(position, "draw-limit", f"A turn draws at most {tiles}, and they are drawn", "draw_limit")
    top = position.boneyard[0]
    if move.tile is not None and top is not HIDDEN and move.tile is not top:
        return _refuse(
            position,
            "not-the-next-tile",
            f"The next tile of the boneyard is not {move.tile}: tiles are drawn in the order they lie",
            "canon A15",
            move.tile,
        )
    if move.tile is not None and top is HIDDEN:
        return _why_not_free(position, move.tile)
    return None


def _why_no_pass(position: Position) -> Reason | None:
    if position.line.lead is None:
        return _refuse(position, "must-lead", "The first move of a round is a lead, not a pass", "canon A44")
    plays = position.plays()
    if plays:
        held = plays[0].tile
        assert held is not None
        return _refuse(
            position,
            "must-play",
            f"A seat that holds a tile that fits may not pass, and {held} fits",
            "canon 3.1, rule 3",
            held,
        )
    if position.may_draw:
        left = position.drawable
        tiles = "1 tile" if left == 1 else f"{left} tiles"
        what = "until a tile fits" if position.rules.draw_limit is None else "before passing"
        return _refuse(
            position,
            "must-draw",
            f"A seat that cannot play must draw {what}, and {tiles} can still be drawn",
            "canon 3.1, rule 3",
        )
    return None


# --- leads and plays -------------------------------------------------------------------------------------------------


def _why_no_tile(position: Position, tile: Tile, side: str | None) -> Reason | None:
    return (
        _why_not_held(position, tile)
        or _why_no_lead(position, tile, side)
        or _why_no_side(position, tile, side)
        or _why_no_match(position, tile, side)
    )


def _why_not_held(position: Position, tile: Tile) -> Reason | None:
    rules = position.rules
    assert position.turn is not None
    hand = position.hands[position.turn]
    if tile[0] > rules.max_pip:
        return _refuse(position, "not-in-set", f"{tile} is not in the double-{rules.max_pip} set", "max_pip", tile)
    if tile in position.line.tiles:
        return _refuse(position, "already-played", f"{tile} already lies on the line", "canon 3.1, rule 1", tile)
    if tile in hand:
        return None
    if HIDDEN in hand:
        return _why_not_free(position, tile) or _why_would_have_led(position, tile)
    return _refuse(
        position, "not-held", f"{tile} is not in the hand of seat {position.turn}", "canon 3.1, rule 2", tile
    )


def _why_not_free(position: Position, tile: Tile) -> Reason | None:
    """Why a hidden tile cannot be this one: it is known to be elsewhere."""
    known = (*position.line.tiles, *position.boneyard, *(t for hand in position.hands for t in hand))
    if tile[0] > position.rules.max_pip:
        return _refuse(
            position, "not-in-set", f"{tile} is not in the double-{position.rules.max_pip} set", "max_pip", tile
        )
    if tile in known:
        return _refuse(position, "known-elsewhere", f"{tile} is known to be elsewhere", "canon 3.1, rule 1", tile)
    return None


def _why_no_lead(position: Position, tile: Tile, side: str | None) -> Reason | None:
    if position.line.lead is not None:
        if side is not None:
            return None
        fits = [end for end, value in position.ends.items() if value in tile]
        how = " or ".join(f"{tile}{end}" for end in fits or position.ends)
        return _refuse(
            position, "side-missing", f"The line has begun, so a play names its end: {how}", "contract", tile
        )
    if side is not None:
        return _refuse(
            position, "no-side-yet", f"The line is empty, and a lead has no end to name: write {tile}", "contract", tile
        )
    if position.lead_tile is not None and tile is not position.lead_tile:
        lead = position.lead_tile
        what = "highest double" if lead.is_double else "heaviest tile, for no double was dealt"
        if position.rules.leader != "highest":
            what = "leader's highest double" if lead.is_double else "leader's heaviest tile"
        return _refuse(position, "lead-tile", f"The lead must be {lead}, the {what}", "canon A02", lead, tile)
    higher = _known_to_outrank(position, tile)
    if higher is not None:
        text = f"The lead must be the highest double, or without one the heaviest tile, and {higher} is above {tile}"
        return _refuse(position, "lead-tile", text, "canon A02", higher, tile)
    return None


def _known_to_outrank(position: Position, tile: Tile) -> Tile | None:
    """Where the leader's hand is hidden and the lead is not free: a dealt tile, known, that would have had to lead."""
    rules = position.rules
    if position.lead_tile is not None or position.later or rules.lead_tile != "qualifying":
        return None
    seats = range(position.players) if rules.leader == "highest" else (position.turn,)
    known = [t for seat in seats if seat is not None for t in position.hands[seat] if t is not HIDDEN]
    best = max(known, key=heaviest_first, default=tile)
    return best if heaviest_first(best) > heaviest_first(tile) else None


def _why_would_have_led(position: Position, tile: Tile) -> Reason | None:
    """Why a hidden hand that has not drawn cannot hold a tile: whoever was dealt it would have led with it."""
    rules, lead, seat = position.rules, position.line.lead, position.turn
    if lead is None or position.later or rules.leader != "highest" or rules.lead_tile != "qualifying":
        return None
    drew = any(move.kind == "draw" for move, by in zip(position.moves, position.turns, strict=True) if by == seat)
    if drew or heaviest_first(tile) < heaviest_first(lead):
        return None
    text = f"Seat {seat} has not drawn, so it was dealt {tile}, which would have led in place of {lead}"
    return _refuse(position, "lead-tile", text, "canon A02", tile, lead)


def _why_no_side(position: Position, tile: Tile, side: str | None) -> Reason | None:
    if side is None or side in position.ends:
        return None
    rules, line = position.rules, position.line
    if rules.arms == "fill-first" and any(double.is_double for double in line.tiles) and side in line.arms:
        text = "All arms of the double must be started before any arm grows"
        return _refuse(position, "fill-first", text, "arms", tile)
    if side in ("L", "R"):
        return _refuse(position, "fill-first", "All arms of the double must be started first", "arms", tile)
    if rules.spinner == "none":
        text = f"A line has two ends, left and right: there is no {side_name(side)}, for no double opens side arms"
        return _refuse(position, "no-spinner", text, "spinner", tile)
    if rules.spinner == "all" and len(side) == 1:
        text = f"Every double is a spinner, so a side arm names its own: {side}6 is the {side_name(side)} of 6-6"
        return _refuse(position, "name-the-spinner", text, "contract", tile)
    if rules.spinner != "all" and len(side) > 1:
        text = f"There is one spinner, so its side arms are plain U and D, not {side}"
        return _refuse(position, "one-spinner", text, "contract", tile)
    text = f"The {side_name(side)} is not open: side arms open when both long sides of their double are covered"
    if not any(t.is_double and (len(side) == 1 or t[0] == int(side[1:])) for t in line.tiles):
        text = f"The {side_name(side)} does not exist: that double is not on the line"
    return _refuse(position, "arm-closed", text, "canon C1", tile)


def _why_no_match(position: Position, tile: Tile, side: str | None) -> Reason | None:
    if side is None:
        return None
    value = position.ends[side]
    if value in tile:
        return None
    text = f"{tile} does not match the {side_name(side)} ({value})"
    if tile.is_double:
        text += f": a double is not wild, {tile} needs an open {tile[0]}"
    elif tile.pips == value:
        text += ": halves must be equal, the sum of a tile does not count"
    elif value == 0:
        text += ": a blank matches only a blank"
    return _refuse(position, "no-match", text, "canon 3.1, rule 2", tile)


def why_tile_unplayable(position: Position, tile: Tile) -> Reason | None:
    """Why a tile of the seat to move cannot be played anywhere now, or None where it can."""
    if position.turn is None or position.line.lead is None:
        return why_illegal(position, Move("lead", tile))
    ends = position.ends
    if any(value in tile for value in ends.values()):
        return None
    held = _why_not_held(position, tile)
    if held is not None:
        return held
    values = sorted(set(ends.values()))
    said = " and no ".join(map(str, values))
    text = f"{tile} has no {said}"
    if tile.is_double:
        text += f": a double is not wild, it needs an open {tile[0]}"
    elif tile.pips in values:
        text += ": halves must be equal, the sum of a tile does not count"
    return _refuse(position, "no-match", text, "canon 3.1, rule 2", tile)
