"""How strong the levels are: duplicate deals, resumable; strength_page.py makes docs/strength.md of what was measured.

    python3 dev.py strength                       # go on where the last run stopped, then write the page
    python3 dev.py strength --only master-hard --pairs 10000
    python3 dev.py strength --only tables         # a set of matches: ladder, tables or others
    python3 dev.py strength --write               # only write the page
    python3 dev.py strength --small               # a size for CI, into a folder of its own

Every deal is played in every rotation of the players over its seats. A match at three or four seats sets one player of
the level against seats of the level below. Results lie in bench/results/strength, one file a match, saved after every
few deals. The deals are those of a seed that served no tuning. Matches at the other tables are looked at after 50, 100,
200, 400 … deals and end once the level is proved the stronger one, by an interval that allows for so many looks.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import strength_page
from strength_page import Z_LOOKS, span
from strength_sections import MEASURES

from doublesix.kernel import ENGINE
from doublesix.players import Limit, make_player, play_group
from doublesix.players.aim import aim_of
from doublesix.players.arena import seats_for
from doublesix.players.base import default_limit
from doublesix.rules import PRESETS, preset

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results" / "strength"
PAGE = ROOT / "docs" / "strength.md"
ADVICE = "src/doublesix/study/advice.json"
"""What advice.py has measured: a result, though it ships with the program."""
SEED = 1130001
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
    looks: bool = False
    """Whether it may end before, at one of `LOOKS`."""
    ms: float | None = None
    """Processor time for each choice, instead of the default limits in worlds."""


LADDER = [
    Match("normal-easy", "ply-yard", 2, "normal", "easy", 2000),
    Match("hard-normal", "ply-yard", 2, "hard", "normal", 6000),
    Match("hard-easy", "ply-yard", 2, "hard", "easy", 2000),
    Match("master-hard", "ply-yard", 2, "master", "hard", 10000),
    Match("master-normal", "ply-yard", 2, "master", "normal", 6000),
]
STEPS = (("normal", "easy"), ("hard", "normal"), ("master", "hard"))
LOOKS = tuple(50 * 2**k for k in range(8))
MAIN = ("ply-yard", "draw-100", "ranked-draw", "ranked-block", "partners")
TABLES = [
    Match(f"{rules}-{players}-{level}-{other}", rules, players, level, other, 10000, looks=True)
    for level, other in STEPS
    for rules, players in (
        ("draw-100", 2), ("ranked-draw", 2), ("ranked-block", 2),
        ("draw-100", 3), ("ranked-draw", 3), ("ranked-block", 3),
        ("draw-100", 4), ("ranked-draw", 4), ("ranked-block", 4), ("partners", 4),
    )
]  # fmt: skip
OTHERS = [
    Match(f"{name}-{level}-{other}", name, known.rules.players[0], level, other, 500, ms=5.0)
    for level, other in STEPS
    for name, known in PRESETS.items()
    if name not in MAIN
]
SETS = {"ladder": LADDER, "tables": TABLES, "others": OTHERS}
MATCHES = {match.name: match for match in (*LADDER, *TABLES, *OTHERS)}



def main(given: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", nargs="*", default=[*MATCHES, *MEASURES], choices=[*SETS, *MATCHES, *MEASURES], metavar="NAME",
        help=f"a match, {', '.join([*SETS, *MEASURES])}",
    )  # fmt: skip
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
            if name in MEASURES:
                MEASURES[name]()
                continue
            for match in SETS.get(name) or [MATCHES[name]]:
                run(match, RESULTS, args.seed, args.pairs or match.deals, args.minutes)
    PAGE.write_text(page(RESULTS), encoding="utf-8")
    return 0


def page(folder: Path) -> str:
    """The page, from the files of a folder."""
    return strength_page.page(folder, list(MATCHES), SEED)


def run(match: Match, folder: Path, seed: int, deals: int, minutes: float | None = None) -> None:
    """Play on from what the match's file says, to so many deals."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{match.name}{'' if seed == SEED else f'-{seed}'}.json"
    about = {key: getattr(match, key) for key in ("name", "rules", "players", "level", "other")}
    about |= {"seed": seed, "limits": [_limit(match, match.level), _limit(match, match.other)], "engine": ENGINE}
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if {key: kept.get(key) for key in about} != about:
        kept = {**about, "commit": commit(), "machine": machine(), **_empty()}
    rules = preset(match.rules)
    count = 2 if rules.partners else match.players
    names = [match.level, *[match.other] * (count - 1)]
    until = None if minutes is None else time.monotonic() + 60 * minutes
    aim = aim_of(rules, seats_for(rules, count)).kind
    while kept["played"] < deals and (until is None or time.monotonic() < until):
        if match.looks and kept["played"] in LOOKS and proved(kept, aim):
            break
        for number in range(kept["played"], min(kept["played"] + STEP, deals)):
            players = [
                make_player(name, seed + number * 10 + at, _time(match, name), time.process_time)
                for at, name in enumerate(names)
            ]
            group = play_group(players, rules, seed, number, duplicate=True, clock=time.process_time)
            wanted = (("first", group.shares, 1), ("place", group.places, -1), ("points", group.points, 1))
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


def proved(kept: dict[str, Any], aim: str) -> bool:
    """Whether the level is the stronger one in what seats play for at the table."""
    gap, half = span(kept[aim], kept["played"], Z_LOOKS)
    return gap - half > 0


def _empty() -> dict[str, Any]:
    zeros = {key: [0.0, 0.0] for key in ("first", "place", "points", "seconds")}
    return {"played": 0, "rounds": 0, "decisions": [0, 0], **zeros}


def _time(match: Match, level: str) -> Limit | None:
    return None if match.ms is None or default_limit(level) is None else Limit(ms=match.ms)


def _limit(match: Match, level: str) -> int | str | None:
    limit = default_limit(level)
    if limit is None:
        return None
    return limit.worlds if match.ms is None else f"{match.ms:g} ms"


def commit() -> str:
    """The commit of the code that was run, and whether program or measuring had been changed; results do not count."""
    try:
        name = _git("describe", "--always").strip()
        return f"{name}-dirty" if _git("status", "--porcelain", "src", "bench/*.py", f":!{ADVICE}").strip() else name
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def machine() -> str:
    """Processor and Python."""
    name = platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{name}, Python {platform.python_version()}"


if __name__ == "__main__":
    sys.exit(main())
