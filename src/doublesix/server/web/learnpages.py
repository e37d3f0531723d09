"""The pages one learns from: the index, a drill and its assessment, a study and its answer.

Everything works without script: a drill is a form, and its number makes it again when the answers come.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from markupsafe import Markup

from doublesix.analysis.skills import SKILLS
from doublesix.rules import PRESETS, Move, Position
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import labels_of, titled
from doublesix.server.web import figures
from doublesix.server.web.pages import render, script_safe
from doublesix.server.web.rulepages import Figure, figure_of, path_of
from doublesix.server.wire import encoded
from doublesix.speech import spoken
from doublesix.study import KINDS, Assessment, Drill, tables_for
from doublesix.study.course import Done
from doublesix.study.levels import IN_A_ROW, LEVELS
from doublesix.study.progress import Progress
from doublesix.study.studies import THEMES, Study, studies


def seat_names(position: Position) -> list[Any]:
    """What the seats of a position are called."""
    labels = labels_of(position.rules, position.players)
    if labels is not None:
        return list(labels)
    return [Phrase("Seat {n}", n=seat + 1) for seat in range(position.players)]


def index(
    progress: Mapping[str, Progress], now: datetime, course: Done, mistakes: int = 0, due: int = 0, days: int = 0
) -> str:
    """The first page of learning; ``progress`` tells of each kind of drill what was practised until ``now``.

    ``course`` is what was done of the guided course; ``mistakes`` are kept of the visitor's own, and so many of them
    are ``due``; on so many ``days`` he has practised without a longer break.
    """
    found = [
        (theme, [study for study in studies().values() if study.theme == name]) for name, theme in THEMES.items()
    ]
    own = {"progress": progress, "now": now, "course": course, "mistakes": mistakes, "due": due, "days": days}
    levels = [
        (level.title, [(kind, KINDS[kind], row) for kind, row in level.rows(progress).items()], level.passed(progress))
        for level in LEVELS
    ]
    own |= {"levels": levels, "in_a_row": IN_A_ROW}
    return render("learn.html", kinds=KINDS, skills=SKILLS, themes=found, **own)


def drill(
    asked: Drill,
    assessed: Assessment | None = None,
    given: Mapping[str, str] | None = None,
    passed: bool = False,
) -> str:
    """A drill to answer, or what the answers were worth; ``passed`` says that they passed a level."""
    position = asked.position
    names = seat_names(position)
    values = {
        "drill": asked,
        "heading": KINDS[asked.kind].title,
        "figure": figure_of(position, names, None if asked.seat is None else [asked.seat]),
        "shapes": figures.shapes(range(position.rules.max_pip + 1)),
        "called": lambda phrase: phrase.called(names),
        "assessed": assessed,
        "passed": passed,
        "answer_id": secrets.token_urlsafe(9),
        "answers": Markup(script_safe(encoded(_answers(asked, names), spoken.get()))),
        "given": given or {},
        "rules_title": titled(position.rules),
        "rules_url": path_of(position.rules),
        "at": at_table(asked.kind, asked.table),
        "table": _key(asked.table),
        "tables": [
            (_key(table), PRESETS[table[0]].title, table[1], table == asked.table) for table in tables_for(asked.kind)
        ],
    }
    return render("drill.html", **values)


def at_table(kind: str, table: tuple[str, int]) -> str:
    """What the address of a drill says of its table: nothing where it is the usual one."""
    return "" if table == tables_for(kind)[0] else f"at={_key(table)}&"


def _key(table: tuple[str, int]) -> str:
    return f"{table[0]}.{table[1]}"


def _answers(asked: Drill, names: Sequence[Any]) -> dict[str, Any]:
    """What is right and why, for a page that is answered without a connection."""
    return {
        item.name: {
            "right": item.right,
            "answer": dict(item.options)[item.right].called(names),
            "why": item.why.called(names),
            "facts": [fact.called(names) for fact in item.facts],
        }
        for item in asked.items
    }


def study(shown: Study, moves: Sequence[Move], answer: Mapping[str, Any] | None = None, chosen: str = "") -> str:
    """A study with its question; with ``answer`` also what the analysis says."""
    position = shown.position
    names = seat_names(position)
    assert position.turn is not None
    told: Figure = figure_of(position, names, [position.turn])
    following = list(studies())
    after = following[(following.index(shown.id) + 1) % len(following)]
    values = {
        "study": shown,
        "heading": THEMES[shown.theme].title,
        "theme": THEMES[shown.theme],
        "figure": told,
        "shapes": figures.shapes(range(position.rules.max_pip + 1)),
        "moves": moves,
        "history": [(names[seat], "draw" if move.kind == "draw" else str(move)) for seat, move in _moves(position)],
        "who": names[position.turn],
        "answer": answer,
        "chosen": chosen,
        "after": after,
        "rules_title": titled(position.rules),
        "rules_url": path_of(position.rules),
        "position": position,
    }
    return render("study.html", **values)


def told(found: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with its losses in words."""
    rows = [(move, win, tie, points(*behind) if behind[0] else "") for move, win, tie, behind in found["rows"]]
    return {**found, "rows": rows}


def points(value: float, low: float, high: float) -> Phrase:
    """A loss with its interval in words."""
    number = spoken.get().number
    return Phrase(
        "{n} points ({low} to {high})",
        n=number(round(100 * value, 1)),
        low=number(round(100 * low, 1)),
        high=number(round(100 * high, 1)),
    )


def _moves(position: Position) -> Sequence[tuple[int, Move]]:
    return list(zip(position.turns, position.moves, strict=True))
