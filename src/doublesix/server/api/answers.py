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


class MadeTable(Shape):
    """A new table."""

    table: Annotated[str, about("Its name.")]
    url: Annotated[str, about("Its page.")]


class Commitment(Shape):
    """What the first deal of a table is committed to."""

    commitment: str


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
