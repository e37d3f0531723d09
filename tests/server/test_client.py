"""The client that ships with the package, against a real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from serving import Serving, serving

from doublesix.client import Client, NotServed, Report, Unreachable, split_link
from doublesix.client import playing as playing_module
from doublesix.client import socket as client_socket
from doublesix.rules import Move, View
from doublesix.server import socket as server_socket
from doublesix.store import MemoryStore


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """These clients may talk faster than others."""
    monkeypatch.setattr(client_socket, "PACE", 0.0)
    monkeypatch.setattr(server_socket, "MESSAGES_PER_SECOND", 10_000.0)


@pytest.fixture
async def server() -> AsyncIterator[Serving]:
    async with serving() as running:
        yield running


def first(view: View) -> Move:
    return view.legal[0]


@pytest.mark.parametrize(
    ("link", "address", "table"),
    [
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000", None),
        ("http://192.168.1.5:8000/", "http://192.168.1.5:8000", None),
        (" 192.168.1.5:8000/join/k3f9 ", "http://192.168.1.5:8000", "k3f9"),
        ("https://dominoes.example/table/k3f9?x=1#y", "https://dominoes.example", "k3f9"),
        ("https://dominoes.example:443/join/k3f9/", "https://dominoes.example", "k3f9"),
        ("http://[::1]:8000/rules/draw", "http://[::1]:8000", None),
    ],
)
def test_a_link_names_the_server_and_the_table(link: str, address: str, table: str | None) -> None:
    assert split_link(link) == (address, table)


@pytest.mark.parametrize("link", ["", "ftp://x/y", "http://", "http://x:port", "http://me:secret@x", "http://x:99999"])
def test_what_is_no_address_is_said(link: str) -> None:
    with pytest.raises(Unreachable, match="looks like"):
        split_link(link)


SHORT = {"points": 15, "mode": "at-least", "when": "round"}


@pytest.mark.parametrize(
    "rules",
    ["ply-yard", {"base": "draw-100", "target": SHORT}, {"base": "block", "hand_size": {"2": 5}, "target": SHORT}],
)
async def test_a_client_plays_a_table_to_its_end_and_every_view_is_its_seats(server: Serving, rules: Any) -> None:
    table, client = await server.make_table(rules, ("easy", "you"))
    seen: list[View] = []

    def watching(view: View) -> Move:
        seen.append(view)
        return view.legal[-1]

    state = await client.playing(table, watching)
    position = (await server.app.state.lobby.find(table)).course.position
    assert state["outcome"]["ending"] == position.outcome.ending
    assert state["match"] is None or state["match"]["over"]
    assert {view.seat for view in seen} == {1}
    assert seen[0].rules == position.rules
    assert len(client_records := await asyncio.to_thread(client.records, table)) >= 1
    assert client_records[-1]["outcome"] == position.outcome.to_json()


async def test_the_view_of_a_client_is_the_view_of_its_seat(server: Serving) -> None:
    table, client = await server.make_table({"base": "all-fives", "target": SHORT}, ("you", "normal"))
    held = await server.app.state.lobby.find(table)

    def compared(view: View) -> Move:
        assert view.to_json() == held.course.position.view(0).to_json()
        assert view.later == held.course.position.later
        return view.legal[0]

    reports: list[Report] = []
    await client.playing(table, compared, reports.append)
    assert [report.text for report in reports if report.kind == "failed"] == []


async def test_people_and_programs_sit_where_they_wish(server: Serving) -> None:
    table, host = await server.make_table("draw-100", ("you", "open", "open"))
    ben = await server.join(table, "Ben", 2)
    with pytest.raises(NotServed, match=r"Seat 2 is not free; free: 1\."):
        await server.join(table, "Cas", 2)
    assert await asyncio.to_thread(ben.join, table, None, 1) == 2, "who sits keeps his seat"
    agreed = await asyncio.to_thread(host.table, table)
    assert agreed["free"] == [1]
    assert [seat["name"] for seat in agreed["seats"]] == ["Guest", "Guest", "Ben"]


async def test_three_clients_play_a_match_and_agree(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing_module, "READING", 0.05)
    rules = {"base": "draw-100", "target": SHORT}
    table, host = await server.make_table(rules, ("you", "open", "open"))
    clients = [host, await server.join(table, "Ben"), await server.join(table, "Cas")]
    ends = await asyncio.gather(*(client.playing(table, first) for client in clients))
    assert len({str(end["match"]["scores"]) for end in ends}) == 1
    assert all(end["match"]["over"] for end in ends)


async def test_a_player_that_fails_is_replaced_by_a_legal_move_and_told(server: Serving) -> None:
    table, client = await server.make_table()
    answers: Iterator[Move | Exception] = iter([Move.parse("pass"), ValueError("no idea"), TimeoutError("too late")])

    def failing(view: View) -> Move:
        answer = next(answers, view.legal[0])
        if isinstance(answer, Exception):
            raise answer
        return answer

    reports: list[Report] = []
    state = await client.playing(table, failing, reports.append)
    assert state["outcome"]
    failed = [report.text for report in reports if report.kind == "failed"]
    assert len(failed) == 3
    assert "pass is not legal" in failed[0]
    assert "no idea" in failed[1]


async def test_play_on_a_running_loop_says_what_is_right_there() -> None:
    with pytest.raises(RuntimeError, match=r"write `await client\.playing\(table, choose\)` instead"):
        Client("http://127.0.0.1:9").play("nothing", first)


async def test_a_server_that_comes_back_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    monkeypatch.setattr(store, "close", lambda: asyncio.sleep(0))
    reports: list[Report] = []
    moves = 0
    stop = asyncio.Event()

    async with serving(store=store) as server:
        table, client = await server.make_table("ply-yard", ("you", "easy"))
        loop = asyncio.get_running_loop()

        def counted(view: View) -> Move:
            nonlocal moves
            moves += 1
            if moves == 3:
                asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result()
                loop.call_soon_threadsafe(stop.set)
            return view.legal[0]

        playing = asyncio.create_task(client.playing(table, counted, reports.append))
        await stop.wait()
    port = int(server.address.rpartition(":")[2])
    async with serving(port, store):
        state = await playing
    assert state["outcome"]
    assert {"lost", "back"} <= {report.kind for report in reports}


async def test_what_is_not_there_is_said_in_a_sentence(server: Serving) -> None:
    client = Client(server.address)
    with pytest.raises(NotServed, match="There is no such table"):
        await client.playing("nothing", first)
    with pytest.raises(NotServed, match="There is no such table"):
        async with client.connect("nothing"):
            pass
    with pytest.raises(Unreachable, match="no server answers at"):
        await Client("http://127.0.0.1:1").playing("x", first)
    table, _ = await server.make_table()
    with pytest.raises(NotServed, match="no seat at the table"):
        await client.playing(table, first)
    with pytest.raises(NotServed, match="All seats"):
        await server.join(table)


async def test_a_server_under_another_name_says_so(server: Serving) -> None:
    other = Client(server.address.replace("127.0.0.1", "localhost"))
    with pytest.raises(NotServed, match="not known under that address"):
        await asyncio.to_thread(other.lobby)
    with pytest.raises(NotServed, match="use an address that it printed"):
        async with other.connect("x"):
            pass


async def test_an_answer_of_something_else_is_not_taken_for_one_of_ours(server: Serving) -> None:
    with pytest.raises(Unreachable, match="no doublesix server"):
        await asyncio.to_thread(ask_html, server)


def ask_html(server: Serving) -> None:
    from doublesix.client.http import ask_json

    ask_json(server.address, "/")


async def test_the_lobby_of_a_client(server: Serving) -> None:
    table, host = await server.make_table("ply-yard", ("you", "open"), listed=True)
    (listed,) = await asyncio.to_thread(host.lobby)
    assert listed["id"] == table
    assert listed["free"] == 1


async def test_a_client_agrees_to_what_people_ask_as_computer_players_do(server: Serving) -> None:
    table, host = await server.make_table("ply-yard", ("you", "open"))
    ben = await server.join(table, "Ben")
    playing = asyncio.create_task(ben.playing(table, first))
    async with host.connect(table) as at:
        while at.state["outcome"] is None:
            if at.state["turn"] == 0 and not at.state["company"]["asked"]:
                await at.send("void")
            await at.receive()
    assert (await playing)["outcome"]["ending"] == "void"


async def test_a_play_that_was_taken_back_is_not_in_the_list_of_moves(server: Serving) -> None:
    table, host = await server.make_table({"base": "draw-100", "target": None}, ("you", "easy"))
    async with host.connect(table) as at:
        while at.state["undo"] != 0 and at.state["outcome"] is None:
            if at.state["turn"] == 0:
                await at.move(at.state["legal"][0])
            await at.receive()
        await at.send("take_back")
        while (await at.receive())["t"] not in ("events", "refused"):
            pass
        held = await server.app.state.lobby.find(table)
        assert [made["n"] for made in at.state["moves"]] == [numbered.n for numbered in held.course.moves]
