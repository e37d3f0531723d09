"""`doublesix practice`: asks, explains each answer at once, and counts; a closed input ends it in good order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blunders import BLUNDER
from doublesix.cli import main
from doublesix.study import KINDS, drill

from .typing_keys import type_in


def practise(monkeypatch: pytest.MonkeyPatch, said: list[str], *words: str) -> None:
    type_in(monkeypatch, said)
    assert main(["practice", "--plain", "--seed", "4", *words]) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_right_answers_are_told_to_be_right(
    kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("doublesix.cli.practice.drill", lambda kind, _number, _table: drill(kind, 11))
    made = drill(kind, 11)
    said = []
    for item in made.items:
        keys = [key for key, _ in item.options]
        numeric = all(str(words).isdigit() for _, words in item.options)
        said.append(item.right if numeric else str(keys.index(item.right) + 1))
    practise(monkeypatch, said, kind, "--drills", "1")
    out = capsys.readouterr().out
    assert f"{len(said)} of {len(said)} answers right.\n{KINDS[kind].title}: 1 drill, 100% of the answers right" in out
    assert out.count("Right.") == len(said)


def test_what_is_no_answer_is_asked_again_and_a_closed_input_ends_the_practice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    practise(monkeypatch, ["9", "perhaps", "Neither end"], "ends")
    out = capsys.readouterr().out
    assert out.count("Answer with a number from 1 to 4") == 2
    assert out.endswith("0 of 0 answers right.\n")


def test_rounds_of_another_table_can_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    practise(monkeypatch, [], "counting", "--rules", "draw-9", "--players", "3", "--drills", "1")
    assert "Count the numbers that are open now." in capsys.readouterr().out


def test_a_table_without_such_drills_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "drawing", "--rules", "block"]) == 1
    assert "no such drills" in capsys.readouterr().err


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(BLUNDER), encoding="utf-8")
    return str(path)


OWN = ("--name", "Ana", "--worlds", "60")


def test_mistakes_of_a_record_are_asked_and_explained(
    record: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    practise(monkeypatch, ["nonsense", "5-4L"], "--mistakes", record, *OWN, "--drills", "1")
    out = capsys.readouterr().out
    assert "Move 31: you were Ana. What is best?" in out
    assert "You hold 6-1 5-4 2-2 6-6" in out
    assert "Right. Best or level: 5-4L." in out
    assert "Then you played 6-1R, blunder." in out
    assert "Ben has shown no" in out
    assert "1 of 1 answers right" in out


def test_a_box_remembers_what_is_known(
    record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    box = str(tmp_path / "box.jsonl")
    practise(monkeypatch, [], "--mistakes", record, *OWN, "--box", box)
    found = len(Path(box).read_text(encoding="utf-8").splitlines())
    practise(monkeypatch, ["5-4L"], "--box", box, "--drills", "1")
    assert f"1 of 1 answers right; {found - 1} are due." in capsys.readouterr().out
    practise(monkeypatch, ["x"] * found, "--box", box)
    assert len(Path(box).read_text(encoding="utf-8").splitlines()) == 1


def test_who_is_not_in_the_record_is_told(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["practice", "--mistakes", record, "--name", "Cleo"]) == 1
    assert 'nobody is called "Cleo"' in capsys.readouterr().err
    assert main(["practice", "--mistakes", record, "--seat", "2"]) == 1
    assert main(["practice", "--mistakes", "-"]) == 1


@pytest.mark.parametrize("what", [b"\xff\xfe{", b"[" * 100_000, b"5\n", b"{}"])
@pytest.mark.parametrize("words", [("--box",), ("course", "--done")], ids=["box", "course"])
def test_a_file_of_another_kind_is_told_in_a_sentence_and_left_as_it_is(
    words: tuple[str, ...],
    what: bytes,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    type_in(monkeypatch, [])
    file = tmp_path / "file"
    file.write_bytes(what)
    assert main(["practice", *words, str(file)]) == 1
    said = capsys.readouterr()
    assert said.err.startswith("doublesix: ")
    assert said.err.count("\n") == 1
    assert file.read_bytes() == what


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["course", "zz"], 'there is no lesson "zz"; there are tiles, matching'),
        (["course", "tilse"], 'there is no lesson "tilse"; the nearest is "tiles"'),
        (["guide", "zz"], 'there is no piece of advice "zz"; there are heavy, doubles'),
        (["studies", "closing-9"], 'there is no study "closing-9"; the nearest is "closing-3"'),
        (["ends", "zz"], 'ends has no parts: leave "zz" out'),
    ],
)
def test_a_part_that_does_not_exist_is_said_and_what_there_is_of_that_kind_alone(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["practice", *words]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert "opening-1" not in err
