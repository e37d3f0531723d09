"""The whole truth of one table, folded from its events: no input or output, no clock, no chance.

    step = course.judge(seat, "6-4L")      the events the move would cause, or `RefusedError`
    course.take(step)                      once they are stored, and never before

A restart reads the stored events and folds them again; a draw finds the same next tile, because the deal stored the
boneyard in its order. What happens at a table beside the round itself is judged and folded by the families in `acts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Final, cast

import msgspec

from doublesix.errors import DominoError, IllegalMove
from doublesix.notation.fair import Fair
from doublesix.rules import DRAW, PASS, Event, Match, Move, Position, Tile, dealt, events_of, start
from doublesix.rules.events import ended
from doublesix.rules.phrases import Phrase
from doublesix.server.acts import OWN
from doublesix.server.acts.mixing import COMMITTED, committed
from doublesix.server.company import Company
from doublesix.server.dealing import Dealer, Pledge, proof_of
from doublesix.server.endings import why_forfeited
from doublesix.server.setup import Setup
from doublesix.server.step import (
    MOVES,
    TAKEN_BACK,
    Body,
    BrokenLogError,
    Numbered,
    RefusedError,
    Situation,
    Step,
    Unread,
)
from doublesix.store import ChangeRow, EventRow


class Course:
    """A table from its first deal to now."""

    def __init__(self, setup: Setup, company: Company | None = None, table: str = "") -> None:
        self.table = table
        """Its name, which goes into what its deals are committed to."""
        self.now = Situation.new(setup, company)
        self.withheld = setup.part is not None
        """Whether the deal is still played at another table of a duplicate, so that nothing of it may be shown."""
        self.following: str | None = None
        """The table where the next deal of the duplicate is played."""
        self.n = 0
        """The number of the last event, 0 before the first."""
        self._log: list[Numbered | Unread] = []
        self._unread = False
        self.answers: dict[str, tuple[int, int]] = {}
        """Command ids that were carried out, each with the number it was made at and that of its last event."""
        self.finished: list[Position] = []
        """The rounds that have ended, in order."""
        self.ratings: tuple[ChangeRow, ...] = ()
        """What a rated table has changed, once it has: the only thing here that no event tells."""
        self.proofs: list[Fair | None] = []
        """What proves the deal of each of them."""

    # --- where the table stands -----------------------------------------------------------------------------------

    @property
    def setup(self) -> Setup:
        """The agreement, with who sits there now."""
        return self.now.setup

    @property
    def company(self) -> Company:
        """Who sits there, and what they have agreed to since."""
        return self.now.company

    @property
    def position(self) -> Position | None:
        """The present or last round; None before the first deal."""
        return self.now.position

    @property
    def match(self) -> Match:
        """The match after all finished rounds."""
        return self.now.match

    @property
    def before(self) -> Match:
        """The match as it was when the present round was dealt."""
        return self.now.before

    @property
    def again(self) -> str | None:
        """The table that people went on to."""
        return self.now.again

    @property
    def running(self) -> bool:
        """Whether a round is being played."""
        return self.now.running

    @property
    def waiting(self) -> bool:
        """Whether the table waits for people, before its first deal."""
        return self.now.waiting

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that wait for somebody."""
        return tuple(seat for seat in self.setup.people if seat not in self.company.owners) if self.waiting else ()

    @property
    def can_deal(self) -> bool:
        """Whether a next round may be dealt."""
        return self.now.can_deal

    @property
    def over(self) -> bool:
        """Whether nothing more will be played here."""
        return self.now.over

    @property
    def forfeits(self) -> Mapping[int | None, tuple[Phrase, ...]]:
        """Why the round was forfeited, as each seat is told, and None who watches; empty where it was not."""
        outcome = self.now.position.outcome if self.now.position is not None else None
        if outcome is None or outcome.ending != "forfeit":
            return {}
        return {you: why_forfeited(self, you) for you in (None, *range(self.setup.players))}

    @property
    def events(self) -> list[Numbered]:
        """The events of the present round, its deal first, and whatever happened at the table since."""
        if self._unread:
            parts = (part.events() if isinstance(part, Unread) else [part] for part in self._log)
            self._log = [numbered for part in parts for numbered in part]
            self._unread = False
        return cast(list[Numbered], self._log)

    # --- judging: what would happen -----------------------------------------------------------------------------

    def deal(self, dealer: Dealer) -> Step:
        """The deal of the next round. Raises `RefusedError` while one is running or none is to follow."""
        if self.waiting:
            raise RefusedError(
                Phrase("The table waits for its people: the first round is dealt when all seats are taken.")
            )
        if self.running:
            raise RefusedError(Phrase("The round is not over: the next one is dealt after it."))
        if self.over:
            if self.setup.match:
                raise RefusedError(Phrase("The match is over: start a new one."))
            raise RefusedError(Phrase("This table plays one round, and it is over: start a new one."))
        return self.with_deal(Step((), self.now), dealer)

    def deal_from(self, proof: Fair) -> Step:
        """The deal that follows from this proof."""
        return self._dealt(Step((), self.now), self.match.deal(proof.stream()), proof)

    def with_deal(self, step: Step, dealer: Dealer) -> Step:
        """A step that makes a round be dealt: the deal stands behind it, in the same command."""
        number, pledge = self.match.number, step.after.pledge
        if pledge is None or (pledge.table, pledge.round) != (self.table, number):
            pledge = dealer.pledge(self.table, number)
        proof = proof_of(pledge, step.after.setup) if pledge is not None else None
        return self._dealt(step, self.match.deal(dealer.source(proof)), proof)

    def _dealt(self, step: Step, position: Position, proof: Fair | None) -> Step:
        return Step((*step.events, _deal(position, proof)), self._after_deal(step.after, position, proof))

    def _after_deal(self, now: Situation, position: Position, proof: Fair | None) -> Situation:
        """Where the table stands after a deal."""
        company = now.company.moved_on(dealt=True)
        return replace(now, position=position, before=self.match, company=company, undo=None, proof=proof, pledge=None)

    def judge(self, seat: int, move: Move) -> Step:
        """What `move` by `seat` causes. Raises `RefusedError` with the sentence of the rule it breaks."""
        position = self.now.position
        if position is None or position.turn is None:
            if self.waiting:
                raise RefusedError(Phrase("The table waits for its people: nothing is dealt yet."))
            raise RefusedError(Phrase("The round is over: no move is left to make."))
        if position.turn != seat:
            raise RefusedError(Phrase("It is not your turn: {who} is to move.", who=self.setup.name(position.turn)))
        if move.kind == "draw" and move.tile is not None:
            raise RefusedError(Phrase("A draw does not name its tile: write draw."))
        try:
            after = position.play(move)
        except IllegalMove as problem:
            raise RefusedError(str(problem)) from problem
        return Step(events_of(position, move, after, explained=False), self._moved(position, move, after))

    def _moved(self, before: Position, move: Move, after: Position) -> Situation:
        """Where the table stands after a move."""
        now, running = self.now, after.outcome is None
        match = now.match if running else now.match.after(after)
        return now.moved(after, match, before if running and move.kind in ("lead", "play") else None)

    def ended(self, event: Event, position: Position, company: Company) -> Step:
        """The round ends from outside the line, because of one of the table's own events."""
        now = replace(self.now, position=position, match=self.match.after(position), company=company, undo=None)
        return Step((event, ended(position, explained=False)), now)

    @property
    def moves(self) -> list[Numbered]:
        """The moves of the present round that stand: those that were taken back are not among them."""
        gone = {numbered.event.data["took"] for numbered in self.events if numbered.event.kind == TAKEN_BACK}
        return [numbered for numbered in self.events if numbered.event.kind in MOVES and numbered.n not in gone]

    # --- taking: what has been stored ---------------------------------------------------------------------------

    def take(self, step: Step, cid: str | None = None) -> list[Numbered]:
        """Go where a stored step leads; its numbered events."""
        events = step.events
        if len(events) == 1 and events[0].kind in MOVES:
            taken, ended = [Numbered(self.n + 1, events[0])], False
        else:
            taken = [Numbered(n, event) for n, event in enumerate(events, self.n + 1)]
            kinds = [event.kind for event in events]
            ended = "ended" in kinds
            if "dealt" in kinds:
                self._log.clear()
                self._unread = False
        self.n += len(taken)
        self._log.extend(taken)
        self.now = step.after
        self._done(len(taken), ended, cid)
        return taken

    def _done(self, events: int, ended: bool, cid: str | None) -> None:
        """Keep a round that has ended, and the answer to who asked for it."""
        if ended and self.position is not None:
            self.finished.append(self.position)
            self.proofs.append(self.now.proof)
        if cid is not None:
            self.answers[cid] = (self.n - events, self.n)

    def fold(self, rows: Iterable[EventRow]) -> None:
        """Take stored events that follow on `n`. Raises `BrokenLogError` where they do not follow from each other."""
        way: _Way | None = None
        try:
            for group in _commands(rows):
                first, body = group[0]
                if first.n != self.n + 1:
                    raise BrokenLogError(f"event {self.n + 1} is missing: the next one stored is {first.n}")
                told = [part["kind"] for _, part in group]
                try:
                    if told[0] in MOVES and told[-1] in _OF_A_MOVE:
                        way = self._follow(way, first, body, told)
                    else:
                        self._arrive(way)
                        way = None
                        self._repeat(first, body, group[-1][1], told)
                except (DominoError, RefusedError, KeyError, TypeError) as problem:
                    why = type(problem).__name__  # its text may name tiles, and this one is logged
                    raise BrokenLogError(f"event {first.n} does not follow from those before it ({why})") from problem
        finally:
            self._arrive(way)

    def _arrive(self, way: _Way | None) -> None:
        """Go where a run of moves has led: only its last one leads the table anywhere."""
        if way is not None:
            self.now = self._moved(*way)

    def _follow(self, way: _Way | None, first: EventRow, body: Body, told: list[str]) -> _Way | None:
        """Take a stored move without making its events, which few ask for; how far the run of moves has come now."""
        before, move = self.position if way is None else way[2], _move_of(body)
        if before is None or before.turn != body["seat"]:
            raise RefusedError(Phrase("it is the move of another seat"))
        after = before.play(move)
        if move is DRAW and str(after.hands[body["seat"]][-1]) != body["tile"]:
            raise RefusedError(Phrase("another tile lies next in the boneyard"))
        counts, ends = "counted" in told, after.outcome is not None
        scored = counts or (not ends and after.points != before.points)
        if told != [_MOVED_BY[move.kind], *["counted"] * scored, *["ended"] * ends] or (
            counts and before.rules.count is None
        ):
            raise _otherwise(first.n, told)
        self._leave_unread(first.n, len(told), partial(events_of, before, move, after, explained=False))
        new: _Way = before, move, after
        if ends:
            self._arrive(new)
        self._done(len(told), ends, first.cid)
        return None if ends else new

    def _repeat(self, first: EventRow, body: Body, last: Body, told: list[str]) -> None:
        """Take the step that stored events came from, of which `body` is the first and `last` the last."""
        if told == ["dealt"]:
            position, proof = self._start(body), _proof_of(body)
            self._log.clear()
            self._leave_unread(first.n, 1, lambda: (_deal(position, proof),))
            self.now = self._after_deal(self.now, position, proof)
            self._done(1, False, first.cid)
            return
        step = self._repeated(body, last)
        if told != [event.kind for event in step.events]:
            raise _otherwise(first.n, told)
        self.take(step, first.cid)

    def _leave_unread(self, n: int, events: int, made: Callable[[], tuple[Event, ...]]) -> None:
        self._log.append(Unread(n, made))
        self._unread = True
        self.n += events

    def _repeated(self, body: Body, last: Body) -> Step:
        kind = body["kind"]
        step = OWN[kind].repeat(self, body) if kind in OWN else self._moved_again(body)
        if last is not body and last["kind"] == "dealt":
            return self._dealt(step, self._start(last), _proof_of(last))
        return committed(step, Pledge.from_json(last)) if last is not body and last["kind"] == COMMITTED else step

    def _moved_again(self, body: Body) -> Step:
        step = self.judge(body["seat"], _move_of(body))
        if body["kind"] == "drew" and step.events[0].data["tile"] != body["tile"]:
            raise RefusedError(Phrase("another tile lies next in the boneyard"))
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


def _deal(position: Position, proof: Fair | None) -> Event:
    """The event of a deal."""
    event = dealt(position)
    return event if proof is None else Event(event.kind, event.seat, {**event.data, "fair": proof.to_json()})


def _proof_of(body: Body) -> Fair | None:
    """What proves a stored deal."""
    fair = body.get("fair")
    return Fair.from_json(fair) if fair is not None else None


def _otherwise(n: int, told: list[str]) -> BrokenLogError:
    return BrokenLogError(f"event {n} caused {told}, and by these rules it would not")


def _move_of(body: Body) -> Move:
    """The move of a stored event."""
    kind = body["kind"]
    return DRAW if kind == "drew" else PASS if kind == "passed" else Move.parse(body["move"])


_decode: Final = msgspec.json.Decoder().decode
_FOLLOWING = ("counted", "ended")
_MOVED_BY = {"lead": "led", "play": "played", "draw": "drew", "pass": "passed"}
_OF_A_MOVE = frozenset([*MOVES, *_FOLLOWING])
_Stored = tuple[EventRow, Body]
_Way = tuple[Position, Move, Position]
"""The last of a run of moves that were followed: the position before it, the move, and the position after it."""


def _commands(rows: Iterable[EventRow]) -> Iterable[list[_Stored]]:
    """The events of each command: what it caused stands behind its first one."""
    group: list[_Stored] = []
    for row in rows:
        body = _decode(row.body)
        if group and not _follows(row, body["kind"], group[-1][1]["kind"]):
            yield group
            group = []
        group.append((row, body))
    if group:
        yield group


def _follows(row: EventRow, kind: str, before: str) -> bool:
    """Whether a stored event belongs to the command of the one before it."""
    own = OWN.get(before)
    follows = kind in _FOLLOWING or (own is not None and kind in own.brings)
    if kind == "dealt":
        return follows and row.cid is None  # somebody asked for it
    return before == "ended" if kind == COMMITTED else follows
