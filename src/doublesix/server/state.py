"""The redaction gate: the only place where a table's truth becomes something that is sent.

`state`, `event` and the messages around them are built from nothing, key by key, out of a `View` (what one seat may
know) and of events that went through `visible`. A spectator is the seat None and gets public facts only. The sentences
stand in `sentences`, those of the table's own events with their families in `acts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from doublesix.ratings import Rating, family_of
from doublesix.rules import DRAW, PASS, Position, View, visible
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.server.acts import OWN
from doublesix.server.chat import Said
from doublesix.server.course import Course
from doublesix.server.dealing import told
from doublesix.server.names import profile_path
from doublesix.server.pace import Reading
from doublesix.server.rated import pool_of
from doublesix.server.sentences import (
    about,
    named,
    person,
    reasons,
    sentence,
    sum_of,
    title,
    why_leader,
    why_not,
    why_tile,
)
from doublesix.server.setup import Setup
from doublesix.server.step import MOVES, Json, Numbered
from doublesix.server.wire import Frame, frame

# --- messages --------------------------------------------------------------------------------------------------------


def snapshot(table: str, course: Course, seat: int | None, clock: Reading | None, seats: Sequence[int] = ()) -> Json:
    """The first message of a socket, and the answer to who has missed too much.

    `seat` is whose facts it gets; `seats` are those that it acts for, which are several where people share a device.
    """
    shown = state(course, seat, seats)
    return {"t": "snapshot", "table": table, "n": course.n, "state": shown, "clock": _clock(clock)}


def snapshot_frame(
    table: str, course: Course, seat: int | None, clock: Reading | None, seats: Sequence[int] = ()
) -> Frame:
    """`snapshot` as text."""
    return frame(snapshot(table, course, seat, clock, seats))


def hand_frame(course: Course, seat: int | None, seats: Sequence[int]) -> Frame:
    """A hand that was taken at a shared device, and in sentences what the others have done since its last play."""
    return frame({"t": "hand", "n": course.n, "state": state(course, seat, seats), "since": _since(course, seat)})


def _since(course: Course, seat: int | None) -> list[str]:
    since: list[str] = []
    for numbered in course.moves:
        if numbered.event.seat == seat:
            since.clear()
        else:
            since.append(event(course, seat, numbered)["text"])
    return since


def events_frame(
    course: Course,
    seat: int | None,
    seats: Sequence[int],
    taken: Sequence[Numbered],
    clock: Reading | None,
    shared: Json | None = None,
) -> Frame:
    """What has just been stored, or was missed, and where the table is now.

    The state leaves out its list of moves: whoever is told has it, and these events are what is added. A shared device
    gets it, for the list it has may be another seat's, with the tiles that one drew. `shared` are the facts that
    everybody gets, where they are known already.
    """
    return frame(
        {
            "t": "events",
            "from": taken[0].n,
            "n": taken[-1].n,
            "events": [event(course, seat, numbered) for numbered in taken],
            "state": state(course, seat, seats, len(seats) > 1, shared),
            "clock": _clock(clock),
        }
    )


def clock_frame(course: Course, clock: Reading | None) -> Frame:
    """The clock where it stops or goes on between two events, the same for everybody."""
    return frame({"t": "clock", "n": course.n, "clock": _clock(clock)})


def _clock(clock: Reading | None) -> Json | None:
    """Whose time is running and what is left of it, in seconds: the same however free the seat is in its choice."""
    if clock is None:
        return None
    return {"seat": clock.seat, "left": round(clock.left, 1), "runs": clock.runs}


def presence_frame(course: Course, here: Sequence[bool], away: int | None, wait: int | None) -> Frame:
    """Who is connected, the same for everybody: `away` is the seat that is waited for, `wait` the seconds that are
    left until the others may act for it."""
    return frame({"t": "presence", "n": course.n, "here": list(here), "away": away, "wait": wait})


def ratings_frame(course: Course) -> Frame:
    """What a rated table has changed, once that is stored; the same for everybody."""
    return frame({"t": "ratings", "n": course.n, "ratings": _ratings(course)})


def said_frame(said: Said) -> Frame:
    """One line of the table's chat, for all who sit there: its number is the chat's own."""
    return frame({"t": "said", **_line(said)})


def chat_frame(mode: str, lines: Sequence[Said]) -> Frame:
    """What may be said here, and the last lines."""
    return frame({"t": "chat", "mode": mode, "lines": [_line(said) for said in lines]})


def _line(said: Said) -> Json:
    return {"k": said.k, "seat": said.seat, "person": said.person, "phrase": said.phrase, "text": said.text}


# --- state -----------------------------------------------------------------------------------------------------------


def state(
    course: Course, seat: int | None, seats: Sequence[int] = (), moves: bool = True, shared: Json | None = None
) -> Json:
    """Everything `seat` may know of the table now; the list of moves may be left out, which keeps it below 2 KB."""
    position = course.position
    if position is None:
        return waiting_state(course, seats[0] if seats else seat)
    view = position.view(seat if seat is not None else 0)
    out = _public(course, view, seat, shared)
    out |= _own(position, view) if seat is not None else {"hand": [], "legal": [], "why": {}, "why_not": {}}
    out["device"] = _device(position, seat, seats)
    if moves:
        out["moves"] = [_move(numbered, seat) for numbered in course.moves]
    out["outcome"] = _outcome(course, position, seat) if position.outcome is not None else None
    out["match"] = _match(course, seat) if course.setup.match else None
    out["fair"] = _fair(course)
    out["duplicate"] = _duplicate(course)
    out["pledge"] = _pledge(course)
    return out


def _fair(course: Course) -> Json | None:
    """What the deal of the present round was committed to; its secret once the round is over."""
    proof, position = course.now.proof, course.position
    if proof is None or position is None:
        return None
    ended = not course.running and not course.withheld
    by_lot = {} if not ended else {"lot": position.rules.leader == "lot" and not position.later}
    return told(proof, ended=ended) | by_lot


def _duplicate(course: Course) -> Json | None:
    """What the deal is to a duplicate, and whether its hands are withheld until the other tables have played it."""
    part = course.setup.part
    if part is None:
        return None
    following = f"/table/{course.following}" if course.following is not None else None
    return {
        "url": f"/duplicate/{part.duplicate}",
        "deal": part.deal,
        "deals": part.deals,
        "withheld": course.withheld,
        "next": following,
    }


def _pledge(course: Course) -> Json | None:
    """What the next deal is committed to, and which seats have added to it; not what they added."""
    pledge = course.now.pledge
    if pledge is None:
        return None
    return {"round": pledge.round, "commitment": pledge.commitment, "mixed": sorted(pledge.strings)}


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
        "pace": _pace(course.setup),
        "rated": course.setup.rated,
        "listed": course.setup.listed,
        "ratings": _ratings(course),
        "closed": course.company.closed,
        "locked": course.company.locked,
        "moves": [],
        "pledge": _pledge(course),
    }


def agreement(table: str, course: Course) -> Json:
    """What was agreed when the table was made, and who sits there: the same for everybody."""
    rules = course.setup.rules
    return {
        "table": table,
        "rules": rules.to_json(),
        "version": rules.version,
        "title": titled(rules),
        "players": course.setup.players,
        "seats": [_seat(course, index, None) for index in range(course.setup.players)],
        "free": list(course.free),
        "match": course.setup.match,
        "pace": _pace(course.setup),
        "rated": course.setup.rated,
        "over": course.over,
    }


def _rules(setup: Setup) -> Json:
    rules = setup.rules
    return {
        "id": rules.id,
        "title": titled(rules),
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
        "name": person(setup, index, seat),
        "label": setup.labels[index] if setup.labels else None,
        "kind": sits.kind,
        "level": sits.level,
        "program": sits.program,
        "player": profile_path(sits.name) if sits.account else None,
    }


def _ratings(course: Course) -> Json | None:
    """What a rated table counts for, and what it has changed for each seat; null where it is not rated."""
    setup = course.setup
    if not setup.rated:
        return None
    family = family_of(setup.rules)
    pool = pool_of(setup)
    changes = [
        {"seat": one.seat, "before": round(one.before[0]), **_number(one.after.mean, one.after.deviation)}
        for one in course.ratings
    ]
    return {"family": family.id, "title": family.title, "pool": pool, "changes": changes}


def _number(mean: float, deviation: float) -> Json:
    """A rating as people see it."""
    rating = Rating(mean, deviation)
    return {"after": rating.shown, "margin": rating.margin}


def _company(course: Course) -> Json | None:
    """What people among themselves need: who wishes to play again, for whom a computer player goes on, what is asked.

    Who sits there alone needs it where time may run out for him.
    """
    if len(course.setup.people) < 2 and course.setup.pace.turn is None:
        return None
    return {
        "wishes": sorted(course.company.wishes),
        "standing": sorted(course.company.standing),
        "resigned": sorted(course.company.resigned),
        "asked": _asked(course),
    }


def _asked(course: Course) -> Json | None:
    """What is asked of everybody, by whom, and who has said yes."""
    asked = course.company.asked
    return {"what": asked.what, "by": asked.by, "yes": sorted(asked.yes)} if asked is not None else None


def _pace(setup: Setup) -> Json:
    """What was agreed about time."""
    pace = setup.pace
    return {"turn": pace.turn, "late": pace.late, "grace": pace.grace, "away": pace.away}


def _device(position: Position, seat: int | None, seats: Sequence[int]) -> Json | None:
    """Where people share a device: their seats, and the one whose hand lies under the cover and may be taken."""
    if len(seats) < 2:
        return None
    turn = position.turn
    return {"seats": list(seats), "take": turn if turn in seats and turn != seat else None}


def _public(course: Course, view: View, seat: int | None, shared: Json | None = None) -> Json:
    """What everybody may see, spoken to this seat; `shared` is what is the same for all, where it is known."""
    seats = range(course.setup.players)
    return {
        **(shared if shared is not None else _shared(course, view)),
        "you": seat,
        "seats": [{**_seat(course, index, seat), "tiles": view.hand_sizes[index]} for index in seats],
        "why_leader": why_leader(course, view, seat),
    }


def shared_facts(course: Course) -> Json | None:
    """What is the same in the state of everybody, to be worked out once for all who are told."""
    return _shared(course, course.position.view(0)) if course.position is not None else None


def _shared(course: Course, view: View) -> Json:
    """Of the view it reads public facts only: never the hand, the moves or what is legal."""
    setup, line = course.setup, view.line
    return {
        "rules": _rules(setup),
        "players": view.players,
        "ratings": _ratings(course),
        "company": _company(course),
        "host": course.now.host,
        "locked": course.company.locked,
        "pace": _pace(setup),
        "rated": setup.rated,
        "undo": course.now.undo.turn if course.now.undo is not None and not setup.rated else None,
        "round": course.before.number,
        "scores": _scores(course),
        "points": list(view.points),
        "leader": view.leader,
        "turn": view.turn,
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
        "why": {str(tile): why_tile(position, tile) for tile in view.hand if tile not in fits} if mine else {},
        "why_not": {str(move): why_not(position, move) for move in (DRAW, PASS)} if mine else {},
    }


# --- moves and events ------------------------------------------------------------------------------------------------


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
    out: Json = {"n": numbered.n, "kind": seen.kind, "seat": seen.seat, "text": sentence(course, seat, seen)}
    data = seen.data
    if seen.kind in MOVES:
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
    """One of the table's own events: its family says what of it is shown."""
    happened = numbered.event
    own = OWN[happened.kind]
    text = own.says(course, seat, happened)
    if isinstance(text, Phrase):
        text = about(course.setup, text, seat)
    return {"n": numbered.n, "kind": happened.kind, "text": text, **own.shows(course, happened)}


# --- the end ---------------------------------------------------------------------------------------------------------


def _outcome(course: Course, position: Position, seat: int | None) -> Json:
    """The end of the round, public: all hands and the boneyard, the sums and the reasons."""
    outcome = position.outcome
    assert outcome is not None
    shown = outcome.to_json()
    if course.withheld:
        nothing: Json = {key: [] for key in ("pips", "points", "hands", "boneyard", "reasons", "sums")}
        known = {key: shown[key] for key in ("ending", "winners", "places")}
        return known | {"title": title(course, shown, seat)} | nothing
    return shown | {
        "hands": [[str(tile) for tile in hand] for hand in position.hands],
        "boneyard": [str(tile) for tile in position.boneyard],
        "title": title(course, shown, seat),
        "reasons": reasons(course, position, seat),
        "sums": [sum_of(hand) for hand in position.hands],
    }


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
