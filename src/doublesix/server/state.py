"""The redaction gate: the only place where a table's truth becomes something that is sent.

`state`, `event` and the messages around them are built from nothing, key by key, out of a `View` (what one seat may
know) and of events that went through `visible`. A spectator is the seat None and gets public facts only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from doublesix.rules import (
    DRAW,
    PASS,
    Position,
    Tile,
    View,
    end_reasons,
    pips,
    visible,
    why_illegal,
    why_tile_unplayable,
)
from doublesix.server.course import AGAIN, OWN, Course, Numbered
from doublesix.server.setup import Setup
from doublesix.server.wire import Frame, frame

Json = dict[str, Any]


# --- messages --------------------------------------------------------------------------------------------------------


def snapshot(table: str, course: Course, seat: int | None) -> Json:
    """The first message of a socket, and the answer to who has missed too much."""
    return {"t": "snapshot", "table": table, "n": course.n, "state": state(course, seat)}


def snapshot_frame(table: str, course: Course, seat: int | None) -> Frame:
    """`snapshot` as text."""
    return frame(snapshot(table, course, seat))


def events_frame(course: Course, seat: int | None, taken: Sequence[Numbered]) -> Frame:
    """What has just been stored, or was missed, and where the table is now.

    The state leaves out its list of moves: whoever is told has it, and these events are what is added.
    """
    return frame(
        {
            "t": "events",
            "from": taken[0].n,
            "n": taken[-1].n,
            "events": [event(course, seat, numbered) for numbered in taken],
            "state": state(course, seat, moves=False),
        }
    )


def presence_frame(course: Course, here: Sequence[bool], away: int | None, wait: int | None) -> Frame:
    """Who is connected, the same for everybody: `away` is the seat that is waited for, `wait` the seconds that are
    left until the others may act for it."""
    return frame({"t": "presence", "n": course.n, "here": list(here), "away": away, "wait": wait})


# --- state -----------------------------------------------------------------------------------------------------------


def state(course: Course, seat: int | None, moves: bool = True) -> Json:
    """Everything `seat` may know of the table now; the list of moves may be left out, which keeps it below 2 KB."""
    position = course.position
    if position is None:
        return waiting_state(course, seat)
    view = position.view(seat if seat is not None else 0)
    out = _public(course, view, seat)
    out |= _own(position, view) if seat is not None else {"hand": [], "legal": [], "why": {}, "why_not": {}}
    if moves:
        out["moves"] = [_move(numbered, seat) for numbered in course.events if numbered.event.kind in _VERBS]
    out["outcome"] = _outcome(course, position, seat) if position.outcome is not None else None
    out["match"] = _match(course, seat) if course.setup.match else None
    return out


def waiting_state(course: Course, seat: int | None) -> Json:
    """A table before its first deal: no tile exists yet, so everybody sees the same but for who he is."""
    free = course.free
    return {
        "waiting": True,
        "rules": _rules(course.setup),
        "you": seat,
        "host": course.setup.host,
        "players": course.setup.players,
        "seats": [{**_seat(course, index, seat), "free": index in free} for index in range(course.setup.players)],
        "lot": course.setup.lot,
        "listed": course.setup.listed,
        "closed": course.company.closed,
        "moves": [],
    }


def _rules(setup: Setup) -> Json:
    rules = setup.rules
    return {
        "id": rules.id,
        "title": rules.title,
        "max_pip": rules.max_pip,
        "reserve": rules.reserve,
        "draws": rules.draws,
        "spinner": rules.spinner,
        "target": rules.target.points if rules.target is not None else None,
        "tap": setup.tap,
    }


def _seat(course: Course, index: int, seat: int | None) -> Json:
    """Who sits there."""
    setup, sits = course.setup, course.setup.seats[index]
    return {
        "name": "You" if index == seat else setup.who(index),
        "label": setup.labels[index] if setup.labels else None,
        "kind": sits.kind,
        "level": sits.level,
    }


def _company(course: Course) -> Json | None:
    """What people among themselves need: who wishes to play again, and for whom a computer player goes on."""
    if len(course.setup.people) < 2:
        return None
    return {"wishes": sorted(course.company.wishes), "standing": sorted(course.company.standing)}


def _public(course: Course, view: View, seat: int | None) -> Json:
    """What everybody may see. Of the view it reads public facts only: never the hand, the moves or what is legal."""
    setup, line = course.setup, view.line
    return {
        "rules": _rules(setup),
        "you": seat,
        "players": view.players,
        "seats": [
            {**_seat(course, index, seat), "tiles": view.hand_sizes[index]} for index in range(setup.players)
        ],
        "company": _company(course),
        "round": course.before.number,
        "scores": _scores(course),
        "leader": view.leader,
        "turn": view.turn,
        "why_leader": why_leader(course, view, seat),
        "line": {
            "lead": list(line.lead) if line.lead is not None else None,
            "arms": {side: [list(halves) for halves in arm] for side, arm in line.arms.items()},
        },
        "ends": dict(view.ends),
        "boneyard": view.boneyard,
        "drawable": view.drawable,
    }


def _own(position: Position, view: View) -> Json:
    """What only the owner of the view's seat may see: his hand, and on his turn what he may do and why not more."""
    mine = position.turn == view.seat
    fits = {move.tile for move in view.legal}
    return {
        "hand": [str(tile) for tile in view.hand],
        "legal": [str(move) for move in view.legal],
        "why": {str(tile): _why_tile(position, tile) for tile in view.hand if tile not in fits} if mine else {},
        "why_not": {str(move): _why_not(position, move) for move in (DRAW, PASS)} if mine else {},
    }


def _why_tile(position: Position, tile: Tile) -> str:
    reason = why_tile_unplayable(position, tile)
    return _short(str(reason)) if reason is not None else ""


def _why_not(position: Position, move: Any) -> str | None:
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
        return f"{who} {leads}: {_highest(view, 'You' if who == 'You' else 'it')}."
    return f"{who} {leads} and {tile}."


def _highest(view: View, holder: str) -> str:
    """What made this seat the leader: its tile is named once it lies on the table, or to the seat that holds it."""
    tile = view.line.lead
    if tile is None and view.seat == view.leader and len(view.legal) == 1:
        tile = view.legal[0].tile
    if tile is None or view.rules.lead_tile != "qualifying":
        return "the highest double was dealt there, or the heaviest tile where nobody got a double"
    what = "the highest double dealt" if tile.is_double else "the heaviest tile, for no double was dealt"
    return f"{holder.lower()} held {tile}, {what}" if view.line.lead else f"{holder.lower()} hold {tile}, {what}"


# --- moves and events ------------------------------------------------------------------------------------------------

_VERBS = {"led": "led", "played": "played", "drew": "drew", "passed": "passed"}
_SIDES = {"L": "on the left end", "R": "on the right end", "U": "on the upper arm", "D": "on the lower arm"}


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


def _move(numbered: Numbered, seat: int | None) -> Json:
    """A line of the public list of moves."""
    seen = visible(numbered.event, seat)
    out: Json = {"n": numbered.n, "seat": seen.seat, "move": _text(seen.kind, seen.data)}
    if seen.kind in ("led", "played"):
        out["ends"] = seen.data["ends"]
    return out


def _text(kind: str, data: Json) -> str:
    if kind == "drew":
        return f"draw:{data['tile']}" if "tile" in data else "draw"
    return "pass" if kind == "passed" else str(data["move"])


def event(course: Course, seat: int | None, numbered: Numbered) -> Json:
    """One event as `seat` may see it, with its sentence."""
    if numbered.event.kind in OWN:
        return _own_event(course, seat, numbered)
    seen = visible(numbered.event, seat)
    out: Json = {"n": numbered.n, "kind": seen.kind, "seat": seen.seat, "text": _sentence(course, seat, numbered)}
    data = seen.data
    if seen.kind in _VERBS:
        out["move"] = _text(seen.kind, data)
    if seen.kind in ("led", "played"):
        out["ends"] = data["ends"]
    if seen.kind == "drew":
        out["boneyard"] = data["boneyard"]
    elif seen.kind == "counted":
        out |= {"total": data["total"], "points": data["points"], "scored": data["reasons"][0]["code"] == "counts"}
    elif seen.kind == "dealt":
        out |= {"round": data["round"], "leader": data["leader"], "hand_sizes": data["hand_sizes"]}
    return out


def _own_event(course: Course, seat: int | None, numbered: Numbered) -> Json:
    """One of the table's own events: public, and without the guests' ids."""
    kind: str = numbered.event.kind
    data, whose = numbered.event.data, numbered.event.seat
    out: Json = {"n": numbered.n, "kind": kind, "text": _own_sentence(course, seat, numbered)}
    if kind != AGAIN:
        out["seat"] = whose
    elif len(course.setup.people) > 1:
        out["url"] = f"/table/{data['table']}"
    return out


def _own_sentence(course: Course, you: int | None, numbered: Numbered) -> str:
    setup, whose, data = course.setup, numbered.event.seat, numbered.event.data
    kind: str = numbered.event.kind
    who = _called_by_name(setup, whose, you) if whose is not None else ""
    has = "have" if who == "You" else "has"
    if kind == AGAIN:
        return "A new table was opened with the same settings."
    if kind == "filled":
        return "The computer took the open seats."
    if kind == "closed":
        return "The table was closed, for nobody was there." if data["idle"] else "The table was closed by its host."
    if kind == "claimed":
        return f"{_called_by_name(setup, data['by'], you)} claimed the round, for {who} {has} been away."
    if kind == "stood":
        if who == "You":
            return "The computer plays on for you until you are back."
        return f"{who} is away; the computer plays on until {who} is back."
    verb = {"sat": "sat down", "resigned": "resigned", "returned": "came back"}.get(kind)
    return f"{who} {verb}." if verb else f"{who} would like to play again."


def _called_by_name(setup: Setup, seat: int, you: int | None) -> str:
    """A person in sentences about people: by name, also where the seat has a label."""
    return "You" if seat == you else setup.who(seat)


def _sentence(course: Course, seat: int | None, numbered: Numbered) -> str:
    seen = visible(numbered.event, seat)
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
    return _title(course, data["outcome"], seat)


def _tile_and_side(move: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\d+-\d+)(.*)", move)
    return (found[1], found[2]) if found else (move, "")


# --- the end ---------------------------------------------------------------------------------------------------------


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


def _names(setup: Setup, seats: Sequence[int], you: int | None) -> str:
    names = [called(setup, seat, you) for seat in seats]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _title(course: Course, outcome: Json, seat: int | None = None) -> str:
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
        tied = _names(course.setup, winners, seat) + " share the lowest total" if winners else "all hands are level"
        return f"A tie: the line is blocked, {tied}"
    who = _names(course.setup, winners, seat)
    return f"{who} {'win' if who == 'You' or len(winners) > 1 else 'wins'}: {how[ending]}"


def _outcome(course: Course, position: Position, seat: int | None) -> Json:
    """The end of the round, public: all hands and the boneyard, the sums and the reasons."""
    outcome = position.outcome
    assert outcome is not None
    shown = outcome.to_json()
    return shown | {
        "hands": [[str(tile) for tile in hand] for hand in position.hands],
        "boneyard": [str(tile) for tile in position.boneyard],
        "title": _title(course, shown, seat),
        "reasons": _reasons(course, position, seat),
        "sums": [_sum(hand) for hand in position.hands],
    }


def _sum(hand: Sequence[Tile]) -> str:
    """A hand's pips written out: `6-6 + 5-4 = 12 + 9 = 21`."""
    if not hand:
        return ""
    tiles = " + ".join(map(str, hand))
    if len(hand) == 1:
        return f"{tiles} = {hand[0].pips}"
    return f"{tiles} = {' + '.join(str(tile.pips) for tile in hand)} = {pips(hand)}"


def _reasons(course: Course, position: Position, seat: int | None) -> list[str]:
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


def _scores(course: Course) -> list[int]:
    """The scores as they stand, points in play of the running round among them."""
    scores, position = course.match.scores, course.position
    if position is None or position.outcome is not None:
        return list(scores)
    return [score + points for score, points in zip(scores, position.points, strict=True)]


def _match(course: Course, seat: int | None) -> Json:
    """Where the match stands."""
    match, setup = course.match, course.setup
    target = setup.rules.target
    nothing = course.position is None or course.position.outcome is None
    follows = named(setup, match.why_leader, seat) if not nothing and not match.over else None
    return {
        "target": target.points if target is not None else None,
        "scores": _scores(course),
        "over": match.over,
        "winners": list(match.winners) if match.winners is not None else None,
        "next": follows,
        "can_next": course.can_deal,
    }
