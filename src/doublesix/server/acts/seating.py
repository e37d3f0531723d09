"""Sitting down at a table that waits, and what its host may do until it begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts.family import Family, Own
from doublesix.server.dealing import Dealer
from doublesix.server.rated import NAMELESS, NO_PROGRAM, among_people
from doublesix.server.setup import Seat
from doublesix.server.step import STAND_IN, Body, RefusedError, Step, own
from doublesix.server.wire import NumberedMessage

if TYPE_CHECKING:
    from doublesix.server.course import Course
    from doublesix.server.table import Table


class StartMessage(NumberedMessage, tag="start"):
    """The host: give the open seats to the computer and deal."""


class CloseMessage(NumberedMessage, tag="close"):
    """The host: close the table, which has not begun."""


# --- steps -----------------------------------------------------------------------------------------------------------


def sit(
    course: Course,
    guest: str,
    name: str,
    dealer: Dealer,
    wished: int | None = None,
    account: bool = False,
    string: str | None = None,
    program: bool = False,
) -> Step:
    """A guest takes the seat he wishes, else the next that is free; with the last one the first round is dealt.

    `account` says that the name is that of his account. He adds `string` to the deal; who has not been asked for one,
    None, is given a moment to send it. A `program` is shown as one. Raises `RefusedError`.
    """
    if course.company.closed:
        raise RefusedError(Phrase("This table was closed."))
    if guest in course.company.banned:
        raise RefusedError(Phrase("The host of this table has sent you away from it."))
    if not course.free:
        raise RefusedError(Phrase("All seats of this table are taken."))
    if wished is not None and wished not in course.free:
        raise RefusedError(
            Phrase("Seat {n} is not free; free: {seats}.", n=wished, seats=", ".join(map(str, course.free)))
        )
    if course.setup.rated and not name:
        raise RefusedError(NAMELESS)
    if program and among_people(course.setup):
        raise RefusedError(NO_PROGRAM)
    sits = Seat("person", None, name, account, program)
    step = _sat(course, course.free[0] if wished is None else wished, guest, sits, string)
    return step if string is None and step.after.gathering else _begun(course, step, dealer)


def _sat(course: Course, seat: int, guest: str, sits: Seat, string: str | None) -> Step:
    setup = course.setup.with_seat(seat, sits)
    pledge = course.now.pledge
    more: dict[str, str | bool] = {key: True for key in ("account", "program") if getattr(sits, key)}
    if pledge is not None and string is not None:
        pledge, more = pledge.adding(seat, string), {**more, "string": string}
    event = own("sat", seat, guest=guest, name=sits.name, **more)
    return Step((event,), replace(course.now, company=course.company.sat(seat, guest), setup=setup, pledge=pledge))


def fill(course: Course, seat: int, dealer: Dealer) -> Step:
    """The host begins: computer players take the seats that are free. Raises `RefusedError`."""
    _host_only(course, seat, Phrase("Only who made the table may start before all seats are taken."))
    if course.setup.rated:
        raise RefusedError(Phrase("A rated table waits for its people: the computer takes no seat of theirs."))
    return _begun(course, _filled(course, course.free), dealer)


def _filled(course: Course, seats: Iterable[int]) -> Step:
    setup = course.setup
    for free in seats:
        setup = setup.with_seat(free, Seat("bot", STAND_IN))
    event = own("filled", None, seats=list(seats), level=STAND_IN)
    return Step((event,), replace(course.now, setup=setup))


def _begun(course: Course, step: Step, dealer: Dealer) -> Step:
    """The step, and the first deal behind it where it took the last free seat."""
    if any(seat not in step.after.company.owners for seat in step.after.setup.people):
        return step
    return course.with_deal(step, dealer)


def shut(course: Course, seat: int | None) -> Step:
    """The host closes the table, or None: nobody has been there for long. Raises `RefusedError`."""
    if seat is not None:
        _host_only(course, seat, Phrase("Only who made the table may close the table."))
    elif not course.waiting:
        raise RefusedError(Phrase("The table has begun."))
    event = own("closed", seat, idle=seat is None)
    return Step((event,), replace(course.now, company=replace(course.company, closed=True)))


def _host_only(course: Course, seat: int, why: Phrase) -> None:
    if course.company.closed:
        raise RefusedError(Phrase("This table was closed."))
    if not course.waiting:
        raise RefusedError(Phrase("The table has begun: it can no longer be closed or filled."))
    if seat != course.setup.host:
        raise RefusedError(why)


# --- commands --------------------------------------------------------------------------------------------------------


def _start(table: Table, seat: int, _message: StartMessage) -> Step:
    return fill(table.course, seat, table.dealer)


def _close(table: Table, seat: int, _message: CloseMessage) -> Step:
    return shut(table.course, seat)


# --- events ----------------------------------------------------------------------------------------------------------


def _sat_again(course: Course, body: Body) -> Step:
    sits = Seat("person", None, body["name"], body.get("account", False), body.get("program", False))
    return _sat(course, body["seat"], body["guest"], sits, body.get("string"))


def _filled_again(course: Course, body: Body) -> Step:
    return _filled(course, body["seats"])


def _shut_again(course: Course, body: Body) -> Step:
    return shut(course, body["seat"])


def _says_sat(_course: Course, _you: int | None, event: Event) -> Phrase:
    who = Who(event.seat or 0)
    return Phrase.told("{who} sat down.", "You sat down.", who=who)


def _says_filled(_course: Course, _you: int | None, _event: Event) -> str:
    return Phrase("The computer took the open seats.")


def _says_closed(_course: Course, _you: int | None, event: Event) -> str:
    if event.data["idle"]:
        return Phrase("The table was closed, for nobody was there.")
    return Phrase("The table was closed by its host.")


FAMILY = Family(
    steps={StartMessage: _start, CloseMessage: _close},
    own={
        "sat": Own(_sat_again, _says_sat, brings=("dealt",)),
        "filled": Own(_filled_again, _says_filled, brings=("dealt",)),
        "closed": Own(_shut_again, _says_closed),
    },
)
