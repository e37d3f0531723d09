"""`doublesix perft`: counts of move sequences from the last position of a record."""

from __future__ import annotations

import random

import pytest

import rounds

from .records import BEGUN, DEAL, lines, refused, run


def test_the_counts_of_the_contract() -> None:
    assert run("perft", "-", "--depth", "3", "--json", text=lines(DEAL)).json == [{"counts": [7, 16, 44]}]
    ten = run("perft", "-", "--depth", "10", "--json", text=lines(DEAL)).json
    assert ten == [{"counts": [7, 16, 44, 79, 166, 261, 436, 684, 1093, 1717]}]


def test_always_as_many_numbers_as_asked_for_zeros_included() -> None:
    rng = random.Random(3)
    record = rounds.random_deal("ranked-block", 3, rng)
    record["moves"] = rounds.play_on(rounds.begun(record), rng)
    assert run("perft", "-", "--depth", "3", "--json", text=lines(record)).json == [{"counts": [0, 0, 0]}]
    assert run("perft", "-", "--depth", "0", "--json", text=lines(BEGUN)).json == [{"counts": []}]


def test_of_a_match_the_last_round_counts() -> None:
    match = rounds.random_match("draw-100", 2, random.Random(2))
    assert run("perft", "-", "--depth", "2", "--json", text=lines(match)).json == [{"counts": [0, 0]}]


def test_plain_numbers_for_people() -> None:
    assert run("perft", "-", "--depth", "3", text=lines(DEAL)).out == "7 16 44\n"


def test_a_bad_record_is_one_sentence() -> None:
    refused(run("perft", "-", "--depth", "2", "--json", text=lines({**DEAL, "moves": ["pass"]})))
    refused(run("perft", "-", "--depth", "2", "--json", text="{"))
    hidden = {**DEAL, "hands": [["?"] * 7, ["?"] * 7], "boneyard": ["?"] * 14}
    refused(run("perft", "-", "--depth", "2", "--json", text=lines(hidden)))


@pytest.mark.parametrize("depth", [[], ["--depth", "-1"], ["--depth", "x"], ["--depth", "9" * 30]])
def test_wrong_usage_exits_with_2(depth: list[str]) -> None:
    assert "_depth" not in refused(run("perft", "-", *depth, text=lines(DEAL)), code=2)
