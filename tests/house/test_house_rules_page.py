"""The examples of docs/house-rules.md are files that are read, the same as those in docs/examples."""

from __future__ import annotations

import re

from doublesix.rulebook import read_house
from doublesix.rules import preset
from doublesix.rules.ruleset import FIELDS

from .documents import ROOT, blocks

PAGE = ROOT / "docs" / "house-rules.md"


def test_the_files_shown_are_the_files_of_the_examples() -> None:
    shown = [block.body for block in blocks(PAGE) if block.kind in ("toml", "json")]
    files = [(ROOT / "docs" / "examples" / name).read_text(encoding="utf-8") for name in ("club.toml", "thursday.json")]
    assert shown == files


def test_the_files_shown_are_rules_that_differ_from_their_preset() -> None:
    for block in blocks(PAGE):
        if block.kind in ("toml", "json"):
            rules = read_house(block.body)
            assert rules.base is not None
            assert rules != preset(rules.base)


def test_the_table_names_every_field_and_every_word_it_takes() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert list(rows) == list(FIELDS)
    for field in ("leader", "lead_tile", "next_leader", "spinner", "arms", "out_when"):
        for word in re.findall(r"`([\w-]+)`", rows[field]):
            read_house(f'base = "partners"\n{field} = "{word}"')
