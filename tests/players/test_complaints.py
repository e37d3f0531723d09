"""What players of other programs complain of: computers that draw too well, levels that are none (P56-P61)."""

from __future__ import annotations

import importlib.util
import json
import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from doublesix.players import LEVELS, Group, Limit, level_description, make_player, play_group, score
from doublesix.players.arena import elo_of, settled
from doublesix.rules import deal, pips, preset

ROOT = Path(__file__).resolve().parents[2]


def matched(first: str, second: str, pairs: int, worlds: int = 60) -> tuple[float, float, float]:
    """Score of the first over the second on the reserve table, and its interval."""
    players = [make_player(name, 3, Limit(worlds=worlds)) for name in (first, second)]
    rules = preset("ply-yard")
    groups = [play_group(players, rules, 61, n, duplicate=True, clock=lambda: 0.0) for n in range(pairs)]
    result = score(groups)
    return result.score[0], *result.ci95[0]


# --- P56: the computer always draws the tile it needs ----------------------------------------------------------------


def luck(rounds: int) -> tuple[list[float], float, list[int]]:
    """Of a person who plays anything and of the computer, in turns leading: how far the tiles drawn that fit lie from
    what the boneyard holds, and the pips dealt, in standard deviations; and the draws of each."""
    rules, rng = preset("ply-yard"), random.Random("P56")
    players = [make_player("easy", 1), make_player("normal", 2)]
    fitted, wanted, spread, draws = [0, 0], [0.0, 0.0], [0.0, 0.0], [0, 0]
    gap = gap_squared = 0
    for number in range(rounds):
        position = deal(rules, 2, rng)
        who = (number % 2, 1 - number % 2)
        more = sum(map(int, (pips(position.hands[who.index(1)]), -pips(position.hands[who.index(0)]))))
        gap, gap_squared = gap + more, gap_squared + more * more
        while position.turn is not None:
            player, legal = who[position.turn], position.legal_moves
            if len(legal) > 1:
                position = position.play(players[player].choose(position.view(position.turn)))
                continue
            if legal[0].kind == "draw":
                ends = set(position.ends.values())
                fits = [tile.high in ends or tile.low in ends for tile in position.boneyard]
                chance = sum(fits) / len(fits)
                draws[player] += 1
                fitted[player] += fits[0]
                wanted[player] += chance
                spread[player] += chance * (1 - chance)
            position = position.play(legal[0])
    z = [(fitted[at] - wanted[at]) / spread[at] ** 0.5 for at in (0, 1)]
    return z, gap / gap_squared**0.5, draws


@pytest.mark.parametrize("rounds", [400, pytest.param(100_000, marks=pytest.mark.nightly, id="100000")])
def test_the_computer_draws_and_is_dealt_no_better_than_a_person(rounds: int) -> None:
    drawn, dealt, draws = luck(rounds)
    assert min(draws) > rounds
    assert all(abs(z) < 4 for z in drawn), drawn
    assert abs(dealt) < 4


# --- P59 to P61: levels ----------------------------------------------------------------------------------------------


def test_the_first_level_is_no_better_than_knowing_the_rules() -> None:
    mean, low, high = matched("easy", "random", 400)
    assert low <= 0.5 <= high
    assert abs(mean - 0.5) < 0.06
    mean, _, _ = matched("easy", "heaviest", 900)
    assert 0.42 < mean < 0.5


def test_every_level_plays_better_than_the_one_below() -> None:
    """The two wide steps; the narrow one, and larger sizes, are measured by bench/strength.py."""
    assert matched("normal", "easy", 250)[1] > 0.5
    assert matched("hard", "normal", 100, worlds=150)[1] > 0.5


def test_measured_levels_are_in_order_with_intervals_that_leave_no_doubt() -> None:
    folder = ROOT / "bench" / "results" / "strength"
    for step in ("normal-easy", "hard-normal", "master-hard"):
        sets = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob(f"{step}*.json")]
        played = sum(kept["played"] for kept in sets)
        sums = [sum(kept["first"][at] for kept in sets) for at in (0, 1)]
        gap, half = strength().span(sums, played)
        assert played >= 1000, step
        assert gap - half > 0, step


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_says_what_it_ignores(level: str) -> None:
    assert "Ignores" in level_description(level)
    assert len({level_description(other) for other in LEVELS}) == len(LEVELS)


# --- how it is measured ----------------------------------------------------------------------------------------------


def strength() -> ModuleType:
    """bench/strength.py."""
    name = "bench_strength"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, ROOT / "bench" / "strength.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        sys.path.insert(0, str(ROOT / "bench"))
        try:
            spec.loader.exec_module(module)
        finally:
            sys.path.pop(0)
    return sys.modules[name]


def test_measuring_goes_on_where_it_stopped_and_says_what_is_undecided(tmp_path: Path) -> None:
    bench = strength()
    match = bench.MATCHES["normal-easy"]
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    bench.run(match, whole, 5, 30)
    for deals in (10, 20, 30):
        bench.run(match, parts, 5, deals)
    one, other = (json.loads((folder / "normal-easy-5.json").read_text()) for folder in (whole, parts))
    assert (one["first"], one["rounds"]) == (other["first"], other["rounds"])
    assert one["rounds"] == 60
    assert "| normal – easy, a fresh set | 30 |" in bench.page(whole)
    assert bench.strength_page._verdict(0.01, 0.02) == "undecided"


def test_a_match_with_looks_ends_once_the_level_is_proved_stronger_by_what_seats_play_for(tmp_path: Path) -> None:
    bench = strength()
    match = bench.MATCHES["ranked-block-2-normal-easy"]
    bench.run(match, tmp_path, 5, 6400)
    (kept,) = [json.loads(path.read_text()) for path in tmp_path.glob("*.json")]
    assert kept["played"] in bench.LOOKS
    assert kept["played"] < 6400
    assert bench.proved(kept, "first")
    assert "| first places: stronger |" in bench.page(tmp_path)


def test_the_page_of_strength_is_made_from_the_results_that_are_kept() -> None:
    bench = strength()
    assert bench.PAGE.read_text(encoding="utf-8") == bench.page(bench.RESULTS)


def some_groups(share: float, pairs: int) -> list[Group]:
    rng = random.Random(1)
    made = []
    for _ in range(pairs):
        won = sum(rng.random() < share for _ in range(2))
        made.append(Group(2, (won, 2.0 - won), (0.0, 0.0), (1, 1), (0, 0), (2.0, 2.0), (0.0, 0.0)))
    return made


def test_a_sequential_test_ends_a_clear_match_early_and_not_an_even_one() -> None:
    assert not settled(some_groups(0.9, 20)), "too few deals to know how they spread"
    groups = some_groups(0.7, 2000)
    assert next(n for n in range(1, 2000) if settled(groups[:n])) < 400
    assert not any(settled(some_groups(0.5, n)) for n in range(30, 400, 10))
    assert elo_of(0.5) == 0
