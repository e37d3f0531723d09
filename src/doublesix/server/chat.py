"""What people at a table say to each other: phrases that every page has in its own language, and short lines of text.

It is no part of the round: it has numbers of its own, nothing of it is stored, and who connects gets the last lines
only as long as this process keeps the table in memory. Who watches neither speaks nor hears.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doublesix.rules.phrases import Phrase
from doublesix.server.limits import SAY_BURST, SAY_PER_SECOND, Buckets
from doublesix.server.setup import Setup, Talk
from doublesix.server.step import RefusedError

PHRASES: Final = (
    "hello", "luck", "nice", "well-played", "oops", "thanks", "moment", "back", "one-more", "bye",
)  # fmt: skip
"""The phrases; what they say stands in the page."""
TEXT_LENGTH: Final = 200
"""Letters of the longest line."""
_KEPT: Final = 30
_JOINER: Final = "\u200d"
"""Holds the parts of a picture letter together; all other invisible letters are left out."""


@dataclass(frozen=True, slots=True)
class Said:
    """One line: a phrase or a text, never both."""

    k: int
    """Its number in this table's chat, from 1."""
    seat: int
    person: str
    phrase: str | None
    text: str | None


def person_tag(guest: str) -> str:
    """What a page remembers somebody by whom it mutes: the same at every table, and no way to his seat."""
    return hashlib.blake2s(guest.encode(), key=b"doublesix person", digest_size=8).hexdigest()


def clean(wished: str) -> str:
    """A line as it is shown. Raises `RefusedError` where nothing readable is left, or too much."""
    plain = unicodedata.normalize("NFC", " ".join(wished.split()))
    kinds = [unicodedata.category(letter) for letter in plain]
    text = "".join(
        letter for letter, kind in zip(plain, kinds, strict=True) if letter == _JOINER or not kind.startswith("C")
    )
    if not text.strip(_JOINER + " "):
        raise RefusedError(Phrase("Write something first."))
    if len(text) > TEXT_LENGTH:
        raise RefusedError(Phrase("A line has at most {n} letters.", n=TEXT_LENGTH))
    if sum(kind.startswith("M") for kind in kinds) > len(text) / 2:
        raise RefusedError(Phrase("These letters cannot be read; write plain words."))
    return text


def elsewhere(setup: Setup) -> bool:
    """Whether people sit here at different places, so that they may have something to say to each other."""
    return len(setup.people) > 1 and set(setup.people) != set(setup.device)


def talks(setup: Setup) -> Talk:
    """What may be said at this table: `all`, `phrases` or `none`, which it is where nobody is elsewhere."""
    return setup.talk if elsewhere(setup) else "none"


def choices(setup: Setup) -> tuple[Talk, ...]:
    """What the host may choose from: people who found each other in the lobby keep to the phrases."""
    return ("phrases", "none") if setup.met else ("all", "phrases", "none")


class Chat:
    """The last lines said at one table."""

    def __init__(self) -> None:
        self.said: deque[Said] = deque(maxlen=_KEPT)
        self._k = 0
        self._rate = Buckets(SAY_PER_SECOND, SAY_BURST)

    def say(
        self, setup: Setup, running: bool, seat: int, guest: str, line: tuple[str | None, str | None], now: float
    ) -> Said:
        """Add a line, a phrase or a text; `running` says whether a round is being played. Raises `RefusedError`."""
        phrase, text = line
        mode = talks(setup)
        if mode == "none":
            raise RefusedError(Phrase("Nothing is said at this table."))
        if (phrase is None) == (text is None) or (phrase is not None and phrase not in PHRASES):
            raise RefusedError(Phrase("Say one of the phrases, or write a line."))
        if text is not None and mode == "phrases":
            raise RefusedError(Phrase("At this table only the phrases are said."))
        if text is not None and setup.rules.partners and running:
            raise RefusedError(Phrase("Partners say nothing to each other in a round but the phrases."))
        readable = clean(text) if text is not None else None
        if not self._rate.take(guest, now):
            raise RefusedError(Phrase("That was much at once; wait a little."))
        self._k += 1
        said = Said(self._k, seat, person_tag(guest), phrase, readable)
        self.said.append(said)
        return said

    @property
    def lines(self) -> Sequence[Said]:
        """The last lines, oldest first."""
        return tuple(self.said)
