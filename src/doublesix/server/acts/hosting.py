"""Getting up from a table that waits, being sent away by its host, and whether the table may be watched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts.family import Family, Own
from doublesix.server.setup import Seat
from doublesix.server.step import Body, Json, RefusedError, Situation, Step, own
from doublesix.server.wire import NumberedMessage, Place

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Table


class LeaveMessage(NumberedMessage, tag="leave"):
    """Get up from a table that waits, with everybody at the same device."""


class RemoveMessage(NumberedMessage, tag="remove"):
    """The host: send somebody away, for good, before the table begins."""

    seat: Place


class LockMessage(NumberedMessage, tag="lock"):
    """The host: nobody but those who sit here may see the table, or everybody may again."""

    on: bool


# --- steps -----------------------------------------------------------------------------------------------------------


def leave(course: Course, seat: int) -> Step:
    """The guest of this seat gets up; a host hands the table on, and the last one closes it. Raises `RefusedError`."""
    seats = course.company.seats_of(_waiting_guest(course, seat))
    others = [other for other in course.company.owners if other not in seats]
    host = min(others, default=None) if course.setup.host in seats else None
    return _left(course, own("left", seat, name=course.setup.seats[seat].name, seats=list(seats), host=host))


def _left(course: Course, event: Event) -> Step:
    return Step((event,), _emptied(course.now, event.data["seats"], event.data["host"]))


def remove(course: Course, seat: int, by: int) -> Step:
    """The host sends the guest of this seat away, who cannot sit down here again. Raises `RefusedError`."""
    if by != course.setup.host:
        raise RefusedError(Phrase("Only who hosts the table may send somebody away."))
    guest = _waiting_guest(course, seat)
    if guest == course.company.owners.get(by):
        raise RefusedError(Phrase("This seat is your own; leave the table or close it."))
    return _removed(course, own("removed", seat, guest=guest, name=course.setup.seats[seat].name, seats=[seat]))


def _removed(course: Course, event: Event) -> Step:
    after = _emptied(course.now, event.data["seats"], None)
    company = replace(after.company, banned=after.company.banned | {event.data["guest"]})
    return Step((event,), replace(after, company=company))


def _waiting_guest(course: Course, seat: int) -> str:
    if course.company.closed:
        raise RefusedError(Phrase("This table was closed."))
    if not course.waiting:
        raise RefusedError(Phrase("The table has begun: nobody gets up any more. A round can be resigned."))
    guest = course.company.owners.get(seat)
    if guest is None:
        raise RefusedError(Phrase("Nobody sits there."))
    return guest


def _emptied(now: Situation, seats: Sequence[int], host: int | None) -> Situation:
    """The table with these seats free, and a new host where one is named; without anybody it is closed."""
    setup, pledge = now.setup, now.pledge
    for seat in seats:
        setup = setup.with_seat(seat, Seat("person"))
    if host is not None:
        setup = replace(setup, host=host, device=())
    owners = {seat: owner for seat, owner in now.company.owners.items() if seat not in seats}
    if pledge is not None:
        strings = {seat: string for seat, string in pledge.strings.items() if seat not in seats}
        pledge = replace(pledge, strings=strings)
    company = replace(now.company, owners=owners, closed=not owners)
    return replace(now, setup=setup, company=company, pledge=pledge)


def lock(course: Course, seat: int, on: bool) -> Step:
    """Whether those who do not sit here may watch. Raises `RefusedError`."""
    if seat != course.now.host:
        raise RefusedError(Phrase("Only who hosts the table may say whether it is watched."))
    return Step((own("locked", seat, on=on),), replace(course.now, company=replace(course.company, locked=on)))


# --- commands --------------------------------------------------------------------------------------------------------


def _leave(table: Table, seat: int, _message: LeaveMessage) -> Step:
    return leave(table.course, seat)


def _remove(table: Table, seat: int, message: RemoveMessage) -> Step:
    return remove(table.course, message.seat, seat)


def _lock(table: Table, seat: int, message: LockMessage) -> Step:
    host = table.course.now.host
    mine = table.seats_of(table.seats.get(seat))  # at a shared device any hand may be open
    return lock(table.course, host if host is not None and host in mine else seat, message.on)


# --- events ----------------------------------------------------------------------------------------------------------


def _left_again(course: Course, body: Body) -> Step:
    return _left(course, own("left", body["seat"], name=body["name"], seats=body["seats"], host=body["host"]))


def _removed_again(course: Course, body: Body) -> Step:
    data = {"guest": body["guest"], "name": body["name"], "seats": body["seats"]}
    return _removed(course, own("removed", body["seat"], **data))


def _locked_again(course: Course, body: Body) -> Step:
    return lock(course, body["seat"], body["on"])


def _called(event: Event) -> str:
    """Who has gone, by the name he sat down with: another may have his seat by now."""
    return event.data["name"] or Phrase("Somebody")


def _says_left(_course: Course, _you: int | None, event: Event) -> Phrase:
    host = event.data["host"]
    if host is None:
        return Phrase("{name} has left.", name=_called(event))
    return Phrase.told(
        "{name} has left; {who} may now start or close the table.",
        "{name} has left; you may now start or close the table.",
        name=_called(event),
        who=Who(host),
    )


def _says_removed(_course: Course, _you: int | None, event: Event) -> Phrase:
    return Phrase("{name} was sent away by the host.", name=_called(event))


def _says_locked(_course: Course, _you: int | None, event: Event) -> Phrase:
    on = Phrase("Nobody but those who sit here may see this table now.")
    return on if event.data["on"] else Phrase("Everybody may watch this table again.")


def _shows_locked(_course: Course, event: Event) -> Json:
    return {"seat": event.seat, "on": event.data["on"]}


FAMILY = Family(
    steps={LeaveMessage: _leave, RemoveMessage: _remove, LockMessage: _lock},
    own={
        "left": Own(_left_again, _says_left),
        "removed": Own(_removed_again, _says_removed),
        "locked": Own(_locked_again, _says_locked, _shows_locked),
    },
)
