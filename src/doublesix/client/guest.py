"""A guest of a server: makes tables, sits down at them, and plays."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from doublesix.client.address import split_link
from doublesix.client.http import ask, ask_json, value_of
from doublesix.client.playing import Choose, Report, Told, playing
from doublesix.client.socket import AtTable
from doublesix.rules import Rules

Json = dict[str, Any]


class Client:
    """One guest at one server. His seats belong to `cookie`: a client made with it again has them again.

    Methods that talk to the server wait for it and raise `NotServed`, with the server's sentence, or `Unreachable`.
    """

    def __init__(self, address: str, cookie: str | None = None, *, program: bool = True) -> None:
        """`program` is what is said of this guest wherever it sits down: everybody sees which seats are programs'."""
        self.address, _ = split_link(address)
        self.program = program
        self.cookie = cookie
        """What proves who this guest is: a secret. None until the server has given one."""

    # --- questions -----------------------------------------------------------------------------------------------

    def lobby(self) -> list[Json]:
        """The open tables that are listed: `id`, `title`, `host`, `players`, `free`."""
        tables: list[Json] = ask_json(self.address, "/api/lobby", None, self.cookie)["tables"]
        return tables

    def table(self, table: str) -> Json:
        """What was agreed when the table was made: `rules`, `version`, `players`, `seats`, `match`."""
        agreed: Json = ask_json(self.address, f"/api/tables/{table}", None, self.cookie)
        return agreed

    def rules(self, table: str) -> Rules:
        """The rules of a table."""
        agreed = self.table(table)
        return Rules.from_json(agreed["rules"], agreed["version"])

    def records(self, table: str) -> list[Json]:
        """The table's finished rounds as records."""
        text = ask(self.address, f"/api/tables/{table}/record", None, self.cookie).text
        return [json.loads(line) for line in text.splitlines()]

    # --- tables and seats ----------------------------------------------------------------------------------------

    def make_table(self, rules: str | Json, seats: Sequence[str] | None = None, **more: Any) -> str:
        """A new table's id; `seats` holds `you` once, and `open` or a level for each other seat."""
        body: Json = {"rules": rules, "program": self.program, **more}
        if seats is not None:
            body["seats"] = list(seats)
        made: Json = self._post("/api/tables", body)
        return str(made["table"])

    def join(self, table: str, name: str | None = None, seat: int | None = None) -> int:
        """Take a seat at a table that waits: this one, else the next that is free. Who sits there keeps his seat."""
        body: Json = {"program": self.program}
        if name is not None:
            body["name"] = name
        if seat is not None:
            body["seat"] = seat
        return int(self._post(f"/api/tables/{table}/join", body)["seat"])

    def _post(self, path: str, body: Json) -> Any:
        answer = ask(self.address, path, body, self.cookie)
        self.cookie = answer.cookie or self.cookie
        return value_of(self.address, answer)

    # --- playing -------------------------------------------------------------------------------------------------

    def connect(self, table: str) -> AtTable:
        """The table's socket: `async with client.connect(table) as at:`."""
        return AtTable(self.address, table, self.cookie)

    def play(self, table: str, choose: Choose, told: Told | None = None) -> Json:
        """Play the guest's seat until the table is over; its last state. `choose` gets a view and gives a move.

        A lost connection is made again. `told` gets a `Report` of everything that happens. On a running event loop,
        which it would stop, it raises `RuntimeError`: `playing` is for there.
        """
        if _loop_runs():
            raise RuntimeError(
                "Client.play waits until the table is over, and would stop the event loop that runs here; "
                "write `await client.playing(table, choose)` instead."
            )
        return asyncio.run(self.playing(table, choose, told))

    async def playing(self, table: str, choose: Choose, told: Told | None = None) -> Json:
        """`play` on a running event loop; `choose` is called in a thread."""
        rules = await asyncio.to_thread(self.rules, table)
        return await playing(lambda: self.connect(table), rules, choose, told or _silent)


def _loop_runs() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _silent(_report: Report) -> None:
    pass
