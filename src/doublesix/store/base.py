"""The one thing the server asks of a database."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Protocol

from doublesix.store.duplicates import Duplicates
from doublesix.store.mistakes import Mistakes
from doublesix.store.notes import Notes
from doublesix.store.people import People
from doublesix.store.practice import Practice
from doublesix.store.rows import Append, Create, EventRow, Forget, GuestRow, Loaded, Merge, TableRow
from doublesix.store.standings import Standings


class Store(Protocol):
    """Tables, their logs and the guests.

    Safety never comes from who owns a table but from two unique keys: (table, n) and (table, cid). Of any number of
    writers that append the same number, or the same command id, exactly one is told True.
    """

    @property
    def people(self) -> People:
        """Accounts and sessions."""
        ...

    @property
    def standings(self) -> Standings:
        """Results and ratings."""
        ...

    @property
    def duplicates(self) -> Duplicates:
        """Duplicates."""
        ...

    @property
    def practice(self) -> Practice:
        """What guests practise."""
        ...

    @property
    def mistakes(self) -> Mistakes:
        """The mistakes that guests keep to practise them."""
        ...

    @property
    def notes(self) -> Notes:
        """What players note on their own rounds."""
        ...

    def append(self, append: Append) -> Awaitable[bool]:
        """Store one move's events durably: True when they are, False when the number or the cid was taken.

        Raises `NotStored` when the transaction failed; then nothing is known but the log itself.
        """
        ...

    async def create(self, create: Create) -> bool:
        """Store a new table durably: False when its id is taken. Raises `NotStored`."""
        ...

    async def load(self, tables: Sequence[str]) -> dict[str, Loaded]:
        """Those of these tables that exist, whole; many at once cost little more than one."""
        ...

    async def events(self, table: str, since: int = 0) -> list[EventRow]:
        """The events after number `since`, in order."""
        ...

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The last number of each of these tables that has events: one query, for sweeps."""
        ...

    async def unfinished(self, limit: int) -> list[str]:
        """Ids of tables where a round or match is still running, newest first."""
        ...

    async def unbegun(self, limit: int) -> list[str]:
        """Those of them where no round has been dealt yet, newest first."""
        ...

    async def tables_of(self, guest: str, limit: int) -> list[TableRow]:
        """Tables where a guest owns a seat, newest first."""
        ...

    async def guests(self, cookies: Sequence[bytes]) -> dict[bytes, str]:
        """The guest or signed-in account of each cookie, given as SHA-256; unknown cookies are left out."""
        ...

    async def add_guest(self, guest: GuestRow) -> str:
        """Keep a guest durably; the id of the guest with this cookie, who may have been known before."""
        ...

    async def name(self, guest: str) -> str:
        """What a guest wishes to be called, empty where he has not said."""
        ...

    async def set_name(self, guest: str, name: str) -> None:
        """Keep what a guest wishes to be called."""
        ...

    async def forget(self, forget: Forget) -> None:
        """Let everything about a guest go, in one transaction."""
        ...

    async def merge(self, merge: Merge) -> None:
        """Give everything of a guest to an account, in one transaction."""
        ...

    async def setting(self, key: str) -> str | None:
        """A stored setting."""
        ...

    async def set_setting(self, key: str, value: str) -> None:
        """Store a setting durably."""
        ...

    async def close(self) -> None:
        """Write what is pending, then let go of the database."""
        ...
