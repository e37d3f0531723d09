"""Several people at one device: its socket gets the facts of no seat until the person to move takes his hand.

A device owns several seats. Its socket's `seat` is the hand that lies open on the screen, None while a cover lies over
it; it is covered again as soon as another person there is to move, or the round is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from doublesix.rules.phrases import Phrase
from doublesix.server.acts.family import Family, Talk
from doublesix.server.step import RefusedError
from doublesix.server.wire import Message, Place

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Listener, Table


class TakeMessage(Message, tag="take"):
    """At a device that several people share: show the hand of this seat, which is to move."""

    seat: Place


def cover(course: Course, listener: Listener) -> None:
    """Close the open hand where the next one is another person's at the same device, or the round is over."""
    if len(listener.seats) < 2:
        return
    turn = course.position.turn if course.position is not None else None
    if turn is None or turn in listener.seats:
        listener.seat = turn if turn == listener.seat else None


def acting(listener: Listener, message: Message) -> int | None:
    """The seat that a message acts for: the open hand's; for what needs no hand, a covered device's first."""
    if listener.seat is not None or not listener.seats:
        return listener.seat
    if message.needs_hand:
        raise RefusedError(Phrase("Take the hand first."))
    return listener.seats[0]


async def _take(table: Table, listener: Listener, message: TakeMessage) -> None:
    """Open the hand, and tell what the others have done since it was last played from."""
    position = table.course.position
    if len(listener.seats) < 2 or message.seat not in listener.seats:
        raise RefusedError(Phrase("No hand on this device can be taken with that."))
    if position is None or position.turn != message.seat:
        raise RefusedError(Phrase("A hand can be taken when its owner is to move."))
    listener.seat = message.seat
    table.tell_hand(listener)


FAMILY = Family(talks={TakeMessage: Talk(_take, watchers=True)})
