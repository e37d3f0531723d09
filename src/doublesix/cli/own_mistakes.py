"""One's own mistakes in the terminal: found in record files, asked again, and kept in a file for the next time."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from doublesix.analysis import WORLDS, review
from doublesix.cli.answers import Ask
from doublesix.cli.common import read_entries, read_text
from doublesix.cli.own_files import write_whole
from doublesix.cli.practised import Kept
from doublesix.cli.practised import now as this_moment
from doublesix.cli.progress import Progress
from doublesix.cli.terminal.line import draw_line
from doublesix.cli.terminal.look import Look, look_of
from doublesix.errors import BadRecord
from doublesix.notation import Entry
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import Position
from doublesix.study.box import MOST, Card, from_text, place, to_text
from doublesix.study.mistakes import Mistake, mistake_of
from doublesix.study.names import names_of


def add_options(parser: argparse.ArgumentParser) -> None:
    """What `doublesix practice` takes about one's own mistakes."""
    own = parser.add_argument_group("own mistakes")
    own.add_argument("--mistakes", nargs="+", metavar="FILE", help="the mistakes in these records, as drills")
    own.add_argument("--box", metavar="FILE", help="keep them here, and ask what is due")
    whose = own.add_mutually_exclusive_group()
    whose.add_argument("--seat", type=int, metavar="S", help="the mistakes of this seat (all)")
    whose.add_argument("--name", metavar="NAME", help="the mistakes of who is called so")
    own.add_argument("--worlds", type=int, metavar="N", help="most worlds for a decision")


def run(args: argparse.Namespace, ask: Ask) -> int:
    """Look for mistakes in records, then ask those that are due. Ctrl-D ends it early; each answer is kept at once."""
    box, kept = Box(args.box), Kept(args)
    if args.mistakes:
        wanted = Wanted(args.seat, args.name, args.worlds, random.Random(args.seed))
        cards = found_in(args.mistakes, wanted)
        new = box.add(cards)
        print(f"{len(cards)} mistakes beyond doubt in these records, {new} of them new.")
        box.save()
    look = look_of(sys.stdout, plain=args.plain)
    right = asked = 0
    try:
        for card in box.due(datetime.now(UTC))[: args.drills]:
            good = _answer(card, box, look, ask)
            box.save()
            if good is not None:
                right, asked = right + good, asked + 1
                kept.note(lambda diary: diary.on(this_moment()))
            print()
    except EOFError:
        print()
    print(f"{right} of {asked} answers right; {len(box.due(datetime.now(UTC)))} are due.")
    return 0


def _answer(card: Card, box: Box, look: Look, ask: Ask) -> bool | None:
    """Show the position as it was, ask for a move, explain; None where the mistake is not to come back."""
    mistake = card.mistake
    view = mistake.view
    print(f"Move {len(view.moves) + 1}: you were {mistake.names[view.seat]}. What is best?")
    print("\n".join(draw_line(view.line, look)))
    print(f"You hold {' '.join(map(str, view.hand))}; hands {list(view.hand_sizes)}, boneyard {view.boneyard}")
    words = [str(move) for move in view.legal]
    choices = "  ".join(f"{number}) {text}" for number, text in enumerate(words, 1))
    said = ""
    while said not in words:
        said = ask(f"{choices}  x) I know this, remove it  > ").strip()
        if said == "x":
            box.remove(card)
            return None
        said = words[int(said) - 1] if said.isascii() and said.isdigit() and 1 <= int(said) <= len(words) else said
    box.answer(card, said, datetime.now(UTC))
    good = said in map(str, mistake.good)
    print(f"  {'Right.' if good else 'No.'} Best or level: {' '.join(map(str, mistake.good))}.")
    print(f"  Then you played {mistake.played}, {mistake.verdict}.")
    for fact in mistake.facts:
        print(f"    {fact}")
    return good


class Wanted(NamedTuple):
    """Whose mistakes are looked for, and with how much effort."""

    seat: int | None
    name: str | None
    worlds: int | None
    rng: random.Random


def found_in(files: Sequence[str], wanted: Wanted) -> list[Card]:
    """The mistakes in these record files. Raises `BadRecord` where one is at fault, or nobody is meant."""
    if "-" in files:
        raise BadRecord("the answers come from standard input, so the records cannot: name a file")
    return [
        Card(mistake)
        for file in files
        for entry in read_entries(file)
        for positions, names in _rounds(entry)
        for mistake in _mistakes(positions, names, wanted)
    ]


def _rounds(entry: Entry) -> list[tuple[list[Position], list[str]]]:
    if entry.error is not None:
        raise entry.error
    assert entry.record is not None
    return [(positions, names_of(entry.record)) for positions in entry.record.rounds_played()]


def _mistakes(positions: list[Position], names: list[str], wanted: Wanted) -> Iterator[Mistake]:
    """Those of one round, with a bar while they are looked for."""
    seat = _seat(names, wanted)
    worlds = wanted.worlds or WORLDS
    progress = Progress(len(positions), "moves")
    for decision in review(positions, wanted.rng, lambda: Thinking(Limit(worlds=worlds), None), seat):
        progress.step(decision.at)
        view = positions[decision.at].view(decision.seat)
        thinking = Thinking(Limit(worlds=max(1, worlds // 4)), None)
        mistake = mistake_of(decision, view, names, wanted.rng, thinking)
        if mistake is not None:
            yield mistake
    progress.close()


def _seat(names: list[str], wanted: Wanted) -> int | None:
    """The seat that is meant; None for all of them."""
    if wanted.name is not None:
        if wanted.name not in names:
            raise BadRecord(f'nobody is called "{wanted.name}" in a round of {", ".join(names)}')
        return names.index(wanted.name)
    if wanted.seat is not None and not 0 <= wanted.seat < len(names):
        raise BadRecord(f"--seat is 0 to {len(names) - 1}, not {wanted.seat}")
    return wanted.seat


class Box:
    """The cards of a file, or of this time only."""

    def __init__(self, path: str | None) -> None:
        self._path = Path(path) if path is not None else None
        cards = from_text(read_text(str(path))) if self._path is not None and self._path.exists() else []
        self._cards = {card.mistake.id: card for card in cards}

    def add(self, cards: Sequence[Card]) -> int:
        """Add those that are not there yet; how many they were."""
        before = len(self._cards)
        for card in cards:
            self._cards.setdefault(card.mistake.id, card)
        return len(self._cards) - before

    def due(self, now: datetime) -> list[Card]:
        """Those that are due, in the order in which they are to be met."""
        return sorted((card for card in self._cards.values() if card.due(now)), key=place)

    def answer(self, card: Card, answer: str, now: datetime) -> None:
        """Count an answer, a move as text."""
        self._cards[card.mistake.id] = card.answered(answer, now)

    def remove(self, card: Card) -> None:
        """Keep it no longer."""
        self._cards.pop(card.mistake.id, None)

    def save(self) -> None:
        """Write the file, where there is one."""
        if self._path is not None:
            kept = sorted(self._cards.values(), key=place)[:MOST]
            write_whole(self._path, to_text(kept))
