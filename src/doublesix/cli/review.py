"""`doublesix review FILE`: every decision of a round, judged by what its seat could know, with intervals."""

from __future__ import annotations

import argparse
import random
import time

from doublesix.analysis import WORLDS, Decision, Model, review
from doublesix.analysis.skills import SKILLS, Answer, Reason, aims_in, reasons_in, shows
from doublesix.cli.analyse import add_options, model_of
from doublesix.cli.common import Subparsers, limit_of, read_entries, write_json
from doublesix.cli.progress import Progress
from doublesix.errors import BadRecord
from doublesix.notation import Entry, MatchRecord
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import Position


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("review", help="judge the decisions of a round", description=__doc__)
    add_options(parser, seat="only the decisions of this seat", worlds=f"most worlds for a decision ({WORLDS})")
    parser.add_argument("--skill", choices=list(SKILLS), help="answer on this skill first")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the review of each record, of a match round by round."""
    limit = limit_of(args) or Limit(worlds=WORLDS)
    for entry in read_entries(args.file):
        for positions, reasons in _rounds(entry):
            players = positions[-1].players
            if args.seat is not None and not 0 <= args.seat < players:
                raise BadRecord(f"--seat is 0 to {players - 1}, not {args.seat}")
            found = _decisions(positions, random.Random(args.seed), limit, args.seat, model_of(args))
            if args.json:
                write_json({"decisions": [decision.to_json() for decision in found]})
            else:
                _tell_skills(found, positions, reasons, args.skill)
                _tell(found)
    return 0


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


def _tell_skills(
    found: list[Decision], positions: list[Position], reasons: dict[int, Reason], asked: str | None
) -> None:
    """What each seat worked on, win or lose, before anything else."""
    turns = positions[-1].turns
    aims = aims_in(reasons, turns) if asked is None else dict.fromkeys(sorted({one.seat for one in found}), asked)
    for seat, skill in sorted(aims.items()):
        own = [decision for decision in found if decision.seat == seat and decision.verdict != "forced"]
        shown = [(one, shows(skill, positions[one.at].view(seat), one.played)) for one in own]
        bearing = [(one, said) for one, said in shown if said is not None]
        answer = Answer.to(one for one, _ in bearing)
        counts = f"{answer.good} best or as good, {answer.worse} worse, {answer.close} too close to call"
        print(f"Seat {seat} worked on: {SKILLS[skill]}. {answer.of} decisions asked for it: {counts}.")
        for one, said in bearing:
            print(f"  move {one.at}, {one.played}: {one.verdict}. {said}.")
            if one.at in reasons and reasons[one.at].text:
                print(f"      the reason given: {reasons[one.at].text}")


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
