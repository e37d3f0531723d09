"""Fair deals at tables: promised before, added to by the seats, proved after, and secret until then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from world import Ear, World

from doublesix.notation import Record
from doublesix.notation.verify import verify_json
from doublesix.server.acts.mixing import CHANGES
from doublesix.server.app import create_app, seams
from doublesix.server.dealing import Added, Promises
from doublesix.server.records import record_lines, records_of
from doublesix.server.settings import Settings
from doublesix.server.table import Table
from doublesix.server.turns import GATHER
from doublesix.store import MemoryStore

EVERY_TABLE = [
    ("ply-yard", ("you", "normal"), False),
    ("draw-100", ("you", "normal", "easy"), True),
    ("ranked-draw", ("easy", "you", "normal"), False),
    ("ranked-block", ("easy", "you", "normal", "easy"), False),
    ("partners", ("easy", "you", "normal", "easy"), True),
    ("cuban", ("easy", "you", "normal", "easy"), True),
    ("fives-and-threes", ("you", "normal"), True),
]
"""Leaders by seat, by lot, by the highest double; single rounds and matches; two seats to four."""


def mixed(ear: Ear, string: str) -> dict[str, Any]:
    """The message with which a page adds a string to the next deal."""
    return {"t": "mix", "cid": f"mix {string}", "commitment": ear.state["pledge"]["commitment"], "string": string}


def secrets_in(table: Table) -> set[str]:
    """Everything of the running and the next deal that nobody may be told yet."""
    found = set()
    if table.course.running and table.course.now.proof is not None:
        proof = table.course.now.proof
        assert proof.secret is not None
        found |= {proof.secret.hex(), *proof.strings}
    pledge = table.course.now.pledge
    if pledge is not None:
        found |= {pledge.secret.hex(), *pledge.strings.values()}
    return found - {""}


class Searched(Ear):
    """An ear that checks each message, as it arrives, for secrets of deals that are not over."""

    def __init__(self, seat: int | None, table: Table) -> None:
        super().__init__(seat)
        self.table = table
        self.searched = 0

    def tell(self, message: Any) -> None:
        super().tell(message)
        self.searched += 1
        assert not [secret for secret in secrets_in(self.table) if secret in message]


@pytest.mark.parametrize(("rules", "seats", "match"), EVERY_TABLE)
async def test_the_records_of_every_table_prove_their_deals(rules: str, seats: tuple[str, ...], match: bool) -> None:
    world = World(seed=5, fair=True)
    table, ear = await world.table(rules, seats, match=match)
    others = [Searched(seat, table) for seat in (*range(len(seats)), None)]
    for other in others:
        table.join(other)
    for number in range(3):
        assert ear.state["fair"]["commitment"]
        assert "secret" not in ear.state["fair"]
        await world.play_round(table, ear)
        assert ear.state["fair"]["secret"]
        if not ear.state["match"] or ear.state["match"]["over"]:
            break
        await world.say(table, ear, mixed(ear, f"mine {number}"))
        assert ear.state["pledge"]["mixed"] == [ear.seat]
        await world.say(table, ear, {"t": "next", "n": ear.n, "cid": world.cid()})
    lines = record_lines(table.course).splitlines()
    assert lines
    for number, line in enumerate(lines):
        record = Record.from_json(json.loads(line))
        answer = verify_json(record)
        assert (answer["ok"], answer["deal"]) == (True, "proved"), answer
        strings = record.extras["fair"]["strings"]
        assert strings[ear.seat or 0] == (f"mine {number - 1}" if number else "")
        assert not any(string for seat, string in enumerate(strings) if seat != ear.seat)
    assert all(other.searched > 5 for other in others)


async def test_a_deal_that_was_tampered_with_fails() -> None:
    world = World(fair=True)
    table, ear = await world.table()
    await world.play_round(table, ear)
    record = records_of(table.course)[0].to_json()
    for change in (
        {"commitment": "0" * 64},
        {"secret": "0" * 64},
        {"strings": ["other", record["fair"]["strings"][1]]},
        {"round": 2},
        {"table": "another"},
    ):
        answer = verify_json(Record.from_json({**record, "fair": {**record["fair"], **change}}))
        assert answer["deal"] == "failed", change
    swapped = json.loads(json.dumps(record))
    swapped["boneyard"][-1], swapped["boneyard"][-2] = swapped["boneyard"][-2], swapped["boneyard"][-1]
    assert verify_json(Record.from_json(swapped))["deal"] == "failed"


async def test_every_seat_sees_the_commitment_before_its_string_is_asked_for() -> None:
    world = World(fair=True)
    table, ann = await world.waiting()
    seen = ann.state["pledge"]["commitment"]
    watcher = Searched(None, table)
    table.join(watcher)
    assert watcher.state["pledge"] == {"round": 1, "commitment": seen, "mixed": []}
    assert (await world.say(table, ann, mixed(ann, "Ann's")))["t"] == "ok"
    assert ann.state["pledge"]["mixed"] == [0]
    await table.sit("ben", "Ben", added=Added(seen, "Ben's"))
    await world.settle(table)
    assert ann.state["fair"] == {"table": table.id, "round": 1, "commitment": seen}
    proof = table.course.now.proof
    assert proof is not None
    assert proof.strings == ("Ann's", "Ben's")
    assert ann.state["pledge"] is None


async def test_who_has_seen_another_commitment_adds_nothing() -> None:
    world = World(fair=True)
    table, ann = await world.waiting()
    answer = await world.say(table, ann, {**mixed(ann, "x"), "commitment": "0" * 64})
    assert answer["error"] == "This is not the commitment of the next deal."
    await table.sit("ben", "Ben", added=Added("0" * 64, "Ben's"))
    await world.settle(table)
    proof = table.course.now.proof
    assert proof is not None
    assert proof.strings == ("", "")


async def test_a_string_can_be_changed_some_times_and_is_printable() -> None:
    world = World(fair=True)
    table, ann = await world.waiting()
    for number in range(CHANGES):
        assert (await world.say(table, ann, mixed(ann, f"no. {number}")))["t"] == "ok"
        n = table.course.n
        assert (await world.say(table, ann, mixed(ann, f"no. {number}")))["t"] == "ok", "said again, done once"
        assert table.course.n == n
    assert "often enough" in (await world.say(table, ann, mixed(ann, "one more")))["error"]
    assert "signs" in (await world.say(table, ann, mixed(ann, "a\nb")))["error"]
    pledge = table.course.now.pledge
    assert pledge is not None
    assert pledge.strings == {0: f"no. {CHANGES - 1}"}


async def test_the_deal_waits_a_moment_for_who_sat_down_unasked() -> None:
    world = World(fair=True)
    table, ann = await world.waiting()
    await table.sit("ben", "Ben")
    ben = await world.ear(table, "ben")
    assert ann.state["waiting"]
    await world.say(table, ann, mixed(ann, "Ann's"))
    assert ann.state["waiting"]
    await world.say(table, ben, mixed(ben, "Ben's"))
    assert ann.state["turn"] is not None
    proof = table.course.now.proof
    assert proof is not None
    assert proof.strings == ("Ann's", "Ben's")


async def test_the_deal_goes_on_without_the_strings_of_those_who_send_none() -> None:
    world = World(fair=True)
    table, ann = await world.waiting()
    await table.sit("ben", "Ben")
    await world.settle(table)
    assert ann.state["waiting"]
    await asyncio.sleep(0)  # the table begins to wait
    world.clock.advance(GATHER)
    for _ in range(3):
        await asyncio.sleep(0)
    await world.settle(table)
    assert ann.state["turn"] is not None


async def test_a_server_killed_between_commitment_and_deal_deals_what_it_was_bound_to() -> None:
    store = MemoryStore()
    world = World(store, fair=True)
    table, ann = await world.waiting()
    seen = ann.state["pledge"]["commitment"]
    await world.say(table, ann, mixed(ann, "Ann's"))
    again = World(store, seed=99, fair=True)
    found = await again.lobby.find(table.id)
    assert found is not None
    await found.sit("ben", "Ben", added=Added(seen, "Ben's"))
    ben = await again.ear(found, "ben")
    assert ben.state["fair"]["commitment"] == seen
    proof = found.course.now.proof
    assert proof is not None
    assert proof.strings == ("Ann's", "Ben's")
    third = World(store, seed=7, fair=True)
    restored = await third.lobby.find(table.id)
    assert restored is not None
    assert restored.course.now.proof == proof
    assert restored.course.n == found.course.n
    await again.play_together(found, [await again.ear(found, "ann"), ben])
    assert verify_json(records_of(found.course)[0])["deal"] == "proved"


@pytest.mark.parametrize(("rules", "match"), [("draw-100", True), ("ply-yard", False)])
async def test_a_server_killed_between_two_rounds_keeps_its_promise(rules: str, match: bool) -> None:
    store = MemoryStore()
    world = World(store, fair=True)
    table, ear = await world.table(rules, match=match)
    await world.play_round(table, ear)
    await world.say(table, ear, mixed(ear, "before the kill"))
    seen = ear.state["pledge"]["commitment"]
    again = World(store, seed=99, fair=True)
    found = await again.lobby.find(table.id)
    assert found is not None
    assert found.course.answers == table.course.answers
    tab = await again.ear(found, "ann")
    assert tab.state == ear.state
    if match:
        await again.say(found, tab, {"t": "next", "n": tab.n, "cid": "n"})
    else:
        answer = await again.say(found, tab, {"t": "again", "cid": "a"})
        following = await again.lobby.find(answer["url"].removeprefix("/table/"))
        assert following is not None
        found, tab = following, await again.ear(following, "ann")
    assert tab.state["fair"]["commitment"] == seen
    await again.play_round(found, tab)
    assert "before the kill" in tab.state["fair"]["strings"]
    assert all(verify_json(record)["deal"] == "proved" for record in records_of(found.course))


async def test_a_server_with_a_seed_deals_repeatably_and_promises_nothing() -> None:
    hands = []
    for _ in range(2):
        around = seams(Settings(seed=4))
        world = World()
        object.__setattr__(world.seams, "rng", around.rng)
        object.__setattr__(world.seams, "fair", around.fair)
        _, ear = await world.table()
        assert ear.state["fair"] is None
        hands.append(ear.state["hand"])
    assert hands[0] == hands[1]
    assert seams(Settings()).fair


def test_a_promise_is_known_again_by_its_key_and_nothing_else_is_taken_for_one() -> None:
    promises = Promises(bytes(32))
    pledge, other = promises.pledge("k3f9m2p7q4"), promises.pledge("k3f9m2p7q5")
    assert pledge.secret != other.secret
    assert Promises(bytes(32)).kept(Added(pledge.commitment, "", pledge.table)) == pledge
    for commitment, table in (
        (other.commitment, pledge.table), ("", pledge.table), (pledge.commitment, ""), ("x" * 64, "../../etc"),
        ("\u00e9" * 64, pledge.table),
    ):  # fmt: skip
        assert promises.kept(Added(commitment, "", table)) is None
    assert Promises(b"\1" * 32).kept(Added(pledge.commitment, "", pledge.table)) is None
    for hidden in (pledge, promises):
        assert pledge.secret.hex() not in repr(hidden)
    assert "key" not in repr(promises)


def promised(page: str) -> dict[str, str]:
    """The fields of a form that tell what its deal is bound to."""
    return {name: page.partition(f'name="{name}" value="')[2].partition('"')[0] for name in ("commitment", "promise")}


# --- over HTTP --------------------------------------------------------------------------------------------------------

HERE = "http://127.0.0.1:8000"


@pytest.fixture
def world() -> World:
    return World(fair=True)


@pytest.fixture
async def client(world: World) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(Settings(bot_delay=0.0), world.seams)
    world.lobby = app.state.lobby
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    ours = {"origin": HERE, "sec-fetch-site": "same-origin"}
    async with httpx.AsyncClient(transport=transport, base_url=HERE, headers=ours) as client:
        yield client
    await app.state.lobby.close()


async def proof_at(world: World, url: str) -> Any:
    """What proves the deal of a table that was just made."""
    table = await world.lobby.find(url.removeprefix("/table/"))
    assert table is not None
    return table.course.now.proof


async def test_one_click_deals_what_its_page_was_promised(client: httpx.AsyncClient, world: World) -> None:
    page = (await client.get("/")).text
    fields = promised(page)
    answer = await client.post("/play-now", data={**fields, "string": "mine"})
    proof = await proof_at(world, answer.headers["location"])
    assert (proof.commitment, proof.strings[0]) == (fields["commitment"], "mine")
    second = await client.post("/play-now", data={**fields, "string": "mine"})
    other = await proof_at(world, second.headers["location"])
    assert other.commitment != fields["commitment"], "a promise is kept once"
    assert other.strings[0] == ""


@pytest.mark.parametrize("page", ["/", "/new"])
async def test_a_form_that_was_opened_before_a_restart_gets_the_deal_it_was_promised(
    client: httpx.AsyncClient, world: World, page: str
) -> None:
    fields = promised((await client.get(page)).text)
    restarted = World(world.store, seed=2, fair=True)
    app = create_app(Settings(bot_delay=0.0), restarted.seams)
    restarted.lobby = app.state.lobby
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE, headers=client.headers) as again:
        filled = {**fields, "string": "mine", "rules": "ply-yard", "players": "2", "level1": "easy"}
        answer = await again.post("/play-now" if page == "/" else page, data=filled)
        proof = await proof_at(restarted, answer.headers["location"])
    assert (proof.commitment, proof.strings[0]) == (fields["commitment"], "mine")
    await restarted.lobby.close()


async def test_a_program_asks_for_the_commitment_first_or_deals_without(
    client: httpx.AsyncClient, world: World
) -> None:
    told = (await client.post("/api/commitment")).json()
    commitment = told["commitment"]
    wish = {"rules": "ply-yard", "seats": ["normal", "you"], **told, "string": "program"}
    made = (await client.post("/api/tables", json=wish)).json()
    proof = await proof_at(world, made["url"])
    assert (proof.commitment, proof.strings[1], proof.table) == (commitment, "program", made["table"])
    made = (await client.post("/api/tables", json={"rules": "ply-yard"})).json()
    assert (await proof_at(world, made["url"])).strings[0] == ""
    bad = await client.post("/api/tables", json={"rules": "ply-yard", "string": "x" * 65})
    assert bad.status_code == 422


async def test_the_record_of_a_running_round_shows_nothing(client: httpx.AsyncClient, world: World) -> None:
    made = (await client.post("/api/tables", json={"rules": "draw-100", "seats": ["you", "normal"]})).json()
    table = await world.lobby.find(made["table"])
    assert table is not None
    for address in (f"/api/tables/{table.id}/record", f"/table/{table.id}", f"/api/tables/{table.id}", "/"):
        text = (await client.get(address)).text
        assert not [secret for secret in secrets_in(table) if secret in text]
