"""Look for the positions of the studies: rounds of computer players, and in them decisions that are clear and teach.

python3 tools/find_studies.py    write src/doublesix/study/positions.jsonl anew (a minute where the kernel is compiled)

A position is taken where the best move is surely ahead of every other one by a stated margin, in so many worlds, and
where it shows its theme. `tests/study` finds the answers again at ten times the budget.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from doublesix.analysis import Analysis, analyse
from doublesix.inference import voids
from doublesix.notation import Record
from doublesix.players import Limit, make_player
from doublesix.players.limit import Thinking
from doublesix.rules import PRESETS, Move, Position, Rules, Tile, deal
from doublesix.study.studies import BUDGET

OUT: Final = Path(__file__).parents[1] / "src" / "doublesix" / "study" / "positions.jsonl"
FIRST: Final = 200
"""Worlds of the first look, which most positions do not survive."""


class Theme(NamedTuple):
    """What a study is about and when a position shows it."""

    name: str
    rules: Rules
    players: int
    margin: float
    """How far, surely, the best move is ahead of every other."""
    shows: Callable[[Position], bool]
    """Whether a position could show it."""
    fits: Callable[[Position, Move], bool]
    """Whether its best move does."""
    wanted: int = 3


def _plays(position: Position) -> list[Move]:
    return [move for move in position.legal_moves if move.kind == "play"]


def _both_ends(position: Position) -> bool:
    open_values = set(position.ends.values())
    return len(open_values) == 2 and any(open_values == {t.high, t.low} for t in position.hands[_turn(position)])


def _turn(position: Position) -> int:
    assert position.turn is not None
    return position.turn


def _after(position: Position, move: Move) -> set[int]:
    return set(position.play(move).line.ends.values())


def _unseen(position: Position, value: int) -> int:
    seen = (*position.line.tiles, *position.hands[_turn(position)])
    return position.rules.max_pip + 1 - sum(value in tile for tile in seen)


def _shown(position: Position) -> dict[int, set[int]]:
    view = position.view(_turn(position))
    side = position.rules.side(view.seat, position.players)
    return {seat: set(voids(view, seat)) for seat in range(position.players) if seat not in side}


def _closes(position: Position, move: Move) -> bool:
    return move.kind == "play" and all(_after(position, move) <= lacks for lacks in _shown(position).values())


def _two_sided(position: Position, move: Move) -> bool:
    tile = move.tile
    return move.kind == "play" and tile is not None and set(position.ends.values()) == {tile.high, tile.low}


def _counted_out(position: Position, move: Move) -> bool:
    return move.kind == "play" and any(_unseen(position, value) <= 1 for value in _after(position, move))


def _blocks(position: Position, move: Move) -> bool:
    after = position.play(move)
    ends = after.line.ends.values()
    return after.outcome is None and not any(value in tile for hand in after.hands for tile in hand for value in ends)


def _can_block(position: Position) -> bool:
    return any(_blocks(position, move) for move in _plays(position))


_DRAWS: Final = replace(PRESETS["draw"].rules, voluntary_draw=True)
_YARD: Final = PRESETS["ply-yard"].rules
THEMES: Final = (
    Theme("opening", _YARD, 2, 0.015, lambda p: p.line.lead is None, lambda _p, _m: True),
    Theme("both-ends", _YARD, 2, 0.05, _both_ends, _two_sided, 4),
    Theme("counting", _YARD, 2, 0.05, lambda p: len(p.line.tiles) > 6, _counted_out),
    Theme("closing", _YARD, 2, 0.06, lambda p: any(_shown(p).values()), _closes),
    Theme("drawing", _DRAWS, 2, 0.03, lambda p: bool(_plays(p)) and p.may_draw, lambda _p, m: m.kind == "draw", 2),
    Theme("drawing", _DRAWS, 2, 0.06, lambda p: bool(_plays(p)) and p.may_draw, lambda _p, m: m.kind == "play", 1),
    Theme("blocks", PRESETS["ranked-block"].rules, 2, 0.04, _can_block, _blocks, 2),
    Theme("blocks", PRESETS["ranked-block"].rules, 2, 0.04, _can_block, lambda p, m: not _blocks(p, m), 1),
    Theme("endings", _YARD, 2, 0.08, lambda p: not p.drawable and len(p.hands[_turn(p)]) > 2, lambda _p, _m: True),
    Theme("partnership", PRESETS["partners"].rules, 4, 0.05, lambda p: len(p.line.tiles) > 7, lambda _p, _m: True),
)


def clear(position: Position, worlds: int, margin: float, rng: random.Random) -> Analysis | None:
    """The analysis of a position whose best move is surely ahead by the margin, else None."""
    *_, found = analyse(position.view(_turn(position)), rng, Thinking(Limit(worlds=worlds), None))
    best = found.best
    assert best is not None
    rivals = [move for move in found.moves if found.columns[move] != found.columns[best]]
    return found if rivals and all(found.behind(move, best).low >= margin for move in rivals) else None


def rounds(theme: Theme, rng: random.Random) -> Iterator[Position]:
    """Positions to move in, of rounds between computer players of level `normal`, one or none a round."""
    while True:
        player = make_player("normal", seed=rng.getrandbits(32))
        position, good = deal(theme.rules, theme.players, rng), []
        while position.outcome is None:
            if len(position.legal_moves) > 1 and theme.shows(position):
                good.append(position)
            position = position.play(player.choose(position.view(_turn(position))))
        if good:
            yield rng.choice(good)


def search(theme: Theme, rng: random.Random) -> Iterator[tuple[Position, Analysis]]:
    """Positions that show the theme, clear in ten times the budget of a study as well."""
    for position in rounds(theme, rng):
        quick = clear(position, FIRST, 0.0, rng)
        if quick is None or not theme.fits(position, _best(quick)):
            continue
        sure = clear(position, 4 * BUDGET, theme.margin, rng)
        if sure is not None and _best(sure) == _best(quick):
            yield position, sure


def _best(found: Analysis) -> Move:
    assert found.best is not None
    return found.best


def the_seeds_own(rng: random.Random) -> Position:
    """Ends 2 and 5, and a hand of 5-2, 2-1 and 6-5 to move."""
    wanted = {Tile("5-2"), Tile("2-1"), Tile("6-5")}
    while True:
        position = deal(_YARD, 2, rng)
        if not any(wanted <= set(hand) for hand in position.hands):
            continue
        for _ in range(40):
            now = position
            while now.outcome is None:
                if now.turn is not None and set(now.hands[now.turn]) == wanted and set(now.ends.values()) == {2, 5}:
                    return now
                others = [move for move in now.legal_moves if move.tile not in wanted]
                now = now.play(rng.choice(others or now.legal_moves))


def line(theme: str, position: Position, found: Analysis) -> str:
    """A study's position as it is kept."""
    told = {"theme": theme, "record": Record.of(position).to_json(), "best": str(_best(found)), "exact": found.exact}
    return json.dumps(told)


def main() -> None:
    """Write the file, a line as soon as it is found."""
    rng = random.Random(2026)
    with OUT.open("w") as out:
        first = the_seeds_own(rng)
        *_, found = analyse(first.view(_turn(first)), rng, Thinking(Limit(worlds=10 * BUDGET), None))
        print(line("both-ends", first, found), file=out, flush=True)
        for theme in THEMES:
            for _, (position, sure) in zip(range(theme.wanted), search(theme, rng), strict=False):
                print(line(theme.name, position, sure), file=out, flush=True)
                print(theme.name, _best(sure), file=sys.stderr)


if __name__ == "__main__":
    main()
