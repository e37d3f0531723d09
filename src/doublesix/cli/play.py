"""`doublesix play`: a round or a whole match in the terminal, against computer players or with several people."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO

from doublesix.cli.common import Subparsers, WrongUsage, add_json, read_rules, rng_of
from doublesix.notation import MatchRecord, Record
from doublesix.players import LEVELS, make_player
from doublesix.rules import PRESETS, Match, Position

from .terminal.console import Console, EndOfInput
from .terminal.endings import score_sheet
from .terminal.look import Look, look_of
from .terminal.seats import Seats, counted, seat_labels
from .terminal.table import Chooser, Leaving, Table

_EPILOG = """\
Type ? at the prompt for help. Rules with a target (draw-100) are a match of rounds until somebody reaches it.
Only finished rounds are recorded. With --json the record goes to standard output and all talk to standard error.
Works over a pipe: every prompt is then a line of its own.
Exit status: 0 when all rounds were played, or after quit; 1 when the input ended before
(or on Ctrl-C); 2 for wrong usage."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Adds the command and its options."""
    parser = subparsers.add_parser(
        "play",
        help="play a round or a match in the terminal",
        description="Play a round or a match in the terminal.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--rules", default="ply-yard", metavar="ID", help="a preset, or rules as JSON (default: ply-yard)")
    add("--players", type=int, metavar="N", help="seats at the table (default: the fewest the rules allow)")
    add(
        "--level",
        action="append",
        metavar="L",
        help=f"level of the computer players: {', '.join(LEVELS)} (default: normal); give it several times, in the "
        "order of the seats, for different ones",
    )
    add("--people", type=int, default=1, metavar="N", help="people at this keyboard (default: 1; 0 only watches)")
    add("--seat", type=int, default=0, metavar="S", help="your seat from 0, further people sit next to it (default: 0)")
    add("--rounds", type=int, metavar="N", help="stop after N rounds (default: 1, or the whole match)")
    add("--seed", type=int, metavar="S", help="makes the deals and the computer players repeatable")
    add("--auto", action="store_true", help="do draws and passes that are the only legal move by themselves")
    add("--delay", type=float, metavar="SECONDS", help="pause after a computer's move (default: 0.6 on a terminal)")
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    add("--plain", action="store_true", help="sentences instead of drawings, no colours: for screen readers")
    add("--record", metavar="FILE", help="add the finished rounds to FILE, as a JSON line (a match is one line)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, source: TextIO | None = None, out: TextIO | None = None) -> int:
    """Plays; `source` and `out` default to standard input and, unless `--json` needs it, standard output."""
    data = sys.stdout if out is None else out
    sitting = _Sitting(args, sys.stdin if source is None else source, sys.stderr if args.json else data)
    if args.record:
        Path(args.record).open("a", encoding="utf-8").close()  # better to fail now than after the match
    status = sitting.play()
    if args.json:
        for line in sitting.records():
            print(line, file=data)
    return status


class _Sitting:
    """The rounds of one sitting."""

    def __init__(self, args: argparse.Namespace, source: TextIO, talk: TextIO) -> None:
        self._args = args
        self.rules = read_rules(args.rules)
        self.players: int = min(self.rules.players) if args.players is None else args.players
        self.match = Match.new(self.rules, self.players)
        self._people = _people(args, self.players)
        self._levels = _levels(args.level or ["normal"], self._people, self.players)
        known = PRESETS.get(self.rules.id or self.rules.base or "")
        labels = seat_labels(self.players, known.labels if known else None)
        self.seats = Seats(labels, self._levels, self._people[0] if len(self._people) == 1 else None)
        self._rng = rng_of(args.seed)
        choosers: dict[int, Chooser] = {
            seat: make_player(level, args.seed) for seat, level in enumerate(self._levels) if level is not None
        }
        if isinstance(source, io.TextIOWrapper):
            source.reconfigure(errors="replace")  # a stray byte is a typing error, not a crash

        def measure() -> Look:
            return look_of(talk, ascii_only=args.ascii, plain=args.plain)

        edit = talk is sys.stdout and source is sys.stdin and len(self._people) == 1
        self.console = Console(source, talk, measure(), edit=edit, measure=measure)
        delay = args.delay if args.delay is not None else 0.6 if self.console.live else 0.0
        self._table = Table(self.console, self.seats, choosers, delay=delay, auto=args.auto)
        self._finished: list[Position] = []
        self._running = False
        """Whether a round has been dealt and not finished."""

    # --- playing ---------------------------------------------------------------------------------------------------

    def play(self) -> int:
        """All rounds; the exit status."""
        try:
            self._greet()
            self._play_rounds()
        except Leaving:
            self._say_goodbye("You leave the table.")
            return 0
        except EndOfInput:
            self._say_goodbye("The input ended, so you leave the table.")
            return 1
        except KeyboardInterrupt:
            self.console.say()
            self._say_goodbye("You leave the table.")
            return 1
        self._save()
        return 0

    def _greet(self) -> None:
        names = ", ".join(self.seats.full(seat) for seat in range(self.players))
        self.console.say(f"{self.rules.title}, {self.players} players: {names}.", "title")
        if self.rules.partners:
            pairs = [" and ".join(self.seats.labels[side::2]) for side in (0, 1)]
            self.console.say(f"Partners: {', '.join(pairs)}.")
        if self.rules.target is not None:
            self.console.say(f"A match to {self.rules.target.points} points.")
        if self._people:
            self.console.say("Type ? for help, rules for the rules, quit to leave.")

    def _play_rounds(self) -> None:
        wanted = self._args.rounds
        single = self.rules.target is None
        while True:
            position = self.match.deal(self._rng)
            self._running = True
            if self.rules.target is not None or wanted:
                self.console.say()
                self.console.say(f"Round {len(self._finished) + 1}", "title")
            position = self._table.play_round(position)
            self._running = False
            self._finished.append(position)
            self.match = self.match.after(position)
            done = len(self._finished) >= (wanted or 1) if single or wanted else False
            self._close_round(last=done or (self.match.over and not single))
            if done or (self.match.over and not single):
                return
            if single:
                self.match = Match.new(self.rules, self.players)
            if self.console.live and self._people:
                self.console.ask("Press Enter for the next round.")

    def _close_round(self, *, last: bool) -> None:
        """The score sheet of a match, and who leads next or who has won."""
        console, match, target = self.console, self.match, self.rules.target
        if target is None:
            return
        console.say()
        gained = [position.outcome.points for position in self._finished if position.outcome is not None]
        goal = f", the match is to {target.points}"
        console.show(score_sheet(gained, match.scores, self.seats, console.look, goal))
        if match.over:
            winners = match.winners or ()
            verb = self.seats.does(winners[0], "win") if len(winners) == 1 else f"{self.seats.list(winners)} win"
            console.say(f"{verb} the match with {match.scores[winners[0]] if winners else 0} points.", "title")
        elif last:
            console.say("The match is not finished, and this was the last round asked for.")
        else:
            console.say(f"Next round: {self.seats.rename(match.why_leader)}")

    # --- keeping ---------------------------------------------------------------------------------------------------

    def records(self) -> list[str]:
        """The finished rounds as lines of JSON: one for a match, else one a round."""
        seats = zip(self.seats.labels, self._levels, strict=True)
        names = [label if level is None else f"{label} ({level})" for label, level in seats]
        rounds = [_record(position, names) for position in self._finished]
        if self.rules.target is None or not rounds:
            return [_line(record.to_json()) for record in rounds]
        return [_line(MatchRecord(rules=self.rules, players=self.players, rounds=tuple(rounds)).to_json())]

    def _save(self) -> None:
        """Adds the records to the file that was asked for and says so."""
        path = self._args.record
        if not path:
            return
        with Path(path).open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in self.records())
        self.console.say(f"{counted(len(self._finished), 'finished round')} recorded in {path}.")

    def _say_goodbye(self, why: str) -> None:
        lost = "The unfinished round is not kept." if self._running else "The match is not finished."
        self.console.say(f"{why} {lost}")
        self._save()


def _people(args: argparse.Namespace, players: int) -> list[int]:
    if not 0 <= args.seat < players:
        raise WrongUsage(f"--seat is 0 to {players - 1} at a table of {players}, not {args.seat}")
    if not 0 <= args.people <= players:
        raise WrongUsage(f"--people is 0 to {players} at a table of {players}, not {args.people}")
    if args.rounds is not None and args.rounds < 1:
        raise WrongUsage("--rounds is 1 or more")
    if args.delay is not None and not 0 <= args.delay <= 60:
        raise WrongUsage("--delay is 0 to 60 seconds")
    return sorted((args.seat + step) % players for step in range(args.people))


def _levels(given: Sequence[str], people: Sequence[int], players: int) -> tuple[str | None, ...]:
    """The level of each seat, None for a person; the last level given serves all further seats."""
    levels: list[str | None] = []
    left = list(given)
    for seat in range(players):
        if seat in people:
            levels.append(None)
        else:
            levels.append(left.pop(0) if len(left) > 1 else left[0])
    return tuple(levels)


def _record(position: Position, names: list[str]) -> Record:
    assert position.outcome is not None
    return Record.of(position, names=names, outcome=position.outcome.to_json())


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, separators=(", ", ": "))
