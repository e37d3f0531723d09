"""The guided course over requests: every step done by its form, refusals explained, progress kept and gone on with."""

from __future__ import annotations

import httpx
import pytest
from test_http import OURS, as_read, client

from coursework import way
from doublesix.rules import Move
from doublesix.study.course import Place, places, questions, scene
from doublesix.study.lessons import LESSONS
from doublesix.study.steps import Step

__all__ = ["client"]  # a fixture

STEPS = list(places())


def fields(move: str) -> dict[str, str]:
    """What the form of a step sends for a move."""
    if move in ("draw", "pass"):
        return {"end": move}
    read = Move.parse(move)
    return {"tile": str(read.tile), "end": read.side or "lead"}


async def do(client: httpx.AsyncClient, place: Place, step: Step) -> str:
    """Do a step by its forms; the page at its end."""
    address = f"/learn/course/{place}"
    asked = questions(place)
    if asked is not None:
        right = {f"a.{item.name}": item.right for item in asked.items}
        return (await client.post(address, data=right, headers=OURS)).text
    before: list[str] = []
    text = ""
    for move in way(place, step):
        sent = fields(move) | ({"moves": ",".join(before)} if before else {})
        text = (await client.post(address, data=sent, headers=OURS)).text
        before.append(move)
    return text


async def test_the_whole_course_is_done_by_its_forms_and_kept_for_who_was_not_known(client: httpx.AsyncClient) -> None:
    assert "Begin" in (await client.get("/learn/course")).text
    for place, _, step in STEPS:
        page = await client.get(f"/learn/course/{place}")
        assert page.status_code == 200
        done = await do(client, place, step)
        assert '<p class="verdict">Done.' in done, place
    index = (await client.get("/learn/course")).text
    assert "You have done the whole course." in index
    assert index.count('<span class="done">Done</span>') == len(LESSONS)


async def test_the_course_goes_on_where_it_was_left(client: httpx.AsyncClient) -> None:
    for place, _, step in STEPS[:2]:
        await do(client, place, step)
    index = (await client.get("/learn/course")).text
    assert f'href="/learn/course/{STEPS[2][0]}"' in index
    assert "2 of 3 steps done" in index
    assert f"2 steps done, {len(STEPS) - 2} to go" in (await client.get("/learn")).text
    assert (await client.get("/learn/course/tiles")).headers["location"] == f"/learn/course/{STEPS[2][0]}"
    assert (await client.get("/learn/course/blocking")).headers["location"] == "/learn/course/blocking/shut"


async def test_who_only_looks_leaves_no_trace(client: httpx.AsyncClient) -> None:
    for address in ("/learn/course", "/learn/course/reserve/reserve"):
        headers = (await client.get(address)).headers
        assert "set-cookie" not in headers
        assert headers["doublesix-keep"] == "lesson", "it is read without a connection, too"
    refused = await client.post("/learn/course/reserve/reserve", data={"end": "draw"}, headers=OURS)
    assert "set-cookie" not in refused.headers


async def test_a_refused_move_is_explained_and_the_tile_stays_chosen(client: httpx.AsyncClient) -> None:
    position = scene(Place("matching", "match"))
    assert position is not None
    tile = next(t for t in position.hands[position.turn or 0] if position.ends["L"] not in t)
    sent = {"tile": str(tile), "end": "L"}
    text = (await client.post("/learn/course/matching/match", data=sent, headers=OURS)).text
    assert "That is not allowed." in text
    assert f"{tile} does not match the left end ({position.ends['L']})" in as_read(text)
    assert f'value="{tile}" required checked' in text
    assert "allowed now" not in text


async def test_an_allowed_move_that_misses_is_told_what_it_leaves(client: httpx.AsyncClient) -> None:
    place = Place("matching", "double")
    position = scene(place)
    assert position is not None
    move = next(move for move in position.legal_moves if move.tile is not None and not move.tile.is_double)
    text = (await client.post(f"/learn/course/{place}", data=fields(str(move)), headers=OURS)).text
    assert "Allowed, but not what is asked for." in text
    assert "That fits, but it is no double." in text


async def test_the_hidden_tiles_of_a_step_are_not_in_its_page(client: httpx.AsyncClient) -> None:
    for place, _, _ in STEPS:
        position = scene(place)
        if position is None or position.turn is None or questions(place) is not None:
            continue
        text = (await client.get(f"/learn/course/{place}")).text
        for seat, hand in enumerate(position.hands):
            for tile in hand:
                for said in (f'value="{tile}"', f'aria-label="{tile}"'):
                    assert (said in text) == (seat == position.turn)
        for tile in position.boneyard:
            assert f'"{tile}"' not in text


@pytest.mark.parametrize(
    ("address", "data", "status"),
    [
        ("/learn/course/none/none", {}, 404),
        ("/learn/course/blocking/shut", {"moves": "6-6L,1-1R", "end": "pass"}, 422),
        ("/learn/course/blocking/shut", {"moves": "%%", "end": "pass"}, 422),
    ],
)
async def test_what_makes_no_sense_is_refused(
    client: httpx.AsyncClient, address: str, data: dict[str, str], status: int
) -> None:
    assert (await client.post(address, data=data, headers=OURS)).status_code == status


async def test_a_lesson_that_is_none_is_told(client: httpx.AsyncClient) -> None:
    for address in ("/learn/course/none", "/learn/course/tiles/none"):
        assert (await client.get(address)).status_code == 404
    strange = await client.post("/learn/course/reserve/reserve", data={"end": "?", "tile": "9"}, headers=OURS)
    assert "That is not a move." in strange.text
