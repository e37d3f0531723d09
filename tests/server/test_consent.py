"""Taking a play back and making a round void: with everybody's consent, and never across anything that was revealed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from stacked import MUST_DRAW, Stacked
from test_absence import act
from test_hidden import Searched
from world import Ear, World

from doublesix.notation import Record
from doublesix.notation.verify import verify_json
from doublesix.server.records import record_lines
from doublesix.server.table import Table


async def led(world: World, **more: Any) -> tuple[Table, Ear, Ear]:
    """Ann has led, and Ben is to move."""
    table, (ann, ben) = await world.people(**more)
    await world.move(table, ann)
    assert ann.state["turn"] == 1
    return table, ann, ben


def facts(ear: Ear) -> dict[str, Any]:
    """What a seat sees of the round itself."""
    return {key: ear.state[key] for key in ("hand", "legal", "line", "ends", "turn", "moves", "boneyard", "points")}


async def test_a_play_is_taken_back_with_the_others_consent() -> None:
    world = World()
    table, (ann, ben) = await world.people()
    before = facts(ann), facts(ben)
    await world.move(table, ann)
    assert ann.state["undo"] == ben.state["undo"] == 0
    await act(world, table, ann, "take_back")
    assert ben.state["company"]["asked"] == {"what": "take_back", "by": 0, "yes": [0]}
    assert ben.last("events")["events"][0]["text"] == "Ann would like to take the last play back."
    await act(world, table, ben, "take_back")
    taken = ben.last("events")["events"][0]
    assert (taken["kind"], taken["text"], taken["took"]) == ("taken_back", "Ann took the last play back.", 3)
    assert (facts(ann), facts(ben)) == before
    assert ann.state["company"]["asked"] is None
    late = await world.ear(table, "ben")
    assert late.state == ben.state
    await world.play_together(table, [ann, ben])
    assert ann.state["outcome"]


async def test_a_round_with_plays_taken_back_is_the_same_after_a_restart_and_its_record_verifies() -> None:
    world = World(seed=5)
    table, (ann, ben) = await world.people("fives-and-threes")
    ears, back = [ann, ben], 0
    while (position := table.course.position) is not None and position.turn is not None:
        seat, n = position.turn, ears[position.turn].state["legal"][-1]
        await world.move(table, ears[seat], n)
        if ann.state["undo"] is not None and back < 6 and ann.state["outcome"] is None:
            back += 1
            await act(world, table, ears[seat], "take_back")
            await act(world, table, ears[1 - seat], "take_back")
            assert ann.state["turn"] == seat
            await world.move(table, ears[seat], ears[seat].state["legal"][0])
    assert back == 6
    found = await World(world.store).lobby.find(table.id)
    assert found is not None
    assert found.course.n == table.course.n
    assert [(move.n, move.event) for move in found.course.moves] == [(m.n, m.event) for m in table.course.moves]
    assert record_lines(found.course) == record_lines(table.course)
    assert verified(table)


def verified(table: Table) -> bool:
    """Whether `doublesix verify` agrees with every finished round of the table."""
    records = [Record.from_json(json.loads(line)) for line in record_lines(table.course).splitlines()]
    return bool(records) and all(verify_json(record)["ok"] for record in records)


async def test_computer_players_consent_at_once() -> None:
    world = World(delay=0.6)
    table, ear = await world.table(seats=("you", "normal"))
    await world.move(table, ear)
    assert ear.state["turn"] == 1
    await act(world, table, ear, "take_back")
    assert ear.state["turn"] == 0
    assert ear.state["moves"] == []
    world.clock.advance(5)
    await world.settle(table)
    assert ear.state["turn"] == 0, "the computer does not answer the play that is gone"


async def test_a_computer_player_waits_while_people_are_asked_about_a_play_but_not_for_ever() -> None:
    world = World(delay=0.6)
    table, (ann, ben) = await three(world)
    await world.move(table, ann)
    assert ann.state["turn"] == 1
    await act(world, table, ann, "take_back")
    world.clock.advance(5)
    await world.settle(table)
    assert ann.state["turn"] == 1
    world.clock.advance(15)
    await world.settle(table)
    world.clock.advance(0.6)
    await world.settle(table)
    assert ann.state["company"]["asked"] is None
    assert ben.last("events")["events"][0]["seat"] == 1


async def three(world: World) -> tuple[Table, tuple[Ear, Ear]]:
    """Ann, a computer player and Ben, and Ann is to move."""
    for seed in range(50):
        world.seams.rng.seed(seed)  # type: ignore[attr-defined]
        table, ann = await world.waiting("ranked-draw", ("you", "normal", "open"))
        await table.sit("ben", "Ben")
        ben = await world.ear(table, "ben")
        if ann.state["leader"] == 0 or (table.course.position and table.course.position.turn == 0):
            return table, (ann, ben)
    raise AssertionError("no deal where Ann leads")


@pytest.mark.parametrize("kind", ["void", "take_back"])
async def test_what_is_declined_does_not_happen_and_is_not_asked_again_before_the_next_move(kind: str) -> None:
    world = World()
    table, ann, ben = await led(world)
    await act(world, table, ann, kind)
    await act(world, table, ben, "decline")
    assert ann.last("events")["events"][0]["text"] == "Ben said no; the round goes on."
    assert ann.state["company"]["asked"] is None
    assert (await act(world, table, ann, kind))["error"] == "That was declined; ask again after the next move."
    await world.move(table, ben)
    if kind == "void":
        assert (await act(world, table, ann, kind))["t"] == "events"


async def test_who_asked_may_ask_it_no_longer() -> None:
    world = World()
    table, ann, ben = await led(world)
    await act(world, table, ann, "void")
    await act(world, table, ann, "decline")
    assert ben.last("events")["events"][0]["text"] == "Ann no longer asks for it."
    assert (await act(world, table, ben, "decline"))["t"] == "refused"


async def test_a_play_cannot_be_taken_back_once_somebody_has_moved_after_it() -> None:
    world = World()
    table, ann, ben = await led(world)
    await act(world, table, ann, "take_back")
    await world.move(table, ben)
    assert ben.state["company"]["asked"] is None, "the move was the answer"
    assert (await act(world, table, ann, "take_back"))["t"] == "refused"
    if ben.state["undo"] is not None:
        assert (await act(world, table, ann, "take_back"))["error"].startswith("Only your own last play")


async def test_nothing_is_taken_back_across_a_draw() -> None:
    """P29: draw, look, and then choose again."""
    world = World(choose=lambda _level, view, _seed: view.legal[-1])
    object.__setattr__(world.seams, "rng", Stacked(MUST_DRAW))
    table, ear = await world.table("ply-yard", ("easy", "you"))
    assert ear.state["legal"] == ["draw"]
    await world.move(table, ear)
    assert ear.state["undo"] is None
    answer = await act(world, table, ear, "take_back")
    assert answer["error"] == (
        "Only your own last play can be taken back, before anybody has drawn, passed or moved."
    )


async def test_nothing_is_taken_back_in_rated_play_nor_after_the_end() -> None:
    world = World()
    table, ann, ben = await led(world, rated=True)
    assert ann.state["undo"] is None
    assert (await act(world, table, ann, "take_back"))["error"] == "In rated play nothing is taken back."
    await world.play_together(table, [ann, ben])
    assert (await act(world, table, ann, "take_back"))["t"] == "refused"
    assert (await act(world, table, ann, "void"))["t"] == "refused"


async def test_a_round_is_void_when_everybody_agrees_and_changes_nothing() -> None:
    world = World()
    table, (ann, ben) = await world.people("draw-100", match=True)
    await world.play_together(table, [ann, ben])
    scores = ann.state["match"]["scores"]
    await world.say(table, ann, {"t": "next", "n": ann.n, "cid": "next"})
    await world.move(table, (ann, ben)[ann.state["turn"]])
    await act(world, table, ben, "void")
    assert ann.state["company"]["asked"] == {"what": "void", "by": 1, "yes": [1]}
    await world.move(table, (ann, ben)[ann.state["turn"]])
    assert ann.state["company"]["asked"], "a move does not answer this question"
    await act(world, table, ann, "void")
    assert ann.state["outcome"]["ending"] == "void"
    assert ann.state["outcome"]["title"] == "The round is void"
    assert ann.state["match"]["scores"] == scores
    assert [event["kind"] for event in ben.last("events")["events"]] == ["voided", "ended"]
    assert '"void"' in record_lines(table.course)
    assert verified(table)
    assert ann.state["match"]["can_next"]
    found = await World(world.store).lobby.find(table.id)
    assert found is not None
    assert found.course.match == table.course.match


async def test_a_void_needs_all_people_and_a_spectator_has_no_say() -> None:
    world = World()
    table, (ann, ben, cleo) = await world.people("ranked-draw", ("ben", "cleo"))
    watcher = await world.ear(table, None)
    await act(world, table, ann, "void")
    await act(world, table, ben, "void")
    assert table.course.running
    assert (await act(world, table, watcher, "void"))["t"] == "refused"
    assert cleo.last("events")["events"][0]["text"] == "Ben agrees."
    await act(world, table, cleo, "void")
    assert not table.course.running


async def test_a_rated_round_against_the_computer_cannot_be_made_void() -> None:
    world = World()
    table, ear = await world.table(rated=True)
    assert (await act(world, table, ear, "void"))["t"] == "refused"
    casual, ear = await world.table()
    await act(world, casual, ear, "void")
    assert ear.state["outcome"]["ending"] == "void"


async def test_no_byte_of_a_play_taken_back_shows_a_hidden_tile() -> None:
    """P25: every side action goes through the gate."""
    world = World(seed=5)
    table, (ann, ben) = await world.people()
    others = [Searched(seat, table, set()) for seat in (0, 1, None)]
    for other in others:
        table.join(other)
    await world.move(table, ann)
    for ear, kind in ((ann, "take_back"), (ben, "decline"), (ann, "void"), (ben, "decline")):
        await act(world, table, ear, kind)
    await world.move(table, ben)
    if ben.state["undo"] == 1:
        await act(world, table, ben, "take_back")
        await act(world, table, ann, "take_back")
    assert [leak for other in others for leak in other.leaks] == []
    assert others[2].searched > 3
