"""Faults in a line to `doublesix engine`, in a record and of a program in the arena are told in plain words."""

from __future__ import annotations

import json

import pytest

from doublesix.cli import main
from doublesix.cli.engine import answer
from doublesix.errors import BadRecord
from doublesix.notation.record import read_record

ROUND = {"rules": "ply-yard", "version": 1, "hands": [["1-1"]], "boneyard": [], "moves": []}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{}", 'the line lacks "do", which is "move"'),
        (b'{"do": null}', '"do" is "move", not null'),
        ('{"do": "move"'.encode("utf-16")[:-1], "the line is not JSON: its bytes are no text"),
    ],
)
def test_a_line_is_told_its_fault_in_the_words_of_json(line: bytes, told: str) -> None:
    assert answer(line)["error"] == told


def test_a_record_is_told_of_one_hand_and_of_a_number_with_a_point() -> None:
    with pytest.raises(BadRecord, match="there is 1 hand for 2 players"):
        read_record({**ROUND, "players": 2})
    with pytest.raises(BadRecord, match="a whole number, not a number with a decimal point"):
        read_record({**ROUND, "players": 2.0})


def test_faults_of_a_program_are_told_beside_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "easy", "cmd:false", "--rounds", "1", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["faults"][1] > 0
    assert "cmd:false: " in err
    assert "late or illegal answers replaced by a legal move" in err
