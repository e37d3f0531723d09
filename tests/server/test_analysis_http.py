"""Analysis and review over requests: line by line, from what a seat could know, or refused with a sentence."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
import pytest
from test_http import OURS, client

from doublesix.analysis import WORLDS
from doublesix.notation import Record
from doublesix.rules import Position, deal, preset
from doublesix.server import analysis_http, thinking

__all__ = ["client"]  # a fixture


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested is what is told, not how well it is known."""
    monkeypatch.setattr(analysis_http, "REVIEW_WORLDS", 8)
    monkeypatch.setattr(analysis_http, "STAGES", (4, 8))


def a_round(rules: str = "ply-yard", players: int = 2, seed: int = 3) -> Position:
    rng = random.Random(seed)
    position = deal(preset(rules), players, rng)
    while position.outcome is None:
        position = position.play(rng.choice(position.legal_moves))
    return position


def record_of(position: Position) -> dict[str, Any]:
    outcome = position.outcome
    return Record.of(position, names=["Ana", "Ben"], outcome=outcome and outcome.to_json()).to_json()


def lines(answer: httpx.Response) -> list[dict[str, Any]]:
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


async def test_a_review_tells_every_move_of_the_seat_and_what_the_result_is_made_of(client: httpx.AsyncClient) -> None:
    last = a_round()
    answer = await client.post("/api/review", json={"record": record_of(last), "seat": 1}, headers=OURS)
    start, *decisions, luck, truth = lines(answer)
    own = [at for at, turn in enumerate(last.turns) if turn == 1]
    assert start["moves"] == own
    assert [decision["at"] for decision in decisions] == own
    assert {decision["t"] for decision in decisions} == {"decision"}
    parts = sum(luck[name] for name in ("even", "deal", "choices", "draws", "others"))
    assert parts == pytest.approx(luck["result"])
    facts = " ".join(fact for decision in decisions for fact in decision["facts"])
    assert "seat 0" not in facts
    assert sum(value for _, _, value in luck["steps"]) == pytest.approx(luck["result"] - luck["even"])
    assert (luck["t"], truth["t"]) == ("luck", "truth")
    assert {at for at, _ in truth["after"]} <= set(own)
    assert all("Ana held " in sentence for _, told in truth["after"] for sentence in told)


async def test_an_analysis_tells_what_is_known_and_then_gets_better(client: httpx.AsyncClient) -> None:
    last = a_round()
    answer = await client.post("/api/analyse", json={"record": record_of(last), "at": 2}, headers=OURS)
    known, *stages = lines(answer)
    assert known["exact"] is True
    assert [stage["worlds"] for stage in stages] == [4, 8]
    assert [stage["last"] for stage in stages] == [False, True]
    for stage in stages:
        words = {move: word for move, word, *_ in stage["standing"]}
        assert set(words) == set(stage["moves"])
        assert list(words.values()).count("best") == 1
        assert set(words.values()) <= {"best", "equal", "too-close", "behind"}
    assert set(known["leaves"]) <= set(stages[0]["moves"])


async def test_an_analysis_depends_on_the_view_alone(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("doublesix.server.analysis_http.secrets.randbits", lambda _: 7)
    position = deal(preset("ply-yard"), 2, random.Random(5))
    same = position.view(position.turn or 0)
    by_view = lines(await client.post("/api/analyse", json={"view": same.to_json()}, headers=OURS))
    by_record = lines(await client.post("/api/analyse", json={"record": record_of(position)}, headers=OURS))
    assert by_view == by_record


@pytest.mark.parametrize(
    ("address", "body", "says"),
    [
        ("/api/review", {"record": record_of(a_round()), "seat": 2}, "from 0 to 1"),
        ("/api/review", {"record": record_of(a_round()), "seat": 0, "round": 3}, "no round 4"),
        ("/api/review", {"record": record_of(deal(preset("draw"), 2, random.Random(1))), "seat": 0}, "that is over"),
        ("/api/review", {"record": {"rules": "draw"}, "seat": 0}, "lacks"),
        ("/api/review", {"seat": 0}, "record"),
        ("/api/analyse", {}, "Send a"),
        ("/api/analyse", {"record": record_of(a_round()), "at": 5000}, "Nobody was to move"),
        ("/api/analyse", {"view": {"rules": "draw"}}, "lacks"),
    ],
)
async def test_what_cannot_be_thought_about_is_refused_with_a_sentence(
    client: httpx.AsyncClient, address: str, body: dict[str, Any], says: str
) -> None:
    answer = await client.post(address, json=body, headers=OURS)
    assert answer.status_code == 422
    assert says in answer.json()["error"]


async def test_a_part_that_fails_ends_the_answer_with_a_sentence(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Any:
        raise RuntimeError("no more memory")

    monkeypatch.setattr(analysis_http, "review_job", fails)
    answer = await client.post("/api/review", json={"record": record_of(a_round()), "seat": 0}, headers=OURS)
    assert lines(answer)[-1]["t"] == "error"


async def test_who_asks_too_often_is_told_to_wait(client: httpx.AsyncClient) -> None:
    body = {"record": record_of(a_round()), "at": 2}
    answers = [await client.post("/api/analyse", json=body, headers=OURS) for _ in range(analysis_http.THOUGHTS_BURST)]
    assert {answer.status_code for answer in answers} == {200}
    assert (await client.post("/api/analyse", json=body, headers=OURS)).status_code == 429


def test_a_slow_engine_looks_at_fewer_worlds() -> None:
    assert thinking.REVIEW_WORLDS in (60, WORLDS)
    assert sum(thinking.STAGES) in (60, 8500)
