"""What the server carries: tables with a person and a computer player, over real sockets, from a second process.

    python3 bench/bench_server.py [--tables N] [--pace S] [--write]

Every visitor makes a move `--pace` seconds after it became his turn; the computer player answers at once. A move counts
when it is stored. Times of the server are those of its own core, so other work on the machine counts little in them,
but it does count in the round trips. `--write` keeps the result in bench/results/server.json.
"""

from __future__ import annotations

import argparse
import asyncio
import datetime
import json
import os
import platform
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests" / "server"), str(ROOT / "bench")]

from common import yardstick  # noqa: E402
from process import Process, receive  # noqa: E402
from websockets.asyncio.client import ClientConnection  # noqa: E402

from doublesix.adapters.sql import SqlStore  # noqa: E402
from doublesix.adapters.sqlite import open_engine  # noqa: E402
from doublesix.server.course import Course  # noqa: E402
from doublesix.server.dealing import Dealer  # noqa: E402
from doublesix.server.setup import Setup, make_setup  # noqa: E402
from doublesix.store import Append, Create, SeatRow, TableRow  # noqa: E402

A_GUEST = 50
"""Tables that one visitor makes, below what the server allows him at once."""


# --- the store -----


async def store_speed(folder: Path, writers: int, each: int) -> dict[str, Any]:
    """Durable appends a second by many writers that wait for each of theirs."""
    store = SqlStore(open_engine(folder / f"store{writers}.sqlite"))
    await store.start()
    await asyncio.gather(*(store.create(Create(TableRow(f"t{i}", "{}", 0.0), (), ("{}",))) for i in range(writers)))
    body = json.dumps({"kind": "played", "seat": 0, "move": "6-4L"})

    async def write(table: int) -> None:
        for number in range(each):
            assert await store.append(Append(f"t{table}", number + 2, (body,), f"c{number}"))

    begun, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*map(write, range(writers)))
    seconds, core = time.perf_counter() - begun, time.process_time() - used
    await store.close()
    done = writers * each
    return {"writers": writers, "appends_per_s": round(done / seconds), "core_us_per_append": round(core / done * 1e6)}


def unfinished(setup: Setup, rng: random.Random) -> tuple[str, ...]:
    """The stored events of a random round that stopped somewhere."""
    while True:
        course, texts = Course(setup), list[str]()
        step = course.deal(Dealer(rng, fair=False))
        length = rng.randrange(10, 40)
        while True:
            course.take(step)
            texts += step.texts()
            if len(texts) >= length or not course.running:
                break
            position = course.position
            assert position is not None
            assert position.turn is not None
            step = course.judge(position.turn, rng.choice(position.legal_moves))
        if course.running:
            return tuple(texts)


async def rebuild_speed(folder: Path, tables: int) -> dict[str, Any]:
    """Reading unfinished tables back, as after a crash."""
    rng, (setup, _) = random.Random(2026), make_setup("ply-yard", 2, ["you", "normal"])
    store = SqlStore(open_engine(folder / "rebuild.sqlite"))
    await store.start()
    logs = [unfinished(setup, rng) for _ in range(tables)]
    rows = [TableRow(f"t{number}", setup.text(), 0.0) for number in range(tables)]
    await asyncio.gather(
        *(store.create(Create(row, (SeatRow(0, "g"),), log)) for row, log in zip(rows, logs, strict=True))
    )
    used, names = time.process_time(), await store.unfinished(tables)
    for start in range(0, tables, 200):
        for loaded in (await store.load(names[start : start + 200])).values():
            Course(Setup.from_text(loaded.row.setup)).fold(loaded.events)
    core = time.process_time() - used
    await store.close()
    return {"tables": tables, "events": sum(map(len, logs)), "core_s": round(core, 2)}


# --- the server -----


def of_process(pid: int) -> tuple[float | None, float | None]:
    """Seconds of core used and MB of memory held by a process; None where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None, None
    held = next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), held


class Load:
    """Visitors at their tables."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.trips: list[float] = []
        self.moves = 0

    async def visit(self, ws: ClientConnection, number: int) -> None:
        """Play one round."""
        message = await receive(ws, "snapshot")
        rng, sent = random.Random(number), 0
        await asyncio.sleep(rng.random() * self.pace)
        while message["state"]["outcome"] is None:
            state = message["state"]
            if state["turn"] == state["you"]:
                await asyncio.sleep(self.pace)
                sent += 1
                move = {"t": "move", "n": message["n"], "cid": f"c{sent}", "move": rng.choice(state["legal"])}
                begun = time.perf_counter()
                await ws.send(json.dumps(move))
                assert (await receive(ws))["t"] == "ok"
                self.trips.append(time.perf_counter() - begun)
            message = await receive(ws, "events")
            self.moves += 1


async def server_speed(folder: Path, tables: int, pace: float) -> dict[str, Any]:
    """A round at every table, all at once."""
    with Process(folder / "data") as server:
        _, idle = of_process(server.pid)
        made: list[tuple[str, str | None]] = []
        cookie: str | None = None
        for number in range(tables):
            table, cookie = server.make_table(None if number % A_GUEST == 0 else cookie, rules="ply-yard")
            made.append((table, cookie))
        _, before = of_process(server.pid)
        sockets = [await server.connect(*seat) for seat in made]
        core, after = of_process(server.pid)
        load, begun = Load(pace), time.perf_counter()
        await asyncio.gather(*(load.visit(ws, number) for number, ws in enumerate(sockets)))
        seconds, (core_end, end) = time.perf_counter() - begun, of_process(server.pid)
    trips = sorted(load.trips)
    out: dict[str, Any] = {
        "tables": tables,
        "moves": load.moves,
        "moves_per_s": round(load.moves / seconds),
        "round_trip_ms": {
            "p50": round(trips[len(trips) // 2] * 1e3, 1),
            "p99": round(trips[len(trips) * 99 // 100] * 1e3, 1),
        },
    }
    if core is not None and core_end is not None and idle and before and after and end:
        out["core_us_per_move"] = round((core_end - core) / load.moves * 1e6)
        out["memory_mb"] = {"idle": round(idle), "end": round(end)}
        out["kb_per_socket"] = round((after - before) * 1024 / tables, 1)
        out["kb_per_table"] = round((before - idle) * 1024 / tables, 1)
    return out


async def measure(tables: int, pace: float) -> dict[str, Any]:
    """All of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return {
            "store": [await store_speed(folder, 64, 100), await store_speed(folder, 1024, 20)],
            "rebuild": await rebuild_speed(folder, 2000),
            "server": await server_speed(folder, tables, pace),
        }


def main() -> int:
    """Measure, print, and keep the result where asked."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pace", type=float, default=0.3)
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    result = {
        "when": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "python": platform.python_version(),
        "load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "yardstick_s": round(yardstick(), 4),
        **asyncio.run(measure(args.tables, args.pace)),
    }
    print(json.dumps(result, indent=1))
    if args.write:
        target = ROOT / "bench" / "results" / "server.json"
        target.parent.mkdir(exist_ok=True)
        target.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
