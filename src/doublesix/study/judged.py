"""The kinds of drills whose answers an analysis gives: two moves of which one is better beyond doubt.

Both moves are tried in the same deals. A position is asked only where the interval of the difference, widened, stays
clear of nothing: a test finds such answers again at ten times the budget.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from doublesix.analysis import Analysis, Mean, analyse, facts
from doublesix.inference import voids
from doublesix.kernel import compiled, supports
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Move, Position, Rules, View
from doublesix.rules.phrases import Phrase, Who, listed
from doublesix.study.items import LEFT, RIGHT, Item, Made, closes, line_of_two, next_other, running

BUDGET: Final = 2000 if compiled else 60
"""Deals in which the moves are compared."""
MARGIN: Final = 0.03
"""What the worse move is surely behind, in wins and half the ties."""
STRETCH: Final = 1.75
"""How many times wider than 95 % the interval may be and the answer still hold."""
_MOST: Final = (9, 4)
"""The largest set, and the most players, of whose deals enough are compared while somebody waits."""


def judgeable(rules: Rules, players: int) -> bool:
    """Whether moves are compared by these rules: a plain line, and wins alone count."""
    small = rules.max_pip <= _MOST[0] and players <= _MOST[1]
    return small and line_of_two(rules, players) and rules.count is None and supports(rules)


def make_best_end(position: Position, rng: random.Random) -> Made | None:
    """A tile that fits both ends: on which of them is it better?"""
    seat, ends = position.turn, position.ends
    if seat is None or not running(position, 2) or ends["L"] == ends["R"] or len(position.hands[seat]) < 3:
        return None
    fitting = [tile for tile in position.hands[seat] if all(end in tile for end in ends.values())]
    if not fitting:
        return None
    left, right = (Move("play", fitting[0], side) for side in "LR")
    view = position.view(seat)
    found = _clear(view, left, right, rng)
    if found is None:
        return None
    options = tuple(
        (move.side or "", Phrase("{side}, which leaves {ends}", side=where, ends=listed(_ends(position, move))))
        for move, where in ((left, LEFT), (right, RIGHT))
    )
    label = Phrase("You play {tile}. On which end is it better?", tile=fitting[0])
    question = Phrase("The ends are {left} and {right}.", left=ends["L"], right=ends["R"])
    return seat, question, [_item("end", label, options, found.best.side or "", found, view)]


def make_block_or_open(position: Position, rng: random.Random) -> Made | None:
    """A play that leaves the next hand nothing to play, and one that does not: which is better?"""
    seat = position.turn
    if seat is None or not running(position, 4) or len(position.hands[seat]) < 2:
        return None
    view, other = position.view(seat), next_other(position, seat)
    known = voids(view, other)
    plays = [move for move in position.legal_moves if move.kind == "play"]
    shut = [move for move in plays if known and closes(position, move, known)]
    free = [move for move in plays if move not in shut]
    if not shut or not free:
        return None
    analysis = _analysed(view, rng, BUDGET)
    block, keep = (max(moves, key=lambda move: analysis.moves[move].score) for moves in (shut, free))
    found = _told(analysis, block, keep)
    if found is None:
        return None
    options = (
        ("block", Phrase("Block: {move}, which leaves {ends}", move=block, ends=listed(_ends(position, block)))),
        ("open", Phrase("Keep it open: {move}, which leaves {ends}", move=keep, ends=listed(_ends(position, keep)))),
    )
    told = listed([Phrase("no {value} since move {at}", value=value, at=at) for value, at in known.items()])
    question = Phrase("{who} has shown: {told}.", who=Who(other), told=told)
    right = "block" if found.best == block else "open"
    return seat, question, [_item("choice", Phrase("Block or keep open?"), options, right, found, view)]


class _Clear(NamedTuple):
    """Two moves, and what is between them."""

    best: Move
    worse: Move
    gap: Mean
    analysis: Analysis


def _clear(view: View, one: Move, other: Move, rng: random.Random) -> _Clear | None:
    """The better of two moves, None where that is in doubt. Few deals show most of the doubtful cases."""
    if _told(_analysed(view, rng, BUDGET // 8), one, other, 1.0) is None:
        return None
    return _told(_analysed(view, rng, BUDGET), one, other)


def _told(analysis: Analysis, one: Move, other: Move, stretch: float = STRETCH) -> _Clear | None:
    best, worse = sorted((one, other), key=lambda move: -analysis.moves[move].score)
    gap = analysis.behind(worse, best)
    if gap.value - stretch * (gap.value - gap.low) < MARGIN:
        return None
    return _Clear(best, worse, gap, analysis)


def _analysed(view: View, rng: random.Random, worlds: int) -> Analysis:
    *_, found = analyse(view, random.Random(rng.getrandbits(32)), Thinking(Limit(worlds=worlds), None))
    return found


def _ends(position: Position, move: Move) -> Sequence[int]:
    return list(position.play(move).line.ends.values())


def _item(
    name: str, label: Phrase, options: tuple[tuple[str, Phrase], ...], right: str, found: _Clear, view: View
) -> Item:
    """The question, with what the analysis found as its explanation."""
    analysis = found.analysis
    low, high = round(100 * found.gap.low), round(100 * found.gap.high)
    between = Phrase("{low} to {high} points better", low=low, high=high)
    better = Phrase("{n} points better", n=low) if low == high else between
    why = Phrase(
        "In {worlds} imagined deals {best} wins {n}% and {worse} {m}%: it is {better}.",
        worlds=analysis.worlds,
        best=found.best,
        n=round(100 * analysis.moves[found.best].score),
        worse=found.worse,
        m=round(100 * analysis.moves[found.worse].score),
        better=better,
    )
    model = Phrase("Judged by {model}.", model=analysis.model)
    return Item(name, label, options, right, why, (*facts(view, found.worse, found.best), model))
