"""Rules as JSON: unknown keys, overrides, contradictions, and what is no contradiction."""

from __future__ import annotations

import json
from typing import Any

import pytest

import referee
from doublesix.errors import BadRules
from doublesix.rules import PRESETS, Preset, Rules, preset

Json = dict[str, Any]
FIVES = {"multiples": [5], "score": "total"}


def refused(value: Any) -> BadRules:
    with pytest.raises(BadRules) as caught:
        Rules.from_json(value)
    assert str(caught.value).strip()
    return caught.value


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_read_from_its_id_its_override_and_its_fields(name: str) -> None:
    rules = preset(name)
    assert Rules.from_json(name) is rules
    assert Rules.from_json({"base": name}) == rules
    assert Rules.from_json(rules.fields_json()) == rules
    printed = json.loads(json.dumps(rules.full_json()))
    assert list(printed)[:3] == ["id", "version", "title"]
    assert Rules.from_json(printed) == rules
    assert Rules.from_json(printed).to_json() == name
    assert rules.to_json() == name


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("reserv", "reserve"), ("Reserve", "reserve"), ("draw_max", "draw_limit"), ("voluntary", "voluntary_draw"),
        ("hand", "hand_size"), ("partner", "partners"), ("spinners", "spinner"), ("targets", "target"),
        ("next_lead", "next_leader"), ("leadtile", "lead_tile"), ("maxpip", "max_pip"), ("counts", "count"),
        ("pays", "pay"), ("out-when", "out_when"),
    ],
)  # fmt: skip
def test_an_unknown_key_is_an_error_that_names_the_nearest_field(key: str, nearest: str) -> None:
    for value in ({"base": "draw-100", key: 1}, {**preset("draw-100").fields_json(), key: 1}):
        error = refused(value)
        assert f'"{key}"' in str(error)
        assert f'"{nearest}"' in str(error)
        assert error.field == nearest


@pytest.mark.parametrize(
    ("field", "value"),
    [("teams", "pairs"), ("lead", ["top", "top"]), ("draw_max", "inf"), ("next_lead", "again"), ("voluntary", False)],
)
def test_field_names_of_the_canon_are_not_accepted(field: str, value: Any) -> None:
    refused({"base": "draw-100", field: value})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("arms", "sides_first"), ("target", {"points": 100, "mode": "at_least", "when": "round"}),
        ("target", {"points": 100, "mode": "at-least", "when": "hand"}), ("leader", "top"), ("draw_limit", "inf"),
        ("count", "none"), ("reserve", 3), ("reserve", -1), ("reserve", True), ("reserve", 1.0), ("max_pip", 1),
        ("max_pip", 16), ("hand_size", {}), ("hand_size", {"1": 7}), ("hand_size", {"11": 1}), ("hand_size", {"2": 0}),
        ("hand_size", {"02": 7}), ("hand_size", [7, 7]), ("partners", 1), ("voluntary_draw", None), ("draw_limit", -1),
        ("spinner", None), ("pay", {"out": "winner", "blocked": "margin", "round_to": 1}),
        ("pay", {"out": "losers", "blocked": "others", "round_to": 1}),
        ("pay", {"out": "losers", "blocked": "margin", "round_to": 2}),
        ("pay", {"out": -1, "blocked": "margin", "round_to": 1}), ("count", {"multiples": [], "score": "total"}),
        ("count", {"multiples": [0], "score": "total"}), ("count", {"multiples": [5, 5], "score": "total"}),
        ("count", {"multiples": [5], "score": "sum"}), ("out_when", "all"), ("next_leader", "loser"),
        ("lead_tile", "highest"), ("target", {"points": 0, "mode": "exact", "when": "now"}), ("target", 100),
    ],
)  # fmt: skip
def test_a_value_that_a_field_cannot_take_is_refused_naming_the_field(field: str, value: Any) -> None:
    error = refused({"base": "draw-100", field: value})
    assert error.field == field
    assert field in str(error)


@pytest.mark.parametrize(
    ("field", "value", "missing"),
    [
        ("pay", {"out": "losers", "blocked": "losers"}, "round_to"),
        ("pay", {"blocked": "none"}, "out"),
        ("target", {"points": 50}, "mode"),
        ("target", {"points": 50, "mode": "exact"}, "when"),
        ("count", {"multiples": [3]}, "score"),
    ],
)
def test_an_override_replaces_the_whole_field_so_all_its_keys_are_required(
    field: str, value: Json, missing: str
) -> None:
    assert missing in str(refused({"base": "fives-and-threes", field: value}))


def test_hand_sizes_are_replaced_not_merged() -> None:
    rules = Rules.from_json({"base": "draw-100", "hand_size": {"2": 5}})
    assert rules.players == (2,)
    assert dict(rules.hand_size) == {2: 5}


def test_an_override_that_changes_nothing_is_the_preset() -> None:
    assert Rules.from_json({"base": "draw-100", "reserve": 0}).to_json() == "draw-100"
    assert Rules.from_json({"base": "draw-100", "reserve": 2}).to_json() == {"base": "draw-100", "reserve": 2}


def test_all_fields_means_all() -> None:
    fields = preset("draw-100").fields_json()
    assert set(fields) == set(referee.CANON["draw-100"])
    for name in fields:
        error = refused({key: value for key, value in fields.items() if key != name})
        assert name in str(error)


@pytest.mark.parametrize("value", [None, 5, True, ["draw-100"], "", "draw 100", {"base": 5}, {"base": "none"}, {}])
def test_what_is_no_rules_at_all_is_refused(value: Any) -> None:
    refused(value)


def test_an_unknown_preset_names_the_nearest() -> None:
    assert '"draw-100"' in str(refused("draw-10"))
    assert '"ply-yard"' in str(refused({"base": "plyyard"}))


# --- contradictions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "field", "fix"),
    [
        ({"base": "draw-100", "hand_size": {"2": 15}}, "hand_size", "14"),
        ({"base": "draw-100", "hand_size": {"2": 7, "4": 8}}, "hand_size", "at most 7"),
        ({"base": "block-9", "max_pip": 2, "hand_size": {"10": 1}}, "hand_size", "larger max_pip"),
        ({"base": "block-9", "max_pip": 6}, "hand_size", "at most 5"),
        ({"base": "draw-100", "max_pip": 2}, "hand_size", "3"),
        ({"base": "ply-yard", "partners": True}, "partners", "4"),
        ({"base": "all-fives", "target": {"points": 61, "mode": "exact", "when": "now"}}, "target", "60"),
        ({"base": "ply-yard", "target": {"points": 100, "mode": "at-least", "when": "round"}}, "target", "pay"),
        (
            {
                "base": "draw-100",
                "pay": {"out": 10, "blocked": "none", "round_to": 1},
                "target": {"points": 25, "mode": "exact", "when": "round"},
            },
            "target",
            "20",
        ),
    ],
)
def test_a_contradiction_is_refused_naming_the_field_and_what_would_work(rules: Json, field: str, fix: str) -> None:
    error = refused(rules)
    assert error.field == field
    assert field in str(error)
    assert fix in str(error)


@pytest.mark.parametrize(
    "rules",
    [
        {"base": "draw-100", "arms": "fill-first"},
        {"base": "ply-yard", "next_leader": "winner"},
        {"base": "ranked-block", "reserve": 2},
        {"base": "ranked-block", "voluntary_draw": True},
        {"base": "muggins", "hand_size": {"4": 7}},
        {"base": "draw-100", "out_when": "side"},
        {"base": "ranked-draw", "hand_size": {"2": 14}, "reserve": 2},
        {"base": "all-fives", "target": {"points": 60, "mode": "exact", "when": "now"}},
        {"base": "draw-100", "partners": True},
        {"base": "fives-and-threes", "pay": {"out": "none", "blocked": "none", "round_to": 5}},
    ],
)
def test_a_field_without_effect_is_no_contradiction(rules: Json) -> None:
    assert Rules.from_json(rules).fields_json() == referee.rules_of(rules)


def test_with_partners_only_four_can_sit_down() -> None:
    assert Rules.from_json({"base": "draw-100", "partners": True}).players == (4,)


def test_muggins_with_four_seats_has_nothing_to_draw() -> None:
    assert preset("muggins").drawable(0) == 0
    assert preset("muggins").players == (2, 3, 4)


# --- versions ---------------------------------------------------------------------------------------------------------


def test_p19_an_old_version_stays_playable_beside_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    old = preset("draw-100")
    fields = {name: getattr(old, name) for name in old.fields_json()}
    new = Rules(**fields | {"reserve": 2}, id=old.id, title=old.title, version=2)
    known = PRESETS["draw-100"]
    two = Preset(**{name: getattr(known, name) for name in Preset.__dataclass_fields__} | {"versions": (old, new)})
    monkeypatch.setitem(PRESETS, "draw-100", two)
    assert Rules.from_json("draw-100").version == 2
    assert Rules.from_json("draw-100", 1).reserve == 0
    assert Rules.from_json("draw-100", 2).reserve == 2
    assert Rules.from_json({"base": "draw-100", "reserve": 1}, 1).version == 1
    assert Rules.from_json({"base": "draw-100", "version": 1}).reserve == 0


@pytest.mark.parametrize("version", [0, 2, -1, True, 1.0, "1"])
def test_a_version_that_does_not_exist_is_refused(version: Any) -> None:
    with pytest.raises(BadRules) as caught:
        preset("draw-100", version)
    assert "version" in str(caught.value)
    refused({"base": "draw-100", "version": version})


def test_rules_are_frozen_and_equal_by_what_they_say() -> None:
    rules = preset("draw-100")
    with pytest.raises(AttributeError):
        rules.reserve = 2  # type: ignore[misc]
    changed = rules.replace(reserve=2)
    assert changed == Rules.from_json({"base": "draw-100", "reserve": 2})
    assert hash(changed) == hash(Rules.from_json({"base": "draw-100", "reserve": 2}))
    assert changed != rules
    with pytest.raises(BadRules):
        rules.replace(reserved=2)
    with pytest.raises(BadRules):
        rules.replace(reserve=3)
