"""The numbers of canon 3.6: uniform random legal play of the four tables, every column, within honest tolerances.

Each number of the canon is a mean over 100,000 rounds, printed with so many digits. A mean over `size` rounds of our
own may differ by four standard errors of the difference, and by half of the last digit. The seeds are fixed.
"""

from __future__ import annotations

import math
import random
import statistics

import pytest

from doublesix.rules import Position, deal, pips, preset

COLUMNS = ("blocked", "tie", "lead", "played", "passes", "draw turns", "drawn", "drain", "zero", "points")
CANON = {
    ("ply-yard", 2): "0.230 0.0051 0.532 18.1 0.99 3.59 7.67 0.041 0.018 17.2",
    ("draw-100", 2): "0.176 0.0054 0.549 18.4 0.56 3.65 7.94 0.071 0.023 16.6",
    ("draw-100", 3): "0.192 0.0069 0.399 21.0 1.56 2.76 5.69 0.079 0.060 28.8",
    ("draw-100", 4): "0.174 0.0120 0.341 21.0 2.88 2.06 3.76 0.046 0.098 34.7",
    ("ranked-draw", 2): "0.176 0.0054 0.549 18.4 0.56 3.65 7.94 0.071 0.023 16.6",
    ("ranked-draw", 3): "0.084 0.0030 0.426 17.0 0.73 3.44 7.75 0.034 0.051 31.1",
    ("ranked-draw", 4): "0.101 0.0060 0.340 19.0 1.75 3.05 6.52 0.038 0.086 40.7",
    ("ranked-block", 2): "0.657 0.0282 0.577 10.6 2.49 0.00 0.00 0.000 0.016 7.0",
    ("ranked-block", 3): "0.456 0.0300 0.414 16.6 4.08 0.00 0.00 0.000 0.049 17.5",
    ("ranked-block", 4): "0.250 0.0186 0.364 22.5 4.26 0.00 0.00 0.000 0.126 26.4",
}
CANON_ROUNDS = 100_000


def is_dead(position: Position) -> bool:
    """Whether no tile off the line fits an end."""
    ends = set(position.ends.values())
    return not any(
        not ends.isdisjoint(tile) for part in (*position.hands, position.boneyard) for tile in part
    )  # fmt: skip


def facts_of_a_round(rules: str, players: int, rng: random.Random) -> tuple[float, ...]:
    """One random round, as a row of the table."""
    position = deal(preset(rules), players, rng)
    drain = False
    while position.turn is not None:
        legal = position.legal_moves
        move = legal[0] if len(legal) == 1 else rng.choice(legal)
        if move.kind == "draw" and position.drawn == 0:
            drain = drain or is_dead(position)
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    assert outcome.winners is not None
    own = [pips(hand) for hand in position.hands]
    kinds = [move.kind for move in position.moves]
    turns_with_draw = sum(
        1 for at, kind in enumerate(kinds) if kind == "draw" and kinds[at - 1] != "draw"
    )  # fmt: skip
    blocked = outcome.ending == "blocked"
    alone = len(outcome.winners) == 1
    points = 0
    if alone:
        points = sum(own) - (2 * own[outcome.winners[0]] if blocked else 0)
    zero = not blocked and any(len(hand) == 1 and pips(hand) == 0 for hand in position.hands)
    if preset(rules).pays:
        assert sum(outcome.points) == points
    return (
        blocked,
        not alone,
        outcome.winners == (position.leader,),
        len(position.line),
        kinds.count("pass"),
        turns_with_draw,
        kinds.count("draw"),
        drain,
        zero,
        points,
    )


def check_table(rules: str, players: int, size: int) -> None:
    """Compare `size` rounds with the canon's row."""
    rng = random.Random(f"{rules}/{players}/{size}")
    rows = [facts_of_a_round(rules, players, rng) for _ in range(size)]
    for column, wanted, values in zip(COLUMNS, CANON[rules, players].split(), zip(*rows, strict=True), strict=True):
        mean, spread = statistics.fmean(values), statistics.pstdev(map(float, values))
        digits = len(wanted.partition(".")[2])
        error = spread * math.sqrt(1 / size + 1 / CANON_ROUNDS)
        allowed = 4 * error + 0.5 * 10**-digits + 1e-12
        assert abs(mean - float(wanted)) <= allowed, f"{column}: {mean:.4f}, canon {wanted}, allowed {allowed:.4f}"


@pytest.mark.parametrize(("rules", "players"), [row for row in CANON if row != ("ranked-draw", 2)])  # as draw-100
def test_random_rounds_have_the_statistics_of_the_canon(rules: str, players: int) -> None:
    check_table(rules, players, 5000)


@pytest.mark.nightly
@pytest.mark.parametrize(("rules", "players"), CANON)
def test_100000_random_rounds_have_the_statistics_of_the_canon(rules: str, players: int) -> None:
    check_table(rules, players, 100_000)


@pytest.mark.parametrize(("rules", "players"), CANON)
def test_in_the_four_tables_a_pass_proves_and_a_forced_draw_leaves_nothing_that_fits(rules: str, players: int) -> None:
    """Canon 3.6 and A38: passes come only at the reserve; what ends a draw is the only playable tile; once nobody can
    play at the reserve no play follows."""
    rng = random.Random(f"{rules}/{players}/facts")
    for _ in range(80):
        position = deal(preset(rules), players, rng)
        over = False
        while position.turn is not None:
            move = rng.choice(position.legal_moves)
            ends = set(position.ends.values())
            dead_end = position.drawable == 0 and not any(ends & set(tile) for part in position.hands for tile in part)
            over = over or (position.line.lead is not None and dead_end)
            if move.kind == "pass":
                assert position.drawable == 0
            if over:
                assert move.kind == "pass"
            if position.drawn and move.kind == "play":
                assert (
                    {legal.tile for legal in position.legal_moves} == {move.tile} == {position.hands[position.turn][-1]}
                )
                rest = position.hands[position.turn][:-1]
                assert not any(ends & set(tile) for tile in rest)
            position = position.play(move)
