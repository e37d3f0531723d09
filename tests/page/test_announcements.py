"""P72: what happens is announced once and in order, whatever the connection does, and by one live region only."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from .driving import Player
from .node import STATIC
from .reading import EARS
from .test_moments import Stage, state

pytestmark = pytest.mark.browser
UNSAID = {"committed", "mixed"}


@pytest.fixture
def stages() -> Iterator[list[Stage]]:
    made: list[Stage] = []
    yield made
    for stage in made:
        stage.page.context.close()
        assert stage.errors == []


@pytest.fixture
def stage(browser: Browser, stages: list[Stage]) -> Stage:
    """A table at which it is the computer's turn, with ears."""
    stages.append(made := Stage(browser, state(turn=1, legal=[], why={})))
    made.evaluate(EARS)
    return made


def events(*numbers: int, **more: Any) -> dict[str, Any]:
    """A message with events of these numbers, told as `Event 18.` and so on."""
    told = [{"n": n, "kind": "passed", "seat": 1, "text": f"Event {n}."} for n in numbers]
    now = state(turn=1, legal=[], **more)
    return {"t": "events", "from": numbers[0], "n": numbers[-1], "events": told, "state": now}


def heard(stage: Player, last: str) -> list[str]:
    """All that was announced, once this sentence was."""
    stage.page.wait_for_function("(last) => window.heard.includes(last)", arg=last)
    said: list[str] = stage.evaluate("() => window.heard")
    return said


def test_every_event_of_a_round_is_announced_once_and_in_order(player: Player) -> None:
    player.page.add_init_script(EARS)
    sent: dict[int, str] = {}

    def note(text: Any) -> None:
        message = json.loads(text)
        for event in message.get("events", []):
            if event["kind"] not in UNSAID and event["text"]:
                sent[event["n"]] = re.sub(r"(?<![.!?])$", ".", event["text"])

    player.page.on("websocket", lambda socket: socket.on("framereceived", note))
    player.sit("ranked-draw", 3)
    player.finish()
    player.page.wait_for_function("() => window.heard.some((said) => /\\bwins?\\b|tie/.test(said))")
    said: list[str] = player.evaluate("() => window.heard")
    told = [sent[n] for n in sorted(sent)]
    assert len(told) > 5
    assert [sentence for sentence in said if sentence in set(told)] == told
    rest = [sentence for sentence in said if sentence not in set(told)]
    assert len([sentence for sentence in said if re.search(r"\bwins?\b|tie", sentence)]) == 1, "the end, once"
    assert len([sentence for sentence in rest if re.search(r"last tile|Blocked", sentence)]) == 1, "and why, once"
    assert all(re.search(r"[.!?]$", sentence) for sentence in said)


def test_many_events_at_once_are_all_announced(stage: Stage) -> None:
    stage.tell(events(*range(18, 30)))
    stage.tell(events(30))
    stage.tell(events(31, 32))
    assert heard(stage, "Event 32.") == [f"Event {n}." for n in range(18, 33)]
    assert stage.page.locator("#say p").count() >= 15, "none was taken away before it could be read"


def test_after_a_lost_connection_what_was_missed_is_announced_once_and_the_connection_too(stage: Stage) -> None:
    stage.tell(events(18))
    heard(stage, "Event 18.")
    first = stage.socket
    assert first is not None
    first.close()
    stage.page.wait_for_selector("#link[data-status=lost]")
    stage.ready()
    assert stage.socket is not first
    stage.tell({"t": "snapshot", "n": 21, "state": state(turn=1, legal=[])})
    stage.page.wait_for_function("() => +document.querySelector('#main').dataset.n === 21")
    assert stage.heard[-1] == {"t": "sync", "n": 18}
    stage.tell(events(19, 20, 21))
    stage.tell(events(19, 20, 21))
    stage.tell(events(22))
    lost, back = "The connection is lost. It comes back by itself.", "Connected again."
    assert heard(stage, "Event 22.") == ["Event 18.", lost, back, *(f"Event {n}." for n in range(19, 23))]


def test_a_round_that_ended_meanwhile_is_said_to_have_ended(stage: Stage) -> None:
    stage.tell({"t": "snapshot", "n": 40, "state": state()})
    stage.tell({"t": "snapshot", "n": 40, "state": state()})
    said = heard(stage, "While the connection was lost, another round began.")
    stage.tell(events(41))
    assert said.count("While the connection was lost, another round began.") == 1
    assert "Event 41." in heard(stage, "Event 41.")


def test_a_refusal_asked_for_twice_is_announced_twice(browser: Browser, stages: list[Stage]) -> None:
    stages.append(stage := Stage(browser, state()))
    stage.evaluate(EARS)
    for _ in range(2):
        stage.page.locator(".held.no").press("Enter")
    assert heard(stage, "5-5 has no 6 and no 4.") == ["5-5 has no 6 and no 4."] * 2


@pytest.mark.parametrize("path", sorted((STATIC / "js").rglob("*.js")), ids=lambda path: path.name)
def test_only_the_voice_writes_into_the_live_region(path: Path) -> None:
    if path.name != "voice.js":
        assert "#say'" not in path.read_text(encoding="utf-8") or path.name == "duplicate.js"
