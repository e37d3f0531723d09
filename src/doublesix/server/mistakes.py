"""The mistakes that guests keep, as cards: read from the store, answered and written back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from doublesix.errors import DominoError
from doublesix.store import MistakeRow, Mistakes
from doublesix.study.box import MOST, Card, place
from doublesix.study.mistakes import Mistake
from doublesix.study.progress import Progress


async def box(mistakes: Mistakes, guest: str) -> dict[str, Card]:
    """A guest's cards by id, in the order in which they are to be met."""
    cards = [(row.id, card) for row in await mistakes.kept(guest) if (card := _card(row)) is not None]
    return dict(sorted(cards, key=lambda entry: place(entry[1])))


def _card(row: MistakeRow) -> Card | None:
    """None for what an older program kept and this one cannot read: it is passed over, not lost."""
    try:
        return Card(Mistake.from_text(row.text), None if row.progress is None else Progress.from_text(row.progress))
    except DominoError:
        return None


async def keep(mistakes: Mistakes, guest: str, found: Sequence[tuple[str, str]], now: float) -> dict[str, int]:
    """Keep mistakes, each by its id and text: how many are `new`, and how many there are then.

    Of more than are kept at a time those go that come back last.
    """
    new = 0
    for name, text in found:
        new += await mistakes.keep(guest, MistakeRow(name, text, now))
    every = list(await box(mistakes, guest))
    for name in every[MOST:]:
        await mistakes.remove(guest, name)
    return {"found": len(found), "new": new, "all": min(len(every), MOST)}


async def answered(mistakes: Mistakes, guest: str, name: str, card: Card, answer: str, now: float) -> None:
    """Keep that a card was answered, by a move as text."""
    after = card.answered(answer, datetime.fromtimestamp(now, UTC))
    assert after.progress is not None
    await mistakes.practise(guest, name, after.progress.to_text())
