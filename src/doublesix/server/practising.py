"""The days on which a guest practises, noted wherever he does."""

from __future__ import annotations

from datetime import UTC, datetime

from doublesix.store import Practice
from doublesix.study.levels import KEPT, Days


async def note_day(practice: Practice, guest: str, now: float) -> None:
    """Note that `guest` practised at `now`, in seconds; what is noted already is not written again."""
    before = Days.kept(await practice.kept(guest))
    after = before.with_(datetime.fromtimestamp(now, UTC).date())
    if after != before:
        await practice.keep(guest, KEPT, after.to_text())
