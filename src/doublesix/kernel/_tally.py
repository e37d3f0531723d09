# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Sums over finished rounds, in whole numbers so that they do not depend on the order of adding."""

from __future__ import annotations

try:
    import cython
except ImportError:  # plain Python without Cython
    from doublesix.kernel import _cyshim as cython  # type: ignore[no-redef]

if cython.compiled:
    from cython.cimports.doublesix.kernel._codes import BLOCKED, WHOLE
    from cython.cimports.doublesix.kernel._state import State
else:
    from doublesix.kernel._codes import BLOCKED, WHOLE
    from doublesix.kernel._state import State


class Tally:
    """Sums by seat and over all; `totals` in the package reads them."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        if not cython.compiled:
            self.rounds = self.ties = self.blocked = self.turns = 0
            self.shares, self.wins, self.pips, self.points, self.places = ([0] * 10 for _ in range(5))

    def add(self, state: State, begun: cython.int, opened_at: cython.int) -> cython.void:
        """Add a finished round; `begun` and `opened_at` are its steps and the place in the boneyard at the start."""
        i: cython.int
        firsts: cython.int = 0
        self.rounds += 1
        self.turns += state.steps - begun - (state.at - opened_at)
        if state.ending == BLOCKED:
            self.blocked += 1
        if state.winners == 0:
            self.ties += 1
        for i in range(self.seats):
            firsts += state.places[i] == 1
            self.pips[i] += state.pips[i]
            self.points[i] += state.points[i]
            self.places[i] += state.places[i]
        for i in range(self.seats):
            if state.places[i] == 1:
                self.shares[i] += WHOLE // firsts
                if firsts == 1 or (state.setup.partners and firsts == 2):
                    self.wins[i] += 1

    def add_two(
        self,
        rounds: cython.longlong,
        ties: cython.longlong,
        blocked: cython.longlong,
        turns: cython.longlong,
    ) -> cython.void:
        """Sums over all of rounds of two seats."""
        self.rounds += rounds
        self.ties += ties
        self.blocked += blocked
        self.turns += turns

    def add_seat(
        self,
        seat: cython.int,
        wins: cython.longlong,
        pips: cython.longlong,
        points: cython.longlong,
    ) -> cython.void:
        """Sums of one seat of these rounds of two seats; `add_two` comes first, and they are the tally's only ones."""
        self.wins[seat] += wins
        self.pips[seat] += pips
        self.points[seat] += points
        self.shares[seat] += WHOLE * wins + WHOLE // 2 * self.ties
        self.places[seat] += 2 * self.rounds - wins - self.ties

    def sums(self) -> tuple[int, int, int, int, list[list[int]]]:
        """Rounds, ties, blocked rounds, turns; then by seat: shares, wins, pips, points, places."""
        seats = range(self.seats)
        return (
            self.rounds,
            self.ties,
            self.blocked,
            self.turns,
            [
                [self.shares[i] for i in seats],
                [self.wins[i] for i in seats],
                [self.pips[i] for i in seats],
                [self.points[i] for i in seats],
                [self.places[i] for i in seats],
            ],
        )
