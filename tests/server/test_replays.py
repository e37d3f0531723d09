"""Replaying finished rounds: a table's own, a record that is sent, and the report of something odd."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import httpx
import pytest
from test_http import HERE, OURS, client, make, snapshot
from world import World

from doublesix import __version__
from doublesix.notation import Record
from doublesix.notation.verify import verify_json
from doublesix.rules import deal, preset
from doublesix.rules.phrases import Phrase
from doublesix.server.acts.leaving import resign
from doublesix.server.replay_http import RECORD_BYTES
from doublesix.server.replays import UnreadableError, link_of, read_replay, records_in, replay_of

__all__ = ["client"]  # a fixture

ROUND: dict[str, Any] = {
    "rules": "block",
    "players": 2,
    "leader": 0,
    "hands": [["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"], ["5-5", "5-4", "5-3", "5-2", "5-1", "5-0", "4-4"]],
    "boneyard": ["4-3", "4-2", "4-1", "4-0", "3-3", "3-2", "3-1", "3-0", "2-2", "2-1", "2-0", "1-1", "1-0", "0-0"],
    "moves": ["6-6", "pass", "6-5L", "5-5L"],
}


def shown(page: str) -> dict[str, Any]:
    found = re.search(r'<script[^>]*id="replay"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    read: dict[str, Any] = json.loads(found[1])
    return read


async def finished(client: httpx.AsyncClient, world: World) -> str:
    """The id of a table whose first round the visitor has resigned."""
    made = (await make(client, rules="ply-yard", seats=["you", "easy"])).json()
    table = await world.lobby.find(made["table"])
    assert table is not None
    await table._store(resign(table.course, 0))
    return str(made["table"])


async def test_a_pasted_record_is_replayed_with_its_reasons(client: httpx.AsyncClient) -> None:
    answer = await client.post("/replay", data={"text": json.dumps(ROUND)}, headers=OURS, follow_redirects=True)
    assert answer.status_code == 200
    told = shown(answer.text)
    steps = told["rounds"][0]["steps"]
    assert [step["move"] for step in steps] == ROUND["moves"]
    assert "passes" in steps[1]["texts"][0]
    assert steps[2] | {"texts": []} == {
        "seat": 0,
        "move": "6-5L",
        "side": "L",
        "laid": [6, 5],
        "before": {"L": 6, "R": 6},
        "after": {"L": 5, "R": 6},
        "choices": 12,
        "points": [0, 0],
        "texts": [],
    }


async def test_a_record_sent_as_a_file_is_replayed_without_script(client: httpx.AsyncClient) -> None:
    answer = await client.post("/replay", files={"file": ("round.json", json.dumps(ROUND).encode())}, headers=OURS)
    answer = await client.get(answer.headers["location"])
    assert shown(answer.text)["names"] == ["Seat 1", "Seat 2"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Paste a record"),
        ("hello", "This cannot be read: line 1: not JSON"),
        (json.dumps(ROUND | {"moves": ["6-6", "5-5L"]}), "cannot be replayed: move 1"),
        (json.dumps(ROUND) + "\n" + json.dumps(ROUND | {"rules": "draw"}), "different tables"),
        ("\n".join([json.dumps(ROUND)] * 61), "at most 60 rounds"),
        ("[Rules ply-yard]\n5-5", "does not say where every tile lay"),
        (json.dumps(ROUND | {"hands": [ROUND["hands"][0], ["?"] * 7], "moves": []}), "does not say where every"),
    ],
)
async def test_what_cannot_be_replayed_comes_back_with_a_sentence(
    client: httpx.AsyncClient, text: str, says: str
) -> None:
    with pytest.raises(UnreadableError, match=says) as refused:
        read_replay(text)
    assert ".." not in str(refused.value)
    answer = await client.post("/replay", data={"text": text}, headers=OURS)
    assert answer.status_code == 422
    assert says in answer.text


async def test_an_imported_record_is_shared_as_a_link_that_holds_it(client: httpx.AsyncClient) -> None:
    given = ROUND | {"names": ["Ann", "José"], "comments": {"0": "a lead"}}
    answer = await client.post("/replay", data={"text": json.dumps(given)}, headers=OURS)
    assert answer.status_code == 303
    link = answer.headers["location"]
    async with httpx.AsyncClient(transport=client._transport, base_url=HERE) as stranger:
        opened = await stranger.get(link)
    told = shown(opened.text)
    assert (told["url"], told["names"]) == (link, ["Ann", "José"])
    assert told["record"][0]["comments"] == given["comments"]
    assert opened.headers["doublesix-keep"] == "replay"


async def test_a_record_that_is_refused_is_reported_as_it_was_sent_with_the_reason(client: httpx.AsyncClient) -> None:
    text = json.dumps(ROUND | {"moves": ["6-6", "5-5L"]})
    refused = await client.post("/replay", data={"text": text}, headers=OURS)
    assert 'formaction="/replay/report"' in refused.text
    report = (await client.post("/replay/report", files={"text": (None, text)}, headers=OURS)).json()
    assert report["text"] == text
    assert "move 1" in report["refused"]
    fine = await client.post("/replay/report", files={"text": (None, json.dumps(ROUND))}, headers=OURS)
    assert fine.status_code == 422
    assert 'formaction="/replay/report"' not in (await client.get("/replay")).text


async def test_an_error_page_names_what_to_send_to_whoever_runs_the_server(client: httpx.AsyncClient) -> None:
    page = (await client.get("/table/none/replay")).text
    assert f"doublesix {__version__}, 404, /table/none/replay: There is no such table" in page


async def test_a_damaged_link_is_refused_with_what_to_do(client: httpx.AsyncClient) -> None:
    link = link_of([ROUND])
    assert link is not None
    for damaged in (link[:-9], link[1:], "x" * 7000):
        answer = await client.get("/replay", params={"record": damaged})
        assert answer.status_code == 422
        assert "copy the link again" in answer.text


async def test_a_record_too_long_for_a_link_is_shown_at_once(client: httpx.AsyncClient) -> None:
    comment = "".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=12_000))
    text = json.dumps(ROUND | {"comments": {"0": comment}})
    answer = await client.post("/replay", data={"text": text}, headers=OURS)
    assert answer.status_code == 200
    assert "url" not in shown(answer.text)


async def test_a_record_that_is_too_long_is_refused(client: httpx.AsyncClient) -> None:
    answer = await client.post("/replay", data={"text": "x" * (RECORD_BYTES + 1)}, headers=OURS)
    assert answer.status_code == 413


async def test_a_running_round_cannot_be_replayed(client: httpx.AsyncClient) -> None:
    made = (await make(client, rules="ply-yard", seats=["you", "easy"])).json()
    answer = await client.get(f"/table/{made['table']}/replay")
    assert answer.status_code == 404
    assert "once it is" in answer.text


async def test_a_finished_round_is_replayed_from_the_seat_of_the_visitor(
    client: httpx.AsyncClient, world: World
) -> None:
    table = await finished(client, world)
    told = shown((await client.get(f"/table/{table}/replay")).text)
    assert told["you"] == 0
    assert told["url"] == f"/table/{table}/replay"
    record = Record.from_json(told["record"][0])
    assert record.extras["end"] == {"ending": "forfeit", "seats": [0]}
    assert verify_json(record)["ok"]
    async with httpx.AsyncClient(transport=client._transport, base_url=HERE) as stranger:
        assert shown((await stranger.get(f"/table/{table}/replay")).text)["you"] is None


async def test_a_replay_is_spoken_to_who_played_there_and_names_him_to_all_others(
    client: httpx.AsyncClient, world: World
) -> None:
    made = (await make(client, rules="ranked-draw", seats=["you", "easy"])).json()
    table = await world.lobby.find(made["table"])
    assert table is not None
    await table._store(resign(table.course, 0))
    address = f"/table/{made['table']}/replay"
    mine = shown((await client.get(address)).text)
    assert (mine["you"], mine["labelled"], mine["names"]) == (0, False, ["Guest", "Computer"])
    assert re.match("You |Computer ", mine["rounds"][0]["why"])
    client.cookies.clear()
    theirs = shown((await client.get(address)).text)
    assert (theirs["you"], theirs["names"]) == (None, ["Guest", "Computer"])
    assert re.match("Guest |Computer ", theirs["rounds"][0]["why"])
    assert mine["rounds"][0]["why"].startswith("You ") == theirs["rounds"][0]["why"].startswith("Guest ")


def test_a_seat_with_a_label_is_called_by_it_also_to_who_sits_there() -> None:
    (record,) = records_in(link_of([ROUND]) or "")
    told = [replay_of([record], you)["rounds"][0]["steps"][1]["texts"][0] for you in (None, 1)]
    assert "Seat 2 passes" in told[0]
    assert told[1].startswith("You pass")
    labelled = Record.of(deal(preset("ply-yard"), 2, random.Random(1)))
    why = [replay_of([labelled], you)["rounds"][0]["why"] for you in (None, 0)]
    assert why[0] == why[1]
    assert "Black" in why[0]


async def test_a_report_holds_the_position_and_nothing_the_reporter_cannot_see(
    client: httpx.AsyncClient, world: World
) -> None:
    made = (await make(client, rules="ply-yard", seats=["you", "easy"])).json()
    address = f"/table/{made['table']}/report"
    assert "Which rule" in (await client.get(address)).text
    answer = await client.post(address, data={"about": "reserve", "note": " Too few? "}, headers=OURS)
    assert answer.headers["content-disposition"].startswith("attachment")
    report = answer.json()
    table = await world.lobby.find(made["table"])
    assert table is not None
    position = table.course.position
    assert position is not None
    assert (report["about"], report["note"], report["seat"]) == ("reserve", "Too few?", 0)
    assert report["view"] == position.view(0).to_json()
    assert report["state"] == snapshot((await client.get(f"/table/{made['table']}")).text)["state"]
    for tile in (*position.hands[1], *position.boneyard):
        assert f'"{tile}"' not in answer.text


async def test_a_report_names_a_rule_that_there_is(client: httpx.AsyncClient) -> None:
    made = (await make(client, rules="ply-yard", seats=["you", "easy"])).json()
    answer = await client.post(f"/table/{made['table']}/report", data={"about": "colour"}, headers=OURS)
    assert answer.status_code == 422


async def test_a_report_from_the_replay_holds_the_move_that_was_looked_at(
    client: httpx.AsyncClient, world: World
) -> None:
    table = await finished(client, world)
    form = await client.get(f"/table/{table}/report", params={"round": "1", "move": "0", "eye": "1"})
    assert 'name="move" value="0"' in form.text
    sent = {"about": "", "note": "odd", "round": "1", "move": "0", "eye": "1"}
    report = (await client.post(f"/table/{table}/report", data=sent, headers=OURS)).json()
    at = report["at"]
    assert (at["round"], at["move"], at["eye"], [len(hand) for hand in at["hands"]]) == (1, 0, "1", [7, 7])


async def test_a_record_that_was_opened_is_reported_with_its_rules_and_the_rule_concerned(
    client: httpx.AsyncClient,
) -> None:
    link = link_of([ROUND])
    assert link is not None
    address = {"record": link, "round": "1", "move": "2", "eye": "all"}
    form = await client.get("/replay/report", params=address)
    assert f'value="{link}"' in form.text
    sent = address | {"about": "spinner", "note": "Should this fit?"}
    report = (await client.post("/replay/report", data=sent, headers=OURS)).json()
    assert (report["about"], report["rules"], report["at"]["ends"]) == ("spinner", "block", {"L": 6, "R": 6})
    assert "6-5L" in report["at"]["legal"]
    assert Record.from_json(report["records"][0]).moves
    assert (await client.get("/replay/report", params={"record": "x"})).status_code == 422


@pytest.mark.parametrize(
    "record",
    [
        ROUND | {"moves": ["6-6", "5-5L"]},
        ROUND | {"moves": ["6-6", "nonsense"]},
        ROUND | {"boneyard": []},
        ROUND | {"hands": [ROUND["hands"][0]] * 2},
        ROUND | {"leader": 9},
        ROUND | {"colour": "red"},
        ROUND | {"names": ["Ann"]},
        ROUND | {"rules": {"base": "block", "reserve": -1}},
    ],
)
def test_why_a_record_is_refused_can_be_said_in_every_language(record: dict[str, Any]) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_replay(json.dumps(record))
    sentence = refused.value.args[0]
    assert isinstance(sentence, Phrase)
    assert isinstance(sentence.values["why"], Phrase), sentence


async def test_a_report_made_beside_a_refusal_begins_with_its_sentence_and_its_rule(client: httpx.AsyncClient) -> None:
    made = (await make(client, rules="ply-yard", seats=["you", "easy"])).json()
    refused = {"about": "draw_limit", "note": "<b>You cannot draw now."}
    form = (await client.get(f"/table/{made['table']}/report", params=refused)).text
    assert '<option value="draw_limit" selected>' in form
    assert ">&lt;b&gt;You cannot draw now.</textarea>" in form
