"""Drills and studies over requests: made from a number, assessed, explained, and nothing hidden given away."""

from __future__ import annotations

import html
import re

import httpx
import pytest
from test_http import OURS, as_read, client
from world import World

from doublesix.server.web.learnpages import seat_names
from doublesix.study import KINDS, drill
from doublesix.study.studies import studies

__all__ = ["client"]  # a fixture


async def test_there_is_a_page_with_everything_to_learn(client: httpx.AsyncClient) -> None:
    text = (await client.get("/learn")).text
    for kind in KINDS:
        assert f'href="/learn/practice/{kind}"' in text
    for name in studies():
        assert f'href="/learn/studies/{name}"' in text


@pytest.mark.parametrize("kind", KINDS)
async def test_right_answers_are_told_to_be_right_and_wrong_ones_explained(
    client: httpx.AsyncClient, kind: str
) -> None:
    made = drill(kind, 7)
    asked = await client.get(f"/learn/practice/{kind}?n=7")
    for item in made.items:
        assert f'name="a.{item.name}"' in asked.text
    right = {f"a.{item.name}": item.right for item in made.items}
    good = await client.post(f"/learn/practice/{kind}", data={"n": "7", **right}, headers=OURS)
    assert "All right." in good.text
    bad = await client.post(f"/learn/practice/{kind}", data={"n": "7"}, headers=OURS)
    assert f"0 of {len(made.items)} right" in bad.text
    assert "It is: " in bad.text


async def test_a_drill_about_hidden_tiles_does_not_hold_them(client: httpx.AsyncClient) -> None:
    made = drill("counting", 7)
    assert made.seat is not None
    text = (await client.get("/learn/practice/counting?n=7")).text
    for tile in made.position.hands[1 - made.seat]:
        assert str(tile) not in text


async def test_what_a_guest_practised_is_counted_and_comes_back_when_it_is_due(
    client: httpx.AsyncClient, world: World
) -> None:
    right = {f"a.{item.name}": item.right for item in drill("ends", 7).items}
    await client.post("/learn/practice/ends", data={"n": "7", **right}, headers=OURS)
    await client.post("/learn/practice/ends", data={"n": "8"}, headers=OURS)
    told = (await client.get("/learn")).text
    assert "2 drills done" in told
    assert "due again" not in told
    world.clock.advance(400 * 24 * 3600)
    assert "due again" in (await client.get("/learn")).text


async def test_a_level_is_passed_once_and_days_of_practice_are_told_without_asking_for_more(
    client: httpx.AsyncClient, world: World
) -> None:
    async def answered(number: int, *, right: bool = True) -> str:
        given = {f"a.{item.name}": item.right for item in drill("ends", number).items} if right else {}
        return (await client.post("/learn/practice/ends", data={"n": str(number), **given}, headers=OURS)).text

    told = [await answered(number) for number in (1, 2, 3, 4)]
    assert ["Level passed." in text for text in told] == [False, False, True, False]
    index = (await client.get("/learn")).text
    assert index.count(">passed<") == 1
    assert "without a longer break" not in index
    world.clock.advance(24 * 3600)
    await answered(5, right=False)
    index = (await client.get("/learn")).text
    assert index.count(">passed<") == 1
    assert "You have practised on 2 days without a longer break" in index
    world.clock.advance(9 * 24 * 3600)
    assert "without a longer break" not in (await client.get("/learn")).text


async def test_who_only_looks_leaves_no_trace_and_who_answers_is_known_from_then_on(client: httpx.AsyncClient) -> None:
    for address in ("/learn", "/learn/practice/ends", "/learn/practice/ends?n=8"):
        assert "set-cookie" not in (await client.get(address)).headers
    answer = await client.post("/learn/practice/ends", data={"n": "8"}, headers=OURS)
    assert "set-cookie" in answer.headers
    assert "1 drill done" in (await client.get("/learn")).text
    again = await client.post("/learn/practice/ends", data={"n": "9"}, headers=OURS)
    assert "set-cookie" not in again.headers


async def test_a_new_drill_is_another_one(client: httpx.AsyncClient) -> None:
    first = await client.get("/learn/practice/ends")
    assert first.status_code == 303
    assert first.headers["location"] != (await client.get("/learn/practice/ends")).headers["location"]


async def test_drills_of_another_table_stay_at_it(client: httpx.AsyncClient) -> None:
    first = await client.get("/learn/practice/counting?at=draw-9.3")
    assert first.headers["location"].startswith("/learn/practice/counting?at=draw-9.3&n=")
    asked = (await client.get("/learn/practice/counting?at=draw-9.3&n=7")).text
    assert 'value="draw-9.3" selected' in asked
    right = {f"a.{item.name}": item.right for item in drill("counting", 7, ("draw-9", 3)).items}
    fields = {"n": "7", "at": "draw-9.3", **right}
    told = (await client.post("/learn/practice/counting", data=fields, headers=OURS)).text
    assert "All right." in told
    assert 'href="/learn/practice/counting?at=draw-9.3&amp;"' in told


async def test_an_answer_of_the_analysis_is_told_with_its_interval_and_facts(client: httpx.AsyncClient) -> None:
    made = drill("best-end", 7)
    (item,) = made.items
    told = as_read(
        (
            await client.post("/learn/practice/best-end", data={"n": "7", f"a.{item.name}": item.right}, headers=OURS)
        ).text
    )
    assert "imagined deals" in told
    for fact in item.facts:
        assert html.escape(fact.called(seat_names(made.position))) in told


async def test_a_study_shows_its_answer_when_asked(client: httpx.AsyncClient) -> None:
    study = next(iter(studies().values()))
    hidden = (await client.get(f"/learn/studies/{study.id}")).text
    assert "The answer" not in hidden
    move = str(study.position.legal_moves[0])
    shown = (await client.post(f"/learn/studies/{study.id}", data={"move": move}, headers=OURS)).text
    assert f"The answer: {study.best}" in as_read(shown)
    assert "deals" in shown


@pytest.mark.parametrize("name", ["partnership-1", "opening-3", "endings-1"])
async def test_no_study_contradicts_its_answer(client: httpx.AsyncClient, name: str) -> None:
    study = studies()[name]
    text = as_read((await client.post(f"/learn/studies/{name}", data={}, headers=OURS)).text)
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(\d+)%</td><td>.*?</td><td>(.*?)</td>', text)
    assert rows[0][0] == str(study.best)
    assert int(rows[0][1]) == max(int(wins) for _, wins, _ in rows)
    assert all(not behind.startswith("-") for *_, behind in rows)
    assert ("Exact: every deal that fits" in text) == ("By a full count" in text) == (study.basis == "exact")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/learn/practice/drawing?at=block.2", 404),
        ("/learn/practice/nothing", 404),
        ("/learn/studies/nothing", 404),
        ("/learn/practice/ends?n=x", 303),
    ],
)
async def test_what_is_not_there_is_told(client: httpx.AsyncClient, address: str, status: int) -> None:
    assert (await client.get(address)).status_code == status


async def test_answers_without_their_drill_and_impossible_moves_are_refused(client: httpx.AsyncClient) -> None:
    assert (await client.post("/learn/practice/ends", data={"n": "-1"}, headers=OURS)).status_code == 422
    study = next(iter(studies()))
    assert (await client.post(f"/learn/studies/{study}", data={"move": "pass"}, headers=OURS)).status_code == 422
    assert (await client.post(f"/learn/studies/{study}", data={"move": "%"}, headers=OURS)).status_code == 422
