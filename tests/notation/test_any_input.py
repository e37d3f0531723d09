"""Whatever text, JSON or bytes come in: the readers give a value or one of our errors, and values read back."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from doublesix.cli import main
from doublesix.errors import DominoError
from doublesix.notation import MatchRecord, Record, parse_records, read_record, replay_json
from doublesix.rules import Move, Rules, Tile, View
from strategies import any_json, any_rules, damaged, match_json, quiet, record_json, view_json


def refused(call: Callable[[], Any]) -> bool:
    """Whether a call raises one of our errors, with a text; any other error goes through."""
    try:
        call()
    except DominoError as error:
        said = str(error)
    else:
        return False
    assert said.strip()
    return True


@quiet(72)
@given(st.text(max_size=12) | st.from_regex(r"\A\s*\d{0,3}[-|]?\d{0,3}\s*[LRUDlrud]?(eft|ight)?\d{0,3}\Z"))
@example("²-1")
@example("٦-٤L")
@example("6-4U99")
@example("draw:draw:6-4")
@example("K" * 3)
def test_a_text_is_a_tile_or_a_move_or_a_bad_notation(text: str) -> None:
    if not refused(lambda: Tile(text)):
        assert Tile(str(Tile(text))) is Tile(text)
    if not refused(lambda: Move.parse(text)):
        move = Move.parse(text)
        assert Move.parse(str(move)) == move
        assert repr(move) == f'Move.parse("{move}")'


@pytest.mark.parametrize("value", [None, 5, True, ["6-4"], {"tile": "6-4"}, b"6-4"])
def test_a_move_that_is_no_text_is_a_bad_notation(value: Any) -> None:
    assert refused(lambda: Move.parse(value))


@quiet(48)
@given(any_json() | damaged(any_rules().map(lambda rules: rules.full_json())) | damaged(any_rules().map(Rules.to_json)))
@example({"base": "draw-100", "hand_size": {"9" * 5000: 1}})
@example({"base": "draw-100", "hand_size": {"2": 7, "02": 5}})
@example({"base": "draw-100", "target": {"points": 10**4299, "mode": "exact", "when": "now"}})
@example({"base": "draw-100", "pay": {"out": 10**4200, "blocked": "none", "round_to": 5}})
@example({"base": "draw-100", "count": {"multiples": [[], {}], "score": "total"}})
@example({"base": "draw-100", "version": 10**4200})
@example({"base": []})
def test_any_json_is_rules_or_a_domino_error(value: Any) -> None:
    if not refused(lambda: Rules.from_json(value)):
        rules = Rules.from_json(value)
        assert Rules.from_json(json.loads(json.dumps(rules.to_json()))) == rules
        assert Rules.from_json(json.loads(json.dumps(rules.full_json()))) == rules


def check_record(value: Any) -> None:
    if refused(lambda: read_record(value)):
        return
    record = read_record(value)
    written = record.to_json()
    again = read_record(json.loads(json.dumps(written)))
    assert again.to_json() == written
    answer = replay_json(record, legal=True)
    assert json.loads(json.dumps(answer)) == answer
    assert replay_json(again, legal=True) == answer
    assert answer["ok"] or answer["error"].strip()


@quiet(48)
@given(any_json() | damaged(record_json()))
@example({"rules": "ply-yard", "players": 2, "hands": [], "boneyard": []})
@example({"rules": "draw-100", "hands": [["?"] * 7] * 2, "boneyard": ["?"] * 14, "scores": [10**4299] * 2, "leader": 0})
def test_any_json_is_a_record_or_a_domino_error(value: Any) -> None:
    check_record(value)


@quiet(12)
@given(damaged(match_json()))
def test_any_json_is_a_match_or_a_domino_error(value: Any) -> None:
    check_record(value)


@quiet(48)
@given(any_json() | damaged(view_json()))
def test_any_json_is_a_view_or_a_domino_error(value: Any) -> None:
    if not refused(lambda: View.from_json(value)):
        view = View.from_json(value)
        written = view.to_json()
        assert View.from_json(json.loads(json.dumps(written))).to_json() == written


@quiet(24)
@given(record_json())
def test_read_write_read_of_a_record_is_a_fixpoint(value: Any) -> None:
    record = Record.from_json(value)
    assert record.to_json() == value
    assert Record.from_json(record.to_json()) == record


@quiet(12)
@given(match_json())
def test_read_write_read_of_a_match_is_a_fixpoint(value: Any) -> None:
    match = MatchRecord.from_json(value)
    assert MatchRecord.from_json(match.to_json()) == match
    assert replay_json(match) == replay_json(MatchRecord.from_json(match.to_json()))


@quiet(36)
@given(st.text(max_size=60) | st.lists(any_json().map(json.dumps), max_size=4).map("\n".join))
@example("[" * 100_000)
@example('{"rules": ' * 30_000)
@example("9" * 5000)
@example('{"a": 1, "a": 2}')
@example("NaN")
@example("\ud800")
def test_any_text_gives_entries(text: str) -> None:
    for entry in parse_records(text):
        assert (entry.record is None) != (entry.error is None)
        assert entry.line >= 1


@quiet(15)
@given(st.binary(max_size=80))
@example(b"\xff\xfe")
@example(b"\xef\xbb\xbf{}")
@example(b"")
@example(b"\x00")
def test_any_bytes_on_standard_input_exit_with_1_and_one_sentence(data: bytes) -> None:
    given_in, out, err = sys.stdin, io.StringIO(), io.StringIO()
    kept = sys.stdout, sys.stderr
    try:
        sys.stdin = SimpleNamespace(buffer=io.BytesIO(data))
        sys.stdout, sys.stderr = out, err
        code = main(["replay", "-", "--json"])
    finally:
        sys.stdin = given_in
        sys.stdout, sys.stderr = kept
    assert code == 1
    assert "Traceback" not in err.getvalue()
    for line in out.getvalue().splitlines():
        assert json.loads(line)["ok"] is False
    assert bool(out.getvalue()) != bool(err.getvalue().strip())


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.json")]) == 1
    assert "No such file" in capsys.readouterr().err
