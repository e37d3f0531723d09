"""What the server sends over its sockets: a new message is described here, a new kind of event in `events`."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from doublesix.server.api.events import AnyEvent
from doublesix.server.api.shape import Shape, about
from doublesix.server.api.state import Clock, Ratings, State, WaitingState

AState = Annotated[
    Any, msgspec.Meta(extra_json_schema={"oneOf": [{"$ref": "#/$defs/State"}, {"$ref": "#/$defs/WaitingState"}]})
]
"""The state of a table that has begun, or of one that waits: what tells them apart is the field `waiting`."""


class Sent(Shape, tag_field="t"):
    """Any message of the server."""


# --- a table ---------------------------------------------------------------------------------------------------------


class Snapshot(Sent, tag="snapshot"):
    """How the table stands: the first message, and the answer to who has missed too much."""

    table: str
    n: Annotated[int, about("The number of the last event.")]
    state: AState
    clock: Clock | None


class Events(Sent, tag="events"):
    """What has just been stored, or was missed, and how the table stands now."""

    first: Annotated[int, about("The number of the first of these events.")] = msgspec.field(name="from")
    n: int
    events: list[AnyEvent]
    state: AState
    clock: Clock | None


class Hand(Sent, tag="hand"):
    """A hand that was taken, at a device that several people share."""

    n: int
    state: AState
    since: Annotated[list[str], about("What the others have done since this seat's last move, in sentences.")]


class Ok(Sent, tag="ok"):
    """A command was carried out and is stored."""

    cid: str
    n: Annotated[int, about("The number of its last event.")]


class Refused(Sent, tag="refused"):
    """A command was not carried out."""

    error: Annotated[str, about("Why, as a sentence.")]
    cid: Annotated[str | None, about("The command; null for a message that was not understood.")] | UnsetType = UNSET
    n: int | UnsetType = UNSET
    stale: Annotated[bool, about("Whether it came too late: a snapshot follows.")] | UnsetType = UNSET


class Goto(Sent, tag="goto"):
    """Go on to another table."""

    url: str
    cid: str | UnsetType = UNSET


class Presence(Sent, tag="presence"):
    """Who is connected, where several people sit."""

    n: int
    here: Annotated[list[bool], about("For each seat whether its owner is connected.")]
    away: Annotated[int | None, about("The seat that is away at its turn.")]
    wait: Annotated[int | None, about("Seconds until the others may act for it; 0: now.")]


class ClockTold(Sent, tag="clock"):
    """The clock stops or goes on between two events."""

    n: int
    clock: Clock | None


class Play(Shape):
    """What a play leaves that this seat may make now."""

    move: str
    ends: Annotated[dict[str, int], about("The sides that then take a tile, each with its value.")]
    matches: Annotated[int, about("Tiles left in the hand that would match.")]
    pips: Annotated[int, about("Pips left in the hand.")]
    unseen: Annotated[int | None, about("Tiles this seat does not see that would match; null in rated play.")]
    points: Annotated[int, about("Points that the open ends make by it.")]


class Counts(Sent, tag="counts"):
    """What a seat could count by itself: the answer to `count`."""

    n: int
    seat: Annotated[int | None, about("Whose hand; null where none is open.")]
    pips: Annotated[int | None, about("Pips in the hand: what would count if the round blocked now.")]
    fits: Annotated[dict[str, list[str]], about("For each tile of the hand the sides whose open value it shows.")]
    plays: list[Play]


class RatingsTold(Sent, tag="ratings"):
    """What a rated table has changed."""

    n: int
    ratings: Ratings | None


class ChatLine(Shape):
    """Something that was said."""

    k: Annotated[int, about("Its number in this table's chat.")]
    seat: int
    person: Annotated[str, about("The same for one person at every table, for muting.")]
    phrase: Annotated[str | None, about("One of the phrases, which every page says in its language.")]
    text: str | None


class Said(ChatLine, Sent, tag="said"):
    """Somebody said something."""


class Chat(Sent, tag="chat"):
    """What may be said here, and the last lines."""

    mode: Annotated[str, about("all, phrases or none.")]
    modes: Annotated[list[str], about("What the host may choose from.")]
    lines: list[ChatLine]


class Pong(Sent, tag="pong"):
    """The answer to a ping."""


# --- the lobby -------------------------------------------------------------------------------------------------------


class OpenTable(Shape):
    """A table in the lobby."""

    id: str
    title: str
    host: str
    players: int
    free: int
    seats: Annotated[list[str | None], about("Who sits where; null where somebody may sit down.")]
    target: int | None
    turn: Annotated[int | None, about("Seconds for each move, null without a clock.")]


class WaitingPeople(Shape):
    """How many people wait for a table of these rules."""

    rules: str
    title: str
    players: int
    rated: bool
    waiting: int


class LobbyFacts(Sent, tag="lobby"):
    """How the lobby stands."""

    tables: list[OpenTable]
    waiting: list[WaitingPeople]


class Seek(Sent, tag="seek"):
    """You wait for company."""

    rules: str
    players: int
    rated: bool
    waiting: Annotated[int, about("How many wait, you among them.")]


class Unseek(Sent, tag="unseek"):
    """You wait no longer."""

    why: str | None


AT_TABLE: Final[tuple[type[Sent], ...]] = (
    Snapshot,
    Events,
    Hand,
    Ok,
    Refused,
    Goto,
    Presence,
    ClockTold,
    RatingsTold,
    Counts,
    Said,
    Chat,
    Pong,
)
"""What a table's socket says."""
IN_HALL: Final[tuple[type[Sent], ...]] = (LobbyFacts, Seek, Unseek, Goto, Refused, Pong)
"""What the lobby's socket says."""
STATES: Final[tuple[type[Shape], ...]] = (State, WaitingState)
