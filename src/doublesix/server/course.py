"""The whole truth of one table, folded from its events: no input or output, no clock, no chance.

    step = course.judge(seat, "6-4L")      the events the move would cause, or `RefusedError`
    course.take(step)                      once they are stored, and never before

A restart reads the stored events and folds them again; a draw finds the same next tile, because the deal stored the
boneyard in its order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

import msgspec

from doublesix.errors import DominoError, IllegalMove
from doublesix.rules import DRAW, PASS, Event, Match, Move, Position, Tile, dealt, events_of, start
from doublesix.rules.events import ended
from doublesix.server.company import Company
from doublesix.server.seams import Shuffler
from doublesix.server.setup import Seat, Setup
from doublesix.store import EventRow

Body = dict[str, Any]
AGAIN: Final[str] = "again"
"""People went on to another table."""
OWN: Final = ("sat", "filled", "closed", "resigned", "claimed", "stood", "returned", "wished", AGAIN)
"""The events that are the table's own and not the round's; all of them are public."""
STAND_IN: Final = "normal"
"""The level of the computer player that plays on for somebody who is away, or takes a seat that stayed open."""

_KEPT: Final = (
    "round", "leader", "later", "scores", "hands", "boneyard", "move", "tile", "outcome", "table",
    "guest", "name", "seats", "level", "by", "idle",
)  # fmt: skip
"""What is stored of an event; everything else is worked out again from the rules when the log is read."""


class RefusedError(Exception):
    """A command that is not carried out; the text is the sentence for its sender alone."""


@dataclass(frozen=True, slots=True)
class Step:
    """The events of one command, and where the table stands after them."""

    events: tuple[Event, ...]
    position: Position | None
    match: Match
    again: str | None = None
    company: Company | None = None
    """The company after it, where that changes."""
    setup: Setup | None = None
    """Who sits where after it, where that changes."""

    def texts(self) -> tuple[str, ...]:
        """The events as they are stored."""
        return tuple(map(_stored, self.events))


def _stored(event: Event) -> str:
    """Deal, move, drawn tile, result: hands and boneyard are in the deal, and an end repeats them only when shown."""
    kept = {key: event.data[key] for key in _KEPT if key in event.data}
    if event.kind == "ended":
        kept = {"outcome": event.data["outcome"]}
    return msgspec.json.encode({"kind": event.kind, "seat": event.seat, **kept}).decode()


@dataclass(frozen=True, slots=True)
class Numbered:
    """An event of the present round with its number."""

    n: int
    event: Event


@dataclass(slots=True)
class Course:
    """A table from its first deal to now. `n` is the number of the last event, 0 before the first."""

    setup: Setup
    """The agreement, with who sits there now."""
    company: Company = field(default_factory=Company)
    n: int = 0
    match: Match = field(init=False)
    """The match after all finished rounds."""
    before: Match = field(init=False)
    """The match as it was when the present round was dealt."""
    position: Position | None = None
    """The present or last round; None before the first deal."""
    events: list[Numbered] = field(default_factory=list)
    """The events of the present round, its deal first, and whatever happened at the table since."""
    answers: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Command ids that were carried out, each with the number it was made at and that of its last event."""
    finished: list[Position] = field(default_factory=list)
    """The rounds that have ended, in order."""
    again: str | None = None
    """The table that people went on to."""

    def __post_init__(self) -> None:
        self.match = self.before = Match.new(self.setup.rules, self.setup.players)

    # --- judging: what would happen -----------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether a round is being played."""
        return self.position is not None and self.position.outcome is None

    @property
    def waiting(self) -> bool:
        """Whether the table waits for people, before its first deal."""
        return self.position is None and self.setup.host is not None

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that wait for somebody."""
        return tuple(seat for seat in self.setup.people if seat not in self.company.owners) if self.waiting else ()

    @property
    def can_deal(self) -> bool:
        """Whether a next round may be dealt."""
        return not self.running and not self.over and not self.waiting

    @property
    def over(self) -> bool:
        """Whether nothing more will be played here."""
        return self._over(self.position, self.match, self.company)

    def _over(self, position: Position | None, match: Match, company: Company) -> bool:
        if company.closed:
            return True
        if position is None or position.outcome is None:
            return False
        return match.over or not self.setup.match

    def ends_with(self, step: Step) -> bool:
        """Whether the table is over after this step."""
        return self._over(step.position, step.match, step.company or self.company)

    def deal(self, rng: Shuffler) -> Step:
        """The deal of the next round. Raises `RefusedError` while one is running or none is to follow."""
        if self.waiting:
            raise RefusedError("The table waits for its people: the first round is dealt when all seats are taken.")
        if self.running:
            raise RefusedError("The round is not over: the next one is dealt after it.")
        if self.over:
            what = "The match is over" if self.setup.match else "This table plays one round, and it is over"
            raise RefusedError(f"{what}: start a new one.")
        return self._dealt(self.match.deal(rng))

    def _dealt(self, position: Position) -> Step:
        return Step((dealt(position),), position, self.match)

    def judge(self, seat: int, move: Move) -> Step:
        """What `move` by `seat` causes. Raises `RefusedError` with the sentence of the rule it breaks."""
        position = self.position
        if position is None or position.turn is None:
            raise RefusedError("The round is over: no move is left to make.")
        if position.turn != seat:
            raise RefusedError(f"It is not your turn: {self.setup.name(position.turn)} is to move.")
        if move.kind == "draw" and move.tile is not None:
            raise RefusedError("A draw does not name its tile: write draw.")
        try:
            after = position.play(move)
        except IllegalMove as problem:
            raise RefusedError(str(problem)) from problem
        return Step(
            events_of(position, move, after), after, self.match if after.outcome is None else self.match.after(after)
        )

    def leave(self, table: str) -> Step:
        """People go on to another table."""
        return Step((_own(AGAIN, None, table=table),), self.position, self.match, table)

    # --- judging: the table's own events ------------------------------------------------------------------------

    def sit(self, guest: str, name: str, rng: Shuffler) -> Step:
        """A guest takes the next free seat; the last one makes the first round be dealt. Raises `RefusedError`."""
        if self.company.closed:
            raise RefusedError("This table was closed.")
        if not self.free:
            raise RefusedError("All seats of this table are taken.")
        return self._begun(self._sat(self.free[0], guest, name), rng)

    def _sat(self, seat: int, guest: str, name: str) -> Step:
        setup = self.setup.with_seat(seat, replace(self.setup.seats[seat], name=name))
        event = _own("sat", seat, guest=guest, name=name)
        return Step((event,), None, self.match, None, self.company.sat(seat, guest), setup)

    def fill(self, seat: int, rng: Shuffler) -> Step:
        """The host begins: computer players take the seats that are free. Raises `RefusedError`."""
        self._host_only(seat, "start before all seats are taken")
        return self._begun(self._filled(self.free), rng)

    def _filled(self, seats: Iterable[int]) -> Step:
        setup = self.setup
        for free in seats:
            setup = setup.with_seat(free, Seat("bot", STAND_IN))
        event = _own("filled", None, seats=list(seats), level=STAND_IN)
        return Step((event,), None, self.match, None, self.company, setup)

    def _begun(self, step: Step, rng: Shuffler) -> Step:
        """The step, and the first deal behind it where it took the last free seat."""
        assert step.setup is not None
        assert step.company is not None
        if any(seat not in step.company.owners for seat in step.setup.people):
            return step
        position = self.match.deal(rng)
        return replace(step, events=(*step.events, dealt(position)), position=position)

    def shut(self, seat: int | None) -> Step:
        """The host closes the table, or None: nobody has been there for long. Raises `RefusedError`."""
        if seat is not None:
            self._host_only(seat, "close the table")
        elif not self.waiting:
            raise RefusedError("The table has begun.")
        event = _own("closed", seat, idle=seat is None)
        return Step((event,), None, self.match, None, replace(self.company, closed=True))

    def _host_only(self, seat: int, what: str) -> None:
        if self.company.closed:
            raise RefusedError("This table was closed.")
        if not self.waiting:
            raise RefusedError("The table has begun: it can no longer be closed or filled.")
        if seat != self.setup.host:
            raise RefusedError(f"Only who made the table may {what}.")

    def resign(self, seat: int) -> Step:
        """The seat forfeits the round. Raises `RefusedError`."""
        return self._forfeited(_own("resigned", seat), seat)

    def claim(self, seat: int, by: int) -> Step:
        """The round ends because `seat` is away; that it is must be checked before. Raises `RefusedError`."""
        return self._forfeited(_own("claimed", seat, by=by), seat)

    def _forfeited(self, event: Event, seat: int) -> Step:
        if self.position is None or self.position.outcome is not None:
            raise RefusedError("The round is over: there is nothing left to resign or claim.")
        after = self.position.end("forfeit", (seat,))
        return Step((event, ended(after)), after, self.match.after(after))

    def stand_in(self, seat: int, by: int) -> Step:
        """A computer player goes on for the seat until its owner is back."""
        company = self.company.stood_in(seat, STAND_IN)
        event = _own("stood", seat, level=STAND_IN, by=by)
        return Step((event,), self.position, self.match, None, company)

    def give_back(self, seat: int) -> Step:
        """The owner is back and plays again."""
        return Step((_own("returned", seat),), self.position, self.match, None, self.company.returned(seat))

    def wish(self, seat: int) -> Step:
        """The seat wishes to play again. Raises `RefusedError` while something is still played here."""
        if not self.over:
            raise RefusedError("It is not over: play again when it is.")
        return Step((_own("wished", seat),), self.position, self.match, None, self.company.wished(seat))

    @property
    def all_wish(self) -> bool:
        """Whether every person wishes to play again."""
        return self.company.wishes >= set(self.setup.people)

    # --- taking: what has been stored ---------------------------------------------------------------------------

    def take(self, step: Step, cid: str | None = None) -> list[Numbered]:
        """Go where a stored step leads; its numbered events."""
        taken = []
        for event in step.events:
            self.n += 1
            taken.append(Numbered(self.n, event))
        if any(event.kind == "dealt" for event in step.events):
            self.events.clear()
            self.before = self.match
        self.events.extend(taken)
        self.position, self.match = step.position, step.match
        self.setup = step.setup or self.setup
        self.company = step.company or self.company
        self.again = step.again or self.again
        if taken[-1].event.kind == "ended" and self.position is not None:
            self.finished.append(self.position)
        if cid is not None:
            self.answers[cid] = (self.n - len(taken), self.n)
        return taken

    def fold(self, rows: Iterable[EventRow]) -> list[Numbered]:
        """Take stored events that follow on `n`; those of the present round among them are returned.

        Raises `BrokenLogError` where they do not follow from each other.
        """
        taken: list[Numbered] = []
        for group in _moves(rows):
            first, body = group[0]
            if first.n != self.n + 1:
                raise BrokenLogError(f"event {self.n + 1} is missing: the next one stored is {first.n}")
            try:
                step = self._again(body, group[-1][1])
            except (DominoError, RefusedError, KeyError, TypeError) as problem:
                raise BrokenLogError(f"event {first.n} does not follow: {problem}") from problem
            told = [part["kind"] for _, part in group]
            if told != [event.kind for event in step.events]:
                raise BrokenLogError(f"event {first.n} caused {told}, and by these rules it would not")
            if group[-1][1]["kind"] == "dealt":
                taken = []
            taken += self.take(step, first.cid)
        return taken

    def _again(self, body: Body, last: Body) -> Step:
        """The step that these stored events came from: the first and the last of them."""
        kind = body["kind"]
        if kind == "dealt":
            return self._dealt(self._start(body))
        if kind in OWN:
            step = self._own_again(kind, body)
            if last["kind"] == "dealt":
                position = self._start(last)
                step = replace(step, events=(*step.events, dealt(position)), position=position)
            return step
        move = DRAW if kind == "drew" else PASS if kind == "passed" else Move.parse(body["move"])
        step = self.judge(body["seat"], move)
        if kind == "drew" and step.events[0].data["tile"] != body["tile"]:
            raise RefusedError("another tile lies next in the boneyard")
        return step


    def _start(self, body: Body) -> Position:
        """The position that a stored deal was."""
        return start(
            self.setup.rules,
            [list(map(Tile, hand)) for hand in body["hands"]],
            list(map(Tile, body["boneyard"])),
            leader=body["leader"],
            later=body["later"],
            scores=body["scores"],
            round_number=body["round"],
        )

    def _own_again(self, kind: str, body: Body) -> Step:
        """One of the table's own events, which were judged when they were stored."""
        seat = body["seat"]
        if kind == AGAIN:
            return self.leave(body["table"])
        if kind == "sat":
            return self._sat(seat, body["guest"], body["name"])
        if kind == "filled":
            return self._filled(body["seats"])
        if kind == "closed":
            return self.shut(seat)
        if kind == "resigned":
            return self.resign(seat)
        if kind == "claimed":
            return self.claim(seat, body["by"])
        if kind == "stood":
            return self.stand_in(seat, body["by"])
        return self.give_back(seat) if kind == "returned" else self.wish(seat)


def _own(kind: str, seat: int | None, **data: Any) -> Event:
    return Event(cast(Any, kind), seat, data)


class BrokenLogError(Exception):
    """A stored log that does not replay."""


_FOLLOWING = ("counted", "ended")
_SEATED = ("sat", "filled")
_Stored = tuple[EventRow, Body]


def _moves(rows: Iterable[EventRow]) -> Iterable[list[_Stored]]:
    """The events of each command: what a move caused stands behind it."""
    group: list[_Stored] = []
    for row in rows:
        body = msgspec.json.decode(row.body)
        begins = body["kind"] == "dealt" and bool(group) and group[-1][1]["kind"] in _SEATED
        if group and body["kind"] not in _FOLLOWING and not begins:
            yield group
            group = []
        group.append((row, body))
    if group:
        yield group
