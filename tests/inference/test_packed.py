"""Worlds packed for the kernel: as likely as the exact belief says, and the same from C and from plain Python."""

from __future__ import annotations

import importlib.util
import random
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from doublesix.inference import Belief, _sampling
from doublesix.kernel import number, root_of
from doublesix.rules import Position, Rules, View, deal, preset, tile_set
from doublesix.rules.tiles import heaviest_first

from .brute import Holding, random_round


def positions(rules: Rules, players: int, seed: int, rounds: int = 1) -> list[Position]:
    rng = random.Random(seed)
    return [position for _ in range(rounds) for position, _ in random_round(deal(rules, players, rng), rng)]


def holding(view: View, world: bytes) -> Holding:
    """The hidden hands of a packed world."""
    tiles = tile_set(view.rules.max_pip)
    out, at = [], 0
    for seat, size in enumerate(view.hand_sizes):
        if seat != view.seat:
            out.append(frozenset(tiles[number] for number in world[at : at + size]))
            at += size
    assert len(world) == at + view.boneyard
    return tuple(out)


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (preset("ply-yard").replace(max_pip=3, hand_size={2: 3}), 2),
        (preset("draw-100").replace(max_pip=3, hand_size={2: 3}), 2),
        (preset("draw-100").replace(max_pip=3, hand_size={3: 2}), 3),
        (preset("draw-100").replace(max_pip=3, hand_size={4: 2}, draw_limit=1), 4),
        (preset("ranked-block").replace(max_pip=3, hand_size={3: 2}), 3),
    ],
)
def test_packed_worlds_pass_a_chi_square_test(rules: Rules, players: int) -> None:
    total, freedom = 0.0, 0
    for position in positions(rules, players, seed=5, rounds=2):
        view = position.view(0)
        belief = Belief(view)
        if not 1 < belief.worlds <= 150:
            continue
        exact = belief.holdings()
        packed, width = belief.packed(4_000, seed=freedom), len(belief.unseen)
        counts = Counter(holding(view, packed[at : at + width]) for at in range(0, len(packed), width))
        assert counts.keys() <= exact.keys()
        wanted = {key: float(chance * 4_000) for key, chance in exact.items()}
        total += sum((counts[key] - want) ** 2 / want for key, want in wanted.items())
        freedom += len(exact) - 1
    assert freedom > 40
    assert abs(total - freedom) < 4.5 * (2 * freedom) ** 0.5


def test_the_order_of_the_boneyard_is_uniform() -> None:
    view = positions(preset("ply-yard"), 2, seed=1)[0].view(0)
    packed = Belief(view).packed(4_200, seed=3)
    first = Counter(packed[at + 7] for at in range(0, len(packed), 21))
    assert len(first) == 21
    assert sum((count - 200) ** 2 / 200 for count in first.values()) < 20 + 4.5 * 40**0.5


@pytest.mark.parametrize(("name", "players"), [("ply-yard", 2), ("draw-100", 4), ("ranked-draw", 3), ("draw-12", 2)])
def test_worlds_name_every_unseen_tile_once_and_fit_the_kernel(name: str, players: int) -> None:
    for position in positions(preset(name), players, seed=4):
        view = position.view(position.turn or 0)
        belief = Belief(view)
        world = belief.packed(1, seed=9)
        assert sorted(world) == sorted(map(number, belief.unseen))
        assert root_of(view).fill(world).unseen() == 0


def test_a_world_does_not_depend_on_how_many_are_asked_for() -> None:
    belief = Belief(positions(preset("draw-100"), 3, seed=8)[9].view(1))
    width = len(belief.unseen)
    many = belief.packed(50, seed=6)
    assert belief.packed(10, seed=6, first=40) == many[40 * width :]
    assert belief.packed(50, seed=7) != many


def test_several_cases_are_packed_too() -> None:
    """Before the lead the follower does not know which tile decided, only that the leader holds it."""
    position = deal(preset("ranked-block"), 2, random.Random(3))
    view = position.view(1 - position.leader)
    packed = Belief(view).packed(20, seed=1)
    best = max(map(heaviest_first, view.hand))
    for at in range(0, len(packed), 21):
        (hand,) = holding(view, packed[at : at + 21])
        assert max(map(heaviest_first, hand)) > best


def as_plain_python() -> ModuleType:
    """The module from its source, whatever was compiled."""
    source = Path(_sampling.__file__).with_name("_sampling.py")
    spec = importlib.util.spec_from_file_location("plain_sampling", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("name", "players"), [("ply-yard", 2), ("draw-100", 3), ("ranked-draw", 4)])
def test_plain_python_packs_the_same_bytes(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    views = [position.view(0) for position in positions(preset(name), players, seed=2)]
    imported = [Belief(view).packed(5, seed=3) for view in views]
    plain = as_plain_python()
    monkeypatch.setattr("doublesix.inference.hands.SeatSampler", plain.SeatSampler)
    monkeypatch.setattr("doublesix.inference.table.TableSampler", plain.TableSampler)
    assert [Belief(view).packed(5, seed=3) for view in views] == imported
