"""Records of every sort for the tests of reading and writing: rounds and matches, whole, cut short, ended, hidden."""

from __future__ import annotations

import random
from typing import Any

from doublesix.notation import MatchRecord, Record
from doublesix.rules import HIDDEN, PRESETS, Match, Position, Rules, deal, preset

CHANGES: list[dict[str, Any]] = [
    {"base": "draw-100", "reserve": 2},
    {"base": "ply-yard", "draw_limit": 1, "title": "One “draw”; a \\ turn"},
    {"base": "all-fives", "count": {"multiples": [3, 5], "score": "quotient"}},
    {"base": "partners", "out_when": "side"},
    {"base": "draw", "max_pip": 3, "hand_size": {"2": 3}},
]
TEXTS = [
    "",
    " ",
    "Ann",
    'a "b"',
    "{x}",
    "[clock 3]",
    "  two  blanks  ",
    "a\nb",
    "\t\\",
    "é–\u2028\U0001f3fb",
    "; no",
    "*",
]


def some_rules(rng: random.Random) -> Rules:
    """A preset, or a change of one."""
    if rng.random() < 0.3:
        return Rules.from_json(rng.choice(CHANGES))
    return preset(rng.choice(list(PRESETS)))


def some_round(rng: random.Random, rules: Rules, players: int, **given: Any) -> Position:
    """A round of random moves, often to its end."""
    if rules.leader == "seat" and not given.get("later"):
        given = {"leader": rng.randrange(players)} | given
    position = deal(rules, players, rng, **given)
    left = rng.choice([0, 1, 5, 20, 1000, 1000])
    while position.outcome is None and left:
        position = position.play(rng.choice(position.legal_moves))
        left -= 1
    return position


def finished_round(rng: random.Random, rules: Rules, players: int, **given: Any) -> Position:
    """A round of random moves to its end."""
    position = deal(rules, players, rng, **given)
    while position.outcome is None:
        position = position.play(rng.choice(position.legal_moves))
    return position


def some_extras(rng: random.Random, position: Position) -> dict[str, Any]:
    """Names, comments, clocks, ends, claims and a commitment, each now and then."""
    moves, players = len(position.moves), position.players
    out: dict[str, Any] = {}
    if rng.random() < 0.5:
        out["names"] = [rng.choice(TEXTS) for _ in range(players)]
    if rng.random() < 0.5:
        indexes = [at for at in range(moves + rng.randrange(2)) if rng.random() < 0.3]
        out["comments"] = {str(at): rng.choice(TEXTS) for at in indexes}
    if rng.random() < 0.1:
        out["comments"] = [rng.choice([None, "hm"]) for _ in range(moves)]
    if rng.random() < 0.5:
        out["clocks"] = [rng.choice([None, 0, 30, 1.25, 1e-7, 10**20]) for _ in range(moves - rng.randrange(2))]
    if rng.random() < 0.1:
        out["clocks"] = {"0": 3.5}
    if position.outcome is None and rng.random() < 0.3:
        out["end"] = rng.choice([{"ending": "void"}, {"ending": "forfeit", "seats": [rng.randrange(players)]}])
    if rng.random() < 0.6:
        out["outcome"] = rng.choice([some_claim(rng), position.outcome.to_json() if position.outcome else {}])
    if rng.random() < 0.2:
        out["fair"] = {"commitment": "ab" * 32, "strings": [rng.choice(TEXTS)], "round": 1}
    return out


def some_claim(rng: random.Random) -> dict[str, Any]:
    """An outcome as somebody may claim it, of the right shape or not."""
    return rng.choice(
        [
            {"ending": "blocked"},
            {"ending": "domino", "winners": None, "pips": [None, 3], "places": [], "points": None},
            {"ending": "won", "winners": [0]},
            {"winners": "Ann"},
            {"ending": "forfeit", "points": [-3, 0]},
            {"ending": "domino", "more": {"a": [1.5, True]}},
            {"ending": "domino", "pips": [True, 1.0]},
        ]
    )


def hide(rng: random.Random, record: Record) -> Record:
    """The record as somebody writes it who knew a part of the tiles only."""
    value = record.to_json()
    for tiles in (*value["hands"], value["boneyard"]):
        if rng.random() < 0.5:
            tiles[:] = [str(HIDDEN) if rng.random() < 0.8 else tile for tile in tiles]
    return Record.from_json(value)


def some_record(seed: int) -> Record | MatchRecord:
    """A round or a match; the same for the same seed."""
    rng = random.Random(seed)
    rules = some_rules(rng)
    players = rng.choice(rules.players)
    if rng.random() < 0.25:
        return some_match(rng, rules, players)
    position = some_round(rng, rules, players)
    record = Record.from_json(Record.of(position, **some_extras(rng, position)).to_json())
    return hide(rng, record) if rng.random() < 0.2 else record


def some_match(rng: random.Random, rules: Rules, players: int) -> MatchRecord:
    """A match of a few rounds, the last one perhaps unfinished."""
    match, rounds = Match.new(rules, players), []
    for _ in range(rng.randrange(4)):
        if match.over:
            break
        lot = match.leader if match.later else rng.randrange(players) if rules.leader != "highest" else None
        position = some_round(
            rng, rules, players, leader=lot, later=match.later, scores=match.scores, round_number=match.number
        )
        record = Record.of(position, **some_extras(rng, position))
        record = Record.from_json(record.to_json() | {"leader": position.leader})
        rounds.append(record)
        if position.outcome is None:
            break
        match = match.after(position)
    extras: dict[str, Any] = {}
    if rng.random() < 0.5:
        extras["names"] = [rng.choice(TEXTS) for _ in range(players)]
    if rng.random() < 0.2:
        extras["comments"] = {"0": rng.choice(TEXTS)}
    return MatchRecord(rules=rules, players=players, rounds=tuple(rounds), extras=extras)
