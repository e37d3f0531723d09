"""Match play: scores, targets, who leads next, forfeits, void rounds, and what a match refuses."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import referee
import rounds
from doublesix.errors import BadRecord
from doublesix.notation import Record, read_record, replay_json
from doublesix.rules import Match, Position, Rules, preset, start
from reach import blocked_round, out_round

Json = dict[str, Any]


def finish(position: Position, rng: random.Random) -> Position:
    while position.turn is not None:
        position = position.play(rng.choice(position.legal_moves))
    return position


def play_match(rules: Rules, players: int, seed: int) -> tuple[list[Position], list[Match]]:
    """A whole match at random: its finished rounds, and where it stood before each and at its end."""
    rng = random.Random(seed)
    match = Match.new(rules, players)
    ends, stands = [], [match]
    while not match.over:
        lead = rng.randrange(players) if rules.leader == "lot" and not match.later else None
        ends.append(finish(match.deal(rng, leader=lead), rng))
        match = match.after(ends[-1])
        stands.append(match)
    return ends, stands


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draw_to_100_runs_to_its_end_and_scores_add_up(players: int) -> None:
    for seed in range(4):
        ends, stands = play_match(preset("draw-100"), players, seed)
        sums = [0] * players
        for number, (end, before, after) in enumerate(zip(ends, stands, stands[1:], strict=False), 1):
            assert before.number == end.round == number
            assert end.scores == tuple(sums)
            assert end.outcome is not None
            sums = [score + gain for score, gain in zip(sums, end.outcome.points, strict=True)]
            assert after.scores == tuple(sums)
            assert sum(1 for gain in end.outcome.points if gain) <= 1
            assert max(before.scores) < 100
        assert stands[-1].winners == (sums.index(max(sums)),)
        assert max(sums) >= 100


def test_p04_no_round_is_dealt_or_counted_after_the_match_is_over() -> None:
    ends, stands = play_match(preset("draw-100"), 2, 1)
    with pytest.raises(BadRecord, match="over"):
        stands[-1].deal(random.Random(1))
    with pytest.raises(BadRecord):
        stands[-1].after(ends[-1])


@pytest.mark.parametrize("points", [50, 100, 150, 200])
def test_targets_short_and_long(points: int) -> None:
    target = {"points": points, "mode": "at-least", "when": "round"}
    _, stands = play_match(Rules.from_json({"base": "draw-100", "target": target}), 2, points)
    assert max(stands[-1].scores) >= points > max(stands[-2].scores)


def test_p06_a_round_is_counted_once() -> None:
    rng = random.Random(2)
    match = Match.new(preset("draw-100"), 2)
    end = finish(match.deal(rng), rng)
    assert end.outcome is not None
    assert sum(end.outcome.points) > 0
    after = match.after(end)
    with pytest.raises(BadRecord, match="scores"):
        after.after(end)
    assert match.after(end) == after


def test_a_round_that_is_not_finished_is_not_counted() -> None:
    match = Match.new(preset("draw-100"), 2)
    with pytest.raises(BadRecord, match="not finished"):
        match.after(match.deal(random.Random(1)))


def test_p02_on_an_empty_line_every_tile_has_one_placement_in_every_round() -> None:
    rng = random.Random(3)
    match = Match.new(preset("block"), 2)
    for number in range(4):
        if match.over:
            break
        opening = match.deal(rng)
        leads = [str(move) for move in opening.legal_moves]
        assert all(move.kind == "lead" and move.side is None for move in opening.legal_moves)
        assert len(leads) == (1 if number == 0 else 7)
        match = match.after(finish(opening, rng))


def test_p03_after_a_tie_the_opener_rule_holds_as_after_a_win() -> None:
    end = Record.from_json(blocked_round("draw-100", [10, 10], 0)).last()
    match = Match.new(end.rules, 2).after(end)
    assert (match.scores, match.leader, match.over) == ((0, 0), None, False)
    for seed in range(10):
        opening = match.deal(random.Random(seed))
        best = [max(map(referee.lead_worth, hand)) for hand in opening.hands]
        assert opening.leader == best.index(max(best))
        assert [referee.lead_worth(move.tile) for move in opening.legal_moves if move.tile] == [max(best)]


@pytest.mark.parametrize("rules", ["block", "draw-classic", "draw-9", "partners", "cuban", "fives-and-threes", "draw"])
def test_who_leads_next_by_rotation_or_anew(rules: str) -> None:
    chosen = preset(rules)
    ends, stands = play_match(chosen, chosen.players[-1], 5)
    for end, after in zip(ends, stands[1:-1], strict=False):
        if chosen.next_leader == "rotate":
            assert after.leader == (end.leader + 1) % end.players
            opening = after.deal(random.Random(1))
            assert (opening.turn, len(opening.legal_moves)) == (after.leader, len(opening.hands[opening.leader]))
        else:
            assert (after.leader, after.later) == (None, False)


@pytest.mark.parametrize(("rules", "players"), [("all-fives", 3), ("five-up", 2)])
def test_the_winner_leads_and_after_a_block_there_is_a_new_lot(rules: str, players: int) -> None:
    seen = set()
    for seed in range(12):
        ends, stands = play_match(preset(rules), players, seed)
        for end, after in zip(ends, stands[1:-1], strict=False):
            assert end.outcome is not None
            seen.add(end.outcome.ending)
            if end.outcome.ending == "blocked":
                assert after.leader is None
                with pytest.raises(BadRecord, match="lot"):
                    start(end.rules, *end.first_deal(), later=after.later, leader=after.leader)
            else:
                assert end.outcome.winners == (after.leader,)
    assert {"domino"} <= seen


def test_puerto_rico__after_a_block_the_maker_leads_if_its_side_won_else_the_next_seat_of_the_winners() -> None:
    seen = set()
    for seed in range(60):
        rng = random.Random(seed)
        match = Match.new(preset("puerto-rico"), 4)
        end = finish(match.deal(rng), rng)
        after = match.after(end)
        assert end.outcome is not None
        maker = end.last_play
        assert maker is not None
        if end.outcome.ending == "domino":
            assert after.leader == maker
        elif not end.outcome.winners:
            assert after.leader == end.leader
        elif maker in end.outcome.winners:
            assert after.leader == maker
            seen.add("maker")
        else:
            assert after.leader == (maker + 1) % 4
            seen.add("next")
    assert seen == {"maker", "next"}


def test_under_winner_a_tie_leaves_the_lead_where_it_was() -> None:
    rules = {"base": "draw-100", "next_leader": "winner"}
    end = Record.from_json(blocked_round(rules, [9, 9, 20], 0)).last()
    after = Match.new(end.rules, 3).after(end)
    assert (after.leader, after.later) == (end.leader, True)


def test_partners_score_once_and_win_together() -> None:
    _, stands = play_match(preset("partners"), 4, 4)
    assert all(stand.scores[:2] == stand.scores[2:] for stand in stands)
    assert stands[-1].winners in ((0, 2), (1, 3))


def test_points_in_play_may_lift_two_seats_over_the_target_and_the_higher_wins() -> None:
    rules = preset("all-fives")
    end = Record.from_json(out_round("all-fives", [0, 7], 8)).last()
    assert end.outcome is not None
    one, other = end.outcome.points
    level = replace(Match.new(rules, 2), scores=(300, 300 + one - other))
    position = end._copy()
    position.scores = level.scores
    assert level.after(position).winners is None  # level over the target: another round
    position.scores = (300, 299)
    assert replace(level, scores=(300, 299)).after(position).winners == ((0,) if one > other - 1 else (1,))


# --- rounds that end from outside -------------------------------------------------------------------------------------


def test_a_forfeit_loses_a_match_of_two_sides_and_pays_nothing_at_the_end() -> None:
    opening = Match.new(preset("draw-100"), 2)
    end = opening.deal(random.Random(1)).end("forfeit", [0])
    assert end.outcome is not None
    assert (end.outcome.ending, end.outcome.winners, end.outcome.places, end.outcome.points) == (
        "forfeit", (1,), (2, 1), (0, 0),
    )  # fmt: skip
    assert opening.after(end).winners == (1,)
    sides = Match.new(preset("partners"), 4)
    lost = sides.deal(random.Random(1)).end("forfeit", [2])
    assert lost.outcome is not None
    assert (lost.outcome.places, lost.outcome.winners) == ((3, 1, 3, 1), (1, 3))
    assert sides.after(lost).winners == (1, 3)


def test_with_more_seats_who_forfeits_is_last_and_the_others_are_placed_by_pips() -> None:
    match = Match.new(preset("draw-100"), 3)
    end = match.deal(random.Random(4)).end("forfeit", [2])
    assert end.outcome is not None
    own = end.outcome.pips
    assert end.outcome.places[2] == 3
    better = min((0, 1), key=lambda seat: own[seat] or 0)
    assert end.outcome.winners == (better,)
    assert match.after(end).winners is None


def test_points_in_play_stand_in_a_forfeited_round_and_not_in_a_void_one() -> None:
    rng = random.Random(6)
    position = Match.new(preset("all-fives"), 2).deal(rng)
    while position.turn is not None and not sum(position.points):
        position = position.play(rng.choice(position.legal_moves))
    given_up, void = position.end("forfeit", [0]), position.end("void")
    assert given_up.outcome is not None
    assert void.outcome is not None
    assert given_up.outcome.points == position.points
    assert void.outcome.to_json() | {"pips": None} == {
        "ending": "void", "winners": [], "pips": None, "places": [], "points": [0, 0],
    }  # fmt: skip


def test_a_void_round_changes_no_score_and_no_leader() -> None:
    match = replace(Match.new(preset("block"), 2), scores=(10, 20), number=3, leader=1)
    after = match.after(match.deal(random.Random(1)).end("void"))
    assert (after.scores, after.leader, after.number, after.over) == ((10, 20), 1, 4, False)


@pytest.mark.parametrize(
    ("ending", "seats"), [("forfeit", []), ("forfeit", [2]), ("forfeit", [0, 1]), ("domino", [0]), ("blocked", [])]
)
def test_an_end_from_outside_that_is_none_is_refused(ending: str, seats: list[int]) -> None:
    with pytest.raises(BadRecord):
        Match.new(preset("draw-100"), 2).deal(random.Random(1)).end(ending, seats)


def test_a_finished_round_cannot_be_forfeited() -> None:
    rng = random.Random(1)
    with pytest.raises(BadRecord, match="ended"):
        finish(Match.new(preset("draw-100"), 2).deal(rng), rng).end("forfeit", [0])


# --- match records ----------------------------------------------------------------------------------------------------


def a_match(rules: str = "draw-100", players: int = 2, seed: int = 3) -> Json:
    return rounds.random_match(rules, players, random.Random(seed))


def answer(record: Json) -> Json:
    try:
        return replay_json(read_record(record))
    except ValueError as error:
        return {"ok": False, "at": getattr(error, "at", None), "round": getattr(error, "round", None)}


def test_a_match_record_gives_its_rounds_scores_and_winners() -> None:
    record = a_match()
    whole = answer(record)
    assert whole["ok"] is True
    assert set(whole) == {"ok", "rounds", "scores", "winners"}
    assert len(whole["rounds"]) == len(record["rounds"])
    assert all(one["ok"] and "legal" not in one for one in whole["rounds"])
    running = answer({**record, "rounds": record["rounds"][:1]})
    assert running["winners"] is None
    assert answer({**record, "rounds": []}) == {"ok": True, "rounds": [], "scores": [0, 0], "winners": None}


def test_a_bad_round_of_a_match_is_named() -> None:
    record = a_match()
    assert len(record["rounds"]) >= 2
    record["rounds"][1]["moves"][3] = "15-15L"
    bad = answer(record)
    assert (bad["ok"], bad["round"], bad["at"]) == (False, 1, 3)
    record["rounds"][0]["moves"][2] = "nonsense"
    bad = answer(record)
    assert (bad["ok"], bad["round"], bad["at"]) == (False, 0, 2)


def test_a_match_refuses_a_round_after_its_end_an_unfinished_one_before_another_and_other_scores() -> None:
    record = a_match()
    more = {**record, "rounds": [*record["rounds"], record["rounds"][0]]}
    assert answer(more)["round"] == len(record["rounds"])
    cut = {**record["rounds"][0], "moves": record["rounds"][0]["moves"][:4]}
    cut.pop("end", None)
    assert answer({**record, "rounds": [cut, *record["rounds"][1:]]})["round"] == 1
    first = {**record["rounds"][0], "scores": [5, 0]}
    assert answer({**record, "rounds": [first]}) == answer({**record, "rounds": [first]}) | {"ok": False, "round": 0}


def test_a_match_refuses_another_leader_than_rotation_gives() -> None:
    record = a_match("block", 3, 5)
    assert len(record["rounds"]) > 1
    leader = replay_json(read_record({**record, "rounds": record["rounds"][:2]}))["rounds"][1]["turns"][0]
    record["rounds"][1]["leader"] = (leader + 1) % 3
    assert answer(record)["round"] == 1


def test_a_match_of_more_sides_is_won_by_the_only_one_that_has_not_forfeited() -> None:
    match = Match.new(preset("draw-100"), 3)
    dealt = match.deal(random.Random(4))
    for left in range(3):
        end = dealt.end("forfeit", [seat for seat in range(3) if seat != left])
        assert match.after(end).winners == (left,)
