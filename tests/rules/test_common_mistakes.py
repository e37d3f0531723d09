"""Every common mistake, question and misconception of the four published guides, refused or refuted.

The refusal is asked for facts, not for its wording: which rule it was, the open ends, and what is allowed instead.
Where a sentence of a guide is no move, the test shows the position that answers it.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import pytest

from doublesix.errors import IllegalMove
from doublesix.notation import Record
from doublesix.rules import PRESETS, Match, Position, deal, pips, preset, why_tile_unplayable
from doublesix.rules.tiles import Tile
from reach import blocked_round, out_round, reach

TABLES = ("ply-yard", "draw-100", "ranked-draw", "ranked-block")


@cache
def at(rules: str, hand: str, boneyard: str, ends: tuple[int, int]) -> Position:
    """A position with this hand to move and these ends; the boneyard as tiles, next first, or as a number."""
    left: Any = int(boneyard) if boneyard.isdigit() else boneyard.split()
    number = left if isinstance(left, int) else len(left)
    others = len(hand.split()) if number == 14 else 4 + number % 2
    return Record.from_json(reach(rules, [hand.split(), others], left, ends, 0)).last()


@cache
def opening(rules: str) -> Position:
    """A position before the lead."""
    return deal(preset(rules), 2, random.Random(3))


class Mistake(NamedTuple):
    """A move that a guide warns of: where, which rule refuses it, and what the refusal has to mention."""

    name: str
    position: Position
    move: str
    code: str
    mentions: tuple[str, ...] = ()


def _mistakes() -> list[Mistake]:
    reserve = "ply-yard"
    out = []
    for rules in TABLES:
        out += [
            Mistake(f"{rules}: the first move is a draw", opening(rules), "draw", "must-lead"),
            Mistake(f"{rules}: the first move is a pass", opening(rules), "pass", "must-lead"),
            Mistake(
                f"{rules}: a double is a wild card", at(rules, "4-4 5-1 6-3", "14", (2, 5)), "4-4L", "no-match",
                ("4-4", "2", "wild"),
            ),
            Mistake(
                f"{rules}: matching tile totals instead of ends", at(rules, "4-1 6-5 3-3", "14", (2, 5)), "4-1R",
                "no-match", ("4-1", "5", "sum"),
            ),
            Mistake(
                f"{rules}: a blank matches anything", at(rules, "0-0 6-0 5-2 3-3", "14", (0, 3)), "5-2L", "no-match",
                ("5-2", "0", "blank"),
            ),
            Mistake(
                f"{rules}: playing on the side of a double", at(rules, "4-4 4-0 3-2 5-5", "14", (4, 4)), "4-0U",
                "no-spinner", ("two ends",),
            ),
            Mistake(
                f"{rules}: passing with a tile that fits, to keep it", at(rules, "5-2 2-1 6-5", "14", (2, 5)), "pass",
                "must-play", ("2-1",),
            ),
            Mistake(
                f"{rules}: playing a tile of another hand", at(rules, "5-2 2-1 6-5", "14", (2, 5)),
                f"{at(rules, '5-2 2-1 6-5', '14', (2, 5)).hands[1][0]}L", "not-held",
            ),
            Mistake(
                f"{rules}: playing a tile that lies on the line", at(rules, "5-2 2-1 6-5", "14", (2, 5)),
                f"{at(rules, '5-2 2-1 6-5', '14', (2, 5)).line.lead}L", "already-played",
            ),
            Mistake(
                f"{rules}: playing without naming the end", at(rules, "5-2 2-1 6-5", "14", (2, 5)), "5-2",
                "side-missing", ("5-2L", "5-2R"),
            ),
            Mistake(
                f"{rules}: a tile of another set", at(rules, "5-2 2-1 6-5", "14", (2, 5)), "9-5R", "not-in-set",
                ("9-5", "6"),
            ),
        ]  # fmt: skip
        if rules != reserve:
            lead = opening(rules).lead_tile
            other = next(tile for tile in opening(rules).hands[opening(rules).leader] if tile is not lead)
            out.append(Mistake(f"{rules}: leading another tile", opening(rules), str(other), "lead-tile", (str(lead),)))
        if rules != "ranked-block":
            free = at(rules, "6-4 3-3", "9", (4, 1))
            out += [
                Mistake(f"{rules}: drawing while already able to play", free, "draw", "must-play", ("6-4",)),
                Mistake(
                    f"{rules}: passing instead of drawing", at(rules, "1-0 2-2", "2-0 6-4 4-3 2-1 0-0", (3, 5)), "pass",
                    "must-draw", ("3 tiles" if rules == reserve else "5 tiles",),
                ),
                Mistake(
                    f"{rules}: drawing just one tile and passing",
                    at(rules, "1-0 2-2", "2-0 6-4 4-3 2-1 0-0", (3, 5)).play("draw"), "pass", "must-draw",
                    ("2 tiles" if rules == reserve else "4 tiles",),
                ),
                Mistake(
                    f"{rules}: going on drawing past a tile that fits",
                    at(rules, "1-0 2-2", "2-0 6-4 4-3 2-1 0-0", (3, 5)).play("draw").play("draw").play("draw"), "draw",
                    "must-play", ("4-3",),
                ),
                Mistake(
                    f"{rules}: keeping the drawn tile that fits and passing",
                    at(rules, "1-0 2-2", "2-0 6-4 4-3 2-1 0-0", (3, 5)).play("draw").play("draw").play("draw"), "pass",
                    "must-play", ("4-3",),
                ),
            ]  # fmt: skip
    reserved = at(reserve, "1-0 2-2", "2-0 2-1 3-3 5-5", (3, 5)).play("draw").play("draw")
    asleep = Record.from_json(reach("ranked-block", [["1-1", "5-2"], ["4-3", "3-3"]], 14, (0, 6), 0)).last()
    return [
        *out,
        Mistake("ply-yard: drawing one of the last two", reserved, "draw", "reserve", ("2 tiles",)),
        Mistake("ranked-block: drawing in the block game", asleep, "draw", "no-drawing"),
    ]


MISTAKES = _mistakes()


@pytest.mark.parametrize("mistake", MISTAKES, ids=[mistake.name for mistake in MISTAKES])
def test_a_common_mistake_is_refused_with_the_rule_the_ends_and_what_is_allowed(mistake: Mistake) -> None:
    position = mistake.position
    with pytest.raises(IllegalMove) as caught:
        position.play(mistake.move)
    reason, text = caught.value.reason, str(caught.value)
    assert reason.code == mistake.code, text
    assert reason.source
    for fact in mistake.mentions:
        assert fact in text, text
    for value in position.ends.values():
        assert str(value) in text, text
    for allowed in position.legal_moves:
        assert str(allowed) in text, text
    assert "\n" not in text
    assert text.endswith(".")


@pytest.mark.parametrize("rules", TABLES)
def test_a_tile_that_will_not_stick_says_why(rules: str) -> None:
    position = at(rules, "4-4 5-1 6-3", "14", (2, 5))
    for tile in ("4-4", "6-3"):
        text = str(why_tile_unplayable(position, Tile(tile)))
        assert tile in text
        assert "2" in text
        assert "5" in text
    assert why_tile_unplayable(position, Tile("5-1")) is None


# --- the reserve table: the long and the short guide ------------------------------------------------------------------


def test_ply_yard__who_leads_and_must_it_be_a_double() -> None:
    for seed in range(20):
        position = deal(preset("ply-yard"), 2, random.Random(seed))
        assert position.turn == 0
        assert {move.tile for move in position.legal_moves} == set(position.hands[0])
    assert PRESETS["ply-yard"].labels == ("Black", "White")


def test_ply_yard__a_played_tile_leaves_its_other_half_not_its_total() -> None:
    after = at("ply-yard", "5-2 2-1 6-5", "14", (2, 5)).play("5-2R")
    assert after.ends == {"L": 2, "R": 2}


def test_ply_yard__drawing_keeps_the_turn_and_every_drawn_tile_stays() -> None:
    position = at("ply-yard", "1-0 2-2", "2-0 6-4 4-3 2-1 0-0", (3, 5))
    for drawn in ("2-0", "6-4", "4-3"):
        position = position.play("draw")
        assert position.turn == 0
        assert Tile(drawn) in position.hands[0]


def test_ply_yard__no_draw_before_a_playable_tile_and_no_pass_at_once() -> None:
    position = at("ply-yard", "1-0 2-2", "2-0 6-4 4-3 2-1 0-0", (3, 5))
    assert [str(move) for move in position.legal_moves] == ["draw"]
    assert str(position.forced) == "draw"


def test_ply_yard__one_seat_that_cannot_play_does_not_block_the_round() -> None:
    record = reach("ply-yard", [["1-0", "5-5"], ["6-3", "4-0"]], 2, (2, 6), 0)
    position = Record.from_json(record).last().play("pass")
    assert position.outcome is None
    assert [str(move) for move in position.legal_moves] == ["6-3R"]


@pytest.mark.parametrize("rules", TABLES)
def test_a_double_earns_nothing_and_adds_no_end(rules: str) -> None:
    after = at(rules, "4-4 4-0 3-2 5-5", "14", (4, 4)).play("4-4L")
    assert after.points == (0, 0)
    assert after.ends == {"L": 4, "R": 4}
    assert after.rules.count is None
    assert after.rules.spinner == "none"


def test_a_double_counts_its_pips_in_the_hand_and_a_blank_counts_nothing() -> None:
    assert [pips([Tile(text)]) for text in ("4-4", "6-6", "1-0", "0-0", "5-2")] == [8, 12, 1, 0, 7]


@pytest.mark.parametrize("rules", TABLES)
def test_open_ends_are_never_totalled(rules: str) -> None:
    rng = random.Random(rules)
    position = deal(preset(rules), 2, rng)
    while position.turn is not None:
        assert set(position.points) == {0}
        position = position.play(rng.choice(position.legal_moves))


def test_ply_yard__the_first_to_empty_the_hand_wins_without_points() -> None:
    last = Record.from_json(reach("ply-yard", [["6-5"], []], 5, None, 0)).last()
    assert last.outcome is not None
    assert (last.outcome.ending, last.outcome.winners, last.outcome.points) == ("domino", (1,), (0, 0))
    assert preset("ply-yard").target is None


# --- draw to 100 ------------------------------------------------------------------------------------------------------


def test_draw_to_100__the_worked_example_of_drawing() -> None:
    record = reach("draw-100", [["6-3", "4-4", "1-0"], 4], ["6-1", "5-3", "3-3", "2-0"], (2, 5), 0)
    position = Record.from_json(record).last()
    for _ in range(2):
        assert [str(move) for move in position.legal_moves] == ["draw"]
        position = position.play("draw")
    assert [str(move) for move in position.legal_moves] == ["5-3R"]
    after = position.play("5-3R")
    assert after.ends == {"L": 2, "R": 3}
    assert sorted(after.hands[0]) == sorted(map(Tile, ("6-3", "4-4", "1-0", "6-1")))
    assert after.turn == 1


def test_draw_to_100__who_is_out_takes_the_pips_of_all_others() -> None:
    last = Record.from_json(out_round("draw-100", [0, 11, 18], 5)).last()
    assert last.outcome is not None
    assert last.outcome.points == (29, 0, 0)
    assert last.outcome.paid is not None
    assert last.outcome.paid.sum == "11 + 18 = 29"


def test_draw_to_100__a_blocked_winner_takes_the_others_less_its_own() -> None:
    last = Record.from_json(blocked_round("draw-100", [5, 15], 0)).last()
    assert last.outcome is not None
    assert last.outcome.points == (10, 0)
    assert last.outcome.paid is not None
    assert last.outcome.paid.sum == "15 - 5 = 10"


def test_draw_to_100__not_blocked_while_tiles_remain_to_draw() -> None:
    position = at("draw-100", "1-0 2-2", "2-0 2-1 6-6 0-0", (3, 5))
    assert position.outcome is None
    for _ in range(4):
        position = position.play("draw")
    after = position.play("pass")
    assert (len(after.boneyard), after.passes, after.outcome) == (0, 1, None)


def test_draw_to_100__the_lowest_total_wins_only_a_blocked_round() -> None:
    last = Record.from_json(reach("draw-100", [[], ["0-0"], ["6-5"]], 4, None, 1)).last()
    assert last.outcome is not None
    assert last.outcome.pips == (0, 0, 11)
    assert last.outcome.winners == (0,)


def test_draw_to_100__the_opening_is_found_anew_from_every_deal() -> None:
    rng = random.Random(12)
    match = Match.new(preset("draw-100"), 3)
    leaders = set()
    for _ in range(12):
        if match.over:
            match = Match.new(preset("draw-100"), 3)
        position = match.deal(rng)
        best = [max((tile.is_double, tile.pips, tile.high) for tile in hand) for hand in position.hands]
        assert position.leader == best.index(max(best))
        assert len(position.legal_moves) == 1
        leaders.add(position.leader)
        while position.turn is not None:
            position = position.play(rng.choice(position.legal_moves))
        match = match.after(position)
    assert leaders == {0, 1, 2}


def test_draw_to_100__tiles_dealt() -> None:
    for players, each, left in ((2, 7, 14), (3, 7, 7), (4, 6, 4)):
        position = deal(preset("draw-100"), players, random.Random(1))
        assert [len(hand) for hand in position.hands] == [each] * players
        assert len(position.boneyard) == position.drawable == left


# --- the ranked tables ------------------------------------------------------------------------------------------------


def test_ranked__tiles_dealt() -> None:
    for rules, rows in (
        ("ranked-draw", ((2, 7, 14), (3, 5, 13), (4, 5, 8))),
        ("ranked-block", ((2, 7, 14), (3, 7, 7), (4, 7, 0))),
    ):
        for players, each, left in rows:
            position = deal(preset(rules), players, random.Random(1))
            assert [len(hand) for hand in position.hands] == [each] * players
            assert len(position.boneyard) == left
            assert position.drawable == (left if rules == "ranked-draw" else 0)


def test_ranked_block__whoever_cannot_play_passes_and_nobody_draws() -> None:
    rng = random.Random(5)
    for players in (2, 3, 4):
        position = deal(preset("ranked-block"), players, rng)
        while position.turn is not None:
            assert all(move.kind != "draw" for move in position.legal_moves)
            position = position.play(rng.choice(position.legal_moves))


def test_ranked__others_see_only_how_many_tiles_a_seat_holds() -> None:
    position = deal(preset("ranked-draw"), 4, random.Random(6))
    for seat in range(4):
        view = position.view(seat)
        assert view.hand_sizes == (5, 5, 5, 5)
        assert view.hand == position.hands[seat]
        told = str(view.to_json())
        for other in range(4):
            if other != seat:
                assert not any(f"'{tile}'" in told for tile in position.hands[other])


def test_ranked__each_number_is_on_seven_tiles() -> None:
    whole = [tile for hand in deal(preset("ranked-block"), 4, random.Random(1)).hands for tile in hand]
    assert all(sum(1 for tile in whole if value in tile) == 7 for value in range(7))


def test_ranked__a_pass_tells_that_the_seat_has_neither_number() -> None:
    rng = random.Random(9)
    passes = 0
    for _ in range(60):
        position = deal(preset("ranked-block"), 3, rng)
        while position.turn is not None:
            move = rng.choice(position.legal_moves)
            if move.kind == "pass":
                passes += 1
                assert not any(set(position.ends.values()) & set(tile) for tile in position.hands[position.turn])
            position = position.play(move)
    assert passes > 100
