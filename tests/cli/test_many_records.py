"""Several records in one file: one at fault is told with its line, the others are still answered; and wrong usage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blunders import BLUNDER
from doublesix.cli import main

GOOD = json.dumps(BLUNDER | {"moves": BLUNDER["moves"][:30]})
BAD = json.dumps(BLUNDER | {"moves": ["9-9L"]})
COMMANDS = {
    "perft": (["--depth", "1"], "counts"),
    "odds": (["--seat", "0"], "odds"),
    "solve": ([], "moves"),
    "analyse": (["--worlds", "20"], "moves"),
    "review": (["--worlds", "4"], "decisions"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_one_at_fault_among_several_is_told_and_the_others_are_answered(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options, field = COMMANDS[command]
    file = tmp_path / "rounds.jsonl"
    file.write_text("\n".join([GOOD, BAD, "no record", GOOD]), encoding="utf-8")
    assert main([command, str(file), *options, "--json"]) == 1
    said = capsys.readouterr()
    lines = [json.loads(line) for line in said.out.splitlines()]
    assert [field in line for line in lines] == [True, False, False, True]
    assert [(set(line), line["line"]) for line in lines[1:3]] == [({"error", "line"}, 2), ({"error", "line"}, 3)]
    assert [line.startswith(f"line {n}") for n, line in zip((2, 3), said.err.splitlines(), strict=True)] == [True] * 2
    assert main([command, str(file), *options]) == 1
    assert "error" not in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_only_one_at_fault_is_a_sentence_and_nothing_else(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "round.json"
    file.write_text(BAD, encoding="utf-8")
    assert main([command, str(file), *COMMANDS[command][0], "--json"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("doublesix: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        "arena random random --rounds 0",
        "arena random random --workers 0",
        "arena random random random --rules ranked-draw --stop",
        "arena random random --worlds 0",
        "arena random random --ms -1",
        "fairness --deals 5",
        "practice --drills 0",
        "play --rounds 0",
        "analyse - --worlds 0",
        "review - --ms 0",
        "perft - --depth -1",
    ],
)
def test_options_that_mean_nothing_whatever_the_input_is_are_wrong_usage(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(words.split())
    except SystemExit as left:  # argparse found it
        status = int(left.code or 0)
    assert status == 2
    assert capsys.readouterr().err
