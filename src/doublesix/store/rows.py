"""What goes into a store and what comes out of it: plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from doublesix.store.standings import ResultRow


class NotStored(Exception):
    """The transaction failed: nothing of it may be shown, and the table must be read again from its log."""


@dataclass(frozen=True, slots=True)
class GuestRow:
    """Somebody who plays without an account, known by a cookie of which only the SHA-256 is kept."""

    id: str
    cookie: bytes
    created: float


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: `setup` is JSON text that never changes, `over` says that nothing more will be played there."""

    id: str
    setup: str
    created: float
    over: bool = False


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who owns a seat."""

    seat: int
    guest: str


@dataclass(frozen=True, slots=True)
class EventRow:
    """One event of a table's log, numbered from 1; `body` is JSON text and holds the whole truth."""

    n: int
    cid: str | None
    body: str


DEALT: Final = '{"kind":"dealt"'
"""How the text of a deal begins."""


def deals(row: EventRow) -> bool:
    """Whether the event is the deal of a round."""
    return row.body.startswith(DEALT)


@dataclass(frozen=True, slots=True)
class Loaded:
    """Everything that is stored of a table: the guest of each owned seat, and the whole log in order."""

    row: TableRow
    seats: dict[int, str]
    events: list[EventRow]


@dataclass(frozen=True, slots=True)
class Append:
    """The events of one move, stored all together or not at all.

    They take the numbers `n`, `n + 1`, … of the table. `cid` is the client's id of the command, unique per table, and
    is kept with the first of them. `over` marks the table as finished in the same transaction, `seats` are those that
    somebody took, `freed` those that somebody left before, and `results` are those of the finished table.
    """

    table: str
    n: int
    bodies: tuple[str, ...]
    cid: str | None = None
    over: bool = False
    seats: tuple[SeatRow, ...] = ()
    results: tuple[ResultRow, ...] = ()
    freed: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.bodies or self.n < 1:
            raise ValueError("an append holds at least one event and numbers them from 1")


@dataclass(frozen=True, slots=True)
class Create:
    """A new table with its seats and its first events."""

    table: TableRow
    seats: tuple[SeatRow, ...]
    bodies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Forget:
    """Everything that is kept of a guest goes: account, sessions, results, ratings, and the name in what stays."""

    guest: str
    setups: Mapping[str, str]
    """The setups of his tables without his name."""
    bodies: Mapping[tuple[str, int], str]
    """The events, by table and number, that held his name or his words, without them."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Everything of a guest becomes an account's, and the guest is no more."""

    guest: str
    into: str
    tables: tuple[str, ...]
    """The tables whose seats and results become the account's."""
    bodies: Mapping[tuple[str, int], str]
    """Their events, by table and number, that named the guest, rewritten."""
    duplicates: Mapping[tuple[str, int], str]
    """The same of duplicates."""
    pools: tuple[tuple[str, str], ...]
    """Families and pools whose ratings, with their changes, become the account's."""
    kinds: tuple[str, ...]
    """What of his practice does."""


Unit = Append | Create
"""What one future of a batch stands for."""


def table_of(unit: Unit) -> str:
    """The table that a unit writes to."""
    return unit.table if isinstance(unit, Append) else unit.table.id


def last_n(unit: Unit) -> int:
    """The number of the unit's last event; 0 where it has none."""
    return unit.n + len(unit.bodies) - 1 if isinstance(unit, Append) else len(unit.bodies)


def only_events(unit: Unit) -> bool:
    """Whether the unit adds events to a table and changes nothing else."""
    return isinstance(unit, Append) and not (unit.over or unit.seats or unit.freed or unit.results)
