"""Skills that one can work on in a round: reasons given for moves, and what a decision shows of the skill.

A reason stands in the record as the comment on its move and begins with the skill in brackets: `[ends] keeps two that
fit`. What is told of a decision is read off the view of the seat that made it: public facts and its own hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from doublesix.analysis.facts import answers, ends_after, unseen_of
from doublesix.analysis.review import Decision
from doublesix.inference import voids
from doublesix.rules.moves import Move
from doublesix.rules.phrases import Phrase, Who
from doublesix.rules.view import View

_TAG: Final = re.compile(r"\[(\w+)\]\s*(.*)", re.DOTALL)


class Reason(NamedTuple):
    """Why a move was made, as its player said it; the text may be empty."""

    skill: str
    text: str

    def to_comment(self) -> str:
        """As the record keeps it."""
        return f"[{self.skill}] {self.text}".rstrip()


def read_reason(comment: str) -> Reason | None:
    """The reason that a comment holds; None for other comments."""
    found = _TAG.fullmatch(comment.strip())
    return Reason(found[1], found[2]) if found is not None and found[1] in SKILLS else None


def reasons_in(comments: object) -> dict[int, Reason]:
    """The reasons among a record's comments, by the index of the move."""
    if isinstance(comments, Mapping):
        pairs: Iterable[tuple[Any, Any]] = comments.items()
    else:
        pairs = enumerate(comments if isinstance(comments, list) else ())
    read = {int(at): read_reason(text) for at, text in pairs if text}
    return {at: reason for at, reason in read.items() if reason is not None}


def aims_in(reasons: Mapping[int, Reason], turns: Sequence[int]) -> dict[int, str]:
    """What each seat worked on, by seat: the skill that it named most often."""
    named: dict[int, Counter[str]] = {}
    for at, reason in reasons.items():
        if at < len(turns):
            named.setdefault(turns[at], Counter())[reason.skill] += 1
    return {seat: counts.most_common(1)[0][0] for seat, counts in named.items()}


def shows(skill: str, view: View, played: Move) -> Phrase | None:
    """What a decision shows of a skill; None where it asked nothing of it."""
    return _SHOWN[skill](view, played, [move for move in view.legal if move.kind != "draw"])


class Answer(NamedTuple):
    """How the decisions went that asked something of a skill."""

    of: int
    good: int
    """The best move, or one as good."""
    worse: int
    """Surely worse."""

    @property
    def close(self) -> int:
        """Too close to call."""
        return self.of - self.good - self.worse

    @staticmethod
    def to(decisions: Iterable[Decision]) -> Answer:
        """The answer to these decisions."""
        verdicts = [decision.verdict for decision in decisions]
        good = sum(verdict in ("best", "equal") for verdict in verdicts)
        return Answer(len(verdicts), good, len(verdicts) - good - verdicts.count("too-close"))


# --- what a decision shows -------------------------------------------------------------------------------------------


def _kept(view: View, played: Move, plays: Sequence[Move]) -> Phrase | None:
    """Both ends: own tiles that fit afterwards."""
    counts = {answers(view, move) for move in plays}
    if len(counts) < 2:
        return None
    kept, most = answers(view, played), max(counts)
    if kept == most:
        return Phrase.plural(
            "You kept {n} tile that fits, as many as you could",
            "You kept {n} tiles that fit, as many as you could",
            kept,
        )
    return Phrase.plural(
        "You kept {n} tile that fits; another move would have kept {most}",
        "You kept {n} tiles that fit; another move would have kept {most}",
        kept,
        most=most,
    )


def _drawn(view: View, played: Move, plays: Sequence[Move]) -> Phrase | None:
    """Drawing: whether the next turn begins with a tile that fits."""
    if not view.rules.draws or not view.drawable:
        return None
    if played.kind == "draw":
        return Phrase("You drew although a tile fitted") if plays else None
    if len({answers(view, move) > 0 for move in plays}) < 2:
        return None
    if answers(view, played):
        return Phrase("You kept a tile that fits; other moves would have left you to draw")
    return Phrase("You kept no tile that fits, although you could have: unless the ends change, you have to draw")


def _counted(view: View, played: Move, plays: Sequence[Move]) -> Phrase | None:
    """Counting: how many unseen tiles fit the ends that are left."""
    counts = {unseen_of(view, ends_after(view, move)) for move in plays}
    if len(counts) < 2 or played.kind == "draw":
        return None
    left, fewest = unseen_of(view, ends_after(view, played)), min(counts)
    if left == fewest:
        return Phrase.plural(
            "{n} unseen tile fits the ends you left, the fewest you could leave",
            "{n} unseen tiles fit the ends you left, the fewest you could leave",
            left,
        )
    return Phrase.plural(
        "{n} unseen tile fits the ends you left; the fewest you could leave were {fewest}",
        "{n} unseen tiles fit the ends you left; the fewest you could leave were {fewest}",
        left,
        fewest=fewest,
    )


def _blocked(view: View, played: Move, plays: Sequence[Move]) -> Phrase | None:
    """Blocking: plays that leave the next opponent only numbers that it has shown to lack."""
    own = view.rules.side(view.seat, view.players)
    following = [(view.seat + step) % view.players for step in range(1, view.players)]
    other = next(seat for seat in following if seat not in own)
    known = set(voids(view, other))
    shut = [move for move in plays if known and set(ends_after(view, move)) <= known]
    if not shut or len(shut) == len(plays):
        return None
    if played in shut:
        return Phrase("You left {who} only numbers that it has shown to lack", who=Who(other))
    return Phrase(
        "{move} would have left {who} only numbers that it has shown to lack", move=shut[0], who=Who(other)
    )


def _shed(_view: View, played: Move, plays: Sequence[Move]) -> Phrase | None:
    """Pips: how heavy the tile was among those that fitted."""
    weights = {move.tile.pips for move in plays if move.tile is not None}
    if len(weights) < 2:
        return None
    most = max(weights)
    shed = played.tile.pips if played.tile is not None and played.kind != "draw" else 0
    if shed == most:
        return Phrase.plural(
            "You shed {n} pip, the heaviest tile that fitted", "You shed {n} pips, the heaviest tile that fitted", shed
        )
    return Phrase.plural(
        "You shed {n} pip; the heaviest tile that fitted had {most}",
        "You shed {n} pips; the heaviest tile that fitted had {most}",
        shed,
        most=most,
    )


_SHOWN: Final[Mapping[str, Callable[[View, Move, Sequence[Move]], Phrase | None]]] = {
    "ends": _kept,
    "drawing": _drawn,
    "counting": _counted,
    "blocking": _blocked,
    "pips": _shed,
}
SKILLS: Final[Mapping[str, Phrase]] = {
    "ends": Phrase("Both ends"),
    "drawing": Phrase("Drawing"),
    "counting": Phrase("Counting"),
    "blocking": Phrase("Blocking"),
    "pips": Phrase("Pips"),
}
"""What they are called, in the order of the course."""
