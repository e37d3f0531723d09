"""Every test of the server fails where something was sent that is not described."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from conforming import SENT, Traffic, message_validator, watched
from world import Ear


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
