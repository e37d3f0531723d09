"""My mistakes over requests: kept by a review, asked again as the seat saw them, known better and better, removed."""

from __future__ import annotations

import re

import httpx
import pytest
from test_analysis_http import lines
from test_http import OURS, as_read, client, make
from world import World

from blunders import BLUNDER, HIDDEN, SEAT
from doublesix.server import analysis_http, thinking

__all__ = ["client"]  # a fixture


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for the one blunder of the round."""
    monkeypatch.setattr(analysis_http, "REVIEW_WORLDS", 60)
    monkeypatch.setattr(thinking, "SECOND_LOOK", 60)


async def kept(client: httpx.AsyncClient) -> str:
    """Have the round reviewed, its mistakes kept; the address of the blunder."""
    await make(client, rules="ply-yard", seats=["you", "easy"])
    answer = await client.post("/api/review", json={"record": BLUNDER, "seat": SEAT, "keep": True}, headers=OURS)
    told = lines(answer)
    assert told[-1]["t"] == "kept"
    assert told[-1]["found"] == told[-1]["new"] >= 1
    assert not any("mistake" in line for line in told)
    found = re.search(r'href="(/learn/mistakes/[0-9a-f]{20})"><b>Reserve table, move 31', await box(client))
    assert found is not None
    return found[1]


async def box(client: httpx.AsyncClient) -> str:
    return (await client.get("/learn/mistakes")).text


async def test_a_review_that_is_asked_to_keeps_the_mistakes_and_finds_them_once(client: httpx.AsyncClient) -> None:
    await kept(client)
    answer = await client.post("/api/review", json={"record": BLUNDER, "seat": SEAT, "keep": True}, headers=OURS)
    again = lines(answer)[-1]
    assert box_size(await box(client)) == again["all"]
    assert re.search("mistakes? of yours (is|are) kept", (await client.get("/learn")).text)


def box_size(text: str) -> int:
    return len(re.findall(r"/remove", text))


async def test_a_review_keeps_nothing_unless_it_is_asked_to(client: httpx.AsyncClient) -> None:
    await make(client, rules="ply-yard", seats=["you", "easy"])
    answer = await client.post("/api/review", json={"record": BLUNDER, "seat": SEAT}, headers=OURS)
    assert lines(answer)[-1]["t"] == "truth"
    assert "None are kept yet" in await box(client)


async def test_who_is_new_gets_a_cookie_with_his_first_kept_mistake(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/review", json={"record": BLUNDER, "seat": SEAT, "keep": True}, headers=OURS)
    assert "set-cookie" in answer.headers
    client.cookies.clear()
    assert "None are kept yet" in await box(client)


async def test_a_mistake_is_asked_as_its_seat_saw_it_and_explained(client: httpx.AsyncClient, world: World) -> None:
    address = await kept(client)
    asked = (await client.get(address)).text
    assert "it was move 31" in asked
    right = (await client.post(address, data={"move": "5-4L"}, headers=OURS)).text
    assert "Right: that is the best move." in right
    assert "Then you played 6-1R: a blunder." in as_read(right)
    assert "Ben has shown no" in right
    for text in (asked, right):
        shown = re.sub(r"<svg.*?</svg>", "", text, flags=re.S)
        assert not [tile for tile in HIDDEN if tile in shown]
        assert not [tile for tile in HIDDEN if f'aria-label="{tile}"' in text]
    assert "met 1 time, 100% right; due on" in await box(client)
    world.clock.advance(400 * 24 * 3600)
    assert "due again" in await box(client)


async def test_the_old_move_is_told_to_be_wrong_and_comes_back_soon(client: httpx.AsyncClient) -> None:
    address = await kept(client)
    told = (await client.post(address, data={"move": "6-1R"}, headers=OURS)).text
    assert "Better is 5-4L." in as_read(told)
    assert (await client.post(address, data={"move": "pass"}, headers=OURS)).status_code == 422


async def test_a_mistake_can_be_removed_and_is_nobody_elses(client: httpx.AsyncClient) -> None:
    address = await kept(client)
    cookies = dict(client.cookies)
    client.cookies.clear()
    await make(client, rules="ply-yard", seats=["you", "easy"])
    assert (await client.get(address)).status_code == 404
    assert (await client.post(f"{address}/remove", headers=OURS)).status_code == 404
    client.cookies.clear()
    client.cookies.update(cookies)
    assert (await client.post(f"{address}/remove", headers=OURS)).status_code == 303
    assert (await client.get(address)).status_code == 404


async def test_the_next_one_is_the_first_that_is_due(client: httpx.AsyncClient) -> None:
    await kept(client)
    first = (await client.get("/learn/mistakes/next")).headers["location"]
    await client.post(first, data={"move": "5-4L"}, headers=OURS)
    assert (await client.get("/learn/mistakes/next")).headers["location"] != first
