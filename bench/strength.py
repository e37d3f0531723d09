"""How strong the levels are: duplicate deals, resumable; remakes docs/strength.md from what was measured.

    python3 dev.py strength                       # go on where the last run stopped, then write the page
    python3 dev.py strength --only master-hard --pairs 10000
    python3 dev.py strength --write               # only write the page
    python3 dev.py strength --small               # a size for CI, into a folder of its own

Every deal is played in every rotation of the players over its seats. A match at three or four seats sets one player of
the level against seats of the level below. Results lie in bench/results/strength, one file a match, saved after every
few deals. The deals are those of a seed that served no tuning.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from doublesix.kernel import ENGINE
from doublesix.players import make_player, play_group
from doublesix.players.arena import elo_of
from doublesix.players.base import default_limit
from doublesix.players.choice_weights import PROVENANCE
from doublesix.rules import preset

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results" / "strength"
WEIGHTED = ROOT / "bench" / "results" / "weighted.json"
PAGE = ROOT / "docs" / "strength.md"
SEED = 1129001
STEP = 10
"""Deals between two savings."""


class Match(NamedTuple):
    """One level against another at a table; `deals` is how many a full run plays."""

    name: str
    rules: str
    players: int
    level: str
    other: str
    deals: int


LADDER = [
    Match("normal-easy", "ply-yard", 2, "normal", "easy", 2000),
    Match("hard-normal", "ply-yard", 2, "hard", "normal", 2000),
    Match("hard-easy", "ply-yard", 2, "hard", "easy", 2000),
    Match("master-hard", "ply-yard", 2, "master", "hard", 10000),
    Match("master-normal", "ply-yard", 2, "master", "normal", 2000),
]
STEPS = (("normal", "easy"), ("hard", "normal"), ("master", "hard"))
TABLES = [
    Match(f"{rules}-{players}-{level}-{other}", rules, players, level, other, 2000)
    for level, other in STEPS
    for rules, players in (
        ("draw-100", 2), ("ranked-draw", 2), ("ranked-block", 2),
        ("draw-100", 3), ("ranked-draw", 3), ("ranked-block", 3),
        ("draw-100", 4), ("ranked-draw", 4), ("ranked-block", 4), ("partners", 4),
    )
]  # fmt: skip
MATCHES = {match.name: match for match in (*LADDER, *TABLES)}


def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="*", default=list(MATCHES), choices=list(MATCHES), metavar="MATCH")
    parser.add_argument("--pairs", type=int, help="deals of each match, instead of those of a full run")
    parser.add_argument("--seed", type=int, default=SEED, help=f"of the deals ({SEED})")
    parser.add_argument("--minutes", type=float, help="stop each match after so long")
    parser.add_argument("--write", action="store_true", help="only write the page")
    parser.add_argument("--small", action="store_true", help="a size for CI; nothing is kept")
    args = parser.parse_args(given)
    if args.small:
        with tempfile.TemporaryDirectory() as folder:
            for match in LADDER:
                run(match, Path(folder), args.seed, args.pairs or 10, args.minutes)
            print(page(Path(folder)))
        return 0
    if not args.write:
        for name in args.only:
            run(MATCHES[name], RESULTS, args.seed, args.pairs or MATCHES[name].deals, args.minutes)
    PAGE.write_text(page(RESULTS), encoding="utf-8")
    return 0


def run(match: Match, folder: Path, seed: int, deals: int, minutes: float | None = None) -> None:
    """Play on from what the match's file says, to so many deals."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{match.name}{'' if seed == SEED else f'-{seed}'}.json"
    about = {**match._asdict(), "seed": seed, "limits": [_limit(match.level), _limit(match.other)], "engine": ENGINE}
    del about["deals"]
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if {key: kept.get(key) for key in about} != about:
        kept = {**about, "commit": commit(), "machine": machine(), **_empty()}
    rules = preset(match.rules)
    count = 2 if rules.partners else match.players
    names = [match.level, *[match.other] * (count - 1)]
    until = None if minutes is None else time.monotonic() + 60 * minutes
    while kept["played"] < deals and (until is None or time.monotonic() < until):
        for number in range(kept["played"], min(kept["played"] + STEP, deals)):
            players = [make_player(name, seed + number * 10 + at) for at, name in enumerate(names)]
            group = play_group(players, rules, seed, number, duplicate=True, clock=time.process_time)
            wanted = (("share", group.shares, 1), ("place", group.places, -1), ("points", group.points, 1))
            for key, values, better in wanted:
                rest = sum(values[1:]) / (count - 1)
                gap = better * (values[0] - rest) / group.rounds
                kept[key][0] += gap
                kept[key][1] += gap * gap
            kept["played"] += 1
            kept["rounds"] += group.rounds
            kept["seconds"][0] += group.seconds[0]
            kept["seconds"][1] += sum(group.seconds[1:])
            kept["decisions"][0] += group.decisions[0]
            kept["decisions"][1] += sum(group.decisions[1:])
        kept["date"] = datetime.datetime.now(datetime.UTC).date().isoformat()
        new = path.with_suffix(".new")
        new.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        new.replace(path)
        if sys.stderr.isatty():
            print(f"\r{match.name}: {kept['played']} of {deals} deals", end="", file=sys.stderr)


def _empty() -> dict[str, Any]:
    zeros = {key: [0.0, 0.0] for key in ("share", "place", "points", "seconds")}
    return {"played": 0, "rounds": 0, "decisions": [0, 0], **zeros}


def _limit(level: str) -> int | None:
    limit = default_limit(level)
    return None if limit is None else limit.worlds


def commit() -> str:
    """The commit of the code that was run."""
    try:
        return subprocess.run(
            ["git", "describe", "--always", "--dirty"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def machine() -> str:
    """Processor and Python."""
    name = platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{name}, Python {platform.python_version()}"


# --- the page --------------------------------------------------------------------------------------------------------


def span(sums: list[float], n: int) -> tuple[float, float]:
    """Mean, and half of its 95 % interval."""
    mean = sums[0] / n
    if n < 2:
        return mean, math.inf
    return mean, 1.959964 * math.sqrt(max(0.0, sums[1] / n - mean * mean) / (n - 1))


def page(folder: Path) -> str:
    """The page, from the files of a folder; a table that nobody measured is left out."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    found = [kept for kept in found if kept["played"] > 1]
    order = list(MATCHES)
    found.sort(key=lambda kept: (order.index(kept["name"]), kept["seed"] != SEED, kept["seed"]))
    ladder = [kept for kept in found if MATCHES[kept["name"]] in LADDER]
    ladder += pooled(ladder)
    ladder.sort(key=lambda kept: order.index(kept["name"]))
    tables = [kept for kept in found if MATCHES[kept["name"]] in TABLES]
    lines = [
        "# How strong the levels are",
        "",
        "Measured, never guessed; made by `python3 dev.py strength`, which goes on where it stopped. Every deal is",
        "played in every rotation of the players over the seats, boneyard order and all, so that both have the luck of",
        "the deal. Intervals are 95 %, over deals. *Undecided* stands where an interval holds an even score. The deals",
        "served no tuning. Levels think as long as they do at a table (their default limit in worlds).",
        "",
        "## The reserve table, two seats",
        "",
        "| | pairs | score | 95 % | Elo | 95 % | ms a choice | |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for kept in ladder:
        gap, half = span(kept["share"], kept["played"])
        mean, low, high = (0.5 + part / 2 for part in (gap, gap - half, gap + half))
        lines.append(
            f"| {_title(kept)} | {kept['played']} | {mean:.4f} | {low:.4f} to {high:.4f} | {elo_of(mean):+.0f} | "
            f"{elo_of(low):+.0f} to {elo_of(high):+.0f} | {_times(kept)} | {_verdict(gap, half)} |"
        )
    lines += [
        "",
        "Times are processor time for each choice between two moves or more, of both levels, on the machine below",
        "while it did other work. A score is rounds won, half a round for a tie.",
        "",
    ]
    if tables:
        lines += [
            "## Other tables",
            "",
            "One player of the level against the level below at every other seat (partners: a side each). A gap is the",
            "level's mean less that of the others: share of first places, finishing place (above 0 is better), points.",
            "",
            "| table | seats | | deals | first places | place | points a round | |",
            "|---|---|---|---|---|---|---|---|",
        ]
        for kept in tables:
            spans = [span(kept[key], kept["played"]) for key in ("share", "place", "points")]
            cells = [f"{mean:+.3f} ± {half:.3f}" for mean, half in spans[:2]] + ["{:+.2f} ± {:.2f}".format(*spans[2])]
            lines.append(
                f"| {kept['rules']} | {kept['players']} | {_title(kept)} | {kept['played']} | {' | '.join(cells)} | "
                f"first places: {_verdict(*spans[0])} |"
            )
        lines.append("")
    lines += ["## Where and when", ""]
    lines += ["| | date | commit | seed | worlds | engine | machine |", "|---|---|---|---|---|---|---|"]
    for kept in found:
        worlds = " / ".join("none" if limit is None else str(limit) for limit in kept["limits"])
        lines.append(
            f"| {kept['name']} | {kept['date']} | {kept['commit']} | {kept['seed']} | {worlds} | {kept['engine']} | "
            f"{kept['machine']} |"
        )
    return "\n".join([*lines, *model_of_choices()]) + "\n"


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


def pooled(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The sets of a match that was played on more than one, taken together."""
    made = []
    for name in dict.fromkeys(kept["name"] for kept in found):
        sets = [kept for kept in found if kept["name"] == name]
        if len(sets) > 1 and all(kept["limits"] == sets[0]["limits"] for kept in sets):
            both = {**sets[0], "seed": None, "played": sum(kept["played"] for kept in sets)}
            for key in ("share", "place", "points", "seconds", "decisions"):
                both[key] = [sum(kept[key][at] for kept in sets) for at in (0, 1)]
            made.append(both)
    return made


def _title(kept: dict[str, Any]) -> str:
    fresh = {SEED: "", None: ", all sets together"}.get(kept["seed"], ", a fresh set")
    return f"{kept['level']} – {kept['other']}{fresh}"


def _times(kept: dict[str, Any]) -> str:
    return " / ".join(
        f"{1000 * spent / max(1, asked):.2f}" for spent, asked in zip(kept["seconds"], kept["decisions"], strict=True)
    )


def _verdict(gap: float, half: float) -> str:
    if gap - half > 0:
        return "stronger"
    return "weaker" if gap + half < 0 else "undecided"


if __name__ == "__main__":
    sys.exit(main())
