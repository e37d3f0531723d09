"""Counting along at a table: the open hand's own facts, nothing for others, no unseen tiles in rated play."""

from __future__ import annotations

from world import Ear, World


async def test_the_answer_is_the_open_hand_s_and_a_watcher_gets_nothing() -> None:
    world = World(seed=3)
    table, ear = await world.table("ply-yard", ("you", "easy"))
    for _ in range(4):
        await world.say(table, ear, {"t": "count"})
        told = ear.last("counts")
        assert told["n"] == ear.n
        assert set(told["fits"]) == set(ear.state["hand"])
        assert told["pips"] == sum(int(half) for tile in ear.state["hand"] for half in tile.split("-"))
        assert [one["move"] for one in told["plays"]] == [move for move in ear.state["legal"] if move[0].isdigit()]
        assert all(one["unseen"] is not None for one in told["plays"])
        await world.move(table, ear)
        if ear.state["outcome"] is not None:
            break
    watcher = Ear(None)
    table.join(watcher)
    await world.say(table, watcher, {"t": "count"})
    nothing = watcher.last("counts")
    assert (nothing["seat"], nothing["pips"], nothing["fits"], nothing["plays"]) == (None, None, {}, [])


async def test_nothing_is_left_to_count_when_the_round_is_over() -> None:
    world = World(seed=5)
    table, ear = await world.table("ply-yard", ("you", "easy"))
    await world.play_round(table, ear)
    await world.say(table, ear, {"t": "count"})
    assert ear.last("counts")["plays"] == []
