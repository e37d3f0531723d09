"""The records of every release replay as they did then, under the rules they were played with (reports P19 and P86)."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from doublesix import __version__
from doublesix.notation import Record, parse_records, read_record, replay_json
from doublesix.notation.verify import verify_json
from doublesix.rules import PRESETS, preset

HERE = Path(__file__).parent
RELEASES = sorted(path.name for path in HERE.iterdir() if path.is_dir() and not path.name.startswith("_"))


def lines(release: str, name: str) -> Iterator[Any]:
    for line in (HERE / release / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def test_this_version_has_its_records() -> None:
    assert __version__ in RELEASES, "make them: python3 tools/release_records.py"


@pytest.mark.parametrize("release", RELEASES)
def test_every_record_of_a_release_has_the_answer_it_had(release: str) -> None:
    for value, answer in zip(lines(release, "records"), lines(release, "answers"), strict=True):
        record = read_record(value)
        now = replay_json(record, legal=isinstance(record, Record))
        assert {key: now.get(key) for key in answer} == answer
        assert verify_json(record)["ok"] is True


@pytest.mark.parametrize("release", RELEASES)
def test_the_text_form_of_a_release_still_says_the_same(release: str) -> None:
    entries = list(parse_records((HERE / release / "records.txt").read_text(encoding="utf-8")))
    assert [entry.error for entry in entries if entry.error] == []
    read = [entry.record.to_json() for entry in entries if entry.record]
    assert read == [read_record(value).to_json() for value in lines(release, "records")]


def test_a_release_has_every_preset_and_every_sort_of_record() -> None:
    values = list(lines(RELEASES[-1], "records"))
    single = [value for value in values if "rounds" not in value]
    assert {str(value["rules"]) for value in single} >= set(PRESETS)
    assert {str(value["rules"]) for value in values if "rounds" in value} >= set(PRESETS)
    assert any(isinstance(value["rules"], dict) for value in single)
    endings = {value["outcome"]["ending"] for value in single if "outcome" in value}
    assert endings >= {"domino", "blocked", "forfeit", "void"}
    assert any(value.get("outcome", {}).get("winners") == [] for value in single)
    assert any("?" in value["boneyard"] for value in single)
    assert any("fair" in value for value in single)
    assert any("outcome" not in value for value in single)


def test_a_record_is_replayed_under_the_version_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """P19: the rules of a preset change, and yesterday's records replay under yesterday's."""
    before = PRESETS["ply-yard"]
    changed = dataclasses.replace(
        before.rules.replace(reserve=0), id="ply-yard", title=before.title, version=2, base=None
    )
    monkeypatch.setitem(PRESETS, "ply-yard", dataclasses.replace(before, versions=(*before.versions, changed)))
    assert preset("ply-yard").reserve == 0
    release = RELEASES[-1]
    seen = 0
    for value, answer in zip(lines(release, "records"), lines(release, "answers"), strict=True):
        if value["rules"] == "ply-yard" and "rounds" not in value:
            assert value["version"] == 1
            record = Record.from_json(value)
            assert record.rules.reserve == 2
            assert record.to_json()["version"] == 1
            now = replay_json(record, legal=True)
            assert {key: now.get(key) for key in answer} == answer
            newest = {key: part for key, part in value.items() if key != "version"}
            assert Record.from_json(newest).rules.version == 2
            seen += 1
    assert seen > 3


def test_an_old_record_without_a_newer_field_takes_its_default() -> None:
    """P86: what a record does not say has a default that changes nothing."""
    value = next(lines(RELEASES[0], "records"))
    bare = {key: value[key] for key in ("rules", "version", "hands", "boneyard", "moves")}
    assert replay_json(Record.from_json(bare))["outcome"] == replay_json(Record.from_json(value))["outcome"]
