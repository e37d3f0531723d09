"""Who sits where, and how sentences speak of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

COMPASS = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
}
_IRREGULAR = {"have": "has", "are": "is", "pass": "passes", "go": "goes", "do": "does"}


def seat_labels(players: int, labels: Sequence[str] | None = None) -> tuple[str, ...]:
    """The names of the seats: the table's own (`Black`, `White`), else compass points clockwise, else numbers."""
    if labels is not None and len(labels) == players:
        return tuple(labels)
    return COMPASS.get(players) or tuple(f"Seat {seat + 1}" for seat in range(players))


@dataclass(frozen=True, slots=True)
class Seats:
    """The names of a table's seats; `me` is the only person at the keyboard, who is "you" in every sentence.

    `levels` holds a computer player's level, None for a person.
    """

    labels: tuple[str, ...]
    levels: tuple[str | None, ...]
    me: int | None = None

    def name(self, seat: int) -> str:
        """ "You" or the label, to begin a sentence or a row with."""
        return "You" if seat == self.me else self.labels[seat]

    def inside(self, seat: int) -> str:
        """The name inside a sentence."""
        return "you" if seat == self.me else self.labels[seat]

    def full(self, seat: int) -> str:
        """The name with what sits there: "You (Black)", "White (computer, normal)"."""
        level = self.levels[seat]
        if seat == self.me:
            return f"You ({self.labels[seat]})"
        return self.labels[seat] if level is None else f"{self.labels[seat]} (computer, {level})"

    def whose(self, seat: int) -> str:
        """ "Your" or "White's"."""
        return "Your" if seat == self.me else f"{self.labels[seat]}'s"

    def does(self, seat: int, verb: str) -> str:
        """ "You play", "White plays"."""
        if seat == self.me:
            return f"You {verb}"
        return f"{self.labels[seat]} {_IRREGULAR.get(verb, verb + 's')}"

    def rename(self, text: str) -> str:
        """A sentence of the rules, which speak of "seat 0", with the names of this table."""
        if self.me is not None:
            text = text.replace(f"the hand of seat {self.me}", "your hand")
        return re.sub(r"\b[Ss]eat (\d+)\b", self._renamed, text)

    def _renamed(self, found: re.Match[str]) -> str:
        seat = int(found[1])
        if seat >= len(self.labels):
            return found[0]
        return f"{self.labels[seat]} (you)" if seat == self.me else self.labels[seat]

    def list(self, seats: Sequence[int]) -> str:
        """ "You, West and East"."""
        return join_words([self.name(seat) if i == 0 else self.inside(seat) for i, seat in enumerate(seats)])


def join_words(words: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, thing: str) -> str:
    """ "1 tile", "3 tiles"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
