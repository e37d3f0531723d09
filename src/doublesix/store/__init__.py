"""How tables are kept: one log of numbered events a table, written before anything is shown.

`Store` is what the server asks of any database. `MemoryStore` forgets everything when it ends; the stores
on a database are adapters, write through `GroupCommit` and pass the same tests.
"""

from doublesix.store.base import Store
from doublesix.store.commit import GroupCommit
from doublesix.store.memory import MemoryStore
from doublesix.store.rows import (
    Append,
    Create,
    EventRow,
    GuestRow,
    Loaded,
    NotStored,
    SeatRow,
    TableRow,
    Unit,
    last_n,
    table_of,
)

__all__ = [
    "Append",
    "Create",
    "EventRow",
    "GroupCommit",
    "GuestRow",
    "Loaded",
    "MemoryStore",
    "NotStored",
    "SeatRow",
    "Store",
    "TableRow",
    "Unit",
    "last_n",
    "table_of",
]
