"""The 34 worked positions of the canon, each reached by a whole round under the rules as they are.

The canon's positions are partial. Where its tiles cannot lie beside each other in any round (the halves on a line pair
up, so hands, boneyard and ends must show each other's odd values), the test says so and takes other tiles with the
same pips: `reach` proves both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

import referee
import rounds
from doublesix.errors import IllegalMove
from doublesix.notation import Record, replay_json
from doublesix.rules import Match, Position, Rules, deal, pips, preset, start, tile_set
from doublesix.rules.tiles import Tile
from reach import OutOfReach, blocked_round, can_lie, odd_values, out_round, reach

Json = dict[str, Any]
TABLES = ("ply-yard", "draw-100", "ranked-draw", "ranked-block")


def last(record: Json, *moves: str) -> Position:
    """The last position of a record with some more moves, as package and referee agree on it."""
    record = {**record, "moves": [*record["moves"], *moves]}
    made = Record.from_json(record)
    answer = replay_json(made, legal=True)
    assert answer == referee.judge(record), answer
    return made.last()


def legal(position: Position) -> list[str]:
    return [str(move) for move in position.legal_moves]


def hand(position: Position, seat: int) -> set[str]:
    return {str(tile) for tile in position.hands[seat]}


def dealt(rules: str | Json, players: int, moves: Sequence[str], first: int, *hands: str, seed: int = 0) -> Json:
    """A record in which seats play `moves` in turn from seat `first` on; hands filled as given, then at random."""
    fields = referee.rules_of(rules)
    size = fields["hand_size"][str(players)]
    own: list[list[str]] = [text.split() for text in [*hands, *[""] * (players - len(hands))]]
    for at, move in enumerate(moves):
        own[(first + at) % players].append(move.rstrip("LRUD"))
    used = {tile for part in own for tile in part}
    free = [text for text in map(referee.written, referee.whole_set(fields["max_pip"])) if text not in used]
    random.Random(seed).shuffle(free)
    for part in own:
        while len(part) < size:
            part.append(free.pop())
    record: Json = {"rules": rules, "players": players, "hands": own, "boneyard": free, "moves": list(moves)}
    if fields["leader"] == "lot":
        record["leader"] = first
    return record


def refused(position: Position, move: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return str(caught.value)


def simulated(rules: str | Json, players: int, wanted: Callable[[Json], bool], seed: int = 0) -> Json:
    """The first of many random rounds whose outcome is wanted."""
    rng = random.Random(seed)
    for _ in range(3000):
        record = rounds.random_deal(rules, players, rng)
        record.pop("scores", None)
        state = rounds.begun(record)
        record["moves"] = rounds.play_on(state, rng)
        assert state.outcome is not None
        if wanted(state.outcome):
            return record
    raise LookupError("none of 3,000 rounds ended like that")


# --- leads -----------------------------------------------------------------------------------------------------------

W01 = "6-6 6-4 5-5 3-1 2-0 1-0 0-0"


def test_w01_the_reserve_table_leads_any_tile_and_nothing_else() -> None:
    opening = last(dealt("ply-yard", 2, [], 0, W01))
    assert legal(opening) == sorted(W01.split())
    for move in ("draw", "pass"):
        assert "lead" in refused(opening, move)


@pytest.mark.parametrize("rules", TABLES[1:])
def test_w01_the_other_tables_lead_only_the_qualifying_tile(rules: str) -> None:
    opening = last(dealt(rules, 2, [], 0, W01))
    assert legal(opening) == ["6-6"]
    assert "6-6" in refused(opening, "6-4")


@pytest.mark.parametrize("rules", ["draw-100", "ranked-draw"])
def test_w12_the_holder_of_the_highest_double_opens_with_it(rules: str) -> None:
    hands = ["5-4 6-3 4-4", "5-5 2-1 3-0", "6-4 6-5 3-3"]
    size = referee.rules_of(rules)["hand_size"]["3"]
    filler = iter(["3-2", "5-1", "6-2", "4-1", "5-3", "4-3", "2-0", "4-2", "5-0", "6-1", "5-2", "6-0"])
    own = [[*text.split(), *(next(filler) for _ in range(size - 3))] for text in hands]
    rest = [text for text in map(str, tile_set(6)) if not any(text in part for part in own)]
    opening = last({"rules": rules, "players": 3, "hands": own, "boneyard": rest, "moves": []})
    assert (opening.leader, legal(opening)) == (1, ["5-5"])
    assert opening.play("5-5").turn == 2


@pytest.mark.parametrize("rules", TABLES[1:])
def test_w12_the_double_blank_outranks_every_tile_that_is_no_double(rules: str) -> None:
    own = [["6-5", "6-4", "5-4", "6-3", "6-2", "6-1", "6-0"], ["0-0", "2-1", "3-1", "5-3", "5-2", "5-1", "5-0"]]
    rest = [text for text in map(str, tile_set(6)) if not any(text in part for part in own)]
    opening = last({"rules": rules, "players": 2, "hands": own, "boneyard": rest, "moves": []})
    assert (opening.leader, legal(opening)) == (1, ["0-0"])
    assert opening.play("0-0").ends == {"L": 0, "R": 0}


@pytest.mark.parametrize("rules", TABLES[1:])
def test_w13_without_a_double_the_heaviest_tile_opens_and_of_equals_the_higher_half(rules: str) -> None:
    own = [["6-3", "4-2", "1-0", "3-2", "5-1", "2-0", "4-0"], ["5-4", "6-2", "3-1", "5-0", "4-1", "3-0", "2-1"]]
    rest = [text for text in map(str, tile_set(6)) if not any(text in part for part in own)]
    opening = last({"rules": rules, "players": 2, "hands": own, "boneyard": rest, "moves": []})
    assert (opening.leader, legal(opening)) == (0, ["6-3"])


# --- matching --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", TABLES)
def test_w02_a_tile_that_fits_both_ends_may_be_played_at_either(rules: str) -> None:
    here = last(reach(rules, [["5-2", "2-1", "6-5"], 3], 14, (2, 5), 0))
    assert legal(here) == ["2-1L", "5-2L", "5-2R", "6-5R"]
    after = {move: here.play(move).ends for move in legal(here)}
    assert after == {
        "5-2L": {"L": 5, "R": 5},
        "5-2R": {"L": 2, "R": 2},
        "2-1L": {"L": 1, "R": 5},
        "6-5R": {"L": 2, "R": 6},
    }


@pytest.mark.parametrize(("side", "fits", "not_now"), [("R", "2-1", "6-5"), ("L", "6-5", "2-1")])
def test_w02_the_end_that_is_chosen_decides_what_fits_next(side: str, fits: str, not_now: str) -> None:
    here = last(reach("ply-yard", [["5-2", "2-1", "6-5"], 3], 14, (2, 5), 0)).play(f"5-2{side}")
    matching = {str(tile) for tile in here.hands[0] if set(here.ends.values()) & set(tile)}
    assert matching == {fits}
    assert not_now in hand(here, 0)


@pytest.mark.parametrize("rules", TABLES)
def test_w03_a_blank_fits_only_a_blank(rules: str) -> None:
    here = last(reach(rules, [["0-0", "6-0", "5-2", "3-3"], 4], 14, (0, 3), 0))
    assert {move: here.play(move).ends for move in legal(here)} == {
        "0-0L": {"L": 0, "R": 3},
        "6-0L": {"L": 6, "R": 3},
        "3-3R": {"L": 0, "R": 3},
    }
    text = refused(here, "5-2L")
    assert "5-2" in text
    assert "blank" in text


@pytest.mark.parametrize("rules", ["ply-yard", "ranked-block", "draw-100"])
def test_w04_equal_ends_give_two_moves_a_tile_and_a_double_is_not_wild(rules: str) -> None:
    here = last(reach(rules, [["4-4", "4-0", "3-2", "5-5"], 4], 14, (4, 4), 0))
    assert {move: here.play(move).ends for move in legal(here)} == {
        "4-4L": {"L": 4, "R": 4},
        "4-4R": {"L": 4, "R": 4},
        "4-0L": {"L": 0, "R": 4},
        "4-0R": {"L": 4, "R": 0},
    }
    assert "wild" in refused(here, "5-5L")


# --- drawing ---------------------------------------------------------------------------------------------------------

W05 = reach("ply-yard", [["1-0", "2-2"], 4], ["2-0", "6-4", "4-3", "2-1", "0-0"], (3, 5), 0)


def test_w05_draws_until_a_tile_fits_and_must_play_it_in_the_same_turn() -> None:
    here = last(W05)
    for _ in range(3):
        assert legal(here) == ["draw"]
        here = here.play("draw")
        assert here.turn == 0
    assert legal(here) == ["4-3L"]
    for move in ("draw", "pass"):
        assert "4-3" in refused(here, move)
    after = here.play("4-3L")
    assert after.ends == {"L": 4, "R": 5}
    assert hand(after, 0) == {"1-0", "2-2", "2-0", "6-4"}
    assert pips(after.hands[0]) == 17
    assert (len(after.boneyard), after.drawable, after.turn) == (2, 0, 1)


def test_w06_the_reserve_of_two_is_never_drawn() -> None:
    here = last(reach("ply-yard", [["1-0", "2-2"], 4], ["2-0", "2-1", "3-3", "5-5"], (3, 5), 0), "draw", "draw")
    assert legal(here) == ["pass"]
    assert "reserve" in refused(here, "draw")
    after = here.play("pass")
    assert [str(tile) for tile in after.boneyard] == ["3-3", "5-5"]
    assert pips(after.hands[0]) == 10


@pytest.mark.parametrize("rules", ["draw-100", "ranked-draw"])
def test_w06_without_a_reserve_the_boneyard_is_drawn_down(rules: str) -> None:
    record = reach(rules, [["1-0", "2-2"], 4], ["2-0", "2-1", "3-3", "5-5"], (3, 5), 0)
    here = last(record, "draw", "draw", "draw")
    assert legal(here) == ["3-3L"]
    after = here.play("3-3L")
    assert after.ends == {"L": 3, "R": 5}
    assert [str(tile) for tile in after.boneyard] == ["5-5"]


def test_w07_with_three_left_one_more_tile_is_drawn() -> None:
    for boneyard, then in ((["4-2", "3-3", "6-6"], "4-2R"), (["3-3", "4-2", "6-6"], "pass")):
        here = last(reach("ply-yard", [["0-0", "5-5"], 4], boneyard, (1, 4), 0))
        assert legal(here) == ["draw"]
        here = here.play("draw")
        assert legal(here) == [then]
        after = here.play(then)
        assert len(after.boneyard) == 2
        if then == "4-2R":
            assert after.ends == {"L": 1, "R": 2}
        else:
            assert after.passes == 1


W11 = {
    "hands": [["6-6", "5-4", "6-3", "6-2", "1-0", "0-0", "1-1"], ["6-5", "6-4", "3-2", "6-1", "6-0", "5-5", "4-4"]],
    "boneyard": ["2-0", "3-0", "4-0", "5-0", "2-1", "3-1", "4-1", "5-1", "2-2", "4-2", "5-2", "3-3", "4-3", "5-3"],
    "moves": ["6-6", "6-5R", "5-4R", "6-4R", "6-3R", "3-2R", "6-2R", "6-1R", "1-0R", "6-0R"],
}


def test_w11_a_dead_line_is_still_drawn_down_at_the_reserve_table() -> None:
    record = {"rules": "ply-yard", "players": 2, **W11}
    here = last(record)
    assert here.ends == {"L": 6, "R": 6}
    assert [pips(part) for part in here.hands] == [2, 18]
    end = last(record, *["draw"] * 12, "pass", "pass")
    assert [str(tile) for tile in end.boneyard] == ["4-3", "5-3"]
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "blocked",
        "winners": [1],
        "pips": [57, 18],
        "places": [2, 1],
        "points": [0, 0],
    }
    assert "must draw" in refused(here, "pass")


@pytest.mark.parametrize(("rules", "target"), [("draw-100", True), ("ranked-draw", False)])
def test_w11_a_dead_line_is_drawn_to_the_last_tile_without_a_reserve(rules: str, target: bool) -> None:
    end = last({"rules": rules, "players": 2, **W11}, *["draw"] * 14, "pass", "pass")
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "blocked",
        "winners": [1],
        "pips": [72, 18],
        "places": [2, 1],
        "points": [0, 54],
    }
    assert (end.rules.target is not None) == target


def test_w14_four_players_draw_and_pass_and_the_round_is_not_blocked() -> None:
    record: Json = {
        "rules": "draw-100",
        "players": 4,
        "hands": [
            ["6-6", "6-5", "6-4", "6-3", "6-1", "6-0"],
            ["2-0", "2-1", "2-2", "3-2", "4-2", "5-2"],
            ["1-0", "3-0", "4-0", "5-0", "1-1", "3-1"],
            ["5-1", "3-3", "4-3", "4-4", "5-4", "5-5"],
        ],
        "boneyard": ["5-3", "4-1", "6-2", "0-0"],
        "moves": ["6-6", "draw", "draw", "draw", "6-2R", "draw", "pass", "pass"],
    }
    here = last(record)
    assert here.turns == (0, 1, 1, 1, 1, 2, 2, 3)
    assert here.ends == {"L": 6, "R": 2}
    assert [len(part) for part in here.hands] == [5, 8, 7, 6]
    assert (here.passes, here.turn, here.outcome, here.boneyard) == (2, 0, None, ())
    assert legal(here) == ["6-0L", "6-1L", "6-3L", "6-4L", "6-5L"]


def test_w20_a_seat_that_can_play_must_play() -> None:
    here = last(reach("draw-100", [["6-4", "3-3"], 5], 9, (4, 1), 0))
    assert legal(here) == ["6-4L"]
    for move in ("draw", "pass"):
        text = refused(here, move)
        assert "6-4" in text
        assert "4 and 1" in text


def test_w20_voluntary_drawing_adds_the_draw_and_no_pass() -> None:
    record = reach("draw-100", [["6-4", "3-3"], 5], 9, (4, 1), 0)
    here = last({**record, "rules": {"base": "draw-100", "voluntary_draw": True}})
    assert legal(here) == ["6-4L", "draw"]
    refused(here, "pass")
    assert "6-4L" in legal(here.play("draw"))


def test_w21_draw_one_takes_one_tile_a_turn() -> None:
    rules = {"base": "draw-100", "draw_limit": 1, "hand_size": {"2": 12}}
    record = reach(rules, [["1-0", "2-2"], 3], ["2-0", "4-3", "6-6"], (3, 5), 0)
    here = last(record)
    assert legal(here) == ["draw"]
    here = here.play("draw")
    assert legal(here) == ["pass"]
    assert "one tile" in refused(here, "draw")
    here = here.play("pass")
    assert len(here.boneyard) == 2
    assert here.outcome is None


def test_w21_a_full_round_of_draw_one_passes_is_not_a_block_while_tiles_are_left() -> None:
    rules = {"base": "draw-100", "draw_limit": 1}
    record = {"rules": rules, "players": 2, **W11}
    moves: list[str] = []
    for at in range(14):
        here = last(record, *moves)
        assert (here.passes, here.outcome) == (at, None)
        moves += ["draw", "pass"]
    end = last(record, *moves)
    assert end.outcome is not None
    assert end.outcome.ending == "blocked"
    assert (end.outcome.pips, end.outcome.points) == ((34, 56), (22, 0))


# --- passing and blocking --------------------------------------------------------------------------------------------


def test_w08_a_pass_is_not_a_block_and_a_play_begins_the_count_anew() -> None:
    here = last(reach("ply-yard", [["1-0", "5-5"], ["6-3", "4-0"]], 2, (2, 6), 0))
    here = here.play("pass")
    assert (here.passes, legal(here)) == (1, ["6-3R"])
    assert "6-3" in refused(here, "pass")
    here = here.play("6-3R")
    assert (here.passes, here.ends) == (0, {"L": 2, "R": 3})
    here = here.play("pass")
    assert (here.passes, here.outcome) == (1, None)
    end = here.play("pass")
    assert end.outcome is not None
    assert (end.outcome.ending, end.outcome.winners, end.outcome.pips) == ("blocked", (1,), (11, 4))


def test_w31_tiles_asleep_are_no_concern_of_a_block() -> None:
    here = last(reach("ranked-block", [["1-1", "5-2"], ["4-3", "3-3"]], 14, (0, 6), 0))
    assert legal(here) == ["pass"]
    assert "no drawing" in refused(here, "draw")
    end = here.play("pass").play("pass")
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "blocked",
        "winners": [0],
        "pips": [9, 13],
        "places": [1, 2],
        "points": [4, 0],
    }


@pytest.mark.parametrize("rules", ["ranked-draw", "draw-100"])
def test_w32_out_is_tested_before_the_block_and_nobody_draws_any_more(rules: str) -> None:
    here = last(reach(rules, [["6-0"], ["0-0"], ["5-5"]], 3, (6, 0), 0))
    end = here.play("6-0R")
    assert end.ends == {"L": 6, "R": 6}
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "domino",
        "winners": [0],
        "pips": [0, 0, 10],
        "places": [1, 2, 3],
        "points": [10, 0, 0],
    }
    assert end.legal_moves == ()
    assert "over" in refused(end, "draw")


# --- blocked: who wins and what it pays ------------------------------------------------------------------------------


def test_w09_more_tiles_with_fewer_pips_win_a_block() -> None:
    hands = [["6-5"], ["2-0", "4-0", "2-2"]]
    odd = odd_values([referee.pair(text) for part in hands for text in part]) ^ {1, 3}
    assert len(odd) > 4, "two tiles cannot pair up six values: with ends 1 and 3 this position lies in no round"
    end = last(reach("ply-yard", hands, 2, (1, 1), 0), "pass", "pass")
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "blocked",
        "winners": [1],
        "pips": [11, 10],
        "places": [2, 1],
        "points": [0, 0],
    }


def test_w10_equal_totals_are_a_tie_at_the_reserve_table() -> None:
    end = last(reach("ply-yard", [["6-4"], ["5-5"]], 2, (1, 3), 0), "pass", "pass")
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "blocked",
        "winners": [],
        "pips": [10, 10],
        "places": [1, 1],
        "points": [0, 0],
    }


@pytest.mark.parametrize("rules", ["draw-100", "ranked-draw"])
def test_w10_equal_totals_pay_nobody(rules: str) -> None:
    with pytest.raises(OutOfReach):  # with an empty boneyard the hands' odd values are the ends
        reach(rules, [["6-4"], ["5-5"]], [], (1, 3), 0)
    end = last(blocked_round(rules, [10, 10], 0))
    assert end.outcome is not None
    assert (end.outcome.winners, end.outcome.places, end.outcome.points) == ((), (1, 1), (0, 0))
    after = Match.new(end.rules, 2).after(end)
    assert after.scores == (0, 0)
    assert after.over == (rules == "ranked-draw")


def test_w15_a_blocked_round_pays_the_margin() -> None:
    for rules in ("draw-100", "ranked-draw"):
        with pytest.raises(OutOfReach):
            reach(rules, [["4-2"], ["6-5"], ["5-5", "4-4"]], [], (1, 3), 0)
    end = last(reach("ranked-block", [["4-2"], ["6-5"], ["5-5", "4-4"]], 7, (1, 3), 2), *["pass"] * 3)
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "blocked",
        "winners": [0],
        "pips": [6, 11, 18],
        "places": [1, 2, 3],
        "points": [23, 0, 0],
    }
    assert end.outcome.paid is not None
    assert end.outcome.paid.sum == "11 + 18 - 6 = 23"


def test_w15_draw_to_100__blocked_scores_others_minus_own() -> None:
    """The seed's example, 6, 11 and 18: with a reserve, for without one every block leaves an even number of pips."""
    end = last(blocked_round({"base": "draw-100", "reserve": 2}, [6, 11, 18], 2))
    assert end.outcome is not None
    assert (end.outcome.pips, end.outcome.points) == ((6, 11, 18), (23, 0, 0))


def test_a_block_on_one_line_without_tiles_left_has_equal_ends_and_an_even_number_of_pips() -> None:
    rng = random.Random(4)
    seen = 0
    while seen < 40:
        record = rounds.random_deal("draw-100", rng.choice([2, 3, 4]), rng)
        state = rounds.begun(record)
        record["moves"] = rounds.play_on(state, rng)
        if state.outcome is not None and state.outcome["ending"] == "blocked":
            seen += 1
            end = last(record)
            assert end.ends["L"] == end.ends["R"]
            assert odd_values([(tile.high, tile.low) for part in end.hands for tile in part]) == set()


def test_w16_two_of_three_share_the_lowest_total() -> None:
    given = [["5-4"], ["5-2", "2-0"], ["6-6", "4-4"]]
    with pytest.raises(OutOfReach):
        reach("draw-100", given, [], (1, 3), 0)
    end = last(blocked_round("draw-100", [9, 9, 20], 0, scores=[40, 55, 12]))
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "blocked",
        "winners": [0, 1],
        "pips": [9, 9, 20],
        "places": [1, 1, 3],
        "points": [0, 0, 0],
    }
    match = replace(Match.new(end.rules, 3), scores=(40, 55, 12)).after(end)
    assert (match.scores, match.over, match.leader, match.later) == ((40, 55, 12), False, None, False)
    again = match.deal(random.Random(1))
    holders = [max(map(referee.lead_worth, part)) for part in again.hands]
    assert again.leader == holders.index(max(holders))
    assert len(again.legal_moves) == 1


def test_w16_ranked_places_are_1_1_3_and_that_is_no_tie_of_all() -> None:
    end = last(blocked_round("ranked-draw", [9, 9, 20], 0))
    assert end.outcome is not None
    assert (end.outcome.places, end.outcome.winners) == ((1, 1, 3), (0, 1))


W22 = [9, 4, 14, 20]


@pytest.mark.parametrize(("rules", "points"), [("partners", 24), ("puerto-rico", 47)])
def test_w22_partners_add_their_pips_and_the_lower_side_wins_a_block(rules: str, points: int) -> None:
    given = [["5-4"], ["4-0"], ["6-6", "2-0"], ["5-5", "6-4"]]
    assert not can_lie([referee.pair(text) for part in given for text in part], (1, 3))
    assert sum(W22) % 2, "with every tile dealt a block leaves an even number of pips: so four tiles stay asleep here"
    end = last(blocked_round({"base": rules, "hand_size": {"4": 6}}, W22, 4, leader=0, sizes=[1, 1, 2, 2]))
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "blocked",
        "winners": [0, 2],
        "pips": W22,
        "places": [1, 3, 1, 3],
        "points": [points, 0, points, 0],
    }


@pytest.mark.parametrize(("rules", "points"), [("partners", 13), ("puerto-rico", 23)])
def test_w23_partners_out_pays_the_losing_side_or_every_hand(rules: str, points: int) -> None:
    end = last(reach(rules, [["3-2"], [], ["4-4"], ["5-5"]], [], (3, 2), 2))
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "domino",
        "winners": [1, 3],
        "pips": [5, 0, 8, 10],
        "places": [3, 1, 3, 1],
        "points": [0, points, 0, points],
    }


@pytest.mark.parametrize("rules", ["partners", "puerto-rico"])
def test_w23_level_sides_pay_nobody(rules: str) -> None:
    end = last(blocked_round(rules, [9, 4, 11, 16], 0, sizes=[1, 1, 2, 2]))
    assert end.outcome is not None
    assert (end.outcome.winners, end.outcome.places, end.outcome.points) == ((), (1, 1, 1, 1), (0, 0, 0, 0))


# --- places and points -----------------------------------------------------------------------------------------------


def test_w17_places_are_1_2_2_4() -> None:
    end = last(out_round("ranked-draw", [0, 12, 12, 20], 2))
    assert end.outcome is not None
    assert end.outcome.to_json() == {
        "ending": "domino",
        "winners": [0],
        "pips": [0, 12, 12, 20],
        "places": [1, 2, 2, 4],
        "points": [44, 0, 0, 0],
    }


@pytest.mark.parametrize("rules", ["ranked-draw", "draw-100"])
def test_w18_who_is_out_stands_before_a_hand_of_only_the_double_blank(rules: str) -> None:
    end = last(reach(rules, [[], ["0-0"], ["6-5"]], 4, None, 1))
    assert end.outcome is not None
    assert (end.outcome.places, end.outcome.points, end.outcome.winners) == ((1, 2, 3), (11, 0, 0), (0,))


def test_w18_a_round_may_be_won_for_nothing() -> None:
    end = last(reach("draw-100", [["0-0"], []], 4, None, 0))
    assert end.outcome is not None
    assert (end.outcome.ending, end.outcome.winners, end.outcome.points) == ("domino", (1,), (0, 0))
    assert (end.outcome.pips, end.outcome.places) == ((0, 0), (2, 1))


def match_at(scores: Sequence[int]) -> Match:
    return replace(Match.new(preset("draw-100"), len(scores)), scores=tuple(scores))


def test_w19_a_match_goes_on_below_the_target() -> None:
    match = match_at([88, 97]).after(last(reach("draw-100", [["2-0"], []], 8, None, 0, scores=[88, 97])))
    assert (match.scores, match.over, match.winners) == ((88, 99), False, None)


@pytest.mark.parametrize(
    ("totals", "boneyard", "scores"), [([9, 21], 0, (100, 97)), ([4, 26], 0, (110, 97)), ([6, 29], 2, (111, 97))]
)
def test_w19_a_match_ends_with_the_round_that_reaches_or_passes_the_target(
    totals: list[int], boneyard: int, scores: tuple[int, int]
) -> None:
    end = last(blocked_round({"base": "draw-100", "reserve": boneyard}, totals, boneyard, scores=[88, 97]))
    match = replace(match_at([88, 97]), rules=end.rules).after(end)
    assert (match.scores, match.over, match.winners) == (scores, True, (0,))


# --- points in play --------------------------------------------------------------------------------------------------


def scored(record: Json) -> tuple[list[int], list[int]]:
    """After each play of a record: the open ends' total and what it scored."""
    totals, gains = [], []
    for before, after in zip(positions := Record.from_json(record).positions(), positions[1:], strict=False):
        totals.append(sum(value for _, value in after.line.exposed()))
        gains.append(sum(after.points) - sum(before.points))
    assert replay_json(Record.from_json(record), legal=True) == referee.judge(record)
    return totals, gains


def test_w24_muggins_counts_the_ends_of_a_single_line() -> None:
    moves = ["5-5", "5-0R", "0-0R", "6-5L", "4-0R"]
    record = dealt("muggins", 2, moves, 0, seed=3)
    double_six = next(part for part in [*record["hands"], record["boneyard"]] if "6-6" in part)
    record["boneyard"][-1], double_six[double_six.index("6-6")] = "6-6", record["boneyard"][-1]
    assert scored(record) == ([10, 10, 10, 6, 10], [10, 10, 10, 0, 10])
    assert last(record).points == (30, 10)


def test_w25_all_fives_counts_up_to_four_ends() -> None:
    record = dealt("all-fives", 2, ["5-5", "5-0L", "6-5R", "5-4U", "5-3D", "6-6R", "1-0L"], 0)
    assert scored(record) == ([10, 10, 6, 10, 13, 19, 20], [10, 10, 0, 10, 0, 0, 20])
    positions = Record.from_json(record).positions()
    assert [set(position.ends) for position in positions] == [set()] + [{"L", "R"}] * 2 + [{"L", "R", "U", "D"}] * 5
    assert positions[-1].ends == {"L": 1, "R": 6, "U": 4, "D": 3}


def test_w26_side_arms_stay_closed_until_both_sides_of_the_spinner_are_covered() -> None:
    filler = "5-0 5-1 5-2 5-3 5-5 3-0 3-1"
    record = dealt("all-fives", 2, ["4-4", "6-4R"], 0, f"4-1 {filler}", "4-0")
    record["hands"][0].remove("3-1")
    record["hands"][0].append("6-2")
    record["boneyard"] = [
        text for text in map(str, tile_set(6)) if text not in record["hands"][0] and text not in record["hands"][1]
    ][:10]
    rest = [t for t in map(str, tile_set(6)) if t not in record["hands"][0] and t not in record["boneyard"]]
    record["hands"][1] = rest
    assert {"6-4", "4-0"} <= set(rest)
    here = last(record)
    assert legal(here) == ["4-1L", "6-2R"]
    assert "covered" in refused(here, "4-1U")
    assert sum(value for _, value in here.line.exposed()) == 14
    one = here.play("4-1L")
    assert (one.ends, one.points) == ({"L": 1, "R": 6, "U": 4, "D": 4}, (0, 0))
    assert sum(value for _, value in one.line.exposed()) == 7
    assert sum(value for _, value in one.play("4-0U").line.exposed()) == 7
    other = here.play("6-2R")
    assert sum(value for _, value in other.line.exposed()) == 10
    assert other.points == (10, 0)


def test_w27_the_first_double_is_the_spinner_also_when_it_is_not_the_lead() -> None:
    record = dealt("all-fives", 2, ["6-1", "1-1R", "4-1R", "5-1U", "4-4R"], 0)
    assert scored(record) == ([7, 8, 10, 15, 19], [0, 0, 10, 15, 0])
    positions = Record.from_json(record).positions()
    assert positions[3].ends == {"L": 6, "R": 4, "U": 1, "D": 1}
    assert positions[-1].ends == {"L": 6, "R": 4, "U": 5, "D": 1}


@pytest.mark.parametrize(("pips_left", "paid"), [(12, 10), (13, 15), (2, 0), (3, 5)])
def test_w28_all_fives_pays_to_the_nearest_five(pips_left: int, paid: int) -> None:
    record = simulated(
        {"base": "all-fives", "count": None},
        2,
        lambda outcome: outcome["ending"] == "domino" and sum(outcome["pips"]) == pips_left,
    )
    end = last(record)
    assert end.outcome is not None
    assert max(end.outcome.points) == paid


def test_w28_rounding_takes_the_total_not_each_hand() -> None:
    end = last(out_round({"base": "all-fives", "count": None}, [0, 7, 7], 5))
    assert end.outcome is not None
    assert (end.outcome.pips, end.outcome.points) == ((0, 7, 7), (15, 0, 0))


@pytest.mark.parametrize(("blocked", "paid"), [("losers", 15), ("margin", 10)])
def test_w28_a_block_of_4_against_13_pays_15_or_by_margin_10(blocked: str, paid: int) -> None:
    pay = {"out": "losers", "blocked": blocked, "round_to": 5}
    rules = {"base": "all-fives", "draw_limit": 0, "count": None, "pay": pay}
    end = last(blocked_round(rules, [4, 13], 10))
    assert end.outcome is not None
    assert end.outcome.points == (paid, 0)


W29 = ["6-6", "6-3R", "3-3R", "6-0L", "3-0L", "4-3L"]


def test_w29_fives_and_threes_scores_quotients() -> None:
    record = dealt("fives-and-threes", 2, W29, 0)
    assert scored(record) == ([12, 15, 18, 6, 9, 10], [4, 8, 6, 2, 3, 2])
    assert last(record).points == (13, 12)
    other = last({**record, "moves": [*W29[:-1], "4-3R"]})
    assert sum(value for _, value in other.line.exposed()) == 7
    assert other.points == (13, 10)


def test_w30_exactly_61_wins_at_once_and_more_is_void() -> None:
    record = dealt("fives-and-threes", 2, W29[:4], 0)
    reached = last({**record, "scores": [0, 59]})  # the first play of this seat, for 8, is void
    assert reached.points == (0 + 4 + 6, 2)
    assert reached.outcome is not None
    assert (reached.outcome.ending, reached.outcome.winners, reached.outcome.points) == ("target", (1,), (10, 2))
    passed = last({**record, "scores": [0, 60]})
    assert (passed.points, passed.outcome) == ((10, 0), None)
    match = replace(Match.new(reached.rules, 2), scores=(0, 59)).after(reached)
    assert (match.scores, match.winners) == ((10, 61), (1,))


@pytest.mark.parametrize(("before", "after"), [(59, 59), (58, 61)])
def test_w30_the_last_tile_counts_together_with_going_out(before: int, after: int) -> None:
    seeded = (reach("fives-and-threes", [[], 1], 14, (5, 1), 1, seed=seed) for seed in range(50))
    record = next(one for one in seeded if Record.from_json(one).last().line.exposed() == [("L", 5), ("R", 1)])
    positions = Record.from_json(record).positions()
    end = positions[-1]
    assert end.points[0] - positions[-2].points[0] == 3
    start_at = before - positions[-2].points[0]
    end = last({**record, "scores": [start_at, 0]})
    assert end.outcome is not None
    assert (end.outcome.ending, end.outcome.winners) == ("domino", (0,))
    assert start_at + end.outcome.points[0] == after
    match = replace(Match.new(end.rules, 2), scores=(start_at, 0)).after(end)
    assert match.winners == ((0,) if after == 61 else None)


def test_w30_a_total_of_nothing_scores_nothing() -> None:
    for rules in ("fives-and-threes", "all-fives", "muggins"):
        count = preset(rules).count
        assert count is not None
        assert count.points(0) == 0
    assert last(dealt("fives-and-threes", 2, ["0-0"], 0)).points == (0, 0)


def test_the_published_table_of_fives_and_threes() -> None:
    count = preset("fives-and-threes").count
    assert count is not None
    table = {3: 1, 5: 1, 6: 2, 9: 3, 10: 2, 12: 4, 15: 8, 18: 6, 20: 4}
    assert {total: count.points(total) for total in range(21) if count.points(total)} == table


# --- information and sets --------------------------------------------------------------------------------------------


def test_w33_the_other_seat_sees_draws_without_faces() -> None:
    after = last(W05, "draw", "draw", "draw", "4-3L")
    seen = after.view(1).to_json()
    text = json.dumps(seen)
    assert seen["moves"][-4:] == ["draw", "draw", "draw", "4-3L"]
    assert (seen["hand_sizes"][0], seen["boneyard"]) == (4, 2)
    assert after.view(1).ends == {"L": 4, "R": 5}
    played = {move.rstrip("LR") for move in seen["moves"]}
    for tile in ("2-0", "6-4", "1-0", "2-2", "2-1", "0-0"):
        assert tile not in played
        assert f'"{tile}"' not in text
    assert after.view(0).to_json()["moves"][-4:] == ["draw:2-0", "draw:6-4", "draw:4-3", "4-3L"]


def test_w33_after_a_forced_draw_that_ends_in_a_play_the_rest_fits_neither_old_end() -> None:
    before, after = last(W05), last(W05, "draw", "draw", "draw", "4-3L")
    old = set(before.ends.values())
    assert all(not old & set(tile) for tile in after.hands[0])
    assert Tile("4-3") in before.boneyard


@pytest.mark.parametrize(("top", "tiles", "total", "each"), [(6, 28, 168, 7), (9, 55, 495, 10), (12, 91, 1092, 13)])
def test_w34_sizes_of_the_sets(top: int, tiles: int, total: int, each: int) -> None:
    whole = tile_set(top)
    assert (len(whole), len(set(whole)), pips(whole)) == (tiles, tiles, total)
    assert all(sum(1 for tile in whole if value in tile) == each for value in range(top + 1))


def test_w34_cuban_deals_ten_each_and_fifteen_stay_out_of_play() -> None:
    opening = deal(preset("cuban"), 4, random.Random(1))
    assert [len(part) for part in opening.hands] == [10] * 4
    assert (len(opening.boneyard), opening.drawable) == (15, 0)


def test_w34_a_double_nine_line_with_two_nines_is_dead_only_when_all_ten_nines_are_out() -> None:
    nines = [tile for tile in tile_set(9) if 9 in tile]
    rest = [tile for tile in tile_set(9) if 9 not in tile]
    rules = Rules.from_json({"base": "block-9", "hand_size": {"2": 10}})
    opening = start(rules, [nines, rest[:10]], rest[10:])
    assert str(opening.lead_tile) == "9-9"
    after = opening.play("9-9")
    assert after.ends == {"L": 9, "R": 9}
    assert [str(move) for move in after.legal_moves] == ["pass"]
    assert len(after.play("pass").legal_moves) == 18
