"""Faults that other programs were reported for: the rows that concern the rules (those of matches: test_match)."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from itertools import product
from typing import Any

import pytest

import referee
import rounds
from doublesix.errors import BadRecord, IllegalMove
from doublesix.notation import Record, replay_json
from doublesix.players import make_player
from doublesix.rules import PRESETS, Move, Position, Rules, View, deal, preset, start, tile_set
from doublesix.rules.tiles import Tile
from reach import blocked_round

Json = dict[str, Any]


def test_p01_one_tile_of_each_pair_at_all_times() -> None:
    rng = random.Random(1)
    for name in PRESETS:
        rules = preset(name)
        position = deal(rules, rules.players[-1], rng)
        while True:
            parts = [*position.line.tiles, *position.boneyard, *(tile for hand in position.hands for tile in hand)]
            assert Counter(parts) == Counter(tile_set(rules.max_pip))
            if position.turn is None:
                break
            position = position.play(rng.choice(position.legal_moves))


@pytest.mark.parametrize("double", ["0-0", "6-6"])
def test_p01_a_deal_with_a_tile_twice_is_refused_naming_it(double: str) -> None:
    record = rounds.random_deal("ply-yard", 2, random.Random(2))
    place = next(at for at, text in enumerate(record["boneyard"]) if text != double)
    record["boneyard"][place] = double
    if double not in [*record["hands"][0], *record["hands"][1], *record["boneyard"][:place]]:
        record["hands"][0][0] = double
    with pytest.raises(BadRecord) as caught:
        replay_json(Record.from_json(record))
    assert caught.value.at is None
    assert double in str(caught.value)


def test_p05_the_opener_of_10000_deals_and_every_join() -> None:
    rng = random.Random(5)
    for number in range(10_000):
        players = number % 3 + 2
        position = deal(preset("draw-100"), players, rng)
        best = [max(map(referee.lead_worth, hand)) for hand in position.hands]
        assert position.leader == best.index(max(best))
        assert referee.lead_worth(position.lead_tile or (0, 0)) == max(best)


def test_p08_open_ends_are_the_same_after_saving_and_loading_at_every_ply() -> None:
    rng = random.Random(8)
    for rules in ("ply-yard", "all-fives", "five-up", "cross", "sebastopol"):
        chosen = preset(rules)
        position = deal(chosen, chosen.players[0], rng)
        while position.turn is not None:
            loaded = Record.from_json(json.loads(json.dumps(Record.of(position).to_json()))).last()
            assert (loaded.ends, loaded.line, loaded.turn) == (position.ends, position.line, position.turn)
            if chosen.spinner == "none" and position.line.lead is not None:
                assert set(position.ends) == {"L", "R"}
            position = position.play(rng.choice(position.legal_moves))


def arithmetic(written: str) -> tuple[int, int]:
    """Both sides of `11 + 18 - 6 = 23`, the left one worked out."""
    left, _, right = written.partition(",")[0].partition(" = ")
    total = sum(int(sign + number) for sign, number in re.findall(r"([+-]?) ?(\d+)", left))
    return total, int(re.match(r"\d+", right or left).group())  # type: ignore[union-attr]


GOLDEN = [
    ("draw-100", [6, 12, 18], "12 + 18 - 6 = 24"),
    ("draw-100", [5, 15], "15 - 5 = 10"),
    ("draw-100", [10, 20], "20 - 10 = 10"),
    ("draw-100", [4, 26], "26 - 4 = 22"),
    ("ranked-draw", [9, 21], "21 - 9 = 12"),
    ("ranked-draw", [8, 9, 13], "9 + 13 - 8 = 14"),
    ("ranked-draw", [2, 8], "8 - 2 = 6"),
    ("ranked-draw", [7, 17], "17 - 7 = 10"),
]


@pytest.mark.parametrize(("rules", "totals", "written"), GOLDEN)
def test_p10_the_sum_of_a_block_is_written_out(rules: str, totals: list[int], written: str) -> None:
    last = Record.from_json(blocked_round(rules, totals, 0)).last()
    assert last.outcome is not None
    assert last.outcome.paid is not None
    assert last.outcome.paid.sum == written
    assert arithmetic(written)[0] == arithmetic(written)[1] == last.outcome.points[totals.index(min(totals))]


def test_p10_every_sum_that_is_shown_is_true() -> None:
    rng = random.Random(10)
    seen = Counter[str]()
    every: list[str | Json] = [*PRESETS, *rounds.OVERRIDES]
    for rules in every:
        for _ in range(3):
            record = rounds.random_round(rules, rng.choice(rounds.players_of(rules)), rng)
            if record.get("end"):
                del record["end"]
            outcome = Record.from_json(record).last().outcome
            if outcome is None or outcome.paid is None or not outcome.paid.code.startswith("pays-"):
                continue
            seen[outcome.paid.code] += 1
            raw, shown = arithmetic(outcome.paid.sum)
            assert raw == shown
            value = outcome.paid.value
            assert value is not None
            round_to = Rules.from_json(rules).pay.round_to
            assert abs(value - raw) * 2 <= round_to
            assert value % round_to == 0
            assert str(value) in outcome.paid.text
    assert {"pays-out", "pays-margin", "pays-losers", "pays-fixed"} <= set(seen)


@pytest.mark.parametrize(("reserve", "left"), [pair for pair in product([0, 1, 2], [3, 2, 1, 0]) if pair[1] >= pair[0]])
def test_p11_blocked_only_when_nobody_can_play_and_nothing_may_be_drawn(reserve: int, left: int) -> None:
    """So many tiles are left: a pass is refused, and no block, while one of them may be drawn."""
    position = _nobody_can_play(reserve, left)
    drawable = max(0, left - reserve)
    assert (position.drawable, position.outcome) == (drawable, None)
    if drawable:
        assert [str(move) for move in position.legal_moves] == ["draw"]
        with pytest.raises(IllegalMove, match=f"{drawable} tile"):
            position.play("pass")
        return
    one = position.play("pass")
    assert one.outcome is None
    two = one.play("pass")
    assert two.outcome is not None
    assert two.outcome.ending == "blocked"


def _nobody_can_play(reserve: int, left: int) -> Position:
    """A position of random rounds, just after a play, where no hand fits and so many tiles are left."""
    rng = random.Random(f"{reserve}/{left}")
    for number in range(20_000):
        rules = Rules.from_json({"base": "draw-100", "reserve": reserve, "hand_size": {"2": 11 + number % 3}})
        position = deal(rules, 2, rng)
        while position.turn is not None:
            ends = set(position.ends.values())
            fits = any(ends & set(tile) for hand in position.hands for tile in hand)
            fresh = position.line.lead and not (position.drawn or position.passes)
            if fresh and not fits and len(position.boneyard) == left:
                return position
            position = position.play(rng.choice(position.legal_moves))
    raise LookupError((reserve, left))


def test_p12_the_seeds_own_numbers() -> None:
    """Canon W15: pips 6, 11 and 18 pay 23; the guide's tiles weigh 8, 12 and 1."""
    last = Record.from_json(blocked_round({"base": "draw-100", "reserve": 2}, [6, 11, 18], 2)).last()
    assert last.outcome is not None
    assert last.outcome.points == (23, 0, 0)
    assert [Tile(text).pips for text in ("4-4", "6-6", "1-0")] == [8, 12, 1]


@pytest.mark.parametrize(
    ("limit", "reserve", "left", "playable"), list(product([1, None], [0, 2], [0, 1, 2, 3], [False, True]))
)
def test_p14_exactly_one_kind_of_move_is_legal(limit: int | None, reserve: int, left: int, playable: bool) -> None:
    """Draw one or until it fits, reserve 0 or 2, 0 to 3 tiles left, playable or not: one kind of move each."""
    position = _with_boneyard(limit, reserve, left, playable)
    kinds = {move.kind for move in position.legal_moves}
    wanted = "play" if playable else ("draw" if left > reserve else "pass")
    assert kinds == {wanted}
    if wanted == "draw":
        after = position.play("draw")
        assert after.turn == position.turn
        fits = any(set(after.ends.values()) & set(tile) for tile in after.hands[position.turn or 0])
        more = limit is None and left - 1 > reserve
        assert {move.kind for move in after.legal_moves} == {"play" if fits else ("draw" if more else "pass")}


def _with_boneyard(limit: int | None, reserve: int, left: int, playable: bool) -> Position:
    """A position on the way of random rounds with so many tiles left, at the start of a turn."""
    rules = Rules.from_json({"base": "draw-100", "draw_limit": limit, "reserve": reserve, "hand_size": {"2": 12}})
    rng = random.Random(f"{limit}/{reserve}/{left}/{playable}")
    if left < reserve:  # dealt out or all but one: nothing is ever drawn
        small = {"max_pip": 5, "hand_size": {2: 10}} if left else {"hand_size": {2: 14}}
        rules = rules.replace(**small)
    elif (left, reserve) == (3, 2):
        rules = rules.replace(max_pip=5, hand_size={2: 9})
    for _ in range(4000):
        position = deal(rules, 2, rng)
        while position.turn is not None:
            fits = any(move.tile is not None for move in position.legal_moves)
            if position.line.lead and not position.drawn and (len(position.boneyard), fits) == (left, playable):
                return position
            position = position.play(rng.choice(position.legal_moves))
    raise LookupError((limit, reserve, left, playable))


def test_p15_no_draw_while_a_play_exists() -> None:
    rng = random.Random(15)
    for name in ("ply-yard", "draw-100", "ranked-draw", "all-fives", "muggins", "cross", "draw-classic"):
        chosen = preset(name)
        for _ in range(5):
            position = deal(chosen, chosen.players[0], rng)
            while position.turn is not None:
                kinds = {move.kind for move in position.legal_moves}
                assert kinds in ({"lead"}, {"play"}, {"draw"}, {"pass"})
                if kinds == {"play"}:
                    with pytest.raises(IllegalMove):
                        position.play("draw")
                position = position.play(rng.choice(position.legal_moves))


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_p16_no_player_is_ever_refused(level: str) -> None:
    """A player is given nothing but its view; what it chooses is legal by the one function there is."""
    moves = 0
    rng = random.Random(16)
    for name in PRESETS:
        rules = preset(name)
        player = make_player(level, seed=1)
        position = deal(rules, rules.players[0], rng)
        while position.turn is not None:
            position = position.play(player.choose(position.view(position.turn)))
            moves += 1
    assert moves > 400


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("name", PRESETS)
def test_a_level_is_repeatable_for_a_seed_and_sees_nothing_but_its_view(level: str, name: str) -> None:
    rules = preset(name)
    rng = random.Random(f"{name}/{level}")
    position = deal(rules, rules.players[0], rng)
    one, same = make_player(level, seed=7), make_player(level, seed=7)
    while position.turn is not None:
        view = position.view(position.turn)
        move = one.choose(view)
        assert move in view.legal
        assert same.choose(View.from_json(json.loads(json.dumps(view.to_json())))) == move
        position = position.play(move)


@pytest.mark.nightly
def test_p16_no_refusal_in_100000_moves_of_players() -> None:
    moves = 0
    rng = random.Random(16)
    while moves < 100_000:
        rules = preset(rng.choice(list(PRESETS)))
        players = [make_player(rng.choice(["easy", "normal"]), seed=rng.randrange(99)) for _ in range(10)]
        position = deal(rules, rng.choice(rules.players), rng)
        while position.turn is not None:
            position = position.play(players[position.turn].choose(position.view(position.turn)))
            moves += 1


def test_p20_a_move_text_means_the_same_everywhere() -> None:
    rng = random.Random(20)
    for name in PRESETS:
        rules = preset(name)
        for _ in range(2):
            position = deal(rules, rules.players[0], rng)
            while position.turn is not None:
                for move in position.legal_moves:
                    assert Move.parse(str(move)) == move
                    if move.tile is not None:
                        assert str(move).startswith(str(move.tile))
                position = position.play(rng.choice(position.legal_moves))


def test_p86_a_record_without_later_fields_reads_and_one_of_an_unknown_version_says_so() -> None:
    record = rounds.random_deal("draw-100", 2, random.Random(86))
    record.pop("scores", None)
    for key in ("players", "moves"):
        assert replay_json(Record.from_json({k: v for k, v in record.items() if k != key}))["ok"]
    assert Record.from_json(record).to_json()["version"] == 1
    with pytest.raises(ValueError, match="version"):
        Record.from_json({**record, "version": 99})


def test_a_deal_is_refused_saying_what_is_wrong_with_it() -> None:
    rules = preset("ply-yard")
    tiles = list(tile_set(6))
    for hands, boneyard in (
        ([tiles[:6], tiles[7:14]], tiles[14:]),
        ([tiles[:7], tiles[7:14]], tiles[14:-1]),
        ([tiles[:7], tiles[7:14]], [*tiles[14:-1], tiles[0]]),
        ([tiles[:7]], tiles[7:]),
        ([tiles[:7], tiles[7:14]], [*tiles[14:-1], Tile(9, 9)]),
    ):
        with pytest.raises(BadRecord):
            start(rules, hands, boneyard)
    for leader in (2, -1, True):
        with pytest.raises(BadRecord, match="leader"):
            start(rules, [tiles[:7], tiles[7:14]], tiles[14:], leader=leader)
    with pytest.raises(BadRecord, match="scores"):
        start(rules, [tiles[:7], tiles[7:14]], tiles[14:], scores=[1])


def test_three_ply_yard_players_are_refused_and_told_how_many() -> None:
    with pytest.raises(BadRecord, match="2 players"):
        deal(preset("ply-yard"), 3, random.Random(1))
