"""The steps of a lesson: something said, a position, and a task on it that the rules judge.

A task is a move that shows something, a round played to its end, or questions. Where it stands follows from the
position and from what the learner did so far, so nothing needs to be kept between two moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from doublesix.analysis import leaves
from doublesix.errors import BadNotation
from doublesix.players import make_player
from doublesix.rules import PRESETS, Move, Position, Rules, end_reasons, why_illegal
from doublesix.rules.explain import move_reasons
from doublesix.rules.legality import in_short, shortly
from doublesix.rules.phrases import Phrase, Who
from doublesix.rules.telling import drew, laid, passed
from doublesix.study.items import Item

Text = Phrase | Callable[[Position], Phrase]
"""A sentence, or one that takes its numbers and tiles from the position."""
Claim = Callable[[Position], bool]
"""Whether a position is what the step says it is."""


class Do(NamedTuple):
    """Make a move that shows something. Draws and passes on the way to it are part of it."""

    ask: Text
    goal: Callable[[Position, Move, Position], bool]
    """Whether a move does it, from the position before it and the one after."""
    hint: Phrase = Phrase("")
    """What to say of a move that is allowed but not the one."""


class Finish(NamedTuple):
    """Play the round to its end against computer players."""

    ask: Text
    level: str = "normal"


class Ask(NamedTuple):
    """Answer questions."""

    items: Callable[..., list[Item]]
    """Of the position; of None where the step shows none."""


class Practise(NamedTuple):
    """Answer a drill."""

    kind: str
    number: int


Task = Do | Finish | Ask | Practise


class Step(NamedTuple):
    """One thing to understand."""

    name: str
    tell: tuple[Text, ...]
    task: Task
    rules: str = ""
    """The preset whose round is shown; empty where a drill brings its own, or where nothing is shown."""
    players: int = 2
    claim: Claim = lambda _position: True
    """What the position has to be so that everything said of it is true."""


class Lesson(NamedTuple):
    """A lesson of the course."""

    title: Phrase
    about: Phrase
    steps: tuple[Step, ...]
    practice: tuple[str, ...] = ()
    """The kinds of drills to go on with."""
    advice: tuple[str, ...] = ()
    """The pieces of advice of the guide that belong to it."""


class Standing(NamedTuple):
    """Where a task of moves stands."""

    position: Position
    moves: tuple[str, ...]
    """The learner's own moves that count."""
    verdict: str
    """`open`, `done`, `again` (allowed, but not the one) or `refused`."""
    told: tuple[Phrase, ...]
    """What happened and why, in order."""


def said(text: Text, position: Position) -> Phrase:
    """A text about a position."""
    return text if isinstance(text, Phrase) else text(position)


def seat_of(position: Position) -> int:
    """The learner's seat: of a round that is over the first."""
    return 0 if position.turn is None else position.turn


_WEST, _NORTH, _EAST = Phrase("West"), Phrase("North"), Phrase("East")
NEIGHBOURS: Final[dict[int, tuple[Phrase, ...]]] = {
    2: (Phrase("Computer"),),
    3: (_WEST, _EAST),
    4: (_WEST, _NORTH, _EAST),
}
"""The other seats in order of play."""
PARTNER: Final = Phrase("Partner")
YOU: Final = Phrase("You")


def names_of(rules: Rules, players: int, you: int) -> list[Phrase]:
    """What the learner calls the seats."""
    others = list(NEIGHBOURS[players])
    if rules.partners:
        others[1] = PARTNER
    names = [YOU, *others]
    return [names[(seat - you) % players] for seat in range(players)]


def begin(position: Position) -> Standing:
    """Before the first move."""
    return Standing(position, (), "open", ())


def follow(step: Step, position: Position, moves: Sequence[str]) -> Standing:
    """After moves of the learner that counted. Raises `ValueError` where one of them did not."""
    now = begin(position)
    for text in moves:
        now = attempt(step, now, text)
        if now.verdict in ("again", "refused"):
            raise ValueError("These moves do not belong to this task.")
    return now


def attempt(step: Step, now: Standing, text: str) -> Standing:
    """What comes of one more move of the learner, written as in a record."""
    before = now.position
    you = seat_of(before)
    names = names_of(before.rules, before.players, you)
    try:
        move = Move.parse(text)
    except BadNotation:
        return now._replace(verdict="refused", told=(Phrase("That is not a move."),))
    refusal = why_illegal(before, move)
    if refusal is not None:
        return now._replace(verdict="refused", told=(in_short(refusal).called(names, you),))
    after = before.play(move)
    told = [phrase.called(names, you) for phrase in _reasons(before, move, after)]
    if isinstance(step.task, Finish):
        after, more = _replies(after, you, step.task.level)
        told += [phrase.called(names, you) for phrase in more]
        verdict = "open" if after.outcome is None else "done"
        return Standing(after, (*now.moves, str(move)), verdict, tuple(told))
    assert isinstance(step.task, Do)
    if step.task.goal(before, move, after):
        ended = _settled(after)
        if ended.outcome is not None and after.outcome is None:
            told += [reason.text.called(names, you) for reason in end_reasons(ended)]
        return Standing(ended, (*now.moves, str(move)), "done", tuple(told))
    if move.tile is None and before.forced is not None:
        return Standing(after, (*now.moves, str(move)), "open", tuple(told))
    return now._replace(verdict="again", told=(step.task.hint, *told))


def _reasons(before: Position, move: Move, after: Position) -> list[Phrase]:
    """What to know of the learner's own move: why, what it scored and ended, else what it leaves."""
    assert before.turn is not None
    reasons = [reason.text for reason in move_reasons(before, move, after) if not reason.code.startswith("leads-")]
    if move.kind == "draw":
        drawn = after.moves[-1].tile
        return [*reasons, drew(Who(before.turn), drawn, len(after.boneyard))]
    if move.kind == "pass" or after.outcome is not None:
        return reasons
    return [shortly(leaves(before.view(before.turn), move)), *reasons]


def _settled(position: Position) -> Position:
    """The position after passes that nobody can avoid, where they end the round; else as it is."""
    after = position
    while after.outcome is None and after.forced is not None and after.forced.kind == "pass":
        after = after.play(after.forced)
    return after if after.outcome is not None else position


def _replies(position: Position, you: int, level: str) -> tuple[Position, list[Phrase]]:
    """The moves of the others until it is the learner's turn again or the round is over."""
    told: list[Phrase] = []
    while position.turn is not None and position.turn != you:
        seat = position.turn
        move = make_player(level, 1).choose(position.view(seat))
        before, position = position, position.play(move)
        told += _happened(before, move, position)
    return position, told


def _happened(before: Position, move: Move, after: Position) -> list[Phrase]:
    """A move of another seat, as everybody sees it."""
    assert before.turn is not None
    who = Who(before.turn)
    if move.kind == "draw":
        did = drew(who, None, len(after.boneyard))
    else:
        did = passed(who) if move.kind == "pass" else laid(who, move, after.ends)
    reasons = [reason.text for reason in move_reasons(before, move, after)]
    ends = reasons if after.outcome is not None else []
    return [did, *ends]


def starts(step: Step) -> bool:
    """Whether the step shows a position of its own."""
    return step.rules in PRESETS
