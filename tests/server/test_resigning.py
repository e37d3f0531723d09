"""Giving up at tables of three and four: the others play on, and who gave up is last."""

from __future__ import annotations

from test_absence import act
from world import Ear, World

from doublesix.notation.record import read_record
from doublesix.notation.replay import replay_json
from doublesix.notation.verify import verify_json
from doublesix.server.rated import results_of
from doublesix.server.records import records_of
from doublesix.server.table import Table


async def test_at_a_larger_table_the_others_play_on_and_the_computer_takes_the_seat() -> None:
    world = World()
    table, (ann, ben, cleo) = await world.people("ranked-draw", ("ben", "cleo"))
    await act(world, table, ann, "resign")
    assert ben.last("events")["events"][0]["text"] in (
        "Ann resigned; the computer plays on in that seat.",
        ben.last("events")["events"][0]["text"],
    )
    assert table.course.running
    assert ben.state["company"]["resigned"] == [0]
    assert ben.state["company"]["standing"] == [0]
    back = await world.ear(table, "ann")
    assert back.state["company"]["standing"] == [0], "who resigned does not come back to the seat"
    for message, sentence in (
        ({"t": "back"}, "You gave this seat up; the computer plays it to the end."),
        ({"t": "resign"}, "This seat has given up already."),
        ({"t": "void"}, "You gave this round up."),
        ({"t": "move", "move": "draw"}, "You gave this seat up; the computer plays it to the end."),
    ):
        answer = await world.say(table, back, {**message, "n": back.n, "cid": world.cid()})
        assert answer["error"] == sentence
    ears = [back, ben, cleo]
    while (position := table.course.position) is not None and position.turn is not None:
        if position.turn == 0:
            await world.settle(table)
        else:
            await world.move(table, ears[position.turn])
    assert ben.state["outcome"]["ending"] in ("domino", "blocked")
    found = await World(world.store).lobby.find(table.id)
    assert found is not None
    assert found.course.company == table.course.company


async def test_the_last_who_has_not_resigned_has_won() -> None:
    world = World()
    table, (ann, ben, cleo) = await world.people("ranked-draw", ("ben", "cleo"))
    await act(world, table, ann, "resign")
    await act(world, table, cleo, "resign")
    assert ben.state["outcome"]["ending"] == "forfeit"
    assert ben.state["outcome"]["winners"] == [1]
    assert ben.state["outcome"]["places"] == [2, 1, 2]


async def test_of_partners_both_must_resign() -> None:
    world = World()
    table, ears = await world.people("partners", ("ben", "cleo", "dora"))
    await act(world, table, ears[0], "resign")
    assert table.course.running
    await act(world, table, ears[2], "resign")
    assert ears[1].state["outcome"]["ending"] == "forfeit"
    assert ears[1].state["outcome"]["winners"] == [1, 3]


async def test_who_sits_alone_with_computer_players_ends_the_round() -> None:
    world = World(delay=0.6)
    table, ear = await world.table("ranked-draw", ("you", "easy", "easy"))
    await act(world, table, ear, "resign")
    assert ear.state["outcome"]["ending"] == "forfeit"


async def test_a_claim_at_a_larger_table_makes_the_absent_seat_give_up() -> None:
    world = World()
    table, ears = await world.people("ranked-draw", ("ben", "cleo"))
    position = table.course.position
    assert position is not None
    assert position.turn is not None
    seat = position.turn
    by = (seat + 1) % 3
    table.leave(ears[seat])
    world.clock.advance(61)
    await act(world, table, ears[by], "claim", seat)
    assert table.course.company.resigned == {seat}
    assert table.course.running


async def all_but_ben_give_up() -> tuple[Table, list[Ear]]:
    """A match of three that Ann gives up in its first round and Cleo in its second."""
    world = World()
    table, (ann, ben, cleo) = await world.people("draw-100", ("ben", "cleo"), match=True)
    ears = [ann, ben, cleo]
    await act(world, table, ann, "resign")
    while (position := table.course.position) is not None and position.turn is not None:
        await (world.settle(table) if position.turn == 0 else world.move(table, ears[position.turn]))
    assert not table.course.match.over
    await act(world, table, ben, "next")
    await act(world, table, cleo, "resign")
    return table, ears


async def test_a_match_that_everybody_but_one_gave_up_names_its_winner_and_the_record_says_the_same() -> None:
    table, (_, ben, _) = await all_but_ben_give_up()
    assert ben.state["match"]["over"]
    assert ben.state["match"]["winners"] == [1]
    assert ben.state["outcome"]["places"] == [2, 1, 2]
    assert not ben.state["match"]["can_next"]
    assert [row.place for row in results_of(table.id, table.course.now, 0.0)] == [2, 1, 2]
    records = [record.to_json() for record in records_of(table.course)]
    match = {"rules": "draw-100", "players": 3, "rounds": records}
    checked = verify_json(read_record(match))
    assert (checked["ok"], checked["replay"], checked["score"]) == (True, True, True), checked
    assert replay_json(read_record(match))["winners"] == [1]


async def test_who_resigns_a_round_against_computer_players_plays_the_next_one_and_may_resign_again() -> None:
    world = World(delay=0.6)
    table, ear = await world.table("draw-100", ("you", "easy", "easy"), match=True)
    for _ in range(2):
        await act(world, table, ear, "resign")
        assert ear.state["outcome"]["ending"] == "forfeit"
        await act(world, table, ear, "next")
        assert table.course.running
        assert ear.state["company"] is None
    found = await World(world.store).lobby.find(table.id)
    assert found is not None
    assert found.course.company == table.course.company
