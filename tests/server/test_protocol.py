"""docs/protocol.md says what is sent, no more and no less."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_pairing import Page
from test_sharing import shared
from world import World

from doublesix.server.acts import MESSAGES, OWN, decode
from doublesix.server.hall import Hall, HallMessage, decode_hall
from doublesix.server.pace import Pace
from doublesix.server.setup import make_setup
from doublesix.server.wire import BadMessageError

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
AT_TABLES, _, IN_LOBBY = PAGE.partition("## The lobby's socket")


def examples(part: str) -> list[dict[str, Any]]:
    """The messages that a part of the page writes."""
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)\n```", part, re.DOTALL)]


EXAMPLES = examples(AT_TABLES)
FROM_CLIENT = {"move", "next", "again", "start", "close", "leave", "remove", "lock", "resign", "stand_in", "claim",
               "back", "void", "take_back", "decline", "take", "say", "talk", "mix", "sync", "ping",
               "count"}  # fmt: skip


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e["t"] in FROM_CLIENT], ids=lambda example: example["t"])
def test_the_clients_messages_are_taken_as_written(example: dict[str, Any]) -> None:
    assert decode(json.dumps(example)).__struct_config__.tag == example["t"]


@pytest.mark.parametrize("example", [e for e in EXAMPLES if e["t"] in FROM_CLIENT], ids=lambda example: example["t"])
def test_a_message_that_says_something_twice_is_refused(example: dict[str, Any]) -> None:
    """Else its reader would choose for the sender, and another reader otherwise."""
    for name, value in example.items():
        text = f"{json.dumps({name: value})[:-1]}, {json.dumps(example)[1:]}"
        for said in (text, text.encode()):
            with pytest.raises(BadMessageError, match=rf'not plain JSON: "{name}" is given twice\.$'):
                decode(said)


def test_what_is_written_otherwise_is_no_second_time() -> None:
    decode('{"t": "move", "n": 3, "cid": "a \\" quote", "move": "6-4L"}')
    decode('{"t": "say", "cid": "c", "text": "{\\"t\\": 1, \\"t\\": 2}"}')
    with pytest.raises(BadMessageError, match="given twice"):
        decode('{"t": "move", "n": 3, "\\u006e": 4, "cid": "c", "move": "6-4L"}')
    with pytest.raises(BadMessageError, match="given twice"):
        decode_hall('{"t": "ping", "t": "ping"}')



def test_every_message_a_client_may_send_is_written() -> None:
    assert {e["t"] for e in EXAMPLES} >= FROM_CLIENT == {kind.__struct_config__.tag for kind in MESSAGES}


async def test_the_servers_messages_have_the_fields_that_are_written() -> None:
    world = World(seed=2)
    table, ear = await world.table("fives-and-threes", ("you", "normal"))
    await world.say(table, ear, {"t": "ping"})
    await world.say(table, ear, {"t": "count"})
    await world.say(table, ear, {"t": "move", "n": ear.n, "cid": "bad", "move": "pass"})
    await world.play_round(table, ear)
    await world.say(table, ear, {"t": "next", "n": ear.n, "cid": "more"})
    await world.say(table, ear, {"t": "again", "cid": "again"})
    _, ears = await world.people()
    together, two = await world.people()
    await world.say(together, two[0], {"t": "say", "cid": "hello", "phrase": "hello"})
    _, shared_table, device = await shared()
    await world.say(shared_table, device, {"t": "take", "seat": 0})
    timed, (ann, _) = await world.people(pace=Pace(15))
    watcher = await world.ear(timed, None)
    timed.leave(ann)
    setup, seat = make_setup("ranked-block", 2, ("you", "easy"), False)
    rated = await world.lobby.create(replace(setup, rated=True), {seat: "ann"})
    rated_ear = await world.ear(rated, "ann")
    await world.play_round(rated, rated_ear)
    await world.lobby.rater.drain()
    written = {e["t"]: set(e) for e in EXAMPLES if e["t"] not in FROM_CLIENT}
    sent: dict[str, set[str]] = {}
    for message in (*ear.heard, *ears[0].heard, *two[1].heard, *device.heard, *watcher.heard, *rated_ear.heard):
        assert sent.setdefault(message["t"], set(message)) == set(message)
    assert sent == written


async def test_the_lobbys_messages_are_those_that_are_written() -> None:
    from_server, _, from_client = IN_LOBBY.partition("**From the client**")
    for message in examples(from_client):
        assert isinstance(decode_hall(json.dumps(message)), HallMessage)
    tags = {kind.__struct_config__.tag for kind in HallMessage.__args__}
    assert {message["t"] for message in examples(from_client)} == tags
    world = World()
    hall = Hall(world.lobby, world.clock)
    ann, ben = Page(hall, "ann"), Page(hall, "ben")
    wish = {"t": "seek", "rules": "ply-yard", "players": 2}
    for page, message in ((ann, {"t": "ping"}), (ann, {**wish, "players": 3}), (ann, wish), (ann, {"t": "unseek"}),
                          (ann, wish), (ben, wish)):  # fmt: skip
        await page.say(message)
    await hall.close()
    assert {m["t"]: set(m) for m in ann.heard} == {m["t"]: set(m) for m in examples(from_server)}


async def test_the_fields_of_a_table_that_waits_are_those_that_are_written() -> None:
    _, ear = await World().waiting()
    part = PAGE.partition("## A table that waits")[2].partition("## The state")[0]
    assert set(ear.state) - {"moves"} <= set(re.findall(r"`\"?([a-z]+)", part))


async def test_the_fields_of_the_state_and_the_kinds_of_events_are_those_that_are_written() -> None:
    world = World(seed=2)
    table, ear = await world.table("all-fives", ("you", "normal", "easy"))
    kinds: set[str] = set()
    for _ in range(4):
        await world.play_round(table, ear)
        await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})
    await world.say(table, ear, {"t": "again", "cid": "again"})
    for message in ear.heard:
        kinds |= {event["kind"] for event in message.get("events", ())}
    state = AT_TABLES.partition("## The state")[2]
    rows = [re.findall(r"`([a-z_]+)`", row.split("|")[1]) for row in state.splitlines() if row.startswith("| `")]
    assert {name for names in rows for name in names} == set(ear.state)
    told = re.findall(r"`([a-z_]+)`", state.partition("Kinds of events:")[2].partition("Each has")[0])
    assert kinds <= set(told)
    assert set(OWN) <= set(told)
    assert kinds >= {"dealt", "led", "played", "counted", "ended", "again"}
