"""The clock of the machine."""

from __future__ import annotations

import asyncio
import time


class RealClock:
    """Seconds since 1970, and waiting that really waits."""

    def now(self) -> float:
        return time.time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
