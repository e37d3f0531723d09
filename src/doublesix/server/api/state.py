"""The state of a table as one seat sees it: a new field of `doublesix.server.state` is described here."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, UnsetType

from doublesix.server.api.shape import Shape, about

Ends = Annotated[dict[str, int], about("The sides that accept a tile, L, R, U and D, each with its value.")]


class StateRules(Shape):
    """What the page needs of the rules; `GET /api/tables/ID` has all of them."""

    id: Annotated[str | None, about("The preset, null for house rules.")]
    title: str
    max_pip: int
    reserve: int
    draws: bool
    spinner: str
    target: int | None
    tap: Annotated[str, about("How the page plays a tile by default: one tap or two.")]


class Sitting(Shape):
    """Who sits in a seat."""

    name: Annotated[str, about("A name, Guest or Computer; You for your own seat.")]
    label: Annotated[str | None, about("What the seat is called whoever sits there, such as Black.")]
    kind: Literal["person", "bot"]
    level: Annotated[str | None, about("The level of a computer player.")]
    program: Annotated[bool, about("Whether a program plays there that sat down as people do.")]
    player: Annotated[str | None, about("The address of the profile of who sits there with an account.")]


class Seat(Sitting):
    """A seat while a round is played or over."""

    tiles: Annotated[int, about("Tiles in the hand.")]


class WaitingSeat(Sitting):
    """A seat of a table that waits."""

    free: bool


class Asked(Shape):
    """What somebody asks of all."""

    what: Literal["void", "take_back"]
    by: int
    yes: Annotated[list[int], about("Seats that have agreed.")]


class PaceFacts(Shape):
    """What was agreed about time."""

    turn: Annotated[int | None, about("Seconds for each move, null without a clock.")]
    late: Annotated[str, about("When time is up: move, computer or forfeit.")]
    grace: Annotated[int, about("Seconds that somebody may be away at his turn.")]
    away: Annotated[str, about("When that is over: ask, computer or forfeit.")]


class Clock(Shape):
    """Whose time is counted."""

    seat: int
    left: Annotated[float, about("Seconds that were left when this was sent.")]
    runs: bool


class RatingChange(Shape):
    """What a table did to the rating of a seat."""

    seat: int
    before: int
    after: int
    margin: Annotated[int, about("Half the width of the 95 % interval.")]


class Ratings(Shape):
    """What a rated table counts for."""

    family: Annotated[str, about("The family of its rules.")]
    title: str
    pool: Annotated[str, about("people or computer.")]
    changes: Annotated[list[RatingChange], about("Empty until the ratings are stored.")]


class Fair(Shape):
    """What the deal of this round was committed to; its proof once the round is over."""

    table: str
    round: int
    commitment: str
    secret: str | UnsetType = UNSET
    strings: Annotated[list[str], about("What each seat added.")] | UnsetType = UNSET
    lot: Annotated[bool, about("Whether the leader was drawn by lot.")] | UnsetType = UNSET


class PledgeFacts(Shape):
    """What the next deal is committed to."""

    round: int
    commitment: str
    mixed: Annotated[list[int], about("Seats that have added a string.")]


class DuplicateFacts(Shape):
    """What the deal is to a duplicate."""

    url: Annotated[str, about("The duplicate's page.")]
    deal: Annotated[int, about("From 1.")]
    deals: int
    withheld: Annotated[bool, about("Whether another table has still to play the deal, so that no hand is shown.")]
    next: Annotated[str | None, about("The table where your next deal is played, once this one is over.")]


class CompanyFacts(Shape):
    """Where several people sit, or time is counted."""

    wishes: Annotated[list[int], about("Seats that asked for another table.")]
    standing: Annotated[list[int], about("Seats that a computer player looks after.")]
    resigned: Annotated[list[int], about("Seats whose owners gave up.")]
    asked: Asked | None


class Device(Shape):
    """A device that several people share."""

    seats: Annotated[list[int], about("The seats of its people.")]
    take: Annotated[int | None, about("The seat whose hand is covered and may be taken.")]


class Line(Shape):
    """The tiles on the table."""

    lead: Annotated[list[int] | None, about("The two halves of the lead, the heavier first.")]
    arms: Annotated[dict[str, list[list[int]]], about("By side: tiles from the lead outwards, the inner half first.")]


class Made(Shape):
    """A move of this round."""

    n: Annotated[int, about("The number of its event.")]
    seat: int
    move: Annotated[str, about("6-4, 6-4L, draw, draw:2-0 for your own draw, or pass.")]
    ends: Ends | UnsetType = UNSET


Moves = Annotated[list[Made], about("This round's moves; left out of a state that comes with events.")]


class End(Shape):
    """The end of a round: everything is public now."""

    ending: Literal["domino", "blocked", "target", "forfeit", "void"]
    winners: list[int]
    pips: list[int]
    places: list[int] | None
    points: list[int]
    hands: Annotated[list[list[str]], about("What each seat was left with.")]
    boneyard: Annotated[list[str], about("What was left, in drawing order.")]
    title: Annotated[str, about("How the round ended, in a few words.")]
    reasons: Annotated[list[str], about("Sentences: why it ended, and what was paid.")]
    sums: Annotated[list[str], about("Each hand's pips written out.")]


class MatchFacts(Shape):
    """Where the match stands."""

    target: int | None
    scores: list[int]
    over: bool
    winners: list[int] | None
    next: Annotated[str | None, about("Why who leads next, once a round is over.")]
    can_next: Annotated[bool, about("Whether the next round may be asked for.")]


class State(Shape):
    """Everything your seat may know; who watches gets public facts only."""

    rules: StateRules
    you: Annotated[int | None, about("Your seat, null for who watches.")]
    players: int
    seats: list[Seat]
    company: CompanyFacts | None
    host: Annotated[int | None, about("The seat that may lock the table.")]
    locked: Annotated[bool, about("Whether only those who sit here may see it.")]
    pace: PaceFacts
    rated: Annotated[bool, about("Whether the result counts for ratings.")]
    ratings: Ratings | None
    undo: Annotated[int | None, about("The seat whose last play could be taken back now.")]
    round: int
    scores: list[int]
    points: Annotated[list[int], about("Points of this round, which are in the scores already.")]
    leader: int
    turn: Annotated[int | None, about("The seat that is to move, null when the round is over.")]
    why_leader: str
    line: Line
    ends: Ends
    boneyard: Annotated[int, about("Tiles left in the boneyard, the reserve among them.")]
    drawable: Annotated[int, about("How many of them may be drawn.")]
    hand: Annotated[list[str], about("Your tiles.")]
    legal: Annotated[list[str], about("Your legal moves, on your turn.")]
    why: Annotated[dict[str, str], about("On your turn: why a tile fits nowhere.")]
    why_not: Annotated[dict[str, str | None], about("On your turn: why draw or pass is not allowed.")]
    outcome: End | None
    match: MatchFacts | None
    fair: Fair | None
    pledge: PledgeFacts | None
    duplicate: DuplicateFacts | None
    device: Annotated[Device | None, about("Where several people share your device.")]
    moves: Moves | UnsetType = UNSET


class WaitingState(Shape):
    """A table before its first deal."""

    waiting: Literal[True]
    rules: StateRules
    you: int | None
    host: Annotated[int | None, about("The seat of who made the table.")]
    players: int
    seats: list[WaitingSeat]
    lot: Annotated[bool, about("Whether the seats were drawn by lot.")]
    pace: PaceFacts
    rated: bool
    ratings: Ratings | None
    listed: Annotated[bool, about("Whether the lobby shows the table.")]
    closed: bool
    locked: bool
    pledge: PledgeFacts | None
    moves: list[Made]
