"""Finishing order and families, read from the rules and the outcome."""

from __future__ import annotations

import random

import pytest

from doublesix.ratings import FAMILIES, behind, family_of, match_places, places_of, why_unrated
from doublesix.rules import PRESETS, Match, Position, preset


def played(name: str, players: int, seed: int = 1) -> Position:
    position = Match.new(preset(name), players).deal(random.Random(seed))
    while position.outcome is None:
        position = position.play(position.legal_moves[0])
    return position


@pytest.mark.parametrize(
    ("rules", "family"),
    [
        ("ply-yard", "reserve"),
        ("draw", "reserve"),
        ("ranked-draw", "draw"),
        ("draw-100", "draw"),
        ("draw-12", "draw"),
        ("ranked-block", "block"),
        ("block-9", "block"),
        ("all-fives", "points"),
        ("muggins", "points"),
        ("fives-and-threes", "points"),
        ("cross", "arms"),
        ("sebastopol", "arms"),
        ("partners", "partners"),
        ("cuban", "partners"),
    ],
)
def test_the_family_follows_from_the_rules(rules: str, family: str) -> None:
    assert family_of(preset(rules)).id == family


def test_every_preset_has_a_family_and_can_be_rated() -> None:
    assert {family_of(known.rules).id for known in PRESETS.values()} == set(FAMILIES)
    assert all(why_unrated(known.rules) is None for known in PRESETS.values())


def test_house_rules_have_a_family_but_are_not_rated() -> None:
    house = preset("draw-100").replace(reserve=2)
    assert family_of(house).id == "reserve"
    assert "not rated" in (why_unrated(house) or "")


def test_a_rounds_places_are_its_outcomes_and_a_void_one_has_none() -> None:
    position = played("ranked-draw", 4)
    assert position.outcome is not None
    assert places_of(position) == position.outcome.places
    running = Match.new(preset("ranked-draw"), 3).deal(random.Random(2))
    assert places_of(running) is None
    assert places_of(running.end("void")) is None


def test_who_forfeits_a_round_is_last() -> None:
    running = Match.new(preset("ranked-draw"), 3).deal(random.Random(2))
    places = places_of(running.end("forfeit", (1,)))
    assert places is not None
    assert places[1] == 3


def test_a_matchs_places_run_by_the_score() -> None:
    match = Match(preset("draw-100"), 4, (40, 112, 70, 70), winners=(1,))
    assert match_places(match) == (4, 1, 2, 2)
    assert match_places(Match.new(preset("draw-100"), 2)) is None


def test_a_match_of_two_is_lost_by_who_forfeits_whatever_the_score() -> None:
    match = Match(preset("draw-100"), 2, (95, 10), number=4)
    position = preset("draw-100")
    running = Match.new(position, 2).deal(random.Random(3))
    ended = Match.new(position, 2).after(running.end("forfeit", (0,)))
    assert match_places(ended) == (2, 1)
    assert match_places(Match(match.rules, 2, match.scores, winners=(1,))) == (2, 1)


def test_partners_share_their_place() -> None:
    assert match_places(Match(preset("partners"), 4, (104, 60, 104, 60), winners=(0, 2))) == (1, 3, 1, 3)


@pytest.mark.parametrize(
    ("places", "gave_up", "after"),
    [
        ((1, 2, 3), {0}, (3, 1, 2)),
        ((1, 2, 3, 4), {0, 1}, (3, 3, 1, 2)),
        ((1, 1, 3), {1}, (1, 3, 2)),
        ((1, 3, 1, 3), set(), (1, 3, 1, 3)),
        ((1, 3, 1, 3), {0, 2}, (3, 1, 3, 1)),
    ],
)
def test_who_gives_up_is_last_whatever_became_of_the_seat(
    places: tuple[int, ...], gave_up: set[int], after: tuple[int, ...]
) -> None:
    assert behind(places, gave_up) == after
