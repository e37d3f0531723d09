"""Computer players that fail: the round is finished all the same, and it is written down."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from process import Process, receive
from world import AtOnce, HangError, StillClock, World

from doublesix.adapters.pool import ThreadPool
from doublesix.players import LEVELS
from doublesix.rules import Move, View, preset
from doublesix.rules import deal as deal_round
from doublesix.server.bots import Bots, choose, fallback
from doublesix.server.seams import Shuffler


def raises(_level: str, _view: View, _seed: int | None) -> Move:
    raise RuntimeError("a bug in the player")


def illegal(_level: str, _view: View, _seed: int | None) -> Move:
    return Move.parse("6-6U")


def nonsense(_level: str, _view: View, _seed: int | None) -> Move:
    return "left"  # type: ignore[return-value]


def hangs(_level: str, _view: View, _seed: int | None) -> Move:
    raise HangError


@pytest.mark.parametrize("player", [raises, illegal, nonsense])
async def test_a_player_that_raises_or_answers_illegally_still_finishes_the_round(
    player: Callable[[str, View, int | None], Move], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    world = World(choose=player)
    table, ear = await world.table("draw-100", ("you", "easy", "easy"), match=False)
    await world.play_round(table, ear)
    assert ear.state["outcome"]
    assert world.bots.failures > 0
    assert "player" in caplog.text


async def test_a_player_that_never_answers_is_given_up_and_the_round_is_finished() -> None:
    world = World(choose=hangs)
    table, ear = await world.table("ranked-block", ("you", "easy"))
    while ear.state["outcome"] is None:
        await world.settle(table)
        if ear.state["turn"] == ear.seat:
            await world.move(table, ear)
        elif table.thinking:
            world.clock.advance(5.0)
            await world.settle(table)
    assert world.bots.failures > 0
    assert len(world.pool.abandoned) == world.bots.failures


async def test_a_first_failure_is_tried_once_more() -> None:
    calls: list[int] = []

    def once(level: str, view: View, seed: int | None) -> Move:
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError
        return choose(level, view, seed)

    bots = Bots(AtOnce(), AtOnce(), StillClock(), once)
    view = first_view()
    assert (await bots.move("normal", view)).move in view.legal
    assert len(calls) == 2
    assert bots.failures == 0


def first_view(rng: Shuffler | None = None) -> View:
    import random

    return deal_round(preset("ply-yard"), 2, rng or random.Random(1)).view(0)


def test_the_fallback_is_legal_and_sheds_the_heaviest_tile() -> None:
    view = first_view()
    assert fallback(view) in view.legal
    assert fallback(view).tile == max(view.hand, key=lambda tile: (tile.pips, str(tile)))


async def test_a_real_thread_that_hangs_does_not_stop_the_next_player() -> None:
    import threading

    stuck = threading.Event()

    def hang(_level: str, _view: View, _seed: int | None) -> Move:
        stuck.wait()
        raise RuntimeError

    pool, clock = ThreadPool(workers=1), StillClock()
    view = first_view()
    waiting = asyncio.create_task(Bots(pool, pool, clock, hang).move("easy", view))
    while not clock.sleeping:
        await asyncio.sleep(0)
    clock.advance(10.0)
    answer = await waiting
    assert (answer.failed, answer.move in view.legal) == (True, True)
    assert (await Bots(pool, pool, clock, choose, seed=1).move("normal", view)).move in view.legal
    stuck.set()
    pool.close()


async def test_a_bot_waits_its_delay_and_keeps_to_its_turn() -> None:
    world = World(delay=0.6)
    table, ear = await world.table("ply-yard", ("easy", "you"))
    assert ear.n == 1
    assert table.thinking
    world.clock.advance(0.6)
    await world.settle(table)
    assert ear.n == 2
    assert not table.thinking


def test_a_view_and_a_move_travel_to_worker_processes() -> None:
    import pickle

    view = first_view()
    again = pickle.loads(pickle.dumps(view))
    assert again == view
    assert choose("normal", again, 1) == choose("normal", view, 1)
    assert pickle.loads(pickle.dumps(view.legal[0])) in view.legal
    assert again.hand[0] is view.hand[0], "tiles are interned"


async def test_players_that_think_do_it_in_the_search_pool() -> None:
    pool, search, view = AtOnce(), AtOnce(), first_view()
    asked: list[str] = []

    def note(level: str, view: View, _seed: int | None) -> Move:
        asked.append(level)
        return view.legal[0]

    never = AtOnce()
    never.submit = None  # type: ignore[method-assign, assignment]
    for level in LEVELS:
        quick = level in ("easy", "normal")
        bots = Bots(pool if quick else never, never if quick else search, StillClock(), note)
        await bots.move(level, view)
        assert bots.failures == 0
    assert asked == list(LEVELS)


def test_worker_processes_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    if not Path("/proc/self/stat").exists():
        pytest.skip("needs /proc to look for processes")
    with Process(tmp_path) as server:
        table, cookie = server.make_table(rules="ply-yard", seats=["you", "hard"])

        async def play() -> list[int]:
            """Play until the computer had to choose: where it has no choice it does not think."""
            async with server.connect(table, cookie) as ws:
                told = await receive(ws, "snapshot")
                while (state := told["state"])["outcome"] is None and not below(server.pid):
                    if state["legal"]:
                        move = {"t": "move", "n": told["n"], "cid": str(told["n"]), "move": state["legal"][0]}
                        await ws.send(json.dumps(move))
                    told = await receive(ws, "events")
                return below(server.pid)

        workers = asyncio.run(play())
    assert workers, "the hard player thinks in a process of its own"
    deadline = time.monotonic() + 20
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < deadline, "worker processes outlive their server"
        os.sched_yield()


def below(pid: int) -> list[int]:
    """Processes that descend from `pid`."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [child for child, parent in parents.items() if parent == pid]
    for child in found:
        found += [grandchild for grandchild, parent in parents.items() if parent == child]
    return found
