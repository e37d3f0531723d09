"""A small checker of its own re-derives every score of random rounds from the reasons alone."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from doublesix.rules import PRESETS, Event, Position, Rules, deal, events_of, visible

OVERRIDES: list[dict[str, Any]] = [
    {"base": "draw-100", "reserve": 2},
    {"base": "draw-100", "draw_limit": 1},
    {"base": "draw-100", "draw_limit": 3, "reserve": 1},
    {"base": "draw-100", "voluntary_draw": True},
    {"base": "draw-100", "partners": True},
    {"base": "all-fives", "partners": True},
    {"base": "all-fives", "spinner": "all", "arms": "fill-first"},
    {"base": "muggins", "pay": {"out": "others", "blocked": "margin", "round_to": 5}},
    {"base": "fives-and-threes", "partners": True, "out_when": "side"},
    {"base": "fives-and-threes", "target": {"points": 7, "mode": "exact", "when": "now"}},
    {"base": "fives-and-threes", "target": {"points": 9, "mode": "exact", "when": "round"}},
    {"base": "fives-and-threes", "count": {"multiples": [3], "score": "total"}},
    {"base": "block", "pay": {"out": "losers", "blocked": "all", "round_to": 3}},
    {"base": "cross", "count": {"multiples": [5], "score": "total"}},
    {"base": "ranked-draw", "pay": {"out": 2, "blocked": "losers", "round_to": 1}},
]
RULESETS = [*PRESETS, *OVERRIDES]
"""35 rulesets."""


def events(rules: Rules, players: int, rng: random.Random) -> tuple[list[Event], Position]:
    position = deal(rules, players, rng)
    out: list[Event] = []
    while position.turn is not None:
        move = rng.choice(position.legal_moves)
        after = position.play(move)
        out.extend(events_of(position, move, after))
        position = after
    return out, position


def arithmetic(text: str) -> None:
    """Every sum written in a reason holds: `11 + 18 - 6 = 23`, `15 / 3 + 15 / 5 = 8`."""
    for part in text.split("; "):
        sides = part.split(",")[0].split(" = ")
        values = [eval(side) for side in sides if re.fullmatch(r"[\d+/ -]+", side) and not re.search(r"\d-\d", side)]
        assert len(set(values)) <= 1, text


def from_reasons(happened: list[Event], rules: Rules, players: int) -> tuple[list[int], list[int], list[int | None]]:
    """Points, places and pips that the reasons tell, without the outcome or the position."""
    points = [0] * players
    pips: list[int | None] = [None] * players
    places: list[int] = []
    for event in happened:
        for reason in event.data["reasons"]:
            arithmetic(reason.get("sum", ""))
            code = reason["code"]
            if code in ("counts", "count-void") or code.startswith(("pays-", "void-")):
                for seat in rules.side(reason["seat"], players):
                    points[seat] += reason["value"]
            elif code == "pips-left":
                pips[reason["seat"]] = reason["value"]
            elif code == "places":
                places = reason["data"]["places"]
    return points, places, pips


@pytest.mark.parametrize("given", RULESETS, ids=str)
def test_every_score_follows_from_the_reasons_alone(given: Any) -> None:
    rules = Rules.from_json(given)
    rng = random.Random(11)
    for number in range(29):
        players = rules.players[number % len(rules.players)]
        happened, last = events(rules, players, rng)
        points, places, pips = from_reasons(happened, rules, players)
        assert last.outcome is not None
        assert tuple(points) == last.outcome.points
        assert tuple(places) == last.outcome.places
        assert tuple(pips) == last.outcome.pips


@pytest.mark.parametrize("given", ["ply-yard", "draw", "all-fives", "partners"])
def test_every_draw_and_pass_has_its_reason_and_names_the_open_ends(given: str) -> None:
    rules = Rules.from_json(given)
    rng = random.Random(5)
    for _ in range(20):
        happened, _last = events(rules, rules.players[-1], rng)
        for event in happened:
            if event.kind in ("drew", "passed"):
                (reason,) = event.data["reasons"]
                assert reason["code"] in ("must-draw", "may-draw", "must-pass")
                assert reason["data"]["ends"]
                assert reason["source"]


def test_no_reason_of_a_draw_names_the_tile_drawn() -> None:
    rng = random.Random(2)
    for _ in range(50):
        happened, _last = events(Rules.from_json("draw-100"), 2, rng)
        for event in happened:
            if event.kind == "drew":
                assert event.data["tile"] not in str(event.data["reasons"])
                assert "tile" not in visible(event, None).data
                assert event.data["tile"] not in str(visible(event, 1 - (event.seat or 0)).to_json())
