"""Whole sentences about a table, as one seat may read them: they name only what `state` may show to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from doublesix.rules import Event, Move, Position, Tile, View, end_reasons, pips, why_illegal, why_tile_unplayable
from doublesix.server.setup import Setup

if TYPE_CHECKING:
    from doublesix.server.course import Course

Json = dict[str, Any]

_SIDES = {"L": "on the left end", "R": "on the right end", "U": "on the upper arm", "D": "on the lower arm"}


# --- who -------------------------------------------------------------------------------------------------------------


def called(setup: Setup, seat: int, you: int | None) -> str:
    """The seat's label where it has one, `You` where it is yours, else who sits there."""
    return "You" if seat == you and not setup.labels else setup.name(seat)


def named(setup: Setup, text: str, you: int | None = None) -> str:
    """A sentence of the rules with the seats called by their names."""
    known = setup.players

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return called(setup, seat, you) if seat < known else found[0]

    return re.sub(r"\b[Ss]eat (\d+)\b", name, text)


def person(setup: Setup, seat: int | None, you: int | None) -> str:
    """A person in sentences about people: by name, also where the seat has a label."""
    if seat is None:
        return ""
    return "You" if seat == you else setup.who(seat)


def names(setup: Setup, seats: Sequence[int], you: int | None) -> str:
    """Several seats, as a list in words."""
    called_by = [called(setup, seat, you) for seat in seats]
    return called_by[0] if len(called_by) == 1 else ", ".join(called_by[:-1]) + " and " + called_by[-1]


# --- why --------------------------------------------------------------------------------------------------------------


def why_tile(position: Position, tile: Tile) -> str:
    """Why a tile of the seat to move fits nowhere."""
    reason = why_tile_unplayable(position, tile)
    return _short(str(reason)) if reason is not None else ""


def why_not(position: Position, move: Move) -> str | None:
    """Why a draw or pass is not allowed, None where it is."""
    reason = why_illegal(position, move)
    return _short(str(reason)) if reason is not None else None


def _short(sentence: str) -> str:
    """A refusal without its tail of ends and legal moves, which stand beside it in the state."""
    return re.split(r"; (?:the (?:open )?ends are|the line is empty|allowed now)", sentence)[0] + "."


def why_leader(course: Course, view: View, seat: int | None) -> str:
    """Why this seat leads the round, as everybody may know it."""
    rules, before = view.rules, course.before
    who = called(course.setup, view.leader, seat)
    leads = "lead" if who == "You" else "leads"
    tile = "may lead any tile"
    if rules.lead_tile == "qualifying" and not before.later:
        tile = "must lead the highest double, or the heaviest tile without one"
    if before.later:
        why = "the lead moves on" if rules.next_leader == "rotate" else "after the last round"
        return f"{who} {leads}: {why}, and {tile}."
    if rules.leader == "lot":
        return f"{who} {leads} by lot and {tile}."
    if rules.leader == "highest":
        return f"{who} {leads}: {_highest(view, seat, 'You' if who == 'You' else 'it')}."
    return f"{who} {leads} and {tile}."


def _highest(view: View, seat: int | None, holder: str) -> str:
    """What made this seat the leader: its tile is named once it lies on the table, or to the seat that holds it."""
    tile = view.line.lead
    if tile is None and seat == view.leader and len(view.legal) == 1:
        tile = view.legal[0].tile
    if tile is None or view.rules.lead_tile != "qualifying":
        return "the highest double was dealt there, or the heaviest tile where nobody got a double"
    what = "the highest double dealt" if tile.is_double else "the heaviest tile, for no double was dealt"
    return f"{holder.lower()} held {tile}, {what}" if view.line.lead else f"{holder.lower()} hold {tile}, {what}"


# --- events -----------------------------------------------------------------------------------------------------------


def sentence(course: Course, seat: int | None, seen: Event) -> str:
    """An event of the round, as `visible` left it for this seat."""
    data = seen.data
    who = called(course.setup, seen.seat, seat) if seen.seat is not None else ""
    if seen.kind in ("led", "played"):
        tile, side = _tile_and_side(data["move"])
        where = f" {_SIDES[side[0]]}" if side else ""
        values = [str(value) for value in data["ends"].values()]
        if not values:
            return f"{who} {seen.kind} {tile}{where}."
        now = (
            f"both ends are now {values[0]}"
            if len(values) == 2 and values[0] == values[1]
            else (
                f"the ends are now {', '.join(values[:-1])} and {values[-1]}"
                if len(values) > 1
                else f"the end is now {values[0]}"
            )
        )
        return f"{who} {seen.kind} {tile}{where}; {now}."
    if seen.kind == "drew":
        what = data.get("tile", "a tile")
        return f"{who} drew {what}; {data['boneyard']} left in the boneyard."
    if seen.kind == "passed":
        return f"{who} passed."
    if seen.kind == "counted":
        return named(course.setup, data["reasons"][0]["text"], seat)
    if seen.kind == "dealt":
        leads = called(course.setup, data["leader"], seat)
        return f"Round {data['round']} is dealt; {leads} {'lead' if leads == 'You' else 'leads'}."
    return title(course, data["outcome"], seat)


def _tile_and_side(move: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\d+-\d+)(.*)", move)
    return (found[1], found[2]) if found else (move, "")


# --- the end ----------------------------------------------------------------------------------------------------------


def resting(course: Course, seat: int | None) -> str:
    """One sentence on how a table stands, for the list of those one may go back to."""
    position = course.position
    if course.waiting:
        free = len(course.free)
        return f"Waiting for {free} more to sit down."
    if position is None or position.turn is None:
        return "The round is over; the next one can be dealt." if course.can_deal else "It is over."
    tiles = "" if seat is None else f", {len(position.hands[seat])} tiles in your hand"
    turn = "Your turn" if position.turn == seat else f"{course.setup.name(position.turn)} is to move"
    return f"{turn}{tiles}."


def title(course: Course, outcome: Json, seat: int | None = None) -> str:
    """How the round ended, in a few words."""
    winners = outcome["winners"] or []
    how = {
        "domino": "out of tiles",
        "blocked": "the line is blocked",
        "target": "the target is reached",
        "forfeit": "the others forfeit",
    }
    ending = outcome["ending"]
    if ending == "void":
        return "The round is void"
    if not winners or (ending == "blocked" and len(winners) > 1 and not course.setup.rules.partners):
        tied = names(course.setup, winners, seat) + " share the lowest total" if winners else "all hands are level"
        return f"A tie: the line is blocked, {tied}"
    who = names(course.setup, winners, seat)
    return f"{who} {'win' if who == 'You' or len(winners) > 1 else 'wins'}: {how[ending]}"


def reasons(course: Course, position: Position, seat: int | None) -> list[str]:
    """Why the round ended, the places where there are more than two, and what was paid; the sums stand beside."""
    out = []
    for reason in end_reasons(position):
        if reason.code == "pips-left" or (reason.code == "places" and len(position.rules.sides(position.players)) < 3):
            continue
        if reason.code == "out" and reason.seat == seat and not course.setup.labels:
            out.append("You have played your last tile.")
        else:
            out.append(named(course.setup, reason.text, seat))
    return out


def sum_of(hand: Sequence[Tile]) -> str:
    """A hand's pips written out: `6-6 + 5-4 = 12 + 9 = 21`."""
    if not hand:
        return ""
    tiles = " + ".join(map(str, hand))
    if len(hand) == 1:
        return f"{tiles} = {hand[0].pips}"
    return f"{tiles} = {' + '.join(str(tile.pips) for tile in hand)} = {pips(hand)}"
