"""How tables are kept: one log of numbered events a table, written before anything is shown.

`Store` is what the server asks of any database. `MemoryStore` forgets everything when it ends; the stores
on a database are adapters, write through `GroupCommit` and pass the same tests.
"""

from doublesix.store.base import Store
from doublesix.store.commit import GroupCommit
from doublesix.store.duplicates import DuplicateRow, Duplicates
from doublesix.store.memory import MemoryStore
from doublesix.store.mistakes import MistakeRow, Mistakes
from doublesix.store.notes import NoteRow, Notes
from doublesix.store.people import AccountRow, ChallengeRow, PasskeyRow, People, SessionRow
from doublesix.store.practice import Practice
from doublesix.store.rows import (
    DEALT,
    Append,
    Create,
    EventRow,
    Forget,
    GuestRow,
    Loaded,
    Merge,
    NotStored,
    SeatRow,
    TableRow,
    Unit,
    last_n,
    only_events,
    table_of,
)
from doublesix.store.standings import BOT, NEARLY, ChangeRow, LeaderRow, RatingRow, ResultRow, Standings

__all__ = [
    "BOT",
    "DEALT",
    "NEARLY",
    "AccountRow",
    "Append",
    "ChallengeRow",
    "ChangeRow",
    "Create",
    "DuplicateRow",
    "Duplicates",
    "EventRow",
    "Forget",
    "GroupCommit",
    "GuestRow",
    "LeaderRow",
    "Loaded",
    "MemoryStore",
    "Merge",
    "MistakeRow",
    "Mistakes",
    "NotStored",
    "NoteRow",
    "Notes",
    "PasskeyRow",
    "People",
    "Practice",
    "RatingRow",
    "ResultRow",
    "SeatRow",
    "SessionRow",
    "Standings",
    "Store",
    "TableRow",
    "Unit",
    "last_n",
    "only_events",
    "table_of",
]
