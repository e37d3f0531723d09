"""A server in a process of its own, and clients on real sockets."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from doublesix.client import Client

Json = dict[str, Any]
SOURCE = Path(__file__).resolve().parents[2] / "src"
SERVE = ("-m", "doublesix", "serve")


class Process:
    """`doublesix serve` on a free port; `address` once it has said that it is ready."""

    def __init__(self, data: Path, *options: str, program: Sequence[str] = SERVE) -> None:
        command = [sys.executable, *program, "--port", "0", "--data", str(data), "--bot-delay", "0", *options]
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self._process.stdout is not None
        first = self._process.stdout.readline()
        found = re.fullmatch(r"doublesix is ready: (http://[^/]+)/\n", first)
        assert found, first
        self.address = found[1]
        self.said = [first]

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """End it as a power switch would."""
        self._process.kill()
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def stop(self) -> tuple[int, str]:
        """Ask it to end; the exit status and what else it said."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.stdout is not None
        rest = self._process.stdout.read()
        return self._process.wait(15), rest

    def make_table(self, cookie: str | None = None, **body: Any) -> tuple[str, str | None]:
        """A new table's id, and the cookie of the guest who made it."""
        client = Client(self.address, cookie, program=False)
        return client.make_table(**body), client.cookie

    def connect(self, table: str, cookie: str | None) -> connect:
        """A socket to the table."""
        return open_socket(self.address, table, cookie)


def open_socket(address: str, table: str, cookie: str | None, origin: str | None = "") -> connect:
    """A socket as a browser opens it."""
    return connect(
        f"{address.replace('http', 'ws', 1)}/ws?table={table}",
        origin=None if origin is None else origin or address,  # type: ignore[arg-type]
        additional_headers={"cookie": cookie} if cookie else None,
        proxy=None,
    )


async def receive(socket: ClientConnection, *kinds: str) -> Json:
    """The next message of one of these kinds."""
    while True:
        message: Json = json.loads(await socket.recv())
        if not kinds or message["t"] in kinds:
            return message
