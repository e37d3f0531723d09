"""One Chromium and one server for all tests that drive the page; gone with them, for its event loop bears no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from .driving import Player, Serving, chromium

PLAIN: Any = {"reduced_motion": "reduce", "service_workers": "block"}
"""Without motion, and without the worker that keeps pages: `test_offline.py` looks at that."""


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="package")
def serving(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:  # noqa: ARG001
    """The real server; asked for after the browser, so that nothing is started where there is none."""
    server = Serving(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def player(browser: Browser, serving: Serving) -> Iterator[Player]:
    """A visitor who has never been here, on a screen of 1280 x 800 without motion."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **PLAIN)
    visitor = Player(context.new_page(), serving.address)
    yield visitor
    context.close()
    assert visitor.errors == []


@pytest.fixture
def ben(browser: Browser, serving: Serving) -> Iterator[Player]:
    """A second visitor, on a phone."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, **PLAIN)
    visitor = Player(context.new_page(), serving.address)
    yield visitor
    context.close()
    assert visitor.errors == []
