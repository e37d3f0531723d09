"""What was agreed when a table was made: rules, seats, round or match. What is stored of it never changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, Literal

import msgspec

from doublesix.errors import DominoError
from doublesix.players import LEVELS
from doublesix.rulebook import from_link
from doublesix.rules import PRESETS, Match, Rules
from doublesix.rules.phrases import Phrase, either
from doublesix.rules.presets import titled
from doublesix.server.pace import UNTIMED, Pace

Kind = Literal["person", "bot"]
Talk = Literal["all", "phrases", "none"]

_COMPUTER: Final = Phrase("Computer")
_GUEST: Final = Phrase("Guest")
_PROGRAM: Final = Phrase("Program")
_PERSONS = ("you", "here", "open")


class BadSetupError(ValueError):
    """A table that cannot be made; the text says why and what would work."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who a seat is for: a person, or a computer player of a level."""

    kind: Kind
    level: str | None = None
    name: str = ""
    """What a person wishes to be called."""
    account: bool = False
    """Whether that is the name of an account, which nobody else can have."""
    program: bool = False
    """Whether a program plays in this person's seat, as it has said."""

    def to_json(self) -> str:
        """The level, or `person`."""
        return self.level or "person"


@dataclass(frozen=True, slots=True)
class Part:
    """What a table is to a duplicate: where one of its deals is played."""

    duplicate: str
    deal: int
    """From 1."""
    deals: int
    """How many there are."""
    table: int
    """From 0."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The agreement. A table's course replaces seats as people sit down.

    `match` plays rounds to the target of the rules, else one round is all.

    `automatic` makes the table draw and pass for people where nothing else is legal.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    match: bool
    automatic: bool = False
    host: int | None = None
    """The seat of who made the table, where it waits for others; None where it was dealt at once."""
    listed: bool = False
    """Whether the lobby shows it while it waits."""
    lot: bool = False
    """Whether the seats were drawn by lot when the table was made."""
    pace: Pace = UNTIMED
    """How long a move may take, and what happens then."""
    rated: bool = False
    """Whether its result counts for ratings; then nothing is taken back."""
    device: tuple[int, ...] = ()
    """The seats of those who share the device of who made the table, his own among them; empty where he is alone."""
    talk: Talk = "all"
    """What people here may say to each other: anything, the phrases only, or nothing."""
    part: Part | None = None
    """The deal of a duplicate that is played here; then nothing is taken back, and nobody watches before its end."""
    met: bool = False
    """Whether its people found each other in the lobby: they may say no more than the phrases."""

    people: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """The seats that are people's."""
    labels: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """Names the seats have whoever sits there, such as Black and White; empty where they have none."""
    _words: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """What everybody is called, by seat."""
    names: tuple[str, ...] = field(init=False, compare=False, repr=False)
    """What others call each seat: its label, else who sits there, numbered where there are several."""

    def __post_init__(self) -> None:
        preset = PRESETS.get(self.rules.id or "")
        people = tuple(index for index, seat in enumerate(self.seats) if seat.kind == "person")
        object.__setattr__(self, "people", people)
        object.__setattr__(self, "labels", preset.labels if preset is not None else ())
        object.__setattr__(self, "_words", _words(self.seats))
        object.__setattr__(self, "names", self.labels or self._words)

    @property
    def first(self) -> int | None:
        """The seat in charge of the table: its host, else the first person who sits here."""
        return self.host if self.host is not None else min(self.people, default=None)

    @property
    def programs(self) -> tuple[int, ...]:
        """The seats where programs have sat down."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.program)

    def with_seat(self, seat: int, sits: Seat) -> Setup:
        """The setup with somebody else in a seat."""
        return replace(self, seats=(*self.seats[:seat], sits, *self.seats[seat + 1 :]))

    def rotated(self) -> Setup:
        """The setup for playing again at once; where the rules give the lead to a seat, everybody moves on by one."""
        moved = self.moved(1) if self.moves_on else self
        return replace(moved, host=None, listed=False, lot=False)

    def moved(self, by: int) -> Setup:
        """The setup with everybody moved on by a number of seats."""
        count = self.players
        return replace(
            self,
            seats=tuple(self.seats[(seat - by) % count] for seat in range(count)),
            host=None if self.host is None else (self.host + by) % count,
            device=tuple(sorted((seat + by) % count for seat in self.device)),
        )

    @property
    def moves_on(self) -> bool:
        """Whether people who play again change seats, so that the lead goes round."""
        return len(self.people) > 1 and self.rules.leader == "seat"

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.seats)

    @property
    def tap(self) -> str:
        """How the page plays a tile here by default: `two` taps or `one`."""
        preset = PRESETS.get(self.rules.id or "")
        return preset.tap if preset is not None else "one"

    def name(self, seat: int) -> str:
        """What others call the seat: its label, else who sits there, numbered where there are several."""
        return self.names[seat]

    def who(self, seat: int) -> str:
        """Who sits there: a name, `Computer` or `Guest`, numbered where several are called the same."""
        return self._words[seat]

    def sitting(self, free: Sequence[int]) -> tuple[str, ...]:
        """Who sits there while seats are `free`, which take no part in the numbers; `Guest` in those."""
        if not free:
            return self._words
        there = [seat for seat in range(self.players) if seat not in free]
        words = dict(zip(there, numbered([word_for(self.seats[seat]) for seat in there]), strict=True))
        return tuple(words.get(seat, _GUEST) for seat in range(self.players))

    def to_json(self) -> dict[str, Any]:
        """What `from_json` reads."""
        out: dict[str, Any] = {
            "rules": self.rules.to_json(),
            "version": self.rules.version,
            "seats": [seat.to_json() for seat in self.seats],
            "match": self.match,
            "automatic": self.automatic,
        }
        if self.pace != UNTIMED:
            out["pace"] = self.pace.to_json()
        if self.rated:
            out["rated"] = True
        if self.talk != "all":
            out["talk"] = self.talk
        if self.met:
            out["met"] = True
        if self.device:
            out["device"] = list(self.device)
        if self.part is not None:
            out["part"] = [self.part.duplicate, self.part.deal, self.part.deals, self.part.table]
        if any(seat.name for seat in self.seats):
            out["names"] = [seat.name for seat in self.seats]
        if any(seat.account for seat in self.seats):
            out["accounts"] = [index for index, seat in enumerate(self.seats) if seat.account]
        if self.programs:
            out["programs"] = list(self.programs)
        if self.host is not None:
            out |= {"host": self.host, "listed": self.listed, "lot": self.lot}
        return out

    def text(self) -> str:
        """The form that is stored."""
        return json.dumps(self.to_json(), separators=(",", ":"))

    @staticmethod
    def from_text(text: str) -> Setup:
        """The setup that `text` wrote; fields of an older program that are missing have their defaults."""
        value = msgspec.json.decode(text)
        names = value.get("names") or [""] * len(value["seats"])
        seats = tuple(
            Seat("person", None, name, index in value.get("accounts", ()), index in value.get("programs", ()))
            if seat == "person"
            else Seat("bot", seat)
            for index, (seat, name) in enumerate(zip(value["seats"], names, strict=True))
        )
        rules = _rules_again(msgspec.json.encode(value["rules"]), value.get("version"))
        return Setup(
            rules,
            seats,
            value["match"],
            value.get("automatic", False),
            value.get("host"),
            value.get("listed", False),
            value.get("lot", False),
            Pace.from_json(value.get("pace")),
            value.get("rated", False),
            tuple(value.get("device", ())),
            value.get("talk", "all"),
            Part(*value["part"]) if "part" in value else None,
            value.get("met", False),
        )


def word_for(sits: Seat) -> str:
    """What people call who sits there: a name, `Computer` or `Guest`; a program is always called one."""
    if sits.program:
        return Phrase("{name} (program)", name=sits.name) if sits.name else _PROGRAM
    return _COMPUTER if sits.kind == "bot" else sits.name or _GUEST


@lru_cache(maxsize=1024)
def _rules_again(text: bytes, version: int | None) -> Rules:
    """Rules that were stored: many tables have the same."""
    return Rules.from_json(msgspec.json.decode(text), version)


@lru_cache(maxsize=16_384)
def _words(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """What all seats are called."""
    return numbered([word_for(sits) for sits in seats])


def numbered(words: Sequence[str]) -> tuple[str, ...]:
    """Names, with a number where several are the same."""
    plain = [word.casefold() for word in words]
    return tuple(
        word if plain.count(plain[at]) == 1 else Phrase("{name} {n}", name=word, n=plain[:at].count(plain[at]) + 1)
        for at, word in enumerate(words)
    )


def asked_rules(rules: object) -> Rules:
    """Rules as forms and programs name them: a preset id, `house:` and the text of a link, or an object. `BadRules`."""
    if isinstance(rules, str) and rules.startswith("house:"):
        return from_link(rules.removeprefix("house:"))
    return Rules.from_json(rules)


def wished_rules(rules: object) -> Rules:
    """`asked_rules` of a visitor. Raises `BadSetupError`."""
    try:
        return asked_rules(rules)
    except DominoError as problem:
        raise BadSetupError(Phrase("These rules cannot be used: {why}", why=str(problem))) from problem


def make_setup(
    rules: object, players: int | None, seats: Sequence[str] | None, match: bool | None = None, automatic: bool = False
) -> tuple[Setup, int]:
    """A setup from what a visitor asks for, and the seat that is his. Raises `BadSetupError`.

    `rules` is a preset id, `house:` and the text of a link, or an object of rules; `seats` holds `you` once and a level
    for each computer player, `here` for another person at the visitor's device, or `open` for a person who is still to
    come: then the table waits, and the visitor is its host. Where `seats` is missing, the visitor sits first and the
    others are of level `normal`.
    """
    value = wished_rules(rules)
    count = players if players is not None else len(seats) if seats is not None else value.players[0]
    try:
        Match.new(value, count)
    except DominoError as problem:
        raise BadSetupError(Phrase("{why}.", why=str(problem))) from problem
    asked = list(seats) if seats is not None else ["you", *["normal"] * (count - 1)]
    if len(asked) != count:
        raise BadSetupError(Phrase("The table has {n} seats, but {filled} were filled.", n=count, filled=len(asked)))
    unknown = [seat for seat in asked if seat not in (*_PERSONS, *LEVELS)]
    if unknown:
        raise BadSetupError(
            Phrase(
                "{text} is no player: write you, here, open, {levels}.",
                text=repr(unknown[0][:40]),
                levels=either(LEVELS),
            )
        )
    if asked.count("you") != 1:
        raise BadSetupError(Phrase("Exactly one seat is yours: write you once."))
    if match and value.target is None:
        raise BadSetupError(
            Phrase("{rules} has no target, so it is played as a single round, not as a match.", rules=titled(value))
        )
    plays_match = value.target is not None if match is None else match
    chosen = tuple(Seat("person") if seat in _PERSONS else Seat("bot", seat) for seat in asked)
    mine = asked.index("you")
    device = tuple(index for index, seat in enumerate(asked) if seat in ("you", "here")) if "here" in asked else ()
    return Setup(value, chosen, plays_match, automatic, mine if "open" in asked else None, device=device), mine
