"""Analysis and review as jobs for workers: texts and numbers in, values for JSON out."""

from __future__ import annotations

import random
from typing import Any, Final

from doublesix.analysis import WORLDS, Decision, analyse, facts
from doublesix.analysis.knowledge import knowledge_json, leaves_json
from doublesix.analysis.luck import Worth, luck
from doublesix.analysis.parts import own_moves, review_part
from doublesix.analysis.skills import SKILLS, shows
from doublesix.analysis.standing import standings
from doublesix.analysis.truth import truth
from doublesix.kernel import compiled
from doublesix.notation.record import MatchRecord, Record, read_record
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Position, View
from doublesix.rules.phrases import Phrase
from doublesix.study.chances import key_of, worked
from doublesix.study.guide import shown
from doublesix.study.mistakes import mistake_of
from doublesix.study.names import names_of
from doublesix.study.studies import studies

Json = dict[str, Any]

REVIEW_WORLDS: Final = WORLDS if compiled else 60
"""Worlds a decision of a review; with a slow engine the intervals are wider, and say so."""
SECOND_LOOK: Final = 10_000 if compiled else 120
"""Worlds in which a mistake is looked at once more before it is kept."""
STAGES: Final = (100, 400, 1600, 6400) if compiled else (12, 48)
"""Worlds of an analysis that improves while one watches."""


def rounds_moves(record: Json, number: int, seat: int) -> list[int]:
    """The moves of `seat` in a round that is over. Raises `ValueError` with a sentence where that cannot be."""
    positions = _positions(record, number)
    if positions[-1].outcome is None:
        raise ValueError(Phrase("A review is of a round that is over."))
    if not 0 <= seat < positions[-1].players:
        raise ValueError(Phrase("The seat is from 0 to {last}.", last=positions[-1].players - 1))
    return own_moves(positions, seat)


def review_job(record: Json, number: int, at: int, worlds: int, seed: int, keep: bool = False) -> Json:
    """One decision: the contract's shape, with `worth` for the best move and the move played.

    Where mistakes are to be kept also `mistake`: its id and text, null where it is none.
    """
    read = read_record(record)
    positions = _round(read, number)
    decision, (best, played) = review_part(positions, at, worlds, seed)
    names = names_of(read)
    facts = [fact.called(names) for fact in decision.facts]
    kept = {"mistake": _mistake(decision, positions[at].view(decision.seat), names, f"{seed}/{at}")} if keep else {}
    model = None if decision.analysis is None else decision.analysis.model
    told = {"facts": facts, "skills": _skills(decision, positions[at], names), "model": model}
    return decision.to_json() | told | {"worth": {"best": list(best), "played": list(played)}} | kept


def _skills(decision: Decision, before: Position, names: list[str]) -> Json:
    """What the decision shows of each skill that it asked something of."""
    if decision.verdict == "forced":
        return {}
    view = before.view(decision.seat)
    shown = {skill: shows(skill, view, decision.played) for skill in SKILLS}
    return {skill: said.called(names) for skill, said in shown.items() if said is not None}


def _mistake(decision: Decision, view: View, names: list[str], seed: str) -> list[str] | None:
    """The decision as a mistake to practise, looked at once more: its id and text. None where that is in doubt."""
    found = mistake_of(decision, view, names, random.Random(seed), Thinking(Limit(worlds=SECOND_LOOK), None))
    return None if found is None else [found.id, found.to_text()]


def luck_of(record: Json, number: int, seat: int, worths: dict[int, Worth]) -> Json:
    """Skill and luck of a seat in a finished round."""
    return luck(_positions(record, number), seat, worths.__getitem__).to_json()


def truth_of(record: Json, number: int, seat: int) -> Json:
    """What was hidden from a seat: the `hands` dealt, and `after` each of its choices what the others held."""
    read = read_record(record)
    positions, names = _round(read, number), names_of(read)
    after = [[one.at, [sentence.called(names) for sentence in one.told]] for one in truth(positions, seat)]
    return {"hands": [[str(tile) for tile in hand] for hand in positions[0].hands], "after": after}


def view_at(record: Json, number: int, at: int) -> View:
    """What the seat to move knew before move `at`. Raises `ValueError` where nobody was to move."""
    positions = _positions(record, number)
    if not 0 <= at < len(positions) or positions[at].turn is None:
        raise ValueError(Phrase("Nobody was to move there."))
    turn = positions[at].turn
    assert turn is not None
    return positions[at].view(turn)


def analysis_job(view: View, worlds: int, seed: int) -> Json:
    """The analysis of a view in so many worlds, and how its moves stand, from the best down."""
    *_, found = analyse(view, random.Random(seed), Thinking(Limit(worlds=worlds), None))
    stand = [[str(move), one.word, *one.behind] for move, one in standings(found).items()]
    return found.to_json() | {"standing": stand}


def knowledge_job(view: View) -> Json:
    """What the seat knows of the tiles it does not see, and what each of its plays leaves."""
    return knowledge_json(view) | {"leaves": leaves_json(view)}


def _positions(record: Json, number: int) -> list[Position]:
    return _round(read_record(record), number)


def _round(record: Record | MatchRecord, number: int) -> list[Position]:
    played = record.rounds_played()
    if number >= len(played):
        raise ValueError(Phrase("The record has no round {n}.", n=number + 1))
    return played[number]


def study_job(name: str) -> Json:
    """The answer of a study as its page shows it: the moves from the best down, and the facts that bear on them."""
    return _answer(studies()[name].record, name)


def guide_job(advice: str, at: int) -> Json:
    """The same for a position of the strategy guide."""
    return _answer(shown()[advice][at].record, key_of(advice, at))


def _answer(record: Record, key: str) -> Json:
    position, found = record.last(), worked()[key]
    assert position.turn is not None
    names = names_of(record)
    best, worst = found.rows[0].move, found.rows[-1].move
    told = [fact.called(names) for fact in facts(position.view(position.turn), best, worst)]
    rows = [(str(row.move), row.win, row.tie, row.behind) for row in found.rows]
    return {"model": found.model.text, "exact": found.model.exact, "worlds": found.deals, "rows": rows, "facts": told}
