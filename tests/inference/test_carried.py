"""The belief carried along from view to view samples what the exact belief of each view says."""

from __future__ import annotations

import importlib.util
import random
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from doublesix.errors import BadRecord
from doublesix.inference import Belief, CarriedBelief, _carried, carries
from doublesix.rules import Rules, View, deal, preset

from .brute import random_round


def as_plain_python() -> ModuleType:
    """The module from its source, whatever was compiled."""
    sampling, carried = _from_source("_sampling"), _from_source("_carried")
    vars(carried)["SeatSampler"] = sampling.SeatSampler
    return carried


def _from_source(name: str) -> ModuleType:
    source = Path(_carried.__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"plain{name}", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RULES = {
    "draw to the reserve": preset("ply-yard"),
    "the highest double leads": preset("draw-100"),
    "block": preset("ranked-block"),
    "draw one": preset("ply-yard").replace(draw_limit=1),
    "draw at will": preset("draw"),
    "cross": preset("cross"),
    "double-nine": preset("draw-9"),
    "double-three": preset("draw-100").replace(max_pip=3, hand_size={2: 2}),
}


def square(carried: CarriedBelief, view: View, seed: int, worlds: int) -> tuple[float, int]:
    """Squared deviations of sampled holders from the exact odds, in variances, and their number."""
    total, number = 0.0, 0
    belief = Belief(view)
    size, width = view.hand_sizes[1 - view.seat], len(belief.unseen)
    packed = carried.packed(worlds, seed=seed)
    assert len(packed) == worlds * width
    counts = Counter(tile for at in range(0, len(packed), width) for tile in packed[at : at + size])
    for tile, odds in belief.odds().items():
        chance = odds.seats[1 - view.seat]
        assert chance is not None
        seen = counts[tile[0] * (tile[0] + 1) // 2 + tile[1]]
        if chance in (0, 1):
            assert seen == chance * worlds
        else:
            total += float((seen - worlds * chance) ** 2 / (worlds * chance * (1 - chance)))
            number += 1
    return total, number


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES.keys())
def test_carried_worlds_follow_the_exact_odds_at_every_view(rules: Rules) -> None:
    rng = random.Random(12)
    total, number = 0.0, 0
    for at in range(3):
        carried = None
        for position, _ in random_round(deal(rules, 2, rng), rng):
            view = position.view(at % 2)
            if carried is None:
                carried = CarriedBelief(view) if carries(view) else None
            else:
                carried.see(view)
            if carried is not None and Belief(view).unseen:
                assert carried.exact
                part, count = square(carried, view, number, 200)
                total, number = total + part, number + count
    assert number > 50
    assert abs(total / number - 1) < 0.25


def test_a_belief_begun_late_is_the_one_carried_from_the_start() -> None:
    rng = random.Random(5)
    carried = None
    for position, _ in random_round(deal(preset("ply-yard"), 2, rng), rng):
        view = position.view(0)
        if carried is None:
            carried = CarriedBelief(view)
        carried.see(view)
        assert CarriedBelief(view).packed(3, seed=1) == carried.packed(3, seed=1)


@pytest.mark.parametrize("rules", [RULES["draw to the reserve"], RULES["draw one"], RULES["double-three"]])
def test_plain_python_carries_the_same(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(7)
    views = [position.view(1) for position, _ in random_round(deal(rules, 2, rng), rng)]
    views = [view for view in views if carries(view)]
    compiled = [CarriedBelief(view).packed(4, seed=2) for view in views]
    monkeypatch.setattr("doublesix.inference.carried.CarriedSeat", as_plain_python().CarriedSeat)
    assert [CarriedBelief(view).packed(4, seed=2) for view in views] == compiled


def test_where_the_tables_are_too_small_the_full_belief_answers() -> None:
    view = next(p.view(0) for p, _ in random_round(deal(preset("ply-yard"), 2, random.Random(1)), random.Random(1)))
    carried = CarriedBelief(view)
    for _ in range(121):
        carried._table.drew()
    assert not carried.exact
    assert carried.packed(5, seed=4) == Belief(view).packed(5, seed=4)


def test_three_seats_and_an_unknown_lead_are_not_carried() -> None:
    with pytest.raises(BadRecord, match="two seats"):
        CarriedBelief(deal(preset("draw-100"), 3, random.Random(1)).view(0))
    position = deal(preset("draw-100"), 2, random.Random(1))
    assert not carries(position.view(1 - position.leader))
    assert carries(position.play(position.legal_moves[0]).view(1 - position.leader))
