"""Studies: whole positions, every theme with some, answers that are found again with more effort."""

from __future__ import annotations

import random

import pytest

from doublesix.analysis import analyse
from doublesix.kernel import compiled
from doublesix.notation.verify import verify_json
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import Tile
from doublesix.study.chances import key_of, worked
from doublesix.study.guide import shown
from doublesix.study.studies import BUDGET, THEMES, studies

OWN = "both-ends-1"
"""The study that the published guide asks for: two placements of one tile, either of which may be best."""


def test_there_are_25_studies_and_every_theme_has_some() -> None:
    assert len(studies()) >= 25
    assert {study.theme for study in studies().values()} == set(THEMES)


def test_the_study_of_the_published_guide_is_among_them() -> None:
    position = studies()[OWN].position
    assert position.turn is not None
    assert set(position.ends.values()) == {2, 5}
    assert set(position.hands[position.turn]) == {Tile("5-2"), Tile("2-1"), Tile("6-5")}


@pytest.mark.parametrize("name", studies())
def test_a_study_is_a_whole_deal_with_a_real_choice(name: str) -> None:
    study = studies()[name]
    assert verify_json(study.record)["replay"]
    assert study.best in study.position.legal_moves
    assert len({move.tile for move in study.position.legal_moves}) > 1 or len(study.position.legal_moves) > 1


@pytest.mark.parametrize("name", studies())
def test_p90_an_answer_is_found_again_at_ten_times_the_budget(name: str) -> None:
    study = studies()[name]
    position = study.position
    assert position.turn is not None
    worlds = 10 * BUDGET if compiled else 30
    *_, found = analyse(position.view(position.turn), random.Random(1), Thinking(Limit(worlds=worlds), None))
    assert found.exact == (study.basis == "exact")
    for move in found.moves:
        gap = found.behind(study.best, move)
        assert gap.low <= 0, f"{move} is surely better than {study.best}"
    if compiled and name != OWN:
        assert found.columns[study.best] == found.columns[found.best or study.best]


ANSWERS = {name: (study.position, study.best) for name, study in studies().items()} | {
    key_of(name, at): (one.position, one.best) for name, some in shown().items() for at, one in enumerate(some)
}
"""The position and the answer of every study, and of every position of the guide."""


def test_every_answer_was_worked_out_and_is_surely_ahead_of_every_move_of_another_tile_or_end() -> None:
    assert worked().keys() == ANSWERS.keys()
    for name, (position, best) in ANSWERS.items():
        first, *others = worked()[name].rows
        assert first.move == best, name
        assert {row.move for row in worked()[name].rows} == set(position.legal_moves)
        for row in others:
            mirrored = row.move.tile is best.tile and len(set(position.ends.values())) == 1
            assert row.behind.low > 0 or mirrored, f"{name}: {row.move}"


@pytest.mark.skipif(not compiled, reason="few deals say too little")
@pytest.mark.parametrize("name", [*ANSWERS][::5])
def test_what_was_worked_out_is_found_again(name: str) -> None:
    position, _ = ANSWERS[name]
    assert position.turn is not None
    kept = worked()[name]
    *_, found = analyse(position.view(position.turn), random.Random(5), Thinking(Limit(worlds=kept.deals), None))
    assert (found.model, found.exact, found.worlds) == (kept.model.text, kept.model.exact, kept.deals)
    for row in kept.rows:
        assert found.moves[row.move].win.value == pytest.approx(row.win, abs=0.03)
