"""The redaction gate: the only place where a table's truth becomes something that is sent.

`state`, `event` and the messages around them are built from nothing, key by key. A state consists of `PARTS`: what one
of them reads of the truth stands in its `needs`, and it sees no more. Events go through `visible`. A spectator
is the seat None and gets public facts only. The sentences stand in `sentences`, those of the table's own events with
their families in `acts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from doublesix.analysis.counting import fits, placements
from doublesix.analysis.skills import read_reason
from doublesix.notation.fair import Fair
from doublesix.ratings import Rating, family_of
from doublesix.rules import DRAW, PASS, Line, Match, Move, Position, Rules, Tile, visible
from doublesix.rules.legality import must_draw, no_draw_beside, no_pass_beside
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.rules.tiles import pips
from doublesix.server.acts import OWN
from doublesix.server.chat import Said, choices, talks
from doublesix.server.company import Asked, Company
from doublesix.server.course import Course
from doublesix.server.dealing import Pledge, told
from doublesix.server.movetext import move_of, move_text
from doublesix.server.names import profile_path
from doublesix.server.pace import Reading
from doublesix.server.parts import Moment, Needs, Part, Reader, Texts, Truth, Ways
from doublesix.server.rated import pool_of
from doublesix.server.sentences import (
    YOU,
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
    why_unfit,
)
from doublesix.server.setup import Part as DuplicatePart
from doublesix.server.setup import Setup
from doublesix.server.step import MOVES, Json, Numbered, Situation
from doublesix.server.wire import Frame, Writing, encoded, frame, quoted
from doublesix.speech import ENGLISH, Speech
from doublesix.store import ChangeRow, NoteRow

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
    moment: Moment | None,
) -> Frame:
    """What has just been stored, or was missed, and where the table is now.

    The state leaves out its list of moves: whoever is told has it, and these events are what is added. A shared device
    gets it, for the list it has may be another seat's, with the tiles that one drew. `moment` is how the table stands
    now; None while it waits.
    """
    now: Json | Moment = state(course, seat, seats) if moment is None or len(seats) > 1 else moment
    happened = _Happened(course, _reader(seat, tuple(seats)), taken, now, clock)
    return Frame(happened.written(ENGLISH), happened)


_reader: Final = lru_cache(maxsize=1024)(Reader)


class _Happened(Writing):
    """The message of some events: most of all that is sent, so its few parts are joined by hand."""

    __slots__ = ("_clock", "_first", "_last", "_now", "_reader", "_setup", "_shown")

    def __init__(
        self, course: Course, reader: Reader, taken: Sequence[Numbered], now: Json | Moment, clock: Reading | None
    ) -> None:
        self._first = taken[0].n
        self._last = taken[-1].n
        self._setup = course.now.setup
        self._reader = reader
        self._shown = [_shown(course, reader.seat, numbered) for numbered in taken]
        self._now = now
        self._clock = clock

    def written(self, speech: Speech) -> str:
        now, setup, seat = self._now, self._setup, self._reader.seat
        events = ",".join([
            move_text(shown.n, shown.event, setup, seat, speech)
            if type(shown) is Numbered
            else encoded(shown, speech)
            for shown in self._shown
        ])
        stands = now.text(self._reader, speech) if type(now) is Moment else encoded(now, speech)
        clock = "null" if self._clock is None else encoded(_clock(self._clock), speech)
        return (
            f'{{"t":"events","from":{self._first},"n":{self._last},'
            f'"events":[{events}],"state":{stands},"clock":{clock}}}'
        )


def _shown(course: Course, seat: int | None, numbered: Numbered) -> Json | Numbered:
    """`event`, or a move as `seat` may see it, to be written in his language."""
    happened = numbered.event
    if happened.kind not in MOVES:
        return event(course, seat, numbered)
    seen = visible(happened, seat)
    return numbered if seen is happened else Numbered(numbered.n, seen)


def clock_frame(course: Course, clock: Reading | None) -> Frame:
    """The clock where it stops or goes on between two events, the same for everybody."""
    return frame({"t": "clock", "n": course.n, "clock": _clock(clock)})


def _clock(clock: Reading | None) -> Json | None:
    """Whose time is running and what is left of it, in seconds: the same however free the seat is in its choice."""
    if clock is None:
        return None
    return {"seat": clock.seat, "left": round(clock.left, 1), "runs": clock.runs}


def counts_frame(course: Course, seat: int | None) -> Frame:
    """What `seat` could count by itself: where its tiles fit, its pips, what each of its plays leaves.

    Nothing without an open hand in a running round; in rated play the unseen tiles are not counted for anybody.
    """
    position = course.position
    out: Json = {"t": "counts", "n": course.n, "seat": seat, "pips": None, "fits": {}, "plays": []}
    if position is None or seat is None or position.outcome is not None:
        return frame(out)
    view = position.view(seat)
    out["pips"] = pips(view.hand)
    out["fits"] = {str(tile): list(sides) for tile, sides in fits(view).items()}
    out["plays"] = [
        {
            "move": str(one.move),
            "ends": dict(one.ends),
            "matches": one.matches,
            "pips": one.pips,
            "unseen": None if course.setup.rated else one.unseen,
            "points": one.points,
        }
        for one in placements(view)
    ]
    return frame(out)


def presence_frame(course: Course, here: Sequence[bool], away: int | None, wait: int | None) -> Frame:
    """Who is connected, the same for everybody: `away` is the seat that is waited for, `wait` the seconds that are
    left until the others may act for it."""
    return frame({"t": "presence", "n": course.n, "here": list(here), "away": away, "wait": wait})


def ratings_frame(course: Course) -> Frame:
    """What a rated table has changed, once that is stored; the same for everybody."""
    return frame({"t": "ratings", "n": course.n, "ratings": _ratings(course.setup, course.ratings)})


def said_frame(said: Said) -> Frame:
    """One line of the table's chat, for all who sit there: its number is the chat's own."""
    return frame({"t": "said", **_said(said)})


def chat_frame(setup: Setup, lines: Sequence[Said]) -> Frame:
    """What may be said here, what the host may choose, and the last lines."""
    mode = talks(setup)
    told = [_said(said) for said in lines] if mode != "none" else []
    return frame({"t": "chat", "mode": mode, "modes": choices(setup), "lines": told})


def _said(said: Said) -> Json:
    return {"k": said.k, "seat": said.seat, "person": said.person, "phrase": said.phrase, "text": said.text}


# --- state -----------------------------------------------------------------------------------------------------------


def state(course: Course, seat: int | None, seats: Sequence[int] = (), moves: bool = True) -> Json:
    """Everything `seat` may know of the table now; the list of moves may be left out, which keeps it below 2 KB."""
    if course.position is None:
        return waiting_state(course, seats[0] if seats else seat)
    reader, out = Reader(seat, tuple(seats)), Json()
    for part in PARTS:
        out |= part.facts(*part.needs(course, reader))
    if moves:
        out["moves"] = [_move(numbered, seat) for numbered in course.moves]
    return out


def _pledge(pledge: Pledge | None) -> Json | None:
    """What the next deal is committed to, and which seats have added to it; not what they added."""
    if pledge is None:
        return None
    return {"round": pledge.round, "commitment": pledge.commitment, "mixed": sorted(pledge.strings)}


def waiting_state(course: Course, seat: int | None) -> Json:
    """A table before its first deal: no tile exists yet, so everybody sees the same but for who he is."""
    free = course.free
    people = course.setup.sitting(free)
    return {
        "waiting": True,
        "rules": _rules(course.setup),
        "you": seat,
        "host": course.setup.host,
        "players": course.setup.players,
        "seats": [
            {**_seat(course.setup, index, seat), "name": YOU if index == seat else people[index], "free": index in free}
            for index in range(course.setup.players)
        ],
        "lot": course.setup.lot,
        "pace": _pace(course.setup),
        "rated": course.setup.rated,
        "listed": course.setup.listed,
        "ratings": _ratings(course.setup, course.ratings),
        "closed": course.company.closed,
        "locked": course.company.locked,
        "moves": [],
        "pledge": _pledge(course.now.pledge),
    }


def agreement(table: str, course: Course) -> Json:
    """What was agreed when the table was made, and who sits there: the same for everybody."""
    rules, people = course.setup.rules, course.setup.sitting(course.free)
    return {
        "table": table,
        "rules": rules.to_json(),
        "version": rules.version,
        "title": titled(rules),
        "players": course.setup.players,
        "seats": [{**_seat(course.setup, index, None), "name": people[index]} for index in range(course.setup.players)],
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


def _seat(setup: Setup, index: int, seat: int | None) -> Json:
    """Who sits there."""
    sits = setup.seats[index]
    return {
        "name": person(setup, index, seat),
        "label": setup.labels[index] if setup.labels else None,
        "kind": sits.kind,
        "level": sits.level,
        "program": sits.program,
        "player": profile_path(sits.name) if sits.account else None,
    }


def _ratings(setup: Setup, changed: Sequence[ChangeRow]) -> Json | None:
    """What a rated table counts for, and what it has changed for each seat; null where it is not rated."""
    if not setup.rated:
        return None
    family = family_of(setup.rules)
    pool = pool_of(setup)
    changes = [
        {"seat": one.seat, "before": round(one.before[0]), **_number(one.after.mean, one.after.deviation)}
        for one in changed
    ]
    return {"family": family.id, "title": family.title, "pool": pool, "changes": changes}


def _number(mean: float, deviation: float) -> Json:
    """A rating as people see it."""
    rating = Rating(mean, deviation)
    return {"after": rating.shown, "margin": rating.margin}


def _company(setup: Setup, company: Company) -> Json | None:
    """What people among themselves need: who wishes to play again, for whom a computer player goes on, what is asked.

    Who sits there alone needs it where time may run out for him.
    """
    if len(setup.people) < 2 and setup.pace.turn is None:
        return None
    return {
        "wishes": sorted(company.wishes),
        "standing": sorted(company.standing),
        "resigned": sorted(company.resigned),
        "asked": _asked(company.asked),
    }


def _asked(asked: Asked | None) -> Json | None:
    """What is asked of everybody, by whom, and who has said yes."""
    return {"what": asked.what, "by": asked.by, "yes": sorted(asked.yes)} if asked is not None else None


def _pace(setup: Setup) -> Json:
    """What was agreed about time."""
    pace = setup.pace
    return {"turn": pace.turn, "late": pace.late, "grace": pace.grace, "away": pace.away}


# --- the parts of a state --------------------------------------------------------------------------------------------


def _agreed_needs(truth: Truth, _reader: Reader) -> Needs:
    now, withheld = truth.now, truth.withheld
    position = now.position
    ended = (position is None or position.outcome is not None) and not withheld
    by_lot = ended and _by_lot(position)
    return now.setup, now.company, truth.ratings, now.proof, ended, by_lot, now.pledge, truth.following, withheld


def _by_lot(position: Position | None) -> bool:
    return position is not None and position.rules.leader == "lot" and not position.later


def _agreed(
    setup: Setup,
    company: Company,
    ratings: Sequence[ChangeRow],
    proof: Fair | None,
    ended: bool,
    by_lot: bool,
    pledge: Pledge | None,
    following: str | None,
    withheld: bool,
) -> Json:
    """What was agreed, how people stand to each other, and what deals are committed to."""
    return {
        "rules": _rules(setup),
        "players": setup.players,
        "ratings": _ratings(setup, ratings),
        "company": _company(setup, company),
        "host": setup.first,
        "locked": company.locked,
        "pace": _pace(setup),
        "rated": setup.rated,
        "fair": _fair(proof, ended, by_lot),
        "duplicate": _duplicate(setup.part, following, withheld),
        "pledge": _pledge(pledge),
    }


def _fair(proof: Fair | None, ended: bool, by_lot: bool) -> Json | None:
    """What the deal of the present round was committed to; its secret once the round is over."""
    if proof is None:
        return None
    return told(proof, ended=ended) | ({"lot": by_lot} if ended else {})


def _duplicate(part: DuplicatePart | None, following: str | None, withheld: bool) -> Json | None:
    """What the deal is to a duplicate, and whether its hands are withheld until the other tables have played it."""
    if part is None:
        return None
    return {
        "url": f"/duplicate/{part.duplicate}",
        "deal": part.deal,
        "deals": part.deals,
        "withheld": withheld,
        "next": f"/table/{following}" if following is not None else None,
    }


def _line_needs(truth: Truth, _reader: Reader) -> Needs:
    now = truth.now
    position = _position(now)
    may_undo = now.undo.turn if now.undo is not None and not now.setup.rated else None
    yard, line, points = len(position.boneyard), position.line, position.points
    return position.turn, yard, line, points, may_undo, _scores(now, position), position.rules


def _line(
    turn: int | None,
    boneyard: int,
    line: Line,
    points: tuple[int, ...],
    undo: int | None,
    scores: tuple[int, ...],
    rules: Rules,
) -> Json:
    """How the round stands."""
    return {
        "undo": undo,
        "scores": scores,
        "points": points,
        "turn": turn,
        "line": {"lead": line.lead, "arms": line.arms},
        "ends": line.ends,
        "boneyard": boneyard,
        "drawable": rules.drawable(boneyard),
    }


def _seats_needs(truth: Truth, reader: Reader) -> Needs:
    now = truth.now
    return now.setup, tuple(map(len, _position(now).hands)), reader.seat


def _seats(setup: Setup, sizes: tuple[int, ...], seat: int | None) -> Json:
    """Who sits where, with how many tiles."""
    return {"seats": [{**_seat(setup, index, seat), "tiles": size} for index, size in enumerate(sizes)]}


_SITTING: Final[dict[tuple[int, int | None, Speech], tuple[Setup, str]]] = {}
"""Who sits at a table as it was written last, by the agreement's identity, the reader and the language, with a gap for
the number of each hand's tiles."""
_TABLES: Final = 20_000


def _seats_text(speech: Speech, setup: Setup, sizes: tuple[int, ...], seat: int | None) -> str:
    """The same as JSON: at most moves only the numbers change."""
    key = id(setup), seat, speech
    kept = _SITTING.get(key)
    if kept is None:
        if len(_SITTING) >= _TABLES:
            _SITTING.clear()
        texts = [encoded(_seat(setup, index, seat), speech)[:-1] for index in range(setup.players)]
        gaps = ",".join([text.replace("%", "%%") + ',"tiles":%d}' for text in texts])
        kept = _SITTING[key] = setup, f'"seats":[{gaps}]'
    return kept[1] % sizes


def _own_needs(truth: Truth, reader: Reader) -> Needs:
    """His own hand alone; the whole position only at his turn, for what he may do and why not more."""
    position, seat = _position(truth.now), reader.seat
    if seat is None:
        return (), None
    return position.hands[seat], position if position.turn == seat else None


def _own(hand: tuple[Tile, ...], position: Position | None) -> Json:
    """What only the owner of a seat may see: his hand, and on his turn what he may do and why not more.

    Of the position `why_tile` and `why_not` read his own hand and public facts, nothing else.
    """
    texts = [str(tile) for tile in hand]
    if position is None:
        return {"hand": texts, "legal": [], "why": {}, "why_not": {}}
    legal = position.legal_moves
    fits = {move.tile for move in legal}
    return {
        "hand": texts,
        "legal": [str(move) for move in legal],
        "why": {text: why_tile(position, tile) for text, tile in zip(texts, hand, strict=True) if tile not in fits},
        "why_not": {"draw": why_not(position, DRAW), "pass": why_not(position, PASS)},
    }


def _own_text(speech: Speech, hand: tuple[Tile, ...], position: Position | None) -> str:
    """The same as JSON: the sentences that are said again and again are kept as they are written."""
    if position is None:
        return f'"hand":[{_hand_text(hand)}],"legal":[],"why":{{}},"why_not":{{}}'
    if position.line.lead is None:
        return encoded(_own(hand, position), speech)[1:-1]
    legal, ends = position.legal_moves, tuple(position.line.ends.values())
    fits = {move.tile for move in legal}
    moves = ",".join([_move_text(move) for move in legal])
    why = ",".join([_unfit_text(tile, ends, speech) for tile in hand if tile not in fits])
    why_not = _why_not_text(position, legal[0], speech)
    return f'"hand":[{_hand_text(hand)}],"legal":[{moves}],"why":{{{why}}},"why_not":{why_not}'


@lru_cache(maxsize=8192)
def _hand_text(hand: tuple[Tile, ...]) -> str:
    return ",".join([f'"{tile}"' for tile in hand])


@lru_cache(maxsize=4096)
def _move_text(move: Move) -> str:
    return f'"{move}"'


@lru_cache(maxsize=16_384)
def _unfit_text(tile: Tile, ends: tuple[int, ...], speech: Speech) -> str:
    return f'"{tile}":{quoted(why_unfit(tile, ends), speech)}'


def _why_not_text(position: Position, first: Move, speech: Speech) -> str:
    """Why a draw or pass is not allowed once a tile lies: most often beside a tile that fits, or before a draw.

    `first` is the first legal move.
    """
    rules = position.rules
    if first is DRAW:
        return f'{{"draw":null,"pass":{_must_draw_text(position.drawable, rules.draw_limit is not None, speech)}}}'
    if first.tile is not None and rules.draws and not rules.voluntary_draw:
        return _beside_text(first.tile, speech)
    return encoded({str(move): why_not(position, move) for move in (DRAW, PASS)}, speech)


@lru_cache(maxsize=1024)
def _must_draw_text(drawable: int, limited: bool, speech: Speech) -> str:
    return quoted(must_draw(drawable, limited=limited), speech)


@lru_cache(maxsize=1024)
def _beside_text(held: Tile, speech: Speech) -> str:
    return encoded({"draw": no_draw_beside(held), "pass": no_pass_beside(held)}, speech)


def _round_needs(truth: Truth, reader: Reader) -> Needs:
    """What stays while tiles are laid. Of the position nothing before the round has ended; then it is public."""
    now, seat = truth.now, reader.seat
    position = _position(now)
    lead = position.line.lead
    laid, ended = lead is not None, position.outcome is not None
    if not laid and seat == position.turn and len(position.legal_moves) == 1:
        lead = position.legal_moves[0].tile
    return (
        now.setup,
        seat,
        now.before,
        position.leader,
        lead,
        laid,
        (reader.seats, position.turn) if len(reader.seats) > 1 else None,
        (position, truth.withheld, truth.forfeits.get(seat, ())) if ended else None,
        now.match,
        _scores(now, position),
        ended and now.can_deal,
    )


def _round(
    setup: Setup,
    seat: int | None,
    before: Match,
    leader: int,
    lead: Tile | None,
    laid: bool,
    shared: tuple[tuple[int, ...], int | None] | None,
    end: tuple[Position, bool, tuple[Phrase, ...]] | None,
    match: Match,
    scores: tuple[int, ...],
    can_next: bool,
) -> Json:
    """Which round it is and who leads it, who reads this, how the round ended, and where the match stands."""
    return {
        "round": before.number,
        "leader": leader,
        "why_leader": why_leader(setup, before.later, leader, lead, laid, seat),
        "you": seat,
        "device": _device(seat, *shared) if shared is not None else None,
        "outcome": _outcome(setup, seat, *end) if end is not None else None,
        "match": _match(setup, match, scores, end is not None, can_next, seat) if setup.match else None,
    }


def _device(seat: int | None, seats: tuple[int, ...], turn: int | None) -> Json:
    """Where people share a device: their seats, and the one whose hand is covered and may be taken."""
    return {"seats": seats, "take": turn if turn in seats and turn != seat else None}


def _match(
    setup: Setup, match: Match, scores: tuple[int, ...], ended: bool, can_next: bool, seat: int | None
) -> Json:
    """Where the match stands."""
    target = setup.rules.target
    return {
        "target": target.points if target is not None else None,
        "scores": scores,
        "over": match.over,
        "winners": match.winners,
        "next": named(setup, match.why_leader, seat) if ended and not match.over else None,
        "can_next": can_next,
    }


PARTS: Final = (
    Part(_agreed_needs, _agreed, alike=True, steady=True),
    Part(_round_needs, _round, steady=True),
    Part(_line_needs, _line, alike=True),
    Part(_seats_needs, _seats, writes=_seats_text),
    Part(_own_needs, _own, writes=_own_text),
)
"""Everything that a state says, but for the list of moves."""


_WAYS: Final = Ways.of(PARTS)


def texts_of_a_table() -> Texts:
    """Where a table keeps the texts of its parts from one message to the next."""
    return Texts(_WAYS)


def _position(now: Situation) -> Position:
    position = now.position
    assert position is not None, "a table that waits has another state"
    return position


def _scores(now: Situation, position: Position) -> tuple[int, ...]:
    """The scores as they stand, points in play of the running round among them."""
    scores = now.match.scores
    if position.rules.count is None or position.outcome is not None or not any(position.points):
        return scores
    return tuple(score + points for score, points in zip(scores, position.points, strict=True))


# --- notes -----------------------------------------------------------------------------------------------------------


def own_notes(course: Course, seat: int, rows: Sequence[NoteRow]) -> Json:
    """What a seat noted on the present round, for nobody but itself."""
    number = course.before.number
    mine = [row for row in rows if row.round == number and row.seat == seat]
    skill = next((reason.skill for row in mine if row.at < 0 and (reason := read_reason(row.text))), None)
    notes = [{"at": row.at, "move": row.move, "text": row.text} for row in mine if row.at >= 0]
    return {"round": number, "skill": skill, "notes": notes}


def public_notes(position: Position, rows: Sequence[NoteRow]) -> dict[str, str]:
    """The comments of a round that is over, by the index of the move; a skill without a reason on the seat's first
    move. Of a running round there are none."""
    if position.outcome is None:
        return {}
    here = [row for row in rows if row.round == position.round]
    out = {}
    for row in here:
        if 0 <= row.at < len(position.moves) and str(position.moves[row.at]) == row.move:
            out[row.at] = row.text
    for row in here:
        if row.at < 0 and row.seat in position.turns:
            out.setdefault(position.turns.index(row.seat), row.text)
    return {str(at): out[at] for at in sorted(out)}


# --- moves and events ------------------------------------------------------------------------------------------------


def _move(numbered: Numbered, seat: int | None) -> Json:
    """A line of the public list of moves."""
    seen = visible(numbered.event, seat)
    out: Json = {"n": numbered.n, "seat": seen.seat, "move": move_of(seen)}
    if seen.kind in ("led", "played"):
        out["ends"] = seen.data["ends"]
    return out


def event(course: Course, seat: int | None, numbered: Numbered) -> Json:
    """One event as `seat` may see it, with its sentence."""
    if numbered.event.kind in OWN:
        return _own_event(course, seat, numbered)
    seen = visible(numbered.event, seat)
    out: Json = {"n": numbered.n, "kind": seen.kind, "seat": seen.seat, "text": sentence(course.setup, seat, seen)}
    data = seen.data
    if seen.kind in MOVES:
        out["move"] = move_of(seen)
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


def _outcome(
    setup: Setup, seat: int | None, position: Position, withheld: bool, forfeited: tuple[Phrase, ...]
) -> Json:
    """The end of the round, public: all hands and the boneyard, sums and reasons, first why it was `forfeited`."""
    shown = _ended(position)
    if withheld:
        nothing: Json = {key: [] for key in ("pips", "points", "hands", "boneyard", "sums")}
        known = {key: shown[key] for key in ("ending", "winners", "places")}
        return known | {"title": title(setup, shown, seat), "reasons": list(forfeited)} | nothing
    why = [*forfeited, *reasons(setup, position, seat)]
    return shown | {"title": title(setup, shown, seat), "reasons": why}


@lru_cache(maxsize=64)
def _ended(position: Position) -> Json:
    """What of it is the same for everybody, made once for all who are told at that moment."""
    outcome = position.outcome
    assert outcome is not None
    return outcome.to_json() | {
        "hands": [[str(tile) for tile in hand] for hand in position.hands],
        "boneyard": [str(tile) for tile in position.boneyard],
        "sums": [sum_of(hand) for hand in position.hands],
    }
