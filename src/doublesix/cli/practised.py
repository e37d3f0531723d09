"""What was practised in the terminal: kept in a file after each drill, and told (`doublesix practice progress`)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path

from doublesix.cli.common import read_text
from doublesix.cli.own_files import default_data, write_whole
from doublesix.errors import BadRecord
from doublesix.study import KINDS
from doublesix.study.course import places
from doublesix.study.diary import Diary
from doublesix.study.levels import IN_A_ROW, LEVELS, Level
from doublesix.study.progress import Progress

FILE = "practice.json"
"""In the folder for the user's data."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What `doublesix practice` takes about what is kept."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--progress", metavar="FILE", help=f"keep what you practise in FILE ({FILE} in your data folder)"
    )
    which.add_argument("--no-progress", action="store_true", help="keep nothing, and go by nothing that was kept")


def now() -> datetime:
    """The time, with the zone of this place: its date is the day of practice."""
    return datetime.now().astimezone()


class Kept:
    """The diary of a file, or of this time only."""

    def __init__(self, args: argparse.Namespace) -> None:
        """Read what was kept before. Raises `BadRecord` for a file of another kind, which stays as it is."""
        self._path = None if args.no_progress else Path(args.progress) if args.progress else default_data() / FILE
        self.diary = self._read()
        self.before = self.diary

    def _read(self) -> Diary:
        if self._path is None or not self._path.exists():
            return Diary()
        try:
            return Diary.from_text(read_text(str(self._path)))
        except BadRecord as problem:
            raise BadRecord(
                f"{self._path} is not what doublesix keeps of practice: {problem}."
                " Move it away, name another file with --progress, or keep nothing with --no-progress"
            ) from problem

    def note(self, change: Callable[[Diary], Diary]) -> None:
        """Keep a change at once. What another window has kept meanwhile stays: the change is made to the file as it is.

        Where the file cannot be written this is told once, and practice goes on.
        """
        if self._path is None:
            self.diary = change(self.diary)
            return
        self.diary = change(self._read())
        try:
            write_whole(self._path, self.diary.to_text())
        except OSError as problem:
            print(f"What you practise is not kept: {self._path}: {problem.strerror or problem}", file=sys.stderr)
            self._path = None

    def told(self, kinds: Iterable[str]) -> list[str]:
        """What practising these kinds has come to, a sentence each."""
        passed = [f"Level passed: {level.title}." for level in self.diary.passed_since(self.before)]
        drilled = [f"{KINDS[kind].title}: {_of_kind(self.diary.progress[kind])}." for kind in kinds]
        return passed + drilled + _days(self.diary)


def run(args: argparse.Namespace, _ask: Callable[[str], str]) -> int:
    """Tell what was practised, and what is due."""
    diary = Kept(args).diary
    print(f"Levels: each is passed with {IN_A_ROW} drills of each of its kinds in a row and every answer right.")
    for level in LEVELS:
        print(f"  {level.title}: {'; '.join(_of_level(level, diary))}")
    print("Drills:")
    for kind, about in KINDS.items():
        known = diary.progress.get(kind)
        print(f"  {kind}: {'not practised yet' if known is None else _of_kind(known)} ({about.title})")
    print(f"Course: {len(diary.course.steps)} of {sum(1 for _ in places())} steps done.")
    for sentence in _days(diary):
        print(sentence)
    return 0


def _of_level(level: Level, diary: Diary) -> Iterator[str]:
    if level.passed(diary.progress):
        yield "passed"
        return
    for kind, row in level.rows(diary.progress).items():
        yield f"{kind} {row} of {IN_A_ROW} in a row"


def _of_kind(known: Progress) -> str:
    drills = "1 drill" if known.drills == 1 else f"{known.drills} drills"
    due = known.due.astimezone()
    return f"{drills}, {known.share:.0%} of the answers right, {_when(due)}"


def _when(due: datetime) -> str:
    if due <= now():
        return "due again"
    return f"due again at {due:%H:%M}" if due.date() == now().date() else f"due again on {due:%Y-%m-%d}"


def _days(diary: Diary) -> list[str]:
    days = diary.days.on(now().date())
    return [f"You have practised on {days} days without a longer break; a day off does no harm."] if days > 1 else []
