"""Anything may be sent: the server answers with a refusal of ours, and never with an error of its own."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.types import Message
from world import Ear, World

from doublesix.server.acts import MESSAGES, decode
from doublesix.server.app import create_app
from doublesix.server.crowd import Crowd, is_here
from doublesix.server.hall import decode_hall
from doublesix.server.limits import BODY_BYTES, MESSAGE_BYTES
from doublesix.server.settings import Settings
from doublesix.server.socket import TOO_MANY
from doublesix.server.wire import BadMessageError

HERE = "http://127.0.0.1:8000"
THEIRS = ("msgspec", "Expected `", "Object contains", "Object missing", "JSON is malformed", "Traceback", "$.", "Errno")
"""Words of libraries, which are none of ours."""

values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=40)
    | st.sampled_from(["6-4L", "draw", "pass", "you", "ply-yard", 10**400, -1, 1e308, "\x00", "\ud800"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
tags = st.sampled_from([kind.__struct_config__.tag for kind in MESSAGES])
fields = st.sampled_from(["n", "cid", "move", "seat", "string", "commitment", "phrase", "text", "t", "string", "url"])
messages = st.builds(
    lambda tag, more: {"t": tag} | more, tags | st.text(max_size=5), st.dictionaries(fields, values, max_size=5)
)


def text_of(value: Any) -> str:
    return json.dumps(value, default=str)


frames = (
    st.binary(max_size=200)
    | st.text(max_size=200)
    | values.map(text_of)
    | messages.map(text_of)
    | messages.map(lambda value: text_of(value)[:-1] + ',"n":1,"n":2}')
    | st.integers(1, 1500).map(lambda depth: "[" * depth + "]" * depth)
    | st.integers(1, 600).map(lambda depth: '{"t":"ping","a":' + '{"a":' * depth + "1" + "}" * (depth + 1))
)


@given(frames)
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_frame_is_read_or_refused_in_words_of_ours(frame: str | bytes) -> None:
    for read in (decode, decode_hall):
        try:
            read(frame)
        except BadMessageError as problem:
            said = str(problem)
            assert said.startswith("This message is not understood. ")
            assert said.endswith(".")
            assert not any(word in said for word in THEIRS), said
            assert len(said) < 400


@given(st.lists(messages, min_size=1, max_size=6))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_a_table_answers_whatever_it_is_told_and_can_still_be_played(said: list[dict[str, Any]]) -> None:
    async def talk() -> None:
        world = World()
        table, ear = await world.table("ply-yard", ("you", "easy"))
        watcher = Ear(None)
        table.join(watcher)
        for message in said:
            for who in (ear, watcher):
                try:
                    read = decode(text_of(message))
                except BadMessageError:
                    continue
                table.hear(who, read)
                await world.settle(table)
        for heard in (*ear.heard, *watcher.heard):
            if heard["t"] == "refused":
                assert not any(word in heard["error"] for word in THEIRS), heard
        if ear.state["outcome"] is None and ear.state["legal"]:
            before = table.course.n
            await world.say(table, ear, {"t": "move", "n": before, "cid": "fuzz", "move": ear.state["legal"][0]})
            assert table.course.n > before

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("x", "This is not JSON, or it ends too early."),
        ('{"t":"ping"', "This is not JSON, or it ends too early."),
        (b"\xff\xfe", "This is not JSON, or it ends too early."),
        ('{"t":"move"}', "As a whole: it lacks the field cid."),
        ('{"t":"fly"}', "In t: there is no fly here."),
        ('{"t":"ping","seat":1}', "As a whole: it has a field seat that is not known here."),
        ('{"t":"sync","n":-1}', "In n: it is 0 or more."),
        ('{"t":"sync","n":1.5}', "In n: it must be a whole number, not a number."),
        ('{"t":"sync","n":99999999999}', "In n: it is at most 10000000."),
        ('{"t":"move","n":1,"cid":"","move":"6-6"}', "In cid: it must not be empty."),
        ('{"t":"move","n":1,"cid":"c","move":"' + "6" * 99 + '"}', "In move: it has at most 16 letters."),
        ('{"t":"move","n":1,"cid":7,"move":"6-6"}', "In cid: it must be a text, not a whole number."),
        ("[" * 2000 + "]" * 2000, "As a whole: it must be an object, not a list."),
    ],
)
def test_what_is_wrong_with_a_message_is_said_with_its_place(message: str | bytes, sentence: str) -> None:
    with pytest.raises(BadMessageError) as problem:
        decode(message)
    assert str(problem.value) == f"This message is not understood. {sentence}"


# --- HTTP -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("examples", [1, pytest.param(12, marks=pytest.mark.nightly)])
async def test_requests_made_from_the_openapi_document_never_find_an_error_of_the_server(examples: int) -> None:
    """Generated by schemathesis, right ones and wrong ones; what is answered is held against the document, too."""
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis.generation import GenerationMode

    app = create_app(Settings(bot_delay=0.0), World().seams)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        document = (await client.get("/api/openapi.json")).json()
        cases: list[Any] = []
        schema = schemathesis.openapi.from_dict(document)
        for found in schema.get_all_operations():
            operation = found.ok()
            if not operation.path.startswith("/api/"):
                continue  # pages take long to make, and forms have tests of their own
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                try:
                    strategy = operation.as_strategy(generation_mode=mode)
                    cases += examples_of(strategy, examples)
                except Exception as problem:
                    if mode is GenerationMode.POSITIVE:
                        raise AssertionError(f"{operation.label}: {problem}") from problem
        assert len(cases) > 20
        for case in cases:
            request = case.as_transport_kwargs(base_url=HERE)
            kept = {key: request[key] for key in ("method", "url", "params", "json", "headers") if request.get(key)}
            if request.get("data"):
                data = request["data"]
                kept["content"] = data if isinstance(data, bytes | str) else text_of(data)
            try:
                prepared = client.build_request(**kept)
            except (TypeError, ValueError, httpx.InvalidURL):
                continue  # nothing that could be sent
            answer = await client.send(prepared)
            assert answer.status_code != 500, (prepared.method, prepared.url, kept)
            assert not any(word in answer.text for word in THEIRS[:5]), (prepared.url, answer.text[:300])
    await app.state.lobby.close()


def examples_of(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """The first examples of a strategy, the same every time."""
    found: list[Any] = []

    @given(strategy)
    @settings(max_examples=count, deadline=None, derandomize=True, database=None, suppress_health_check=[*HealthCheck])
    def collect(case: Any) -> None:
        found.append(case)

    collect()
    return found


BODIES = [
    b"",
    b"null",
    b"[]",
    b"{",
    b'{"rules":1}',
    b'{"rules":"ply-yard","players":1e400}',
    b'{"rules":"ply-yard","seats":["you",{}]}',
    b'{"rules":' + b"[" * 5000 + b"]" * 5000 + b"}",
    b'{"rules":{"base":"draw","reserve":' + b"9" * 5000 + b"}}",
    b'{"rules":"\\ud800"}',
    b"\xff\xfe\x00",
    b'{"rules":"ply-yard","pace":{"turn":"soon"}}',
    b'{"rules":"ply-yard","seat":3}',
]


@pytest.mark.parametrize("body", BODIES)
async def test_a_body_of_the_wrong_shape_is_refused_in_a_sentence(body: bytes) -> None:
    app = create_app(Settings(bot_delay=0.0), World().seams)
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
        headers = {"content-type": "application/json", "origin": HERE}
        answer = await client.post("/api/tables", content=body, headers=headers)
        assert answer.status_code == 422
        said = answer.json()["error"]
        assert said[0].isupper()
        assert said.endswith(".")
        assert not any(word in said for word in THEIRS), said
        large = await client.post("/api/tables", content=b" " * (BODY_BYTES + 1), headers=headers)
        assert large.status_code == 413
    await app.state.lobby.close()


# --- sockets of one address -------------------------------------------------------------------------------------------


async def test_one_address_holds_a_limited_number_of_sockets_and_this_machine_any() -> None:
    crowd, leave, inside = Crowd(most=2), asyncio.Event(), 0

    async def stay(_scope: Any, _receive: Any, _send: Any) -> None:
        nonlocal inside
        inside += 1
        await leave.wait()

    limited = crowd.limiting(stay)
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    async def come(address: str) -> None:
        await limited({"type": "websocket", "client": (address, 1)}, receive, send)

    stays = [asyncio.create_task(come(address)) for address in ("10.0.0.1", "10.0.0.1", "10.0.0.2", *["127.0.0.1"] * 9)]
    await asyncio.sleep(0)
    assert inside == 12
    await come("10.0.0.1")
    assert inside == 12
    assert sent[-1]["code"] == TOO_MANY
    leave.set()
    await asyncio.gather(*stays)
    await come("10.0.0.1")
    assert inside == 13, "who has gone makes room"


@pytest.mark.parametrize(
    ("address", "here"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("192.168.1.5", False), ("2001:db8::1", False)],
)
def test_this_machine_is_known_by_its_addresses(address: str, here: bool) -> None:
    assert is_here(address) is here


def test_no_frame_may_be_larger_than_what_is_read_deep() -> None:
    assert MESSAGE_BYTES <= 4096
