"""`doublesix practice guide [ADVICE]`: pieces of advice in the terminal, on positions, and what they are worth."""

from __future__ import annotations

import argparse
import sys

from doublesix.cli.answers import Ask, seat_names
from doublesix.cli.asked import ask_move, tell_chances, tell_position
from doublesix.cli.terminal.look import Look, look_of
from doublesix.rules import preset
from doublesix.study.chances import key_of, worked
from doublesix.study.guide import PIECES, Shown, shown
from doublesix.study.measured import Measured, Span, results

VERDICTS = {"helps": "helps", "hurts": "hurts", "open": "nothing proved"}
WAYS = {
    "follow": "Who follows it and nothing else, among players who play any tile that fits:",
    "always": "A good player who always follows it, among players as good who are free to choose:",
    "never": "A good player who never follows it, among players as good who are free to choose:",
}


def run(args: argparse.Namespace, ask: Ask = input) -> int:
    """All pieces in short, or one with its positions and its numbers. Ctrl-D leaves the positions out."""
    name = args.lesson
    if name is None:
        for key, piece in PIECES.items():
            print(f"{key}: {piece.title}. {_short(results().of(key))}")
        return 0
    piece = PIECES[name]
    print(f"{piece.title}\n{piece.why}\n")
    try:
        for at, one in enumerate(shown()[name]):
            _position(one, key_of(name, at), look_of(sys.stdout, plain=args.plain), ask)
    except EOFError:
        print()
    print(piece.how)
    for how, heading in WAYS.items():
        rows = results().of(name, how)
        if rows:
            print(f"\n{heading}")
            print("\n".join(map(_row, rows)))
    return 0


def _position(one: Shown, key: str, look: Look, ask: Ask) -> None:
    """What would you play, and then the answer with its chances."""
    position = one.position
    tell_position(position, seat_names(position), look)
    said, best = ask_move(position, ask), str(one.best)
    right = "Right" if said == best else f"The answer is {best}"
    print(f"  {right}: here the advice is {'right' if one.holds else 'wrong'}.")
    tell_chances(worked()[key])
    print()


def _row(one: Measured) -> str:
    points = f", points a round {_span(one.points_a_round)}" if one.pays else ""
    return (
        f"  {preset(one.rules).title}, {one.seats} seats: {_span(one.of_a_hundred)} rounds of a hundred{points}: "
        f"{VERDICTS[one.verdict]}"
    )


def _span(span: Span) -> str:
    return f"{span.value:+.1f} ({span.low:+.1f} to {span.high:+.1f})"


def _short(found: list[Measured]) -> str:
    counts = [sum(one.verdict == verdict for one in found) for verdict in VERDICTS]
    return f"It helps at {counts[0]} of {len(found)} tables, hurts at {counts[1]}; {counts[2]} prove nothing."
