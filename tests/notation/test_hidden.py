"""Records that hide what their writer did not know: `?` at full count, draws without a face, replayed as known."""

from __future__ import annotations

import random
from typing import Any

import pytest

import referee
import rounds
from doublesix.errors import DominoError
from doublesix.notation import Record, parse_records, read_record, replay_json
from doublesix.rules import View

Json = dict[str, Any]
RULES = ["ply-yard", "draw-100", "ranked-draw", "ranked-block", "draw", "partners", "muggins", "all-fives", "block"]


def as_seen(record: Json, seat: int) -> Json:
    """What a seat writes down while it plays: its own tiles and draws, and everything public."""
    answer = referee.judge(record)
    assert answer["ok"]
    boneyard = iter(record["boneyard"])
    moves = []
    for move, turn in zip(record["moves"], answer["turns"], strict=True):
        drawn = next(boneyard) if move == "draw" else None
        moves.append(f"draw:{drawn}" if drawn and turn == seat else move)
    hands = [hand if other == seat else ["?"] * len(hand) for other, hand in enumerate(record["hands"])]
    leader = answer["turns"][0] if answer["turns"] else record.get("leader")
    out = {**record, "hands": hands, "boneyard": ["?"] * len(record["boneyard"]), "moves": moves}
    return out if leader is None or record.get("leader") is not None else out | {"leader": leader}


def played(rules: str, seed: int, leader: int | None = None) -> Json:
    rng = random.Random(f"{rules}/{seed}")
    record = rounds.random_deal(rules, rng.choice(rounds.players_of(rules)), rng)
    if referee.CANON[rules]["leader"] != "lot":
        record.pop("leader", None)
    if leader is not None:
        record["leader"] = leader
    record["moves"] = rounds.play_on(rounds.begun(record), rng)
    return record


@pytest.mark.parametrize("rules", RULES)
def test_a_record_of_one_seat_replays_as_far_as_that_seat_knows(rules: str) -> None:
    for seed in range(4):
        record = played(rules, seed)
        whole = referee.judge(record)
        for seat in range(record["players"]):
            hidden = as_seen(record, seat)
            if referee.moves_lead(referee.CANON[rules]) and "leader" not in record:
                hidden.pop("leader")  # naming one would make it a later round; the first move shows who leads
                if record["players"] > 2 and whole["turns"][0] != seat:
                    continue
            answer = replay_json(read_record(hidden), legal=True)
            assert answer["ok"], answer
            assert answer["turns"] == whole["turns"]
            assert answer["ends"] == whole["ends"]
            for turn, known, true in zip(answer["turns"], answer["legal"], whole["legal"], strict=True):
                assert known == (true if turn == seat else None)
            _compare_outcomes(answer["outcome"], whole["outcome"], seat)
            again = read_record(read_record(hidden).to_json())
            assert replay_json(again, legal=True) == answer


def _compare_outcomes(known: Json, true: Json, seat: int) -> None:
    assert known["ending"] == true["ending"]
    assert known["pips"][seat] == true["pips"][seat]
    for mine, whole in zip(known["pips"], true["pips"], strict=True):
        assert mine is None or mine == whole
    for key in ("winners", "points"):
        assert known[key] is None or known[key] == true[key]
    for mine, whole in zip(known["places"], true["places"], strict=True):
        assert mine is None or mine == whole
    if true["ending"] == "domino":
        assert known["winners"] == true["winners"]


@pytest.mark.parametrize("rules", ["ply-yard", "ranked-draw", "all-fives"])
def test_the_writer_of_a_hidden_record_has_its_view_at_every_ply(rules: str) -> None:
    record = played(rules, 9)
    for seat in range(record["players"]):
        hidden = Record.from_json(as_seen(record, seat)).positions()
        whole = Record.from_json(record).positions()
        for mine, true in zip(hidden[:-1], whole[:-1], strict=True):
            assert mine.view(seat).to_json() == true.view(seat).to_json()
            assert View.from_json(mine.view(seat).to_json()).legal == true.view(seat).legal


def test_nothing_is_paid_at_the_reserve_table_so_points_are_known_even_then() -> None:
    seen = set()
    for seed in range(30):
        record = played("ply-yard", seed)
        outcome = replay_json(read_record(as_seen(record, 0)))["outcome"]
        seen.add(outcome["ending"])
        assert outcome["points"] == [0, 0]
    assert seen == {"domino", "blocked"}


def answer(record: Json) -> Json:
    try:
        return replay_json(read_record(record))
    except DominoError as error:
        return {"ok": False, "at": getattr(error, "at", None), "error": str(error)}


def a_hidden_record() -> Json:
    return as_seen(played("ply-yard", 1), 0)


def test_hidden_tiles_stand_at_full_count() -> None:
    record = a_hidden_record()
    for change in (
        {"hands": [record["hands"][0], record["hands"][1][1:]]},
        {"boneyard": record["boneyard"][1:]},
        {"boneyard": [*record["boneyard"], "?"]},
    ):
        bad = answer({**record, **change})
        assert (bad["ok"], bad["at"]) == (False, None)


def test_a_tile_known_to_be_elsewhere_cannot_come_out_of_a_hidden_hand() -> None:
    record = a_hidden_record()
    mine = record["hands"][0]
    turns = referee.judge(played("ply-yard", 1))["turns"]
    for at, turn in enumerate(turns):
        if turn == 1 and record["moves"][at][0].isdigit():
            still = next(tile for tile in mine if not any(move.startswith(tile) for move in record["moves"][:at]))
            bad = answer({**record, "moves": [*record["moves"][:at], still + record["moves"][at][-1]]})
            assert (bad["ok"], bad["at"]) == (False, at)
            first = record["moves"][0]
            bad = answer({**record, "moves": [*record["moves"][:at], first + "L"]})
            assert (bad["ok"], bad["at"]) == (False, at)
            return
    raise LookupError("the other seat never played")


def test_a_hidden_hand_still_has_to_match_the_ends_and_to_draw_before_it_passes() -> None:
    record = {
        "rules": "ply-yard",
        "players": 2,
        "hands": [["6-5", "6-4", "6-3", "6-2", "6-1", "6-0", "5-5"], ["?"] * 7],
        "boneyard": ["?"] * 14,
    }
    for moves, at in (
        (["6-5", "4-4L"], 1), (["6-5", "pass"], 1), (["6-5", "5-4L"], 1), (["6-5", *["draw"] * 13], 13),
        (["6-5", "draw", "pass"], 2), (["6-5", "draw:6-4"], 1), (["6-5", "draw:7-4"], 1),
    ):  # fmt: skip
        bad = answer({**record, "moves": moves})
        assert (bad["ok"], bad.get("at")) == (False, at), moves
    for moves in (
        ["6-5", "5-4R"],
        ["6-5", "draw", "5-4R"],
        ["6-5", *["draw"] * 12, "pass"],
        ["6-5", "draw:4-4", "draw"],
    ):
        assert answer({**record, "moves": moves})["ok"], moves


def test_who_leads_is_shown_by_the_first_move_or_has_to_be_named() -> None:
    hands = [["6-5", "6-4", "6-3", "6-2", "6-1", "6-0", "5-5"], ["?"] * 7]
    record = {"rules": "draw-100", "players": 2, "hands": hands, "boneyard": ["?"] * 14}
    assert "leader" in answer({**record, "moves": []})["error"]
    assert answer({**record, "moves": ["5-5"]})["ok"]
    assert answer({**record, "moves": ["6-6", "6-5L"]})["turns"] == [1, 0]
    assert answer({**record, "leader": 1, "moves": ["6-6"]})["ok"]
    assert answer({**record, "leader": 0, "moves": ["6-5"]})["at"] == 0


def test_question_marks_are_tiles_and_nothing_else() -> None:
    for text in ('{"rules": "ply-yard", "hands": [["?"], ["??"]], "boneyard": []}', '{"rules": "?"}'):
        (entry,) = parse_records(text)
        assert entry.error is not None
