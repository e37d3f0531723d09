"""A server in the test's own process, on a real port."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.applications import Starlette

from doublesix.client import Client
from doublesix.server.app import create_app, seams, uvicorn_config
from doublesix.server.settings import Settings
from doublesix.store import MemoryStore


@dataclass
class Serving:
    """A running server: its address, and its parts for tests that look behind it."""

    address: str
    app: Starlette

    async def make_table(self, rules: Any = "ply-yard", seats: tuple[str, ...] | None = None, **more: Any) -> Any:
        """A new table and the client that sits there."""
        client = Client(self.address, program=False)
        return await asyncio.to_thread(client.make_table, rules, seats, **more), client

    async def join(self, table: str, name: str | None = None, seat: int | None = None) -> Client:
        """Somebody else at the table."""
        client = Client(self.address, program=False)
        await asyncio.to_thread(client.join, table, name, seat)
        return client


@asynccontextmanager
async def serving(port: int = 0, store: MemoryStore | None = None, **settings: Any) -> AsyncIterator[Serving]:
    """Serve until the block is left; computer players do not wait and deals are repeatable unless told otherwise."""
    with socket.create_server(("127.0.0.1", port)) as listening:
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        chosen = Settings(**{"origins": (address,), "bot_delay": 0.0, "seed": 1, **settings})
        app = create_app(chosen, seams(chosen, store))
        running = uvicorn.Server(uvicorn_config(app))
        task = asyncio.create_task(running.serve(sockets=[listening]))
        while not running.started:
            await asyncio.sleep(0.005)
        try:
            yield Serving(address, app)
        finally:
            app.state.sockets.close()
            running.should_exit = True
            await task
