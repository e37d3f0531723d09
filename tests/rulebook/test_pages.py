"""The rule pages: every seed's question and mistake is answered, every number in them is the rules' own."""

from __future__ import annotations

import re

import pytest

from doublesix.rulebook import compare, effects, markdown, plain, rule_page
from doublesix.rulebook.cases import applicable, proofs_in, settle
from doublesix.rulebook.examples import EXAMPLES, position_of, tell
from doublesix.rulebook.hints import HINTS
from doublesix.rules import PRESETS, Move, Rules, Tile, preset, start, why_illegal
from doublesix.rules.ruleset import FIELDS

SEED_ITEMS = {
    "ply-yard": {
        "is-it-chinese-checkers",
        "may-i-pass",
        "do-doubles-score",
        "who-leads",
        "which-end",
        "double-wild",
        "match-totals",
        "draw-ends-turn",
        "reserve-drawn",
        "pass-while-able",
        "pass-is-no-block",
        "fewer-tiles",
        "what-of-a-tie",
        "what-a-draw-tells",
    },
    "draw-100": {
        "match-totals",
        "side-of-double",
        "one-draw",
        "draw-while-able",
        "drop-drawn",
        "blocked-too-early",
        "only-own-pips",
        "what-of-a-tie",
        "which-lead",
    },
    "ranked-draw": {
        "which-lead",
        "may-i-pass",
        "pass-while-able",
        "what-of-a-tie",
        "what-a-pass-tells",
        "count-a-suit",
    },
    "ranked-block": {"which-lead", "pass-while-able", "what-of-a-tie", "what-a-pass-tells", "count-a-suit"},
}
"""What the published tables ask and warn of, by our name for it."""


@pytest.mark.parametrize("name", PRESETS)
def test_every_mistake_and_question_has_a_position_of_these_rules_that_answers_it(name: str) -> None:
    missing = [s.case.code for s in settle(preset(name)) if s.proof is None and s.case.code != "what-do-others-see"]
    assert missing == []


@pytest.mark.parametrize("name", SEED_ITEMS)
def test_the_page_covers_every_question_and_mistake_of_its_published_table(name: str) -> None:
    assert SEED_ITEMS[name] <= {case.code for case in applicable(preset(name))}


@pytest.mark.parametrize("name", PRESETS)
def test_a_move_shown_as_refused_is_refused_with_that_reason_when_its_position_is_replayed(name: str) -> None:
    rules = preset(name)
    for item in (item for block in rule_page(rules).blocks for item in block.items if item.position):
        data = item.position
        assert data is not None
        position = start(
            Rules.from_json(data["rules"]),
            [[Tile(text) for text in hand] for hand in data["hands"]],
            [Tile(text) for text in data["boneyard"]],
            leader=data["leader"],
        )
        for text in data["moves"]:
            position = position.play(Move.parse(text))
    for settled in settle(rules):
        if settled.proof is not None and settled.proof.tried is not None:
            reason = why_illegal(settled.proof.position, settled.proof.tried)
            assert reason is not None
            assert reason.text in settled.proof.text


def test_each_hint_names_a_round_that_shows_its_case() -> None:
    for name, hints in HINTS.items():
        rules = preset(name)
        cases = {case.code: case for case in applicable(rules)}
        assert set(hints) == set(cases) - {"what-do-others-see"}, "run tools/find_hints.py"
        for code in list(hints)[:3]:
            assert code in proofs_in(rules, hints[code], [cases[code]])


def test_the_guide_s_draw_example_draws_6_1_keeps_it_and_plays_5_3_to_leave_3() -> None:
    text = " ".join(tell(position_of("draw-until")))
    assert "ends are 2 and 5" in text
    assert "draws 6-1: it does not fit" in text
    assert "draws 5-3: it fits" in text
    assert "5-3R would leave the ends 2 and 3" in text


def test_the_study_of_ends_2_and_5_leaves_5_and_5_or_2_and_2() -> None:
    text = " ".join(tell(position_of("both-ends")))
    assert "ends are 2 and 5" in text
    assert "5-2L would leave the ends 5 and 5" in text
    assert "5-2R would leave the ends 2 and 2" in text


@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("margin", (23, 0, 0)),
        ("fewer-pips", (0, 0)),
        ("shared-place", None),
        ("blank-left", None),
        ("block-margin", (4, 0)),
    ],
)
def test_the_finished_examples_end_as_their_titles_say(name: str, points: tuple[int, ...] | None) -> None:
    outcome = position_of(name).outcome
    assert outcome is not None
    if points is not None:
        assert outcome.points == points
    if name == "shared-place":
        assert outcome.places == (1, 2, 2, 4)
    if name == "blank-left":
        assert outcome.places == (1, 2, 3)


def test_every_example_belongs_to_a_preset_and_is_told() -> None:
    for example in EXAMPLES:
        titles = [item.title for block in rule_page(preset(example.rules)).blocks for item in block.items]
        assert example.title in titles


@pytest.mark.parametrize("name", PRESETS)
def test_numbers_on_the_page_are_those_of_the_rules(name: str) -> None:
    rules = preset(name)
    text = plain(rule_page(rules))
    assert f"has {rules.size} tiles" in text
    for players in rules.players:
        assert f"{players} players get {rules.hand_size[players]} tiles each" in text
    if rules.target is not None:
        assert re.search(rf"won with (exactly )?{rules.target.points}\b", text)
    if rules.draws and rules.reserve:
        assert f"The last {rules.reserve} boneyard tiles stay in reserve" in text
    assert f"# {rules.title}" in markdown(rule_page(rules))


@pytest.mark.parametrize("name", PRESETS)
def test_every_field_has_one_sentence_that_says_what_it_does(name: str) -> None:
    told = effects(preset(name))
    assert [effect.field for effect in told] == list(FIELDS)
    assert all(effect.text.endswith(".") and effect.text.count(". ") == 0 for effect in told)


def test_a_comparison_shows_only_what_differs() -> None:
    one = preset("draw-100")
    assert compare(one, one) == []
    other = one.replace(reserve=2)
    assert [pair[0].field for pair in compare(one, other)] == ["reserve"]
    fields = {pair[0].field for pair in compare(preset("ply-yard"), preset("draw-100"))}
    assert fields == {"hand_size", "leader", "lead_tile", "reserve", "pay", "target"}


def test_a_field_without_effect_is_no_difference() -> None:
    one = preset("ranked-block")
    assert compare(one, one.replace(reserve=2)) == []
    assert compare(one, one.replace(arms="fill-first")) == []


def test_house_rules_get_a_page_too() -> None:
    rules = Rules.from_json({"base": "draw-100", "title": "Club night", "draw_limit": 2, "reserve": 1})
    page = rule_page(rules)
    assert page.title == "Club night"
    assert "up to 2 tiles" in plain(page)
