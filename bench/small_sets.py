"""Small sets solved: the whole round as information sets, its equilibrium by CFR+, and best responses.

A round of two seats with every deal equally likely becomes, for each seat, a tree of information sets (what the seat
has seen when it had a choice) and of sequences (its own choices so far). A plan gives each sequence the chance that
the seat makes these choices, as far as it is up to the seat. The worth of two plans is the first seat's wins less its
losses a round. Everything is exact but for floats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from operator import itemgetter, mul
from typing import NamedTuple

from doublesix.rules import Move, Position, Rules, Tile, View, start, tile_set

Plan = list[float]
"""By sequence of a seat: the chance of its choices."""


class Seat:
    """One seat's information sets in the order of a walk through the tree, and its sequences; sequence 0 is no choice
    at all. The sequences of a set's moves are numbered one after the other."""

    def __init__(self) -> None:
        self.before: list[int] = []
        """By information set: the sequence that leads to it."""
        self.first: list[int] = []
        """By information set: the sequence of its first move."""
        self.moves: list[tuple[Move, ...]] = []
        """By information set; mirror images on a line with equal ends counted once."""
        self.views: list[View] = []
        self.sequences = 1

    def add(self, before: int, moves: tuple[Move, ...], view: View) -> int:
        """A new information set; its number."""
        self.before.append(before)
        self.first.append(self.sequences)
        self.moves.append(moves)
        self.views.append(view)
        self.sequences += len(moves)
        return len(self.before) - 1


class Matrix(NamedTuple):
    """What the first seat gains by pairs of sequences, row by row; kept for one seat's view of the other's plan."""

    rows: list[tuple[int, Callable[[Sequence[float]], tuple[float, ...]], tuple[float, ...]]]
    size: int

    def times(self, plan: Plan) -> Plan:
        """By sequence: the gain there against the other's plan."""
        out = [0.0] * self.size
        for row, pick, gains in self.rows:
            out[row] = sum(map(mul, pick(plan), gains))
        return out


class Game(NamedTuple):
    """A small round, ready to be solved."""

    seats: tuple[Seat, Seat]
    gains: tuple[Matrix, Matrix]
    """By seat: its own gains, against the other's plan."""
    deals: int
    nodes: int


def small(base: Rules, max_pip: int, hand: int, **changes: object) -> Rules:
    """A preset's rules on a small set with so many tiles dealt to each of two seats."""
    return base.replace(max_pip=max_pip, hand_size={2: hand}, **changes)


def game_of(rules: Rules) -> Game:
    """The whole tree. The first seat leads."""
    walk = _Walk()
    deals = 0
    for position in deals_of(rules):
        deals += 1
        walk.deal(position)
    rows: tuple[dict[int, list[tuple[int, float]]], ...] = ({}, {})
    for (first, second), gain in walk.gains.items():
        if gain:
            rows[0].setdefault(first, []).append((second, gain / deals))
            rows[1].setdefault(second, []).append((first, -gain / deals))
    gains = [Matrix([_row(at, row) for at, row in rows[seat].items()], walk.seats[seat].sequences) for seat in (0, 1)]
    return Game(walk.seats, (gains[0], gains[1]), deals, walk.nodes)


def _row(
    at: int, entries: list[tuple[int, float]]
) -> tuple[int, Callable[[Sequence[float]], tuple[float, ...]], tuple[float, ...]]:
    columns = [column for column, _ in entries]
    if len(columns) == 1:
        columns.append(columns[0])  # itemgetter of one gives no tuple
        entries = [*entries, (columns[0], 0.0)]
    return at, itemgetter(*columns), tuple(gain for _, gain in entries)


def deals_of(rules: Rules) -> Iterator[Position]:
    """Every deal with every order of the tiles that can be drawn."""
    tiles, size = tile_set(rules.max_pip), rules.hand_size[2]
    for first in combinations(tiles, size):
        rest = [tile for tile in tiles if tile not in first]
        for second in combinations(rest, size):
            yard = [tile for tile in rest if tile not in second]
            for drawn in permutations(yard, rules.drawable(len(yard))):
                order = (*drawn, *(tile for tile in yard if tile not in drawn))
                yield start(rules, (first, second), order, leader=0)


class _Walk:
    """Collects information sets and gains."""

    def __init__(self) -> None:
        self.seats = (Seat(), Seat())
        self.gains: dict[tuple[int, int], int] = {}
        self.nodes = 0
        self._known: dict[tuple[int, object], int] = {}
        """What a seat knows, by what it knew before and what it saw then."""
        self._sets: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """By seat: the information set of what it knows."""

    def deal(self, position: Position) -> None:
        known = [self._learn(-1 - seat, hand) for seat, hand in enumerate(position.hands)]
        self._go(position, known[0], known[1], 0, 0)

    def _learn(self, before: int, seen: Move | tuple[Tile, ...]) -> int:
        return self._known.setdefault((before, seen), len(self._known))

    def _go(self, position: Position, knows: int, other_knows: int, own: int, others: int) -> None:
        """From a position on; `knows` and `own` (a sequence) are the first seat's, the others the second's."""
        self.nodes += 1
        turn = position.turn
        if turn is None:
            outcome = position.outcome
            assert outcome is not None
            gain = (outcome.places[0] == 1) - (outcome.places[1] == 1)
            self.gains[own, others] = self.gains.get((own, others), 0) + gain
            return
        moves = choices(position)
        first = 0
        if len(moves) > 1:
            sets, seat = self._sets[turn], self.seats[turn]
            mine = other_knows if turn else knows
            number = sets.get(mine)
            if number is None:
                number = sets[mine] = seat.add(others if turn else own, moves, position.view(turn))
            first = seat.first[number]
        for at, move in enumerate(moves):
            after = position.play(move)
            seen = [after.moves[-1]] * 2
            if move.kind == "draw":
                seen[1 - turn] = move
            now = (self._learn(knows, seen[0]), self._learn(other_knows, seen[1]))
            sequence = first + at if first else (others if turn else own)
            self._go(after, *now, *((own, sequence) if turn else (sequence, others)))


def choices(position: Position) -> tuple[Move, ...]:
    """The legal moves, mirror images on a line with equal ends counted once."""
    ends = position.ends
    if position.rules.spinner != "none" or not ends or ends["L"] != ends["R"]:
        return position.legal_moves
    return tuple(move for move in position.legal_moves if move.side != "R")


# --- plans and their worth -------------------------------------------------------------------------------------------


def plan_of(seat: Seat, chances: Callable[[int], Sequence[float]]) -> Plan:
    """The plan that makes each move of each information set with the given chances."""
    plan = [0.0] * seat.sequences
    plan[0] = 1.0
    for number, (before, first) in enumerate(zip(seat.before, seat.first, strict=True)):
        reach = plan[before]
        if reach:
            for at, chance in enumerate(chances(number)):
                plan[first + at] = reach * chance
    return plan


def best_response(game: Game, seat: int, plan: Plan) -> float:
    """What the seat wins a round at best against the other's plan."""
    tree = game.seats[seat]
    gains = game.gains[seat].times(plan)
    for number in range(len(tree.before) - 1, -1, -1):
        first = tree.first[number]
        gains[tree.before[number]] += max(gains[first : first + len(tree.moves[number])])
    return gains[0]


def worth(game: Game, plans: Sequence[Plan]) -> float:
    """What the first seat wins a round when both keep to their plans."""
    return float(sum(map(mul, plans[0], game.gains[0].times(plans[1]))))


class Equilibrium(NamedTuple):
    """Plans that can hardly be bettered, and bounds of the first seat's worth in equilibrium."""

    plans: tuple[Plan, Plan]
    low: float
    high: float

    @property
    def value(self) -> float:
        """The middle of the bounds."""
        return (self.low + self.high) / 2


class _Learner:
    """One seat's regrets, and the average of its plans."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.regrets = [0.0] * seat.sequences
        self.sums = [0.0] * seat.sequences
        self.plan: Plan = []
        self.renew(0)

    def learn(self, gains: Plan) -> None:
        """Regrets after gains by sequence against the other's present plan; they never fall below 0 (CFR+)."""
        seat, regrets = self.seat, self.regrets
        for number in range(len(seat.before) - 1, -1, -1):
            first = seat.first[number]
            last = first + len(seat.moves[number])
            held, here = regrets[first:last], gains[first:last]
            total = sum(held)
            mean = sum(map(mul, held, here)) / total if total else sum(here) / len(here)
            gains[seat.before[number]] += mean
            regrets[first:last] = [max(0.0, regret + gain - mean) for regret, gain in zip(held, here, strict=True)]

    def renew(self, weight: int) -> None:
        """The plan that the regrets ask for, into the average with a weight."""
        self.plan = plan_of(self.seat, self._chances)
        if weight:
            self.sums = [held + weight * now for held, now in zip(self.sums, self.plan, strict=True)]

    def _chances(self, number: int) -> list[float]:
        first = self.seat.first[number]
        count = len(self.seat.moves[number])
        held = self.regrets[first : first + count]
        total = sum(held)
        return [regret / total for regret in held] if total else [1 / count] * count

    def average(self) -> Plan:
        return [held / self.sums[0] for held in self.sums]


def equilibrium(game: Game, gap: float, most: int = 2_000) -> Iterator[Equilibrium]:
    """Ever better plans, looked at every ten turns of CFR+, until the bounds are `gap` apart."""
    learners = [_Learner(seat) for seat in game.seats]
    for turn in range(1, most + 1):
        for seat, learner in enumerate(learners):
            learner.learn(game.gains[seat].times(learners[1 - seat].plan))
            learner.renew(turn)
        if turn % 10 == 0:
            plans = (learners[0].average(), learners[1].average())
            found = Equilibrium(plans, -best_response(game, 1, plans[0]), best_response(game, 0, plans[1]))
            yield found
            if found.high - found.low <= gap:
                return
