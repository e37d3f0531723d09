"""Rounds and matches made at random by the slow referee, and broken ones: the code under test has no hand in them."""

from __future__ import annotations

import copy
import random
from typing import Any, Final

import referee
from referee import Json

TABLES: Final = [
    ("ply-yard", 2),
    ("draw-100", 2), ("draw-100", 3), ("draw-100", 4),
    ("ranked-draw", 2), ("ranked-draw", 3), ("ranked-draw", 4),
    ("ranked-block", 2), ("ranked-block", 3), ("ranked-block", 4),
]  # fmt: skip
"""The four published tables with every number of players."""

OTHERS: Final = [name for name in referee.CANON if name not in {table for table, _ in TABLES}]
"""Every other preset."""


def _pay(out: str | int, blocked: str, round_to: int = 1) -> Json:
    return {"out": out, "blocked": blocked, "round_to": round_to}


def _target(points: int, mode: str = "at-least", when: str = "round") -> Json:
    return {"points": points, "mode": mode, "when": when}


def _count(score: str, *multiples: int) -> Json:
    return {"multiples": list(multiples), "score": score}


OVERRIDES: Final[list[Json]] = [
    {"base": "draw-100", "reserve": 2},
    {"base": "draw-100", "reserve": 1},
    {"base": "draw-100", "draw_limit": 1},
    {"base": "draw-100", "draw_limit": 1, "reserve": 2},
    {"base": "draw-100", "draw_limit": 3},
    {"base": "draw-100", "voluntary_draw": True},
    {"base": "draw-100", "voluntary_draw": True, "draw_limit": 2, "reserve": 1},
    {"base": "draw-100", "target": _target(50)},
    {"base": "draw-100", "next_leader": "rotate", "leader": "lot"},
    {"base": "draw-100", "next_leader": "winner"},
    {"base": "draw-100", "hand_size": {"2": 2, "3": 2, "4": 2}, "pay": _pay("others", "all", 3)},
    {"base": "draw-100", "partners": True, "hand_size": {"4": 6}},
    {"base": "draw-100", "partners": True, "out_when": "side", "next_leader": "winner"},
    {"base": "draw-100", "max_pip": 3, "hand_size": {"2": 3, "3": 2}, "target": _target(10, "at-least", "now"),
     "count": _count("total", 3)},
    {"base": "draw-100", "max_pip": 2, "hand_size": {"2": 3}},
    {"base": "draw-100", "max_pip": 15, "hand_size": {"2": 60, "5": 26, "10": 13}, "target": None},
    {"base": "draw-100", "spinner": "first"},
    {"base": "draw-100", "spinner": "all", "arms": "fill-first"},
    {"base": "draw-100", "spinner": "all", "arms": "sides-first", "max_pip": 12, "hand_size": {"2": 15, "4": 10}},
    {"base": "draw-100", "spinner": "lead", "arms": "sides-first", "leader": "seat", "lead_tile": "any"},
    {"base": "ply-yard", "leader": "lot", "lead_tile": "qualifying"},
    {"base": "ply-yard", "leader": "highest", "lead_tile": "any"},
    {"base": "ply-yard", "reserve": 0, "draw_limit": 0},
    {"base": "ply-yard", "hand_size": {"2": 13}},
    {"base": "ply-yard", "pay": _pay("losers", "losers", 5)},
    {"base": "ranked-draw", "draw_limit": 1, "reserve": 1},
    {"base": "ranked-block", "max_pip": 9, "hand_size": {"2": 12, "7": 7}},
    {"base": "partners", "out_when": "side"},
    {"base": "partners", "out_when": "side", "draw_limit": None, "hand_size": {"4": 5},
     "pay": _pay("losers", "margin")},
    {"base": "partners", "spinner": "first", "count": _count("quotient", 3), "pay": _pay(7, "margin", 5)},
    {"base": "puerto-rico", "out_when": "side", "leader": "lot", "lead_tile": "qualifying"},
    {"base": "all-fives", "arms": "fill-first"},
    {"base": "all-fives", "partners": True, "hand_size": {"4": 5}},
    {"base": "all-fives", "count": _count("total", 3), "pay": _pay("losers", "margin", 3)},
    {"base": "all-fives", "target": _target(60, "exact", "round")},
    {"base": "five-up", "arms": "fill-first", "voluntary_draw": True},
    {"base": "five-up", "target": _target(40, "at-least", "now"), "next_leader": "rotate"},
    {"base": "fives-and-threes", "partners": True, "out_when": "side", "hand_size": {"4": 6}},
    {"base": "fives-and-threes", "draw_limit": None, "target": _target(21, "exact", "now")},
    {"base": "fives-and-threes", "target": _target(15, "exact", "round"), "pay": _pay(2, "margin")},
    {"base": "muggins", "count": _count("quotient", 5), "pay": _pay("others", "margin", 1), "target": _target(21)},
    {"base": "cross", "spinner": "lead", "draw_limit": 2},
    {"base": "sebastopol", "count": _count("quotient", 3, 5), "spinner": "all"},
]  # fmt: skip
"""Changed rules that between them give every field its every value."""


def full(rules: str | Json) -> Json:
    """All fields of some rules, as the referee knows them."""
    return referee.rules_of(rules)


def players_of(rules: str | Json) -> list[int]:
    """Numbers of players that some rules allow."""
    fields = full(rules)
    sizes = [int(text) for text in fields["hand_size"]]
    return [4] if fields["partners"] else sizes


def random_deal(rules: str | Json, players: int, rng: random.Random) -> Json:
    """A dealt record without moves; where a leader may be named, it sometimes is."""
    fields = full(rules)
    tiles = [referee.written(tile) for tile in referee.whole_set(fields["max_pip"])]
    rng.shuffle(tiles)
    size = fields["hand_size"][str(players)]
    record: Json = {
        "rules": rules,
        "players": players,
        "hands": [tiles[seat * size : (seat + 1) * size] for seat in range(players)],
        "boneyard": tiles[players * size :],
        "moves": [],
    }
    free = fields["leader"] == "seat" or referee.moves_lead(fields)
    if fields["leader"] == "lot" or (free and rng.random() < 0.4):
        record["leader"] = rng.randrange(players)
    if fields["target"] is not None and rng.random() < 0.5:
        scores = [rng.randrange(fields["target"]["points"]) for _ in range(players)]
        record["scores"] = [scores[seat % 2] for seat in range(4)] if fields["partners"] else scores
    return record


def play_on(state: referee.Round, rng: random.Random, most: int = 10_000) -> list[str]:
    """Random legal moves until the round is over, or `most` of them."""
    moves: list[str] = []
    while state.turn is not None and len(moves) < most:
        allowed = state.legal()
        moves.append(rng.choice(allowed))
        assert state.make(moves[-1], allowed) is None
    return moves


def begun(record: Json) -> referee.Round:
    """The referee's state before the first move of a single round."""
    fields = full(record["rules"])
    later = referee.moves_lead(fields) and record.get("leader") is not None
    return referee.begin(fields, record, leader=record.get("leader"), later=later, scores=record.get("scores"))


def random_round(rules: str | Json, players: int, rng: random.Random) -> Json:
    """A finished round, now and then one that was left early, forfeited or voided."""
    record = random_deal(rules, players, rng)
    most = rng.randrange(30) if rng.random() < 0.15 else 10_000
    state = begun(record)
    record["moves"] = play_on(state, rng, most)
    if state.outcome is None and rng.random() < 0.4:
        seats = rng.sample(range(players), rng.randint(1, players))
        record["end"] = rng.choice([{"ending": "void"}, {"ending": "forfeit", "seats": seats}])
    return record


def random_match(rules: str | Json, players: int, rng: random.Random, most: int = 60) -> Json:
    """A match to its end, or `most` rounds of it."""
    fields = full(rules)
    match: Json = {"rules": rules, "players": players, "rounds": []}
    leader: int | None = None
    scores, winners = [0] * players, None
    while winners is None and len(match["rounds"]) < most:
        inner = random_deal({**fields, "target": None}, players, rng)
        del inner["rules"], inner["players"]
        inner.pop("leader", None)
        if leader is not None:
            if rng.random() < 0.5:
                inner["leader"] = leader
        elif fields["leader"] == "lot" or (fields["leader"] == "seat" and rng.random() < 0.5):
            inner["leader"] = rng.randrange(players)
        named = inner.get("leader") if leader is None else leader
        state = referee.begin(fields, inner, leader=named, later=leader is not None, scores=scores)
        inner["moves"] = play_on(state, rng, rng.randrange(20) if rng.random() < 0.05 else 10_000)
        if state.outcome is None:
            inner["end"] = {"ending": "void"} if rng.random() < 0.7 else {"ending": "forfeit", "seats": [0]}
            state.give_up(inner["end"]["ending"], inner["end"].get("seats", []))
        match["rounds"].append(inner)
        assert state.outcome is not None
        if state.outcome["ending"] == "void":
            continue
        scores = [before + gain for before, gain in zip(scores, state.outcome["points"], strict=True)]
        winners = referee.match_winners(state, scores)
        leader = referee.leads_next(state) if winners is None else None
    return match


# --- breaking -------------------------------------------------------------------------------------------------------


def broken(record: Json, rng: random.Random) -> Json:
    """A record with one to three things changed: moves mostly, at times deal or leader. It may still be good."""
    out = copy.deepcopy(record)
    target = rng.choice(out["rounds"]) if out.get("rounds") else out
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if rng.random() < 0.88:
            _break_moves(target, full(record["rules"]), rng)
        else:
            _break_deal(target, rng)
    return out


def any_move(fields: Json, rng: random.Random) -> Any:
    """Anything that could stand in a list of moves."""
    tile = referee.written(rng.choice(referee.whole_set(fields["max_pip"])))
    common = tile + rng.choice("LR")
    rare = tile + rng.choice(["U", "D", "U6", "D0", ""])
    garbage = rng.choice(["6-", "", "16-1L", "?"])
    return rng.choices([common, rare, "draw", "pass", f"draw:{tile}", garbage], [50, 15, 12, 12, 6, 4])[0]


def _break_moves(record: Json, fields: Json, rng: random.Random) -> None:
    moves = record["moves"]
    at = rng.randrange(len(moves) + 1)
    kind = rng.choice(["change", "change", "insert", "drop", "swap", "turn", "again"])
    if kind == "insert" or at == len(moves):
        moves.insert(at, any_move(fields, rng))
    elif kind == "change":
        moves[at] = any_move(fields, rng)
    elif kind == "drop":
        del moves[at]
    elif kind == "again":
        moves.insert(at, moves[at])
    elif kind == "swap":
        other = rng.randrange(len(moves))
        moves[at], moves[other] = moves[other], moves[at]
    elif isinstance(moves[at], str) and moves[at].endswith(("L", "R")):
        moves[at] = moves[at][:-1] + ("R" if moves[at].endswith("L") else "L")


def _break_deal(record: Json, rng: random.Random) -> None:
    hands, boneyard = record["hands"], record["boneyard"]
    one, other = rng.choice(hands), rng.choice([*hands, boneyard] if boneyard else hands)
    kind = rng.choice(["swap", "swap", "twice", "fewer", "leader", "unnamed"])
    if kind == "swap":
        here, there = rng.randrange(len(one)), rng.randrange(len(other))
        one[here], other[there] = other[there], one[here]
    elif kind == "twice":
        one[rng.randrange(len(one))] = rng.choice(other)
    elif kind == "fewer":
        del one[rng.randrange(len(one))]
    elif kind == "leader":
        record["leader"] = rng.randrange(len(hands) + 1)
    else:
        record.pop("leader", None)
