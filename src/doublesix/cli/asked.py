"""A position that one is asked about in the terminal: what is known of it, the choice, and what each move is worth."""

from __future__ import annotations

from collections.abc import Sequence

from doublesix.cli.answers import Ask
from doublesix.cli.terminal.line import draw_line
from doublesix.cli.terminal.look import Look
from doublesix.rules import Move, Position
from doublesix.study.chances import Worked


def tell_position(position: Position, names: Sequence[str], look: Look) -> None:
    """The line, the hand of who is to move, and how many tiles lie elsewhere."""
    assert position.turn is not None
    print("\n".join(draw_line(position.line, look)))
    print(f"{names[position.turn]} holds {' '.join(map(str, position.hands[position.turn]))}")
    sizes = ", ".join(str(len(hand)) for hand in position.hands)
    print(f"By seat the hands hold {sizes} tiles, the boneyard {len(position.boneyard)}. {position.rules.title}.")


def ask_move(position: Position, ask: Ask) -> str:
    """The move that one would make, asked for until it is a legal one."""
    legal = list(map(str, position.legal_moves))
    while True:
        try:
            said = str(Move.parse(ask(f"What would you play? {' '.join(legal)} > ").strip()))
        except ValueError:
            continue
        if said in legal:
            return said


def tell_chances(found: Worked) -> None:
    """What every move is worth against the best one."""
    for row in found.rows:
        behind = row.behind
        gap = f", behind by {100 * behind.value:.1f} ({100 * behind.low:.1f} to {100 * behind.high:.1f})"
        word = {"best": "", "equal": ", equal", "too-close": ", too close to call"}.get(row.standing, gap)
        print(f"  {row.move}: wins {row.win:.0%}{word}")
    print(f"  By {found.model.text}; deals: {found.deals:,}. Worked out beforehand.")
