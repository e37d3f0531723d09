"""Counts of move sequences, kept as data with the deal written out, and counted a second time by the slow referee."""

from __future__ import annotations

import random

import pytest

import perft_files as files
import referee
import rounds
from doublesix.notation import Record
from doublesix.rules import preset
from doublesix.solver import perft

CASES = files.all_cases()
NAMES = [f"{case.file}:{case.name}" for case in CASES]


def capped(counts: list[int], most: int) -> list[int]:
    """The first counts that together stay below a number of sequences."""
    out: list[int] = []
    for count in counts:
        if sum(out) + count > most:
            break
        out.append(count)
    return out


def count(case: files.Case, depth: int) -> list[int]:
    return perft(Record.from_json(case.record).last(), depth)


def test_eight_presets_have_counts() -> None:
    assert len({case.record["rules"] for case in CASES}) >= 8
    assert all(len(case.counts) >= 4 for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_counts_of_move_sequences(case: files.Case) -> None:
    wanted = capped(case.counts, 6000)
    assert count(case, len(wanted)) == wanted


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_counts_agree_with_the_slow_referee(case: files.Case) -> None:
    wanted = capped(case.counts, 300)
    assert referee.count_sequences(case.record, len(wanted)) == wanted


@pytest.mark.nightly
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_all_counts_of_move_sequences(case: files.Case) -> None:
    assert count(case, len(case.counts)) == case.counts


@pytest.mark.nightly
@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_counts_agree_with_the_slow_referee_to_30000_sequences(case: files.Case) -> None:
    wanted = capped(case.counts, 30_000)
    assert referee.count_sequences(case.record, len(wanted)) == wanted


@pytest.mark.parametrize("rules", [*referee.CANON, *rounds.OVERRIDES], ids=str)
def test_counts_of_random_positions_agree_with_the_slow_referee(rules: str | referee.Json) -> None:
    rng = random.Random(str(rules))
    record = rounds.random_deal(rules, rounds.players_of(rules)[0], rng)
    whole = rounds.play_on(rounds.begun(record), rng)
    for cut in (0, len(whole) // 2, max(0, len(whole) - 3), len(whole)):
        record["moves"] = whole[:cut]
        wanted = referee.count_sequences(record, 2)
        assert perft(Record.from_json(record).last(), 2) == wanted


def test_a_finished_round_gives_zeros_and_depth_nothing_gives_nothing() -> None:
    rng = random.Random(1)
    record = rounds.random_deal("ply-yard", 2, rng)
    record["moves"] = rounds.play_on(rounds.begun(record), rng)
    last = Record.from_json(record).last()
    assert perft(last, 4) == [0, 0, 0, 0]
    assert perft(last, 0) == []


def test_equal_ends_count_once_only_without_a_spinner() -> None:
    assert preset("all-fives").spinner != "none"
    hands = [["6-6", "6-5", "5-5"], ["6-4", "4-4", "3-3"]]
    off = [text for text in map(referee.written, referee.whole_set(6)) if not any(text in hand for hand in hands)]
    base = {"hand_size": {"2": 3}, "leader": "seat", "lead_tile": "any", "draw_limit": 0}
    record = {"players": 2, "hands": hands, "boneyard": off, "moves": ["6-6"]}
    plain = Record.from_json({**record, "rules": {"base": "draw-100", **base}}).last()
    spun = Record.from_json({**record, "rules": {"base": "draw-100", **base, "spinner": "first"}}).last()
    assert [str(move) for move in plain.legal_moves] == ["6-4L", "6-4R"]
    assert perft(plain, 1) == [1]
    assert perft(spun, 1) == [2]


@pytest.mark.parametrize(
    ("changes", "counts"),
    [
        ({"reserve": 2}, [7, 16, 44, 79, 166, 261, 436, 684, 1093, 1717]),
        ({"reserve": 0}, [7, 16, 44, 79, 166, 261, 436, 684, 1093, 1717]),
        ({"draw_limit": 0}, [7, 16, 45, 82, 183, 273, 480, 690, 1218, 1758]),
    ],
)
def test_the_first_verified_deal_with_and_without_drawing(changes: referee.Json, counts: list[int]) -> None:
    first = next(case for case in CASES if case.name == "first verified deal")
    record = {**first.record, "rules": {"base": "ply-yard", **changes}}
    assert perft(Record.from_json(record).last(), len(counts)) == counts
