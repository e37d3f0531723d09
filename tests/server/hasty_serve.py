"""A server that is wrong on purpose: it acknowledges before the commit. The kill test must find it out."""

from __future__ import annotations

import asyncio

from doublesix.adapters.sql import SqlStore
from doublesix.cli import main
from doublesix.store import Append

LATER = 5.0
"""Seconds: more than a busy machine needs from the last answer to the kill."""


async def hasty(store: SqlStore, append: Append) -> bool:
    """Say that it is stored, and store it a little later."""
    asyncio.get_running_loop().call_later(LATER, store._group.put, append)
    return True


if __name__ == "__main__":
    import sys

    SqlStore.append = hasty  # type: ignore[method-assign, assignment]
    raise SystemExit(main(["serve", *sys.argv[1:]]))
