"""`doublesix review FILE`: every decision of a round, judged by what its seat could know, with intervals.

`--truth` tells afterwards, apart from that, what was hidden, and how much of the result was luck.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any, NamedTuple

from doublesix.analysis import WORLDS, Decision, Model, review
from doublesix.analysis.skills import SKILLS, Answer, Reason, aims_in, reasons_in, shows
from doublesix.cli.afterwards import afterwards, tell_truth
from doublesix.cli.analyse import add_options, model_of
from doublesix.cli.common import Subparsers, each_record, limit_of, write_json
from doublesix.cli.progress import Progress
from doublesix.errors import BadRecord
from doublesix.notation import Entry, MatchRecord
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import Position
from doublesix.rules.phrases import Phrase


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("review", help="judge the decisions of a round", description=__doc__)
    add_options(parser, seat="only the decisions of this seat", worlds=f"most worlds for a decision ({WORLDS})")
    parser.add_argument("--skill", choices=list(SKILLS), help="answer on this skill first")
    parser.add_argument("--truth", action="store_true", help="afterwards what was hidden, and skill and luck")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the review of each record, of a match round by round."""
    limit = limit_of(args) or Limit(worlds=WORLDS)

    def answer(entry: Entry) -> None:
        for positions, reasons in _rounds(entry):
            players = positions[-1].players
            if args.seat is not None and not 0 <= args.seat < players:
                raise BadRecord(f"--seat is 0 to {players - 1}, not {args.seat}")
            rng = random.Random(args.seed)
            found = _decisions(positions, rng, limit, args.seat, model_of(args))
            skills = _skills(found, positions, reasons, args.skill)
            after = afterwards(found, positions, rng, limit) if args.truth else []
            if args.json:
                told = {"decisions": [decision.to_json() for decision in found], "skills": _skills_json(skills)}
                write_json(told | ({"truth": [one.to_json() for one in after]} if args.truth else {}))
            else:
                _tell_skills(skills)
                _tell(found)
                for one in after:
                    tell_truth(one, positions)

    return each_record(args.file, answer, as_json=args.json)


def _rounds(entry: Entry) -> list[tuple[list[Position], dict[int, Reason]]]:
    """The rounds, each with the reasons that its players gave."""
    if entry.error is not None:
        raise entry.error
    record = entry.record
    assert record is not None
    rounds = record.rounds if isinstance(record, MatchRecord) else (record,)
    return [
        (positions, reasons_in(one.extras.get("comments")))
        for positions, one in zip(record.rounds_played(), rounds, strict=True)
    ]


class Worked(NamedTuple):
    """What a seat worked on, and the decisions that asked for it: each with what it shows, and the reason given."""

    seat: int
    skill: str
    shown: list[tuple[Decision, Phrase, str]]

    @property
    def answer(self) -> Answer:
        """How they went."""
        return Answer.to(decision for decision, *_ in self.shown)


def _skills(
    found: list[Decision], positions: list[Position], reasons: dict[int, Reason], asked: str | None
) -> list[Worked]:
    """What each seat worked on: what it named in its reasons, or what is asked for."""
    turns = positions[-1].turns
    aims = aims_in(reasons, turns) if asked is None else dict.fromkeys(sorted({one.seat for one in found}), asked)
    worked = []
    for seat, skill in sorted(aims.items()):
        own = [decision for decision in found if decision.seat == seat and decision.verdict != "forced"]
        shown = [(one, shows(skill, positions[one.at].view(seat), one.played)) for one in own]
        bearing = [(one, said, _reason(reasons, one.at)) for one, said in shown if said is not None]
        worked.append(Worked(seat, skill, bearing))
    return worked


def _reason(reasons: dict[int, Reason], at: int) -> str:
    return reasons[at].text if at in reasons else ""


def _skills_json(worked: list[Worked]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "seat": one.seat,
            "skill": one.skill,
            "of": one.answer.of,
            "good": one.answer.good,
            "worse": one.answer.worse,
            "too-close": one.answer.close,
            "decisions": [{"at": each.at, "shows": said, "reason": reason} for each, said, reason in one.shown],
        }
        for one in worked
    ]


def _tell_skills(worked: list[Worked]) -> None:
    """What each seat worked on, win or lose, before anything else."""
    for one in worked:
        answer = one.answer
        counts = f"{answer.good} best or as good, {answer.worse} worse, {answer.close} too close to call"
        print(f"Seat {one.seat} worked on: {SKILLS[one.skill]}. {answer.of} decisions asked for it: {counts}.")
        for decision, said, reason in one.shown:
            print(f"  move {decision.at}, {decision.played}: {decision.verdict}. {said}.")
            if reason:
                print(f"      the reason given: {reason}")


def _decisions(
    positions: list[Position], rng: random.Random, limit: Limit, seat: int | None, model: Model | None
) -> list[Decision]:
    progress = Progress(len(positions), "moves")
    found = []
    for decision in review(positions, rng, lambda: Thinking(limit, time.perf_counter), seat, model):
        found.append(decision)
        progress.step(decision.at)
    progress.close()
    return found


def _tell(found: list[Decision]) -> None:
    """The decisions that cost most first; forced moves are left out of every count."""
    free = [decision for decision in found if decision.verdict != "forced"]
    models = dict.fromkeys(decision.analysis.model for decision in free if decision.analysis is not None)
    print(f"{len(free)} decisions and {len(found) - len(free)} forced moves; {' / '.join(models)}")
    for decision in sorted(free, key=lambda decision: -decision.loss.value):
        loss = decision.loss
        best = " ".join(map(str, decision.best))
        print(
            f"  move {decision.at}, seat {decision.seat}: {decision.played} {decision.verdict}, "
            f"{loss.value:.1%} behind [{loss.low:.1%}, {loss.high:.1%}]; best or level: {best}"
        )
        if decision.verdict in ("inaccuracy", "mistake", "blunder"):
            for fact in decision.facts:
                print(f"      {fact}")
