"""Random rounds by the thousand, for callers that speak in rules, views and moves."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from doublesix.errors import BadRecord
from doublesix.kernel._choice import Chooser, rounds_by_choice
from doublesix.kernel._codes import WHOLE
from doublesix.kernel._lanes import rounds_in_lanes, worlds_in_lanes
from doublesix.kernel._results import results_of_moves
from doublesix.kernel._rounds import rounds_dealt, rounds_from, rounds_of_worlds
from doublesix.kernel._state import State
from doublesix.kernel._tally import Tally
from doublesix.kernel._two_choice import rounds_by_choice_of_two
from doublesix.kernel.tables import setup_of
from doublesix.rules.ruleset import Rules

WORDS = 1 << 32
"""Seeds and stream numbers are 32-bit words."""


class Totals(NamedTuple):
    """Sums over finished rounds; lists run by seat. Whole numbers: adding two parts gives the totals of both."""

    rounds: int
    ties: int
    """Rounds that nobody won, all seats being level."""
    blocked: int
    turns: int
    """Leads, plays and passes."""
    shares: tuple[int, ...]
    """First places in 1/2520: k joint firsts take 2520/k each, so that a tie shares the place among all."""
    wins: tuple[int, ...]
    """Rounds that the seat (in pairs its side) won alone."""
    pips: tuple[int, ...]
    """Pips left in the seat's own hand."""
    points: tuple[int, ...]
    """Points of the rounds."""
    places: tuple[int, ...]
    """Places, 1 for the first."""

    @property
    def share(self) -> tuple[float, ...]:
        """Share of first places, 0 to 1; over all seats they add up to 1."""
        return tuple(part / WHOLE / self.rounds for part in self.shares)


def _totals(tally: Tally) -> Totals:
    rounds, ties, blocked, turns, by_seat = tally.sums()
    return Totals(rounds, ties, blocked, turns, *map(tuple, by_seat))


def _word(number: int) -> int:
    return number % WORDS


def playouts(rules: Rules, players: int, *, seed: int, count: int, first: int = 0) -> Totals:
    """Deal and play `count` rounds, every choice equally likely: rounds number `first` and on of a seed.

    Each round has a random stream of its own, so parts played on other threads, or in another order, add up to the
    same totals. The interpreter's lock is released where the kernel is compiled. Raises `BadRules`, `BadRecord`.
    """
    from doublesix.rules.position import check_players

    check_players(rules, players)
    _check_count(count)
    setup = setup_of(rules, players)
    if setup.two_seats and not setup.exact:
        return _totals(rounds_in_lanes(setup, _word(seed), _word(first), count))
    return _totals(rounds_dealt(setup, _word(seed), _word(first), count))


def playouts_from(state: State, *, seed: int, count: int, first: int = 0) -> Totals:
    """Play a state on to its end `count` times, all of its tiles known; the state stays as it is."""
    _check_count(count)
    if state.unseen():
        raise BadRecord("the state has hidden tiles: fill them with a world first")
    return _totals(rounds_from(state, _word(seed), _word(first), count))


def playouts_of_worlds(
    root: State, codes: Sequence[int], worlds: bytes, *, seed: int, first: int = 0
) -> list[Totals]:
    """For each move: play on once from every world after it. World i uses stream `first + i` for every move.

    `root` comes from `coding.root_of`; `worlds` holds worlds of `root.unseen()` bytes one after the other, each the
    hidden tiles of the other seats by seat, then of the boneyard, next to be drawn first.
    """
    count = _count_worlds(root, codes, worlds)
    play = worlds_in_lanes if root.setup.two_seats else rounds_of_worlds
    return [_totals(play(root, code, worlds, count, _word(seed), _word(first))) for code in codes]


def playouts_by_choice(
    root: State, chooser: Chooser, codes: Sequence[int], worlds: bytes, *, seed: int, first: int = 0
) -> list[Totals]:
    """As `playouts_of_worlds`, with every seat choosing as the model does; `chooser` knows the moves so far."""
    count = _count_worlds(root, codes, worlds)
    play = rounds_by_choice_of_two if root.setup.two_seats else rounds_by_choice
    return [_totals(play(root, chooser, code, worlds, count, _word(seed), _word(first))) for code in codes]


class Results(NamedTuple):
    """How moves did for the seat to move, world by world, each move's list in the order of the worlds."""

    ranks: list[bytes]
    """2 for first place alone (in pairs with its partner), 1 for a shared one, 0 for none."""
    margins: list[array[int]]
    """The pips left to the others, less those left to the seat's side."""


def results_by_world(
    root: State, codes: Sequence[int], worlds: bytes, *, seed: int, first: int = 0, chooser: Chooser | None = None
) -> Results:
    """As `playouts_of_worlds`, or as `playouts_by_choice` where there is a `chooser`, but world by world."""
    count = _count_worlds(root, codes, worlds)
    return Results(*results_of_moves(root, chooser, list(codes), worlds, count, _word(seed), _word(first)))


def _count_worlds(root: State, codes: Sequence[int], worlds: bytes) -> int:
    width = root.unseen()
    if width and (len(worlds) % width or not worlds):
        raise BadRecord(f"worlds of this view have {width} tiles each; {len(worlds)} is no multiple of that")
    legal = set(root.moves())
    for code in codes:
        if code not in legal:
            raise BadRecord(f"move code {code} is not legal here")
    return len(worlds) // width if width else 1


def _check_count(count: int) -> None:
    if not 0 <= count < WORDS:
        raise BadRecord(f"the number of rounds is 0 to {WORDS - 1}, not {count}")
