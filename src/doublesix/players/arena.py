"""The arena: players against each other over the same deals in every seat, and what their scores prove."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from doublesix.errors import DominoError
from doublesix.players.base import Player
from doublesix.players.limit import Clock
from doublesix.rules.position import Position, deal
from doublesix.rules.ruleset import Rules

Z95: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Group:
    """The rounds of one deal: each player's share of first places, and its thinking."""

    rounds: int
    shares: tuple[float, ...]
    """Share of first places by player, summed over the rounds; together they make `rounds`."""
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]
    """Decisions between two legal moves or more, by player."""
    faults: tuple[int, ...]
    """Late or illegal answers by player, replaced by a legal move."""
    places: tuple[float, ...]
    """Finishing places by player, summed over the rounds; with partners those of the side."""
    points: tuple[float, ...]
    """Points by player, summed over the rounds; with partners those of the side."""


class Score(NamedTuple):
    """What an arena found; lists run by player, intervals over deals."""

    rounds: int
    score: tuple[float, ...]
    ci95: tuple[tuple[float, float], ...]
    elo: float | None
    elo_ci95: tuple[float, float] | None
    ms_per_move: tuple[float, ...]
    faults: tuple[int, ...]


def seats_for(rules: Rules, players: int) -> int:
    """How many seats a match of so many players takes: partners are two players at four seats."""
    if rules.partners:
        if players != 2:
            raise DominoError(f"with partners the arena seats two players, one a side, not {players}")
        return 4
    if players not in rules.players:
        allowed = " or ".join(map(str, rules.players))
        raise DominoError(f"{rules.title} is for {allowed} players, not {players}")
    return players


def play_group(
    players: Sequence[Player], rules: Rules, seed: int, number: int, *, duplicate: bool, clock: Clock
) -> Group:
    """The rounds of deal `number`: every rotation of the players over its seats, or (not `duplicate`) one of them.

    The deal depends on `seed` and `number` alone, so that groups may be played in any order and by any process.
    """
    count = len(players)
    seats = seats_for(rules, count)
    dealt = deal(rules, seats, random.Random(f"{seed}/{number}"))
    shares, seconds, places, points = ([0.0] * count for _ in range(4))
    decisions, faults = [0] * count, [0] * count
    turns = range(count) if duplicate else (number % count,)
    for shift in turns:
        who = [(seat + shift) % count for seat in range(seats)]
        position = dealt
        while position.turn is not None:
            position = _one_move(position, players, who, clock, seconds, decisions, faults)
        outcome = position.outcome
        assert outcome is not None
        top = {who[seat] for seat, place in enumerate(outcome.places) if place == 1}
        for player in top:
            shares[player] += 1 / len(top)
        for seat in range(count):  # the first of each side
            places[who[seat]] += outcome.places[seat] or 0
            points[who[seat]] += outcome.points[seat]
    return Group(
        len(turns), tuple(shares), tuple(seconds), tuple(decisions), tuple(faults), tuple(places), tuple(points)
    )


def _one_move(
    position: Position,
    players: Sequence[Player],
    who: Sequence[int],
    clock: Clock,
    seconds: list[float],
    decisions: list[int],
    faults: list[int],
) -> Position:
    seat = position.turn
    assert seat is not None
    legal = position.legal_moves
    if len(legal) == 1:
        return position.play(legal[0])
    player = who[seat]
    view = position.view(seat)
    start = clock()
    try:
        move = players[player].choose(view)
    except (DominoError, TimeoutError):
        move = None
    seconds[player] += clock() - start
    decisions[player] += 1
    if move is None or move not in legal:
        faults[player] += 1
        move = legal[0]
    return position.play(move)


def score(groups: Sequence[Group]) -> Score:
    """Shares, their intervals over deals, and the Elo difference of two players."""
    rounds = sum(group.rounds for group in groups)
    count = len(groups[0].shares)
    means, spans = [], []
    for player in range(count):
        values = [group.shares[player] / group.rounds for group in groups]
        mean = sum(values) / len(values)
        means.append(mean)
        spans.append(_interval(values, mean))
    elo = span = None
    if count == 2:
        elo = elo_of(means[0])
        span = (elo_of(spans[0][0]), elo_of(spans[0][1]))
    times = []
    for player in range(count):
        asked = sum(group.decisions[player] for group in groups)
        spent = sum(group.seconds[player] for group in groups)
        times.append(1000 * spent / asked if asked else 0.0)
    faults = tuple(sum(group.faults[player] for group in groups) for player in range(count))
    return Score(rounds, tuple(means), tuple(spans), elo, span, tuple(times), faults)


def _interval(values: Sequence[float], mean: float) -> tuple[float, float]:
    """A 95 % interval of a mean over deals; the widest one from a single deal.

    Half a squared share is added to the spread, so that a few deals that happen to agree do not pass for certain; from
    a thousand deals on it makes no difference that one could see.
    """
    n = len(values)
    if n < 2:
        return 0.0, 1.0
    half = Z95 * math.sqrt((sum((value - mean) ** 2 for value in values) + 0.5) / (n - 1) / n)
    return max(0.0, mean - half), min(1.0, mean + half)


def elo_of(share: float) -> float:
    """The Elo difference that gives this expected score; shares of 0 and 1 are taken as one in a thousand."""
    share = min(max(share, 0.001), 0.999)
    return 400 * math.log10(share / (1 - share))


EDGE: Final = 0.01
"""The sequential test asks whether the first player's score is this far above or below one half."""
ERROR: Final = 0.05
"""How often it may answer wrongly where the score is just that far off."""
LEAST: Final = 30
"""Deals before it answers at all: it takes their mean as normal."""


def settled(groups: Sequence[Group]) -> bool:
    """Whether deals of two players are enough: a sequential probability ratio test on the score of each deal.

    It weighs a score of one half and `EDGE` against one of one half less `EDGE`, with the variance found so far, and
    ends when one of the two is `(1 - ERROR) / ERROR` times as likely. A score that was stopped so lies a little too
    far from one half, and its interval counts as if the number of deals had been fixed before.
    """
    values = [group.shares[0] / group.rounds for group in groups]
    n = len(values)
    if n < LEAST:
        return False
    mean = sum(values) / n
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    return n * 2 * EDGE * abs(mean - 0.5) >= math.log((1 - ERROR) / ERROR) * variance
