"""House rules on the command line: as a file, over a pipe, as a link; and every command that takes rules takes them."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from doublesix.cli import main
from doublesix.rulebook import read_house, to_link

CLUB = 'base = "draw-100"\ntitle = "Club night"\nreserve = 2\ndraw_limit = 3\n'


@pytest.fixture
def club(tmp_path: Path) -> str:
    path = tmp_path / "club.toml"
    path.write_text(CLUB, encoding="utf-8")
    return str(path)


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def test_a_file_is_explained_like_a_preset(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = ask(capsys, "rules", club)
    assert said.startswith("Club night\n")
    assert "draws up to 3 tiles" in said
    assert "The last 2 boneyard tiles stay in reserve" in said


def test_rules_come_over_a_pipe(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CLUB.encode())))
    assert ask(capsys, "rules", "-").startswith("Club night\n")


@pytest.mark.parametrize("how", ["--file", "--toml"])
def test_what_it_writes_is_read_again(how: str, club: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = tmp_path / "again"
    again.write_text(ask(capsys, "rules", club, how), encoding="utf-8")
    assert ask(capsys, "rules", str(again), "--json") == ask(capsys, "rules", club, "--json")


def test_a_link_is_taken_bare_and_as_an_address(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    link = ask(capsys, "rules", club, "--link").strip()
    assert link == f"house:{to_link(read_house(CLUB))}"
    assert json.loads(ask(capsys, "rules", club, "--link", "--json"))["path"] == link.replace("house:", "/house/")
    whole = ask(capsys, "rules", club, "--json")
    for text in (link, link.replace("house:", "/house/"), link.replace("house:", "https://club.example/house/")):
        assert ask(capsys, "rules", text, "--json") == whole


def test_only_what_differs(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(ask(capsys, "rules", club, "--compare", "draw-100", "--json"))["differs"]
    assert [row["field"] for row in rows] == ["draw_limit", "reserve"]
    assert "are played alike" in ask(capsys, "rules", club, "--compare", club)


def test_a_deal_and_its_record_carry_them(club: str, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(ask(capsys, "deal", "--rules", club, "--players", "3", "--seed", "1", "--json"))
    assert record["rules"] == {"base": "draw-100", "draw_limit": 3, "reserve": 2, "title": "Club night"}
    assert record["version"] == 1


def test_a_round_is_played_under_them(
    club: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    main(["play", "--rules", club, "--seed", "1"])
    assert "Club night" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nowhere", "no preset and no file"),
        ("nowhere.toml", "No such file"),
        ("house:AAAA", "link with the rules"),
        ("x" * 5000, "no preset and no file"),
        ("a\0b", "no preset and no file"),
        ('{"base": "draw-100", "reserv": 1}', 'the nearest is "reserve"'),
    ],
)
def test_what_is_none_is_refused_with_a_sentence(text: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", text]) == 1
    said = capsys.readouterr().err
    assert why in said
    assert len(said) < 600


@pytest.mark.parametrize("option", [["--link"], ["--file"], ["--compare", "block"], ["--format", "json"]])
def test_an_option_about_rules_without_rules_is_wrong_usage(option: list[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["rules", *option])
    assert left.value.code == 2
