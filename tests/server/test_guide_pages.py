"""The strategy guide over requests: every number is a measured one, and answers come when they are asked for."""

from __future__ import annotations

import html
import json
import re
from importlib.resources import files
from typing import Any

import httpx
import pytest
from test_http import OURS, as_read, client

from doublesix.study.guide import PIECES, shown

__all__ = ["client"]  # a fixture

KEPT: list[dict[str, Any]] = json.loads((files("doublesix.study") / "advice.json").read_text(encoding="utf-8"))["found"]


def signed(value: float) -> str:
    rounded = round(value, 1)
    return f"{'+' if rounded > 0 else ''}{rounded:g}"


SAID = {"helps": "helps", "hurts": "hurts", "open": "nothing proved"}


def pays(one: dict[str, Any]) -> bool:
    return one["rules"] in ("all-fives", "muggins", "five-up", "fives-and-threes")


def interval(one: dict[str, Any], what: str, unit: float) -> tuple[float, float, float]:
    """A measure and its 95 % interval, worked out from its sums."""
    mean = one[what][0] / one["deals"]
    half = 1.959963984540054 * ((one[what][1] / one["deals"] - mean * mean) / (one["deals"] - 1)) ** 0.5
    return unit * mean, unit * (mean - half), unit * (mean + half)


def said_of(measure: tuple[float, float, float]) -> str:
    _, low, high = measure
    return SAID["helps" if low > 0 else "hurts" if high < 0 else "open"]


@pytest.mark.parametrize("name", PIECES)
async def test_the_numbers_of_a_page_are_those_that_were_measured(client: httpx.AsyncClient, name: str) -> None:
    page = await client.get(f"/learn/guide/{name}")
    assert page.headers["doublesix-keep"] == "lesson", "it is read without a connection, too"
    text = html.unescape(page.text)
    rows = re.findall(
        r'<tr class="(\w+)">.*?<td>(\d)</td><td>([\d,]+)</td><td><b>(.*?)</b></td><td class="pictured">'
        r'<svg class="bar (\w+)".*?</td><td class="verdict-of">(.*?)</td><td>(.*?) to (.*?)</td>',
        text,
    )
    hows = ("follow", "always", "never")
    parts = [[one for one in KEPT if (one["advice"], one["how"]) == (name, how)] for how in hows]
    kept = [(one, all(map(pays, part))) for part in parts for one in part]
    assert len(rows) == len(kept) > 0
    for (row, seats, deals, value, bar, verdict, low, high), (one, in_points) in zip(rows, kept, strict=True):
        measures = {True: interval(one, "points", 1), False: interval(one, "first", 100)}
        mean, shown_low, shown_high = measures[in_points]
        assert (int(seats), int(deals.replace(",", ""))) == (one["seats"], one["deals"])
        assert value == signed(mean)
        assert (low, high) == (signed(shown_low), signed(shown_high))
        assert verdict == SAID[row] == said_of(measures[pays(one)])
        assert bar in (row, "open"), "no picture says more than the words beside it"
        assert bar == row or in_points != pays(one)


async def test_a_good_players_numbers_stand_beside_those_of_a_tile_by_lot(client: httpx.AsyncClient) -> None:
    text = html.unescape((await client.get("/learn/guide/heavy")).text)
    lots = {(one["rules"], one["how"]): one for one in KEPT if one["advice"] == "lot"}
    good = [one for how in ("always", "never") for one in KEPT if (one["advice"], one["how"]) == ("heavy", how)]
    assert lots
    shown_lots = re.findall(r"<td>([^<]*)</td></tr>", text.partition("A good player who always")[2])
    wanted = [lots[one["rules"], one["how"]] for one in good]
    assert shown_lots == [signed(100 * (one["first"][0] / one["deals"])) for one in wanted]


async def test_the_index_says_where_advice_helps_hurts_or_proves_nothing(client: httpx.AsyncClient) -> None:
    text = html.unescape((await client.get("/learn/guide")).text)
    assert text.count("rounds of a hundred. Of ") == len(PIECES)
    assert text.count("points a round. Of ") == 1
    for name, piece in PIECES.items():
        assert f'href="/learn/guide/{name}"' in text
        assert str(piece.title) in text


async def test_the_marks_of_the_index_stand_on_the_side_that_their_colour_says(client: httpx.AsyncClient) -> None:
    text = (await client.get("/learn/guide")).text
    marks = re.findall(r'<path class="(helps|hurts)" d="M([\d.]+) ', text)
    assert marks
    assert all((float(x) > 75) == (verdict == "helps") for verdict, x in marks)


async def test_an_answer_is_shown_when_it_is_asked_for_and_not_before(client: httpx.AsyncClient) -> None:
    one = shown()["suit"][0]
    assert "The answer" not in (await client.get("/learn/guide/suit")).text
    move = str(one.position.legal_moves[0])
    text = (await client.post("/learn/guide/suit", data={"at": "0", "move": move}, headers=OURS)).text
    assert text.count("The answer") == 1
    assert f"The answer: {one.best}" in as_read(text)
    assert "Here the advice is right." in text
    wrong = (await client.post("/learn/guide/suit", data={"at": "1"}, headers=OURS)).text
    assert "Here the advice is wrong" in wrong


async def test_draws_of_the_others_and_the_deal_are_not_in_the_page(client: httpx.AsyncClient) -> None:
    for name, some in shown().items():
        text = html.unescape((await client.get(f"/learn/guide/{name}")).text)
        assert "draw:" not in text
        assert '"hands":' not in text
        for one in some:
            position = one.position
            others = {tile for seat, hand in enumerate(position.hands) if seat != position.turn for tile in hand}
            drawn = f"{min(others)} {max(others)}"
            assert drawn not in text


@pytest.mark.parametrize(
    ("address", "data", "status"),
    [
        ("/learn/guide/none", {"at": "0"}, 404),
        ("/learn/guide/suit", {"at": "9"}, 422),
        ("/learn/guide/suit", {}, 422),
        ("/learn/guide/suit", {"at": "0", "move": "pass"}, 422),
    ],
)
async def test_what_makes_no_sense_is_refused(
    client: httpx.AsyncClient, address: str, data: dict[str, str], status: int
) -> None:
    assert (await client.post(address, data=data, headers=OURS)).status_code == status
