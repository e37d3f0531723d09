"""Analysis of a position from a view: every legal move tried in the same worlds, with intervals.

The worlds are drawn from the exact belief of the seat, all deals that fit being equally likely; from each the round is
played to its end by random legal moves, with the same chances for every move. What comes out says how a move does if
everybody plays on at random, and so it is named: it is no proof of a best move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from doublesix.analysis.intervals import Mean, mean_of, share_of
from doublesix.inference import World, belief
from doublesix.kernel import State, code_of, playouts_of_worlds, root_of, supports
from doublesix.players.hard import distinct, play_out
from doublesix.players.limit import Thinking
from doublesix.rules.moves import Move
from doublesix.rules.tiles import pips
from doublesix.rules.view import View

MODEL: Final = "random play-outs over worlds of the exact belief, all deals that fit equally likely"
LOOSE: Final = "random play-outs over weighted sample worlds, the belief being too large to be exact"


class Chances(NamedTuple):
    """How a move does: first place alone, shared, or not, and the margin in pips."""

    win: Mean
    tie: Mean
    loss: Mean
    margin: Mean
    """The opponents' remaining pips together, less those of one's own side."""

    @property
    def score(self) -> float:
        """Wins and half the ties."""
        return self.win.value + self.tie.value / 2

    def to_json(self) -> dict[str, Any]:
        """The contract's shape."""
        names = self._fields
        return {
            **{name: getattr(self, name).value for name in names},
            "ci95": {name: [getattr(self, name).low, getattr(self, name).high] for name in names},
        }


class Analysis(NamedTuple):
    """What has been found so far; `scores` holds each move's result world by world, for paired comparison."""

    model: str
    worlds: int
    moves: dict[Move, Chances]
    scores: dict[Move, tuple[float, ...]]

    @property
    def best(self) -> Move | None:
        """The move with the best score so far; None where there is no move."""
        return max(self.moves, key=lambda move: self.moves[move].score, default=None)

    def behind(self, move: Move, other: Move) -> Mean:
        """How far `move` is behind `other` in score, over the same worlds."""
        gaps = [b - a for a, b in zip(self.scores[move], self.scores[other], strict=True)]
        return mean_of(sum(gaps), sum(gap * gap for gap in gaps), len(gaps), 1.0)

    def to_json(self) -> dict[str, Any]:
        """The contract's shape, the moves sorted as plain text."""
        return {
            "model": self.model,
            "exact": False,
            "worlds": self.worlds,
            "moves": {str(move): chances.to_json() for move, chances in sorted(self.moves.items(), key=_text)},
        }


def _text(item: tuple[Move, Chances]) -> str:
    return str(item[0])


class _Tally:
    """One move's results, world by world."""

    def __init__(self) -> None:
        self.wins = self.ties = 0
        self.margin = self.squares = 0.0
        self.scores: list[float] = []

    def add(self, place: int, alone: bool, margin: float) -> None:
        """One world: the place, whether it is held alone, and the margin."""
        first = place == 1
        self.wins += first and alone
        self.ties += first and not alone
        self.scores.append(1.0 if first and alone else 0.5 if first else 0.0)
        self.margin += margin
        self.squares += margin * margin

    def chances(self, widest: float) -> Chances:
        """What the results say."""
        tries = len(self.scores)
        return Chances(
            share_of(self.wins, tries),
            share_of(self.ties, tries),
            share_of(tries - self.wins - self.ties, tries),
            mean_of(self.margin, self.squares, tries, widest),
        )


def analyse(view: View, rng: random.Random, thinking: Thinking) -> Iterator[Analysis]:
    """Snapshots that improve until the limit is reached; at least one. Repeatable for a seed under a limit in worlds.

    Of two mirror-image plays on a line with equal ends one is tried and both are told.
    """
    moves = distinct(view)
    if not moves:
        yield Analysis(MODEL, 0, {}, {})
        return
    known = belief(view)
    model = MODEL if known.exact else LOOSE
    tallies = [_Tally() for _ in moves]
    root = root_of(view) if supports(view.rules) else None
    seed, done = rng.getrandbits(32), 0
    for batch in thinking.batches():
        if root is not None:
            packed = known.packed(batch, seed=seed, first=done)
            _by_kernel(view, root, packed, moves, tallies, seed, range(done, done + batch))
        else:
            for _ in range(batch):
                _by_rules(view, known.sample(rng), moves, tallies, rng)
        done += batch
        yield _snapshot(view, model, done, moves, tallies)


def _snapshot(view: View, model: str, done: int, moves: tuple[Move, ...], tallies: list[_Tally]) -> Analysis:
    widest = float(view.rules.size * view.rules.max_pip)
    found = {move: tally.chances(widest) for move, tally in zip(moves, tallies, strict=True)}
    scores = {move: tuple(tally.scores) for move, tally in zip(moves, tallies, strict=True)}
    for move in view.legal:
        if move not in found:  # the mirror image of one that was tried
            twin = next(other for other in moves if other.tile is move.tile)
            found[move], scores[move] = found[twin], scores[twin]
    return Analysis(model, done, {move: found[move] for move in view.legal}, scores)


def _by_kernel(
    view: View, root: State, packed: bytes, moves: tuple[Move, ...], tallies: list[_Tally], seed: int, numbers: range
) -> None:
    """Worlds one after the other, so that each has its own result and moves can be compared in pairs."""
    codes = [code_of(move, view.rules) for move in moves]
    side = view.rules.side(view.seat, view.players)
    width = root.unseen()
    for at, number in enumerate(numbers):
        world = packed[at * width : (at + 1) * width]
        totals = playouts_of_worlds(root, codes, world, seed=seed, first=number)
        for tally, total in zip(tallies, totals, strict=True):
            mine = sum(total.pips[seat] for seat in side)
            tally.add(total.places[view.seat], bool(total.wins[view.seat]), sum(total.pips) - 2 * mine)


def _by_rules(view: View, world: World, moves: tuple[Move, ...], tallies: list[_Tally], rng: random.Random) -> None:
    position = world.position(view)
    side = view.rules.side(view.seat, view.players)
    for tally, move in zip(tallies, moves, strict=True):
        last = play_out(position.play(move), rng)
        outcome = last.outcome
        assert outcome is not None
        firsts = [seat for seat, place in enumerate(outcome.places) if place == 1]
        own = [pips(hand) for hand in last.hands]
        mine = sum(own[seat] for seat in side)
        tally.add(outcome.places[view.seat] or 0, len(firsts) == len(side), sum(own) - 2 * mine)
