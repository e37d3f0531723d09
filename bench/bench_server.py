"""What the server carries, over real sockets: the load comes from a second process, bench/load.py.

    python3 bench/bench_server.py [PART ...] [--small] [--again] [--write]

Parts, about three minutes in all:

    store     durable appends a second
    restore   5,000 running tables read again after the server was killed, and the start of a new one
    steady    moves at a fixed rate: 250 a second on 500 sockets, 2,000 a second on 4,000
    ceiling   more and more moves a second at 2,000 tables, until it can no longer follow
    pace      4,500 tables of two at human pace, a move every five seconds each, and their memory
    bots      250 moves a second while computer players that search take all time they get

A move counts when it is stored and acknowledged, and its time runs from the moment it was due. Server and load run on a
core each where there are two, except for `bots`, where searching takes the other one. What was measured is kept in
bench/results/server.part.json until all parts are there; `--again` begins anew, `--write` keeps the whole as
bench/results/server.json and draws the figures in docs/host.md. `--small` takes a tenth of everything, to try the
bench itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests" / "server"), str(ROOT / "bench")]

import server_page  # noqa: E402
from common import keep, stamp, yardstick  # noqa: E402
from process import Process  # noqa: E402

from doublesix.adapters.sql import SqlStore  # noqa: E402
from doublesix.adapters.sqlite import open_engine  # noqa: E402
from doublesix.server.auth import digest, new_token  # noqa: E402
from doublesix.server.company import Company  # noqa: E402
from doublesix.server.course import Course  # noqa: E402
from doublesix.server.dealing import Dealer  # noqa: E402
from doublesix.server.setup import Seat, Setup, make_setup  # noqa: E402
from doublesix.store import Append, Create, GuestRow, SeatRow, TableRow  # noqa: E402

Json = dict[str, Any]
LONG = {"base": "draw-100", "target": {"points": 100_000, "mode": "at-least", "when": "round"}}
"""A match that does not end while it is measured."""
LONGEST = 60
"""Hardly a round of two has more moves, their draws among them."""
LADDER = (1000, 2000, 3000, 3500, 4000, 4500, 5000, 6000, 8000)
"""Moves a second that are tried one after the other."""
LOGS = 400
"""Different rounds that the tables are in the middle of."""
KEPT = ROOT / "bench" / "results" / "server.part.json"


# --- tables -----


def unfinished(setup: Setup, rng: random.Random, moves: int | None) -> tuple[str, ...]:
    """The stored events of a random round after some moves; after any number of them where it is None."""
    while True:
        wanted = rng.randrange(LONGEST) if moves is None else moves  # both anew, so that no moment is rarer than it is
        course, texts = Course(setup, Company({0: "g0", 1: "g1"})), list[str]()
        step = course.deal(Dealer(rng, fair=False))
        while True:
            course.take(step)
            texts += step.texts()
            if len(texts) > wanted or not course.running:
                break
            position = course.position
            assert position is not None
            assert position.turn is not None
            step = course.judge(position.turn, rng.choice(position.legal_moves))
        if course.running:
            return tuple(texts)


async def seeded(folder: Path, tables: int, moves: int | None = None) -> tuple[list[str], list[str]]:
    """A data folder with running tables of two people; the names of the tables, and the cookies of the two.

    They are at random moments of their rounds, as tables are that did not all begin at the same second: else their ends
    and deals, which cost four times a move, come in waves. With `moves` all have come as far.
    """
    folder.mkdir(parents=True)
    rng, tokens = random.Random(2026), [new_token(), new_token()]
    setup = replace(make_setup(LONG, 2, ["you", "normal"])[0], seats=(Seat("person"), Seat("person")))
    logs = [unfinished(setup, rng, moves) for _ in range(min(LOGS, tables))]
    store = SqlStore(open_engine(folder / "doublesix.sqlite"))
    await store.start()
    for number, token in enumerate(tokens):
        await store.add_guest(GuestRow(f"g{number}", digest(token), 0.0))
    seats = (SeatRow(0, "g0"), SeatRow(1, "g1"))
    names = [f"bench{number}" for number in range(tables)]
    rows = [TableRow(name, setup.text(), 0.0) for name in names]
    await asyncio.gather(*(store.create(Create(row, seats, logs[at % len(logs)])) for at, row in enumerate(rows)))
    await store.close()
    return names, [f"doublesix={token}" for token in tokens]


# --- processes -----


def of_process(pid: int) -> tuple[float, float]:
    """Seconds of core used and MB of memory held by a process; zeros where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0, 0.0
    held = next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), held


def pin(pid: int, core: int) -> None:
    """Keep a process on a core, where the system can."""
    if hasattr(os, "sched_setaffinity") and (os.cpu_count() or 1) > 1:
        for task in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(task.name), {core})


class Visitors:
    """The load in its own process."""

    def __init__(self, address: str, cookies: list[str]) -> None:
        command = [sys.executable, str(ROOT / "bench" / "load.py")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._say({"address": address, "cookies": cookies})

    def _say(self, what: Json) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()

    def do(self, phase: Json) -> Json:
        """Carry out a phase and wait for what it gave."""
        self._say(phase)
        assert self.process.stdout is not None
        answer: Json = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()


@contextmanager
def playing(folder: Path, cookies: list[str], pinned: bool = True) -> Iterator[tuple[Process, Visitors]]:
    """A server on a data folder, and visitors who are not connected yet."""
    with Process(folder) as server:
        visitors = Visitors(server.address, cookies)
        if pinned:
            pin(server.pid, 0)
            pin(visitors.process.pid, 1)
        try:
            yield server, visitors
        finally:
            visitors.close()


def phase(server: Process, visitors: Visitors, tables: int, seconds: float, rate: float | None = None) -> Json:
    """Moves for a while, with what the server used of its core."""
    used, begun = of_process(server.pid)[0], time.perf_counter()
    found = visitors.do({"do": "play", "tables": tables, "rate": rate, "seconds": seconds})
    core = (of_process(server.pid)[0] - used) / (time.perf_counter() - begun)
    return {"sockets": 2 * tables, **({"rate": rate} if rate else {}), **found, "server_core": round(core, 2)}


# --- parts -----


def store_part(folder: Path, size: float) -> Json:
    """Durable appends a second by many writers that wait for each of theirs."""

    async def speed(writers: int, each: int) -> Json:
        store = SqlStore(open_engine(folder / f"store{writers}.sqlite"))
        await store.start()
        rows = [TableRow(f"t{number}", "{}", 0.0) for number in range(writers)]
        await asyncio.gather(*(store.create(Create(row, (), ("{}",))) for row in rows))
        body = json.dumps({"kind": "played", "seat": 0, "move": "6-4L"})

        async def write(table: str) -> None:
            for number in range(each):
                assert await store.append(Append(table, number + 2, (body,), f"c{number}"))

        begun = time.perf_counter()
        await asyncio.gather(*(write(row.id) for row in rows))
        seconds = time.perf_counter() - begun
        await store.close()
        return {"writers": writers, "appends_per_s": round(writers * each / seconds)}

    return {"store": [asyncio.run(speed(64, int(200 * size))), asyncio.run(speed(1024, int(40 * size)))]}


def restore_part(folder: Path, size: float) -> Json:
    """Kill a server with running tables, and start the next one on what it left."""
    out: Json = {}
    for tables in (int(2000 * size), int(5000 * size)):
        data = folder / f"restore{tables}"
        names, cookies = asyncio.run(seeded(data, tables, moves=12))
        with playing(data, cookies) as (server, visitors):
            visitors.do({"do": "connect", "tables": names[:50]})
            visitors.do({"do": "play", "tables": 50, "rate": 100, "seconds": 1})
            os.kill(server.pid, signal.SIGKILL)
        begun = time.perf_counter()
        with Process(data) as server:
            ready = time.perf_counter() - begun
            program = [sys.executable, str(ROOT / "bench" / "restore_once.py"), server.address, names[0], cookies[0]]
            done = subprocess.run(program, check=True, capture_output=True, text=True)
            first = time.perf_counter() - begun
        once = subprocess.run([*program[:2], str(data)], check=True, capture_output=True, text=True)
        found = json.loads(once.stdout)
        out[str(tables)] = {
            "ready_s": round(ready, 2),
            "first_snapshot_s": round(first - json.loads(done.stdout)["import_s"], 2),
            **found,
        }
    return {"restore": out}


def steady_part(folder: Path, size: float) -> Json:
    """Moves at a fixed rate."""
    out = []
    tables = int(2000 * size)
    names, cookies = asyncio.run(seeded(folder / "steady", tables))
    with playing(folder / "steady", cookies) as (server, visitors):
        time.sleep(1 + tables / 1000)
        few = int(250 * size)
        before = of_process(server.pid)[1]
        visitors.do({"do": "connect", "tables": names[:few]})
        out.append(phase(server, visitors, few, 8, 250 * size))
        middle = of_process(server.pid)[1]
        connected = visitors.do({"do": "connect", "tables": names[few:]})
        after = of_process(server.pid)[1]
        out.append(phase(server, visitors, tables, 12, 2000 * size))
        end = of_process(server.pid)[1]
    memory = {"loaded_mb": round(before), "connected_mb": round(after), "end_mb": round(end)}
    per = {"kb_per_socket": round((after - middle) * 1024 / (2 * (tables - few)), 1), "connect_s": connected["s"]}
    return {"steady": out, "memory": memory | per}


def ceiling_part(folder: Path, size: float) -> Json:
    """A ladder of rates: the last is one that the server cannot follow, or the highest that is tried."""
    tables, out = int(2000 * size), list[Json]()
    names, cookies = asyncio.run(seeded(folder / "ceiling", tables))
    with playing(folder / "ceiling", cookies) as (server, visitors):
        visitors.do({"do": "connect", "tables": names})
        for rate in LADDER:
            out.append(phase(server, visitors, tables, 5, rate * size))
            if out[-1]["moves_per_s"] < 0.9 * rate * size:
                break
    return {"ceiling": out}


def pace_part(folder: Path, size: float) -> Json:
    """Tables at human pace."""
    tables = int(4500 * size)
    names, cookies = asyncio.run(seeded(folder / "pace", tables))
    with playing(folder / "pace", cookies) as (server, visitors):
        connected = visitors.do({"do": "connect", "tables": names})
        found = phase(server, visitors, tables, 15, tables / 5)
        found |= {"memory_mb": round(of_process(server.pid)[1]), "connect_s": connected["s"]}
    return {"pace": found}


def bots_part(folder: Path, size: float) -> Json:
    """Moves beside workers that search without end, as many and as low in rank as those of the server."""
    tables = int(250 * size)
    names, cookies = asyncio.run(seeded(folder / "bots", tables))
    with playing(folder / "bots", cookies, pinned=False) as (server, visitors):
        visitors.do({"do": "connect", "tables": names})
        alone = phase(server, visitors, tables, 6, 250 * size)
        hogs = [_searching() for _ in range(max(1, (os.cpu_count() or 2) - 1))]
        try:
            beside = phase(server, visitors, tables, 8, 250 * size)
        finally:
            for hog in hogs:
                hog.kill()
                hog.wait()
    return {"bots": {"alone": alone, "beside": beside}}


def _searching() -> subprocess.Popen[bytes]:
    """A worker of the rank that the server's have, which searches without end."""
    code = (
        "import os, random, doublesix as dom\n"
        "if hasattr(os, 'SCHED_IDLE'): os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))\n"
        "player = dom.make_player('hard', seed=1)\n"
        "while True:\n"
        "    position = dom.deal(dom.preset('draw'), 2, random.Random(1))\n"
        "    while position.turn is not None:\n"
        "        position = position.play(player.choose(position.view(position.turn)))\n"
    )
    return subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT / "src")})


PARTS = {
    "store": store_part,
    "restore": restore_part,
    "steady": steady_part,
    "ceiling": ceiling_part,
    "pace": pace_part,
    "bots": bots_part,
}


def main() -> int:
    """Measure the parts that are asked for, or those that are missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help="parts to measure (the missing)")
    parser.add_argument("--small", action="store_true", help="a tenth of everything")
    parser.add_argument("--again", action="store_true", help="begin anew")
    parser.add_argument("--write", action="store_true", help="keep the result in bench/results/server.json")
    args = parser.parse_args()
    kept: Json = {} if args.again or args.small or not KEPT.exists() else json.loads(KEPT.read_text())
    if not kept:
        kept = stamp("server", yardstick()) | {"load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else 0}
    for name in args.parts or [part for part in PARTS if part not in kept]:
        with tempfile.TemporaryDirectory() as folder:
            found = PARTS[name](Path(folder), 0.1 if args.small else 1.0)
        kept |= found
        print(json.dumps(found), flush=True)
        if not args.small:
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps(kept, indent=1) + "\n")
    if args.write and all(part in kept for part in PARTS):
        keep(kept)
        server_page.draw()
        KEPT.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
