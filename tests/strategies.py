"""Hypothesis strategies that every property test joins: rules, positions on the way of a round, JSON good and bad."""

from __future__ import annotations

import copy
import json
import os
import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import rounds
from doublesix.errors import BadRules
from doublesix.notation import Record
from doublesix.rules import PRESETS, Position, Rules, deal

FULL = 20 if os.environ.get("DOUBLESIX_FULL") else 1


def quiet(examples: int = 30) -> settings:
    """Settings of every property: the same examples in every run, no clock, nothing kept on disk; 20 times as many
    examples in the nightly run."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(
        max_examples=examples * FULL, deadline=None, derandomize=True, database=None, suppress_health_check=slow
    )


def _field_values() -> dict[str, st.SearchStrategy[Any]]:
    numbers = st.integers(0, 12)
    return {
        "max_pip": st.integers(2, 12),
        "hand_size": st.dictionaries(st.sampled_from(["2", "3", "4", "5"]), st.integers(1, 9), min_size=1),
        "partners": st.booleans(),
        "leader": st.sampled_from(["seat", "lot", "highest"]),
        "lead_tile": st.sampled_from(["any", "qualifying"]),
        "next_leader": st.sampled_from(["again", "rotate", "winner"]),
        "draw_limit": st.sampled_from([0, 1, 2, None, None]),
        "voluntary_draw": st.booleans(),
        "reserve": st.integers(0, 2),
        "spinner": st.sampled_from(["none", "lead", "first", "all"]),
        "arms": st.sampled_from(["sides-first", "fill-first"]),
        "count": st.none()
        | st.builds(
            lambda many, score: {"multiples": many, "score": score},
            st.lists(st.integers(2, 7), min_size=1, max_size=3, unique=True),
            st.sampled_from(["total", "quotient"]),
        ),
        "pay": st.builds(
            lambda out, blocked, to: {"out": out, "blocked": blocked, "round_to": to},
            st.sampled_from(["losers", "others", "none"]) | numbers,
            st.sampled_from(["margin", "losers", "all", "none"]),
            st.sampled_from([1, 3, 5]),
        ),
        "out_when": st.sampled_from(["first", "side"]),
        "target": st.none()
        | st.builds(
            lambda points, mode, when: {"points": points, "mode": mode, "when": when},
            st.integers(1, 120),
            st.sampled_from(["at-least", "exact"]),
            st.sampled_from(["round", "now"]),
        ),
    }


def _makes_sense(value: Any) -> bool:
    try:
        Rules.from_json(value)
    except BadRules:
        return False
    return True


def any_rules() -> st.SearchStrategy[Rules]:
    """Presets, the changed rules of the referee's tests, and fields thrown together at random."""
    named = st.sampled_from([*PRESETS, *rounds.OVERRIDES]).map(Rules.from_json)
    mixed = st.fixed_dictionaries(_field_values()).filter(_makes_sense).map(Rules.from_json)
    return named | mixed


@st.composite
def opening_positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Position:
    """A position before its first move."""
    chosen = draw(any_rules() if rules is None else rules)
    players = draw(st.sampled_from(chosen.players))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    later = chosen.moves_lead and draw(st.booleans())
    scores = None
    if chosen.target is not None and draw(st.booleans()):
        scores = [rng.randrange(chosen.target.points) for _ in range(players)]
        scores = [scores[seat % 2] for seat in range(4)] if chosen.partners else scores
    leader = rng.randrange(players) if later else None
    return deal(chosen, players, rng, leader=leader, later=later, scores=scores)


@st.composite
def whole_rounds(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> list[Position]:
    """All positions of a round that is played to its end at random."""
    positions = [draw(opening_positions(rules))]
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    while positions[-1].turn is not None:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves)))
    return positions


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules] | None = None) -> Position:
    """Any position of a round, the finished one among them."""
    position = draw(opening_positions(rules))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.sampled_from([0, 1, 2, 4, 7, 11, 16, 24, 200]))):
        if position.turn is not None:
            position = position.play(rng.choice(position.legal_moves))
    return position


# --- JSON ------------------------------------------------------------------------------------------------------------

_KEYS = [
    "rules", "version", "players", "leader", "hands", "boneyard", "moves", "names", "scores", "outcome", "clocks",
    "comments", "end", "fair", "rounds", "seat", "hand", "hand_sizes", "legal", "match", "points", "round", "base",
    "id", "title", "max_pip", "hand_size", "count", "pay", "target", "multiples", "score", "out", "blocked",
    "round_to", "mode", "when", "ending", "seats", "draw_limit", "reserve", "spinner",
]  # fmt: skip
_WORDS = [
    "?", "6-6", "64", "6-4L", "6-4 left", "0-0R", "6-4U6", "draw", "draw:2-0", "draw:", "pass", "15-15", "16-1",
    "99-99R", "ply-yard", "draw-100", "all-fives", "five-up", "partners", "forfeit", "void", "domino", "losers", "none",
    "³-1", "٣-١", "", " ", "\x00", "𝟞-𝟜", "9" * 5000,
]  # fmt: skip
_NUMBERS = [-1, 0, 1, 2, 3, 4, 7, 100, 10**30, 10**4200]


def any_json() -> st.SearchStrategy[Any]:
    """JSON values with the keys and words of records, rules and views strewn in."""
    leaves = (
        st.none()
        | st.booleans()
        | st.sampled_from(_NUMBERS)
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.sampled_from(_WORDS)
        | st.text(max_size=8)
    )
    keys = st.sampled_from(_KEYS) | st.text(max_size=5)
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=6),
        max_leaves=12,
    )


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    out = [path]
    if isinstance(value, dict):
        for key, part in value.items():
            out += _places(part, (*path, key))
    elif isinstance(value, list):
        for at, part in enumerate(value[:8]):
            out += _places(part, (*path, at))
    return out


@st.composite
def damaged(draw: st.DrawFn, good: st.SearchStrategy[Any]) -> Any:
    """A good JSON value with one or two parts replaced, dropped or added."""
    value = copy.deepcopy(draw(good))
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from(_places(value)))
        new = draw(any_json())
        if not path:
            return new
        inner = value
        for step in path[:-1]:
            inner = inner[step]
        what = draw(st.sampled_from(["replace", "replace", "drop", "add"]))
        if what == "replace":
            inner[path[-1]] = new
        elif what == "drop":
            del inner[path[-1]]
        elif isinstance(inner, dict):
            inner[draw(st.sampled_from(_KEYS))] = new
        else:
            inner.insert(path[-1], new)
    return value


def record_json() -> st.SearchStrategy[Any]:
    """Records of rounds as JSON, somewhere on their way."""
    return positions().map(lambda position: json.loads(json.dumps(Record.of(position).to_json())))


@st.composite
def match_json(draw: st.DrawFn) -> Any:
    """Short matches as JSON."""
    rules = draw(st.sampled_from(["draw-100", "partners", "block", "all-fives", "fives-and-threes"]))
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    return rounds.random_match(rules, rng.choice(rounds.players_of(rules)), rng, most=2)


def view_json() -> st.SearchStrategy[Any]:
    """Views of some seat as JSON."""
    return positions().flatmap(
        lambda position: st.integers(0, position.players - 1).map(lambda seat: position.view(seat).to_json())
    )
