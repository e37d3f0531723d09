"""Chances of engine play are set right without changing what is certain, what is tied, or which move is better."""

from __future__ import annotations

import random

import pytest

from doublesix.analysis import MODELS, Chances, Mean, analyse
from doublesix.analysis.calibration import FITTED, PROVENANCE, Calibration, calibration_for
from doublesix.players import Limit
from doublesix.players.limit import Thinking
from doublesix.rules import View, deal, preset

SHARES = [at / 20 for at in range(21)]


def chances(win: float, tie: float) -> Chances:
    def around(part: float) -> Mean:
        return Mean(part, max(0.0, part - 0.05), min(1.0, part + 0.05))

    return Chances(around(win), around(tie), around(1 - win - tie), Mean(3, 1, 5))


def test_what_was_fitted_says_where_it_comes_from_and_takes_back_some_certainty() -> None:
    assert FITTED.keys() == PROVENANCE.keys()
    for right in FITTED.values():
        assert 0.5 < right.slope <= 1


def test_certainties_stay_and_order_stays() -> None:
    for right in (*FITTED.values(), Calibration(0.3, 0.5)):
        told = [right.share(share) for share in SHARES]
        assert told[0] == 0
        assert told[-1] == 1
        assert told == sorted(told)


def test_chances_add_up_and_ties_stay() -> None:
    right = Calibration(-0.1, 0.7)
    for win, tie in ((0.6, 0.1), (1.0, 0.0), (0.0, 0.4), (0.0, 1.0), (0.3, 0.7)):
        told = right.chances(chances(win, tie))
        assert told.win.value + told.tie.value + told.loss.value == pytest.approx(1)
        assert told.tie.value == pytest.approx(tie)
        assert told.margin == (3, 1, 5)
        for part in told[:3]:
            assert part.low <= part.value <= part.high
        score = right.score(Mean(win + tie / 2, win + tie / 2, win + tie / 2), tie)
        assert score.value == pytest.approx(told.score)


def a_view(name: str, seed: int) -> View:
    rng = random.Random(seed)
    position = deal(preset(name), 2, rng)
    while position.turn is None or len(position.legal_moves) < 3 or len(position.moves) < 4:
        position = position.play(rng.choice(position.legal_moves))
    return position.view(position.turn)


def test_engine_play_is_set_right_gaps_and_scores_with_it_and_random_play_outs_are_not() -> None:
    view = a_view("ply-yard", 3)
    right = calibration_for(view)
    assert right is not None
    *_, found = analyse(view, random.Random(1), Thinking(Limit(worlds=200), None), MODELS["engine"])
    best = found.best
    assert best is not None
    for move, told in found.moves.items():
        raw = found.tally.chances(found.columns[move], 99)
        assert told == right.chances(raw)
        assert found.behind(move, best).value == pytest.approx(found.moves[best].score - told.score)
        assert found.score(move).value == pytest.approx(told.score)
    *_, found = analyse(view, random.Random(1), Thinking(Limit(worlds=200), None), MODELS["random"])
    assert found.calibration is None


def test_rules_that_nothing_was_fitted_for_are_told_as_they_were_counted() -> None:
    assert calibration_for(a_view("all-fives", 5)) is None
