"""Every test of the server fails where something was sent that is not described."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from conforming import SENT, Traffic, message_validator, watched
from starlette.applications import Starlette
from world import Ear, World

from doublesix.server.app import create_app
from doublesix.server.settings import Settings


@pytest.fixture(scope="session")
def all_traffic() -> Iterator[Traffic]:
    """What all tests sent; each form of message is held against its published JSON Schema at the end."""
    traffic = Traffic()
    with watched(traffic, Ear):
        yield traffic
    for text in traffic.kinds.values():
        kind = SENT[json.loads(text)["t"]].__name__
        message_validator(kind).validate(json.loads(text))


@pytest.fixture(autouse=True)
def described(all_traffic: Traffic) -> Iterator[None]:
    """What this test sent is as it is described."""
    all_traffic.wrong.clear()
    yield
    if all_traffic.wrong:
        pytest.fail("\n".join(sorted(set(all_traffic.wrong))[:5]), pytrace=False)


@pytest.fixture
def world() -> World:
    """A lobby over a store, and a clock that the test holds."""
    return World()


@pytest.fixture
def app(world: World) -> Starlette:
    """The program in this world; its computer players do not wait."""
    app = create_app(Settings(bot_delay=0.0), world.seams)
    world.lobby = app.state.lobby
    return app
