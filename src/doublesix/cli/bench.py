"""`doublesix bench`: how fast the engine is here, on the reserve table and one core."""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

from doublesix import kernel
from doublesix.cli.common import Subparsers, add_json, write_json
from doublesix.rules import Position, deal, preset
from doublesix.solver import faceup
from doublesix.solver._line import LineSearch

RULES = preset("ply-yard")
SAMPLES = 5
SPAN = 0.1
"""Seconds of one sample at least."""


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser("bench", help="how fast the engine is on this machine", description=__doc__)
    add_json(parser)
    parser.set_defaults(run=run)


def rate(work: Callable[[int], int], first: int) -> float:
    """How much `work` gets done in a second of one core: the median of five samples of a tenth of a second or more."""
    amount = first
    rates: list[float] = []
    while len(rates) < SAMPLES:
        begun = time.thread_time()
        done = work(amount)
        took = time.thread_time() - begun
        if took < SPAN:
            amount *= 2
        else:
            rates.append(done / took)
    return statistics.median(rates)


def rounds_one_by_one(count: int) -> int:
    """Random rounds, each on its own."""
    return int(kernel._two.rounds_of_two(kernel.setup_of(RULES, 2), 1, 0, count).sums()[0])


def rounds_side_by_side(count: int) -> int:
    """Random rounds in vector registers."""
    return int(kernel._lanes.rounds_in_lanes(kernel.setup_of(RULES, 2), 1, 0, count).sums()[0])


def nodes_solved(count: int) -> int:
    """Nodes of the face-up search over full deals, result only; the table of the search is made anew each time."""
    rng = random.Random(2)
    search = LineSearch(6, 14)
    nodes = 0
    for _ in range(count):
        position: Position = deal(RULES, 2, rng)
        mine, theirs = (kernel.mask(hand) for hand in position.hands)
        search.begin([kernel.number(tile) for tile in position.boneyard[: position.drawable]], 99)
        search.lead(mine, theirs, mine, -1, 1)
        nodes += search.nodes
    return nodes


def measure() -> dict[str, float | bool | None]:
    """The contract's object; null where there is no such engine."""
    lanes = kernel._lanes.vector_bytes() > 0
    return {
        "playouts_per_s": round(rate(rounds_one_by_one, 200)),
        "lanes_playouts_per_s": round(rate(rounds_side_by_side, 200)) if lanes else None,
        "solver_nodes_per_s": round(rate(nodes_solved, 4)),
        "compiled": kernel.compiled and faceup.compiled,
    }


def run(args: argparse.Namespace) -> int:
    """Measure for some seconds and say it."""
    found = measure()
    if args.json:
        write_json(found)
        return 0
    print(f"kernel: {kernel.ENGINE}")
    for key, unit in (
        ("playouts_per_s", "random rounds a second, one by one"),
        ("lanes_playouts_per_s", "random rounds a second, side by side"),
        ("solver_nodes_per_s", "nodes a second of the face-up search"),
    ):
        value = found[key]
        print(f"{value:>12,.0f}  {unit}" if value is not None else f"{'none':>12}  {unit}")
    return 0
