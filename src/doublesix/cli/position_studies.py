"""`doublesix practice studies [ID]`: position studies in the terminal, each with its answer once one has chosen."""

from __future__ import annotations

import argparse
import sys

from doublesix.analysis import facts
from doublesix.cli.answers import Ask, seat_names
from doublesix.cli.asked import ask_move, tell_chances, tell_position
from doublesix.cli.terminal.look import Look, look_of
from doublesix.study.chances import worked
from doublesix.study.studies import THEMES, Study, studies

BASES = {
    "exact": "Exact: every deal that fits was played out to its end.",
    "engine": "By the engine: it plays on as players like itself would, and so is no proof.",
}


def run(args: argparse.Namespace, ask: Ask = input) -> int:
    """The studies by theme, or the one that is named. Ctrl-D ends it early."""
    name = args.lesson
    if name is None:
        for theme, about in THEMES.items():
            print(f"{about.title}: {' '.join(one.id for one in studies().values() if one.theme == theme)}")
        return 0
    try:
        _study(studies()[name], look_of(sys.stdout, plain=args.plain), ask)
    except EOFError:
        print()
    return 0


def _study(study: Study, look: Look, ask: Ask) -> None:
    position = study.position
    assert position.turn is not None
    names = seat_names(position)
    print(f"{THEMES[study.theme].title}\n{THEMES[study.theme].lesson}\n")
    print("The moves so far: " + (", ".join(map(str, position.view(position.turn).moves)) or "none"))
    tell_position(position, names, look)
    print("Known are these, and how many tiles each hand holds; unknown is which they are.")
    said = ask_move(position, ask)
    found = worked()[study.id]
    print(f"  The answer: {study.best}.{' That is what you chose.' if said == str(study.best) else ''}")
    tell_chances(found)
    for fact in facts(position.view(position.turn), study.best, found.rows[-1].move):
        print(f"    {fact.called(names)}")
    print(f"  {BASES[study.basis]}")
