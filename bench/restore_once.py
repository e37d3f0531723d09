"""For the server's bench: how long it takes until a server is ready again and every running table was opened, or
until one of them is shown.

    python3 bench/restore_once.py FOLDER                    come back from a data folder, in this process
    python3 bench/restore_once.py ADDRESS TABLE COOKIE      connect to a table of a running server
"""

from __future__ import annotations

import time

BEGUN = time.perf_counter()

import asyncio  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from doublesix.adapters.clock import RealClock  # noqa: E402
from doublesix.adapters.sql import SqlStore  # noqa: E402
from doublesix.adapters.sqlite import open_engine  # noqa: E402
from doublesix.client import Client  # noqa: E402
from doublesix.server.app import create_app, seams  # noqa: E402
from doublesix.server.collector import collect  # noqa: E402
from doublesix.server.settings import Settings  # noqa: E402

IMPORTED = time.perf_counter() - BEGUN


async def resume(folder: Path) -> None:
    """Be ready as a server that starts again, then open every table that was running."""
    searching = asyncio.create_task(collect(RealClock()), name="collector")
    settings = Settings()
    begun = time.perf_counter()
    store = SqlStore(open_engine(folder / "doublesix.sqlite"))
    await store.start()
    lobby = create_app(settings, seams(settings, store)).state.lobby
    await lobby.resume()
    ready, names = time.perf_counter(), await store.unfinished(100_000)
    used = time.process_time()
    await asyncio.gather(*map(lobby.find, names))
    found = {
        "tables": len(names),
        "resume_s": round(ready - begun, 2),
        "all_opened_s": round(time.perf_counter() - ready, 2),
        "all_opened_core_s": round(time.process_time() - used, 2),
    }
    print(json.dumps(found))
    await lobby.close()
    await store.close()
    searching.cancel()


async def show(address: str, table: str, cookie: str) -> None:
    """The first snapshot of one table."""
    async with Client(address, cookie).connect(table) as at:
        assert at.state["you"] is not None
    print(json.dumps({"import_s": round(IMPORTED, 3)}))


if __name__ == "__main__":
    asyncio.run(resume(Path(sys.argv[1])) if len(sys.argv) == 2 else show(*sys.argv[1:4]))
