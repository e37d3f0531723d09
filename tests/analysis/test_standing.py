"""How moves stand to each other: told apart by the differences over the same worlds, or not told apart."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from doublesix.analysis import Analysis, analyse
from doublesix.analysis.knowledge import leaves_json
from doublesix.analysis.standing import standings
from doublesix.analysis.tally import Batch, Tally
from doublesix.cli import main
from doublesix.notation import Record
from doublesix.players.limit import Limit, Thinking
from doublesix.rules import Move, Tile
from doublesix.rules.phrases import Phrase
from walks import first_where, level_ends

ONE, OTHER = Move.parse("6-4L"), Move.parse("6-4R")


def found(ranks: list[list[int]], times: int) -> Analysis:
    """An analysis of two moves that came to these results, so many times over."""
    tally = Tally(2)
    for _ in range(times):
        tally.add(Batch(ranks, [[0.0] * len(row) for row in ranks], None))
    chances = {move: tally.chances(at, 168.0) for at, move in enumerate((ONE, OTHER))}
    return Analysis(Phrase("made up"), False, tally.worlds, chances, {ONE: 0, OTHER: 1}, tally)


def test_moves_whose_chances_overlap_are_told_apart_where_one_wins_in_every_world_in_which_the_other_does() -> None:
    made = found([[2] * 11 + [0] * 9, [2] * 10 + [0] * 10], 10)
    one, other = (made.moves[move].win for move in (ONE, OTHER))
    assert other.high > one.low, "their intervals overlap"
    stand = standings(made)
    assert (stand[ONE].word, stand[OTHER].word) == ("best", "behind")
    assert stand[OTHER].behind.low > 0


def test_moves_that_differ_in_both_directions_are_too_close_to_call() -> None:
    assert standings(found([[2, 0, 2, 0, 2], [0, 2, 0, 2, 0]], 4))[OTHER].word == "too-close"


@pytest.mark.parametrize("ranks", [[[2, 0, 2], [2, 0, 2]], [[2] * 501 + [0] * 499, [2] * 500 + [0] * 500]])
def test_moves_that_are_surely_as_good_are_equal(ranks: list[list[int]]) -> None:
    assert standings(found(ranks, 1))[OTHER].word == "equal"


def test_mirror_images_are_equal_and_who_is_not_to_move_has_nothing_to_compare() -> None:
    position = first_where("ply-yard", 2, 6, level_ends)
    view = position.view(position.turn or 0)
    *_, made = analyse(view, random.Random(1), Thinking(Limit(worlds=40), None))
    mirrored = [move for move in view.legal if move.side == "R"]
    assert mirrored
    stand = standings(made)
    assert all(stand[move].behind == stand[Move("play", move.tile, "L")].behind for move in mirrored)
    *_, none = analyse(position.view(1 - view.seat), random.Random(1), Thinking(Limit(worlds=4), None))
    assert standings(none) == {}


def test_what_a_play_leaves_is_what_the_rules_and_the_own_hand_say() -> None:
    position = first_where("ply-yard", 2, 6, level_ends)
    assert position.turn is not None
    view = position.view(position.turn)
    told = leaves_json(view)
    assert list(told) == [str(move) for move in view.legal]
    hidden = (*position.hands[1 - view.seat], *position.boneyard)
    for move in view.legal:
        after = position.play(move)
        ends = set(after.line.ends.values())

        def fitting(tiles: tuple[Tile, ...], ends: set[int] = ends) -> int:
            return sum(any(value in tile for value in ends) for tile in tiles)

        assert set(told[str(move)]["ends"]) == ends
        assert told[str(move)]["own"] == fitting(after.hands[view.seat])
        assert told[str(move)]["unseen"] == fitting(hidden)


def test_the_command_says_how_moves_stand_and_what_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(Record.of(first_where("ply-yard", 2, 6, level_ends)).to_json()), encoding="utf-8")
    assert main(["analyse", str(path), "--worlds", "40", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert "  equal" in out
    assert "Unseen: " in out
    assert " of your own fit, " in out
