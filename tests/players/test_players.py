"""Every level on every preset: legal, repeatable, blind to hidden tiles; the arena and the engine protocol."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from doublesix.cli.engine import answer
from doublesix.errors import DominoError
from doublesix.inference import belief
from doublesix.players import LEVELS, Group, Limit, make_player, play_group, score
from doublesix.players.base import fitting
from doublesix.players.worlds import believed
from doublesix.rules import HIDDEN, PRESETS, Position, View, deal, preset, start

FEW = Limit(worlds=3)


def some_views(name: str, players: int, count: int, early: bool = False) -> list[tuple[Position, View]]:
    """Positions with a choice, and the view of the seat to move; `early` ones within the first four moves."""
    rng = random.Random(f"{name}/{players}")
    out: list[tuple[Position, View]] = []
    while len(out) < count:
        position = deal(preset(name), players, rng)
        while position.turn is not None and not (early and len(position.moves) > 3):
            if len(position.legal_moves) > 1 and rng.random() < (0.6 if early else 0.2):
                out.append((position, position.view(position.turn)))
            position = position.play(rng.choice(position.legal_moves))
    return out[:count]


def sorted_deal(position: Position) -> Position:
    """The same round with every hand dealt in order, so that two of them compare byte for byte."""
    hands, boneyard = position.first_deal()
    again = start(position.rules, hands, boneyard, leader=position.leader)
    for move in position.moves:
        again = again.play(move)
    return again


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_every_preset_legally_and_repeats_itself_under_a_seed(name: str, level: str) -> None:
    for players in {preset(name).players[0], preset(name).players[-1]}:
        for _, view in some_views(name, players, 2):
            move = make_player(level, 5, FEW).choose(view)
            assert move in view.legal
            assert make_player(level, 5, FEW).choose(view) == move


def permuted(position: Position, seat: int, rng: random.Random) -> Position:
    """The same round with the tiles that `seat` has not seen dealt out again among the other hands and the boneyard.

    Only the tiles still hidden move; they may not contradict the past, so the public history is replayed to check.
    """
    hands, boneyard = position.first_deal()
    shown = {move.tile for move in position.moves if move.kind in ("lead", "play")}
    own = set(position.hands[seat]) | set(hands[seat])
    while True:
        places = [(part, at) for part, tiles in enumerate((*hands, boneyard)) for at in range(len(tiles))]
        parts = [list(tiles) for tiles in (*hands, boneyard)]
        free = [(part, at) for part, at in places if parts[part][at] not in shown and parts[part][at] not in own]
        tiles = [parts[part][at] for part, at in free]
        rng.shuffle(tiles)
        for (part, at), tile in zip(free, tiles, strict=True):
            parts[part][at] = tile
        try:
            again = start(position.rules, parts[:-1], parts[-1], leader=position.leader)
            for move, turn in zip(position.moves, position.turns, strict=True):
                assert again.turn == turn
                again = again.play(move if move.kind != "draw" else "draw")
            if again.turn == position.turn and again.hands[seat] == position.hands[seat]:
                return again
        except (DominoError, AssertionError):
            continue


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("name", "players"), [("ply-yard", 2), ("ranked-block", 4), ("draw-100", 3)])
def test_no_level_can_see_hidden_tiles(level: str, name: str, players: int) -> None:
    rng = random.Random(3)
    for found, _ in some_views(name, players, 4, early=True):
        position = sorted_deal(found)
        view = position.view(position.turn or 0)
        other = permuted(position, view.seat, rng).view(view.seat)
        assert json.dumps(other.to_json()) == json.dumps(view.to_json())
        assert make_player(level, 9, FEW).choose(other) == make_player(level, 9, FEW).choose(view)


def test_a_view_cannot_hold_another_seat_s_tile() -> None:
    (_, view), *_ = some_views("draw-100", 4, 1)
    assert set(view.to_json()["hand"]) == {str(tile) for tile in view.hand}
    assert HIDDEN not in view.hand


def test_shares_of_first_places_add_up_and_swapping_equal_players_is_fair() -> None:
    players = [make_player("easy", 1), make_player("easy", 2)]
    groups = [play_group(players, preset("ply-yard"), 1, n, duplicate=True, clock=lambda: 0.0) for n in range(30)]
    result = score(groups)
    assert result.rounds == 60
    assert abs(sum(result.score) - 1) < 1e-9
    assert result.elo is not None


def test_with_partners_two_players_sit_at_four_seats() -> None:
    players = [make_player("normal", 1), make_player("easy", 2)]
    group = play_group(players, preset("partners"), 1, 0, duplicate=True, clock=lambda: 0.0)
    assert group.rounds == 2
    assert abs(sum(group.shares) - 2) < 1e-9


def test_a_limit_in_time_needs_a_clock_and_stops_when_it_says_so() -> None:
    with pytest.raises(DominoError, match="clock"):
        make_player("hard", 1, Limit(ms=5))
    ticks = iter(range(1000))
    (_, view), *_ = some_views("ply-yard", 2, 1)
    move = make_player("hard", 1, Limit(ms=5), lambda: float(next(ticks))).choose(view)
    assert move in view.legal


OPTIONS = ["--rounds", "4", "--duplicate", "--seed", "1", "--json"]
LEGAL = ["3-1L", "5-0R", "6-1L", "6-5R"]
VIEW = {
    "rules": "ply-yard",
    "version": 1,
    "players": 2,
    "leader": 0,
    "seat": 0,
    "hand": ["6-5", "6-3", "6-1", "5-0", "3-1", "0-0"],
    "hand_sizes": [6, 8],
    "boneyard": 12,
    "moves": ["5-5", "draw", "draw", "5-1L"],
    "legal": LEGAL,
}
"""The contract's view."""


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"{", "JSON"),
        (b"[]", "object"),
        (b'{"id": 1}', "do"),
        (b'{"id": 1, "do": "move"}', "view"),
        (b'{"id": 1, "do": "move", "view": {}}', "rules"),
        (b'{"id": 1, "do": "move", "view": 3}', "object"),
        (b'{"id": 1, "do": "move", "wiew": {}}', "field"),
        (json.dumps({"id": 1, "do": "move", "level": "cheat", "view": VIEW}).encode(), "level"),
        (json.dumps({"id": 1, "do": "move", "limit": {"worlds": 0}, "view": VIEW}).encode(), "limit"),
        (json.dumps({"id": 1, "do": "move", "limit": {"worlds": 1.5}, "view": VIEW}).encode(), "whole number"),
        (json.dumps({"id": 1, "do": "move", "view": VIEW | {"hand_sizes": [6, 7]}}).encode(), "hand_sizes"),
        (json.dumps({"id": 1, "do": "move", "view": VIEW | {"legal": ["6-5R"]}}).encode(), "legal"),
        (b"\xff\xfe", "JSON"),
        (b'{"id": 2.5, "do": "move"}', "id is a whole number or a text, not 2.5"),
        (b'{"id": true, "do": "move"}', "id is a whole number or a text"),
        (b'{"id": ["1"], "do": "move"}', "id is a whole number or a text"),
        (b'{"id": 2, "do": "move", "id": 3}', '"id" is given twice'),
        (b'{"do": "move", "view": {"seat": 0, "seat": 1}}', '"seat" is given twice'),
        (b'{"do": "move", "limit": {"ms": NaN}}', "NaN"),
    ],
)
def test_the_engine_answers_a_bad_line_with_an_error_that_says_what_is_wrong(line: bytes, says: str) -> None:
    told = answer(line)
    assert says in told["error"]
    assert told["id"] == (1 if b'"id": 1' in line else None)


@pytest.mark.parametrize("level", LEVELS)
def test_the_engine_plays_the_contract_s_view_and_repeats_itself(level: str) -> None:
    ask = {"id": "a", "do": "move", "level": level, "seed": 7, "limit": {"worlds": 5}, "view": VIEW}
    first = answer(json.dumps(ask).encode())
    assert first["id"] == "a"
    assert first["move"] in LEGAL
    assert answer(json.dumps(ask).encode())["move"] == first["move"]


def test_a_program_that_answers_nonsense_is_counted_and_replaced(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(
        'import sys\nfor line in sys.stdin:\n    print(\'{"move": "9-9L"}\', flush=True)\n', encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "doublesix", "arena", "easy", f"cmd:{sys.executable} {bad}", *OPTIONS],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert told["rounds"] == 4
    assert told["faults"][1] > 0


def test_a_few_deals_that_agree_do_not_pass_for_certain() -> None:
    even = Group(
        2, (1.0, 1.0), seconds=(0.0, 0.0), decisions=(1, 1), faults=(0, 0), places=(3.0, 3.0), points=(0.0, 0.0)
    )
    (low, high), _ = score([even, even]).ci95
    assert low < 0.2
    assert high > 0.8
    (low, high), _ = score([even] * 2000).ci95
    assert high - low < 0.002


def test_large_tables_get_fewer_worlds_and_a_belief_that_is_soon_there() -> None:
    """So that ten seats of the double-twelve set are answered as soon as two of the double-six set."""
    limit = Limit(worlds=2_000)
    looked = {}
    for name, players in (("ply-yard", 2), ("ranked-draw", 3), ("ranked-draw", 4), ("draw-9", 7), ("draw-12", 10)):
        view = deal(preset(name), players, random.Random(1)).view(0)
        looked[players] = fitting(limit, view).worlds
        assert fitting(Limit(worlds=20), view).worlds == 20
        assert fitting(Limit(ms=5), view).ms == 5
    assert looked[2] == 2_000
    assert list(looked.values()) == sorted(looked.values(), key=lambda worlds: -(worlds or 0))
    assert looked[10] == 100
    estimated = 0
    position = deal(preset("draw-9"), 7, random.Random(2))
    while position.turn is not None and position.drawable and estimated < 2:
        view = position.view(position.turn)
        estimated += not believed(view).exact
        if believed(view).exact:
            assert believed(view).worlds == belief(view).worlds
        position = position.play(position.legal_moves[0])
    assert estimated
    four = deal(preset("ranked-draw"), 4, random.Random(3)).view(0)
    assert believed(four) is belief(four)
