"""`doublesix practice course [LESSON]`: the guided course in the terminal, step by step, with the moves judged."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from doublesix.cli.answers import answers, seat_names
from doublesix.cli.common import read_text
from doublesix.cli.own_files import write_whole
from doublesix.cli.practised import Kept, now
from doublesix.cli.terminal.line import draw_line
from doublesix.cli.terminal.look import Look, look_of
from doublesix.errors import BadRecord
from doublesix.notation.json_text import load
from doublesix.rules import Position
from doublesix.study import assess
from doublesix.study.course import Done, Place, places, questions, scene
from doublesix.study.lessons import LESSONS
from doublesix.study.steps import Do, Finish, Lesson, Practise, Step, attempt, begin, names_of, said, seat_of

Ask = Callable[[str], str]
HELP = "Answer with a move: a tile and an end such as 6-4L or 6-4 right, a tile alone to lead, draw, or pass. Or: skip."


class _Skipped(Exception):
    """The learner goes on without having done the task."""


def run(args: argparse.Namespace, ask: Ask = input) -> int:
    """Go through the steps from the first that is not done, or from the lesson that was named. Ctrl-D ends it early."""
    look = look_of(sys.stdout, plain=args.plain)
    kept = _OfFile(Path(args.done)) if args.done else _OfDiary(Kept(args))
    try:
        for place, lesson, step in _wanted(args.lesson, kept.done):
            _headline(place, lesson)
            try:
                _step(place, step, look, ask)
            except _Skipped:
                print("Skipped.\n")
                continue
            kept.note(place)
            print()
    except EOFError:
        print()
    print(f"{len(kept.done.steps)} of {sum(1 for _ in places())} steps of the course done.")
    return 0


class _OfDiary:
    """What is done of the course, with all else that is practised."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    @property
    def done(self) -> Done:
        return self._kept.diary.course

    def note(self, place: Place) -> None:
        """Keep that a step is done."""
        self._kept.note(lambda diary: diary.stepped(place, now()))


class _OfFile:
    """What is done of the course, in a file of its own."""

    def __init__(self, path: Path) -> None:
        """Nothing is done where there is no file yet. Raises `BadRecord` for a file of another kind."""
        self._path = path
        self.done = _done_by(path) if path.exists() else Done()

    def note(self, place: Place) -> None:
        """Keep that a step is done."""
        self.done = self.done.with_(place)
        write_whole(self._path, self.done.to_text() + "\n")


def _done_by(path: Path) -> Done:
    """What a file says is done."""
    try:
        names = load(read_text(str(path)))
    except BadRecord:
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecord(f"{path} does not say what is done of the course; name another file with --done")
    return Done.of_names(names)


def _wanted(lesson: str | None, done: Done) -> Iterator[tuple[Place, Lesson, Step]]:
    """The steps of the named lesson; else those that are not done, in order."""
    for place, found, step in places():
        if place.lesson == lesson or (lesson is None and str(place) not in done.steps):
            yield place, found, step


def _headline(place: Place, lesson: Lesson) -> None:
    if lesson.steps[0].name == place.step:
        print(f"Lesson {list(LESSONS).index(place.lesson) + 1} of {len(LESSONS)}: {lesson.title}\n{lesson.about}\n")


def _step(place: Place, step: Step, look: Look, ask: Ask) -> None:
    """One step, until its task is done."""
    asked = questions(place)
    position = scene(place)
    if asked is None:
        assert position is not None
        print("\n".join(said(text, position) for text in step.tell))
        _play(step, position, look, ask)
        return
    print("\n".join(said(text, asked.position) for text in step.tell))
    if asked.kind:
        position = asked.position
    names = _names(step, position) if position is not None else []
    if position is not None:
        seats = [asked.seat] if asked.seat is not None else range(position.players)
        print("\n".join(_shown(position, seats, names, look)))
    if asked.kind:
        print(asked.question.called(names))
    found = assess(asked, answers(asked, names, ask))
    print(f"{found.right} of {found.of} right.")


def _play(step: Step, position: Position, look: Look, ask: Ask) -> None:
    """Moves until the task is done."""
    assert isinstance(step.task, Do | Finish)
    you = seat_of(position)
    names = names_of(position.rules, position.players, you)
    print(said(step.task.ask, position))
    now, shown = begin(position), False
    while now.verdict != "done":
        if not shown:
            print("\n".join(_shown(now.position, [you], names, look)))
        text = ask("> ").strip()
        if text.lower() in ("skip", "?", "help", ""):
            if text.lower() == "skip":
                raise _Skipped
            print(HELP)
            shown = True
            continue
        now = attempt(step, now, text)
        shown = now.verdict in ("again", "refused")
        print("\n".join(f"  {sentence}" for sentence in now.told))
    print("Done.")


def _shown(position: Position, seats: Sequence[int], names: Sequence[Any], look: Look) -> list[str]:
    """The line, the hands that the learner sees, and how many tiles lie elsewhere."""
    lines = draw_line(position.line, look) if position.line.lead is not None else ["The line is empty."]
    for seat in range(position.players):
        hand = position.hands[seat]
        held = " ".join(map(str, hand)) if seat in seats else f"{len(hand)} tiles"
        verb = "hold" if names[seat] == "You" else "holds"
        lines.append(f"{names[seat]} {verb} {held or 'nothing'}")
    return [*lines, f"Boneyard: {len(position.boneyard)}"]


def _names(step: Step, position: Position) -> Sequence[Any]:
    """What the seats are called: in a drill as the table calls them, else as the learner does."""
    if isinstance(step.task, Practise):
        return seat_names(position)
    return names_of(position.rules, position.players, seat_of(position))
