"""A server that is wrong on purpose: it acknowledges before the commit. The kill test must find it out."""

from __future__ import annotations

import asyncio

from doublesix.adapters.sql import SqlStore
from doublesix.cli import main
from doublesix.store import Append

_tasks: set[asyncio.Future[bool]] = set()


async def hasty(store: SqlStore, append: Append) -> bool:
    """Say that it is stored, and store it a little later."""
    store._group._linger = 0.05
    future = store._group.put(append)
    _tasks.add(future)
    future.add_done_callback(_tasks.discard)
    return True


if __name__ == "__main__":
    import sys

    SqlStore.append = hasty  # type: ignore[method-assign, assignment]
    raise SystemExit(main(["serve", *sys.argv[1:]]))
