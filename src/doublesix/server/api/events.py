"""The kinds of events of a table: a new kind is described here.

Every event has its number, kind and a sentence. Those of the round come from the rules, the table's own from the
families in `doublesix.server.acts`.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from doublesix.server.api.shape import Shape, about
from doublesix.server.api.state import Ends


class Event(Shape, tag_field="kind"):
    """Any event."""

    n: Annotated[int, about("Its number; numbers have no gap, over all rounds of a table.")]
    text: Annotated[str, about("A sentence for people.")]


class SeatEvent(Event):
    """An event of one seat."""

    seat: int


class MoveEvent(SeatEvent):
    """A move."""

    move: Annotated[str, about("As in the list of moves: 6-4, 6-4L, draw, draw:2-0 for your own draw, or pass.")]


# --- the round -------------------------------------------------------------------------------------------------------


class Dealt(Event, tag="dealt"):
    """A round was dealt."""

    seat: None
    round: int
    leader: int
    hand_sizes: list[int]


class Led(MoveEvent, tag="led"):
    """The first tile of the round."""

    ends: Ends


class Played(MoveEvent, tag="played"):
    """A tile."""

    ends: Ends


class Drew(MoveEvent, tag="drew"):
    """A draw; only its own seat is told the tile."""

    boneyard: Annotated[int, about("Tiles left.")]


class Passed(MoveEvent, tag="passed"):
    """A pass."""


class Counted(SeatEvent, tag="counted"):
    """Points in play: what the open ends count after a tile."""

    total: int
    points: int
    scored: bool


class Ended(Event, tag="ended"):
    """The round is over; the state has its outcome."""

    seat: int | None


# --- the table -------------------------------------------------------------------------------------------------------


class Sat(SeatEvent, tag="sat"):
    """Somebody sat down."""


class Filled(Event, tag="filled"):
    """The computer took the open seats."""

    seat: None


class Closed(Event, tag="closed"):
    """The table was closed before it began."""

    seat: int | None


class Left(SeatEvent, tag="left"):
    """Somebody got up before the table began; another may host it now, and without anybody it is closed."""


class Removed(SeatEvent, tag="removed"):
    """The host sent somebody away before the table began."""


class Locked(SeatEvent, tag="locked"):
    """The host says whether those who do not sit here may watch."""

    on: Annotated[bool, about("Whether nobody else may see the table.")]


class TalkSet(SeatEvent, tag="talk"):
    """The host says what people here may say to each other."""

    mode: Annotated[str, about("all, phrases or none.")]


class Resigned(SeatEvent, tag="resigned"):
    """The seat forfeits the round."""


class Claimed(SeatEvent, tag="claimed"):
    """Somebody claimed the round from this seat, whose owner was away."""


class Stood(SeatEvent, tag="stood"):
    """A computer player goes on for this seat, whose owner is away."""


class Returned(SeatEvent, tag="returned"):
    """The owner of this seat is back."""


class Wished(SeatEvent, tag="wished"):
    """The seat would like to play again."""


class Helped(SeatEvent, tag="helped"):
    """Time was up, and the table makes a move for this seat."""


class Forfeited(SeatEvent, tag="forfeited"):
    """This seat gave up, for its time was up or its owner was away."""


class AskedEvent(SeatEvent):
    """Something that everybody must agree to."""

    what: Annotated[str, about("void or take_back.")]


class AskedFor(AskedEvent, tag="asked"):
    """The seat asks for it."""


class Agreed(AskedEvent, tag="agreed"):
    """The seat agrees."""


class Declined(AskedEvent, tag="declined"):
    """The seat says no, or no longer asks for it."""


class Voided(SeatEvent, tag="voided"):
    """The round is void by agreement."""


class TakenBack(SeatEvent, tag="taken_back"):
    """The last play was taken back."""

    took: Annotated[int, about("The number of the event that no longer counts among the moves.")]


class Committed(Event, tag="committed"):
    """The next deal is committed to."""

    seat: None
    round: int
    commitment: str


class Mixed(SeatEvent, tag="mixed"):
    """The seat added its string to the next deal."""


class Again(Event, tag="again"):
    """A new table with the same settings."""

    url: Annotated[str, about("Where it is; where several people sit.")] | UnsetType = UNSET


AnyEvent = (
    Dealt
    | Led
    | Played
    | Drew
    | Passed
    | Counted
    | Ended
    | Sat
    | Filled
    | Closed
    | Left
    | Removed
    | Locked
    | TalkSet
    | Resigned
    | Claimed
    | Stood
    | Returned
    | Wished
    | Helped
    | Forfeited
    | AskedFor
    | Agreed
    | Declined
    | Voided
    | TakenBack
    | Committed
    | Mixed
    | Again
)
"""Every kind: add new ones here."""
