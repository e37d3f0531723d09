"""A duplicate over two deals that differ only in hidden tiles: who still plays it is sent the same bytes (P22, P24).

The deal lies at two tables. While one of them plays it, nobody there may learn from the other table, which has played
it to its end, what lies where: not from its table, its record, the duplicate's own page, or the length of anything.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from evenings import ORIGIN, PEOPLE, AllEars, Sort, cookie, other_deal, plain, random_round
from stacked import Stacked
from test_duplicate import calm
from world import World

from doublesix.notation.fair import Fair
from doublesix.rules import Tile
from doublesix.server import duplicate_http, duplicates, lobby
from doublesix.server.app import create_app
from doublesix.server.auth import cookie_name
from doublesix.server.duplicate import Duplicate
from doublesix.server.duplicates import agreed
from doublesix.server.settings import Settings
from doublesix.server.table import Table

TILE = re.compile(r"\b(\d)[-|](\d)\b")
SORTS = (
    Sort("ply-yard", ("you", "open"), frozenset({0})),
    Sort("partners", ("you", "open", "open", "open"), frozenset({0})),
)
PATHS = (
    "/duplicate", "/duplicate/{duplicate}", "/api/duplicates/{duplicate}", "/", "/lobby", "/api/lobby", "/account",
    "/table/{mine}", "/table/{mine}/screen", "/table/{mine}/hand", "/table/{mine}/replay", "/api/tables/{mine}",
    "/api/tables/{mine}/record", "/table/{other}", "/table/{other}/screen", "/table/{other}/replay",
    "/table/{other}/report", "/api/tables/{other}", "/api/tables/{other}/record", "/join/{other}",
)  # fmt: skip


class Two:
    """Two tables of one deal: Ann sits at the first, others at her side and at the second."""

    def __init__(self, sort: Sort, seed: int) -> None:
        self.sort, self.rng = sort, random.Random(seed)
        self.world = World(fair=True, seed=seed)
        self.app = create_app(Settings(origins=(ORIGIN,)), self.world.seams)
        self.world.lobby = self.app.state.lobby
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=ORIGIN)
        self.pages: dict[str, list[str]] = {"ann": [], "nobody": []}

    async def start(self) -> None:
        """Everybody sits down, and the deal lies at both tables."""
        made, players = self.world.lobby.duplicates, len(self.sort.seats)
        agreement = agreed(self.sort.whole, players, 2, 2, "easy", made.secret)
        people = [*PEOPLE, "eve", "finn", "gil", "hal"][: 2 * players]
        guests = [await self.world.lobby.greet(cookie(name)) for name in people]
        for guest, name in zip(guests, people, strict=True):
            await self.world.lobby.called(guest, name.capitalize())
        found = await made.create(agreement, (0, 0), guests[0])
        for number, guest in enumerate(guests[1:], 1):
            await made.sit(found.id, divmod(number, players), guest, f"string {number}")
        await made.start(found.id, guests[0])
        await calm(self.world)
        self.found: Duplicate = found
        self.mine, self.other = [await self._table(number) for number in range(2)]
        self.ears = [AllEars(seat) for seat in range(players)]
        for ear in self.ears:
            self.mine.join(ear)
        await calm(self.world)

    async def _table(self, number: int) -> Table:
        there = await self.world.lobby.find(self.found.table_id(1, number))
        assert there is not None
        return there

    async def elsewhere(self) -> None:
        """The other table plays the deal to its end, in its own way."""
        ears = [AllEars(seat) for seat in range(len(self.sort.seats))]
        for ear in ears:
            self.other.join(ear)
        rng = random.Random(7)
        while (position := self.other.course.position) is not None and position.turn is not None:
            ear = ears[position.turn]
            await self.world.move(self.other, ear, rng.choice(ear.state["legal"]))
        await calm(self.world)

    async def here(self, script: Sequence[str]) -> None:
        """The first table plays, with all that people do beside playing."""
        for at, move in enumerate(script):
            position = self.mine.course.position
            assert position is not None
            assert position.turn is not None
            await self._beside(at)
            await self._say(position.turn, t="move", n=self.mine.course.n, cid=f"m{at}", move=move)
            await calm(self.world)
            assert len(position.moves) < len(self._moves()), self.ears[position.turn].heard[-1]

    def _moves(self) -> Sequence[Any]:
        assert self.mine.course.position is not None
        return self.mine.course.position.moves

    async def _beside(self, at: int) -> None:
        ann, n = self.ears[0], self.mine.course.n
        match self.rng.randrange(4):
            case 0:
                await self._say(0, t="say", cid=f"s{at}", phrase="nice")
                await self._say(0, t="sync", n=self.rng.randrange(n + 1))
            case 1:
                self.mine.leave(ann)
                self.world.clock.advance(7.0)
                self.mine.join(ann)
            case 2:
                for move in ("0-0L", "6-6R", "draw", "pass", "draw:1-1"):
                    if move not in ann.state["legal"]:
                        await self._say(0, t="move", n=n, cid=f"w{at}{move}", move=move)
            case _:
                await self._say(0, t="void", n=n, cid=f"v{at}")
                await self._say(1, t="decline", n=n, cid=f"d{at}")
        await calm(self.world)

    async def _say(self, seat: int, **message: Any) -> None:
        await self.world.say(self.mine, self.ears[seat], message)

    async def look(self) -> None:
        """Ann and a stranger open every page there is of the duplicate and of both its tables."""
        names = {"duplicate": self.found.id, "mine": self.mine.id, "other": self.other.id}
        for name, kept in self.pages.items():
            headers = {"cookie": f"{cookie_name(False)}={cookie(name)}", "origin": ORIGIN}
            for path in PATHS:
                answer = await self.http.get(path.format(**names), headers=headers)
                kept.append(f"{path} {answer.status_code} {sorted(answer.headers.items())} {answer.text}")
            for place in ("0-1", "1-0"):
                asked = {"place": place}
                answer = await self.http.post(f"/duplicate/{self.found.id}/stand-in", data=asked, headers=headers)
                kept.append(f"stand-in {answer.status_code} {answer.text}")

    def eyes(self) -> dict[str, list[str]]:
        """All that Ann and a stranger were sent."""
        return {"ann": self.ears[0].raw} | {f"pages of {name}": pages for name, pages in self.pages.items()}


@pytest.fixture(autouse=True)
def _same_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is called the same in both evenings."""

    def new_id(length: int = 10) -> str:
        return f"id{next(_ids[0]):0{length - 2}d}"

    for module in (lobby, duplicates):
        monkeypatch.setattr(module, "new_id", new_id)


_ids = [itertools.count()]


async def evening(
    monkeypatch: pytest.MonkeyPatch, sort: Sort, deal: list[Tile], script: Sequence[str], seed: int
) -> Two:
    """The deal is played at the other table, and for so many moves at Ann's."""
    _ids[0] = itertools.count()
    monkeypatch.setattr(Fair, "stream", lambda _self: Stacked(deal))
    two = Two(sort, seed)
    await two.start()
    await two.look()
    await two.elsewhere()
    await two.look()
    await two.here(script)
    await two.look()
    return two


def two_deals(sort: Sort) -> tuple[list[Tile], list[Tile], list[str], int]:
    """Two deals that Ann cannot tell apart, so many moves of a round that both allow, and its seed."""
    for seed in itertools.count(1):
        deal, final = random_round(sort, seed)
        shown = min(len(final.moves) - 1, 8)
        other = other_deal(random.Random(seed), sort, final, deal, shown)
        if other is not None:
            return deal, other, plain(final)[:shown], seed
    raise AssertionError


@pytest.mark.parametrize("sort", SORTS, ids=lambda sort: sort.rules)
async def test_who_still_plays_a_deal_is_sent_no_tile_and_no_byte_of_what_the_other_table_did(
    sort: Sort, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal, other, script, seed = two_deals(sort)
    mine, same = [await evening(monkeypatch, sort, one, script, seed) for one in (deal, other)]
    rounds = [position.moves for two in (mine, same) if (position := two.other.course.position) is not None]
    assert rounds[0] != rounds[1], "the other tables have played different rounds"
    for eye, sent in mine.eyes().items():
        for one, two in zip(sent, same.eyes()[eye], strict=True):
            assert one == two, eye
    position = mine.mine.course.position
    assert position is not None
    assert _tiles(mine.pages["nobody"]) == set()
    seen = _tiles([text for sent in mine.eyes().values() for text in sent])
    assert seen <= set(position.line.tiles) | set(position.hands[0])
    assert len(seen) > 5


async def test_a_duplicate_that_tells_of_the_other_table_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    real = duplicate_http._deal

    def leaky(found: Duplicate, deal: int) -> dict[str, Any]:
        results = [str(result.values) for place, result in found.results.items() if place[0] == deal]
        return {"endings": results} | real(found, deal)

    monkeypatch.setattr(duplicate_http, "_deal", leaky)
    deal, other, script, seed = two_deals(SORTS[0])
    mine, same = [await evening(monkeypatch, SORTS[0], one, script, seed) for one in (deal, other)]
    assert mine.pages["nobody"] != same.pages["nobody"]


def _tiles(texts: list[str]) -> set[Tile]:
    """The tiles that pages and messages write."""
    return {Tile(int(a), int(b)) for text in texts for a, b in TILE.findall(text)}
