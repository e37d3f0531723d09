"""Play with anybody: people who wish for the same table wait together until there are enough of them.

Nothing is stored. Who leaves the page waits no longer, and a server that stops forgets who waited: the page asks again
by itself when it is connected again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeVar

E = TypeVar("E")
"""What stands for an open page of somebody who waits."""


@dataclass(frozen=True, slots=True, order=True)
class Wish:
    """The table somebody would sit down at: a preset id, a number of seats, and whether it is rated."""

    rules: str
    players: int
    rated: bool = False


@dataclass(slots=True)
class Waiter(Generic[E]):
    """One person who waits, however many pages he has open."""

    guest: str
    wish: Wish
    pages: list[E] = field(default_factory=list)


class Pairing(Generic[E]):
    """Who waits for which table, in the order of their coming. A person waits for one table at a time."""

    def __init__(self) -> None:
        self._waiters: dict[str, Waiter[E]] = {}

    def wait(self, guest: str, wish: Wish, page: E) -> list[E]:
        """The guest waits for this; his pages that waited for something else, and no longer do."""
        self.leave(page)
        waiter = self._waiters.get(guest)
        if waiter is not None and waiter.wish == wish:
            waiter.pages.append(page)
            return []
        given_up = self._waiters.pop(guest).pages if waiter is not None else []
        self._waiters[guest] = Waiter(guest, wish, [page])
        return given_up

    def leave(self, page: E) -> bool:
        """This page is gone or waits no longer; whether it did. Its guest waits while another page of his does."""
        for waiter in self._waiters.values():
            if page in waiter.pages:
                waiter.pages.remove(page)
                if not waiter.pages:
                    del self._waiters[waiter.guest]
                return True
        return False

    def gather(self, wish: Wish) -> list[Waiter[E]]:
        """Those who came first, as many as the table has seats, who wait no longer; empty while they are too few."""
        found = self.waiting(wish)[: wish.players]
        if len(found) < wish.players:
            return []
        for waiter in found:
            del self._waiters[waiter.guest]
        return found

    def waiting(self, wish: Wish) -> list[Waiter[E]]:
        """Who waits for this table."""
        return [waiter for waiter in self._waiters.values() if waiter.wish == wish]

    def counts(self) -> dict[Wish, int]:
        """How many people wait for what."""
        found: dict[Wish, int] = {}
        for waiter in self._waiters.values():
            found[waiter.wish] = found.get(waiter.wish, 0) + 1
        return found
