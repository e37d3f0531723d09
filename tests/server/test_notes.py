"""Notes: nobody else sees them while the round runs, and they stand in its record when it is over."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import httpx
import pytest
from test_http import OURS, client, make
from world import World

from doublesix.analysis.skills import reasons_in
from doublesix.server.table import Table
from doublesix.store import NoteRow

__all__ = ["client"]  # a fixture


async def a_table(client: httpx.AsyncClient, world: World, **wishes: Any) -> tuple[str, Table]:
    made = await make(client, rules="ply-yard", seats=["you", "easy"], **wishes)
    table = await world.lobby.find(made.json()["table"])
    assert table is not None
    return f"/api/tables/{table.id}/notes", table


async def lead(table: Table) -> str:
    """Seat 0 leads the first tile of its hand; the move as text."""
    position = table.course.position
    assert position is not None
    move = position.legal_moves[0]
    await table.ask(partial(table.carry_out, table.course.judge(0, move)))
    return str(move)


async def play_out(table: Table) -> None:
    while table.course.running:
        position = table.course.position
        assert position is not None
        assert position.turn is not None
        step = table.course.judge(position.turn, position.legal_moves[0])
        await table.ask(partial(table.carry_out, step))


async def test_a_skill_and_a_reason_are_kept_and_read_by_their_owner(client: httpx.AsyncClient, world: World) -> None:
    address, table = await a_table(client, world)
    await client.post(address, json={"round": 1, "skill": "ends"}, headers=OURS)
    move = await lead(table)
    body = {"round": 1, "at": 0, "skill": "ends", "text": " keeps   two "}
    told = (await client.post(address, json=body, headers=OURS)).json()
    want = {"round": 1, "skill": "ends", "notes": [{"at": 0, "move": move, "text": "[ends] keeps two"}]}
    assert told == want
    assert (await client.get(address)).json() == want
    gone = await client.post(address, json={"round": 1, "at": 0, "skill": ""}, headers=OURS)
    assert gone.json()["notes"] == []


async def test_nobody_else_can_read_a_note_while_the_round_runs(client: httpx.AsyncClient, world: World) -> None:
    address, table = await a_table(client, world)
    await lead(table)
    await client.post(address, json={"round": 1, "at": 0, "skill": "ends", "text": "a secret plan"}, headers=OURS)
    shown = [table.snapshot(()), table.snapshot((1,)), table.snapshot((0,))]
    assert "secret plan" not in json.dumps(shown, default=str)
    assert "secret plan" not in (await client.get(f"/api/tables/{table.id}/record")).text
    assert (await client.get(f"/table/{table.id}/replay")).status_code == 404
    client.cookies.clear()
    assert (await client.get(address)).status_code == 403
    assert "secret plan" not in (await client.get(f"/table/{table.id}")).text


async def test_a_note_is_a_comment_of_the_record_when_the_round_is_over(
    client: httpx.AsyncClient, world: World
) -> None:
    address, table = await a_table(client, world)
    await client.post(address, json={"round": 1, "skill": "pips"}, headers=OURS)
    await lead(table)
    await play_out(table)
    record = json.loads((await client.get(f"/api/tables/{table.id}/record")).text.splitlines()[0])
    assert record["comments"] == {"0": "[pips]"}
    await client.post(address, json={"round": 1, "at": 0, "skill": "pips", "text": "heavy first"}, headers=OURS)
    record = json.loads((await client.get(f"/api/tables/{table.id}/record")).text.splitlines()[0])
    assert reasons_in(record["comments"])[0].text == "heavy first"
    assert "heavy first" in (await client.get(f"/table/{table.id}/replay")).text


async def test_a_reason_for_a_move_that_was_taken_back_is_not_told(client: httpx.AsyncClient, world: World) -> None:
    _, table = await a_table(client, world)
    move = await lead(table)
    await play_out(table)
    row = NoteRow(1, 0, 0, "ann", "not " + move, "[ends] of another move")
    await world.lobby._seams.store.notes.write(table.id, row)
    assert "of another move" not in (await client.get(f"/api/tables/{table.id}/record")).text


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"round": 2, "skill": "ends"}, 409),
        ({"round": 1, "skill": "luck"}, 422),
        ({"round": 1, "skill": "ends", "at": 1, "text": "not mine"}, 422),
        ({"round": 1, "skill": "ends", "at": 99, "text": "not played"}, 422),
        ({"round": 1, "skill": "ends", "at": 0, "text": "x" * 201}, 422),
        ({"round": 1, "skill": "ends", "at": 0, "text": "\u0007"}, 422),
        ({"round": 1}, 422),
    ],
)
async def test_notes_that_cannot_be_are_refused(
    client: httpx.AsyncClient, world: World, body: dict[str, Any], status: int
) -> None:
    address, table = await a_table(client, world)
    await lead(table)
    assert (await client.post(address, json=body, headers=OURS)).status_code == status
    foreign = {"origin": "https://elsewhere.example"}
    assert (await client.post(address, json=body, headers=foreign)).status_code == 403
