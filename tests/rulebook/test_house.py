"""House rules survive every way they are passed on, and whatever is damaged is refused with a sentence."""

from __future__ import annotations

import base64
import json
import random
import tomllib
import zlib

import pytest

from doublesix.errors import BadRules
from doublesix.rulebook import from_link, house_text, house_toml, read_house, rule_page, to_link
from doublesix.rulebook.house import LINK_LIMIT
from doublesix.rules import PRESETS, Rules, preset
from doublesix.rules.ruleset import FIELDS

from .clubs import club_rules

WAYS = {
    "JSON": lambda rules: read_house(house_text(rules)),
    "TOML": lambda rules: read_house(house_toml(rules)),
    "TOML of another system": lambda rules: read_house("\ufeff" + house_toml(rules).replace("\n", "\r\n")),
    "link": lambda rules: from_link(to_link(rules)),
}


def labels(rules: Rules) -> tuple[object, ...]:
    return rules.id, rules.title, rules.version, rules.base


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_comes_back_as_itself(name: str, way: str) -> None:
    again = WAYS[way](preset(name))
    assert again == preset(name)
    assert labels(again) == labels(preset(name))


@pytest.mark.parametrize("way", WAYS)
def test_two_hundred_house_rules_come_back_as_they_were(way: str) -> None:
    for number in range(200):
        rules = club_rules(number)
        again = WAYS[way](rules)
        assert again.fields_json() == rules.fields_json(), number
        assert labels(again) == labels(rules), number


def test_every_field_is_changed_by_some_of_them() -> None:
    changed = set()
    for number in range(200):
        rules = club_rules(number)
        if rules.base is not None:
            start = preset(rules.base)
            changed |= {name for name in FIELDS if getattr(rules, name) != getattr(start, name)}
    assert changed == set(FIELDS)


def test_a_link_is_short_and_fit_for_an_address() -> None:
    for number in range(200):
        link = to_link(club_rules(number))
        assert len(link) < 700
        assert link.replace("-", "").replace("_", "").isalnum()


def test_a_preset_under_another_title_is_no_preset_any_more() -> None:
    rules = read_house('base = "draw-100"\ntitle = "Ours"')
    assert labels(rules) == (None, "Ours", 1, "draw-100")
    assert rules == preset("draw-100")
    assert (rule_page(rules).id, rule_page(rules).title) == (None, "Ours")
    assert rule_page(preset("draw-100")).id == "draw-100"
    assert rule_page(rules).summary == "Played like Draw to 100."


def test_house_rules_say_in_short_what_they_change() -> None:
    assert rule_page(read_house('base = "draw-100"\nreserve = 2\ntitle = "Ours"')).summary == (
        "From Draw to 100, but: The last 2 tiles of the boneyard are never drawn."
    )


BAD_FILES = {
    "": "empty",
    "  \n": "empty",
    "{": "not JSON",
    "draw-100": "not TOML",
    '{"base": "draw-100", "reserve": 3}': "reserve is a whole number of 0 to 2",
    '{"base": "draw-10"}': 'nearest is "draw-100"',
    '{"base": "draw-100", "reserves": 1}': 'nearest is "reserve"',
    '{"base": "draw-100", "version": 9}': "only version 1 exists",
    '{"reserve": 1}': "max_pip",
    'base = "draw-100"\nbase = "block"': "not TOML",
    'base = "draw-100"\nhand_size = { 2 = 15 }': "2 x 15 = 30 tiles",
    'base = "draw-100"\ntitle = ""': "1 to 80 characters",
    'base = "draw-100"\ntitle = "two\\nlines"': "one line",
    'base = "draw-100"\ndraw_limit = "until"': "draw_limit",
    'base = "draw-100"\nreserve = 1979-05-27': "reserve",
    'base = "draw-100"\nreserve = nan': "reserve",
    '{"base": "draw-100", "title": "\\ud800"}': "half a character",
    '{"base": "draw-100", "\\ud800": 1}': "half a character",
    '{"base": "draw-100", "reserve": ' + "9" * 6000 + "}": "too large",
    "reserve = " + "9" * 6000: "too large",
    '{"base": "draw-100", "target": {"points": 1000001, "mode": "at-least", "when": "now"}}': "1 to 1000000",
    '{"a": ' * 6000 + "1" + "}" * 6000: "nested too deeply",
    "a = " + "[" * 6000 + "]" * 6000: "nested too deeply",
}


@pytest.mark.parametrize("text", BAD_FILES, ids=[text[:30] or "nothing" for text in BAD_FILES])
def test_a_bad_file_is_refused_with_what_is_wrong(text: str) -> None:
    with pytest.raises(BadRules, match=BAD_FILES[text].replace("(", r"\(")) as refused:
        read_house(text)
    assert len(str(refused.value)) < 700
    str(refused.value).encode()


def test_a_damaged_link_is_refused_or_still_holds_rules() -> None:
    rng = random.Random(5)
    letters = "ABCXYZabcxyz0189-_=+/ %\u00e9"
    for number in range(1500):
        link = to_link(club_rules(number % 200))
        at = rng.randrange(len(link))
        damaged = rng.choice([link[:at], link[at:], link[:at] + rng.choice(letters) + link[at + 1 :], link + link])
        try:
            said = from_link(damaged).title
        except BadRules as refused:
            said = str(refused)
        assert 0 < len(said) < 700


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cut off"),
        (b"not packed", "damaged"),
        (zlib.compress(b"\xff\xfe"), "damaged"),
        (zlib.compress(b"[1, 2]"), "a preset id or an object"),
        (zlib.compress(b'"draw-10"'), "nearest"),
        (zlib.compress(b"[" * 20000), "damaged"),
        (zlib.compress(b"9" * 6000), "damaged"),
        (zlib.compress(b" " * 1_000_000), "cut off, or longer"),
    ],
)
def test_a_link_with_anything_else_inside_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(BadRules, match=why):
        from_link(base64.urlsafe_b64encode(data).decode().rstrip("="))


def test_an_endless_link_is_not_unpacked() -> None:
    with pytest.raises(BadRules, match="longer than"):
        from_link("A" * (LINK_LIMIT + 1))


def test_both_files_are_what_they_claim_to_be() -> None:
    for number in range(50):
        rules = club_rules(number)
        assert json.loads(house_text(rules))["title"] == rules.title
        assert tomllib.loads(house_toml(rules))["title"] == rules.title
