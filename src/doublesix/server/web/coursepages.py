"""The pages of the guided course: the lessons, and a step with what came of the learner's last move or answers.

Everything works without script: a step is a form that holds the moves that counted so far.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from doublesix.rules import Position
from doublesix.rules.legality import side_name
from doublesix.rules.phrases import Phrase, enumerated
from doublesix.server.web import figures
from doublesix.server.web.learnpages import seat_names
from doublesix.server.web.pages import render
from doublesix.server.web.rulepages import Figure, figure_of
from doublesix.study import KINDS, Assessment
from doublesix.study.course import Done, Place, after, questions, scene
from doublesix.study.guide import PIECES
from doublesix.study.lessons import LESSONS
from doublesix.study.steps import Do, Finish, Practise, Standing, Step, names_of, said, seat_of

HEADING = Phrase("Guided course")


def index(done: Done) -> str:
    """The lessons, with what is done of them."""
    return render("course_index.html", heading=HEADING, lessons=LESSONS, done=done, go_on=done.next)


def moves(place: Place, step: Step, now: Standing, done: Done, chosen: str = "") -> str:
    """A step whose task is moves, as it stands; ``chosen`` is the tile that was tried last."""
    assert isinstance(step.task, Do | Finish)
    position = now.position
    you = seat_of(position) if position.turn is not None else _learner(place)
    names = names_of(position.rules, position.players, you)
    over = position.outcome is not None
    values = {
        "tell": [said(text, _first(place)) for text in step.tell],
        "question": said(step.task.ask, _first(place)) if now.verdict != "done" else "",
        "figure": _figure(position, names, range(position.players) if over else [], you),
        "counts": _counts(position, names, you) if not over else "",
        "hand": [] if over else _hand(position, you),
        "ends": _ends(position),
        "leads": position.line.lead is None,
        "moves": ",".join(now.moves),
        "chosen": chosen,
        "verdict": "" if now.verdict == "open" and not now.moves else now.verdict,
        "told": now.told,
        "shapes": figures.shapes(range(position.rules.max_pip + 1)),
        "finish": isinstance(step.task, Finish),
        "items": (),
    }
    return _page(place, done, values)


def asked(
    place: Place, step: Step, done: Done, assessed: Assessment | None = None, given: Mapping[str, str] | None = None
) -> str:
    """A step of questions, or what the answers were worth."""
    made = questions(place)
    assert made is not None
    drilled = isinstance(step.task, Practise)
    position = made.position if drilled else scene(place)
    names: Sequence[Any] = ()
    figure = None
    if position is not None:
        seats = range(position.players) if made.seat is None else [made.seat]
        names = seat_names(position) if drilled else names_of(position.rules, position.players, seat_of(position))
        figure = figure_of(position, names, seats) if drilled else _figure(position, names, seats, seat_of(position))
    verdict = ""
    if assessed is not None:
        verdict = "done" if assessed.right == assessed.of else "partly"
    values = {
        "tell": [said(text, made.position) for text in step.tell],
        "question": made.question.called(names) if drilled else "",
        "figure": figure,
        "counts": "",
        "hand": [],
        "verdict": verdict,
        "told": (),
        "shapes": figures.shapes(range(7)),
        "finish": False,
        "items": made.items,
        "assessed": assessed,
        "given": given or {},
        "called": lambda phrase: phrase.called(names),
    }
    return _page(place, done, values)


def _page(place: Place, done: Done, values: dict[str, Any]) -> str:
    lesson = LESSONS[place.lesson]
    values |= {
        "heading": lesson.title,
        "lesson": place.lesson,
        "step": place.step,
        "number": list(LESSONS).index(place.lesson) + 1,
        "lessons": len(LESSONS),
        "steps": [
            (step.name, str(Place(place.lesson, step.name)) in done.steps, step.name == place.step)
            for step in lesson.steps
        ],
        "following": after(place),
        "last": lesson.steps[-1].name == place.step,
        "practice": [(kind, KINDS[kind].title) for kind in lesson.practice],
        "advice": [(name, PIECES[name].title) for name in lesson.advice],
    }
    return render("course.html", **{"assessed": None, "given": {}, **values})


def _first(place: Place) -> Position:
    position = scene(place)
    assert position is not None
    return position


def _learner(place: Place) -> int:
    """The learner's seat, that of the position at the beginning."""
    return seat_of(_first(place))


def _figure(position: Position, names: Sequence[Any], seats: Sequence[int], you: int) -> Figure:
    """A position drawn, with the hands of these seats, the learner's own among them."""
    drawn = figure_of(position, names, seats)
    hands = [
        (Phrase("Your tiles") if seat == you else names[seat], tiles)
        for seat, (_, tiles) in zip(seats, drawn.hands, strict=True)
    ]
    return replace(drawn, hands=tuple(hands))


def _hand(position: Position, you: int) -> list[tuple[str, Markup]]:
    """The learner's tiles, each with its picture."""
    return [(str(tile), figures.hand([(tile.high, tile.low)], str(tile))) for tile in position.hands[you]]


def _ends(position: Position) -> list[tuple[str, Phrase]]:
    """What a tile can be laid on: each side and its words; before a lead one that only says so."""
    if position.line.lead is None:
        return [("lead", Phrase("Lead"))]
    return [
        (side, Phrase("{side}: {value}", side=side_name(side), value=value)) for side, value in position.ends.items()
    ]


def _counts(position: Position, names: Sequence[Phrase], you: int) -> Phrase:
    """How many tiles lie elsewhere."""
    parts = [
        Phrase.plural("{who}: {n} tile", "{who}: {n} tiles", len(hand), who=names[seat])
        for seat, hand in enumerate(position.hands)
        if seat != you
    ]
    left = len(position.boneyard)
    parts.append(Phrase.plural("boneyard: {n} tile", "boneyard: {n} tiles", left))
    counted: Phrase = enumerated(parts)
    return counted
