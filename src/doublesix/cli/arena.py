"""`doublesix arena A B [C D]`: players against each other, with what the scores prove.

A player is a level (easy, normal, hard, master), random, heaviest, or cmd:PROGRAM, a program that speaks the engine
protocol.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from doublesix.adapters.program import ProgramPlayer
from doublesix.cli.common import Subparsers, WrongUsage, add_json, limit_of, read_rules, write_json
from doublesix.errors import DominoError
from doublesix.kernel import ENGINE, compiled
from doublesix.players import LEVELS, Group, Limit, Player, Score, make_player, play_group, score
from doublesix.players.arena import seats_for, settled
from doublesix.players.base import YARDSTICKS
from doublesix.rules import Rules
from doublesix.rules.phrases import shortened


def add_parser(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "arena",
        help="let players play against each other",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="two to four; with partners one a side")
    parser.add_argument("--rules", metavar="ID", default="ply-yard", help="preset id or house-rules file (ply-yard)")
    parser.add_argument("--rounds", type=int, default=200, metavar="N", help="rounds, rounded up to whole deals (200)")
    parser.add_argument("--duplicate", action="store_true", help="play every deal in every seat rotation")
    parser.add_argument("--seed", type=int, metavar="S", help="makes everything repeatable under a limit in worlds")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--worlds", type=int, metavar="N", help="worlds a decision may look at")
    limit.add_argument("--ms", type=float, metavar="T", help="milliseconds a decision may take")
    parser.add_argument(
        "--stop", action="store_true", help="stop early once a sequential test says which of two players is stronger"
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes (1)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, and write the score."""
    rules = read_rules(args.rules)
    count = len(args.players)
    seats_for(rules, count)
    if args.rounds < 1 or args.workers < 1:
        raise WrongUsage("--rounds and --workers are whole numbers of 1 or more")
    known = (*LEVELS, *YARDSTICKS)
    for name in args.players:
        if name not in known and not name.startswith("cmd:"):
            raise DominoError(
                f'there is no player "{shortened(name)}"; a player is {", ".join(known)}, or cmd:PROGRAM, '
                "a program that speaks the engine protocol"
            )
    if args.stop and count != 2:
        raise WrongUsage("--stop compares two players")
    seed = args.seed if args.seed is not None else time.time_ns()
    size = count if args.duplicate else 1
    groups = -(-args.rounds // size)
    limit = limit_of(args)
    job = (tuple(args.players), rules.to_json(), rules.version, seed, limit, args.duplicate)
    found: list[Group] = []
    for group in _play(job, groups, args.workers):
        found.append(group)
        _progress(len(found), groups)
        if args.stop and settled(found):
            break
    result = score(found)
    if args.json:
        write_json(_json(result))
        for told in _faults(args.players, result):
            print(told, file=sys.stderr)
    else:
        _tell(args.players, result)
    return 0


Job = tuple[tuple[str, ...], Any, int, int, Limit | None, bool]


def _play(job: Job, groups: int, workers: int) -> Iterator[Group]:
    """The groups in order; which process plays which makes no difference."""
    if workers == 1:
        yield from _chunk(job, 0, groups)
        return
    step = max(1, min(50, groups // (workers * 4)))
    pool = ProcessPoolExecutor(workers, initializer=_end_at_once)
    try:
        starts = range(0, groups, step)
        jobs = [pool.submit(_whole_chunk, job, start, min(start + step, groups)) for start in starts]
        for done in jobs:
            yield from done.result()
    finally:  # not `with`: leaving that would take back the cancelling, and Ctrl-C would wait for all the rest
        pool.shutdown(cancel_futures=True)


def _end_at_once() -> None:
    """Ctrl-C, which reaches every process of the terminal, ends a worker in the middle of its chunk, without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _whole_chunk(job: Job, start: int, stop: int) -> list[Group]:
    return list(_chunk(job, start, stop))


def _chunk(job: Job, start: int, stop: int) -> Iterator[Group]:
    names, given, version, seed, limit, duplicate = job
    rules = Rules.from_json(given, version)
    players = [_player(name, seed + at, limit) for at, name in enumerate(names)]
    try:
        for number in range(start, stop):
            yield play_group(players, rules, seed, number, duplicate=duplicate, clock=time.perf_counter)
    finally:
        for player in players:
            if isinstance(player, ProgramPlayer):
                player.close()


def _player(name: str, seed: int, limit: Limit | None) -> Player:
    if name.startswith("cmd:"):
        return ProgramPlayer(name[4:], seed, limit)
    return make_player(name, seed, limit, time.perf_counter)


def _progress(done: int, groups: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == groups else ""
        print(f"\r{done} of {groups} deals", end=end, file=sys.stderr, flush=True)


def _json(result: Score) -> dict[str, Any]:
    out: dict[str, Any] = {
        "rounds": result.rounds,
        "score": list(result.score),
        "ci95": [list(span) for span in result.ci95],
        "elo": result.elo,
        "ms_per_move": list(result.ms_per_move),
    }
    if result.elo_ci95 is not None:
        out["elo_ci95"] = list(result.elo_ci95)
    if any(result.faults):
        out["faults"] = list(result.faults)
    return out


def _faults(names: list[str], result: Score) -> list[str]:
    """Who answered too late, or with no legal move, how often."""
    faults = zip(names, result.faults, strict=True)
    return [f"{name}: {number} late or illegal answers replaced by a legal move" for name, number in faults if number]


def _tell(names: list[str], result: Score) -> None:
    print(f"{result.rounds} rounds; share of first places, with its 95 % interval")
    for name, share, (low, high), spent in zip(names, result.score, result.ci95, result.ms_per_move, strict=True):
        print(f"  {name:12} {share:.4f}  [{low:.4f}, {high:.4f}]  {spent:.2f} ms a move")
    for told in _faults(names, result):
        print(f"  {told}")
    if result.elo is not None and result.elo_ci95 is not None:
        low, high = result.elo_ci95
        print(f"  Elo of the first over the second: {result.elo:+.0f} [{low:+.0f}, {high:+.0f}]")
    if not compiled:
        sys.stdout.flush()
        print(f"kernel: {ENGINE}", file=sys.stderr)
