"""Whole random rounds of every kind of line, laid by the page's own modules on cloths of every shape."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from doublesix.rules import Rules, deal, preset

from .node import run_node

#: What `domino-line` has of a window of 320 x 568 up to one of 2560 x 1440, upright and lying, in pixels.
CLOTHS = [(292, 150), (292, 230), (304, 330), (332, 440), (362, 560), (704, 560), (250, 210), (390, 250), (936, 520)]
CLOTHS += [(1010, 640), (1440, 760), (2080, 1160)]
TABLES = [("all-fives", 2), ("all-fives", 4), ("cross", 2), ("cross", 3), ("sebastopol", 4), ("draw-9", 2)]
TABLES += [("draw-9", 5), ("draw-12", 2), ("draw-12", 10), ("ply-yard", 2), ("draw-100", 3), ("five-up", 2)]
TABLES += [("five-up", 4)]
#: House rules: the table they start from, its seats and what is changed.
HOUSE: list[tuple[str, int, dict[str, str]]] = [("draw-9", 4, {"spinner": "all"}), ("draw-12", 3, {"spinner": "first"})]
HOUSE += [("draw-12", 4, {"spinner": "all"}), ("draw-100", 4, {"spinner": "all", "arms": "fill-first"})]
HOUSE += [("draw-9", 2, {"spinner": "all", "arms": "fill-first"}), ("draw-12", 2, {"spinner": "all"})]


def whole_round(name: str, rules: Rules, players: int, rng: random.Random) -> dict[str, Any]:
    """A round of moves drawn among the legal ones: each play, its side, and the sides open then."""
    position = deal(rules, players, rng, leader=0) if rules.leader == "seat" else deal(rules, players, rng)
    plays = []
    while position.outcome is None:
        before = position.line
        position = position.play(rng.choice(position.legal_moves))
        line = position.line
        if line == before:
            continue
        grown = [side for side, arm in line.arms.items() if len(arm) > len(before.arms.get(side, ()))]
        pair = list(line.arms[grown[0]][-1]) if grown else list(line.lead or ())
        plays.append({"pair": pair, "side": grown[0] if grown else None, "open": list(line.ends)})
    return {"rules": {"id": name, "max_pip": rules.max_pip, "spinner": rules.spinner}, "plays": plays}


def whole_rounds(each: int, seed: int) -> Iterator[dict[str, Any]]:
    """So many rounds of every table."""
    rng = random.Random(seed)
    for name, players in TABLES:
        for _ in range(each):
            yield whole_round(name, preset(name), players, rng)
    for base, players, change in HOUSE:
        for _ in range(each):
            name = "-".join([base, *change.values()])
            yield whole_round(name, preset(base).replace(**change), players, rng)


def check(each: int, seed: int, folder: Path, cloths: list[tuple[int, int]]) -> dict[str, list[float]]:
    """Lay the rounds on the cloths; the sizes of the tiles at their ends."""
    found = run_node("rounds.js", folder, {"rounds": list(whole_rounds(each, seed)), "cloths": cloths})
    assert found["count"] == 0, "\n".join(found["wrong"][:20])
    sizes: dict[str, list[float]] = found["sizes"]
    return sizes


def test_p62_whole_rounds_of_every_kind_of_line_lie_without_overlap(tmp_path: Path) -> None:
    """Every round after every tile: nothing overlaps or leaves the cloth, no tile moves, every end takes a finger."""
    check(1, 62, tmp_path, CLOTHS[::3])


def test_p63_tiles_are_as_large_as_the_cloth_and_the_set_allow(tmp_path: Path) -> None:
    """At the end of whole rounds, in pixels of a tile's short side: on a small phone, a phone and a desktop."""
    sizes = check(1, 63, tmp_path, [(292, 230), (362, 560), (1440, 760)])
    for name, small, phone, desktop in [("ply-yard", 16, 26, 50), ("draw-9", 12, 20, 40), ("draw-12", 9, 16, 34)]:
        for cloth, least in [("292 230", small), ("362 560", phone), ("1440 760", desktop)]:
            assert min(sizes[f"{name} {cloth}"]) >= least, (name, cloth)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(8))
def test_p62_many_rounds_on_every_cloth(seed: int, tmp_path: Path) -> None:
    check(6, 1000 + seed, tmp_path, CLOTHS)
