"""The pages of one's own mistakes: the box, and a position to answer again, as its seat saw it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from doublesix.rules import Move
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import labels_of, titled
from doublesix.server.sentences import with_you
from doublesix.server.web import figures
from doublesix.server.web.learnpages import points
from doublesix.server.web.pages import render
from doublesix.server.web.rulepages import path_of, seen
from doublesix.study.box import Card
from doublesix.study.mistakes import Choice, Mistake

VERDICTS: Mapping[str, Phrase] = {
    "inaccuracy": Phrase("an inaccuracy"),
    "mistake": Phrase("a mistake"),
    "blunder": Phrase("a blunder"),
}


def box(cards: Mapping[str, Card], now: datetime) -> str:
    """All cards in the order in which they are met; how many are due ``now``."""
    rows = [
        (name, card, titled(card.mistake.view.rules), VERDICTS[card.mistake.verdict], card.due(now))
        for name, card in cards.items()
    ]
    return render("mistakes.html", rows=rows, due=sum(due for *_, due in rows))


def drill(name: str, mistake: Mistake, answer: str = "", left: int = 0) -> str:
    """A mistake to answer; with ``answer`` what that is worth, and how many are ``left`` that are due."""
    view = mistake.view
    labelled = bool(labels_of(view.rules, view.players))
    names = mistake.names if labelled else with_you(mistake.names, view.seat)
    values = {
        "name": name,
        "mistake": mistake,
        "heading": Phrase("Your move again"),
        "figure": seen(view, names, yours=not labelled),
        "shapes": figures.shapes(range(view.rules.max_pip + 1)),
        "who": names[view.seat] if labelled else "",
        "history": [
            (names[seat], "draw" if move.kind == "draw" and seat != view.seat else str(move))
            for seat, move in zip(view.turns, view.moves, strict=True)
        ],
        "hands": view.hand_sizes,
        "boneyard": view.boneyard,
        "moves": view.legal,
        "answer": answer,
        "good": answer in map(str, mistake.good),
        "best": [str(move) for move in mistake.good],
        "verdict": VERDICTS[mistake.verdict],
        "rows": [_row(choice, mistake.played) for choice in mistake.choices],
        "left": left,
        "rules_title": titled(view.rules),
        "rules_url": path_of(view.rules),
    }
    return render("mistake.html", **values)


def _row(choice: Choice, played: Move) -> tuple[str, float, float, str, bool]:
    """A legal move in the table of the answer: its text, its chances, what it is behind, and whether it was played."""
    value, low, high = choice.behind
    span = points(value, low, high) if value else ""
    return str(choice.move), choice.win, choice.tie, span, choice.move == played
