"""What a seat is told: its size, and that events and snapshots tell the same."""

from __future__ import annotations

import json

import pytest
from stacked import MUST_DRAW, Stacked, layout
from world import Ear, World

from doublesix.rules import PRESETS

EVERY_TABLE = [
    ("ply-yard", ("you", "normal")),
    ("ranked-draw", ("easy", "you", "normal", "easy")),
    ("ranked-block", ("easy", "you", "normal", "easy")),
    ("draw-100", ("normal", "you")),
    ("draw-100", ("normal", "easy", "you")),
]


@pytest.mark.parametrize(("rules", "seats"), EVERY_TABLE)
@pytest.mark.parametrize("seed", range(3))
async def test_a_state_is_at_most_two_kilobytes(rules: str, seats: tuple[str, ...], seed: int) -> None:
    world = World(seed=seed)
    table, ear = await world.table(rules, seats, match=None)
    await world.play_round(table, ear)
    sizes = [
        len(json.dumps(message["state"], separators=(",", ":"))) for message in ear.heard if message["t"] == "events"
    ]
    assert max(sizes) <= 2048
    assert max(map(len, ear.raw)) <= 4096


@pytest.mark.parametrize(("rules", "seats"), EVERY_TABLE)
async def test_the_moves_that_events_add_up_to_are_those_of_a_snapshot(rules: str, seats: tuple[str, ...]) -> None:
    world = World(seed=4)
    table, ear = await world.table(rules, seats)
    for _ in range(2):
        while ear.state["outcome"] is None:
            await world.move(table, ear)
            tab = Ear(ear.seat)
            table.join(tab)
            table.leave(tab)
            assert tab.state == ear.state
        if not (ear.state["match"] and ear.state["match"]["can_next"]):
            break
        await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})


async def test_a_tile_that_does_not_fit_says_why_and_a_button_that_is_off_too() -> None:
    world = World(choose=lambda _level, view, _seed: view.legal[-1])
    object.__setattr__(world.seams, "rng", Stacked(MUST_DRAW))
    _, ear = await world.table("ply-yard", ("easy", "you"))
    assert set(ear.state["why"]) == set(ear.state["hand"])
    assert ear.state["why"]["4-4"] == "4-4 has no 6: a double is not wild, it needs an open 4."
    assert ear.state["why_not"]["draw"] is None
    assert "must draw until a tile fits" in ear.state["why_not"]["pass"]
    assert ear.state["drawable"] == 12


async def test_the_seats_of_a_table_with_colours_are_called_by_them_and_others_by_who_sits_there() -> None:
    world = World()
    _, ear = await world.table("ply-yard", ("you", "normal"))
    assert [(seat["name"], seat["label"]) for seat in ear.state["seats"]] == [("You", "Black"), ("Computer", "White")]
    assert ear.state["why_leader"] == "Black leads and may lead any tile."
    table, ear = await world.table("ranked-draw", ("easy", "you", "normal"))
    assert [seat["name"] for seat in ear.state["seats"]] == ["Computer 1", "You", "Computer 2"]
    watcher = Ear(None)
    table.join(watcher)
    assert [seat["name"] for seat in watcher.state["seats"]] == ["Computer 1", "Guest", "Computer 2"]


@pytest.mark.parametrize("rules", sorted(PRESETS))
async def test_every_game_of_the_rulebook_can_be_played_at_a_table_and_told(rules: str) -> None:
    counts = PRESETS[rules].rules.players
    for players in {counts[0], counts[-1]}:
        world = World(seed=players)
        table, ear = await world.table(rules, ("you", *["normal"] * (players - 1)))
        for _ in range(3):
            await world.play_round(table, ear)
            if not (ear.state["match"] and ear.state["match"]["can_next"]):
                break
            await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})
        told = [event["text"] for message in ear.heard if message["t"] == "events" for event in message["events"]]
        assert all(told)
        assert not any("seat" in text.lower() for text in (*told, *(ear.state["outcome"] or {}).get("reasons", ())))
        again = World(world.store)
        found = await again.lobby.find(table.id)
        assert found is not None
        tab = Ear(ear.seat)
        found.join(tab)
        assert tab.state == ear.state


BLOCKED_TIE = layout("6-6 4-4 2-2 5-1 4-0 4-1 3-2", "0-0 3-1 2-0 4-3 5-3 5-0 4-2")
"""Without drawing: seat 0 leads 6-6, no other six was dealt, and each hand is left with 32 pips."""


async def test_a_blocked_tie_says_why_nobody_scores_and_is_dealt_again() -> None:
    rules = {"base": "draw-100", "draw_limit": 0}
    world = World(choose=lambda _level, view, _seed: view.legal[-1])
    object.__setattr__(world.seams, "rng", Stacked(BLOCKED_TIE))
    table, ear = await world.table(rules, ("you", "easy"))
    await world.play_round(table, ear)
    outcome = ear.state["outcome"]
    assert outcome["ending"] == "blocked"
    assert outcome["points"] == [0, 0]
    assert outcome["title"].startswith("A tie")
    assert any("shared" in reason and "dealt again" in reason for reason in outcome["reasons"])
    assert ear.state["match"] == {
        "target": 100,
        "scores": [0, 0],
        "over": False,
        "winners": None,
        "next": ear.state["match"]["next"],
        "can_next": True,
    }
    assert "decides its leader anew" in ear.state["match"]["next"]
    await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})
    assert ear.state["round"] == 2
    assert ear.state["outcome"] is None
    assert ear.state["scores"] == [0, 0]


async def test_the_end_of_a_round_writes_out_the_sums() -> None:
    world = World(seed=2)
    table, ear = await world.table("draw-100", ("you", "easy"))
    await world.play_round(table, ear)
    outcome = ear.state["outcome"]
    for hand, total, written in zip(outcome["hands"], outcome["pips"], outcome["sums"], strict=True):
        assert written == "" if not hand else written.endswith(f"= {total}")
        assert all(tile in written for tile in hand)
    paid = next(reason for reason in outcome["reasons"] if "pays" in reason)
    assert str(max(outcome["points"])) in paid
