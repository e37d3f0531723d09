"""My data: everything that is kept of a guest as a file, and its removal.

What is removed are the name, the account, its keys and sessions, results and ratings. The tables stay with the others
who played there, and call the seat `Removed player`; what the others' ratings have gained or lost there stays too.
"""

from __future__ import annotations

import asyncio
import io
import json
import logging
import zipfile
from collections.abc import AsyncIterator, Iterable
from dataclasses import asdict
from typing import Any, Final

from doublesix.rules.presets import titled
from doublesix.server.company import Company
from doublesix.server.course import Course
from doublesix.server.duplicate import Duplicate
from doublesix.server.lobby import Lobby
from doublesix.server.mistakes import box
from doublesix.server.names import REMOVED
from doublesix.server.records import record_lines
from doublesix.server.seams import Seams
from doublesix.server.setup import Setup
from doublesix.server.step import BrokenLogError, RefusedError
from doublesix.store import Forget, Loaded, NoteRow, NotStored, Store
from doublesix.study.box import to_text

log: Final = logging.getLogger("doublesix.mydata")

_ALL: Final = 100_000
_AT_ONCE: Final = 100
_NOBODY: Final = "removed"
"""The guest of seats whose owner was removed: an id that nobody gets."""


class MyData:
    """Over the store and the tables of this process."""

    def __init__(self, seams: Seams, lobby: Lobby) -> None:
        self._store = seams.store
        self._lobby = lobby

    # --- export ------------------------------------------------------------------------------------------------------

    async def export(self, guest: str) -> bytes:
        """A zip file: profile, results and ratings as JSON, tables and records a line each.

        Records are of finished rounds only, whose tiles everybody has seen.
        """
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("profile.json", _json(await self._profile(guest)))
            results = await self._store.standings.results(guest, _ALL)
            file.writestr("results.json", _json([asdict(row) for row in results]))
            file.writestr("ratings.json", _json(await self._ratings(guest)))
            practice = await self._store.practice.kept(guest)
            file.writestr("practice.json", _json({kind: json.loads(text) for kind, text in practice.items()}))
            cards = (await box(self._store.mistakes, guest)).values()
            file.writestr("mistakes.jsonl", to_text(cards))
            duplicates = [_of_duplicate(one, guest) for one in await self._lobby.duplicates.of(guest)]
            file.writestr("duplicates.json", _json(duplicates))
            tables, records = [], []
            async for loaded in loaded_tables(self._store, guest):
                notes = await self._store.notes.of(loaded.row.id)
                withheld = await self._withheld(loaded)
                table, lines = await asyncio.to_thread(_played, loaded, guest, notes, withheld=withheld)
                tables.append(table)
                records.append(lines)
            file.writestr("tables.jsonl", "".join(json.dumps(table, ensure_ascii=False) + "\n" for table in tables))
            file.writestr("records.jsonl", "".join(records))
        return out.getvalue()

    async def _withheld(self, loaded: Loaded) -> bool:
        """Whether the deal is still played at another table of its duplicate."""
        part = Setup.from_text(loaded.row.setup).part
        if part is None:
            return False
        found = await self._lobby.duplicates.find(part.duplicate)
        return found is None or not found.open(part.deal)

    async def _profile(self, guest: str) -> dict[str, Any]:
        account = await self._store.people.account(guest)
        passkeys = await self._store.people.passkeys(guest)
        return {
            "name": await self._store.name(guest),
            "program": await self._store.people.is_program(guest),
            "account": account is not None,
            "created": account.created if account is not None else None,
            "password": account is not None and account.password is not None,
            "passkeys": [one.created for one in passkeys],
        }

    async def _ratings(self, guest: str) -> list[dict[str, Any]]:
        standings = self._store.standings
        out = []
        for now in await standings.ratings_of(guest):
            history = await standings.history(guest, now.family, now.pool, _ALL)
            out.append(asdict(now) | {"changes": [asdict(change) for change in history]})
        return out

    # --- removal -----------------------------------------------------------------------------------------------------

    async def forget(self, guest: str) -> None:
        """Remove everything of a guest. Rounds he still plays are given up first. Raises `NotStored`."""
        await self._lobby.duplicates.leave(guest)
        await self._leave(guest)
        await self._lobby.rater.drain()
        setups: dict[str, str] = {}
        bodies: dict[tuple[str, int], str] = {}
        async for loaded in loaded_tables(self._store, guest):
            setup, events = _nameless(loaded, guest)
            setups[loaded.row.id] = setup
            bodies |= {(loaded.row.id, n): body for n, body in events.items()}
        await self._store.forget(Forget(guest, setups, bodies))
        await self._lobby.read_again(list(setups))

    async def _leave(self, guest: str) -> None:
        """Give up what is being played with others, and close what waits for them."""
        for table in await self._lobby.tables_of(guest, _ALL):
            seat = table.seat_of(guest)
            if table.course.waiting and seat == table.setup.host:
                await table.shut()
            elif table.course.running and len(table.setup.people) > 1 and seat is not None:
                try:
                    await table.give_up(seat)
                except (RefusedError, NotStored) as problem:
                    log.warning("table %s: not resigned before its player was removed: %s", table.id, problem)


async def loaded_tables(store: Store, guest: str) -> AsyncIterator[Loaded]:
    """All tables of a guest, whole."""
    ids = [row.id for row in await store.tables_of(guest, _ALL)]
    for start in range(0, len(ids), _AT_ONCE):
        for loaded in (await store.load(ids[start : start + _AT_ONCE])).values():
            yield loaded


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, default=str)


def _played(loaded: Loaded, guest: str, notes: list[NoteRow], *, withheld: bool) -> tuple[dict[str, Any], str]:
    """A table as its player's data tells of it, and the records of its finished rounds."""
    mine = sorted(seat for seat, owner in loaded.seats.items() if owner == guest)
    row = loaded.row
    out: dict[str, Any] = {"table": row.id, "created": row.created, "over": row.over, "seats": mine}
    try:
        course = Course(Setup.from_text(loaded.row.setup), Company(loaded.seats))
        course.withheld = withheld
        course.fold(loaded.events)
    except BrokenLogError as problem:
        return out | {"error": str(problem)}, ""
    return out | {"rules": course.setup.rules.title, "rated": course.setup.rated}, record_lines(course, notes)


def _of_duplicate(found: Duplicate, guest: str) -> dict[str, Any]:
    place = found.place_of(guest)
    assert place is not None
    mine = {"table": place[0], "seat": place[1], "string": found.sitters[place].string}
    return {"duplicate": found.id, "rules": titled(found.agreement.rules), "over": found.over} | mine


def _nameless(loaded: Loaded, guest: str) -> tuple[str, dict[int, str]]:
    """The setup of a table without a guest's name, and those of its events that held it."""
    seats = {seat for seat, owner in loaded.seats.items() if owner == guest}
    setup = json.loads(loaded.row.setup)
    names = setup.get("names") or [""] * len(setup["seats"])
    setup["names"] = [REMOVED if seat in seats else name for seat, name in enumerate(names)]
    setup["accounts"] = [seat for seat in setup.get("accounts", ()) if seat not in seats]
    return json.dumps(setup, separators=(",", ":")), dict(_without(loaded, guest))


def _without(loaded: Loaded, guest: str) -> Iterable[tuple[int, str]]:
    for row in loaded.events:
        body = json.loads(row.body)
        if body.get("guest") == guest:
            body |= {"guest": _NOBODY, "name": REMOVED}
            body.pop("account", None)
            yield row.n, json.dumps(body, separators=(",", ":"))
