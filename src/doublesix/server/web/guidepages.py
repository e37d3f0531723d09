"""The pages of the strategy guide: the pieces of advice, and one with what it is worth and positions to think about.

No number stands here: they are those of `doublesix.study.measured`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from doublesix.players.advice import LOT
from doublesix.rules import Move, preset
from doublesix.rules.phrases import Phrase
from doublesix.rules.presets import titled
from doublesix.server.web import figures
from doublesix.server.web.learnpages import seat_names
from doublesix.server.web.learnpages import told as in_words
from doublesix.server.web.pages import render
from doublesix.server.web.rulepages import Figure, figure_of, path_of
from doublesix.speech import spoken
from doublesix.study.guide import ALL, PIECES, Shown, shown
from doublesix.study.measured import TOGETHER, Measured, Span, results

HEADING = Phrase("Strategy guide")
VERDICTS: Final[Mapping[str, Phrase]] = {
    "helps": Phrase("helps"),
    "hurts": Phrase("hurts"),
    "open": Phrase("nothing proved"),
}
HOWS: Final[tuple[tuple[str, Phrase, Phrase], ...]] = (
    (
        "follow",
        Phrase("Who follows it and nothing else"),
        Phrase("Against players who play any tile that fits."),
    ),
    (
        "always",
        Phrase("A good player who always follows it"),
        Phrase("Against players as good who are free to choose. This is the price of following blindly."),
    ),
    (
        "never",
        Phrase("A good player who never follows it"),
        Phrase(
            "Against players as good who are free to choose. Any narrower choice loses something: compare it with "
            "never playing a tile drawn by lot."
        ),
    ),
)
WIDE, TALL = 150, 18
"""Pixels of an interval's picture."""


class Row(NamedTuple):
    """A comparison as the page shows it."""

    table: Phrase | str
    url: str
    seats: int
    deals: int
    value: str
    """In rounds of a hundred; in points a round where the open ends of all tables that it stands among pay."""
    span: Phrase
    beside: str
    """The same in points, or where those stand first in rounds; empty where nothing pays."""
    verdict: str
    bar: Markup
    lot: str
    """The same with a tile drawn by lot in place of the advice; empty where that was not measured."""


def index() -> str:
    """The pieces of advice, each with how it does at every table."""
    pieces = [(name, piece, *_summary(results().of(name))) for name, piece in PIECES.items()]
    return render(
        "guide_index.html", heading=HEADING, pieces=pieces, all=ALL, together=_summary(results().of(TOGETHER))
    )


def piece(
    name: str, chosen: Mapping[int, str] | None = None, answers: Mapping[int, Mapping[str, Any]] | None = None
) -> str:
    """A piece of advice; ``answers`` holds what the analysis says of the positions that were answered."""
    rows = [
        (how, heading, note, all(one.pays for one in found), _rows(found))
        for how, heading, note in HOWS
        if (found := results().of(name, how))
    ]
    positions = [_position(at, one, answers or {}, chosen or {}) for at, one in enumerate(shown()[name])]
    following = list(PIECES)
    return render(
        "guide.html",
        name=name,
        heading=PIECES[name].title,
        piece=PIECES[name],
        summary=_summary(results().of(name))[0],
        measured=rows,
        verdicts=VERDICTS,
        positions=positions,
        shapes=figures.shapes(range(10)),
        about=results().about,
        after=following[(following.index(name) + 1) % len(following)],
    )


def _summary(found: Sequence[Measured]) -> tuple[Phrase, Markup]:
    """At how many tables it helps, and a picture with a mark for each."""
    counts = Counter(one.verdict for one in found)
    pays = all(one.pays for one in found)
    values = [_shown(one, pays).value for one in found]
    told = {"low": signed(min(values)), "high": signed(max(values)), "n": len(found)}
    told |= {"helps": counts["helps"], "hurts": counts["hurts"], "open": counts["open"]}
    if pays:
        text = Phrase(
            "{low} to {high} points a round. Of {n} tables: {helps} where it helps, {hurts} where it hurts, "
            "{open} where nothing is proved.",
            **told,
        )
    else:
        text = Phrase(
            "{low} to {high} rounds of a hundred. Of {n} tables: {helps} where it helps, {hurts} where it hurts, "
            "{open} where nothing is proved.",
            **told,
        )
    return text, _marks([(_shown(one, pays), one.verdict) for one in found])


def _shown(one: Measured, pays: bool) -> Span:
    """The measure in which a comparison is shown: points where all tables that it stands among pay."""
    return one.points_a_round if pays else one.of_a_hundred


def _rows(found: Sequence[Measured]) -> list[Row]:
    """The comparisons of one way to play."""
    pays = all(one.pays for one in found)
    reach = _reach(_shown(one, pays) for one in found)
    return [_row(one, pays, reach) for one in found]


def _row(one: Measured, pays: bool, reach: float) -> Row:
    span, other = _shown(one, pays), _shown(one, not pays)
    rules = preset(one.rules)
    lot = results().at(LOT, one.how, one.rules, one.seats)
    return Row(
        titled(rules),
        path_of(rules),
        one.seats,
        one.deals,
        signed(span.value),
        _interval(span),
        Phrase("{value} ({span})", value=signed(other.value), span=_interval(other)) if one.pays else "",
        one.verdict,
        _bar(span, one.verdict if span.verdict == one.verdict else "open", reach),
        signed(lot.of_a_hundred.value) if lot is not None else "",
    )


def signed(value: float) -> str:
    """A difference with its sign and one digit, in the reader's language."""
    rounded = round(value, 1)
    return f"{'+' if rounded > 0 else ''}{spoken.get().number(rounded)}"


def _interval(span: Span) -> Phrase:
    return Phrase("{low} to {high}", low=signed(span.low), high=signed(span.high))


def _reach(spans: Iterable[Span]) -> float:
    """How far from zero the picture has to go."""
    return max((max(abs(span.low), abs(span.high)) for span in spans), default=1.0)


def _x(value: float, reach: float) -> float:
    return WIDE / 2 + (WIDE / 2 - 4) * max(-1.0, min(1.0, value / reach))


def _bar(span: Span, verdict: str, reach: float) -> Markup:
    """An interval about zero; its numbers stand beside it, so it says nothing by itself."""
    left, right, mid = (_x(value, reach) for value in (span.low, span.high, span.value))
    return Markup(
        f'<svg class="bar {verdict}" viewBox="0 0 {WIDE} {TALL}" width="{WIDE}" height="{TALL}" aria-hidden="true">'
        f'<path class="zero" d="M{WIDE / 2:g} 0V{TALL}"/><path class="span" d="M{left:.1f} {TALL / 2:g}H{right:.1f}"/>'
        f'<circle cx="{mid:.1f}" cy="{TALL / 2:g}" r="4"/></svg>'
    )


SCALE: Final = 30.0
"""Rounds of a hundred, or points a round, to either side of zero in the pictures that compare pieces of advice."""


def _marks(found: Iterable[tuple[Span, str]]) -> Markup:
    """A mark for each table on one scale about zero, with its verdict's colour."""
    marks = "".join(
        f'<path class="{verdict}" d="M{_x(span.value, SCALE):.1f} 3V{TALL - 3}"/>' for span, verdict in found
    )
    return Markup(
        f'<svg class="marks" viewBox="0 0 {WIDE} {TALL}" width="{WIDE}" height="{TALL}" aria-hidden="true">'
        f'<path class="zero" d="M{WIDE / 2:g} 0V{TALL}"/>{marks}</svg>'
    )


class Asked(NamedTuple):
    """A position to think about."""

    at: int
    shown: Shown
    who: Any
    figure: Figure
    rules_title: str
    rules_url: str
    moves: Sequence[Move]
    history: Sequence[tuple[Any, Move]]
    hands: Sequence[int]
    boneyard: int
    chosen: str
    answer: Mapping[str, Any] | None


def _position(at: int, one: Shown, answers: Mapping[int, Mapping[str, Any]], chosen: Mapping[int, str]) -> Asked:
    position = one.position
    names = seat_names(position)
    assert position.turn is not None
    return Asked(
        at,
        one,
        names[position.turn],
        figure_of(position, names, [position.turn]),
        titled(position.rules),
        path_of(position.rules),
        position.legal_moves,
        [(names[seat], _public(move)) for seat, move in zip(position.turns, position.moves, strict=True)],
        [len(hand) for hand in position.hands],
        len(position.boneyard),
        chosen.get(at, ""),
        in_words(answers[at]) if at in answers else None,
    )


def _public(move: Move) -> Move:
    """A move as everybody saw it."""
    return Move("draw") if move.kind == "draw" else move
