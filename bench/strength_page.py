"""docs/strength.md, from the files that strength.py has written; what nobody measured is left out."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from strength_sections import sections

from doublesix.players.aim import aim_of
from doublesix.players.arena import elo_of, seats_for
from doublesix.players.choice_weights import PROVENANCE
from doublesix.rules import preset

ROOT = Path(__file__).resolve().parent.parent
WEIGHTED = ROOT / "bench" / "results" / "weighted.json"
Z95 = 1.959964
Z_LOOKS = 2.535
"""Standard errors of an interval that is right 95 times of 100 at all of nine looks (Pocock)."""
AIMS = {"first": "first places", "place": "places", "points": "points"}


def span(sums: list[float], n: int, z: float = Z95) -> tuple[float, float]:
    """Mean, and half of its interval."""
    mean = sums[0] / n
    if n < 2:
        return mean, math.inf
    return mean, z * math.sqrt(max(0.0, sums[1] / n - mean * mean) / (n - 1))


def page(folder: Path, order: list[str], first_seed: int) -> str:
    """The page; `order` names the matches as they are to be listed."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    found = [kept for kept in found if kept["played"] > 1]
    found.sort(key=lambda kept: (order.index(kept["name"]), kept["seed"] != first_seed, kept["seed"]))
    for kept in found:
        kept["title"] = f"{kept['level']} – {kept['other']}{'' if kept['seed'] == first_seed else ', a fresh set'}"
    timed = [kept for kept in found if any(isinstance(limit, str) for limit in kept["limits"])]
    ladder = [kept for kept in found if kept["rules"] == "ply-yard"]
    tables = [kept for kept in found if kept not in timed and kept not in ladder]
    # A match that does not search has the limits of both sets: its name says where it belongs.
    plain = [kept for kept in tables if f"{kept['rules']}-{kept['level']}-{kept['other']}" == kept["name"]]
    tables = [kept for kept in tables if kept not in plain]
    timed = sorted([*timed, *plain], key=lambda kept: order.index(kept["name"]))
    lines = [*HEAD, *_ladder([*ladder, *pooled(ladder)], order)]
    if tables:
        lines += [*TABLES_HEAD, *_rows(tables, Z_LOOKS), ""]
    if timed:
        lines += [*OTHERS_HEAD, *_rows(timed, Z95), ""]
    return "\n".join([*lines, *_provenance(found), *model_of_choices(), *sections()]) + "\n"


HEAD = [
    "# How strong the levels are",
    "",
    "Measured, never guessed; made by `python3 dev.py strength`, which goes on where it stopped. Every deal is",
    "played in every rotation of the players over the seats, boneyard order and all, so that both have the luck of",
    "the deal. Intervals are 95 %, over deals. *Undecided* stands where an interval holds an even score. The deals",
    "served no tuning. Levels think as long as they do at a table (their default limit in worlds), unless said.",
    "",
]
GOALS = {"normal-easy": 0.58, "hard-normal": 0.66, "hard-easy": 0.73, "master-hard": 0.55, "master-normal": 0.70}
"""The scores that were to be reached."""
LADDER_HEAD = [
    "## The reserve table, two seats",
    "",
    "| | pairs | score | 95 % | Elo | 95 % | ms a choice | | goal |",
    "|---|---|---|---|---|---|---|---|---|",
]
COLUMNS = [
    "| table | seats | | deals | first places | place | points a round | ms a choice | |",
    "|---|---|---|---|---|---|---|---|---|",
]
TABLES_HEAD = [
    "## Other tables of the house, two to four seats",
    "",
    "One player of the level against the level below at every other seat (partners: a side each). A gap is the",
    "level's mean less that of the others: share of first places, finishing place (above 0 is better), points. The",
    "last column speaks of what seats play for there: points where a match goes to a target, the place at single",
    "rounds of three or four, else first places. A match ended at the first of up to nine looks (50, 100, 200 … deals)",
    "that proved the level the stronger one; the intervals of this table are wide enough to be right at all looks",
    "together. A gap at which a match ended so lies a little too far from 0.",
    "",
    *COLUMNS,
]
OTHERS_HEAD = [
    "## The other presets",
    "",
    "At the fewest seats that a preset allows, 5 milliseconds of processor time for each choice.",
    "",
    *COLUMNS,
]


def _ladder(ladder: list[dict[str, Any]], order: list[str]) -> list[str]:
    lines = list(LADDER_HEAD)
    for kept in sorted(ladder, key=lambda kept: order.index(kept["name"])):
        gap, half = span(kept["first"], kept["played"])
        mean, low, high = (0.5 + part / 2 for part in (gap, gap - half, gap + half))
        lines.append(
            f"| {kept['title']} | {kept['played']} | {mean:.4f} | {low:.4f} to {high:.4f} | {elo_of(mean):+.0f} | "
            f"{elo_of(low):+.0f} to {elo_of(high):+.0f} | {_times(kept)} | {_verdict(gap, half)} | "
            f"{_goal(kept['name'], mean)} |"
        )
    return [
        *lines,
        "",
        "Times are processor time for each choice between two moves or more, of both levels, on the machine below",
        "while it did other work. A score is rounds won, half a round for a tie. A goal is reached where the score is",
        "no lower; the interval says how sure that is.",
        "",
        "hard – normal and master – normal were to be played over 2,000 pairs and stood at 0.6559 and 0.6974 there:",
        "too few to tell on which side of their goals they are, so both went on to 6,000, a number fixed before the",
        "rest was played.",
        "",
    ]


def _rows(found: list[dict[str, Any]], z: float) -> list[str]:
    lines = []
    for kept in found:
        rules = preset(kept["rules"])
        seats = kept["players"]
        aim = aim_of(rules, seats_for(rules, 2 if rules.partners else seats)).kind
        spans = {key: span(kept[key], kept["played"], z) for key in AIMS}
        cells = ["{:+.3f} ± {:.3f}".format(*spans["first"]), "{:+.3f} ± {:.3f}".format(*spans["place"])]
        cells.append("{:+.2f} ± {:.2f}".format(*spans["points"]))
        lines.append(
            f"| {kept['rules']} | {seats} | {kept['title']} | {kept['played']} | {' | '.join(cells)} | "
            f"{_times(kept)} | {AIMS[aim]}: {_verdict(*spans[aim])} |"
        )
    return lines


def pooled(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The sets of a match that was played on more than one, taken together."""
    made = []
    for name in dict.fromkeys(kept["name"] for kept in found):
        sets = [kept for kept in found if kept["name"] == name]
        if len(sets) > 1 and all(kept["limits"] == sets[0]["limits"] for kept in sets):
            both = {**sets[0], "title": f"{sets[0]['title']}, all sets together"}
            both["played"] = sum(kept["played"] for kept in sets)
            for key in ("first", "place", "points", "seconds", "decisions"):
                both[key] = [sum(kept[key][at] for kept in sets) for at in (0, 1)]
            made.append(both)
    return made


def _times(kept: dict[str, Any]) -> str:
    return " / ".join(
        f"{1000 * spent / max(1, asked):.2f}" for spent, asked in zip(kept["seconds"], kept["decisions"], strict=True)
    )


def _goal(name: str, score: float) -> str:
    goal = GOALS[name]
    return f"{goal:.2f} {'reached' if score >= goal else 'missed'}"


def _verdict(gap: float, half: float) -> str:
    if gap - half > 0:
        return "stronger"
    return "weaker" if gap + half < 0 else "undecided"


def _provenance(found: list[dict[str, Any]]) -> list[str]:
    lines = ["## Where and when", ""]
    lines += ["| | date | commit | seed | limits | engine | machine |", "|---|---|---|---|---|---|---|"]
    for kept in found:
        limits = " / ".join("none" if limit is None else str(limit) for limit in kept["limits"])
        lines.append(
            f"| {kept['name']} | {kept['date']} | {kept['commit']} | {kept['seed']} | {limits} | {kept['engine']} | "
            f"{kept['machine']} |"
        )
    return lines


def model_of_choices() -> list[str]:
    """How well the fitted model tells choices, and what it adds to the exact belief."""
    lines = ["", "## The model of choices", ""]
    lines += [
        "Fitted to the choices of `hard` in self-play by bench/fit_choice.py, and measured on a fifth of the rounds,",
        "kept apart. The whole commands stand beside the weights, in src/doublesix/players/choice_weights.py.",
        "",
    ]
    lines += ["| rules | rounds | choices | log-loss | of any move | likeliest move made | date | commit |"]
    lines += ["|---|---|---|---|---|---|---|---|"]
    for family, about in PROVENANCE.items():
        lines.append(
            f"| {family} | {about['rounds']} | {about['choices']} | {about['log-loss']:.3f} | "
            f"{about['log-loss uniform']:.3f} | {about['same move']:.0%} of {about['test choices']} | "
            f"{about['date']} | {about['commit']} |"
        )
    if WEIGHTED.exists():
        found = json.loads(WEIGHTED.read_text(encoding="utf-8"))
        low, high = found["gain 95 %"]
        lines += [
            "",
            f"Where an unseen tile is, over {found['tiles']} tiles of rounds not fitted: log-loss "
            f"{found['log-loss exact']:.4f} by the exact belief, {found['log-loss weighted']:.4f} weighted; a gain of",
            f"{found['gain']:.4f} [{low:.4f}, {high:.4f}] (bench/bench_weighted.py; the whole command is in",
            "bench/results/weighted.json).",
        ]
    return lines
