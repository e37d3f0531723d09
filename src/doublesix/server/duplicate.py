"""A duplicate: the same deals at several tables, so that results have the luck of the tiles taken out. A value.

Two sides at two tables are two teams, each of which holds each side once; otherwise what a side made of a deal is
compared with what the same side made of it at the other tables. All deals are bound to secrets when the duplicate is
made, and follow from them and from the strings that its people add before the first one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from doublesix.notation.fair import Fair, commitment
from doublesix.rules import Position, Rules, pips
from doublesix.server.setup import Part, Seat, Setup

Place = tuple[int, int]
"""A table of the duplicate and a seat at it, both from 0."""
Names = Mapping[str, Seat]
"""The seat of each guest, with what he is called now."""
MOST_DEALS: Final = 24
MOST_TABLES: Final = 4
JOINED: Final = " | "
"""Between the strings of those who hold the same seat at different tables."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was agreed when the duplicate was made; it never changes."""

    rules: Rules
    players: int
    tables: int
    level: str
    """Of the computer players that take the free places when it starts."""
    secrets: tuple[bytes, ...] = field(repr=False)
    """One for each deal."""

    @property
    def deals(self) -> int:
        """How many deals are played at each table."""
        return len(self.secrets)

    def text(self) -> str:
        """The form that is stored, with the secrets."""
        value = {
            "rules": self.rules.to_json(),
            "version": self.rules.version,
            "players": self.players,
            "tables": self.tables,
            "level": self.level,
            "secrets": [secret.hex() for secret in self.secrets],
        }
        return json.dumps(value, separators=(",", ":"))

    @staticmethod
    def from_text(text: str) -> Agreement:
        """The agreement that `text` wrote."""
        value = json.loads(text)
        rules = Rules.from_json(value["rules"], value["version"])
        secrets = tuple(map(bytes.fromhex, value["secrets"]))
        return Agreement(rules, value["players"], value["tables"], value["level"], secrets)


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who holds a place: a guest with what he adds to the deals, or a computer player.

    What he is called is not kept here, so that whoever has his data removed leaves no name behind.
    """

    guest: str | None
    string: str = ""
    gone: bool = False
    """Whether he has gone for good after the start: the computer plays the deals that are still to come."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended at a table: for each side what it made of it, or None where the round was void."""

    ending: str
    values: tuple[int, ...] | None

    def score(self, side: int) -> float | None:
        """What the side made of the deal, less the mean of what the other sides made."""
        if self.values is None:
            return None
        others = [value for other, value in enumerate(self.values) if other != side]
        return self.values[side] - sum(others) / len(others)


def result_of(position: Position) -> Result:
    """The result of a finished round.

    Under rules that pay something a side makes its points, else its pips count against it. Who forfeits is charged all
    tiles that are still in hands, and the others nothing, so that giving up never pays.
    """
    outcome, rules = position.outcome, position.rules
    assert outcome is not None
    sides = rules.sides(position.players)
    if outcome.ending == "void":
        return Result("void", None)
    if outcome.ending == "forfeit":
        left, winners = sum(map(pips, position.hands)), outcome.winners or ()
        return Result("forfeit", tuple(0 if side[0] in winners else -left for side in sides))
    if rules.pay.out != "none" or rules.count is not None:
        return Result(outcome.ending, tuple(outcome.points[side[0]] for side in sides))
    return Result(outcome.ending, tuple(-sum(pips(position.hands[seat]) for seat in side) for side in sides))


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A duplicate after its stored events. `n` is the number of the last of them."""

    id: str
    agreement: Agreement
    n: int = 0
    sitters: Mapping[Place, Sitter] = field(default_factory=dict)
    started: bool = False
    results: Mapping[tuple[int, int], Result] = field(default_factory=dict)
    """By deal, from 1, and table."""

    # --- events ---------------------------------------------------------------------------------------------------

    def after(self, body: Mapping[str, Any]) -> Duplicate:
        """The duplicate after one more stored event."""
        kind, now = body["kind"], replace(self, n=self.n + 1)
        if kind == "sat":
            place = (body["table"], body["seat"])
            return replace(now, sitters={**self.sitters, place: Sitter(body["guest"], body["string"])})
        if kind == "added":
            place = (body["table"], body["seat"])
            return replace(now, sitters={**self.sitters, place: replace(self.sitters[place], string=body["string"])})
        if kind == "gone":
            place = (body["table"], body["seat"])
            if not self.started:
                return replace(now, sitters={other: held for other, held in self.sitters.items() if other != place})
            return replace(now, sitters={**self.sitters, place: replace(self.sitters[place], gone=True)})
        if kind == "started":
            free = {place: Sitter(None) for place in self.free}
            return replace(now, sitters={**self.sitters, **free}, started=True)
        values = body["values"]
        result = Result(body["ending"], tuple(values) if values is not None else None)
        return replace(now, results={**self.results, (body["deal"], body["table"]): result})

    # --- who ------------------------------------------------------------------------------------------------------

    @property
    def places(self) -> list[Place]:
        """All places, table by table."""
        return [(table, seat) for table in range(self.agreement.tables) for seat in range(self.agreement.players)]

    @property
    def free(self) -> list[Place]:
        """The places that nobody has taken."""
        return [place for place in self.places if place not in self.sitters]

    @property
    def host(self) -> str | None:
        """The guest who made it: the first who sat down."""
        return next((sitter.guest for sitter in self.sitters.values()), None)

    def place_of(self, guest: str | None) -> Place | None:
        """Where a guest sits: he never meets a deal twice, so he has one place."""
        if guest is None:
            return None
        return next((place for place, sitter in self.sitters.items() if sitter.guest == guest), None)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The sides of a table, each by its seats."""
        return self.agreement.rules.sides(self.agreement.players)

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return next(index for index, side in enumerate(self.sides) if seat in side)

    def plays(self, place: Place) -> str | None:
        """The guest who plays at a place; None where it is free or the computer's."""
        sitter = self.sitters.get(place)
        return sitter.guest if sitter is not None and not sitter.gone else None

    @property
    def teams(self) -> bool:
        """Whether two teams play, each of which holds each side at one of two tables."""
        return len(self.sides) == 2 and self.agreement.tables == 2

    def team(self, table: int, seat: int) -> int:
        """The team of a place, 0 or 1: who sits first at one table sits second at the other."""
        return (self.side(seat) + table) % 2

    # --- deals ----------------------------------------------------------------------------------------------------

    @property
    def commitments(self) -> list[str]:
        """What each deal is bound to."""
        return [commitment(secret, self.id, number) for number, secret in enumerate(self.agreement.secrets, 1)]

    def proof(self, deal: int) -> Fair:
        """What proves a deal, its secret in it. A seat's string is those of all who hold it, table by table."""
        secret = self.agreement.secrets[deal - 1]
        strings = []
        for seat in range(self.agreement.players):
            holders = [self.sitters[table, seat] for table in range(self.agreement.tables)]
            strings.append(JOINED.join(sitter.string for sitter in holders if sitter.guest is not None))
        known = commitment(secret, self.id, deal)
        return Fair(table=self.id, round=deal, commitment=known, strings=tuple(strings), secret=secret)

    def table_id(self, deal: int, table: int) -> str:
        """The name of the table where a deal is played, known before it is made, so that it is made once."""
        return f"{self.id}d{deal}t{table + 1}"

    @property
    def guests(self) -> list[str]:
        """The people who sit here."""
        return [sitter.guest for sitter in self.sitters.values() if sitter.guest is not None]

    def setup(self, deal: int, table: int, called: Names) -> tuple[Setup, dict[int, str]]:
        """The table of a deal, and the guests of its seats."""
        seats, owners = [], {}
        for seat in range(self.agreement.players):
            sitter = self.sitters[table, seat]
            if sitter.guest is None or sitter.gone:
                seats.append(Seat("bot", self.agreement.level))
            else:
                seats.append(called[sitter.guest])
                owners[seat] = sitter.guest
        part = Part(self.id, deal, self.agreement.deals, table)
        return Setup(self.agreement.rules, tuple(seats), False, part=part), owners

    def deal_at(self, table: int) -> int | None:
        """The deal that a table is at; None before the start, and when it has played them all."""
        deals = range(1, self.agreement.deals + 1)
        return next((deal for deal in deals if (deal, table) not in self.results), None) if self.started else None

    def open(self, deal: int) -> bool:
        """Whether every table has finished a deal, so that its hands may be shown."""
        return all((deal, table) in self.results for table in range(self.agreement.tables))

    @property
    def over(self) -> bool:
        """Whether everything has been played."""
        return self.started and all(self.open(deal) for deal in range(1, self.agreement.deals + 1))

    # --- results --------------------------------------------------------------------------------------------------

    def scores(self, deal: int) -> list[list[float | None]]:
        """For each table what each side made of an open deal against the others there."""
        tables = range(self.agreement.tables)
        return [[self.results[deal, table].score(side) for side in range(len(self.sides))] for table in tables]

    def difference(self, deal: int) -> float | None:
        """What team 0 made of an open deal at both tables together; None where it was void at one."""
        scores = self.scores(deal)
        own = [scores[table][table] for table in range(2)]  # its side at table 0 is 0, at table 1 it is 1
        return None if None in own else sum(score for score in own if score is not None)

    def against(self, deal: int, table: int, side: int) -> float | None:
        """What a side made of an open deal, less the mean of what the same side made of it at the other tables."""
        scores = [row[side] for row in self.scores(deal)]
        others = [score for other, score in enumerate(scores) if other != table and score is not None]
        own = scores[table]
        return own - sum(others) / len(others) if own is not None and others else None

    def totals(self) -> Mapping[Place, float]:
        """For each table and side what it made of all open deals: of teams the difference, else `against`."""
        deals = [deal for deal in range(1, self.agreement.deals + 1) if self.open(deal)]
        found: dict[Place, float] = {}
        for table in range(self.agreement.tables):
            for side in range(len(self.sides)):
                if self.teams:
                    sign = 1 if (side + table) % 2 == 0 else -1
                    found[table, side] = sum(sign * (self.difference(deal) or 0) for deal in deals)
                else:
                    found[table, side] = sum(self.against(deal, table, side) or 0 for deal in deals)
        return found


def folded(identity: str, agreement: Agreement, bodies: Sequence[str]) -> Duplicate:
    """The duplicate that was stored."""
    found = Duplicate(identity, agreement)
    for body in bodies:
        found = found.after(json.loads(body))
    return found
