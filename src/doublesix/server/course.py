"""The whole truth of one table, folded from its events: no input or output, no clock, no chance.

    step = course.judge(seat, "6-4L")      the events the move would cause, or `RefusedError`
    course.take(step)                      once they are stored, and never before

A restart reads the stored events and folds them again; a draw finds the same next tile, because the deal stored the
boneyard in its order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, cast

import msgspec

from doublesix.errors import DominoError, IllegalMove
from doublesix.rules import DRAW, PASS, Event, Match, Move, Position, Tile, dealt, events_of, start
from doublesix.server.seams import Shuffler
from doublesix.server.setup import Setup
from doublesix.store import EventRow

Body = dict[str, Any]
AGAIN: Final[str] = "again"
"""The one event that is the table's own and not the round's: people went on to another table."""

_KEPT: Final = ("round", "leader", "later", "scores", "hands", "boneyard", "move", "tile", "outcome", "table")
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
    def can_deal(self) -> bool:
        """Whether a next round may be dealt."""
        return not self.running and not self.over

    @property
    def over(self) -> bool:
        """Whether nothing more will be played here."""
        return self._over(self.position, self.match)

    def _over(self, position: Position | None, match: Match) -> bool:
        if position is None or position.outcome is None:
            return False
        return match.over or not self.setup.match

    def ends_with(self, step: Step) -> bool:
        """Whether the table is over after this step."""
        return self._over(step.position, step.match)

    def deal(self, rng: Shuffler) -> Step:
        """The deal of the next round. Raises `RefusedError` while one is running or none is to follow."""
        if self.running:
            raise RefusedError("The round is not over: the next one is dealt after it.")
        if self.over:
            what = "The match is over" if self.setup.match else "This table plays one round, and it is over"
            raise RefusedError(f"{what}: start a new one.")
        position = self.match.deal(rng)
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
        return Step((Event(cast(Any, AGAIN), None, {"table": table}),), self.position, self.match, table)

    # --- taking: what has been stored ---------------------------------------------------------------------------

    def take(self, step: Step, cid: str | None = None) -> list[Numbered]:
        """Go where a stored step leads; its numbered events."""
        taken = []
        for event in step.events:
            self.n += 1
            taken.append(Numbered(self.n, event))
        if taken[0].event.kind == "dealt":
            self.events.clear()
            self.before = self.match
        self.events.extend(taken)
        self.position, self.match = step.position, step.match
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
                step = self._again(body)
            except (DominoError, RefusedError, KeyError, TypeError) as problem:
                raise BrokenLogError(f"event {first.n} does not follow: {problem}") from problem
            told = [part["kind"] for _, part in group]
            if told != [event.kind for event in step.events]:
                raise BrokenLogError(f"event {first.n} caused {told}, and by these rules it would not")
            if body["kind"] == "dealt":
                taken = []
            taken += self.take(step, first.cid)
        return taken

    def _again(self, body: Body) -> Step:
        """The step that this stored event came from."""
        kind = body["kind"]
        if kind == AGAIN:
            return self.leave(body["table"])
        if kind == "dealt":
            position = start(
                self.setup.rules,
                [list(map(Tile, hand)) for hand in body["hands"]],
                list(map(Tile, body["boneyard"])),
                leader=body["leader"],
                later=body["later"],
                scores=body["scores"],
                round_number=body["round"],
            )
            return Step((dealt(position),), position, self.match)
        move = DRAW if kind == "drew" else PASS if kind == "passed" else Move.parse(body["move"])
        step = self.judge(body["seat"], move)
        if kind == "drew" and step.events[0].data["tile"] != body["tile"]:
            raise RefusedError("another tile lies next in the boneyard")
        return step


class BrokenLogError(Exception):
    """A stored log that does not replay."""


_FOLLOWING = ("counted", "ended")
_Stored = tuple[EventRow, Body]


def _moves(rows: Iterable[EventRow]) -> Iterable[list[_Stored]]:
    """The events of each command: what a move caused stands behind it."""
    group: list[_Stored] = []
    for row in rows:
        body = msgspec.json.decode(row.body)
        if group and body["kind"] not in _FOLLOWING:
            yield group
            group = []
        group.append((row, body))
    if group:
        yield group
