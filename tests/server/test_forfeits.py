"""What a forfeited round says of itself: who forfeits, and why, to everybody who sits there."""

from __future__ import annotations

from test_absence import act
from test_clock import pass_time
from test_resigning import all_but_ben_give_up
from world import Ear, World

from doublesix.server.pace import Pace

PAID = "Nothing is paid at the end of a forfeited round."


def said(ear: Ear) -> tuple[str, list[str]]:
    """The headline of the end and the sentences below it."""
    return ear.state["outcome"]["title"], ear.state["outcome"]["reasons"]


async def test_of_two_the_other_one_is_named_and_why_the_round_ended() -> None:
    world = World()
    table, (ann, ben) = await world.people("ranked-draw")
    await act(world, table, ben, "resign")
    assert said(ann) == ("You win: Ben forfeits", ["Ben resigned."])
    assert said(ben) == ("Ann wins: you forfeit", ["You resigned."])
    watcher = await world.ear(table, None)
    assert said(watcher) == ("Ann wins: Ben forfeits", ["Ben resigned."])


async def test_seats_with_labels_are_called_by_them() -> None:
    world = World()
    table, (ann, ben) = await world.people("ply-yard")
    await act(world, table, ben, "resign")
    for ear in (ann, ben):
        assert said(ear) == ("Black wins: White forfeits", ["White resigned."])


async def test_that_time_ran_out_is_said_and_still_after_a_restart() -> None:
    world = World()
    table, ears = await world.people("ranked-draw", pace=Pace(15, "forfeit"))
    position = table.course.position
    assert position is not None
    late = position.turn
    assert late is not None
    name, other = ("Ann", "Ben") if late == 0 else ("Ben", "Ann")
    await pass_time(world, table, 16)
    assert said(ears[late]) == (f"{other} wins: you forfeit", ["You forfeited: time was up."])
    assert said(ears[1 - late]) == (f"You win: {name} forfeits", [f"{name} forfeited: time was up."])
    later = World(world.store)
    found = await later.lobby.find(table.id)
    assert found is not None
    assert said(await later.ear(found, None))[1] == [f"{name} forfeited: time was up."]


async def test_that_somebody_stayed_away_and_who_claimed_the_round_is_said() -> None:
    world = World()
    table, ears = await world.people("ranked-draw")
    position = table.course.position
    assert position is not None
    away = position.turn
    assert away is not None
    name, other = ("Ann", "Ben") if away == 0 else ("Ben", "Ann")
    table.leave(ears[away])
    world.clock.advance(61)
    await act(world, table, ears[1 - away], "claim", away)
    assert said(ears[1 - away])[1] == [f"You claimed the round, for {name} has been away."]
    assert said(await world.ear(table, None))[1] == [f"{other} claimed the round, for {name} has been away."]


async def test_at_a_larger_table_all_who_forfeit_are_named_each_with_the_reason() -> None:
    world = World()
    table, (ann, ben, cleo) = await world.people("ranked-draw", ("ben", "cleo"))
    await act(world, table, ann, "resign")
    await act(world, table, cleo, "resign")
    title, why = said(ben)
    assert title == "You win: Ann and Cleo forfeit"
    assert why[:2] == ["Ann resigned.", "Cleo resigned."]
    assert why[2].startswith("Who forfeits is last, the others by pips: ")
    assert said(ann)[0] == "Ben wins: you and Cleo forfeit"
    assert said(cleo)[1][:2] == ["Ann resigned.", "You resigned."]


async def test_partners_forfeit_together_and_win_together() -> None:
    world = World()
    table, ears = await world.people("partners", ("ben", "cleo", "dora"))
    await act(world, table, ears[0], "resign")
    await act(world, table, ears[2], "resign")
    assert said(ears[3]) == ("You and Ben win: Ann and Cleo forfeit", ["Ann resigned.", "Cleo resigned."])
    assert said(ears[2])[0] == "Ben and Dora win: you and Ann forfeit"


async def test_who_gave_up_in_an_earlier_round_of_a_match_is_told_apart() -> None:
    _, (_, ben, _) = await all_but_ben_give_up()
    title, why = said(ben)
    assert title == "You win: Ann and Cleo forfeit"
    assert why[:2] == ["Ann had given up in an earlier round.", "Cleo resigned."]
    assert why[-1] == PAID
