"""`doublesix practice guide [ADVICE]`: pieces of advice in the terminal, on positions, and what they are worth."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable

from doublesix.analysis import analyse
from doublesix.cli.answers import seat_names
from doublesix.cli.terminal.line import draw_line
from doublesix.cli.terminal.look import Look, look_of
from doublesix.errors import BadRecord
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import Move, preset
from doublesix.study.guide import PIECES, Shown, shown
from doublesix.study.measured import Measured, Span, results
from doublesix.study.studies import BUDGET

Ask = Callable[[str], str]
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
    if name not in PIECES:
        raise BadRecord(f'there is no piece of advice "{name}"; there are {", ".join(PIECES)}')
    piece = PIECES[name]
    print(f"{piece.title}\n{piece.why}\n")
    try:
        for one in shown()[name]:
            _position(one, look_of(sys.stdout, plain=args.plain), ask)
    except EOFError:
        print()
    print(piece.how)
    for how, heading in WAYS.items():
        rows = results().of(name, how)
        if rows:
            print(f"\n{heading}")
            print("\n".join(map(_row, rows)))
    return 0


def _position(one: Shown, look: Look, ask: Ask) -> None:
    """What would you play, and then the answer with its chances."""
    position = one.position
    assert position.turn is not None
    names = seat_names(position)
    print("\n".join(draw_line(position.line, look)))
    print(f"{names[position.turn]} holds {' '.join(map(str, position.hands[position.turn]))}")
    sizes = ", ".join(str(len(hand)) for hand in position.hands)
    print(f"By seat the hands hold {sizes} tiles, the boneyard {len(position.boneyard)}. {position.rules.title}.")
    moves = " ".join(map(str, position.legal_moves))
    said = ""
    while said not in map(str, position.legal_moves):
        text = ask(f"What would you play? {moves} > ").strip()
        try:
            said = str(Move.parse(text))
        except ValueError:
            said = ""
    view = position.view(position.turn)
    *_, found = analyse(view, random.Random(one.advice), Thinking(Limit(worlds=BUDGET), None))
    best = str(one.best)
    right = "Right" if said == best else f"The answer is {best}"
    print(f"  {right}: here the advice is {'right' if one.holds else 'wrong'}.")
    for move, chances in sorted(found.moves.items(), key=lambda pair: -pair[1].score):
        behind = found.behind(move, one.best)
        gap = f", behind by {100 * behind.value:.1f} ({100 * behind.low:.1f} to {100 * behind.high:.1f})"
        print(f"  {move}: wins {chances.win.value:.0%}{gap if str(move) != best else ''}")
    print(f"  By {found.model}, {found.worlds} deals.\n")


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
