"""What the JSON addresses answer: a new answer is described here."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

from doublesix.server.api.messages import OpenTable, WaitingPeople
from doublesix.server.api.shape import Shape, about
from doublesix.server.api.state import PaceFacts, Sitting


class Problem(Shape):
    """Why something was not done."""

    error: Annotated[str, about("A sentence for people.")]


class Healthy(Shape):
    """The server answers."""

    ok: bool


class Version(Shape):
    """Which version answers."""

    doublesix: Annotated[str, about("The version of the program.")]
    pages: Annotated[str, about("What names the files of its pages; a page of another version may be loaded anew.")]


class MadeTable(Shape):
    """A new table."""

    table: Annotated[str, about("Its name.")]
    url: Annotated[str, about("Its page.")]


class Commitment(Shape):
    """What the first deal of a table is committed to."""

    commitment: Annotated[str | None, about("Null where deals are not committed to.")]
    promise: Annotated[str | None, about("Goes back with the commitment, so that the server knows it again.")]


class SatDown(Shape):
    """A seat at a table."""

    table: str
    seat: int
    url: str


class Agreement(Shape):
    """What was agreed when a table was made, and who sits there."""

    table: str
    rules: Annotated[Any, about("A preset's name, or an object of rules.")]
    version: int
    title: str
    players: int
    seats: list[Sitting]
    free: Annotated[list[int], about("Seats that wait for somebody.")]
    match: Annotated[bool, about("Whether rounds are played to a target.")]
    pace: PaceFacts
    rated: bool
    over: bool


class Lobby(Shape):
    """How the lobby stands."""

    tables: list[OpenTable]
    waiting: list[WaitingPeople]


class MadeDuplicate(Shape):
    """A new duplicate."""

    duplicate: Annotated[str, about("Its name.")]
    url: Annotated[str, about("Its page.")]


class DuplicatePlace(Shape):
    """A table of a duplicate and a seat at it, both from 0."""

    table: int
    seat: int


class DuplicateSitter(Shape):
    """Who holds a place."""

    table: int
    seat: int
    side: int
    team: Annotated[int | None, about("0 or 1 where two teams play.")]
    kind: Annotated[str, about("`person`, `bot` or `free`.")]
    name: str
    program: Annotated[bool, about("Whether a program plays there.")]
    gone: Annotated[bool, about("Whether he has gone for good, so that the computer plays the deals to come.")]
    away: Annotated[bool, about("Whether he has been away for so long that you may let the computer play on.")]
    you: bool
    mixed: Annotated[bool, about("Whether he has added a string to the deals.")]


class DuplicateDeal(Shape):
    """A deal. What came out of it is told once every table has played it."""

    deal: int
    open: Annotated[bool, about("Whether every table has played it.")]
    played: Annotated[list[bool], about("By table.")]
    scores: Annotated[
        list[list[float | None]] | UnsetType, about("By table and side: what it made against the others there.")
    ] = UNSET
    endings: list[str] | UnsetType = UNSET
    records: Annotated[list[str] | UnsetType, about("The tables where it was played.")] = UNSET
    difference: Annotated[float | UnsetType | None, about("What team 0 made of it at both tables.")] = UNSET
    against: Annotated[
        list[list[float | None]] | UnsetType, about("By table and side: compared with the same side elsewhere.")
    ] = UNSET


class DuplicateTotal(Shape):
    """What a side of a table made of all open deals."""

    table: int
    side: int
    total: float


class DuplicateSheet(Shape):
    """A duplicate as its visitor may see it."""

    duplicate: str
    n: Annotated[int, about("Number of its last event.")]
    rules: Annotated[Any, about("A preset's name, or an object of rules.")]
    title: str
    players: int
    tables: int
    level: Annotated[str, about("Of the computer players in places that stay free.")]
    teams: Annotated[bool, about("Whether two teams play.")]
    started: bool
    over: bool
    you: Annotated[DuplicatePlace | None, about("Your place.")]
    host: Annotated[bool, about("Whether you made it.")]
    free: Annotated[int, about("Places that nobody has taken.")]
    places: list[DuplicateSitter]
    commitments: Annotated[list[str], about("What each deal is bound to.")]
    table: Annotated[str | None, about("The table that you play at now.")]
    deals: list[DuplicateDeal]
    totals: list[DuplicateTotal]


class Done(Shape):
    """It was done."""

    ok: bool


class Effect(Shape):
    """What a field of the rules does."""

    field: str
    text: str
    idle: Annotated[bool, about("Whether it changes nothing under the other fields.")]


class HouseBody(msgspec.Struct):
    """House rules to be put into words: one of these."""

    form: Annotated[dict[str, str], about("The fields of the form of house rules.")] | UnsetType = UNSET
    rules: Annotated[Any, about("A preset's name, a link, or an object of rules.")] | UnsetType = UNSET
    file: Annotated[str, about("The text of a file of house rules.")] | UnsetType = UNSET


class HouseAnswer(Shape):
    """House rules in words, or what is wrong with them."""

    ok: bool
    field: Annotated[str | None, about("The field that is wrong.")] | UnsetType = UNSET
    error: str | UnsetType = UNSET
    errors: dict[str, str] | UnsetType = UNSET
    effects: list[Effect] | UnsetType = UNSET
    changed: Annotated[list[str], about("The fields that differ from the preset.")] | UnsetType = UNSET
    title: str | UnsetType = UNSET
    base: str | UnsetType = UNSET
    link: str | UnsetType = UNSET
    page: str | UnsetType = UNSET
    play: str | UnsetType = UNSET
    file: str | UnsetType = UNSET
    rules: Any | UnsetType = UNSET


class LeaderLine(Shape):
    """A line of a leaderboard."""

    name: str
    player: Annotated[str | None, about("The address of the profile; null for computer players.")]
    rating: int
    margin: Annotated[int, about("Half the width of the interval that holds the true strength in 95 of 100 cases.")]
    games: int


class Leaderboard(Shape):
    """A page of a leaderboard, in the order of what is nearly certain: the rating less its margin."""

    family: str
    pool: str
    page: int
    leaders: list[LeaderLine]


class PlayerRating(Shape):
    """What a player is worth in a family of rules, in a pool."""

    family: str
    pool: str
    rating: int
    margin: int
    games: int


class PlayerResult(Shape):
    """How a player finished at a rated table."""

    table: str
    rules: str
    pool: str
    place: int
    players: int


class Player(Shape):
    """What everybody may know of who has an account."""

    name: str
    ratings: Annotated[list[PlayerRating], about("The most played first.")]
    results: Annotated[list[PlayerResult], about("The latest rated ones.")]


class GoOn(Shape):
    """Where to go on."""

    url: str


class Note(Shape):
    """Why a move was made, as its player said it."""

    at: Annotated[int, about("The index of the move.")]
    move: str
    text: Annotated[str, about("A comment as records keep it: the skill in brackets, then the reason.")]


class OwnNotes(Shape):
    """What one noted on the present round; nobody else can read it before the round is over."""

    round: int
    skill: Annotated[str | None, about("What one works on in this round.")]
    notes: list[Note]
