"""Records that hide what their writer did not know: replayed as far as known, tiles conserved, contradictions found."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doublesix.errors import BadRecord, HiddenTile
from doublesix.notation import MatchRecord, Record, replay_json
from doublesix.notation.verify import verify_json
from doublesix.rules import HIDDEN, Match, Rules, deal, preset

from .some_records import finished_round, hide, some_rules

UNKNOWN = [str(HIDDEN)]
SEVEN = UNKNOWN * 7
REST = UNKNOWN * 14


def seen_by(seat: int, record: Record) -> dict[str, Any]:
    """A record as `seat` writes it: its own hand and draws, and what is public."""
    positions = record.positions()
    last = positions[-1]
    value = record.to_json()
    value["hands"] = [hand if own == seat else UNKNOWN * len(hand) for own, hand in enumerate(value["hands"])]
    value["boneyard"] = UNKNOWN * len(value["boneyard"])
    value["moves"] = [
        str(move) if move.kind != "draw" or by == seat else "draw"
        for move, by in zip(last.moves, last.turns, strict=True)
    ]
    return value | {"leader": positions[0].leader}


def agrees(known: Any, whole: Any) -> bool:
    """Whether what is known of a value is what it is; null is unknown."""
    if known is None:
        return True
    if isinstance(whole, list):
        return len(known) == len(whole) and all(map(agrees, known, whole))
    return bool(known == whole)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_what_one_seat_saw_replays_as_the_whole_did(seed: int) -> None:
    rng = random.Random(seed)
    rules = some_rules(rng)
    players = rng.choice(rules.players)
    whole = Record.of(finished_round(rng, rules, players))
    seat = rng.randrange(players)
    answer = replay_json(whole, legal=True)
    value = seen_by(seat, whole)
    if rules.moves_lead and "leader" not in whole.to_json():
        answer = replay_json(Record.from_json(whole.to_json() | {"leader": value["leader"]}), legal=True)
    hidden = replay_json(Record.from_json(value), legal=True)
    assert hidden["ok"], hidden
    assert (hidden["turns"], hidden["ends"]) == (answer["turns"], answer["ends"])
    for by, legal, real in zip(answer["turns"], hidden["legal"], answer["legal"], strict=True):
        assert legal == (real if by == seat else None)
    for key, part in hidden["outcome"].items():
        if key != "points" or part is not None:
            assert agrees(part, answer["outcome"][key]), key
    assert hidden["outcome"]["pips"][seat] == answer["outcome"]["pips"][seat]


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32))
def test_however_much_is_hidden_nothing_that_is_known_is_wrong(seed: int) -> None:
    rng = random.Random(seed)
    rules = some_rules(rng)
    whole = Record.of(finished_round(rng, rules, rng.choice(rules.players)))
    leader = whole.positions()[0].leader
    value = hide(rng, whole).to_json()
    if not rules.moves_lead:
        value["leader"] = leader
    elif "leader" not in value:
        value = value | {"leader": leader}
        whole = Record.from_json(whole.to_json() | {"leader": leader})
    hidden, answer = replay_json(Record.from_json(value)), replay_json(whole)
    assert hidden["ok"], hidden
    assert hidden["turns"] == answer["turns"]
    assert all(agrees(part, answer["outcome"][key]) for key, part in hidden["outcome"].items())


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32))
def test_tiles_are_conserved_and_the_writer_has_its_view(seed: int) -> None:
    rng = random.Random(seed)
    rules = preset(rng.choice(["ply-yard", "draw-100", "all-fives", "cross"]))
    whole = Record.of(finished_round(rng, rules, 2))
    seat = rng.randrange(2)
    value = seen_by(seat, whole)
    positions = whole.positions()
    if rules.moves_lead:
        positions = Record.from_json(whole.to_json() | {"leader": value["leader"]}).positions()
    for known, real in zip(Record.from_json(value).positions(), positions, strict=True):
        assert sum(map(len, known.hands)) + len(known.boneyard) + len(known.line) == rules.size
        if real.turn is not None:
            assert known.view(seat).to_json() == real.view(seat).to_json()
            with pytest.raises(HiddenTile):
                known.view(1 - seat)


def record(**changes: Any) -> dict[str, Any]:
    """Seat 0's record of a round of draw-100 that seat 0 led."""
    own = ["6-5", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"]
    return {
        "rules": "draw-100", "players": 2, "leader": 0, "hands": [own, SEVEN], "boneyard": REST, "moves": ["5-5"],
    } | changes  # fmt: skip


def test_a_hidden_hand_may_play_any_tile_that_is_not_seen_elsewhere() -> None:
    assert replay_json(Record.from_json(record(moves=["5-5", "5-4L"])))["ends"] == {"L": 4, "R": 5}


@pytest.mark.parametrize(
    ("changes", "at", "said"),
    [
        ({"moves": ["5-5", "6-5L"]}, 1, "6-5 is known to be elsewhere"),
        ({"moves": ["5-5", "5-4L", "5-0R", "5-4R"]}, 3, "5-4 already lies on the line"),
        ({"moves": ["5-5", "4-3L"]}, 1, "4-3 does not match the left end (5)"),
        ({"moves": ["5-5", "pass"]}, 1, "must draw"),
        ({"moves": ["5-5", "draw:6-3"]}, 1, "6-3 is known to be elsewhere"),
        ({"moves": ["5-5", "draw:5-4", "draw"]}, 2, "5-4 fits"),
        ({"moves": ["5-5", "5-4L", "draw"]}, 2, "must play"),
        ({"boneyard": ["5-4", *REST[1:]], "moves": ["5-5", "5-4L"]}, 1, "5-4 is known to be elsewhere"),
        ({"boneyard": ["5-4", *REST[1:]], "moves": ["5-5", "draw:5-3"]}, 1, "is not 5-3"),
        ({"boneyard": ["6-5", *REST[1:]]}, None, "6-5 was dealt twice"),
        ({"boneyard": REST[1:]}, None, "the boneyard has 13 tiles"),
        ({"hands": [["6-5"] + UNKNOWN * 5, SEVEN]}, None, "seat 0 was dealt 6 tiles"),
    ],
)
def test_tiles_are_conserved_ends_matched_and_forced_moves_made(
    changes: dict[str, Any], at: int | None, said: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.from_json(record(**changes)).positions()
    assert said in str(caught.value)
    assert caught.value.at == at


# --- who leads, as far as hidden hands show it ---


def without_leader(**changes: Any) -> dict[str, Any]:
    value = record(**changes)
    del value["leader"]
    return value


def test_a_lead_from_a_hidden_hand_names_the_leader() -> None:
    assert Record.from_json(without_leader(moves=["6-6"])).positions()[0].leader == 1


def test_a_hand_that_holds_more_than_all_unseen_tiles_leads() -> None:
    own = ["6-6", "6-3", "6-1", "5-5", "5-0", "3-1", "0-0"]
    assert Record.from_json(without_leader(hands=[own, SEVEN], moves=[])).positions()[0].leader == 0


def test_where_nothing_shows_the_leader_it_has_to_be_named() -> None:
    with pytest.raises(BadRecord, match="has to name it"):
        Record.from_json(without_leader(moves=[])).positions()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"hands": [["6-6", *record()["hands"][0][1:]], SEVEN], "leader": 1, "moves": []},
            "seat 0 leads, for it holds 6-6",
        ),
        ({"leader": 1, "moves": ["4-4"]}, "5-5 is above 4-4"),
        ({"leader": 1, "moves": ["6-4"]}, "5-5 is above 6-4"),
        ({"moves": ["5-5", "5-4L", "5-0R", "0-0R"]}, "0-0 is known to be elsewhere"),
        ({"moves": ["5-5", "6-5L"]}, "6-5 is known to be elsewhere"),
    ],
)
def test_a_leader_or_lead_that_the_known_tiles_rule_out_is_an_error(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        Record.from_json(record(**changes)).positions()


def test_a_hidden_hand_that_has_not_drawn_holds_nothing_that_would_have_led() -> None:
    moves = ["5-5", "5-4L", "6-5R", "6-6R"]
    with pytest.raises(BadRecord, match="was dealt 6-6, which would have led in place of 5-5"):
        Record.from_json(record(moves=moves)).positions()
    drawn = ["5-5", "draw", "5-4L", "6-5R", "6-6R"]
    assert Record.from_json(record(moves=drawn)).last().ends == {"L": 4, "R": 6}


# --- matches ---


def hidden_match(seed: int, rules: Rules) -> tuple[dict[str, Any], dict[str, Any]]:
    """A match of two seats, whole, and as seat 0 saw it; both with the scores before each round."""
    rng, match = random.Random(seed), Match.new(rules, 2)
    rounds: list[dict[str, Any]] = []
    seen: list[dict[str, Any]] = []
    while not match.over and len(rounds) < 6:
        position = deal(
            rules, 2, rng, leader=match.leader, later=match.later, scores=match.scores, round_number=match.number
        )
        while position.outcome is None:
            position = position.play(rng.choice(position.legal_moves))
        whole = Record.of(position, scores=list(match.scores))
        rounds.append(whole.to_json())
        single = Record.from_json(whole.to_json() | {"leader": position.leader})
        seen.append(seen_by(0, single) | {"scores": list(match.scores), "outcome": position.outcome.to_json()})
        match = match.after(position)
    head = {"rules": rules.to_json(), "players": 2}
    return head | {"rounds": rounds}, head | {"rounds": seen}


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32), st.sampled_from(["draw-100", "block", "all-fives", "draw"]))
def test_a_match_with_hidden_tiles_goes_on_with_the_scores_it_tells(seed: int, name: str) -> None:
    whole, seen = hidden_match(seed, preset(name))
    full, known = replay_json(MatchRecord.from_json(whole)), replay_json(MatchRecord.from_json(seen))
    assert known["ok"], known
    assert known["scores"] == full["scores"]
    assert known["winners"] == full["winners"]
    assert verify_json(MatchRecord.from_json(seen))["ok"] is True


def test_scores_that_nothing_tells_are_null() -> None:
    for seed in range(20):
        _, seen = hidden_match(seed, preset("draw-100"))
        first = seen["rounds"][0]
        if first.pop("outcome")["winners"] == [0]:
            break
    answer = replay_json(MatchRecord.from_json(seen | {"rounds": [first]}))
    assert answer["ok"] is True
    assert answer["rounds"][0]["outcome"]["points"] is None
    assert answer["scores"] is None
