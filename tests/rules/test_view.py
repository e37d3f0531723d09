"""Views read back where turns, leads and points cannot be told from the moves alone."""

from __future__ import annotations

import json
import random

import pytest

import rounds
from doublesix.errors import BadRecord, HiddenTile
from doublesix.notation import Record
from doublesix.rules import Match, Rules, View, deal, preset


def back(view: View) -> View:
    """The view after a journey as JSON."""
    read = View.from_json(json.loads(json.dumps(view.to_json())))
    assert json.dumps(read.to_json()) == json.dumps(view.to_json())
    return read


def test_a_seat_that_is_out_is_skipped_where_a_side_has_to_be_out() -> None:
    rules = Rules.from_json({"base": "partners", "out_when": "side"})
    rng = random.Random(8)
    skipped = 0
    for _ in range(12):
        position = deal(rules, 4, rng)
        while position.turn is not None:
            position = position.play(rng.choice(position.legal_moves))
            if position.turn is not None and any(not hand for hand in position.hands):
                skipped += 1
                for seat in range(4):
                    assert back(position.view(seat)).turns == position.turns
    assert skipped > 10


@pytest.mark.parametrize("rules", ["block", "draw-classic", "puerto-rico", "partners"])
def test_the_view_of_a_later_round_reads_back_whatever_its_number(rules: str) -> None:
    chosen = preset(rules)
    players = chosen.players[0]
    for seed in range(6):
        opening = deal(chosen, players, random.Random(seed), leader=1, later=True)
        assert len(back(opening.view(1)).legal) == chosen.hand_size[players]
        after = opening.play(opening.legal_moves[0])
        for seat in range(players):
            assert back(after.view(seat)).legal == after.view(seat).legal


def test_the_view_of_a_second_round_whose_leader_the_deal_decides_reads_back() -> None:
    """After a void first round the lead is decided anew: the second round is no later round."""
    match = Match.new(preset("block"), 2)
    first = match.deal(random.Random(1)).end("void")
    second = match.after(first).deal(random.Random(2))
    assert (second.round, second.later) == (2, False)
    for seat in range(2):
        assert back(second.view(seat)).legal == second.view(seat).legal


def test_what_the_end_of_a_round_paid_stands_in_its_views() -> None:
    rng = random.Random(3)
    for _ in range(20):
        record = rounds.random_deal("all-fives", 3, rng)
        record["moves"] = rounds.play_on(rounds.begun(record), rng)
        last = Record.from_json(record).last()
        assert last.outcome is not None
        assert all(back(last.view(seat)).points == last.points for seat in range(3))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hand", ["6-6"]), ("hand_sizes", [7, 7]), ("boneyard", 3), ("legal", ["pass"]), ("seat", 2), ("players", 3),
        ("moves", ["draw"]), ("moves", ["draw:6-6"]), ("version", 7), ("version", "1"), ("leader", 5), ("extra", 1),
        ("match", {"round": 0, "scores": [0, 0]}), ("match", {"round": 1, "scores": [0]}),
    ],
)  # fmt: skip
def test_a_view_that_contradicts_itself_is_refused(key: str, value: object) -> None:
    opening = deal(preset("draw-100"), 2, random.Random(5))
    view = opening.play(opening.legal_moves[0]).view(0).to_json()
    with pytest.raises(ValueError, match=r"\w") as caught:
        View.from_json({**view, key: value})
    assert isinstance(caught.value, BadRecord) or key in ("version", "moves", "hand")


def test_a_hand_that_is_not_fully_known_has_no_view() -> None:
    record = rounds.random_deal("ply-yard", 2, random.Random(1))
    record["hands"][1] = ["?"] * 7
    opening = Record.from_json(record).start()
    with pytest.raises(HiddenTile):
        opening.view(1)
