"""Who sits at a table and what they have agreed to since it was made: a value, changed only by stored events."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from doublesix.rules.phrases import Phrase

NAME_LENGTH: Final = 20
"""Letters of the longest name."""
_MARKS: Final = " '’-._"
_TAKEN: Final = ("you", "computer", "black", "white", "guest", "seat", "boneyard")
"""Words that the page calls seats by: no name begins with one of them."""


class BadNameError(ValueError):
    """A name that nobody can have; the text says why and what would work."""


def good_name(wished: str) -> str:
    """The name as it is kept, without needless spaces; empty where none is wished. Raises `BadNameError`."""
    name = " ".join(unicodedata.normalize("NFC", wished).split())
    if not name:
        return ""
    if len(name) > NAME_LENGTH:
        raise BadNameError(Phrase("A name has at most {n} letters.", n=NAME_LENGTH))
    kinds = [unicodedata.category(letter)[0] for letter in name]
    strange = [letter for letter, kind in zip(name, kinds, strict=True) if kind not in "LMN" and letter not in _MARKS]
    if strange or "L" not in kinds or kinds.count("M") > kinds.count("L"):
        raise BadNameError(Phrase("A name has letters, and beside them digits, spaces, ' - . and _ only."))
    first = name.casefold().split()[0].rstrip("0123456789" + _MARKS)
    if first in _TAKEN:
        raise BadNameError(Phrase("{name} is what tables call a seat; choose another name.", name=first.capitalize()))
    return name


What = Literal["void", "take_back"]
"""What needs everybody's consent: that the round counts for nothing, or that the last play is taken back."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that a seat has asked the others for."""

    what: What
    by: int
    yes: frozenset[int]
    """Seats that agree, the one that asked among them."""


@dataclass(frozen=True, slots=True)
class Company:
    """The people of a table. Its methods give the company after an event."""

    owners: Mapping[int, str] = field(default_factory=dict)
    """The guest of each seat that is taken."""
    standing: Mapping[int, str] = field(default_factory=dict)
    """Seats that a computer player of this level plays while their owner is away."""
    wishes: frozenset[int] = frozenset()
    """Seats that wish to play again."""
    closed: bool = False
    """Whether the table was closed before its first deal."""
    banned: frozenset[str] = frozenset()
    """Guests whom the host has sent away."""
    locked: bool = False
    """Whether only those who sit here may see the table."""
    resigned: frozenset[int] = frozenset()
    """Seats whose owners gave up; a computer player plays on for them where the round went on."""
    asked: Asked | None = None
    """What is asked of everybody now."""
    declined: frozenset[tuple[int, What]] = frozenset()
    """What was asked since the last move, by whom, and declined."""

    def seat_of(self, guest: str | None) -> int | None:
        """The first seat of a guest, None for everybody else."""
        return next((seat for seat, owner in self.owners.items() if owner == guest), None) if guest else None

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """All seats of a guest: several where people share his device."""
        return tuple(sorted(seat for seat, owner in self.owners.items() if owner == guest)) if guest else ()

    def sat(self, seat: int, guest: str) -> Company:
        """Somebody has taken a seat."""
        return replace(self, owners={**self.owners, seat: guest})

    def stood_in(self, seat: int, level: str) -> Company:
        """A computer player plays for somebody who is away."""
        return replace(self, standing={**self.standing, seat: level})

    def returned(self, seat: int) -> Company:
        """The owner is back."""
        return replace(self, standing={other: level for other, level in self.standing.items() if other != seat})

    def gave_up(self, seat: int, level: str | None) -> Company:
        """Somebody resigned or forfeited; a computer player of `level` plays on for him where the round goes on."""
        left = replace(self, resigned=self.resigned | {seat}, asked=None)
        return left if level is None else left.stood_in(seat, level)

    def moved_on(self, *, dealt: bool = False) -> Company:
        """A move was made, or a round dealt: what was asked about the play before it is no longer asked.

        Who gave up alone gave up that round; for whom a computer player went on, it plays to the end of the table.
        """
        if dealt and self.resigned - self.standing.keys():
            return replace(self, resigned=self.resigned & self.standing.keys()).moved_on(dealt=True)
        if self.asked is None and not self.declined:
            return self
        stays = self.asked if self.asked is not None and self.asked.what == "void" and not dealt else None
        return replace(self, asked=stays, declined=frozenset())

    def wished(self, seat: int) -> Company:
        """This seat wishes to play again."""
        return replace(self, wishes=self.wishes | {seat})
