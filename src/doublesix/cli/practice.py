"""`doublesix practice [KIND]`: drills in the terminal, one after the other, with the answers explained.

`doublesix practice course [LESSON]` is the guided course, `doublesix practice guide [ADVICE]` the strategy guide,
`doublesix practice studies [ID]` the position studies. `doublesix practice progress` tells what was practised.
"""

from __future__ import annotations

import argparse
import difflib
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import cycle, islice
from typing import Any, Final

from doublesix.cli import course, guide, own_mistakes, position_studies, practised
from doublesix.cli.answers import Ask, answers, seat_names
from doublesix.cli.common import Subparsers, WrongUsage
from doublesix.cli.practised import Kept, now
from doublesix.cli.terminal.line import draw_line
from doublesix.cli.terminal.look import Look, look_of
from doublesix.errors import BadRecord
from doublesix.rules import PRESETS
from doublesix.rules.phrases import shortened
from doublesix.study import KINDS, Drill, assess, drill, tables_for
from doublesix.study.diary import Diary
from doublesix.study.guide import PIECES
from doublesix.study.lessons import LESSONS
from doublesix.study.studies import studies

OTHERS: Final[Mapping[str, Callable[[argparse.Namespace, Ask], int]]] = {
    "course": course.run,
    "guide": guide.run,
    "studies": position_studies.run,
    "progress": practised.run,
}
"""What there is beside drills."""

_PARTS: Final[Mapping[str, tuple[str, Callable[[], list[str]]]]] = {
    "course": ("lesson", lambda: list(LESSONS)),
    "guide": ("piece of advice", lambda: list(PIECES)),
    "studies": ("study", lambda: list(studies())),
}
"""What can be named of them: what one is called, and the names there are."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("practice", help="drills, with the answers explained", description=__doc__)
    kinds = [*KINDS, *OTHERS]
    parser.add_argument("kind", nargs="?", metavar="KIND", choices=kinds, help=f"one of: {', '.join(kinds)}")
    parser.add_argument(
        "lesson",
        nargs="?",
        metavar="LESSON",
        help=f"of the course: {', '.join(LESSONS)}; of the guide: {', '.join(PIECES)}; or a study",
    )
    parser.add_argument("--done", metavar="FILE", help="keep in FILE only what is done of the course, and go on there")
    parser.add_argument("--drills", type=int, default=5, metavar="N", help="drills to ask (5)")
    parser.add_argument("--rules", metavar="ID", choices=list(PRESETS), help="rounds by these rules")
    parser.add_argument("--players", type=int, metavar="N", help="rounds of so many players")
    practised.add_options(parser)
    own_mistakes.add_options(parser)
    parser.add_argument("--seed", type=int, metavar="N", help="the same drills every time")
    parser.add_argument("--plain", action="store_true", help="sentences instead of drawings: for screen readers")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask what is due first, keep each drill at once, and say at the end what it came to. Ctrl-D ends it early."""
    if args.drills < 1:
        raise WrongUsage("--drills is 1 or more")
    if args.lesson is not None and args.kind not in _PARTS:
        raise WrongUsage(f'{args.kind or "practice"} has no parts: leave "{shortened(args.lesson)}" out')
    if args.lesson is not None and args.lesson not in _PARTS[args.kind][1]():
        raise WrongUsage(_no_such_part(args.kind, args.lesson))
    if args.kind in OTHERS:
        return OTHERS[args.kind](args, input)
    if args.mistakes or args.box:
        return own_mistakes.run(args, input)
    kept = Kept(args)
    kinds = _kinds(args)
    if args.seed is None:
        kinds = {kind: kinds[kind] for kind in kept.diary.order(kinds, now())}
    rng = random.Random(args.seed)
    look = look_of(sys.stdout, plain=args.plain)
    right = asked = 0
    done: dict[str, None] = {}
    try:
        for kind in islice(cycle(kinds), args.drills):
            made = drill(kind, rng.randrange(1_000_000), kinds[kind])
            found = assess(made, _answers(made, look, input))
            kept.note(partial(Diary.drilled, kind=kind, found=found, now=now()))
            done[kind] = None
            right, asked = right + found.right, asked + found.of
            print()
    except EOFError:
        print()
    print("\n".join([f"{right} of {asked} answers right.", *kept.told(done)]))
    return 0


def _no_such_part(kind: str, name: str) -> str:
    """What is wrong with the name of a part, and what would be right."""
    one, names = _PARTS[kind]
    for other, (called, others) in _PARTS.items():
        if name in others():
            return f'there is no {one} "{name}", that is a {called}: doublesix practice {other} {name}'
    known = names()
    near = difflib.get_close_matches(name[:60], known, n=1)
    if near:
        return f'there is no {one} "{shortened(name)}"; the nearest is "{near[0]}"'
    return f'there is no {one} "{shortened(name)}"; there are {", ".join(known)}'


def _kinds(args: argparse.Namespace) -> dict[str, tuple[str, int]]:
    """The kinds to ask, each with its table: the first that has the rules and the number of players asked for."""
    found = {}
    for kind in [args.kind] if args.kind else KINDS:
        suited = [
            (name, players)
            for name, players in tables_for(kind)
            if args.rules in (None, name) and args.players in (None, players)
        ]
        if suited:
            found[kind] = suited[0]
    if not found:
        raise BadRecord("there are no such drills for that table; leave --rules or --players out, or choose another")
    return found


def _answers(made: Drill, look: Look, ask: Ask) -> dict[str, str]:
    """Show the drill, ask its questions one by one and explain each answer at once."""
    names = seat_names(made.position)
    print(f"{KINDS[made.kind].title} - {KINDS[made.kind].about}")
    print("\n".join(shown(made, names, look)))
    print(made.question.called(names))
    return answers(made, names, ask)


def shown(made: Drill, names: Sequence[Any], look: Look) -> list[str]:
    """The position in lines: the line of tiles and the hands that are asked about."""
    position = made.position
    lines = draw_line(position.line, look)
    seats = range(position.players) if made.seat is None else [made.seat]
    return lines + [f"{names[seat]} holds {' '.join(map(str, position.hands[seat]))}" for seat in seats]
