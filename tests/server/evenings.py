"""An evening at one table that can be had twice: the same people do the same things, over another deal.

Whatever somebody does here follows from what he may know, so that two evenings whose deals differ only in tiles that he
cannot know must send him the same bytes.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from stacked import Stacked
from world import Ear, World

from doublesix.rules import Move, Position, Rules, Tile, View, preset, start, tile_set
from doublesix.server.app import create_app
from doublesix.server.auth import cookie_name
from doublesix.server.pace import Pace
from doublesix.server.settings import Settings
from doublesix.server.setup import Seat, make_setup
from doublesix.server.step import sides_left
from doublesix.server.table import Table
from doublesix.speech import languages

ORIGIN = "http://table.test"
PEOPLE = ("ann", "ben", "cleo", "dan")
BESIDE = 61.0
"""Seconds after which the others may act for somebody who is away."""


@dataclass(frozen=True)
class Sort:
    """A kind of table: its rules, who sits there, and whose eyes are compared."""

    rules: str
    seats: tuple[str, ...]
    knows: frozenset[int]
    """The seats whose tiles the compared eyes know: one person's, or those of all who share the device."""

    @property
    def whole(self) -> Rules:
        return preset(self.rules)


def cookie(guest: str) -> str:
    return guest.ljust(43, "x")


class AllEars(Ear):
    """An ear that keeps every message in every language."""

    def tell(self, message: Any) -> None:
        super().tell(message)
        self.raw[-1:] = [message.said(speech) for speech in languages()]


@dataclass
class Evening:
    """The people, their ears and what they were sent."""

    sort: Sort
    deal: Sequence[Tile]
    script: Sequence[str]
    rng: random.Random
    ears: dict[str, AllEars] = field(default_factory=dict)
    pages: dict[str, list[str]] = field(default_factory=dict)
    _cids: Any = field(default_factory=itertools.count)

    async def open(self) -> None:
        """Everybody comes, and the round is dealt."""
        moves = self.script

        def chosen(_level: str, view: View, _seed: int | None) -> Move:
            return Move.parse(moves[len(view.moves)])

        self.world = World(choose=chosen)
        object.__setattr__(self.world.seams, "rng", Stacked(list(self.deal)))
        settings = Settings(origins=(ORIGIN,), bot_delay=1.0, choose=chosen)
        self.app = create_app(settings, self.world.seams)
        self.world.lobby = self.app.state.lobby
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=ORIGIN)
        guests = {}
        for name in PEOPLE:
            guests[name] = await self.world.lobby.greet(cookie(name))
        setup, mine = make_setup(self.sort.rules, len(self.sort.seats), self.sort.seats, match=None)
        setup = replace(setup, pace=Pace(600, "move", 60, "ask"))
        for seat, name in zip(setup.device or (mine,), PEOPLE, strict=False):
            setup = setup.with_seat(seat, Seat("person", None, name.capitalize()))
        table = await self.world.lobby.create(setup, dict.fromkeys(setup.device or (mine,), guests["ann"]))
        for name in PEOPLE[1:]:
            if table.course.free:
                await table.sit(guests[name], name.capitalize())
        self.table: Table = table
        called = {guest: name for name, guest in guests.items()}
        self.names = {seat: called[guest] for seat, guest in table.seats.items()}
        for name in dict.fromkeys(self.names.values()):
            self.ears[name] = AllEars(table.seat_of(guests[name]), table.seats_of(guests[name]))
        self.ears["watching"] = AllEars(None)
        self.ears["screen"] = AllEars(None)
        self.ears["screen"].insider = True
        for ear in self.ears.values():
            table.join(ear)
        self.host = self.names[min(self.names)]
        await self.rest()

    @property
    def position(self) -> Position:
        position = self.table.course.position
        assert position is not None
        return position

    def eyes(self) -> dict[str, list[str]]:
        """All that was sent to those who know no more than the compared seats' tiles."""
        mine = {name for seat, name in self.names.items() if seat in self.sort.knows}
        whose = [name for name in self.ears if name in mine or name in ("watching", "screen")]
        heard = {name: self.ears[name].raw for name in whose}
        return heard | {f"pages of {name}": pages for name, pages in self.pages.items() if name in (*mine, "nobody")}

    async def rest(self) -> None:
        await self.world.settle(self.table)

    async def say(self, name: str, **message: Any) -> None:
        await self.world.say(self.table, self.ears[name], message)

    def cid(self) -> str:
        return f"c{next(self._cids)}"

    # --- what happens ----------------------------------------------------------------------------------------------

    async def play(self, shown: int) -> None:
        """The first moves of the script, with all that people do beside playing."""
        await self.look()
        while len(self.position.moves) < shown:
            if len(self.position.moves) == shown // 2:
                await self.give_up()
            await self.rng.choice(BESIDES)(self)
            if len(self.position.moves) < shown:
                await self.move()
        await self.look()

    async def move(self) -> None:
        """The next move of the script, by whoever is to make it."""
        before, seat = len(self.position.moves), self.position.turn
        assert seat is not None
        if seat in self.names and seat not in self.table.course.company.standing:
            name = self.names[seat]
            if len(self.ears[name].seats) > 1 and self.ears[name].seat != seat:
                await self.say(name, t="take", seat=seat)
            self.made = {"t": "move", "n": self.table.course.n, "cid": self.cid(), "move": self.script[before]}
            self.maker = name
            await self.say(name, **self.made)
            assert len(self.position.moves) > before, self.ears[name].heard[-1]
        while len(self.position.moves) == before:
            self.world.clock.advance(1.0)
            await self.rest()

    def some(self) -> str:
        """Somebody who sits here."""
        return self.rng.choice(sorted(set(self.names.values())))

    async def chat(self) -> None:
        await self.say(self.some(), t="say", cid=self.cid(), phrase="nice")
        await self.say(self.some(), t="say", cid=self.cid(), text="Well, well: 6-6!")
        await self.say(self.host, t="talk", cid=self.cid(), mode=self.rng.choice(("all", "phrases")))
        self.world.clock.advance(5.0)

    async def come_and_go(self) -> None:
        name = self.some()
        self.table.leave(self.ears[name])
        self.world.clock.advance(self.rng.choice((1.0, 7.0)))
        await self.rest()
        self.table.join(self.ears[name])
        await self.rest()

    async def wrong(self) -> None:
        """Moves that are not allowed, by the compared seats; by others only where it is not their turn."""
        for name in dict.fromkeys(self.names.values()):
            ear = self.ears[name]
            if self.position.turn in ear.seats and not set(ear.seats) <= self.sort.knows:
                continue
            for move in ("0-0L", "6-6R", "draw", "pass", "draw:1-1", "9-9L", "nonsense"):
                if move not in ear.state["legal"]:
                    await self.say(name, t="move", n=self.table.course.n, cid=self.cid(), move=move)
        await self.say("watching", t="move", n=self.table.course.n, cid=self.cid(), move="pass")

    async def late_and_twice(self) -> None:
        """Moves that come too late, again, or ask for what was missed."""
        for name in dict.fromkeys(self.names.values()):
            await self.say(name, t="move", n=max(0, self.table.course.n - 1), cid=self.cid(), move="pass")
            await self.say(name, t="sync", n=self.rng.randrange(self.table.course.n + 1))
            await self.say(name, t="ping")
            await self.say(name, t="count")
        if hasattr(self, "maker"):
            await self.say(self.maker, **self.made)
        await self.say("watching", t="sync", n=0)
        await self.say("watching", t="count")

    async def ask(self) -> None:
        """Somebody asks for something, and another declines it."""
        people = sorted(set(self.names.values()))
        if len(people) < 2:
            return
        one, other = self.rng.sample(people, 2)
        n = self.table.course
        await self.say(one, t="void", n=n.n, cid=self.cid())
        await self.say(other, t="decline", n=n.n, cid=self.cid())
        await self.say(other, t="take_back", n=n.n, cid=self.cid())
        if n.company.asked is not None:
            await self.say(one, t="decline", n=n.n, cid=self.cid())
        await self.say(one, t="claim", n=n.n, cid=self.cid(), seat=self.position.turn)

    async def stand_in(self) -> None:
        """Who is to move has gone; the computer plays for him until he is back."""
        seat = self.position.turn
        others = [name for name in dict.fromkeys(self.names.values()) if self.names.get(seat or 0) != name]
        if seat not in self.names or not others:
            return
        gone = self.ears[self.names[seat]]
        self.table.leave(gone)
        self.world.clock.advance(BESIDE)
        await self.rest()
        await self.say(others[0], t="stand_in", n=self.table.course.n, cid=self.cid(), seat=seat)
        await self.move()
        self.table.join(gone)
        await self.rest()

    async def give_up(self) -> None:
        """Somebody who is not compared resigns, where the others play on and the computer takes his seat."""
        course, seat = self.table.course, max(self.names)
        again = replace(course.company, resigned=course.company.resigned | {seat})
        if seat not in self.sort.knows and sides_left(course.setup, again) > 1:
            await self.say(self.names[seat], t="resign", n=course.n, cid=self.cid())

    async def lock(self) -> None:
        """The host keeps the table to those who sit there for a while."""
        await self.say(self.host, t="lock", n=self.table.course.n, cid=self.cid(), on=True)
        self.table.leave(self.ears["watching"])
        await self.look()
        await self.say(self.host, t="lock", n=self.table.course.n, cid=self.cid(), on=False)
        self.table.join(self.ears["watching"])

    async def look(self) -> None:
        """Those who are compared open every page there is of the table, and so does a stranger."""
        table = self.table.id
        for name in (*dict.fromkeys(self.names[seat] for seat in sorted(self.sort.knows)), "nobody"):
            headers = {"cookie": f"{cookie_name(False)}={cookie(name)}", "origin": ORIGIN}
            kept = self.pages.setdefault(name, [])
            headers["accept-language"] = self.rng.choice(("en", "es"))
            for path in PATHS:
                answer = await self.http.get(path.format(table=table), headers=headers)
                kept.append(f"{path} {answer.status_code} {sorted(answer.headers.items())} {answer.text}")
            answer = await self.http.post(f"/table/{table}/report", data={"about": "", "note": "?"}, headers=headers)
            kept.append(f"report {answer.status_code} {answer.text}")


PATHS = (
    "/table/{table}", "/table/{table}/screen", "/table/{table}/hand", "/table/{table}/replay", "/join/{table}",
    "/api/tables/{table}", "/api/tables/{table}/record", "/api/tables/{table}/notes", "/api/lobby", "/lobby", "/",
    "/account", "/table/{table}/report", "/table/{table}/report?round=1&move=2&eye=all",
)  # fmt: skip
BESIDES = (
    Evening.chat, Evening.come_and_go, Evening.wrong, Evening.late_and_twice, Evening.ask, Evening.stand_in,
    Evening.lock, Evening.look,
)  # fmt: skip


# --- deals ------------------------------------------------------------------------------------------------------------


def begun(rules: Rules, deal: Sequence[Tile], players: int) -> Position:
    size = rules.hand_size[players]
    hands = [list(deal[seat * size : (seat + 1) * size]) for seat in range(players)]
    return start(rules, hands, list(deal[players * size :]), leader=None if rules.leader == "highest" else 0)


def random_round(sort: Sort, seed: int) -> tuple[list[Tile], Position]:
    """A deal, and a round of it played at random to its end."""
    rng, rules, players = random.Random(seed), sort.whole, len(sort.seats)
    deal = list(tile_set(rules.max_pip))
    rng.shuffle(deal)
    position = begun(rules, deal, players)
    while position.turn is not None:
        position = position.play(rng.choice(sorted(position.legal_moves, key=str)))
    return deal, position


def plain(position: Position) -> list[str]:
    return ["draw" if move.kind == "draw" else str(move) for move in position.moves]


def other_deal(rng: random.Random, sort: Sort, final: Position, deal: list[Tile], shown: int) -> list[Tile] | None:
    """The deal with the tiles that the compared seats cannot know put elsewhere; None where none was found."""
    size, moves = final.rules.hand_size[final.players], plain(final)[:shown]
    known = {tile for seat in sort.knows for tile in deal[seat * size : (seat + 1) * size]}
    for move, seat in zip(final.moves[:shown], final.turns[:shown], strict=True):
        if move.tile is not None and (move.kind != "draw" or seat in sort.knows):
            known.add(move.tile)
    free = [place for place, tile in enumerate(deal) if tile not in known]
    for _ in range(600):
        places = free[:]
        rng.shuffle(places)
        other = deal[:]
        for here, there in zip(free, places, strict=True):
            other[here] = deal[there]
        if other != deal and _replays(final, other, moves):
            return other
    return None


def _replays(final: Position, deal: list[Tile], moves: list[str]) -> bool:
    try:
        position = begun(final.rules, deal, final.players)
        if position.leader != final.leader:
            return False
        for move in moves:
            position = position.play(Move.parse(move))
    except ValueError:
        return False
    return position.turn is not None
