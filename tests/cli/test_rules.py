"""`doublesix rules`: every preset, one of them, and what it prints is accepted back."""

from __future__ import annotations

import json

import pytest

import referee
from doublesix.rules import PRESETS

from .records import DEAL, lines, refused, run


def test_a_line_for_every_preset_the_four_tables_first() -> None:
    ran = run("rules", "--json")
    assert ran.code == 0
    assert [line["id"] for line in ran.json[:4]] == ["ply-yard", "draw-100", "ranked-draw", "ranked-block"]
    assert {line["id"] for line in ran.json} == set(referee.CANON)
    for line in ran.json:
        assert isinstance(line["title"], str)
        assert line["version"] == 1
        assert {key: line[key] for key in line if key not in ("id", "version", "title")} == referee.CANON[line["id"]]


@pytest.mark.parametrize("name", PRESETS)
def test_what_it_prints_is_accepted_as_rules(name: str) -> None:
    ran = run("rules", name, "--json")
    (printed,) = ran.json
    assert run("rules", json.dumps(printed), "--json").json == [printed]
    players = printed["hand_size"] if not printed["partners"] else {"4": 0}
    dealt = run("deal", "--rules", json.dumps(printed), "--players", next(iter(players)), "--seed", "1", "--json")
    assert dealt.json[0]["rules"] == name


def test_house_rules_are_printed_whole_and_accepted_back() -> None:
    ran = run("rules", '{"base": "draw-100", "reserve": 2}', "--json")
    (printed,) = ran.json
    assert printed["reserve"] == 2
    assert printed["id"] is None
    assert run("rules", json.dumps(printed), "--json").json[0]["reserve"] == 2
    record = {**DEAL, "rules": printed}
    record.pop("leader")
    assert run("replay", "-", "--json", text=lines(record)).json[0]["ok"]


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("ply-yards", "ply-yard"),
        ('{"base": "draw-100", "reserv": 2}', "reserve"), ('{"base": ', "JSON"), ("{}", "base"),
        ('{"base": "draw-100", "pay": {"out": "none"}}', "blocked"), ('{"a": ' * 5000, "nested"),
        ('{"base": "draw-100", "reserve": ' + "9" * 5000 + "}", ""), ('{"base": "draw-100", "reserve": NaN}', ""),
        ('{"base": "draw-100", "reserve": 1, "reserve": 2}', "reserve"),
    ],
)  # fmt: skip
def test_bad_rules_are_one_plain_sentence(rules: str, says: str) -> None:
    assert says in refused(run("rules", rules, "--json"))


@pytest.mark.parametrize("name", PRESETS)
def test_a_page_of_text_for_people(name: str) -> None:
    ran = run("rules", name)
    assert ran.code == 0
    assert PRESETS[name].title in ran.out


@pytest.mark.parametrize("name", ["ply-yard", "draw-100", "ranked-draw", "ranked-block"])
def test_p18_the_numbers_of_the_page_are_those_of_the_rules(name: str) -> None:
    page = run("rules", name).out
    fields = referee.CANON[name]
    for size in fields["hand_size"].values():
        assert str(size) in page
    assert "28" in page
    if fields["target"]:
        assert str(fields["target"]["points"]) in page
    if fields["reserve"]:
        assert "reserve" in page.lower()
