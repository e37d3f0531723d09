"""What people say at a table: phrases and lines of text, told to those who sit there, and kept nowhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from test_sharing import shared
from world import Ear, World

from doublesix.server.chat import PHRASES, TEXT_LENGTH, choices, clean, person_tag
from doublesix.server.records import record_lines
from doublesix.server.setup import Seat, Setup, make_setup
from doublesix.server.step import RefusedError
from doublesix.server.table import Table
from doublesix.server.wire import BadMessageError


async def say(world: World, table: Table, ear: Ear, **what: Any) -> dict[str, Any]:
    """Say something; the answer to it."""
    cid = world.cid()
    await world.say(table, ear, {"t": "say", "cid": cid, **what})
    return next(message for message in reversed(ear.heard) if message.get("cid") == cid)


def lines(ear: Ear) -> list[dict[str, Any]]:
    return [message for message in ear.heard if message["t"] == "said"]


async def people(talk: str = "all", rules: str = "ply-yard", players: int = 2) -> tuple[World, Table, list[Ear]]:
    """A table of people where this may be said."""
    world = World()
    setup, _ = make_setup(rules, players, ["you", *["open"] * (players - 1)], False)
    named = tuple(Seat("person", None, name) for name in ("Ann", "Ben", "Cleo", "Dan")[:players])
    guests = ("ann", "ben", "cleo", "dan")[:players]
    made = Setup(setup.rules, named, False, talk=talk)  # type: ignore[arg-type]
    table = await world.lobby.create(made, dict(enumerate(guests)))
    return world, table, [await world.ear(table, guest) for guest in guests]


async def test_a_phrase_and_a_line_are_told_to_all_who_sit_there_and_to_nobody_else() -> None:
    world, table, ears = await people()
    watcher = await world.ear(table, None)
    assert (await say(world, table, ears[0], phrase="hello"))["t"] == "ok"
    assert (await say(world, table, ears[1], text="Hello  Ann"))["t"] == "ok"
    for ear in ears:
        first, second = lines(ear)
        assert (first["k"], first["seat"], first["phrase"], first["text"]) == (1, 0, "hello", None)
        assert (second["k"], second["seat"], second["phrase"], second["text"]) == (2, 1, None, "Hello Ann")
    assert lines(watcher) == []
    assert all(message["t"] != "chat" for message in watcher.heard)
    answer = await say(world, table, watcher, phrase="hello")
    assert "watching" in answer["error"]


async def test_what_is_said_is_no_event_and_stands_in_no_log_or_record() -> None:
    world, table, ears = await people()
    n = table.course.n
    await say(world, table, ears[0], text="between us")
    assert table.course.n == n
    await world.play_together(table, ears)
    stored = "".join(row.body for row in await world.store.events(table.id))
    assert "between us" not in stored + record_lines(table.course)
    late = await world.ear(table, "ben")
    assert late.last("chat")["lines"][0]["text"] == "between us"
    restarted = World(world.store)
    found = await restarted.lobby.find(table.id)
    assert found is not None
    assert (await restarted.ear(found, "ben")).last("chat")["lines"] == []


async def test_a_move_made_before_something_was_said_is_not_stale() -> None:
    world, table, ears = await people()
    await say(world, table, ears[1], phrase="luck")
    answer = await world.move(table, ears[0])
    assert answer["t"] == "events"


@pytest.mark.parametrize(("talk", "phrase", "text"), [("all", "ok", "ok"), ("phrases", "ok", "refused"),
                                                       ("none", "refused", "refused")])  # fmt: skip
async def test_who_made_the_table_said_what_may_be_said(talk: str, phrase: str, text: str) -> None:
    world, table, ears = await people(talk)
    assert (await say(world, table, ears[0], phrase="nice"))["t"] == phrase
    assert (await say(world, table, ears[0], text="nice"))["t"] == text
    assert [m["mode"] for m in ears[0].heard if m["t"] == "chat"] == [talk]
    again = Setup.from_text(table.setup.text())
    assert again.talk == table.setup.talk == talk


async def choose(world: World, table: Table, ear: Ear, mode: str) -> dict[str, Any]:
    """The host's choice; the answer to it."""
    cid = world.cid()
    await world.say(table, ear, {"t": "talk", "cid": cid, "mode": mode})
    return next(message for message in reversed(ear.heard) if message.get("cid") == cid)


async def test_the_host_changes_what_may_be_said_and_everybody_is_told() -> None:
    world, table, ears = await people()
    watcher = await world.ear(table, None)
    await say(world, table, ears[1], text="before")
    for mode, phrase, text in (("none", "refused", "refused"), ("phrases", "ok", "refused"), ("all", "ok", "ok")):
        world.clock.advance(20.0)
        assert (await choose(world, table, ears[0], mode))["t"] == "ok"
        for ear in ears:
            assert ear.last("events")["events"][-1]["mode"] == mode
            assert ear.last("chat")["mode"] == mode
            assert [line["text"] for line in ear.last("chat")["lines"]][:1] == ([] if mode == "none" else ["before"])
        assert (await say(world, table, ears[1], phrase="nice"))["t"] == phrase
        assert (await say(world, table, ears[1], text="nice"))["t"] == text
    assert all(message["t"] != "chat" for message in watcher.heard)
    assert "before" not in "".join(watcher.raw)


async def test_only_the_host_changes_what_may_be_said() -> None:
    world, table, ears = await people()
    n = table.course.n
    assert "Only who hosts" in (await choose(world, table, ears[1], "none"))["error"]
    assert "watching" in (await choose(world, table, await world.ear(table, None), "none"))["error"]
    assert table.course.n == n
    with pytest.raises(BadMessageError):
        await choose(world, table, ears[0], "shouting")


async def test_the_same_choice_twice_is_one_event() -> None:
    world, table, ears = await people()
    n = table.course.n
    for _ in range(3):
        assert (await choose(world, table, ears[0], "none"))["t"] == "ok"
    assert table.course.n == n + 1


async def test_a_choice_outlives_a_restart_and_goes_on_to_the_next_table() -> None:
    world, table, ears = await people()
    await choose(world, table, ears[0], "phrases")
    restarted = World(world.store)
    found = await restarted.lobby.find(table.id)
    assert found is not None
    assert (await restarted.ear(found, "ben")).last("chat")["mode"] == "phrases"
    assert found.setup.rotated().talk == "phrases"


async def test_strangers_never_get_more_than_the_phrases() -> None:
    world = World()
    table = await world.lobby.seat_together("ply-yard", ["ann", "ben"])
    host = await world.ear(table, table.seats[table.course.now.host or 0])
    assert host.last("chat")["modes"] == ["phrases", "none"]
    assert "phrases only" in (await choose(world, table, host, "all"))["error"]
    assert (await choose(world, table, host, "none"))["t"] == "ok"
    again = Setup.from_text(table.setup.rotated().text())
    assert again.met
    assert choices(again) == ("phrases", "none")


async def test_partners_write_nothing_while_a_round_is_played() -> None:
    world, table, ears = await people(rules="partners", players=4)
    assert "Partners" in (await say(world, table, ears[0], text="play your six"))["error"]
    assert (await say(world, table, ears[0], phrase="luck"))["t"] == "ok"
    await world.play_together(table, ears)
    assert (await say(world, table, ears[0], text="that was close"))["t"] == "ok"


async def test_nothing_is_said_where_nobody_is_elsewhere() -> None:
    world, table, device = await shared()
    assert "Nothing is said" in (await say(world, table, device, phrase="hello"))["error"]
    alone, ear = await world.table()
    assert "Nothing is said" in (await say(world, alone, ear, phrase="hello"))["error"]


@pytest.mark.parametrize("what", [{}, {"phrase": "hello", "text": "hello"}, {"phrase": "rude"}, {"text": "  "},
                                  {"text": "a" * (TEXT_LENGTH + 1)}, {"text": "a" + "\u0301" * 9}])  # fmt: skip
async def test_what_cannot_be_said_is_refused_to_its_sender_alone(what: dict[str, Any]) -> None:
    world, table, ears = await people()
    assert (await say(world, table, ears[0], **what))["t"] == "refused"
    assert lines(ears[0]) == lines(ears[1]) == []


async def test_much_at_once_is_refused_until_a_little_later() -> None:
    world, table, ears = await people()
    answers = [(await say(world, table, ears[0], phrase="hello"))["t"] for _ in range(10)]
    assert answers == ["ok"] * 6 + ["refused"] * 4
    assert (await say(world, table, ears[1], phrase="hello"))["t"] == "ok", "each person has a measure of his own"
    world.clock.advance(2.0)
    assert (await say(world, table, ears[0], phrase="hello"))["t"] == "ok"


async def test_only_the_last_lines_are_kept() -> None:
    world, table, ears = await people()
    for _ in range(40):
        world.clock.advance(10.0)
        await say(world, table, ears[0], phrase=PHRASES[0])
    late = await world.ear(table, "ben")
    kept = [line["k"] for line in late.last("chat")["lines"]]
    assert kept == list(range(11, 41))


async def test_a_person_is_known_by_the_same_tag_at_every_table_and_never_by_his_id() -> None:
    tags = set()
    for _ in range(2):
        world, table, ears = await people()
        await say(world, table, ears[1], phrase="hello")
        tags.add(lines(ears[0])[0]["person"])
        assert "ben" not in tags
    assert tags == {person_tag("ben")}


async def test_strangers_who_found_each_other_have_phrases_only() -> None:
    world = World()
    table = await world.lobby.seat_together("ply-yard", ["ann", "ben"])
    assert table.setup.talk == "phrases"


@pytest.mark.parametrize(
    ("wished", "shown"),
    [("a\u202eb\u200bc", "abc"), ("<b>hi</b>", "<b>hi</b>"), (" a \n\t b ", "a b"), ("e\u0301", "\u00e9")],
)
def test_invisible_letters_are_left_out(wished: str, shown: str) -> None:
    assert clean(wished) == shown


def test_nothing_but_invisible_letters_is_nothing() -> None:
    with pytest.raises(RefusedError):
        clean("\u200d\u202e")


async def test_the_agreement_goes_on_to_the_next_table() -> None:
    _, table, _ = await people("phrases")
    assert table.setup.rotated() == replace(table.setup.rotated(), talk="phrases")
