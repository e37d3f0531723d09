"""Make the records of a release: rounds and matches of every preset and every sort, with the answers they have now.

    python3 tools/release_records.py [--again]

They go into tests/releases/VERSION and stay there: the tests replay the records of every release and compare. The
folder of a version that is out is never made anew; `--again` does so for the one that is still being worked on.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

from doublesix import __version__  # noqa: E402
from doublesix.notation import MatchRecord, Record, read_record, replay_json, to_text  # noqa: E402
from doublesix.notation.fair import Fair, FairStream, commitment  # noqa: E402
from doublesix.rules import HIDDEN, PRESETS, Match, Position, Rules, deal, preset  # noqa: E402

CHANGES: tuple[dict[str, Any], ...] = (
    {"base": "draw-100", "reserve": 2, "title": "Draw to 100, two stay"},
    {"base": "ply-yard", "draw_limit": 1},
    {"base": "all-fives", "count": {"multiples": [3], "score": "total"}, "pay": {"out": "losers", "blocked": "losers",
     "round_to": 3}},
    {"base": "partners", "out_when": "side"},
    {"base": "block", "max_pip": 3, "hand_size": {"2": 3, "3": 2}, "target": None},
)  # fmt: skip
LONGEST = 40
"""Rounds of a match; a longer one is cut short there."""


def play(rng: random.Random, position: Position, moves: int = 10_000) -> Position:
    """The position after so many random moves, at most to the end of the round."""
    for _ in range(moves):
        if position.outcome is not None:
            break
        position = position.play(rng.choice(position.legal_moves))
    return position


def claimed(position: Position, **extras: Any) -> dict[str, Any]:
    """The record of a position; of a round that is over with its outcome."""
    if position.outcome is not None:
        extras["outcome"] = position.outcome.to_json()
    return Record.of(position, **extras).to_json()


def rounds(rng: random.Random, rules: Rules) -> Iterator[dict[str, Any]]:
    """Rounds of one set of rules: whole for the fewest and the most players, and one cut short."""
    for players in sorted({rules.players[0], rules.players[-1]}):
        yield claimed(play(rng, deal(rules, players, rng)), names=[f"Player {seat}" for seat in range(players)])
    yield claimed(play(rng, deal(rules, rules.players[0], rng), 7), comments={"0": "the lead"}, clocks=[2.5] * 7)


def ended(rng: random.Random, rules: Rules) -> Iterator[dict[str, Any]]:
    """A forfeit and a void round."""
    players = rules.players[-1]
    for end in ({"ending": "forfeit", "seats": [1]}, {"ending": "void"}):
        position = play(rng, deal(rules, players, rng), 6)
        after = position.end(str(end["ending"]), end.get("seats", ()))  # type: ignore[arg-type]
        assert after.outcome is not None
        yield Record.of(position, end=end, outcome=after.outcome.to_json()).to_json()


def tie(rng: random.Random, rules: Rules) -> dict[str, Any]:
    """A blocked round that nobody won."""
    while True:
        position = play(rng, deal(rules, 2, rng))
        if position.outcome is not None and position.outcome.winners == ():
            return claimed(position)


def hidden(record: dict[str, Any], seat: int) -> dict[str, Any]:
    """A record as `seat` would have written it: the other hands and the boneyard hidden, its own draws shown."""
    read = Record.from_json(record)
    positions = read.positions()
    last, unknown = positions[-1], str(HIDDEN)
    moves = [
        str(move) if move.kind != "draw" or by == seat else "draw"
        for move, by in zip(last.moves, last.turns, strict=True)
    ]
    hands = [hand if own == seat else [unknown] * len(hand) for own, hand in enumerate(record["hands"])]
    out = record | {"hands": hands, "boneyard": [unknown] * len(record["boneyard"]), "moves": moves}
    if "leader" not in record and not read.rules.moves_lead:
        out["leader"] = positions[0].leader
    return out


def fair(rules: Rules) -> dict[str, Any]:
    """A round dealt from a commitment, its secret revealed."""
    secret, strings = bytes(range(32)), ("north", "south")
    position = play(random.Random(6), deal(rules, 2, FairStream(secret, "k3f9", 1, strings)))
    proof = Fair(table="k3f9", round=1, commitment=commitment(secret, "k3f9", 1), strings=strings, secret=secret)
    return claimed(position, fair=proof.to_json())


def match(rng: random.Random, rules: Rules, players: int) -> dict[str, Any]:
    """A match to its end or its fortieth round."""
    state = Match.new(rules, players)
    played: list[Record] = []
    while not state.over and len(played) < LONGEST:
        position = play(rng, state.deal(rng))
        record = Record.from_json(claimed(position))
        played.append(record)
        state = state.after(position)
    return MatchRecord(rules=rules, players=players, rounds=tuple(played)).to_json()


def records() -> Iterator[dict[str, Any]]:
    """Every record of a release."""
    rng = random.Random(20)
    for name in PRESETS:
        rules = preset(name)
        own = list(rounds(rng, rules))
        yield from own
        if not (rules.moves_lead and "leader" not in own[0]):
            yield hidden(own[0], 0)
        yield match(rng, rules, rules.players[0])
    for change in CHANGES:
        yield from rounds(rng, Rules.from_json(change))
    for name in ("ply-yard", "draw-100", "ranked-draw", "partners"):
        yield from ended(rng, preset(name))
    for name in ("ply-yard", "draw-100", "ranked-block"):
        yield tie(rng, preset(name))
    yield fair(preset("ply-yard"))


def main() -> int:
    """Write the folder of this version."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--again", action="store_true", help="make the folder of this version anew")
    again = parser.parse_args().again
    folder = ROOT / "tests" / "releases" / __version__
    if folder.exists():
        if not again:
            print(f"{folder.relative_to(ROOT)} is there; a release that is out keeps its records.", file=sys.stderr)
            return 1
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    made = list(records())
    read = [read_record(value) for value in made]
    answers = [replay_json(record, legal=isinstance(record, Record)) for record in read]
    assert all(answer["ok"] for answer in answers), [answer for answer in answers if not answer["ok"]]
    for name, values in (("records", made), ("answers", answers)):
        lines = "".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in values)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    (folder / "records.txt").write_text("\n".join(map(to_text, read)), encoding="utf-8")
    print(f"{len(made)} records in {folder.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
