"""The layout in Python and the layout in JavaScript are the same."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from doublesix.server.web.layout import Placed, extent, fit, ghosts, layout, plan_for

from .layouts import CLOTHS, whole_rounds
from .node import run_node

GOLDEN = Path(__file__).with_name("layouts.json")


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What the reference says."""
    first, arms = case["first"], case["arms"]
    plan = plan_for(case["count"], case["width"], case["height"], case["cap"], 4 if "U" in arms else 2)

    def flat(place: Placed) -> list[Any]:
        return list(place)

    return {
        "plan": list(plan),
        "places": {side: [flat(p) for p in places] for side, places in layout(first, arms, plan).items()},
        "ghosts": {side: flat(p) for side, p in ghosts(first, arms, plan, True).items()},
        "unit": fit(extent(first, arms, plan), case["width"], case["height"], case["cap"]),
    }


def cases(count: int, seed: int) -> list[dict[str, Any]]:
    """Whole rounds and lines with doubles anywhere, on cloths of every shape; a few with a spinner's four arms."""
    rng = random.Random(seed)
    out = []
    for first, arms in whole_rounds(count, seed):
        width, height = rng.choice(CLOTHS)
        out.append(
            {
                "count": rng.choice([12, 22, 44]),
                "width": width,
                "height": height,
                "cap": rng.choice([44, 56]),
                "first": first,
                "arms": arms,
            }
        )
        wild = {side: [rng.random() < 0.4 for _ in range(rng.randrange(14))] for side in ("L", "R")}
        out.append(
            {
                "count": 22,
                "width": rng.randint(280, 1900),
                "height": rng.randint(110, 1000),
                "cap": 56,
                "first": rng.random() < 0.5,
                "arms": wild,
            }
        )
    spinner = {side: [False, True, False] for side in "LRUD"}
    return [*out, {"count": 9, "width": 700, "height": 500, "cap": 56, "first": True, "arms": spinner}]


def close(one: Any, other: Any) -> bool:
    """Equal, numbers to a billionth."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(close(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(close, one, other))
    return bool(one == other if isinstance(one, bool) else abs(one - other) < 1e-9)


def test_both_lay_the_same_lines(tmp_path: Path) -> None:
    given = cases(30, seed=6)
    answers = run_node("layouts.js", tmp_path, given)
    for case, said in zip(given, answers, strict=True):
        assert close(answer(case), said), case


def test_the_golden_cases_hold_in_python() -> None:
    for case in json.loads(GOLDEN.read_text()):
        assert close(answer(case["case"]), case["answer"])


def test_the_golden_cases_hold_in_javascript(tmp_path: Path) -> None:
    golden = json.loads(GOLDEN.read_text())
    answers = run_node("layouts.js", tmp_path, [case["case"] for case in golden])
    assert all(close(case["answer"], said) for case, said in zip(golden, answers, strict=True))


def test_the_plan_of_a_round_is_what_the_whole_search_once_found(tmp_path: Path) -> None:
    """Found by laying every line tile by tile; a quicker search must find the same."""
    known = json.loads(GOLDEN.with_name("plans.json").read_text())
    found = run_node("plans.js", tmp_path, [case for case, _ in known])
    assert [[plan["far"], plan["rot"], plan["far2"]] for plan in found] == [plan for _, plan in known]


def write_golden() -> None:
    """Write the golden cases anew, after a change of the algorithm that is meant."""
    GOLDEN.write_text(
        "[\n" + ",\n".join(json.dumps({"case": case, "answer": answer(case)}) for case in cases(6, seed=28)) + "\n]\n"
    )


if __name__ == "__main__":
    write_golden()
