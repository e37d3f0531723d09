"""Why a round was forfeited, which its line does not show: somebody resigned, ran out of time, or stayed away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from doublesix.rules import Event
from doublesix.rules.phrases import Phrase, Who
from doublesix.server.acts import OWN
from doublesix.server.sentences import named

if TYPE_CHECKING:
    from doublesix.server.course import Course

GIVING_UP: Final = ("resigned", "forfeited", "claimed")
"""The kinds of own events by which a seat gives up."""
_ALONE: Final = ("resigned", "forfeited")
"""Those that nobody else had a hand in."""


def why_forfeited(course: Course, you: int | None) -> tuple[Phrase, ...]:
    """A sentence about each seat that forfeited the present round, which ended so."""
    position = course.position
    assert position is not None
    assert position.outcome is not None
    paid = position.outcome.paid
    assert paid is not None
    how = {event.seat: event for _, event in course.events if event.kind in GIVING_UP}
    return tuple([named(course.setup, _why(course, seat, how.get(seat), you), you) for seat in paid.data["seats"]])


def _why(course: Course, seat: int, event: Event | None, you: int | None) -> Phrase:
    if event is None:
        return Phrase.told(
            "{who} had given up in an earlier round.", "You had given up in an earlier round.", who=Who(seat)
        )
    if event.kind in _ALONE:  # what the computer player did in that seat meanwhile is no reason
        event = Event(event.kind, event.seat, {**event.data, "ends": True})
    said = OWN[event.kind].says(course, you, event)
    assert isinstance(said, Phrase)
    return said
