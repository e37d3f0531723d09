"""What a guest has played becomes an account's, when its owner asks for it: his tables, results and what he practised.

A rating comes along where the account has none of its family and pool, as at signing up; where both have one, the
account's stays as it is, so that nobody chooses between two. Tables and duplicates where both have sat stay apart.
"""

from __future__ import annotations

import json
from typing import Final

from doublesix.rules.phrases import Phrase
from doublesix.server.accounts import AccountError
from doublesix.server.lobby import Lobby
from doublesix.server.mydata import loaded_tables
from doublesix.server.seams import Seams
from doublesix.server.setup import Setup
from doublesix.store import Loaded, Merge

PROGRAM: Final = Phrase("A program has played in this browser, and what it played stays its own.")


class Merging:
    """Over the store and the tables of this process."""

    def __init__(self, seams: Seams, lobby: Lobby) -> None:
        self._store = seams.store
        self._lobby = lobby

    async def merge(self, guest: str, account: str) -> int:
        """Give all of a guest to an account; how many tables. Raises `AccountError` and `NotStored`."""
        if await self._lobby.is_program(guest):
            raise AccountError(PROGRAM)
        await self._lobby.rater.drain()
        found = [loaded async for loaded in loaded_tables(self._store, guest)]
        parts = {loaded.row.id: _part(loaded) for loaded in found}
        duplicates, apart = await self._duplicates(guest, account, {part for part in parts.values() if part})
        mine = [one for one in found if account not in one.seats.values() and parts[one.row.id] not in apart]
        tables = tuple(loaded.row.id for loaded in mine)
        bodies = {
            (loaded.row.id, row.n): body
            for loaded in mine
            for row in loaded.events
            if (body := _renamed(row.body, guest, account)) is not None
        }
        pools = await self._pools(guest) - await self._pools(account)
        kinds = (await self._store.practice.kept(guest)).keys() - (await self._store.practice.kept(account)).keys()
        for mistake in await self._store.mistakes.kept(guest):
            await self._store.mistakes.keep(account, mistake)
        merge = Merge(guest, account, tables, bodies, duplicates, tuple(sorted(pools)), tuple(sorted(kinds)))
        await self._store.merge(merge)
        self._lobby.duplicates.forget({duplicate for duplicate, _ in duplicates})
        await self._lobby.read_again(tables)
        return len(tables)

    async def _pools(self, player: str) -> set[tuple[str, str]]:
        return {(row.family, row.pool) for row in await self._store.standings.ratings_of(player)}

    async def _duplicates(
        self, guest: str, account: str, names: set[str]
    ) -> tuple[dict[tuple[str, int], str], set[str]]:
        """The events of duplicates that name the guest, rewritten; and the duplicates where both have sat."""
        running = await self._store.duplicates.unfinished(_MOST)
        bodies: dict[tuple[str, int], str] = {}
        apart: set[str] = set()
        for name in names.union(running):
            row = await self._store.duplicates.load(name)
            assert row is not None
            sat = {json.loads(body).get("guest") for body in row.bodies}
            if {guest, account} <= sat:
                apart.add(name)
            elif guest in sat:
                renamed = [(n, _renamed(body, guest, account)) for n, body in enumerate(row.bodies, 1)]
                bodies |= {(name, n): body for n, body in renamed if body is not None}
        return bodies, apart


_MOST: Final = 500


def _part(loaded: Loaded) -> str | None:
    part = Setup.from_text(loaded.row.setup).part
    return part.duplicate if part is not None else None


def _renamed(text: str, guest: str, account: str) -> str | None:
    """An event that names the guest, with the account instead; None where it does not."""
    body = json.loads(text)
    if body.get("guest") != guest:
        return None
    return json.dumps(body | {"guest": account}, separators=(",", ":"))
