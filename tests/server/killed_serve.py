"""A server that is killed at one moment: the table that people go on to is stored, that they go on to it is not."""

from __future__ import annotations

import os
import signal
import sys

from doublesix.adapters.sql import SqlStore
from doublesix.cli import main
from doublesix.store import Append

append = SqlStore.append


async def killed(store: SqlStore, step: Append) -> bool:
    """End this process as a power switch would, before such a step is stored."""
    if any('"kind":"again"' in body for body in step.bodies):
        os.kill(os.getpid(), signal.SIGKILL)
    return await append(store, step)


if __name__ == "__main__":
    SqlStore.append = killed  # type: ignore[method-assign, assignment]
    raise SystemExit(main(["serve", *sys.argv[1:]]))
