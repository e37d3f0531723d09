"""Why a move is not allowed: one function, used by the rules, the server's refusals, the page and the terminal."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase, Who, either
from doublesix.rules.reasons import Reason
from doublesix.rules.tiles import HIDDEN, Tile, heaviest_first

if TYPE_CHECKING:
    from doublesix.rules.position import Position

_SIDES: Final = {
    "L": Phrase("left end"),
    "R": Phrase("right end"),
    "U": Phrase("upper side arm"),
    "D": Phrase("lower side arm"),
}


def side_name(side: str) -> Phrase:
    """A side in words: `left end`, `upper side arm of 6-6`."""
    name = _SIDES[side[0]]
    return Phrase("{arm} of {double}", arm=name, double=f"{side[1:]}-{side[1:]}") if len(side) > 1 else name


def ends_text(ends: dict[str, int]) -> Phrase:
    """The open ends in words: `the ends are 2 and 5`."""
    if list(ends) == ["L", "R"]:
        return Phrase("the ends are {left} and {right}", left=ends["L"], right=ends["R"])
    return Phrase("the open ends are {ends}", ends=", ".join(f"{side} {value}" for side, value in ends.items()))


def in_short(reason: Reason) -> Phrase:
    """A refusal without its tail of open ends and allowed moves, for where they stand beside it."""
    what = reason.text.values.get("what")
    return shortly(what) if isinstance(what, Phrase) else reason.text


def shortly(what: Phrase) -> Phrase:
    """A clause as a sentence."""
    return Phrase("{what}.", what=what)


@cache
def no_draw_beside(held: Tile) -> Phrase:
    """Why nothing is drawn while a tile that fits is held."""
    return shortly(_no_draw_beside(held))


@cache
def no_pass_beside(held: Tile) -> Phrase:
    """Why nobody passes who holds a tile that fits."""
    return shortly(_no_pass_beside(held))


def why_illegal(position: Position, move: Move) -> Reason | None:
    """The reason why the seat to move may not make `move`, or None where it may.

    The text names the rule, the open ends and what is allowed instead. Where the hand is hidden, only what is known
    is judged. It reads the hand of the seat to move and public facts, nothing else, so that seat may see the text.
    """
    if position.turn is None:
        ending = position.outcome.ending if position.outcome else "over"
        text = Phrase("The round is over ({ending}): no move is left to make.", ending=_ENDINGS.get(ending, ending))
        return Reason("round-over", text, "canon 3.1")
    return _whole(position, _why_not(position, move))


def why_illegal_in_short(position: Position, move: Move) -> Phrase | None:
    """The same without its tail, while a round is played: for where ends and moves stand beside it.

    The most frequent ones, beside a tile that fits, are kept.
    """
    if move.tile is None and position.line.lead is not None and (plays := position.plays()):
        held, rules = plays[0].tile, position.rules
        assert held is not None
        if move.kind == "pass":
            return no_pass_beside(held)
        if rules.draws and not rules.voluntary_draw:
            return no_draw_beside(held)
    lead, turn = position.lead_tile, position.turn
    leads = move.kind == "lead" and position.line.lead is None
    if leads and lead is not None and move.tile is not lead and turn is not None and move.tile in position.hands[turn]:
        return must_lead(lead, position.rules.leader == "highest")
    reason = _why_not(position, move)
    return shortly(reason.text) if reason is not None else None


def _why_not(position: Position, move: Move) -> Reason | None:
    if move.kind == "draw":
        return _why_no_draw(position, move)
    if move.kind == "pass":
        return _why_no_pass(position)
    assert move.tile is not None
    return _why_no_tile(position, move.tile, move.side)


_ENDINGS: Final = {
    "domino": Phrase("domino"),
    "blocked": Phrase("blocked"),
    "target": Phrase("target"),
    "forfeit": Phrase("forfeit"),
    "void": Phrase("void"),
}


def _refuse(position: Position, code: str, what: Phrase, source: str, *tiles: Tile) -> Reason:
    """The reason as a clause; `_whole` makes a sentence of it."""
    return Reason(code, what, source, tiles, position.turn)


def _whole(position: Position, reason: Reason | None) -> Reason | None:
    """The reason with its tail: the open ends and the moves that are allowed."""
    if reason is None:
        return None
    ends = ends_text(position.ends) if position.ends else Phrase("the line is empty")
    if position.hides:
        return reason._replace(text=Phrase("{what}; {ends}.", what=reason.text, ends=ends))
    allowed = ", ".join(map(str, position.legal_moves))
    return reason._replace(
        text=Phrase("{what}; {ends}; allowed now: {moves}.", what=reason.text, ends=ends, moves=allowed)
    )


# --- draw and pass ---------------------------------------------------------------------------------------------------


def _why_no_draw(position: Position, move: Move) -> Reason | None:
    rules = position.rules
    if position.line.lead is None:
        text = Phrase("The first move of a round is a lead, not a draw")
        return _refuse(position, "must-lead", text, "canon A44")
    if not rules.draws:
        text = Phrase("These rules have no drawing: a seat without a tile that fits passes")
        return _refuse(position, "no-drawing", text, "draw_limit")
    plays = position.plays()
    if plays and not rules.voluntary_draw:
        held = plays[0].tile
        assert held is not None
        return _refuse(position, "must-play", _no_draw_beside(held), "canon A11", held)
    if not position.boneyard:
        text = Phrase("The boneyard is empty: there is nothing to draw")
        return _refuse(position, "boneyard-empty", text, "canon A12")
    if position.drawable == 0:
        text = Phrase.plural(
            "The last {n} tile is the reserve and never drawn: no tile is left to draw",
            "The last {n} tiles are the reserve and never drawn: no tile is left to draw",
            len(position.boneyard),
        )
        return _refuse(position, "reserve", text, "reserve")
    if not position.may_draw:
        text = Phrase.plural(
            "A turn draws at most one tile, and they are drawn",
            "A turn draws at most {n} tiles, and they are drawn",
            rules.draw_limit or 0,
        )
        return _refuse(position, "draw-limit", text, "draw_limit")
    top = position.boneyard[0]
    if move.tile is not None and top is not HIDDEN and move.tile is not top:
        text = Phrase(
            "The next tile of the boneyard is not {tile}: tiles are drawn in the order they lie", tile=move.tile
        )
        return _refuse(position, "not-the-next-tile", text, "canon A15", move.tile)
    if move.tile is not None and top is HIDDEN:
        return _why_not_free(position, move.tile)
    return None


@cache
def _no_draw_beside(held: Tile) -> Phrase:
    return Phrase(
        "A seat that can play must play, and {tile} fits: drawing is only for a hand without a tile that fits",
        tile=held,
    )


@cache
def _no_pass_beside(held: Tile) -> Phrase:
    return Phrase("A seat that holds a tile that fits may not pass, and {tile} fits", tile=held)


def must_draw(drawable: int, *, limited: bool) -> Phrase:
    """Why nobody passes who may draw one of so many tiles; `limited` where a turn draws only some."""
    return shortly(_must_draw(drawable, limited))


def _must_draw(drawable: int, limited: bool) -> Phrase:
    tiles = Phrase.plural("{n} tile", "{n} tiles", drawable)
    if limited:
        return Phrase("A seat that cannot play must draw before passing, and {tiles} can still be drawn", tiles=tiles)
    return Phrase(
        "A seat that cannot play must draw until a tile fits, and {tiles} can still be drawn", tiles=tiles
    )


def _why_no_pass(position: Position) -> Reason | None:
    if position.line.lead is None:
        text = Phrase("The first move of a round is a lead, not a pass")
        return _refuse(position, "must-lead", text, "canon A44")
    plays = position.plays()
    if plays:
        held = plays[0].tile
        assert held is not None
        return _refuse(position, "must-play", _no_pass_beside(held), "canon 3.1, rule 3", held)
    if position.may_draw:
        text = _must_draw(position.drawable, position.rules.draw_limit is not None)
        return _refuse(position, "must-draw", text, "canon 3.1, rule 3")
    return None


# --- leads and plays -------------------------------------------------------------------------------------------------


def _why_no_tile(position: Position, tile: Tile, side: str | None) -> Reason | None:
    return (
        _why_not_held(position, tile)
        or _why_no_lead(position, tile, side)
        or _why_no_side(position, tile, side)
        or _why_no_match(position, tile, side)
    )


def _not_in_set(position: Position, tile: Tile) -> Reason:
    text = Phrase("{tile} is not in the double-{n} set", tile=tile, n=position.rules.max_pip)
    return _refuse(position, "not-in-set", text, "max_pip", tile)


def _why_not_held(position: Position, tile: Tile) -> Reason | None:
    assert position.turn is not None
    hand = position.hands[position.turn]
    if tile[0] > position.rules.max_pip:
        return _not_in_set(position, tile)
    if tile in position.line.tiles:
        text = Phrase("{tile} already lies on the line", tile=tile)
        return _refuse(position, "already-played", text, "canon 3.1, rule 1", tile)
    if tile in hand:
        return None
    if HIDDEN in hand:
        return _why_not_free(position, tile) or _why_would_have_led(position, tile)
    text = Phrase.told(
        "{tile} is not in the hand of {who}", "{tile} is not in your hand", tile=tile, who=Who(position.turn)
    )
    return _refuse(position, "not-held", text, "canon 3.1, rule 2", tile)


def _why_not_free(position: Position, tile: Tile) -> Reason | None:
    """Why a hidden tile cannot be this one: it is known to be elsewhere."""
    known = (*position.line.tiles, *position.boneyard, *(t for hand in position.hands for t in hand))
    if tile[0] > position.rules.max_pip:
        return _not_in_set(position, tile)
    if tile in known:
        text = Phrase("{tile} is known to be elsewhere", tile=tile)
        return _refuse(position, "known-elsewhere", text, "canon 3.1, rule 1", tile)
    return None


def _why_no_lead(position: Position, tile: Tile, side: str | None) -> Reason | None:
    if position.line.lead is not None:
        if side is not None:
            return None
        fits = [end for end, value in position.ends.items() if value in tile]
        text = Phrase(
            "The line has begun, so a play names its end: {moves}",
            moves=either([f"{tile}{end}" for end in fits or position.ends]),
        )
        return _refuse(position, "side-missing", text, "contract", tile)
    if side is not None:
        text = Phrase("The line is empty, and a lead has no end to name: write {tile}", tile=tile)
        return _refuse(position, "no-side-yet", text, "contract", tile)
    if position.lead_tile is not None and tile is not position.lead_tile:
        lead, of_all = position.lead_tile, position.rules.leader == "highest"
        return _refuse(position, "lead-tile", _must_lead(lead, of_all), "canon A02", lead, tile)
    higher = _known_to_outrank(position, tile)
    if higher is not None:
        text = Phrase(
            "The lead must be the highest double, or without one the heaviest tile, and {higher} is above {tile}",
            higher=higher,
            tile=tile,
        )
        return _refuse(position, "lead-tile", text, "canon A02", higher, tile)
    return None


@cache
def must_lead(lead: Tile, of_all: bool) -> Phrase:
    """Why another tile may not be led than this one, the highest of the leader or of all."""
    return shortly(_must_lead(lead, of_all))


def _must_lead(lead: Tile, of_all: bool) -> Phrase:
    if not of_all:
        if lead.is_double:
            return Phrase("The lead must be {tile}, the leader's highest double", tile=lead)
        return Phrase("The lead must be {tile}, the leader's heaviest tile", tile=lead)
    if lead.is_double:
        return Phrase("The lead must be {tile}, the highest double", tile=lead)
    return Phrase("The lead must be {tile}, the heaviest tile, for no double was dealt", tile=lead)


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
    assert seat is not None
    text = Phrase.told(
        "{who} has not drawn, so it was dealt {tile}, which would have led in place of {lead}",
        "You have not drawn, so you were dealt {tile}, which would have led in place of {lead}",
        who=Who(seat),
        tile=tile,
        lead=lead,
    )
    return _refuse(position, "lead-tile", text, "canon A02", tile, lead)


def _why_no_side(position: Position, tile: Tile, side: str | None) -> Reason | None:
    if side is None or side in position.ends:
        return None
    rules, line = position.rules, position.line
    if rules.arms == "fill-first" and any(double.is_double for double in line.tiles) and side in line.arms:
        text = Phrase("All arms of the double must be started before any arm grows")
        return _refuse(position, "fill-first", text, "arms", tile)
    if side in ("L", "R"):
        text = Phrase("All arms of the double must be started first")
        return _refuse(position, "fill-first", text, "arms", tile)
    if rules.spinner == "none":
        text = Phrase(
            "A line has two ends, left and right: there is no {side}, for no double opens side arms",
            side=side_name(side),
        )
        return _refuse(position, "no-spinner", text, "spinner", tile)
    if rules.spinner == "all" and len(side) == 1:
        text = Phrase(
            "Every double is a spinner, so a side arm names its own: {name} is the {side} of 6-6",
            name=f"{side}6",
            side=side_name(side),
        )
        return _refuse(position, "name-the-spinner", text, "contract", tile)
    if rules.spinner != "all" and len(side) > 1:
        text = Phrase("There is one spinner, so its side arms are plain U and D, not {name}", name=side)
        return _refuse(position, "one-spinner", text, "contract", tile)
    if any(t.is_double and (len(side) == 1 or t[0] == int(side[1:])) for t in line.tiles):
        text = Phrase(
            "The {side} is not open: side arms open when both long sides of their double are covered",
            side=side_name(side),
        )
    else:
        text = Phrase("The {side} does not exist: that double is not on the line", side=side_name(side))
    return _refuse(position, "arm-closed", text, "canon C1", tile)


def _why_no_match(position: Position, tile: Tile, side: str | None) -> Reason | None:
    if side is None:
        return None
    value = position.ends[side]
    if value in tile:
        return None
    text = Phrase("{tile} does not match the {side} ({value})", tile=tile, side=side_name(side), value=value)
    if tile.is_double:
        text = Phrase("{what}: a double is not wild, {tile} needs an open {half}", what=text, tile=tile, half=tile[0])
    elif tile.pips == value:
        text = Phrase("{what}: halves must be equal, the sum of a tile does not count", what=text)
    elif value == 0:
        text = Phrase("{what}: a blank matches only a blank", what=text)
    return _refuse(position, "no-match", text, "canon 3.1, rule 2", tile)


def why_tile_unplayable(position: Position, tile: Tile) -> Reason | None:
    """Why a tile of the seat to move cannot be played anywhere now, or None where it can."""
    if position.turn is None or position.line.lead is None:
        return why_illegal(position, Move("lead", tile))
    ends = position.ends
    if any(value in tile for value in ends.values()):
        return None
    held = _why_not_held(position, tile)
    if held is None:
        held = _refuse(position, "no-match", fits_nowhere(tile, tuple(ends.values())), "canon 3.1, rule 2", tile)
    return _whole(position, held)


@lru_cache(maxsize=4096)
def fits_nowhere(tile: Tile, ends: tuple[int, ...]) -> Phrase:
    """That a tile fits none of these open ends, as a clause."""
    values = sorted(set(ends))
    text = Phrase("{tile} has no {values}", tile=tile, values=_nor(values))
    if tile.is_double:
        return Phrase("{what}: a double is not wild, it needs an open {half}", what=text, half=tile[0])
    if tile.pips in values:
        return Phrase("{what}: halves must be equal, the sum of a tile does not count", what=text)
    return text


def _nor(values: list[int]) -> Phrase | int:
    """`2`, `2 and no 5`."""
    out: Phrase | int = values[0]
    for value in values[1:]:
        out = Phrase("{some} and no {last}", some=out, last=value)
    return out
