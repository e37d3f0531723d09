"""Refusals of records, views and rules can be said in every language, also those that are written as plain English."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import doublesix
from doublesix import errors
from doublesix.errors import DominoError
from doublesix.notation import Record, parse_records
from doublesix.rules import Move, Position, Rules, Tile, deal, preset
from doublesix.rules.phrases import Phrase
from doublesix.rules.position import start
from doublesix.rules.refusals import json_fault

SOURCES = Path(doublesix.__file__).parent
PLAIN_FILES = {"tiles.py", "moves.py", "position.py", "ruleset.py", "presets.py", "scoring.py"}
"""Files of `rules` whose refusals are plain English, and phrases by `refusals`."""

RULES: dict[str, Any] = {
    "no rules": 3,
    "null": None,
    "true": True,
    "a list": [],
    "unknown preset": "drw",
    "unknown version": ("draw-100", 9),
    "no such field": {"base": "draw-100", "reserv": 2},
    "all fields": {"max_pip": 6},
    "base": {"base": 5},
    "not a choice": {"base": "draw-100", "leader": "me"},
    "not an object": {"base": "draw-100", "pay": 5},
    "null or an object": {"base": "draw-100", "target": "100"},
    "unknown key": {"base": "draw-100", "target": {"pionts": 1}},
    "missing key": {"base": "draw-100", "target": {"points": 100}},
    "missing key of pay": {"base": "draw-100", "pay": {"out": "losers"}},
    "multiples": {"base": "all-fives", "count": {"multiples": 5, "score": "total"}},
    "score": {"base": "all-fives", "count": {"multiples": [5], "score": "sum"}},
    "pay.out": {"base": "draw-100", "pay": {"out": "all", "blocked": "all", "round_to": 1}},
    "pay.round_to": {"base": "draw-100", "pay": {"out": "losers", "blocked": "all", "round_to": 2}},
    "partners": {"base": "draw-100", "partners": "yes"},
    "hand_size": {"base": "draw-100", "hand_size": [7]},
    "key of hand_size": {"base": "draw-100", "hand_size": {"9": 7}},
    "number": {"base": "draw-100", "reserve": 5},
    "id": {**preset("draw-100").full_json(), "id": 5},
}


def refused(act: Callable[[], object]) -> str:
    """The text of the refusal."""
    with pytest.raises(DominoError) as caught:
        act()
    return str(caught.value)


@pytest.mark.parametrize("name", RULES)
def test_rules_are_refused_in_phrases(name: str) -> None:
    given = RULES[name]
    value, version = given if isinstance(given, tuple) else (given, None)
    text = refused(lambda: Rules.from_json(value, version))
    assert isinstance(text, Phrase), text


def ends() -> Position:
    """A round of pairs that has begun."""
    return deal(preset("partners"), 4, random.Random(1))


@pytest.mark.parametrize(
    "act",
    [
        lambda: Tile("6-99"),
        lambda: Tile("x"),
        lambda: Tile(99, 1),
        lambda: Move.parse("6-4X"),
        lambda: Move.parse("6-4L6"),
        lambda: Move.parse(6),  # type: ignore[arg-type]
        lambda: ends().end("forfeit", []),
        lambda: ends().end("forfeit", [0, 1]),
        lambda: ends().end("tired"),
        lambda: ends().end("void").end("void"),
        lambda: start(preset("draw-100"), [["?"] * 7, ["?"] * 7], ["?"] * 14),
    ],
)
def test_tiles_moves_and_ends_are_refused_in_phrases(act: Callable[[], object]) -> None:
    text = refused(act)
    assert isinstance(text, Phrase), text


@pytest.mark.parametrize("name", RULES)
def test_a_phrase_says_the_plain_text_and_nothing_else(name: str) -> None:
    given = RULES[name]
    value, version = given if isinstance(given, tuple) else (given, None)
    with pytest.raises(DominoError) as caught:
        Rules.from_json(value, version)
    assert str(caught.value) == caught.value.args[0]


LONG = 5000


@pytest.mark.parametrize(
    "act",
    [
        lambda: Tile("6" * LONG),
        lambda: Tile("6 4 " * LONG),
        lambda: Move.parse("6-4L" * LONG),
        lambda: preset("a" * LONG),
        lambda: Rules.from_json({"base": "draw-100", "leader": "me " * LONG}),
        lambda: Rules.from_json({"base": "draw-100", "b" * LONG: 1}),
        lambda: ends().play("6-4L" * LONG),
    ],
)
def test_what_was_written_is_repeated_in_short(act: Callable[[], object]) -> None:
    text = refused(act)
    assert len(text) < 450, len(text)
    assert isinstance(text, Phrase), text


def plain_refusals(path: Path) -> Iterator[str]:
    """Where a file raises an error of ours with a text that is no phrase."""
    ours = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, DominoError)}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], (ast.Constant, ast.JoinedStr)):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in ours - {"HiddenTile"} or (called == "error" and isinstance(node.func, ast.Attribute)):
                yield f"{path.name}:{node.lineno}"


def test_no_other_file_that_reads_records_or_views_refuses_in_plain_english() -> None:
    paths = [*(SOURCES / "notation").glob("*.py"), *(SOURCES / "rules").glob("*.py")]
    read = [path for path in paths if path.name not in PLAIN_FILES | {"schemas.py"}]
    assert [place for path in read for place in plain_refusals(path)] == []


@pytest.mark.parametrize(
    "text",
    ["", "{", "{a", '{"a"', '{"a":1 2', "[1 2", '{"a":"', '["\n"]', r'["\x"]', r'["\u12"]', "[1,]", "1 2", "{'a': 1}"],
)
def test_what_is_no_json_is_refused_in_words_of_ours(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    said = json_fault(caught.value.msg)
    assert isinstance(said, Phrase)
    assert said != "something is wrong"
    assert json_fault("Anything newer than this") == "something is wrong"


@pytest.mark.parametrize(
    "change",
    [{"leader": 7}, {"scores": [1, -2]}, {"hands": ["6-6", "5-5"]}, {"boneyard": "6-6"}, {"hands": [[5] * 7, [6] * 7]}],
)
def test_what_only_programs_are_told_in_plain_english_is_refused_before_in_records(change: dict[str, Any]) -> None:
    record: Any = Record.of(deal(preset("ply-yard"), 2, random.Random(1))).to_json()
    (entry,) = parse_records(json.dumps({**record, **change}))
    assert isinstance(str(entry.error), Phrase)


@pytest.mark.parametrize(
    "text",
    [
        '[Rules "ply-yard"',
        "[Rules ply-yard]\n[Players 2]\n6-6 9-9-9",
        "[Rules ply-yard]\n[Players 2]\n[Hand0 6-6 6-x ...]\n6-6",
        "[Rules ply-yard]\n[Players 2]\n[Hand0 6-6]\n6-6",
        "[Rules nothing]\n[Players 2]\n6-6",
        "[Rules ply-yard]\n[Players 5]\n6-6",
        "[Rules ply-yard]\n[Players 2]\n3. 6-6",
        "[Rules ply-yard]\n[Players 2]\n{never closed",
        '[Match "2"]\n[Rules "draw-100"]\n6-6',
    ],
)
def test_the_text_form_is_refused_in_phrases(text: str) -> None:
    (entry, *_) = parse_records(text)
    assert entry.error is not None
    said = str(entry.error)
    assert isinstance(said, Phrase)
    assert isinstance(said.values["why"], Phrase), "the clause after the place too"
