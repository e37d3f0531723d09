"""The documents of addresses and messages: complete, valid, and shown to people."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import httpx
import jsonschema
import pytest
from conforming import FOLDER, SENT, Traffic, message_validator
from starlette.applications import Starlette
from world import World

from doublesix.server.acts import MESSAGES, OWN
from doublesix.server.api.events import AnyEvent
from doublesix.server.api.fields import fields_of, holds
from doublesix.server.api.openapi import openapi, served
from doublesix.server.api.routes import REFUSALS, ROUTES
from doublesix.server.api.socket_messages import socket_messages
from doublesix.server.app import create_app
from doublesix.server.hall import HallMessage
from doublesix.server.settings import Settings

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)]
FROM_CLIENT = {kind.__struct_config__.tag: kind for kind in (*MESSAGES, *get_args(HallMessage))}


@pytest.fixture
def app() -> Starlette:
    return create_app(Settings(bot_delay=0.0), World().seams)


@pytest.fixture
async def client(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
        yield client


def test_every_address_that_is_served_is_described_and_no_other(app: Starlette) -> None:
    addresses = set(served(app.routes))
    undescribed = addresses - set(ROUTES)
    assert undescribed == set(), f"describe in {FOLDER}/routes.py: {sorted(undescribed)}"
    gone = set(ROUTES) - addresses
    assert gone == set(), f"take out of {FOLDER}/routes.py: {sorted(gone)}"


def test_every_status_of_a_refusal_has_its_meaning() -> None:
    assert {status for described in ROUTES.values() for status in described.refuses} <= set(REFUSALS)


def test_every_kind_of_event_is_described() -> None:
    described = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}
    assert set(OWN) - described == set(), f"describe them in {FOLDER}/events.py"


def test_every_part_of_both_documents_is_a_json_schema(app: Starlette) -> None:
    for named in (openapi(app.routes)["components"]["schemas"], socket_messages()["$defs"]):
        for schema in named.values():
            jsonschema.Draft202012Validator.check_schema(schema)
            assert schema["description"], schema
    for document in (openapi(app.routes), socket_messages()):
        places = {match[1:].split("/")[-1] for match in re.findall(r'"\$ref": "(#[^"]+)"', json.dumps(document))}
        assert places <= set(document.get("$defs", document.get("components", {}).get("schemas", {})))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["t"])
async def test_the_examples_of_the_protocol_are_what_the_schemas_describe(example: dict[str, Any]) -> None:
    _, ear = await World().waiting()
    kinds = [kind for tag, kind in (*SENT.items(), *FROM_CLIENT.items()) if tag == example["t"]]
    found = []
    for kind in kinds:
        value = example
        if "state" in value and value["state"] == {}:
            value = value | {"state": ear.state}
        found.append(message_validator(kind.__name__).is_valid(value))
    assert any(found), example


async def test_the_documents_are_served_as_json_and_for_people(client: httpx.AsyncClient, app: Starlette) -> None:
    document = (await client.get("/api/openapi.json")).json()
    assert document["openapi"] == "3.1.0"
    assert document == json.loads(json.dumps(openapi(app.routes)))
    people = (await client.get("/api")).text
    for path in document["paths"]:
        assert path in people
    messages = (await client.get("/api/events.json")).json()
    assert messages == json.loads(json.dumps(socket_messages()))
    people = (await client.get("/api/events")).text
    for entry in messages["events"]:
        assert f"<code>{entry['name']}</code>" in people
    for tag in (*SENT, *FROM_CLIENT):
        assert f"<code>{tag}</code>" in people


def test_what_a_field_holds_is_said_in_words() -> None:
    rows = fields_of(socket_messages()["$defs"]["ClaimMessage"])
    assert [(row.name, row.holds, row.needed) for row in rows] == [
        ("t", "claim", True),
        ("cid", "text of at most 40 letters", True),
        ("n", "whole number from 0 to 10000000", True),
        ("seat", "whole number from 0 to 15", True),
    ]
    texts = {"type": "array", "items": {"type": "string"}}
    assert holds({"anyOf": [texts, {"type": "null"}]}) == "list of text or null"
    assert holds({"type": "object", "additionalProperties": {"type": "integer"}}) == "object of whole number"


def test_what_is_not_described_is_named_with_the_place_for_it() -> None:
    traffic = Traffic()
    traffic.message('{"t": "sung"}')
    traffic.message('{"t": "pong", "loud": true}')
    traffic.message('{"t": "events", "from": 1, "n": 1, "events": [{"kind": "sung", "n": 1, "text": ""}], "state": {}}')
    assert "describe the message 'sung' in src/doublesix/server/api/messages.py" in traffic.wrong
    assert "unknown field `loud`" in traffic.wrong[1]
    assert "Invalid value 'sung'" in traffic.wrong[2]
    assert "events.py for kinds of events" in traffic.wrong[2]
