"""Play with anybody: who waits for what, who is seated together, and who is never."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from world import World

from doublesix.server.hall import Hall, decode_hall
from doublesix.server.lobby import ABANDONED_AFTER
from doublesix.server.pairing import Pairing, Wish
from doublesix.server.rated import check_rated
from doublesix.server.setup import Setup, make_setup
from doublesix.server.wire import Frame
from doublesix.store import GuestRow, MemoryStore, NotStored

TWO = {"t": "seek", "rules": "ply-yard", "players": 2, "rated": False}
FOUR = {"t": "seek", "rules": "ranked-draw", "players": 4, "rated": False}


class Page:
    """An open lobby page of a guest."""

    def __init__(self, hall: Hall, guest: str | None) -> None:
        self.hall, self.guest = hall, guest
        self.heard: list[dict[str, Any]] = []
        hall.join(self)

    def tell(self, message: Frame) -> None:
        self.heard.append(json.loads(message))

    async def say(self, message: dict[str, Any]) -> None:
        async def who() -> str | None:
            return self.guest

        self.hall.hear(self, who, decode_hall(json.dumps(message)))
        while self.hall.busy:
            await asyncio.sleep(0)

    def last(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.heard) if message["t"] == kind)

    @property
    def url(self) -> str | None:
        """Where the page was sent."""
        return next((message["url"] for message in self.heard if message["t"] == "goto"), None)


def hall_of(world: World) -> Hall:
    return Hall(world.lobby, world.clock)


async def test_two_who_wish_for_the_same_table_are_seated_together_at_once() -> None:
    world = World()
    await world.store.add_guest(GuestRow("ann", b"a", 0.0))
    await world.lobby.rename("ann", "Ann")
    hall = hall_of(world)
    ann, ben = Page(hall, "ann"), Page(hall, "ben")
    await ann.say(TWO)
    assert ann.last("seek") == {**TWO, "waiting": 1}
    assert ben.last("lobby")["waiting"][0]["waiting"] == 1
    await ben.say(TWO)
    assert ann.url == ben.url is not None
    table = await world.lobby.find(str(ann.url).removeprefix("/table/"))
    assert table is not None
    assert set(table.seats.values()) == {"ann", "ben"}
    assert table.course.running
    assert {seat.name for seat in table.setup.seats} == {"Ann", ""}
    assert ann.last("lobby")["waiting"] == []
    await hall.close()


async def test_rated_and_casual_wishes_wait_apart_and_a_rated_table_needs_names() -> None:
    world = World()
    for guest in ("ann", "ben", "cleo"):
        await world.store.add_guest(GuestRow(guest, guest.encode(), 0.0))
    hall = hall_of(world)
    rated = {**TWO, "rules": "ranked-block", "rated": True}
    ann, ben, cleo = (Page(hall, guest) for guest in ("ann", "ben", "cleo"))
    await ann.say(rated)
    assert "needs your name" in ann.last("refused")["error"]
    for guest in ("ann", "cleo"):
        await world.lobby.rename(guest, guest.capitalize())
    await ann.say(rated)
    await ben.say({**rated, "rated": False})
    assert ann.url is ben.url is None
    await cleo.say(rated)
    assert ann.url == cleo.url is not None
    table = await world.lobby.find(str(ann.url).removeprefix("/table/"))
    assert table is not None
    assert table.setup.rated
    check_rated(table.setup)
    await hall.close()


async def test_people_who_found_each_other_play_with_a_clock() -> None:
    table = await World().lobby.seat_together("ply-yard", ["ann", "ben"])
    assert table.setup.pace.turn == 45


async def test_seats_of_people_who_found_each_other_are_drawn_by_lot() -> None:
    world = World()
    first = {(await world.lobby.seat_together("ply-yard", ["ann", "ben"])).seats[0] for _ in range(20)}
    assert first == {"ann", "ben"}


async def test_two_windows_of_one_person_are_never_seated_together() -> None:
    hall = hall_of(World())
    one, two = Page(hall, "ann"), Page(hall, "ann")
    await one.say(TWO)
    await two.say(TWO)
    await one.say(TWO)
    assert one.url is two.url is None
    assert two.last("lobby")["waiting"][0]["waiting"] == 1
    ben = Page(hall, "ben")
    await ben.say(TWO)
    assert one.url == two.url == ben.url is not None, "both windows go to the table"
    await hall.close()


async def test_a_person_waits_while_one_of_his_windows_does() -> None:
    hall = hall_of(World())
    one, two = Page(hall, "ann"), Page(hall, "ann")
    await one.say(TWO)
    await two.say(TWO)
    hall.leave(one)
    assert two.last("lobby")["waiting"][0]["waiting"] == 1
    hall.leave(two)
    ben = Page(hall, "ben")
    assert ben.last("lobby")["waiting"] == []
    await ben.say(TWO)
    assert ben.url is None
    await hall.close()


async def test_who_wishes_for_something_else_waits_for_that_alone() -> None:
    hall = hall_of(World())
    one, two = Page(hall, "ann"), Page(hall, "ann")
    await one.say(TWO)
    await two.say(FOUR)
    assert "another window" in one.last("unseek")["why"]
    assert [(w["rules"], w["waiting"]) for w in two.last("lobby")["waiting"]] == [("ranked-draw", 1)]
    await two.say({"t": "unseek"})
    assert two.last("lobby")["waiting"] == []
    await hall.close()


async def test_four_are_needed_for_four_seats_and_each_is_told_how_many_wait() -> None:
    hall = hall_of(World())
    pages = [Page(hall, guest) for guest in ("ann", "ben", "cleo", "dan", "eve")]
    for page in pages[:3]:
        await page.say(FOUR)
    assert [page.last("seek")["waiting"] for page in pages[:3]] == [3, 3, 3]
    await pages[3].say(FOUR)
    await pages[4].say(FOUR)
    assert len({page.url for page in pages[:4]}) == 1
    assert pages[4].url is None
    assert pages[4].last("seek")["waiting"] == 1
    await hall.close()


@pytest.mark.parametrize("wish", [{**TWO, "rules": "nothing"}, {**TWO, "players": 3}])
async def test_a_table_that_cannot_be_is_refused(wish: dict[str, Any]) -> None:
    hall = hall_of(World())
    ann = Page(hall, "ann")
    await ann.say(wish)
    assert ann.last("refused")["error"] == "No table of these rules has that many seats."
    assert ann.last("lobby")["waiting"] == []
    await hall.close()


async def test_without_a_cookie_nobody_waits() -> None:
    hall = hall_of(World())
    page = Page(hall, None)
    await page.say(TWO)
    assert "no cookies" in page.last("refused")["error"]
    await hall.close()


async def test_who_asks_too_often_is_told_so() -> None:
    hall = hall_of(World())
    ann = Page(hall, "ann")
    for _ in range(30):
        await ann.say(TWO)
    assert "too often" in ann.last("refused")["error"]
    await hall.close()


class Full(MemoryStore):
    """A disk that is full."""

    async def create(self, create: Any) -> bool:  # noqa: ARG002
        raise NotStored("disk full")


async def test_where_the_table_cannot_be_stored_both_are_told() -> None:
    hall = hall_of(World(Full()))
    ann, ben = Page(hall, "ann"), Page(hall, "ben")
    await ann.say(TWO)
    await ben.say(TWO)
    for page in (ann, ben):
        assert "could not be stored" in page.last("unseek")["why"]
        assert page.url is None
    await hall.close()


async def test_an_open_table_comes_and_goes_in_an_idle_lobby() -> None:
    world = World()
    hall = hall_of(world)
    page = Page(hall, "ben")
    assert page.last("lobby")["tables"] == []
    setup, _ = make_setup("draw-100", 3, ["you", "open", "easy"])
    table = await world.lobby.create(Setup(setup.rules, setup.seats, True, host=0, listed=True), {0: "ann"})
    await next_look(world)
    (shown,) = page.last("lobby")["tables"]
    assert (shown["seats"], shown["free"], shown["target"]) == (["Guest", None, "Computer"], 1, 100)
    world.clock.advance(ABANDONED_AFTER + 1.0)
    assert await world.lobby.close_abandoned() == 1
    assert table.course.over
    await next_look(world)
    assert page.last("lobby")["tables"] == []
    told = len(page.heard)
    await next_look(world)
    assert len(page.heard) == told, "nothing is told while nothing changes"
    await hall.close()


async def next_look(world: World) -> None:
    for _ in range(5):
        await asyncio.sleep(0)
    world.clock.advance(1.0)
    for _ in range(5):
        await asyncio.sleep(0)


def test_who_came_first_is_seated_first() -> None:
    pairing: Pairing[str] = Pairing()
    wish = Wish("ply-yard", 2)
    for guest in ("ann", "ben", "cleo"):
        pairing.wait(guest, wish, f"page of {guest}")
    assert [waiter.guest for waiter in pairing.gather(wish)] == ["ann", "ben"]
    assert pairing.gather(wish) == []
    assert not pairing.leave("page of ann")
    assert pairing.leave("page of cleo")
