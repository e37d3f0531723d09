"""Where a table stands, and the step from there to where a command leads: values, changed only by stored events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, cast, get_args

import msgspec

from doublesix.notation.fair import Fair
from doublesix.rules import Event, Match, Position
from doublesix.rules.events import EventKind
from doublesix.server.company import Company
from doublesix.server.dealing import Pledge
from doublesix.server.setup import Setup

Body = dict[str, Any]
"""An event as it is stored."""
Json = dict[str, Any]

STAND_IN: Final = "normal"
"""The level of the computer player that plays on for somebody who is away, or takes a seat that stayed open."""
MOVES: Final = ("led", "played", "drew", "passed")
"""The kinds of events that are moves."""
TAKEN_BACK: Final[str] = "taken_back"
"""The own event that undoes the last play."""
OF_THE_ROUND: Final = frozenset(get_args(EventKind))
"""The kinds of events that the rules know; all others are the table's own."""
_KEPT: Final = ("round", "leader", "later", "scores", "hands", "boneyard", "move", "tile", "fair")
"""What is stored of a round's event; everything else is worked out again from the rules when the log is read."""


class RefusedError(Exception):
    """A command that is not carried out; the text is the sentence for its sender alone."""


class BrokenLogError(Exception):
    """A stored log that does not replay."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything about a table that events change. A step leads from one to the next."""

    setup: Setup
    """The agreement, with who sits there now."""
    match: Match
    """The match after all finished rounds."""
    before: Match
    """The match as it was when the present round was dealt."""
    company: Company
    """Who sits there, and what they have agreed to since."""
    position: Position | None = None
    """The present or last round; None before the first deal."""
    again: str | None = None
    """The table that people went on to."""
    undo: Position | None = None
    """The position before the last play, while that may be taken back: nobody has drawn, passed or moved since."""
    pledge: Pledge | None = None
    """The secret of the next deal, here or at the table that people may go on to. Never told as it is."""
    proof: Fair | None = None
    """What proves the deal of the present round, its secret in it. Only `dealing.told` may be told of it."""

    @staticmethod
    def new(setup: Setup, company: Company | None = None) -> Situation:
        """A table before its first event."""
        match = Match.new(setup.rules, setup.players)
        return Situation(setup, match, match, company or Company())

    def moved(self, position: Position, match: Match, undo: Position | None) -> Situation:
        """The situation after a move, which is the most frequent one: made directly, for `replace` takes its time."""
        return Situation(
            setup=self.setup,
            match=match,
            before=self.before,
            company=self.company.moved_on(),
            position=position,
            again=self.again,
            undo=undo,
            pledge=self.pledge,
            proof=self.proof,
        )

    @property
    def running(self) -> bool:
        """Whether a round is being played."""
        return self.position is not None and self.position.outcome is None

    @property
    def waiting(self) -> bool:
        """Whether the table waits for people, before its first deal."""
        return self.position is None and self.setup.host is not None

    @property
    def can_deal(self) -> bool:
        """Whether a next round may be dealt."""
        return not self.running and not self.over and not self.waiting

    @property
    def host(self) -> int | None:
        """Who may say whether the table is watched: its host, else the first person who sits here."""
        return self.setup.first

    @property
    def gathering(self) -> bool:
        """Whether everybody sits here, and the first deal only waits a moment for what they add to it."""
        if self.position is not None or self.pledge is None or self.company.closed:
            return False
        return all(seat in self.company.owners for seat in self.setup.people)

    @property
    def over(self) -> bool:
        """Whether nothing more will be played here."""
        if self.company.closed:
            return True
        if self.position is None or self.position.outcome is None:
            return False
        return self.match.over or not self.setup.match or sides_left(self.setup, self.company) < 2


def sides_left(setup: Setup, company: Company) -> int:
    """How many sides still play for themselves: those with a person who has not resigned, and the computer's own."""
    sides = setup.rules.sides(setup.players)
    if not company.resigned:
        return len(sides)
    people = set(setup.people)
    seated = [people & set(side) for side in sides]
    return sum(1 for side in seated if not side or side - company.resigned)


@dataclass(frozen=True, slots=True)
class Step:
    """The events of one command, and where the table stands after them."""

    events: tuple[Event, ...]
    after: Situation

    def texts(self) -> tuple[str, ...]:
        """The events as they are stored."""
        return tuple(map(_stored, self.events))


class Numbered(NamedTuple):
    """An event of the present round with its number."""

    n: int
    event: Event


class Unread(NamedTuple):
    """What a command made happen as a log that was read again left it: its events are made when somebody asks."""

    n: int
    """The number of the first of them."""
    made: Callable[[], tuple[Event, ...]]
    """Makes them."""

    def events(self) -> list[Numbered]:
        """The events, with their numbers."""
        return [Numbered(n, event) for n, event in enumerate(self.made(), self.n)]


def own(kind: str, seat: int | None, **data: Any) -> Event:
    """One of the table's own events; all of its data is stored."""
    return Event(cast(Any, kind), seat, data)


def _stored(event: Event) -> str:
    """Deal, move, drawn tile, result: hands and boneyard are in the deal, and an end repeats them only when shown."""
    if event.kind in MOVES:
        return _stored_move(event)
    if event.kind == "ended":
        kept = {"outcome": event.data["outcome"]}
    elif event.kind in OF_THE_ROUND:
        kept = {key: event.data[key] for key in _KEPT if key in event.data}
    else:
        kept = event.data
    return msgspec.json.encode({"kind": event.kind, "seat": event.seat, **kept}).decode()


def _stored_move(event: Event) -> str:
    """The same for a move, written by hand: there is one in nearly every step."""
    begun = f'{{"kind":"{event.kind}","seat":{event.seat}'
    if event.kind == "passed":
        return begun + "}"
    kept = "tile" if event.kind == "drew" else "move"
    return f'{begun},"{kept}":"{event.data[kept]}"}}'
